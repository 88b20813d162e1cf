// @ts-check
// The table: what lies where is told in a layout, and drawn. It knows no rule and no card that it was not told.

import { SUITS, buttonFor, counted, drawing, element, inked, signed } from "./drawing.js";
import { moveCards, placesOf } from "./motion.js";
import { cards, clockWords } from "./player.js";

const KEPT = "santase-replay"; // the name of what a reader has chosen, in the storage of the browser

// A card table as an element: what lies where is told in a layout, and `player` says what has been played and
// what the clocks show. Whatever shows one, a replay or a live match, says how it came to that.
export class CardTable extends HTMLElement {
  say(name, facts = {}) {
    return this.words[name].replace(/\{(\w+)\}/g, (all, fact) => facts[fact] ?? all);
  }

  // How the cards look; it is remembered where the browser allows it.
  settings() {
    const part = element("details", "settings");
    part.append(element("summary", "", this.say("look")));
    const choices = { pack: ["french", "german"], palette: ["two-colour", "french", "german"], faces: ["light", "dark"], played: ["yes", "no"] };
    for (const [name, values] of Object.entries(choices)) {
      const label = element("label");
      const select = element("select");
      for (const value of values) select.append(new Option(this.say(`${name} ${value}`), value));
      if (!values.includes(this.chosen[name])) this.chosen[name] = values[0];
      select.value = this.chosen[name];
      select.addEventListener("change", () => { this.chosen[name] = select.value; keep(this.chosen); this.choose(); this.draw(); });
      label.append(element("span", "", this.say(name)), select);
      part.append(label);
    }
    return part;
  }

  choose() {
    const { pack, palette } = this.chosen;
    document.body.classList.remove("two-colour", "french", "german");
    document.body.classList.add(palette);
    document.body.classList.toggle("dark", this.chosen.faces === "dark");
    const address = this.getAttribute("pictures");
    if (!address || this.fetched?.has(pack)) return;
    this.fetched = (this.fetched ?? new Set()).add(pack);
    fetch(address.replace("PACK", pack))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then((text) => this.prepend(new DOMParser().parseFromString(text, "image/svg+xml").documentElement))
      .catch(() => this.fetched.delete(pack));
  }

  get hasPartners() { return this.sides.length < this.seats.length; }

  // The place of the side of a seat.
  sideOf(seat) { return this.sides.findIndex((side) => side.seats.includes(seat)); }

  // The score of the match; where more than two play, with who has what.
  scoreWords(score) {
    if (this.seats.length === 2) return this.say("score", { score: score.join("–") });
    const words = score.map((points, side) => `${this.sides[side].seats} ${this.pays ? signed(points) : points}`);
    return this.say(this.pays ? "stakes" : "score", { score: words.join(" · ") });
  }

  drawBoard(layout, step) {
    const before = placesOf(this.board);
    const order = this.order();
    const parts = order.map((seat, place) => this.drawSeat(seat, place, layout, step));
    this.board.dataset.seats = String(this.seats.length);
    this.board.classList.toggle("ended", step.kind === "end");
    if (this.hasPartners) parts.unshift(...this.sides.map((_, side) => this.drawSide(side, layout)));
    if (this.seats.length === 2) parts.push(this.drawTalon(layout, step), this.drawSigns());
    this.board.replaceChildren(...parts, this.drawTrick(layout, step));
    moveCards(this.board, before);
  }

  // What everybody at the table has to know at any time: what is trump, and how the match stands.
  drawSigns() {
    const part = element("section", "signs");
    part.append(...this.drawTrump(), ...this.drawScore());
    return part;
  }

  // How the match stands; a table that says it elsewhere has nothing here.
  drawScore() { return []; }

  // What two partners have: their points, and the tricks that they have won.
  drawSide(side, layout) {
    const { seats, name } = this.sides[side];
    const part = element("section", `partners side-${side}`);
    part.setAttribute("aria-label", name);
    const head = element("p", "pair");
    head.append(element("span", "who", name));
    part.append(head);
    if (layout.points.length) part.append(element("span", "count", counted(layout, side)), this.drawWon(seats[0], layout));
    return part;
  }

