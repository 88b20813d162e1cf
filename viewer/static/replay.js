// The replay element: plays the script of a record that stands in it as JSON.
// `Player` knows where the replay stands; `SantaseReplay` draws it. Neither knows a rule: what lies where
// behind every step has been told by the referee.

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1600; // milliseconds a step at single speed
const AS_PLAYED = "clock";
const KEPT = "santase-replay"; // the name of what a reader has chosen, in the storage of the browser

export class Player {
  // A position is a deal, a path of [step, variation] pairs into side lines, and a step.
  constructor(deals) {
    this.deals = deals;
    this.at = { deal: 0, path: [], step: 0 };
  }

  line(path = this.at.path, deal = this.at.deal) {
    let line = this.deals[deal].steps;
    for (const [step, side] of path) line = line[step].lines[side];
    return line;
  }

  get step() { return this.line()[this.at.step]; }
  get last() { return this.line().length - 1; }

  // The steps on the way to the present one, itself included; of what a variation replaces, nothing.
  past() {
    const past = [];
    let line = this.deals[this.at.deal].steps;
    for (const [step, side] of this.at.path) {
      past.push(...line.slice(0, step));
      line = line[step].lines[side];
    }
    return [...past, ...line.slice(0, this.at.step + 1)];
  }

  // The layout behind the step: everything that was told on the way to it.
  layout() { return Object.assign({}, ...this.past().map((step) => step.changes)); }

  get isAfterIrregularity() { return this.past().slice(0, -1).some((step) => step.irregular); }

  // The cards that a seat has played.
  played(seat) { return this.past().filter((step) => step.card && step.seat === seat).map((step) => step.card); }

  // What the clock of a seat said last, in seconds; undefined where it was not written down.
  clock(seat, past = this.past()) {
    const times = past.filter((step) => step.seat === seat).map((step) => time(step, "clk"));
    return times.findLast((seconds) => seconds !== undefined);
  }

  // How long the step after the present one took at the table, in seconds.
  get pace() {
    const next = this.line()[this.at.step + 1];
    if (!next) return undefined;
    const used = time(next, "emt");
    const left = this.clock(next.seat) - time(next, "clk");
    return used ?? (left > 0 ? left : undefined);
  }

  go(step, path = this.at.path, deal = this.at.deal) {
    const wanted = Math.min(Math.max(deal, 0), this.deals.length - 1);
    const line = this.line(wanted === deal ? path : [], wanted);
    this.at = { deal: wanted, path: wanted === deal ? path : [], step: Math.min(Math.max(step, 0), Math.max(line.length - 1, 0)) };
  }

  next() { this.go(this.at.step + 1); }

  back() {
    if (this.at.step === 0 && this.at.path.length) this.leave();
    else this.go(this.at.step - 1);
  }

  nextTrick() {
    const line = this.line();
    let step = this.at.step + 1;
    while (step < line.length - 1 && !ends(line, step)) step += 1;
    this.go(step);
  }

  backTrick() {
    const line = this.line();
    let step = this.at.step - 1;
    while (step > 0 && !ends(line, step)) step -= 1;
    if (this.at.step === 0) this.back();
    else this.go(step);
  }

  toDeal(deal) { this.go(0, [], deal); }
  enter(side) { this.go(0, [...this.at.path, [this.at.step, side]]); }

  leave() {
    const path = this.at.path.slice(0, -1);
    this.go(this.at.path.at(-1)[0], path);
  }

  // The position as the words of a link, and back.
  get words() {
    const path = this.at.path.map(([step, side]) => `${step}v${side}.`).join("");
    return `d${this.at.deal + 1}s${path}${this.at.step}`;
  }

  read(words) {
    const found = /^d(\d{1,3})s((?:\d{1,3}v\d{1,3}\.)*)(\d{1,3})$/.exec(words);
    if (!found) return false;
    const deal = Number(found[1]) - 1;
    const path = found[2].split(".").filter(Boolean).map((pair) => pair.split("v").map(Number));
    if (!this.deals[deal] || !this.line([], deal).length) return false;
    try {
      this.line(path, deal).length;
    } catch {
      return false;
    }
    this.go(Number(found[3]), path, deal);
    return true;
  }
}

