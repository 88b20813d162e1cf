// @ts-check
// The table, drawn from a layout that says where everything is. It knows no rules, and only the cards in the layout.

import { SUITS, counted, drawing, element, filled, inked, renew, signed } from "./drawing.js";
import { moveCards, placesOf, travelsOf } from "./motion.js";
import { cards, clockWords, sure } from "./player.js";

const GAPS = { "--": "unknown", "##": "hidden" };
const KEPT = "santase-replay"; // the key of the reader's choices in the storage of the browser
const CHOICES = {
  theme: ["system", "light", "dark"],
  pack: ["french", "german"],
  palette: ["two-colour", "french", "german"],
  faces: ["light", "dark"],
  played: ["yes", "no"],
};

// A card table as an element: a layout says where everything is, and `player` provides what has been played and
// what the clocks show. Where they come from is up to a replay or a live match.
export class CardTable extends HTMLElement {
  say(name, facts = {}) {
    return filled(this.words[name], facts);
  }

  // How cards are written in sentences: as in the chosen pack, if the page has its words.
  get spelling() {
    const { pack } = this.chosen;
    if (!this.packs?.[pack]) return undefined;
    const meant = Object.fromEntries(Object.entries(this.packs.french.ranks).map(([rank, letter]) => [letter, rank]));
    return { pack, meant, ...this.packs[pack] };
  }

  // The name of every picture for screen readers.
  get titles() { return this.packs?.[this.chosen.pack].cards ?? this.cards; }

  // The same as plain text: with the letters of the pack and plain suit signs.
  written(text) {
    const { spelling } = this;
    return spelling ? text.replace(/(10|[97]|\p{L})(?=[♠♥♦♣])/gu, (rank) => spelling.ranks[spelling.meant[rank]] ?? rank) : text;
  }

  inked(name, classes, text) { return inked(name, classes, text, this.spelling); }

