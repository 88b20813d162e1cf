// The replay element: plays the script of a record, which it contains as JSON. It knows no rules: the layout after
// every step comes from the referee.

import { CardTable, keep, kept } from "./board.js";
import { SUITS, buttonFor, element, renew, sign } from "./drawing.js";
import { Graph } from "./graph.js";
import { moveCards, placesOf, travelsOf } from "./motion.js";
import { Book } from "./moves.js";
import { notesOf } from "./notes.js";
import { Player, cards, ends, sure, time } from "./player.js";

const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1600; // milliseconds per step at normal speed
const AS_PLAYED = "clock";
const SETTLED = 300; // milliseconds without a step after which the address is updated
const TURN = 100; // pixels of the wheel per step
const UNASKED = { seat: "", spoken: "", draw() {} }; // what players can know, until somebody asks

export class SantaseReplay extends CardTable {
  connectedCallback() {
    const { deals, ...script } = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    Object.assign(this, script);
    this.seats = Object.keys(script.names);
    this.player = new Player(deals);
    this.opened = new Set();
    this.timer = this.worth = null;
    this.chosen = { ...this.usual, ...kept() };
    this.recall();
    this.build();
    this.choose();
    this.listen();
    this.readPlace();
    this.linkLanguages();
    this.draw();
  }

  // The look that is shown until somebody chooses another.
  get usual() { return { pack: "french", palette: "two-colour", faces: "light", played: "yes" }; }

  disconnectedCallback() {
    this.pause();
    this.worth?.leave();
  }

  // The last settings of the table: who sat below, which hands were hidden, and the speed.
  recall() {
    const { below, hidden, speed } = this.chosen;
    this.bottom = this.seats[below] ?? this.seats.at(-1);
    const others = this.seats.filter((seat) => seat !== this.bottom);
    this.covered = new Set(hidden === "all" ? this.seats : hidden === "others" ? others : []);
    this.speed = SPEEDS.includes(speed) ? speed : 1;
  }

  remember() {
    const hidden = this.covered.size === this.seats.length ? "all" : this.covered.size && !this.covered.has(this.bottom) ? "others" : "none";
    Object.assign(this.chosen, { below: this.seats.indexOf(this.bottom), hidden, speed: this.speed });
    keep(this.chosen);
  }

  // Building, once; this replaces what the server has drawn.

  build() {
    const stage = element("div", "stage");
    this.board = element("div", "board");
    this.board.setAttribute("role", "group");
    this.board.setAttribute("aria-label", this.say("table"));
    this.board.setAttribute("aria-description", this.say("arrows"));
    stage.append(this.board);
    this.notes = element("div", "notes");
    this.book = new Book(this, this.notes);
    this.graph = new Graph(this);
    this.knowledge = UNASKED;
    this.spoken = element("p", "spoken");
    this.spoken.setAttribute("aria-live", "polite");
    this.facts = element("p", "facts");
    this.strip = element("div", "deals");
    this.strip.setAttribute("role", "group");
    this.strip.setAttribute("aria-label", this.say("dealLabel"));
    this.strip.setAttribute("aria-keyshortcuts", "PageUp PageDown");
    this.dealStrip();
    this.side = element("div", "side");
    this.side.append(this.facts, this.strip, this.book.list, this.spoken, this.graph.figures, this.controls());
    this.room = element("div", this.seats.length > 2 ? "room of-many" : "room");
    this.room.append(stage, this.side);
    const under = element("div", "under");
    under.append(this.more(), this.settings(), this.graph.table);
    this.tabIndex = -1;
    this.querySelector(".room")?.remove();
    this.append(this.room, under, this.help());
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
      ["next", () => this.move(() => this.player.on())],
      ["nextTrick", () => this.move(() => this.player.nextTrick())],
      ["last", () => this.toEnd()],
    ];
    this.buttons = {};
    for (const [name, act] of [...buttons, ...this.views()]) {
      const button = buttonFor(act, `act ${name}`);
      button.append(sign(name));
      button.setAttribute("aria-label", this.say(name));
      button.title = this.say(name);
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
    for (const speed of SPEEDS) this.pace.append(new Option(`×${speed}`, String(speed)));
    const steps = this.player.deals.flatMap((deal) => deal.steps);
    if (steps.some((step) => (time(step, "clk") ?? time(step, "emt")) !== undefined)) {
      this.pace.append(new Option(this.say("asPlayed"), AS_PLAYED));
    }
    this.pace.value = String(this.speed);
    this.pace.addEventListener("change", () => this.setSpeed(Number(this.pace.value) || AS_PLAYED));
    const line = element("div", "scrub");
    line.append(this.scrubber, this.ticks, this.pace);
    this.bar = element("div", "bar");
    this.bar.append(bar, line);
    return this.bar;
  }

