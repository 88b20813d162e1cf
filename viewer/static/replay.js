// The replay element: plays the script of a record that stands in it as JSON.
// `Player` knows where the replay stands; `SantaseReplay` draws it. Neither knows a rule: what lies where
// behind every step has been told by the referee.

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1600; // milliseconds a step at single speed

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

  // The layout behind the step: everything that was told on the way to it.
  layout() {
    const layout = {};
    let line = this.deals[this.at.deal].steps;
    for (const [step, side] of this.at.path) {
      for (const told of line.slice(0, step)) Object.assign(layout, told.changes);
      line = line[step].lines[side];
    }
    for (const told of line.slice(0, this.at.step + 1)) Object.assign(layout, told.changes);
    return layout;
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

// Whether a trick ends with a step: what follows belongs to another, or the trick lies complete.
function ends(line, step) {
  return line[step].changes.taker != null || step === line.length - 1 || line[step + 1].kind === "end";
}

function element(name, classes = "", text = null) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== null) made.textContent = text;
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

function drawing(name, attributes) {
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

function sign(name) {
  const made = drawing("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  made.append(drawing("path", { d: SIGNS[name] }));
  return made;
}

class SantaseReplay extends HTMLElement {
  connectedCallback() {
    const script = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    this.words = script.words;
    this.names = script.names;
    this.cards = script.cards;
    this.seats = Object.keys(script.names);
    this.player = new Player(script.deals);
    this.bottom = this.seats.at(-1);
    this.covered = new Set();
    this.speed = 1;
    this.timer = null;
    this.build();
    this.listen();
    this.readPlace();
    this.draw();
    this.classList.add("is-playing-room");
  }

  disconnectedCallback() { this.pause(); }

  say(name, facts = {}) {
    return this.words[name].replace(/\{(\w+)\}/g, (all, fact) => facts[fact] ?? all);
  }

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
    this.stage.append(this.board, this.controls(), this.spoken, this.notes, this.figures);
    this.side.append(this.dealPicker(), this.moves);
    const room = element("div", "room");
    room.append(this.stage, this.side, this.help());
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
    this.pace.addEventListener("change", () => this.setSpeed(Number(this.pace.value)));
    const line = element("div", "scrub");
    line.append(this.scrubber, this.ticks, this.pace);
    const more = element("div", "more");
    const others = [["flip", () => this.flip()], ["reveal", () => this.reveal()], ["copy", () => this.copy()], ["keys", () => this.showHelp()]];
    for (const [name, act] of others) {
      const button = element("button", `more-${name}`, this.say(name));
      button.type = "button";
      button.addEventListener("click", act);
      this.buttons[name] = button;
      more.append(button);
    }
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
    const close = element("button", "", this.say("close"));
    close.type = "button";
    close.addEventListener("click", () => this.overlay.close());
    this.overlay.append(list, close);
    return this.overlay;
  }

  // Acting.

  listen() {
    this.embedded = this.hasAttribute("embedded");
    (this.embedded ? this : document).addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => { this.readPlace(); this.draw(); });
    this.board.addEventListener("wheel", (event) => {
      if (event.ctrlKey || Math.abs(event.deltaY) < 4) return;
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
      "+": () => this.setSpeed(SPEEDS[Math.min(SPEEDS.indexOf(this.speed) + 1, SPEEDS.length - 1)]),
      "-": () => this.setSpeed(SPEEDS[Math.max(SPEEDS.indexOf(this.speed) - 1, 0)]),
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
    if (this.player.at.step >= this.player.last) this.player.go(0);
    this.timer = setInterval(() => {
      this.player.next();
      if (this.player.at.step >= this.player.last) this.pause();
      this.draw();
    }, PAUSE / this.speed);
    this.draw();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    if (this.isConnected) this.draw();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.pace.value = String(speed);
    if (this.timer !== null) { clearInterval(this.timer); this.timer = null; this.start(); }
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
    if (!step) { this.spoken.textContent = this.say("nothing"); return; }
    const layout = this.player.layout();
    this.drawBoard(layout, step);
    this.drawMoves();
    this.drawNotes(step);
    this.drawFigures(layout);
    const { at, last } = this.player;
    const side = at.path.length ? `${this.say("inVariation")} ` : "";
    this.spoken.textContent = side + step.say;
    this.scrubber.max = last;
    this.scrubber.value = at.step;
    this.scrubber.setAttribute("aria-valuetext", step.say);
    this.ticks.replaceChildren(...this.player.line().flatMap((told, index) => (ends(this.player.line(), index) ? [new Option("", index)] : [])));
    this.picker.value = String(at.deal);
    for (const name of ["first", "backTrick", "back"]) this.buttons[name].disabled = at.step === 0 && !at.path.length;
    for (const name of ["next", "nextTrick", "last"]) this.buttons[name].disabled = at.step >= last;
    this.buttons.play.replaceChildren(sign(this.timer === null ? "play" : "pause"));
    const label = this.say(this.timer === null ? "play" : "pause");
    this.buttons.play.setAttribute("aria-label", label);
    this.buttons.play.title = label;
  }

  drawBoard(layout, step) {
    const order = this.order();
    const parts = order.map((seat, place) => this.drawSeat(seat, place, layout));
    this.board.dataset.seats = String(this.seats.length);
    this.board.replaceChildren(...parts, this.drawTalon(layout), this.drawTrick(layout, step));
  }

  // The seats as they sit, the one below first.
  order() {
    const start = this.seats.indexOf(this.bottom);
    return [...this.seats.slice(start), ...this.seats.slice(0, start)];
  }

  drawSeat(seat, place, layout) {
    const part = element("section", `seat place-${place}`);
    part.setAttribute("aria-label", this.names[seat]);
    const head = element("button", "name");
    head.type = "button";
    head.append(element("span", "who", this.names[seat]), element("span", "count", String(layout.points[this.seats.indexOf(seat)])));
    head.title = this.say("seatTitle");
    head.setAttribute("aria-pressed", String(!this.covered.has(seat)));
    head.addEventListener("click", () => {
      if (this.covered.has(seat)) this.covered.delete(seat);
      else this.covered.add(seat);
      this.draw();
    });
    if (layout.turn === seat && layout.taker === null) part.classList.add("in-turn");
    const hand = element("div", "hand");
    for (const card of layout[`hand ${seat}`]) hand.append(this.card(this.covered.has(seat) ? "##" : card));
    const won = element("details", "won");
    const cards = layout[`won ${seat}`];
    won.append(element("summary", "", this.say("won", { number: cards.length / this.seats.length })));
    won.open = this.opened?.has(seat) ?? false;
    won.addEventListener("toggle", () => {
      this.opened ??= new Set();
      if (won.open) this.opened.add(seat);
      else this.opened.delete(seat);
    });
    const pile = element("div", "pile");
    for (const card of cards) pile.append(this.card(card));
    won.append(pile);
    part.append(head, hand, won);
    return part;
  }

  drawTalon(layout) {
    const part = element("section", "talon");
    const closed = layout.closer !== null;
    part.setAttribute("aria-label", this.say("talon"));
    const talon = layout.talon;
    if (talon.length) {
      const pile = element("div", `stack${closed ? " closed" : ""}`);
      if (closed) pile.append(this.card("closed"));
      else {
        pile.append(this.card(talon.at(-1), "turn-up"));
        if (talon.length > 1) pile.append(this.card("back"));
      }
      part.append(pile);
    }
    const words = closed ? this.say("closedBy", { seat: layout.closer, number: talon.length }) : this.say("talonLeft", { number: talon.length });
    part.append(element("p", "", words));
    return part;
  }

  drawTrick(layout, step) {
    const part = element("section", "trick");
    part.setAttribute("aria-label", this.say("trick"));
    for (const [index, [seat, card]] of layout.trick.entries()) {
      const place = this.order().indexOf(seat);
      const holder = element("div", `played from-${place}`);
      const latest = index === layout.trick.length - 1 && step.kind === "play";
      if (layout.taker === seat) holder.classList.add("takes");
      if (latest && step.irregular) holder.classList.add("irregular");
      if (latest) holder.classList.add("latest");
      holder.append(this.card(card));
      if (latest && step.findings) holder.append(element("span", "label", step.findings.map((finding) => finding.code).join(" ")));
      part.append(holder);
    }
    if (step.kind !== "play" && step.move) part.append(element("p", "said", step.move));
    return part;
  }

  card(word, classes = "") {
    const names = { "--": "unknown", "##": "hidden" };
    const picture = names[word] ?? word;
    const svg = drawing("svg", { class: `card ${classes}`, viewBox: "0 0 100 140", role: "img" });
    const title = drawing("title", {});
    title.textContent = this.cards[picture] ?? picture;
    svg.append(title, drawing("use", { href: `#card-${picture}` }));
    return svg;
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
    for (const [index, step] of line.entries()) {
      if (!step.move) continue;
      if (step.trick !== trick) {
        trick = step.trick;
        row = element("li", "");
        row.append(element("span", "number", `${trick}.`));
        lines.push(row);
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
    }
    return lines;
  }

  mark(step, index, path) {
    const button = element("button", `move ${step.kind}`);
    button.type = "button";
    const text = step.kind === "play" || step.kind === "marriage" ? `${step.seat}: ${step.move}` : step.move;
    button.append(element("span", /[♥♦]/.test(text) ? "red" : "", text));
    for (const glyph of step.glyphs ?? []) {
      const sign = element("span", "glyph", glyph);
      sign.title = this.words.glyphs?.[glyph] ?? glyph;
      button.append(sign);
    }
    if (step.findings?.some((finding) => finding.severity === "error")) button.classList.add("wrong");
    if (step.comments) button.append(Object.assign(element("span", "has-comment", "…"), { title: step.comments.join("\n") }));
    const deal = this.player.at.deal;
    button.addEventListener("click", () => this.move(() => this.player.go(index, path, deal)));
    const words = new Player(this.player.deals);
    words.at = { deal, path, step: index };
    this.marks.set(words.words, button);
    return button;
  }

  drawNotes(step) {
    const notes = [];
    for (const finding of step.findings ?? []) {
      const note = element("div", `finding ${finding.severity}`);
      note.append(element("strong", "", finding.code), ` ${finding.message}`);
      if (finding.clause) note.append(element("small", "", finding.clause));
      note.append(element("small", "", this.say("source", { line: finding.line, column: finding.column })));
      notes.push(note);
    }
    if (step.irregular) notes.unshift(element("p", "after", this.say("afterIrregularity")));
    for (const comment of step.comments ?? []) notes.push(element("blockquote", "comment", comment));
    for (const [name, value] of step.annotations ?? []) notes.push(element("p", "annotation", `@${name} ${value}`));
    if (step.lines) {
      for (const side of step.lines.keys()) {
        const button = element("button", "enter", this.say("enter", { number: side + 1 }));
        button.type = "button";
        button.addEventListener("click", () => this.move(() => this.player.enter(side)));
        notes.push(button);
      }
    }
    if (this.player.at.path.length) {
      const button = element("button", "leave", this.say("leave"));
      button.type = "button";
      button.addEventListener("click", () => this.move(() => this.player.leave()));
      notes.push(button);
    }
    this.notes.replaceChildren(...notes);
  }

  // The points so far as a graph with a line at 66, and the same as a table.
  drawFigures(layout) {
    const line = this.player.line();
    const told = {};
    const values = line.map((step) => [...Object.assign(told, step.changes).points ?? []]);
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
      for (const [seat, letter] of this.seats.entries()) {
        const points = values.map((value, index) => `${across(index)},${up(value[seat] ?? 0)}`).join(" ");
        graph.append(drawing("polyline", { class: `line seat-${letter}`, points }));
      }
      this.cursor = drawing("line", { class: "cursor", y1: 0, y2: height });
      graph.append(this.cursor);
      graph.addEventListener("click", (event) => {
        const box = graph.getBoundingClientRect();
        const share = (event.clientX - box.left) / box.width;
        this.move(() => this.player.go(Math.round(share * (values.length - 1))));
      });
      this.across = across;
      this.figures.replaceChildren(graph, this.legend());
    }
    this.cursor.setAttribute("x1", this.across(this.player.at.step));
    this.cursor.setAttribute("x2", this.across(this.player.at.step));
  }

  legend() {
    const line = element("p", "legend");
    for (const seat of this.seats) line.append(element("span", `seat-${seat}`, `${seat} ${this.names[seat]}`));
    line.append(element("span", "target", "66"));
    return line;
  }
}

const KEYS = [
  ["← →", "keyStep"], ["↑ ↓", "keyTrick"], ["Home End", "keyEnds"], ["Page ↑ ↓", "keyDeals"], ["Space", "keyPlay"],
  ["+ −", "keySpeed"], ["F", "flip"], ["X", "reveal"], ["V B", "keyVariation"], ["?", "keys"],
];

customElements.define("santase-replay", SantaseReplay);
