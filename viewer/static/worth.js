// @ts-check
// The worth of a deal with best play, as a bar beside the board: a part of the replay that is loaded when it may be
// shown. It is computed from all cards: a reader who does not see them all is not shown it.

const FULL = 3; // game points that nearly fill the bar

/** By step the game points that the first side can be sure of, and the same in words. @typedef {Record<string, [number, string]>} WorthByStep */

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

  /** Request the worth of the present deal, once, after drawing has finished. */
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

  /** The answer has arrived: nothing else of the replay is redrawn. */
  come() {
    this.draw();
    if (this.spoken) this.replay.spoken.append(` ${this.spoken}`);
  }

  /** The worth of the deal now and a step before; empty if it is unknown, or not every card is visible. */
  get now() {
    const { player, knowledge, covered } = this.replay;
    if (knowledge.seat || covered.size || player.at.path.length) return [];
    const found = this.fetched.get(player.deals[player.at.deal].number) ?? {};
    return [found[player.at.step], found[player.at.step - 1]];
  }

  /** The text for screen readers if it has changed: at the start, and with every mistake. */
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
    const sign = document.createElement("p");
    sign.className = value > 0 ? "below" : value < 0 ? "above" : "";
    const number = document.createElement("b");
    number.textContent = `${Math.abs(value)}`;
    const name = document.createElement("i");
    name.textContent = this.replay.say("worth");
    sign.append(number, name);
    this.bar.setAttribute("role", "img");
    this.bar.setAttribute("aria-label", words);
    this.bar.title = words;
    this.bar.replaceChildren(share, sign);
  }
}