  // The buttons that change the view of the table.
  views() {
    const views = [["flip", () => this.flip()], ["reveal", () => this.reveal()]];
    return this.canTell ? [...views, ["know", () => this.know()]] : views;
  }

  // Rarely used parts, below the table.
  more() {
    const more = element("div", "more");
    for (const [name, act] of [["copy", () => this.copy()], ["keys", () => this.showHelp()]]) {
      more.append(this.buttons[name] = buttonFor(act, `more-${name}`, this.say(name)));
    }
    const record = document.querySelector("script#record");
    if (record) more.append(buttonFor(() => take(record.textContent), "more-take", this.say("take")));
    if (this.hasAttribute("ruling")) more.append(this.ruling = element("a", "more-ruling", this.say("ruling")));
    if (this.ruling) {
      more.append(this.asks = element("a", "more-asks", this.say("ask")));
      for (const part of [this.asks, this.board]) part.addEventListener("click", (event) => this.askAbout(event));
    }
    if (this.hasAttribute("picture")) more.append(this.picture = element("a", "more-picture", this.say("picture")));
    return more;
  }

  // Questions about the step, or about a card of the trick: a separate part.
  async askAbout(event) {
    const asked = event.target.closest("a, .trick [data-card]");
    if (!asked || event.ctrlKey || event.metaKey || this.player.at.path.length) return;
    event.preventDefault();
    // @ts-expect-error this script is served a folder above the others
    const { askBelow } = await import("./static/pointing.js");
    askBelow(this, asked.dataset.card);
  }

  // The deals with their results; one with an error is marked.
  dealStrip() {
    this.chips = this.player.deals.map((deal, index) => {
      const chip = buttonFor(() => this.move(() => this.player.toDeal(index)), "chip");
      const won = deal.winner ? `${this.seats.length === 2 ? this.names[deal.winner[0]].slice(0, 1) || deal.winner : this.sides.length > 2 ? this.called(deal.winner) : deal.winner} +${deal.game_points}` : "–";
      const isFaulty = this.player.faultIn(index);
      chip.classList.toggle("faulty", isFaulty);
      chip.append(element("b", "", String(deal.number)), element("span", "", isFaulty ? `${won} !` : won));
      const name = [this.say("deal", { number: deal.number }), deal.answer, isFaulty ? this.say("faulty") : ""].filter(Boolean).join(". ");
      chip.title = name;
      return chip;
    });
    const hasFocus = this.strip.contains(document.activeElement);
    this.strip.replaceChildren(...this.chips);
    this.markDeal(hasFocus);
  }