// Whether a trick ends with a step: the trick lies complete, or what is written next belongs to another.
function ends(line, step) {
  const following = line[step + 1];
  if (line[step].changes.taker || !following) return true;
  return following.kind === "written" && following.trick !== line[step].trick;
}

// The cards of a hand, a pile or the talon.
export function cards(text) { return text ? text.split(" ") : []; }

// A time that was written down at a step, in seconds.
function time(step, name) {
  const told = step.annotations?.find((annotation) => annotation[0] === name)?.[1];
  return told?.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

export function clockWords(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function element(name, classes = "", text = null) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== null) made.textContent = text;
  return made;
}

export function buttonFor(act, classes, text = null) {
  const made = element("button", classes, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// An element with text in which cards of the red suits are red.
export function inked(name, classes, text) {
  const made = element(name, classes);
  const parts = text.split(/((?:10|[9JQKTA])?[♥♦])/);
  made.append(...parts.map((part, index) => (index % 2 ? element("span", "red", part) : part)));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function drawing(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const SIGNS = {
  first: "M5 4h3v16H5zM20 4v16l-11-8z",
  backTrick: "M12 4v16L2 12zM22 4v16l-10-8z",
  back: "M17 4v16L6 12z",
  play: "M7 3l14 9-14 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M7 4l11 8-11 8z",
  nextTrick: "M2 4l10 8-10 8zM12 4l10 8-10 8z",
  last: "M4 4l11 8-11 8zM16 4h3v16h-3z",
};

export function sign(name) {
  const made = drawing("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  made.append(drawing("path", { d: SIGNS[name] }));
  return made;
}

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
    const choices = { pack: ["french", "german"], palette: ["two-colour", "french", "german"], played: ["yes", "no"] };
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
    const order = this.order();
    const parts = order.map((seat, place) => this.drawSeat(seat, place, layout, step));
    this.board.dataset.seats = String(this.seats.length);
    this.board.classList.toggle("ended", step.kind === "end");
    if (this.hasPartners) parts.unshift(...this.sides.map((_, side) => this.drawSide(side, layout)));
    if (this.seats.length === 2) parts.push(this.drawTalon(layout));
    this.board.replaceChildren(...parts, this.drawTrick(layout, step));
  }

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
    won.append(element("summary", "", this.say("won", { number: taken.length / this.seats.length })));
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

  drawTalon(layout) {
    const part = element("section", "talon");
    const closed = layout.closer !== "";
    part.setAttribute("aria-label", this.say("talon"));
    const talon = cards(layout.talon);
    if (talon.length) {
      const pile = element("div", `stack${closed ? " closed" : ""}`);
      if (closed) pile.append(this.card("closed"));
      else {
        pile.append(this.card(talon.at(-1), cards(layout.twice).includes(talon.at(-1)) ? "turn-up twice" : "turn-up"));
        if (talon.length > 1) pile.append(this.card("back"));
      }
      part.append(pile);
    }
    const words = closed ? this.say("closedBy", { seat: layout.closer, number: talon.length }) : this.say("talonLeft", { number: talon.length });
    part.append(element("p", "", words));
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
      const said = element("p", step.irregular ? "said irregular" : "said", step.move ?? "");
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
    card.append(...this.labels(step));
    return card;
  }

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
    const title = drawing("title", {});
    title.textContent = this.cards[picture] ?? picture;
    svg.append(title, drawing("use", { href: `#${this.chosen.pack}-${picture}` }));
    return svg;
  }
}

class SantaseReplay extends CardTable {
  connectedCallback() {
    const script = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    this.words = script.words;
    this.glyphs = script.glyphs;
    this.names = script.names;
    this.cards = script.cards;
    this.seats = Object.keys(script.names);
    this.sides = script.sides;
    this.pays = script.pays;
    this.player = new Player(script.deals);
    this.bottom = this.seats.at(-1);
    this.covered = new Set();
    this.opened = new Set();
    this.speed = 1;
    this.timer = null;
    this.chosen = { pack: "french", palette: "two-colour", played: "yes", ...kept() };
    this.build();
    this.choose();
    this.listen();
    this.readPlace();
    this.draw();
    this.classList.add("is-playing-room");
  }

  disconnectedCallback() { this.pause(); }

  // Building, once.

  build() {
    this.stage = element("div", "stage");
    this.board = element("div", "board");
    this.board.setAttribute("role", "group");
    this.board.setAttribute("aria-label", this.say("table"));
    this.side = element("div", "side");
    this.moves = element("ol", "moves");
    this.moves.setAttribute("aria-label", this.say("moves"));
    this.notes = element("div", "notes");
    this.spoken = element("p", "spoken");
    this.spoken.setAttribute("aria-live", "polite");
    this.figures = element("div", "figures");
    this.facts = element("p", "facts");
    this.stage.append(this.facts, this.board, this.controls());
    const told = element("div", "told");
    told.append(this.spoken, this.notes);
    this.side.append(this.dealPicker(), this.moves);
    const room = element("div", "room");
    room.append(this.stage, told, this.side, this.figures, this.settings(), this.help());
    this.tabIndex = -1;
    this.append(room);
  }

  controls() {
    const bar = element("div", "controls");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", this.say("controls"));
    const buttons = [
      ["first", () => this.move(() => this.player.go(0))],
      ["backTrick", () => this.move(() => this.player.backTrick())],
      ["back", () => this.move(() => this.player.back())],
      ["play", () => this.toggle()],
      ["next", () => this.move(() => this.player.next())],
      ["nextTrick", () => this.move(() => this.player.nextTrick())],
      ["last", () => this.move(() => this.player.go(this.player.last))],
    ];
    this.buttons = {};
    for (const [name, act] of buttons) {
      const button = element("button", `act ${name}`);
      button.type = "button";
      button.append(sign(name));
      button.setAttribute("aria-label", this.say(name));
      button.title = this.say(name);
      button.addEventListener("click", act);
      this.buttons[name] = button;
      bar.append(button);
    }
    this.scrubber = element("input", "scrubber");
    Object.assign(this.scrubber, { type: "range", min: 0, step: 1 });
    this.scrubber.setAttribute("aria-label", this.say("scrubber"));
    this.scrubber.addEventListener("input", () => this.move(() => this.player.go(Number(this.scrubber.value))));
    this.ticks = element("datalist");
    this.ticks.id = `ticks-${Math.random().toString(36).slice(2)}`;
    this.scrubber.setAttribute("list", this.ticks.id);
    this.pace = element("select", "pace");
    this.pace.setAttribute("aria-label", this.say("speed"));
    for (const speed of SPEEDS) this.pace.append(new Option(`×${speed}`, speed, false, speed === 1));
    const steps = this.player.deals.flatMap((deal) => deal.steps);
    if (steps.some((step) => (time(step, "clk") ?? time(step, "emt")) !== undefined)) {
      this.pace.append(new Option(this.say("asPlayed"), AS_PLAYED));
    }
    this.pace.addEventListener("change", () => this.setSpeed(Number(this.pace.value) || AS_PLAYED));
    const line = element("div", "scrub");
    line.append(this.scrubber, this.ticks, this.pace);
    const more = element("div", "more");
    const others = [["flip", () => this.flip()], ["reveal", () => this.reveal()], ["copy", () => this.copy()], ["keys", () => this.showHelp()]];
    for (const [name, act] of others) {
      const button = buttonFor(act, `more-${name}`, this.say(name));
      this.buttons[name] = button;
      more.append(button);
    }
    const record = document.querySelector("script#record");
    if (record) {
      const button = buttonFor(() => take(record.textContent), "more-take", this.say("take"));
      more.append(button);
    }
    if (this.hasAttribute("ruling")) more.append(this.ruling = element("a", "more-ruling", this.say("ruling")));
    if (this.hasAttribute("picture")) more.append(this.picture = element("a", "more-picture", this.say("picture")));
    const all = element("div", "bar");
    all.append(bar, line, more);
    return all;
  }

  dealPicker() {
    const label = element("label", "deal-picker");
    this.picker = element("select");
    for (const [index, deal] of this.player.deals.entries()) {
      const won = deal.winner ? `${deal.winner} ${deal.game_points}` : "–";
      this.picker.append(new Option(`${this.say("deal", { number: deal.number })}: ${won}`, index));
    }
    this.picker.addEventListener("change", () => this.move(() => this.player.toDeal(Number(this.picker.value))));
    label.append(element("span", "", this.say("dealLabel")), this.picker);
    return label;
  }

  help() {
    this.overlay = element("dialog", "keys");
    this.overlay.append(element("h2", "", this.say("keys")));
    const list = element("dl");
    for (const [keys, name] of KEYS) {
      const row = element("div");
      row.append(element("dt", "", keys), element("dd", "", this.say(name)));
      list.append(row);
    }
    const close = buttonFor(() => this.overlay.close(), "", this.say("close"));
    this.overlay.append(list, close);
    return this.overlay;
  }

  // Acting.

  listen() {
    this.embedded = this.hasAttribute("embedded");
    (this.embedded ? this : document).addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => { this.readPlace(); this.draw(); });
    this.board.addEventListener("wheel", (event) => {
      const { at, last } = this.player;
      const ended = event.deltaY > 0 ? at.step >= last : at.step === 0 && !at.path.length;
      if (event.ctrlKey || Math.abs(event.deltaY) < 4 || ended) return;
      event.preventDefault();
      this.move(() => (event.deltaY > 0 ? this.player.next() : this.player.back()));
    }, { passive: false });
    let from = null;
    this.board.addEventListener("pointerdown", (event) => { from = event.pointerType === "mouse" ? null : [event.clientX, event.clientY]; });
    this.board.addEventListener("pointerup", (event) => {
      if (!from) return;
      const across = event.clientX - from[0];
      const down = event.clientY - from[1];
      from = null;
      if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) {
        this.move(() => (across < 0 ? this.player.next() : this.player.back()));
      }
    });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.overlay.open) return;
    const typing = event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]");
    if (typing) return;
    const onButton = event.target.closest?.("button, a, summary");
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const act = this.acts()[name.length === 1 ? name.toLowerCase() : name];
    if (!act || (name === " " && onButton)) return;
    event.preventDefault();
    act();
  }

  acts() {
    const player = this.player;
    return {
      ArrowRight: () => this.move(() => player.next()),
      ArrowLeft: () => this.move(() => player.back()),
      ArrowDown: () => this.move(() => player.nextTrick()),
      ArrowUp: () => this.move(() => player.backTrick()),
      "Shift+ArrowRight": () => this.move(() => player.nextTrick()),
      "Shift+ArrowLeft": () => this.move(() => player.backTrick()),
      Home: () => this.move(() => player.go(0)),
      End: () => this.move(() => player.go(player.last)),
      PageDown: () => this.move(() => player.toDeal(player.at.deal + 1)),
      PageUp: () => this.move(() => player.toDeal(player.at.deal - 1)),
      " ": () => this.toggle(),
      "+": () => this.hasten(1),
      "-": () => this.hasten(-1),
      f: () => this.flip(),
      x: () => this.reveal(),
      v: () => this.player.step?.lines && this.move(() => player.enter(0)),
      b: () => player.at.path.length && this.move(() => player.leave()),
      "?": () => this.showHelp(),
    };
  }

  move(act) {
    act();
    this.draw();
  }

  toggle() { if (this.timer === null) this.start(); else this.pause(); }

  start() {
    if (this.player.last < 1) return;
    if (this.player.at.step >= this.player.last) this.player.go(0);
    this.wait();
    this.draw();
  }

  // The next step after a while, and so on to the end of the deal.
  wait() {
    const played = this.speed === AS_PLAYED && this.player.pace !== undefined;
    const pause = played ? this.player.pace * 1000 : PAUSE / (this.speed === AS_PLAYED ? 1 : this.speed);
    this.timer = setTimeout(() => {
      this.player.next();
      if (this.player.at.step >= this.player.last) this.timer = null;
      else this.wait();
      this.draw();
    }, pause);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.isConnected) this.draw();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.pace.value = String(speed);
    if (this.timer !== null) { clearTimeout(this.timer); this.wait(); }
  }

  // Faster or slower by so many speeds, from the single one where it goes as it was played.
  hasten(by) {
    const place = SPEEDS.indexOf(this.speed === AS_PLAYED ? 1 : this.speed) + by;
    this.setSpeed(SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)]);
  }

  flip() {
    this.bottom = this.seats[(this.seats.indexOf(this.bottom) + 1) % this.seats.length];
    this.draw();
  }

  // All hands, then each from its own seat, then none.
  reveal() {
    if (this.covered.size === 0) this.covered = new Set(this.seats.filter((seat) => seat !== this.bottom));
    else if (this.covered.size < this.seats.length) this.covered = new Set(this.seats);
    else this.covered.clear();
    this.draw();
  }

  showHelp() { this.overlay.showModal(); }

  get link() {
    const view = this.covered.size ? `h${[...this.covered].sort().join("")}` : "";
    return `${location.href.split("#")[0]}#${this.player.words}b${this.bottom}${view}`;
  }

  async copy() {
    const button = this.buttons.copy;
    try {
      await navigator.clipboard.writeText(this.link);
      button.textContent = this.say("copied");
    } catch {
      location.hash = new URL(this.link).hash;
      button.textContent = this.say("inAddress");
    }
    setTimeout(() => { button.textContent = this.say("copy"); }, 2000);
  }

  readPlace() {
    const found = /^#(d\d+s[\dv.]+)(?:b([A-D]))?(?:h([A-D]+))?$/.exec(location.hash);
    if (!found || !this.player.read(found[1])) return;
    if (this.seats.includes(found[2])) this.bottom = found[2];
    this.covered = new Set([...(found[3] ?? "")].filter((seat) => this.seats.includes(seat)));
  }

  // Drawing.

  draw() {
    const step = this.player.step;
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    this.drawFacts();
    if (step) this.drawStep(step);
    else this.drawNothing();
    this.keepFocus(focused);
  }

  drawStep(step) {
    const layout = this.player.layout();
    this.drawBoard(layout, step);
    this.drawMoves();
    this.drawNotes(step);
    this.drawFigures(layout);
    const { at, last } = this.player;
    const side = at.path.length ? `${this.say("inVariation")} ` : "";
    this.spoken.replaceChildren(...inked("span", "", side + step.say).childNodes);
    this.scrubber.max = last;
    this.scrubber.value = at.step;
    this.scrubber.setAttribute("aria-valuetext", step.say);
    this.ticks.replaceChildren(...this.player.line().flatMap((told, index) => (ends(this.player.line(), index) ? [new Option("", index)] : [])));
    this.picker.value = String(at.deal);
    for (const name of ["first", "backTrick", "back"]) this.buttons[name].disabled = at.step === 0 && !at.path.length;
    for (const name of ["next", "nextTrick", "last"]) this.buttons[name].disabled = at.step >= last;
    this.buttons.play.disabled = last < 1;
    this.buttons.play.replaceChildren(sign(this.timer === null ? "play" : "pause"));
    const label = this.say(this.timer === null ? "play" : "pause");
    this.buttons.play.setAttribute("aria-label", label);
    this.buttons.play.title = label;
  }

  // Who works with keys goes on where they were, or at the replay where that is gone or cannot be used now.
  keepFocus(focused) {
    if (!focused || (focused.isConnected && !focused.disabled)) return;
    const again = focused.dataset.seat && this.board.querySelector(`.name[data-seat="${focused.dataset.seat}"]`);
    (again || this).focus({ preventScroll: true });
  }

  // A deal whose play could not be judged: what was found in it, and what was said.
  drawNothing() {
    const deal = this.player.deals[this.player.at.deal];
    for (const part of [this.board, this.moves, this.figures, this.ticks]) part.replaceChildren();
    this.listed = this.graphed = undefined;
    this.spoken.textContent = this.say("nothing");
    this.drawNotes(deal);
    this.scrubber.max = 0;
    this.picker.value = String(this.player.at.deal);
    for (const name of ["first", "backTrick", "back", "play", "next", "nextTrick", "last"]) this.buttons[name].disabled = true;
  }

  // The name of a seat, by which its hand is shown or hidden.
  drawName(seat) {
    const head = element("button");
    head.type = "button";
    head.dataset.seat = seat;
    head.title = this.say("seatTitle");
    head.setAttribute("aria-pressed", String(!this.covered.has(seat)));
    head.addEventListener("click", () => {
      if (this.covered.has(seat)) this.covered.delete(seat);
      else this.covered.add(seat);
      this.draw();
    });
    return head;
  }

  drawHand(seat, layout, step) {
    const allowed = cards(step.allowed_cards);
    const twice = cards(layout.twice);
    return cards(layout[`hand ${seat}`]).map((card) => {
      const covered = this.covered.has(seat);
      const look = allowed.includes(card) ? "allowed" : twice.includes(card) ? "twice" : "";
      return this.card(covered ? "##" : card, covered ? "" : look);
    });
  }

  get trumps() { return this.player.deals[this.player.at.deal]; }

  // Which deal it is, what is trump, and the game points of the match.
  drawFacts() {
    const { deals, at, last } = this.player;
    const deal = deals[at.deal];
    const ended = !at.path.length && at.step >= last;
    const score = Object.values((ended ? deal : deals[at.deal - 1])?.score ?? {});
    const facts = [`${this.say("deal", { number: deal.number })}/${deals.length}`];
    if (deal.trump) facts.push(this.say("trump", { suit: SUITS[deal.trump] }));
    if (Object.keys(deal.score).length) facts.push(this.scoreWords(score.length ? score : this.sides.map(() => 0)));
    this.facts.replaceChildren(...facts.map((fact) => inked("span", "", fact)));
    if (this.ruling) this.ruling.href = this.getAttribute("ruling").replace("/0/", `/${deal.number}/`);
    if (!this.picture) return;
    this.picture.hidden = at.path.length > 0 || !this.player.step;
    const seen = { b: this.bottom, h: [...this.covered].sort().join(""), pack: this.chosen.pack, palette: this.chosen.palette };
    const address = this.getAttribute("picture").replace("/deals/0/steps/0.", `/deals/${deal.number}/steps/${at.step}.`);
    this.picture.href = `${address}?${new URLSearchParams(Object.entries(seen).filter(([, value]) => value))}`;
  }

  // The moves of the deal, a trick a line, side lines in brackets.
  drawMoves() {
    const key = `${this.player.at.deal}`;
    if (this.listed !== key) {
      this.listed = key;
      this.marks = new Map();
      this.moves.replaceChildren(...this.tricks(this.player.deals[this.player.at.deal].steps, []));
    }
    this.marked?.removeAttribute("aria-current");
    this.marked = this.marks.get(this.player.words);
    this.marked?.setAttribute("aria-current", "step");
    if (this.marked) {
      const { offsetTop, offsetHeight } = this.marked;
      const box = this.moves;
      if (offsetTop < box.scrollTop || offsetTop + offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = offsetTop - box.clientHeight / 3;
    }
  }

  tricks(line, path) {
    const lines = [];
    let row = null;
    let trick = 0;
    let points = [];
    for (const [index, step] of line.entries()) {
      points = step.changes.points ?? points;
      if (!step.move && step.kind !== "stop") continue;
      if (step.trick !== trick) {
        trick = step.trick;
        row = element("span", "made");
        row.append(element("span", "number", `${trick}.`));
        lines.push(element("li"));
        lines.at(-1).append(row);
      }
      row.append(this.mark(step, index, path));
      for (const [side, other] of (step.lines ?? []).entries()) {
        const group = element("span", "variation");
        group.setAttribute("role", "group");
        group.setAttribute("aria-label", this.say("variation"));
        const inner = [...path, [index, side]];
        group.append("( ");
        for (const [place, told] of other.entries()) if (told.move) group.append(this.mark(told, place, inner));
        group.append(")");
        row.append(group);
      }
      if (step.changes.taker) lines.at(-1).append(element("span", "sum", `${step.changes.taker} ${points.join("–")}`));
    }
    return lines;
  }

  mark(step, index, path) {
    const button = element("button", `move ${step.kind}`);
    button.type = "button";
    const text = step.seat && NAMED.includes(step.kind) ? `${step.seat}: ${step.move}` : step.move ?? "✗";
    if (!step.move) button.setAttribute("aria-label", step.say);
    button.append(inked("span", "", text));
    for (const glyph of step.glyphs ?? []) {
      const sign = element("span", "glyph", glyph);
      if (this.glyphs[glyph]) {
        sign.title = this.glyphs[glyph];
        sign.append(element("span", "unseen", ` (${this.glyphs[glyph]})`));
      }
      button.append(sign);
    }
    if (step.findings?.some((finding) => finding.own && finding.severity === "error")) button.classList.add("wrong");
    if (step.comments) button.append(Object.assign(element("span", "has-comment", "…"), { title: step.comments.join("\n") }));
    const deal = this.player.at.deal;
    button.addEventListener("click", () => this.move(() => this.player.go(index, path, deal)));
    const words = new Player(this.player.deals);
    words.at = { deal, path, step: index };
    this.marks.set(words.words, button);
    return button;
  }

  drawNotes(step) {
    const notes = (step.findings ?? []).map((finding) => this.drawFinding(finding, step));
    if (step.irregular) notes.unshift(element("p", "after", this.say("irregular")));
    else if (this.player.step && this.player.isAfterIrregularity) notes.unshift(element("p", "after badge", this.say("afterIrregularity")));
    for (const comment of step.comments ?? []) notes.push(element("blockquote", "comment", comment));
    for (const points of step.checkpoints ?? []) notes.push(element("p", "checkpoint", this.say("checkpoint", { points })));
    for (const [name, value] of step.annotations ?? []) notes.push(element("p", "annotation", `@${name} ${value}`));
    if (step.lines) {
      for (const side of step.lines.keys()) {
        const button = buttonFor(() => this.move(() => this.player.enter(side)), "enter", this.say("enter", { number: side + 1 }));
        notes.push(button);
      }
    }
    if (this.player.at.path.length) {
      const button = buttonFor(() => this.move(() => this.player.leave()), "leave", this.say("leave"));
      notes.push(button);
    }
    this.notes.replaceChildren(...notes);
  }

  // A finding with its clause, its line in the record, and what was allowed where it is about the action.
  drawFinding(finding, step) {
    const note = element("div", `finding ${finding.severity}`);
    const said = element("p");
    said.append(element("strong", "", finding.code), " ", inked("span", "", finding.message));
    note.append(said);
    if (finding.excerpt.length) note.append(marked(finding.excerpt));
    const source = this.say("source", { line: finding.line, column: finding.column });
    note.append(element("small", "", source));
    if (finding.related) {
      const { line, column, message } = finding.related;
      note.append(element("small", "", `${this.say("source", { line, column })}: ${message}`));
    }
    if (finding.clause) note.append(element("small", "", finding.clause));
    if (finding.own && step.allowed?.length) {
      const list = element("ul", "allowed-instead");
      list.append(...step.allowed.map((allowed) => inked("li", "", allowed)));
      note.append(element("p", "", this.say("allowed")), list);
    }
    return note;
  }

  // The points so far as a graph with a line at 66, and the same as a table.
  drawFigures(layout) {
    const line = this.player.line();
    const told = {};
    const values = line.map((step) => [...Object.assign(told, step.changes).points ?? []]);
    if (!told.points?.length) {
      this.graphed = undefined;
      this.figures.replaceChildren();
      return;
    }
    const key = `${this.player.at.deal} ${JSON.stringify(this.player.at.path)}`;
    if (this.graphed !== key) {
      this.graphed = key;
      const width = 300, height = 110, most = Math.max(80, ...values.flat());
      const graph = drawing("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img" });
      const name = drawing("title", {});
      name.textContent = this.say("graph");
      const across = (index) => 4 + (index * (width - 8)) / Math.max(values.length - 1, 1);
      const up = (points) => height - 6 - (points * (height - 12)) / most;
      graph.append(name, drawing("line", { class: "target", x1: 0, x2: width, y1: up(66), y2: up(66) }));
      for (const [side, { seats }] of this.sides.entries()) {
        const points = values.map((value, index) => `${across(index)},${up(value[side] ?? 0)}`).join(" ");
        graph.append(drawing("polyline", { class: `line seat-${seats[0]}`, points }));
      }
      this.cursor = drawing("line", { class: "cursor", y1: 0, y2: height });
      graph.append(this.cursor);
      graph.addEventListener("click", (event) => {
        const box = graph.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        this.move(() => this.player.go(Math.round(share * (values.length - 1))));
      });
      this.across = across;
      this.figures.replaceChildren(graph, this.legend(), this.pointsTable(line, values));
    }
    this.cursor.setAttribute("x1", this.across(this.player.at.step));
    this.cursor.setAttribute("x2", this.across(this.player.at.step));
  }

  // The points behind every trick, each a way to its step.
  pointsTable(line, values) {
    const part = element("details", "points");
    const table = element("table");
    const head = element("tr");
    for (const name of [this.say("trickHead"), ...this.sides.map((side) => side.seats)]) head.append(Object.assign(element("th", "", name), { scope: "col" }));
    table.append(head);
    for (const [index, step] of line.entries()) {
      const named = { bonus: "lastTrick", end: "end" }[step.kind];
      if (!step.changes.taker && !named && index !== line.length - 1) continue;
      const row = element("tr");
      const go = buttonFor(() => this.move(() => this.player.go(index)), "", named ? this.say(named) : String(step.trick));
      const first = element("th");
      first.scope = "row";
      first.append(go);
      row.append(first, ...values[index].map((points) => element("td", "", String(points))));
      table.append(row);
    }
    part.append(element("summary", "", this.say("graphTable")), table);
    return part;
  }

  legend() {
    const line = element("p", "legend");
    for (const { seats, name } of this.sides) line.append(element("span", `seat-${seats[0]}`, `${seats} ${name}`));
    line.append(element("span", "target", "66"));
    return line;
  }
}