  // The tricks that a side has won, by its first seat.
  drawWon(seat, layout) {
    const won = element("details", "won");
    const taken = cards(layout[`won ${seat}`]);
    const number = taken.length / this.seats.length;
    const head = element("summary");
    const backs = element("span", `backs of-${Math.min(number, 6)}`);
    backs.setAttribute("aria-hidden", "true");
    head.append(backs, element("span", "in-words", this.say("won", { number })));
    won.append(head);
    won.open = this.opened.has(seat);
    won.addEventListener("toggle", () => {
      if (won.open) this.opened.add(seat);
      else this.opened.delete(seat);
    });
    const pile = element("div", "pile");
    for (const card of taken) pile.append(this.card(card));
    won.append(pile);
    return won;
  }

  // The marriages that a seat has announced, where they are told.
  drawAnnounced(seat, layout) {
    const told = cards(layout.announced).filter((word) => word.startsWith(`${seat}:`));
    if (!told.length) return [];
    const words = told.map((word) => `${word.slice(2, -1)} ${SUITS[word.at(-1)]}`);
    const chip = element("span", "announced", words.join(" "));
    chip.title = this.say("announced", { marriages: words.join(", ") });
    return [chip];
  }

  // The seats as they sit, the one below first.
  order() {
    const start = this.seats.indexOf(this.bottom);
    return [...this.seats.slice(start), ...this.seats.slice(0, start)];
  }

  drawSeat(seat, place, layout, step) {
    const part = element("section", `seat place-${place}`);
    part.setAttribute("aria-label", this.names[seat]);
    part.dataset.seat = seat;
    const head = this.drawName(seat);
    head.classList.add("name");
    if (this.seats.length > 2 && this.names[seat] !== seat) head.append(element("span", "letter", seat));
    head.append(element("span", "who", this.names[seat]));
    const clock = this.player.clock(seat);
    if (clock !== undefined) head.append(element("span", "clock", clockWords(clock)));
    head.append(...this.drawAnnounced(seat, layout));
    if (this.seats.length > 2 && place !== 0 && 2 * place !== this.seats.length) part.classList.add("beside");
    if (this.hasPartners) part.classList.add(`side-${this.sideOf(seat)}`);
    else head.append(element("span", "count", counted(layout, this.sideOf(seat))));
    if (layout.turn === seat && !layout.taker) part.classList.add("in-turn");
    const hand = element("div", "hand");
    hand.append(...this.drawHand(seat, layout, step));
    fan(hand);
    const foot = element("div", "foot");
    const judged = layout.points.length; // else nobody judged who took a trick
    if (judged && !this.hasPartners) foot.append(this.drawWon(seat, layout));
    if (this.chosen.played === "yes") {
      const gone = element("div", "gone");
      for (const card of this.player.played(seat)) gone.append(this.card(card));
      foot.append(gone);
    }
    part.append(head, hand, foot);
    return part;
  }

  drawTalon(layout, step) {
    const part = element("section", "talon");
    const closed = layout.closer !== "";
    part.setAttribute("aria-label", this.say("talon"));
    const talon = cards(layout.talon);
    if (talon.length) {
      const pile = element("div", `stack${closed ? " closed" : ""}`);
      if (closed) pile.append(this.card("closed"));
      else {
        const look = cards(layout.twice).includes(talon.at(-1)) ? " twice" : step.kind === "exchange" ? " exchanged" : "";
        pile.append(this.card(talon.at(-1), `turn-up${look}`));
        if (talon.length > 1) pile.append(this.card("back"));
      }
      part.append(pile);
    }
    const words = closed ? this.say("closedBy", { seat: this.names[layout.closer], number: talon.length }) : this.say("talonLeft", { number: talon.length });
    part.append(element("p", talon.length ? "" : "unseen", words));
    if (layout.twice) part.append(inked("p", "doubled", `${this.say("twice")}: ${cards(layout.twice).map((card) => this.cards[card]).join(", ")}`));
    return part;
  }

