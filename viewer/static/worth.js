// @ts-check
// What best play is worth, in a replay: a bar beside the board, every choice with its value below the move, and what
// the match cost. A part that is loaded after drawing. It is computed from all cards: a reader who does not see them all
// is not shown it. The server is asked for a deal at a time, when the browser has nothing else to do.

import { element, renew } from "./drawing.js";

const FULL = 3; // game points that nearly fill the bar
const TRIES = 3; // of a deal while the server has too much to do

/** Who acts if another than the one of the step, the action, its value as a number and in words, and whether it was
 * done. @typedef {[string, string, number, string, boolean]} Choice */
/** By step the game points that the first side can be sure of, with a sentence, and the choices; the mistakes: a seat,
 * how it lost, how often and how much; and why there is no more.
 * @typedef {{steps: Record<string, [number, string]>, choices: Record<string, Choice[]>, mistakes: [string, string, number, number][], note: string, words: Record<string, string>}} WorthOfDeal */

export class Worth {
  /** @param {any} replay the element */
  constructor(replay) {
    this.replay = replay;
    /** What the server said of a deal; null if it can say nothing. @type {Map<number, WorthOfDeal | null>} */
    this.fetched = new Map();
    /** @type {Record<string, string>} */
    this.words = {};
    this.bar = element("div", "worth");
    this.bar.hidden = true;
    this.choices = element("div", "choices");
    this.match = /** @type {HTMLDetailsElement} */ (element("details", "match-cost"));
    this.match.hidden = true;
    this.match.addEventListener("toggle", () => this.draw());
    this.style = document.createElement("link");
    this.style.rel = "stylesheet";
    this.style.href = new URL("worth.css", import.meta.url).href;
    this.style.addEventListener("load", () => this.draw());
    replay.querySelector(".stage").append(this.style, this.bar);
    replay.book.here.prepend(this.choices);
    replay.querySelector(".under").append(this.match);
    this.leaving = new AbortController();
    addEventListener("pagehide", () => this.leave());
    addEventListener("pageshow", () => this.draw());
  }

  /** The reader has left: nothing more is asked. */
  leave() {
    this.leaving.abort();
    this.leaving = new AbortController();
    this.isAsking = false;
  }

  /** The deal to ask for next: the one that is shown, and where the reader looks at the match, all others. */
  get wanted() {
    const { player } = this.replay;
    if (!this.replay.isConnected || this.isBlind) return undefined;
    const numbers = player.deals.filter((/** @type {any} */ { steps }) => steps.length).map((/** @type {any} */ { number }) => number);
    const shown = player.deals[player.at.deal].number;
    return [shown, ...this.match.open ? numbers : []].find((number) => numbers.includes(number) && !this.fetched.has(number));
  }