// The kinds of steps whose move does not say by itself who made it.
const NAMED = ["play", "marriage", "bonus", "written", "after"];

export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// A number that was won or paid.
export function signed(number) { return number > 0 ? `+${number}` : String(number).replace("-", "−"); }

// The card points of a side: those that count, with what unknown cards may add, and what still waits.
function counted(layout, side) {
  const { points, slack, pending } = layout;
  if (!points.length) return "";
  const most = slack[side] ? `–${points[side] + slack[side]}` : "";
  return `${points[side]}${most}${pending[side] ? ` (+${pending[side]})` : ""}`;
}

// What a step says, without its number.
function unnumbered(say) { return say.replace(/^\d+\. /, ""); }

// A line of a record in which carets below it have told the place.
function marked([line, carets]) {
  const signs = [...line];
  const start = carets.indexOf("^");
  const pre = element("pre", "excerpt");
  pre.tabIndex = 0;
  pre.append(signs.slice(0, start).join(""), element("mark", "", signs.slice(start, carets.length).join("") || " "), signs.slice(carets.length).join(""));
  return pre;
}

function take(base64) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/x-sgn" }));
  link.download = "record.sgn";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  } catch {
    // It is not remembered where the browser does not allow it.
  }
}

const KEYS = [
  ["← →", "keyStep"], ["↑ ↓", "keyTrick"], ["Home End", "keyEnds"], ["Page ↑ ↓", "keyDeals"], ["Space", "keyPlay"],
  ["+ −", "keySpeed"], ["F", "flip"], ["X", "reveal"], ["V B", "keyVariation"], ["?", "keys"],
];

customElements.define("santase-replay", SantaseReplay);
