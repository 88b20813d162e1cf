// @ts-check
// What a deal is worth with best play, as a bar beside the board: a part of the replay that is fetched when it can be
// told. It was worked out from all cards: whoever looks at the table without seeing them all is not shown it.

const FULL = 3; // game points that all but fill the bar

/** By step what the first side is sure of, in game points, and that in words. @typedef {Record<string, [number, string]>} WorthByStep */

export class Worth {
  /** @param {any} replay the element */
  constructor(replay) {
    this.replay = replay;
    /** @type {Map<number, WorthByStep>} */
    this.fetched = new Map();
    this.bar = document.createElement("div");
    this.bar.className = "worth";
    this.bar.hidden = true;
    this.style = document.createElement("link");
    this.style.rel = "stylesheet";
    this.style.href = new URL("worth.css", import.meta.url).href;
    this.style.addEventListener("load", () => this.draw());
    replay.querySelector(".stage").append(this.style, this.bar);
  }

  /** Ask what the present deal is worth, once, from when on nobody draws any more. */
  fetch() {
    const { number } = this.replay.player.deals[this.replay.player.at.deal];
    const { closer, talon } = this.replay.player.layout();
    if (this.fetched.has(number) || (!closer && talon)) return;
    this.fetched.set(number, {});
    const address = this.replay.getAttribute("knowledge").replace("/0/knowledge.", `/${number}/best-play.`);
    fetch(address)
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then((found) => { this.fetched.set(number, found); this.come(); })
      .catch(() => this.fetched.delete(number));
  }

  /** What was asked has come: nothing else of the replay is drawn anew for it. */
  come() {
    this.draw();
    if (this.spoken) this.replay.spoken.append(` ${this.spoken}`);
  }

  /** The worth of the deal now and a step before; nothing where it is not known, or not every card lies open. */
  get now() {
    const { player, knowledge, covered } = this.replay;
    if (knowledge.seat || covered.size || player.at.path.length) return [];
    const found = this.fetched.get(player.deals[player.at.deal].number) ?? {};
    return [found[player.at.step], found[player.at.step - 1]];
  }

  /** What is to be heard where it is not what it was: at the start, and with every mistake. */
  get spoken() {
    const [now, before] = this.now;
    return now && now[0] !== before?.[0] ? now[1] : "";
  }

  draw() {
    this.fetch();
    const [now] = this.now;
    this.bar.hidden = !now || !this.style.sheet;
    if (!now) return;
    const [first, words] = now;
    const value = this.replay.sideOf(this.replay.bottom) ? -first : first;
    const share = document.createElement("span");
    share.style.height = `${50 + 45 * Math.max(-1, Math.min(1, value / FULL))}%`;
    const number = document.createElement("b");
    number.className = value > 0 ? "below" : value < 0 ? "above" : "";
    number.textContent = value ? `+${Math.abs(value)}` : "0";
    this.bar.setAttribute("role", "img");
    this.bar.setAttribute("aria-label", words);
    this.bar.title = words;
    this.bar.replaceChildren(share, number);
  }
}