  // The strip of deals is one stop of the Tab key, which follows the deal that is shown.
  markDeal(hasFocus = this.chips.includes(document.activeElement)) {
    const { deal } = this.player.at;
    for (const [index, chip] of this.chips.entries()) {
      chip.tabIndex = index === deal ? 0 : -1;
      if (index === deal) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
    if (hasFocus) this.chips[deal].focus({ preventScroll: true });
  }

  help() {
    this.overlay = element("dialog", "keys");
    this.overlay.append(element("h2", "", this.say("keys")));
    const list = element("dl");
    for (const [keys, name, of] of KEYS) {
      if (of && !this.buttons[of]) continue;
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
    window.addEventListener("hashchange", () => { clearTimeout(this.telling); this.readPlace(); this.draw(); });
    let turned = 0;
    this.scrubber.addEventListener("wheel", (event) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < TURN) return;
      this.move(() => (turned > 0 ? this.player.next() : this.player.back()));
      turned = 0;
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
    const act = this.keyActs()[name.length === 1 ? name.toLowerCase() : name];
    if (!act || (name === " " && onButton)) return;
    event.preventDefault();
    act();
  }

  keyActs() {
    const player = this.player;
    return {
      ArrowRight: () => this.move(() => player.on()),
      ArrowLeft: () => this.move(() => player.back()),
      ArrowDown: () => this.move(() => player.nextTrick()),
      ArrowUp: () => this.move(() => player.backTrick()),
      "Shift+ArrowRight": () => this.move(() => player.nextTrick()),
      "Shift+ArrowLeft": () => this.move(() => player.backTrick()),
      Home: () => this.move(() => player.go(0)),
      End: () => this.toEnd(),
      PageDown: () => this.move(() => player.toDeal(player.at.deal + 1)),
      PageUp: () => this.move(() => player.toDeal(player.at.deal - 1)),
      " ": () => this.toggle(),
      "+": () => this.hasten(1),
      "-": () => this.hasten(-1),
      f: () => this.flip(),
      x: () => this.reveal(),
      k: () => this.know(),
      v: () => this.player.step?.lines && this.move(() => player.enter(0)),
      b: () => player.at.path.length && this.move(() => player.leave()),
      n: () => this.move(() => player.seek(isFault)),
      m: () => this.move(() => player.seek((step) => Boolean(step.comments))),
      "?": () => this.showHelp(),
    };
  }

  move(act) {
    act();
    this.draw();
    this.tellPlace();
  }

  toEnd() { this.move(() => this.player.go(this.player.last)); }

  toggle() { if (this.timer === null) this.start(); else this.pause(); }

  start() {
    if (!this.player.deals.some((deal) => deal.steps.length)) return;
    if (this.player.isAtEnd) this.move(() => this.player.go(0, [], 0));
    this.wait();
    this.draw();
  }

  // The next step after a while, and so on to the end of the match; the result of a deal is shown longer.
  wait() {
    const played = this.speed === AS_PLAYED && this.player.pace !== undefined;
    const tempo = PAUSE / (this.speed === AS_PLAYED ? 1 : this.speed);
    const pause = played ? this.player.pace * 1000 : this.player.at.step >= this.player.last ? 2 * tempo : tempo;
    this.timer = setTimeout(() => this.move(() => {
      this.player.on();
      if (this.player.isAtEnd) this.timer = null;
      else this.wait();
    }), pause);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.isConnected) this.draw();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.pace.value = String(speed);
    this.remember();
    if (this.timer !== null) { clearTimeout(this.timer); this.wait(); }
  }

  // Changes the speed by some levels, starting from 1 if it plays in real time.
  hasten(by) {
    const place = SPEEDS.indexOf(this.speed === AS_PLAYED ? 1 : this.speed) + by;
    this.setSpeed(SPEEDS[Math.min(Math.max(place, 0), SPEEDS.length - 1)]);
  }

  flip() {
    this.bottom = this.seats[(this.seats.indexOf(this.bottom) + 1) % this.seats.length];
    this.remember();
    this.turnedView();
  }

  // All hands, then each seat's own, then none.
  reveal() {
    if (this.covered.size === 0) this.covered = new Set(this.seats.filter((seat) => seat !== this.bottom));
    else if (this.covered.size < this.seats.length) this.covered = new Set(this.seats);
    else this.covered.clear();
    this.remember();
    this.turnedView();
  }

  // What the seat below can know, then the next seat, then all hands as before.
  async know() {
    if (!this.canTell) return;
    await this.learn();
    if (this.knowledge === UNASKED) return;
    this.knowledge.turn();
    this.turnedView();
  }

  // Whether this page can show what a seat can know at all.
  get canTell() { return Boolean(this.getAttribute("knowledge")) || this.player.deals.some((deal) => deal.known); }

  // What players can know: a separate part, loaded once when somebody asks.
  learn() {
    // @ts-expect-error this script is served a folder above the others
    this.learning ??= import("./static/knowledge.js").then(({ Knowledge }) => {
      this.knowledge = new Knowledge(this);
      this.book.list.after(this.knowledge.panel);
    }).catch(() => {
      this.learning = null;
      this.speak(this.say("notFetched"));
    });
    return this.learning;
  }

  // The point of view has changed: draw it, and update the address.
  turnedView() {
    this.draw();
    this.tellPlace();
  }

  // Whether the cards of a hand are hidden in the present view.
  isCovered(seat) { return this.knowledge.seat ? seat !== this.knowledge.seat : this.covered.has(seat); }

  showHelp() { this.overlay.showModal(); }

  choose() {
    super.choose();
    this.book?.clear();
    this.graph?.clear();
  }

  get link() {
    const view = this.covered.size ? `h${[...this.covered].sort().join("")}` : "";
    const knows = this.knowledge.seat && `k${this.knowledge.seat}`;
    return `${location.href.split("#")[0]}#${this.player.words}b${this.bottom}${view}${knows}`;
  }

  // The address shows the position once nobody has stepped for a while; so do the links to the other languages.
  tellPlace() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      history.replaceState(history.state, "", this.link);
      this.linkLanguages();
    }, SETTLED);
  }

  linkLanguages() { for (const link of document.querySelectorAll(".languages a")) /** @type {HTMLAnchorElement} */ (link).hash = location.hash; }

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
    const found = /^#(d\d+s[\dv.]+)(?:b([A-D]))?(?:h([A-D]+))?(?:k([A-D]))?$/.exec(location.hash);
    if (!found || !this.player.read(found[1])) return;
    if (this.seats.includes(found[2])) this.bottom = found[2];
    this.covered = new Set([...(found[3] ?? "")].filter((seat) => this.seats.includes(seat)));
    const knows = this.canTell && this.seats.includes(found[4]) ? found[4] : "";
    if (knows && this.knowledge === UNASKED) this.learn().then(() => { this.knowledge.show?.(knows); this.draw(); });
    else if (this.knowledge !== UNASKED) this.knowledge.show(knows);
  }

  // Drawing: the layout is changed first and measured afterwards, so that the browser computes it only once.

  draw() {
    const step = this.hearsay(this.player.step);
    const focused = this.contains(document.activeElement) ? document.activeElement : null;
    const before = placesOf(this.board);
    this.drawFacts();
    this.markDeal();
    this.knowledge.draw();
    this.drawView();
    if (step) this.drawStep(step);
    else this.drawNothing();
    const travels = step ? travelsOf(this.board, before) : [];
    const scrolls = [this.chipScroll(this.chips[this.player.at.deal]), this.book.scroll()];
    for (const [list, top, left] of scrolls.filter(Boolean)) list.scrollTo({ top, left, behavior: "instant" });
    moveCards(this.board, travels);
    this.keepFocus(focused);
  }

  // A step as those hear of it whose view is shown: they do not see what another lays away.
  hearsay(step) {
    if (step?.kind !== "discard" || !this.isCovered(step.seat)) return step;
    const move = this.say("laysAway", { seat: this.short[step.seat] });
    return { ...step, move, say: `${step.say.split(" ")[0]} ${move}.` };
  }

  // Which view of the cards is shown, on the buttons.
  drawView() {
    const { seat } = this.knowledge;
    this.book.list.hidden = Boolean(seat);
    this.buttons.know?.setAttribute("aria-pressed", String(Boolean(seat)));
    if (this.buttons.reveal) this.buttons.reveal.disabled = Boolean(seat);
  }

  drawStep(step) {
    this.layBoard(this.player.layout(), step);
    this.drawWorth();
    renew(this.notes, notesOf(this, step));
    this.graph.draw();
    const { at, last } = this.player;
    const line = this.player.line();
    this.speakStep([at.path.length ? this.say("inVariation") : "", step.say, this.worth?.spoken, this.knowledge.spoken].filter(Boolean).join(" "));
    this.scrubber.max = last;
    this.scrubber.value = at.step;
    this.scrubber.setAttribute("aria-valuetext", this.written(step.say));
    if (this.ticked !== line) {
      this.ticked = line;
      this.ticks.replaceChildren(...line.flatMap((_, index) => (ends(line, index) ? [new Option("", index)] : [])));
    }
    for (const name of ["first", "backTrick", "back"]) this.buttons[name].disabled = at.step === 0 && !at.path.length;
    for (const name of ["nextTrick", "last"]) this.buttons[name].disabled = at.step >= last;
    this.buttons.next.disabled = at.path.length ? at.step >= last : this.player.isAtEnd;
    this.buttons.play.disabled = false;
    renew(this.buttons.play, [sign(this.timer === null ? "play" : "pause")]);
    const label = this.say(this.timer === null ? "play" : "pause");
    this.buttons.play.setAttribute("aria-label", label);
    this.buttons.play.title = label;
    this.book.draw();
  }

  speakStep(text) { this.speak(text); }

  // Announces text to screen readers, and shows it.
  speak(text) { this.spoken.replaceChildren(...this.inked("span", "", text).childNodes); }

  // The keyboard focus stays where it was, or moves to the replay if its element is gone or disabled.
  keepFocus(focused) {
    if (!focused || (focused.isConnected && !focused.disabled)) return;
    const { seat, known, knows } = focused.dataset;
    const chosen = knows && this.knowledge.head.querySelector(`[data-knows="${knows}"]`);
    const again = seat ? this.board.querySelector(`.name[data-seat="${seat}"]`) : known ? this.knowledge.list.querySelector(`[data-known="${known}"]`) : null;
    (chosen || again || this).focus({ preventScroll: true });
  }

  // The worth of the deal with best play: a separate part, loaded once after drawing has finished.
  drawWorth() {
    if (this.worth) this.worth.draw();
    // @ts-expect-error this script is served a folder above the others
    else if (this.hasAttribute("worth")) import("./static/worth.js").then(({ Worth }) => { this.worth ??= new Worth(this); this.worth.draw(); });
  }

  // A deal whose play could not be judged: its findings and its comments.
  drawNothing() {
    const deal = this.player.deals[this.player.at.deal];
    for (const part of [this.board, this.ticks]) part.replaceChildren();
    this.ticked = null;
    this.book.clear();
    this.graph.clear();
    this.worth?.draw();
    this.spoken.textContent = this.say("nothing");
    renew(this.notes, notesOf(this, deal));
    this.scrubber.max = 0;
    for (const name of ["first", "backTrick", "back", "nextTrick", "last"]) this.buttons[name].disabled = true;
    this.buttons.next.disabled = this.player.isAtEnd;
  }

  // The step that is marked in the list of moves.
  get markedStep() { return this.player.at.step; }

  // The name of a seat, which shows or hides its hand.
  drawName(seat) {
    const head = element("button");
    head.type = "button";
    head.dataset.seat = seat;
    head.title = this.knowledge.seat ? this.say("knows", { seat: this.names[seat] }) : this.say("seatTitle");
    head.setAttribute("aria-pressed", String(!this.isCovered(seat)));
    head.addEventListener("click", () => {
      if (this.knowledge.seat) {
        this.knowledge.show(seat);
        this.turnedView();
        return;
      }
      if (this.covered.has(seat)) this.covered.delete(seat);
      else this.covered.add(seat);
      this.remember();
      this.turnedView();
    });
    return head;
  }

  drawHand(seat, layout, step) {
    const hand = cards(layout[`hand ${seat}`]);
    if (this.isCovered(seat)) {
      const known = this.knowledge.seat ? this.knowledge.held(seat).slice(0, hand.length) : [];
      return [...known.map((card) => this.ghost(card)), ...hand.slice(known.length).map(() => this.card("##"))];
    }
    const allowed = cards(step.allowed_cards);
    const twice = cards(layout.twice);
    const suit = step.kind === "marriage" && step.seat === seat ? SUITS_BY_SIGN[step.move.at(-1)] : "";
    const shown = suit ? [`K${suit}`, `Q${suit}`] : [];
    const look = (card) => allowed.includes(card) ? "allowed" : twice.includes(card) ? "twice" : shown.includes(card) ? "announces" : "";
    return hand.map((card) => this.card(card, look(sure(card))));
  }

  // A card that must be in a hand as far as is known, without being visible.
  ghost(card) {
    const made = this.card(card, "must-be");
    made.querySelector("title").textContent = this.say("ghost", { card: this.titles[card] });
    return made;
  }

  // The short name of a side or a seat, by its letters.
  called(letters) { return this.sides.find(({ seats }) => seats === letters)?.short ?? this.together(letters).short; }

  get trumps() { return this.player.deals[this.player.at.deal]; }

  // Only the strip of deals scrolls, never the page.
  chipScroll({ offsetLeft, offsetWidth, parentElement: strip }) {
    const { scrollLeft, clientWidth } = strip;
    const isInView = offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth;
    return isInView ? null : [strip, 0, offsetLeft - (clientWidth - offsetWidth) / 2];
  }

  // The game points of the players, in their order at the table, and the target.
  drawScore() {
    if (!this.stand.length || this.seats.length > 2) return [];
    const part = element("div", "stand");
    const order = this.order().reverse();
    part.setAttribute("role", "group");
    for (const seat of order) {
      const line = element("p");
      line.append(element("span", "who", this.short[seat]), element("b", "", String(this.stand[this.sideOf(seat)])));
      part.append(line);
    }
    if (this.target) part.append(element("p", "target", this.say("upTo", { target: this.target })));
    return [part];
  }

  // The rule that decides the worth of a deal, and the link to its ruling, which quotes its source.
  drawGrounds() {
    const deal = this.player.deals[this.player.at.deal];
    const grounds = deal.clause !== undefined && !this.player.at.path.length ? [element("small", "clause", this.clauses[deal.clause])] : [];
    if (this.ruling) grounds.push(Object.assign(element("a", "to-ruling", this.say("ruling")), { href: this.ruling.href }));
    return grounds;
  }

  // The number of the deal, trumps, and the game points of the match.
  drawFacts() {
    const { deals, at, last } = this.player;
    const deal = deals[at.deal];
    const ended = !at.path.length && at.step >= last;
    const score = Object.values((ended ? deal : deals[at.deal - 1])?.score ?? {});
    const facts = [`${this.say("deal", { number: deal.number })}/${deals.length}`];
    if (deal.contract) facts.push(deal.contract);
    else if (deal.trump) facts.push(this.say("trump", { suit: SUITS[deal.trump] }));
    if (Object.keys(deal.score).length) facts.push(this.scoreWords(score.length ? score : this.sides.map(() => 0)));
    renew(this.facts, facts.map((fact) => this.inked("span", fact === deal.contract ? "contract" : "", fact)));
    this.stand = score.length || !Object.keys(deal.score).length ? score : this.sides.map(() => 0);
    if (this.ruling) this.ruling.href = this.getAttribute("ruling").replace("/0/", `/${deal.number}/`);
    if (this.asks) Object.assign(this.asks, { href: this.ruling.href.replace("/ruling", "/questions"), hidden: at.path.length });
    if (!this.picture) return;
    this.picture.hidden = at.path.length > 0 || !this.player.step;
    const hidden = this.seats.filter((seat) => this.isCovered(seat));
    const seen = { b: this.bottom, h: hidden.sort().join(""), pack: this.chosen.pack, palette: this.chosen.palette };
    const address = this.getAttribute("picture").replace("/deals/0/steps/0.", `/deals/${deal.number}/steps/${at.step}.`);
    this.picture.href = `${address}?${new URLSearchParams(Object.entries(seen).filter(([, value]) => value))}`;
  }
}

const SUITS_BY_SIGN = Object.fromEntries(Object.entries(SUITS).map(([letter, sign]) => [sign, letter]));

// Whether a step has an error or another finding.
function isFault(step) { return Boolean(step.findings?.some((finding) => finding.severity === "error")); }

function take(base64) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/x-sgn" }));
  link.download = "record.sgn";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const KEYS = [
  ["← →", "keyStep"], ["↑ ↓", "keyTrick"], ["Home End", "keyEnds"], ["Page ↑ ↓", "keyDeals"], ["Space", "keyPlay"],
  ["+ −", "keySpeed"], ["F", "flip"], ["X", "reveal", "reveal"], ["K", "keyKnow", "know"], ["V B", "keyVariation"], ["N", "keyFault"], ["M", "keyComment"], ["?", "keys"],
];

customElements.define("santase-replay", SantaseReplay);