  // How the page and the cards look; remembered if the browser allows it.
  settings() {
    const part = element("details", "settings");
    part.append(element("summary", "", this.say("look")));
    for (const [name, values] of Object.entries(CHOICES)) {
      if (name === "theme" && this.isThemed) continue;
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
    if (!this.isThemed) {
      const { theme } = this.chosen;
      if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
      else delete document.documentElement.dataset.theme;
    }
    const address = this.getAttribute("pictures");
    if (!address || this.fetched?.has(pack)) return;
    this.fetched = (this.fetched ?? new Set()).add(pack);
    fetch(address.replace("PACK", pack))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then((text) => this.prepend(new DOMParser().parseFromString(text, "image/svg+xml").documentElement))
      .catch(() => this.fetched.delete(pack));
  }

  // Whether the page that embeds this one has chosen the look.
  get isThemed() { return this.hasAttribute("themed"); }

  get hasPartners() { return this.sides.length < this.seats.length; }

  // The index of the side of a seat.
  sideOf(seat) { return this.sides.findIndex((side) => side.seats.includes(seat)); }

  // The score of the match; with the names of the sides if there are more than two.
  scoreWords(score) {
    if (this.seats.length === 2) return this.say("score", { score: score.join("–") });
    const words = score.map((points, side) => `${this.sides[side].short ?? this.sides[side].seats} ${this.pays ? signed(points) : points}`);
    return this.say(this.pays ? "stakes" : "score", { score: words.join(" · ") });
  }

  drawBoard(layout, step) {
    const before = placesOf(this.board);
    this.layBoard(layout, step);
    moveCards(this.board, travelsOf(this.board, before));
  }

  // Puts everything in its place; elements that are already there stay unchanged.
  layBoard(layout, step) {
    this.sections ??= new Map();
    const parts = this.order().map((seat, place) => this.drawSeat(seat, place, layout, step));
    this.board.dataset.seats = String(this.seats.length);
    this.board.classList.toggle("ended", step.kind === "end");
    if (this.hasPartners) parts.unshift(...this.sides.map((_, side) => this.drawSide(side, layout)));
    if (this.seats.length === 2) parts.push(this.drawTalon(layout, step), this.drawSigns());
    renew(this.board, [...parts, this.drawTrick(layout, step)]);
  }

  // A permanent part of the table, with its present content.
  section(name, classes, label, parts) {
    if (!this.sections.has(name)) this.sections.set(name, element("section"));
    const part = this.sections.get(name);
    if (part.className !== classes) part.className = classes;
    if (label) part.setAttribute("aria-label", label);
    renew(part, parts);
    return part;
  }

  // What everybody at the table has to know at any time: trumps, and the score of the match.
  drawSigns() { return this.section("signs", "signs", "", [...this.drawTrump(), ...this.drawScore()]); }

  // The score of the match; empty if the table shows it elsewhere.
  drawScore() { return []; }

  // The score of two partners: their points and the tricks they have won.
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

  // The tricks won by a side, given by its first seat.
  drawWon(seat, layout) {
    const won = element("details", "won");
    const taken = cards(layout[`won ${seat}`]);
    const number = taken.length / (this.seats.length - (layout.idle ? 1 : 0));
    const head = element("summary");
    const backs = element("span", `backs of-${Math.min(number, 6)}`, String(number));
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

  // The marriages that a seat has announced, if they are known.
  drawAnnounced(seat, layout) {
    const told = cards(layout.announced).filter((word) => word.startsWith(`${seat}:`));
    if (!told.length) return [];
    const words = told.map((word) => `${word.slice(2, -1)} ${SUITS[word.at(-1)]}`);
    const chip = this.inked("span", "announced", words.join(" "));
    chip.title = this.say("announced", { marriages: words.join(", ") });
    return [chip];
  }

  // The seats in table order, the one below first.
  order() {
    const start = this.seats.indexOf(this.bottom);
    return [...this.seats.slice(start), ...this.seats.slice(0, start)];
  }

  drawSeat(seat, place, layout, step) {
    const isBeside = this.seats.length > 2 && place !== 0 && 2 * place !== this.seats.length;
    const isInTurn = layout.turn === seat && !layout.taker;
    const classes = [
      "seat", `place-${place}`, isBeside && "beside", this.hasPartners && `side-${this.sideOf(seat)}`, isInTurn && "in-turn",
    ];
    const head = this.drawName(seat);
    head.classList.add("name");
    if (this.seats.length > 2 && this.names[seat] !== seat) head.append(element("span", "letter", seat));
    head.append(element("span", "who", this.names[seat]));
    const clock = this.player.clock(seat);
    if (clock !== undefined) head.append(element("span", "clock", clockWords(clock)));
    if (layout.idle === seat) head.append(element("span", "idle", this.say("sitsOut")));
    head.append(...this.drawAnnounced(seat, layout));
    if (!this.hasPartners) head.append(element("span", "count", counted(layout, this.sideOf(seat))));
    const foot = [];
    const judged = layout.points.length; // otherwise nobody judged who took a trick
    if (judged && !this.hasPartners) foot.push(this.drawWon(seat, layout));
    if (this.chosen.played === "yes") {
      const gone = element("div", "gone");
      for (const card of this.player.played(seat)) gone.append(this.card(card));
      foot.push(gone);
    }
    const parts = [head, this.row(`hand ${seat}`, "hand", fan(this.drawHand(seat, layout, step))), this.row(`foot ${seat}`, "foot", foot)];
    const part = this.section(`seat ${seat}`, classes.filter(Boolean).join(" "), this.names[seat], parts);
    part.dataset.seat = seat;
    return part;
  }

  // The row of a seat, which is reused.
  row(name, classes, parts) {
    if (!this.sections.has(name)) this.sections.set(name, element("div", classes));
    renew(this.sections.get(name), parts);
    return this.sections.get(name);
  }

  drawTalon(layout, step) {
    const parts = [];
    const closed = layout.closer !== "";
    const talon = cards(layout.talon);
    if (talon.length) {
      const pile = element("div", `stack${closed ? " closed" : ""}`);
      if (closed) pile.append(this.card("closed"));
      else {
        const look = cards(layout.twice).includes(talon.at(-1)) ? " twice" : step.kind === "exchange" ? " exchanged" : "";
        pile.append(this.card(talon.at(-1), `turn-up${look}`));
        if (talon.length > 1) pile.append(this.card("back"));
      }
      parts.push(pile);
    }
    const words = closed ? this.say("closedBy", { seat: this.names[layout.closer], number: talon.length }) : this.say("talonLeft", { number: talon.length });
    parts.push(element("p", talon.length ? "" : "unseen", words));
    if (layout.twice) parts.push(element("p", "doubled", `${this.say("twice")}: ${cards(layout.twice).map((card) => this.titles[card]).join(", ")}`));
    return this.section("talon", "talon", this.say("talon"), parts);
  }

  drawTrick(layout, step) { return this.section("trick", "trick", this.say("trick"), this.inTrick(layout, step)); }

  // The middle of the table: the cards of the trick, the last announcement, or the result of the deal.
  inTrick(layout, step) {
    const trick = cards(layout.trick).map((play) => play.split(":"));
    const isDown = this.player.past().filter((each) => each.card && each.trick === step.trick).map((each) => each.move.startsWith("["));
    const parts = trick.map(([seat, card], index) => {
      const holder = element("div", `played from-${this.order().indexOf(seat)}`);
      holder.dataset.seat = seat;
      const latest = index === trick.length - 1 && Boolean(step.card);
      if (seat && layout.taker === seat) holder.classList.add("takes");
      if (latest && step.irregular) holder.classList.add("irregular");
      if (latest) holder.classList.add("latest");
      const isUnseen = card === "##" || (isDown[index] && !layout.taker && this.isCovered?.(seat));
      holder.append(this.card(isUnseen ? "back" : card), element("span", "by", this.short?.[seat] ?? seat));
      if (latest) holder.append(...this.labels(step));
      return holder;
    });
    if (step.kind === "end") return [...parts, this.drawResult(layout, step)];
    if (this.seats.length > 2) {
      const drawn = this.draws ? cards(layout.talon) : [];
      parts.push(...this.drawTrump(step, drawn), ...(drawn.length ? [] : this.drawLeft(layout)));
    }
    if (step.card) return parts;
    const codes = this.labels(step);
    if (step.move || codes.length) {
      const said = this.inked("p", `said ${step.kind}${step.irregular ? " irregular" : ""}`, (step.move ?? "").replace(/^[A-D](?= )/, (seat) => this.names[seat] ?? seat));
      if (step.seat && !trick.length) said.classList.add(`from-${this.order().indexOf(step.seat)}`);
      said.append(...codes);
      parts.push(said);
    }
    return parts;
  }

  // Trumps in the middle of a table: the card that fixed them, or the named suit once it is named; of a talon that all
  // draw from its turn-up with the number of its cards.
  drawTrump(step, talon = []) {
    const { trump, turn_up: fixed, steps } = this.trumps;
    if (!trump || (!talon.length && step?.kind === "start" && steps[1]?.kind === "opening")) return [];
    const part = element("div", "trump");
    const turned = talon.length ? talon.at(-1) : fixed;
    part.title = talon.length ? this.say("talonLeft", { number: talon.length }) : this.say(fixed ? "fixesTrumps" : "trump", { suit: SUITS[trump] });
    part.append(turned ? this.card(turned) : this.inked("span", "suit", SUITS[trump]));
    if (talon.length) part.append(element("span", "left", String(talon.length)));
    return [part];
  }

  // Whether the cards of a seat are hidden by the reader's choice; here none are.
  isCovered(seat) { return !seat; }

  // A talon that whoever plays will take, at a table of more than two.
  drawLeft(layout) {
    const talon = cards(layout.talon);
    if (!talon.length) return [];
    const part = element("div", "left");
    part.title = this.say("talon");
    const isHidden = this.seats.some((seat) => this.isCovered(seat));
    part.append(...talon.map((card) => this.card(isHidden ? "##" : card)));
    return [part];
  }

  // The result of a deal or of a variation.
  drawResult(layout, step) {
    const card = element("div", "result");
    const { winner, points, paid } = this.resultIn(step.move ?? "");
    if (winner) card.append(element("p", "winner", `${winner.name} +${points}`));
    card.append(this.inked("p", "", unnumbered(step.say)));
    if (paid) card.append(element("p", "paid", this.sides.map((side, place) => `${side.name} ${signed(paid[place])}`).join(" · ")));
    const told = this.sides.map(({ seats, short }, side) => `${short ?? seats} ${counted(layout, side)}`);
    if (layout.points.length) card.append(element("p", "totals", told.join(" · ")));
    card.append(...this.drawGrounds(), ...this.labels(step));
    return card;
  }

  // The result that is written as a move: the side that wins so many game points, and what each side wins or pays.
  resultIn(move) {
    const paid = /^= pays ([-\d ]+)$/.exec(move)?.[1].split(" ").map(Number);
    const [, letters, won] = /^= ([A-D]+) (\d+)$/.exec(move) ?? [];
    const winner = this.sides.find((side, place) => (paid ? paid[place] > 0 : side.seats === letters)) ?? (letters && this.together(letters));
    return { winner, points: paid ? Math.max(...paid) : Number(won), paid };
  }

  // Several who have won together, though each keeps his own score, as a side.
  together(seats) {
    return { seats, name: [...seats].map((seat) => this.names[seat]).join(" & "), short: [...seats].map((seat) => this.short?.[seat]).join("/") };
  }

  // A result as people say it; any other move as it is.
  moveWords(move) {
    const { winner, points, paid } = this.resultIn(move);
    if (paid) return this.sides.map((side, place) => `${side.short ?? side.seats} ${signed(paid[place])}`).join(" · ");
    return winner ? this.wins(winner.short ?? winner.name, points) : move === "= draw" ? this.say("winsNone") : move;
  }

  // That somebody wins so many game points.
  wins(name, points) { return this.say(points === 1 ? "winsOne" : "winsMany", { name, points }); }

  // Why a deal is worth its points; empty if the table does not know.
  drawGrounds() { return []; }

  // The codes of the findings about the action of a step.
  labels(step) {
    const own = (step.findings ?? []).filter((finding) => finding.own);
    return own.map((finding) => element("span", `label ${finding.severity}`, finding.code));
  }

  // A card for screen readers; one that is half known is unknown, with what it can be.
  titleOf(word) {
    const { titles } = this;
    const known = sure(word);
    const [rank, suit] = word;
    if (known !== word) return `${titles[known]} (${this.say("doubt")})`;
    if (/^-\w$/.test(word)) return `${titles.unknown}: ${this.spelling?.suits[suit] ?? SUITS[suit]}`;
    const could = /^\w-$/.test(word) ? Object.keys(SUITS).map((each) => rank + each) : word.split("|");
    if (could.length > 1) return `${titles.unknown}: ${could.map((card) => titles[card]).join(" / ")}`;
    return titles[GAPS[word] ?? word] ?? word;
  }

  card(word, classes = "") {
    const known = sure(word);
    const [picture, other] = (GAPS[known] ?? known).split("|"); // of half known cards some are one of two
    const { pack } = this.chosen;
    // If a fan leaves a card less room than it needs, its upper left corner is visible.
    const fitted = { viewBox: "0 0 100 140", preserveAspectRatio: "xMinYMin slice" };
    const svg = drawing("svg", { class: `card ${classes}`, role: "img", ...fitted });
    if (/^[97JQKTA][shdc]$/.test(known)) svg.dataset.card = known;
    const title = drawing("title", {});
    title.textContent = this.titleOf(word);
    svg.append(title, ...(other ? [half(pack, picture, 0), half(pack, other, 70)] : [drawing("use", { href: `#${pack}-${picture}` })]));
    if (other || known !== word) svg.append(drawing("use", { href: `#${pack}-doubt` }));
    return svg;
  }
}

// The reader's choices, as stored by the browser.
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
    // The browser does not allow storing it.
  }
}

// The upper or lower half of a card, for one that is one of two.
function half(pack, picture, y) {
  const part = drawing("svg", { y, width: 100, height: 70, viewBox: `0 ${y} 100 70` });
  part.append(drawing("use", { href: `#${pack}-${picture}`, width: 100, height: 140 }));
  return part;
}

// What a step says, without its number.
function unnumbered(say) { return say.replace(/^\d+\. /, ""); }

// Cards side by side as in a hand: each rotated by its distance from the middle, in half cards.
function fan(hand) {
  for (const [place, card] of hand.entries()) card.classList.add(`fan${2 * place - hand.length + 1}`);
  return hand;
}