  /** Ask for one deal after the other, each when the browser is idle. */
  async ask() {
    const { signal } = this.leaving;
    if (this.isAsking || this.wanted === undefined) return;
    this.isAsking = true;
    for (let tries = TRIES; this.wanted !== undefined && !signal.aborted;) {
      await idle();
      const number = this.wanted;
      if (number === undefined || signal.aborted) break;
      const address = this.replay.getAttribute("worth").replace("/deals/0/", `/deals/${number}/`);
      try {
        const answer = await fetch(address, { signal });
        if (answer.status === 503 && (tries -= 1) > 0) {
          await new Promise((resolve) => { setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After") ?? 5)); });
          continue;
        }
        this.fetched.set(number, answer.ok ? await answer.json() : null);
      } catch {
        if (!signal.aborted) this.fetched.set(number, null);
      }
      if (signal.aborted) return;
      this.words = this.fetched.get(number)?.words ?? this.words;
      this.come(number);
    }
    if (!signal.aborted) this.isAsking = false;
  }

  /** An answer has arrived: nothing else of the replay is redrawn. @param {number} number the deal */
  come(number) {
    const { player, book, spoken } = this.replay;
    const isShown = player.deals[player.at.deal].number === number;
    this.show();
    if (!isShown) return;
    const scroll = book.scroll();
    if (scroll) scroll[0].scrollTo({ top: scroll[1], behavior: "instant" });
    if (this.spoken) spoken.append(` ${this.spoken}`);
  }

  /** Whether some card is not visible to the reader. */
  get isBlind() { return Boolean(this.replay.knowledge.seat) || this.replay.covered.size > 0; }

  /** What is known of the present deal, for readers who see every card, outside variations. */
  get told() {
    const { player } = this.replay;
    return this.isBlind || player.at.path.length ? null : this.fetched.get(player.deals[player.at.deal].number);
  }

  /** The worth of the deal at a step, if it is known. @param {number} back steps before the present one */
  at(back = 0) { return this.told?.steps[this.replay.player.at.step - back]; }

  /** The text for screen readers if it has changed: at the start, and with every mistake. */
  get spoken() {
    const now = this.at();
    return now && now[0] !== this.at(1)?.[0] ? now[1] : "";
  }

  draw() {
    this.show();
    this.ask();
  }

  show() {
    this.drawBar();
    this.drawChoices();
    this.drawMatch();
  }

  drawBar() {
    const now = this.at();
    this.bar.hidden = !now || !this.style.sheet;
    if (!now) return;
    const [first, words] = now;
    const value = this.replay.sideOf(this.replay.bottom) ? -first : first;
    const share = element("span");
    share.style.height = `${50 + 45 * Math.max(-1, Math.min(1, value / FULL))}%`;
    const sign = element("p", value > 0 ? "below" : value < 0 ? "above" : "");
    sign.append(element("b", "", `${Math.abs(value)}`), element("i", "", this.replay.say("worth")));
    this.bar.setAttribute("role", "img");
    this.bar.setAttribute("aria-label", words);
    this.bar.title = words;
    this.bar.replaceChildren(share, sign);
  }

  /** What could be done at the step, the best first, and what was done. */
  drawChoices() {
    const { replay, told } = this;
    const { step } = replay.player.at;
    const found = told?.choices[step] ?? [];
    const parts = [];
    if (found.length) {
      const list = element("ul");
      list.setAttribute("aria-label", this.words.choices);
      const best = found[0][2];
      for (const [who, action, value, words, isDone] of found) {
        const choice = element("li", value === best ? "best" : "");
        choice.append(...who ? [`${who}: `] : [], replay.inked("span", "", replay.moveWords(action)), " ", element("b", "", words));
        if (isDone) choice.append(element("span", "unseen", ` (${this.words.done})`));
        choice.classList.toggle("done", isDone);
        list.append(choice);
      }
      parts.push(list);
    } else if (told?.note && !this.at()) parts.push(element("p", "", told.note));
    renew(this.choices, parts);
    this.choices.hidden = !parts.length || !this.style.sheet;
  }

  /** What each player lost in the match, as far as it has been computed. */
  drawMatch() {
    const { replay, fetched } = this;
    const deals = replay.player.deals.filter((/** @type {any} */ { steps }) => steps.length).length;
    const told = [...fetched.values()].filter((found) => found !== null);
    this.match.hidden = this.isBlind || !told.length || !this.style.sheet;
    if (this.match.hidden) return;
    /** @type {Map<string, [string, string, number, number]>} */
    const lost = new Map();
    for (const [seat, how, number, cost] of told.flatMap(({ mistakes }) => mistakes)) {
      const before = lost.get(seat + how) ?? [seat, how, 0, 0];
      lost.set(seat + how, [seat, how, before[2] + number, before[3] + cost]);
    }
    const rows = [...lost.values()].sort((one, other) => one[0].localeCompare(other[0]) || other[3] - one[3]);
    const { words } = this;
    const valued = words.valued.replace("{valued}", String(told.filter(({ steps }) => Object.keys(steps).length).length)).replace("{number}", String(deals));
    const parts = [element("summary", "", words.match), element("p", "", valued)];
    if (rows.length) {
      const table = element("table");
      table.append(rowOf("th", [words.player, words.how, words.number, words.cost]));
      for (const seat of replay.seats) {
        const own = rows.filter((row) => row[0] === seat);
        for (const [at, row] of own.entries()) table.append(rowOf("td", [at ? "" : replay.names[seat], row[1], String(row[2]), String(row[3])]));
      }
      parts.push(table);
    } else if (fetched.size === deals) parts.push(element("p", "", words.none));
    renew(this.match, parts);
  }
}

/** @param {"td" | "th"} name @param {string[]} texts */
function rowOf(name, texts) {
  const row = element("tr");
  for (const text of texts) row.append(name === "th" ? Object.assign(element("th", "", text), { scope: "col" }) : element("td", "", text));
  return row;
}

/** When the browser has nothing else to do. */
function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