  drawTrick(layout, step) {
    const part = element("section", "trick");
    part.setAttribute("aria-label", this.say("trick"));
    const trick = cards(layout.trick).map((play) => play.split(":"));
    for (const [index, [seat, card]] of trick.entries()) {
      const place = this.order().indexOf(seat);
      const holder = element("div", `played from-${place}`);
      holder.dataset.seat = seat;
      const latest = index === trick.length - 1 && Boolean(step.card);
      if (seat && layout.taker === seat) holder.classList.add("takes");
      if (latest && step.irregular) holder.classList.add("irregular");
      if (latest) holder.classList.add("latest");
      holder.append(this.card(card), element("span", "by", seat));
      if (latest) holder.append(...this.labels(step));
      part.append(holder);
    }
    if (step.kind === "end") {
      part.append(this.drawResult(layout, step));
      return part;
    }
    if (this.seats.length > 2) part.append(...this.drawTrump());
    if (step.card) return part;
    const codes = this.labels(step);
    if (step.move || codes.length) {
      const said = inked("p", `said ${step.kind}${step.irregular ? " irregular" : ""}`, (step.move ?? "").replace(/^[A-D](?= )/, (seat) => this.names[seat] ?? seat));
      if (step.seat && !trick.length) said.classList.add(`from-${this.order().indexOf(step.seat)}`);
      said.append(...codes);
      part.append(said);
    }
    return part;
  }

  // What is trump, in the middle of a table without a talon: the card that fixed it, or the suit that was named.
  drawTrump() {
    const { trump, turn_up: fixed } = this.trumps;
    if (!trump) return [];
    const part = element("div", "trump");
    part.title = this.say(fixed ? "fixesTrumps" : "trump", { suit: SUITS[trump] });
    part.append(fixed ? this.card(fixed) : inked("span", "suit", SUITS[trump]));
    return [part];
  }

  // What a deal, or a variation, came to.
  drawResult(layout, step) {
    const card = element("div", "result");
    const [, letters, points] = /^= ([A-D]+) (\d+)$/.exec(step.move ?? "") ?? [];
    const paid = /^= pays ([-\d ]+)$/.exec(step.move ?? "")?.[1].split(" ").map(Number);
    const winner = this.sides.find((side, place) => (paid ? paid[place] > 0 : side.seats === letters));
    if (winner) card.append(element("p", "winner", `${winner.name} +${points ?? Math.max(...paid)}`));
    card.append(inked("p", "", unnumbered(step.say)));
    if (paid) card.append(element("p", "paid", this.sides.map((side, place) => `${side.name} ${signed(paid[place])}`).join(" · ")));
    const told = this.sides.map(({ seats }, side) => `${seats} ${counted(layout, side)}`);
    if (layout.points.length) card.append(element("p", "totals", told.join(" · ")));
    card.append(...this.drawGrounds(), ...this.labels(step));
    return card;
  }

  // Why a deal is worth what it is; a table that cannot tell has nothing here.
  drawGrounds() { return []; }

  // The codes of what was found in the very action of a step.
  labels(step) {
    const own = (step.findings ?? []).filter((finding) => finding.own);
    return own.map((finding) => element("span", `label ${finding.severity}`, finding.code));
  }

  card(word, classes = "") {
    const names = { "--": "unknown", "##": "hidden" };
    const picture = names[word] ?? word;
    // Where a fan leaves a card less room than it needs, its upper left corner is what shows.
    const fitted = { viewBox: "0 0 100 140", preserveAspectRatio: "xMinYMin slice" };
    const svg = drawing("svg", { class: `card ${classes}`, role: "img", ...fitted });
    if (/^[9JQKTA][shdc]$/.test(word)) svg.dataset.card = word;
    const title = drawing("title", {});
    title.textContent = this.cards[picture] ?? picture;
    svg.append(title, drawing("use", { href: `#${this.chosen.pack}-${picture}` }));
    return svg;
  }
}

// What a reader has chosen, as the browser has kept it.
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {object} chosen */
export function keep(chosen) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  } catch {
    // It is not remembered where the browser does not allow it.
  }
}

// What a step says, without its number.
function unnumbered(say) { return say.replace(/^\d+\. /, ""); }

// Cards side by side as a hand holds them: each turned by its distance from the middle, in half cards.
function fan(hand) {
  const { length } = hand.children;
  for (const [place, card] of [...hand.children].entries()) card.classList.add(`fan${2 * place - length + 1}`);
}
