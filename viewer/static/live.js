// @ts-check
// The live table: a match as the server reports it, drawn like a replay, and what its reader may do there.
// It knows no rules, and only the cards it was sent: what is legal, and why something is not, comes from the server.

import { CardTable, kept } from "./board.js";
import { SUITS, buttonFor, element, inked, sign } from "./drawing.js";
import { cards, clockWords } from "./player.js";
import { Line, byChance, forgetKey, keyOf } from "./live-line.js";
import { Desk } from "./live-desk.js";

const CUT_SECONDS = 7; // how long a result is shown before the next cut; the house waits for ten
const TICK = 200;
const LOW = 20; // seconds on a clock below which it is low
const POLL = 4_000;
const GRAVE = ["close", "out", "resign"];
const ANY_TIME = ["pause", "resume", "award", "clock", "forfeit", "abort", "leave", "decline"]; // regardless of what has happened since
const LETTERS = { spades: "s", hearts: "h", diamonds: "d", clubs: "c" };

/** Whether an action plays a card. @param {string} action */
function isCard(action) { return /^[9JQKTA][shdc]$/.test(action); }

class SantaseLive extends CardTable {
  connectedCallback() {
    const told = JSON.parse(this.querySelector("script[type='application/json']").textContent);
    this.words = told.words;
    this.cards = told.cards;
    this.letters = told.letters;
    this.seats = told.seats;
    this.sides = told.sides.map((/** @type {string} */ seat) => ({ seats: seat, name: seat }));
    this.pays = told.pays;
    this.pack = told.pack;
    this.names = Object.fromEntries(this.seats.map((/** @type {string} */ seat) => [seat, seat]));
    this.chosen = { pack: "french", palette: "two-colour", faces: "light", played: "no", ...kept() };
    this.opened = new Set();
    this.match = this.getAttribute("match");
    this.title = document.title;
    /** @type {any[]} every entry that is known, in order */
    this.trail = [];
    this.isWhole = false; // whether the history is complete as far as it is available
    this.opening = null;
    this.view = null;
    this.end = null;
    this.past = -1; // the index in the history of what is shown; -1 for the present
    this.message = [];
    this.busy = false;
    this.cutDue = 0;
    this.fairness = null;
    this.line = new Line(this.getAttribute("api"), keyOf(this.match), (event) => this.hear(event), (state, problem) => this.tell(state, problem));
    this.player = { clock: (/** @type {string} */ seat) => this.clock(seat), played: (/** @type {string} */ seat) => this.played(seat) };
    this.build();
    this.choose();
    this.listen();
    this.line.follow();
    setInterval(() => this.tick(), TICK);
  }

  /** The role of the reader: a seat, the arbiter, or a spectator. */
  get role() { return this.view?.you ?? (this.line.key ? "arbiter" : ""); }
  get isSeat() { return this.seats.includes(this.role); }
  get isLive() { return this.past < 0; }
  get shown() { return this.isLive ? this.view : this.trail[this.past].view; }
  get bottom() { return this.isSeat ? this.role : this.turned ?? this.seats.at(-1); }
  get keepsScore() { return this.role === "arbiter" && this.opening?.mode === "scorer"; }

  // Building, once.

  build() {
    this.status = element("p", "live-state");
    this.lamp = element("strong", "lamp");
    this.wire = element("span", "wire");
    this.facts = element("span", "facts");
    this.status.append(this.lamp, this.wire, this.facts);
    this.board = element("div", "board");
    this.board.setAttribute("role", "group");
    this.board.setAttribute("aria-label", this.say("table"));
    this.acts = element("div", "acts");
    this.acts.setAttribute("role", "group");
    this.acts.setAttribute("aria-label", this.say("actions"));
    this.offer = element("div", "offer");
    this.spoken = element("p", "spoken");
    this.spoken.setAttribute("aria-live", "polite");
    this.notes = element("div", "notes");
    this.moves = element("ol", "moves");
    this.moves.setAttribute("aria-label", this.say("moves"));
    this.moves.tabIndex = 0;
    this.last = element("details", "last-deal");
    this.desk = element("section", "desk");
    this.desk.hidden = true;
    this.more = element("details", "settings proposals");
    this.sure = element("dialog", "sure");
    const stage = element("div", "stage");
    stage.append(this.status, this.offer, this.board, this.acts, this.pastBar());
    const told = element("div", "told");
    told.append(this.spoken, this.notes);
    const side = element("div", "side");
    side.append(this.desk, this.moves, this.last);
    const figures = element("div", "figures");
    figures.append(this.more);
    const room = element("div", "room");
    room.append(stage, told, side, figures, this.settings(), this.sure);
    this.tabIndex = -1;
    this.append(room);
  }

  pastBar() {
    const bar = element("div", "controls past-bar");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", this.say("pastControls"));
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    /** @type {[string, () => void][]} */
    const buttons = [["first", () => this.step("first")], ["backTrick", () => this.step("backTrick")], ["back", () => this.step("back")], ["next", () => this.step("next")], ["nextTrick", () => this.step("nextTrick")]];
    for (const [name, act] of buttons) {
      const button = buttonFor(act, `act ${name}`);
      button.append(sign(name));
      button.setAttribute("aria-label", this.say(name));
      button.title = this.say(name);
      this.buttons[name] = button;
      bar.append(button);
    }
    this.buttons.live = buttonFor(() => this.toLive(), "act to-live", this.say("toLive"));
    bar.append(this.buttons.live);
    const all = element("div", "bar");
    all.append(bar);
    return all;
  }

  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("visibilitychange", () => {
      if (!this.isSeat) this.line.hold(document.hidden);
      else if (!document.hidden) this.line.hurry();
    });
    window.addEventListener("hashchange", () => { if (keyOf(this.match) !== this.line.key) location.reload(); });
    window.addEventListener("pagehide", () => this.line.hold(true));
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.line.hold(false); });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || this.sure.open) return;
    if (target.closest?.("input, textarea, select, [contenteditable]")) return;
    const inHand = target.closest?.(".hand");
    const steps = { ArrowLeft: "back", ArrowRight: "next", ArrowUp: "backTrick", ArrowDown: "nextTrick", Home: "first" };
    if (inHand && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      this.along(inHand, event.key);
    } else if (event.key in steps) {
      event.preventDefault();
      this.step(steps[event.key]);
    } else if (event.key === "End" || event.key === "Escape") {
      this.toLive();
    } else if (/^[1-9]$/.test(event.key)) {
      const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.board.querySelectorAll(".hand button"));
      buttons[Number(event.key) - 1]?.focus();
    } else if (event.key.toLowerCase() === "f" && !this.isSeat) {
      const at = this.seats.indexOf(this.bottom) + 1;
      this.turned = this.seats[at % this.seats.length];
      this.draw();
    }
  }

  /** Move the focus along a hand. @param {Element} hand @param {string} key */
  along(hand, key) {
    const all = [...hand.querySelectorAll("button")];
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key] ?? 0;
    all[(to + all.length) % all.length]?.focus();
  }

  // Receiving.

  /** @param {any} event */
  hear(event) {
    if (event.event === "end") {
      this.end = event;
      this.draw();
      if (this.isSeat) this.poll();
      return;
    }
    const before = this.view;
    const then = this.shownId;
    if (event.event === "snapshot") this.opening = event.match;
    this.take(event.view, ["act", "deal", "resume"].includes(event.entry?.kind));
    if (event.event === "snapshot") {
      this.trail = [];
      this.isWhole = event.id === 0;
      this.past = -1;
      this.name();
    } else {
      this.trail.push(event);
      if (event.fairness) this.fairness = event.fairness;
      if (event.view.last_deal) this.finished = event.view.last_deal;
    }
    if (event.view.last_deal) this.finished = event.view.last_deal;
    this.settleMessage(before);
    this.cutIfDue();
    if (then !== this.shownId || this.isLive) this.draw();
    else this.drawState();
    if (event.event === "entry") this.speak(this.sentence(event));
    if (!before) this.begin();
  }

  get shownId() { return this.isLive ? this.view?.version : this.trail[this.past].id; }

  /** @param {any} view @param {boolean} isNew whether the time of whoever is to act begins with it */
  take(view, isNew) {
    this.view = view;
    this.base = view.clock && { ...view.clock, at: performance.now() + (isNew ? this.opening.clock.delay : 0) };
  }

  begin() {
    if (this.role === "arbiter") this.bench = new Desk(this, this.desk);
    this.draw();
    if (this.isSeat && this.board.querySelector(".hand button")) this.focusHand();
    if (this.view.deal && this.view.number > 1) this.recall();
  }

  /** The result of the previous deal, if it was over before this page was loaded. */
  async recall() {
    const { status, said } = await this.line.ask("/record");
    const deal = status === 200 && said.deals.at(-1);
    if (!deal || this.finished) return;
    this.finished = { talon: [], card_points: {}, score: {}, ...deal, ...deal.result };
    this.drawLast();
  }

  name() {
    for (const [place, name] of this.opening.names.entries()) if (name) this.names[this.seats[place]] = name;
    for (const [at, side] of this.sides.entries()) {
      const partners = this.seats.filter((/** @type {string} */ _, /** @type {number} */ place) => place % this.sides.length === at);
      side.seats = partners.join("");
      side.name = partners.map((/** @type {string} */ seat) => this.names[seat]).join(" & ");
    }
    const players = this.seats.map((/** @type {string} */ seat) => this.names[seat]).join(" – ");
    const heading = document.querySelector("h1");
    if (heading) heading.textContent = players;
    this.title = `${players} · Santase`;
  }

  /** The explanation of an illegal card is shown until something happens. @param {any} before */
  settleMessage(before) { if (before?.version !== this.view.version) this.message = []; }

  /** @param {string} state @param {any} [problem] */
  tell(state, problem) {
    this.connection = state;
    if (state === "barred") {
      const button = buttonFor(() => { forgetKey(this.match); location.replace(location.pathname); }, "", this.say("forget"));
      const said = problem?.code === "bad-key" ? this.say("badKey") : problem?.detail ?? "";
      this.notes.replaceChildren(element("p", "finding error", said), ...(this.line.key ? [button] : []));
      this.speak(said);
    }
    this.drawState();
    if (state === "lost") this.speak(this.say("lost"));
  }

  // After the end the stream is silent; whether there will be another match has to be polled.
  poll() {
    setTimeout(async () => {
      if (!this.isConnected || this.view.rematch) return;
      if (!document.hidden) {
        const { status, said } = await this.line.ask("");
        if (status === 200 && said.view.version !== this.view.version) {
          this.take(said.view, false);
          this.draw();
        }
      }
      this.poll();
    }, POLL);
  }

  // Acting.

  /** Send a request to the table, and show why if it is refused. @param {any} request */
  async ask(request) {
    if (this.busy) return false;
    this.busy = true;
    this.message = [];
    this.drawBusy();
    const { status, said } = await this.line.act({ version: ANY_TIME.includes(request.do) ? undefined : this.view.version, ...request });
    if (status === 200) await this.reached(said.receipt.version);
    this.busy = false;
    if (status === 200) {
      this.drawBusy();
      return true;
    }
    this.refuse(said);
    return false;
  }

  /** Wait until the stream has reached a version, or for a while. @param {number} version */
  async reached(version) {
    for (let times = 0; this.view.version < version && times < 150; times += 1) await new Promise((go) => { setTimeout(go, 20); });
  }

  /** @param {any} said */
  refuse(said) {
    const wrong = said.errors?.map((/** @type {any} */ error) => error.detail).join(" ");
    const ruling = said.ruling ?? { says: wrong || said.detail || this.say("unsent"), code: "", clause: null };
    this.showRuling(ruling, "");
    this.drawBusy();
  }

  /** @param {any} ruling @param {string} about */
  showRuling(ruling, about) {
    this.message = ruling.code ? [this.drawRuling(ruling, "error")] : [];
    this.drawNotes();
    this.speak(`${about}${ruling.says}`);
  }

  /** Why something is not possible now. @param {string} action */
  async why(action) {
    const { status, said } = await this.line.ask(`/why?action=${encodeURIComponent(action)}`);
    if (status !== 200 || !said.ruling) return;
    this.showRuling(said.ruling, `${this.say("notNow")} ${this.cards[action] ?? ""}. `);
  }

  /** @param {string} action */
  async do(action) {
    if (GRAVE.includes(action) && !await this.isSure(this.actionWords(action))) return;
    await this.ask({ action });
  }

  /** Ask for confirmation. @param {string} what @returns {Promise<boolean>} */
  isSure(what) {
    const { sure } = this;
    return new Promise((answer) => {
      const yes = buttonFor(() => sure.close("yes"), "grave", this.say("yes"));
      const no = buttonFor(() => sure.close("no"), "", this.say("no"));
      const row = element("div", "row");
      row.append(yes, no);
      sure.returnValue = "no";
      sure.setAttribute("aria-label", what);
      sure.replaceChildren(element("p", "", what), element("p", "hint", this.say("sure")), row);
      sure.addEventListener("close", () => answer(sure.returnValue === "yes"), { once: true });
      sure.showModal();
    });
  }

  // Cutting.

  cutIfDue() {
    const { view } = this;
    const due = this.isSeat && view.commitment && !view.ending && !view.cut_by.includes(this.role);
    if (!due) this.cutDue = 0;
    else if (!this.cutDue) this.cutDue = performance.now() + (view.last_deal ? CUT_SECONDS * 1000 : 0);
    if (due && !view.last_deal) this.cut();
  }

  /** Add the player's text, or a random one, to the shuffle; retry if others were faster. */
  async cut() {
    const text = this.cutText || byChance(20).replaceAll("-", "+");
    this.cutDue = 0;
    for (let again = 0; again < 4; again += 1) {
      const { status, said } = await this.line.act({ do: "cut", cut: text });
      if (status === 200 || status === 0) break;
      if (status !== 409) {
        if (said.errors) this.refuse(said);
        break;
      }
    }
    this.cutText = "";
  }

  // The clocks.

  /** What the clock of a seat shows, in seconds. @param {string} seat */
  clock(seat) {
    const { clock } = this.shown;
    if (!clock) return undefined;
    if (!this.isLive) return clock.left[seat] / 1000;
    const runs = this.base.running === seat ? Math.max(0, performance.now() - this.base.at) : 0;
    return Math.max(0, this.base.left[seat] - runs) / 1000;
  }

  tick() {
    if (!this.view) return;
    if (this.cutDue && this.view.last_deal) {
      const left = Math.ceil((this.cutDue - performance.now()) / 1000);
      if (left <= 0) this.cut();
      else if (this.nextButton) this.nextButton.textContent = this.say("nextDealIn", { seconds: left });
    }
    if (!this.view.clock || !this.isLive) return;
    for (const part of this.board.querySelectorAll(".seat")) {
      const seat = /** @type {HTMLElement} */ (part).dataset.seat ?? "";
      const shown = part.querySelector(".clock");
      const seconds = this.clock(seat);
      if (!shown || seconds === undefined) continue;
      const words = clockWords(Math.ceil(seconds));
      if (shown.textContent !== words) shown.textContent = words;
      shown.classList.toggle("low", seconds < LOW);
      shown.classList.toggle("runs", this.base.running === seat);
    }
  }

  // Words.

  /** @param {string} text */
  speak(text) { this.spoken.replaceChildren(...inked("span", "", text).childNodes); }

  /** The label of an action on its button. @param {string} action */
  actionWords(action) {
    if (isCard(action)) return this.cards[action];
    if (/^[24]0/.test(action)) return this.say("marriage", { marriage: `${action.slice(0, 2)} ${SUITS[action.at(-1)]}` });
    return this.say(action);
  }

  /** An action of a seat in words. @param {string} seat @param {string} action */
  deedWords(seat, action) {
    const did = isCard(action) ? this.cards[action] : /^[24]0/.test(action) ? `${action.slice(0, 2)} ${SUITS[action.at(-1)]}` : this.say(`did ${action}`);
    return `${this.names[seat] ?? seat}: ${did}`;
  }

  /** An event in words, with its number, so that no two are alike. @param {any} event */
  sentence(event) {
    const { entry, view } = event;
    const by = this.names[entry.by] ?? this.say(entry.by === "house" ? "house" : this.keepsScore ? "scorer" : "arbiter");
    /** @type {Record<string, () => string>} */
    const told = {
      act: () => this.deedWords(entry.seat ?? entry.by, entry.action),
      deal: () => this.say("did deal", { number: view.number }),
      settle: () => this.say("did settle"),
      leave: () => this.say("did leave", { name: by }),
      pause: () => this.say("did pause"),
      resume: () => this.say("did resume"),
      correct: () => this.say("did correct"),
      award: () => this.say("did award", { name: this.sideName(entry.seat), points: entry.points }),
      offer: () => this.say("proposes", { name: by, what: this.offerWords({ ...entry }) }),
      accept: () => this.say("did accept", { name: by }),
      decline: () => this.say("did decline", { name: by }),
    };
    const said = [told[entry.kind]?.() ?? ""];
    for (const ruling of event.rulings) said.push(`${ruling.code}: ${ruling.says}`);
    if (view.last_deal && entry.kind !== "commit" && entry.kind !== "cut") said.push(...this.resultWords(view.last_deal));
    if (view.ending) said.push(this.endWords(view));
    else if (view.deal && view.deal.turn === this.role && !view.paused) said.push(`${this.say("yourTurn")}.`);
    const words = said.filter(Boolean).join(" · ");
    return words ? `${event.id}. ${words}` : this.spoken.textContent;
  }

  /** The name of a side by its first seat. @param {string | null} seat */
  sideName(seat) { return this.sides.find((side) => seat && side.seats.includes(seat))?.name ?? this.names[seat ?? ""] ?? ""; }

  /** @param {any} offer */
  offerWords(offer) {
    const what = this.say(`offer ${offer.offer}`);
    if (offer.offer !== "agree") return what;
    return `${what}: ${offer.seat ? this.say("resultOf", { name: this.sideName(offer.seat), points: offer.points }) : this.say("drawn")}`;
  }

  /** The result of a deal in words. @param {any} deal */
  resultWords(deal) {
    const won = deal.winner ? `${this.sideName(deal.winner)} +${deal.game_points}` : this.say("nobody");
    return [won, this.say(`reason ${deal.reason}`)];
  }

  /** @param {any} view */
  endWords(view) {
    const who = view.winner ? this.say("wins", { name: this.sideName(view.winner) }) : this.say("noWinner");
    return `${who}. ${this.say(`ending ${view.ending}`)}`;
  }

  // History.

  /** Load the complete history, as far as it is available. */
  async know() {
    if (this.isWhole || !this.view) return;
    this.isWhole = true;
    const here = this.isLive ? -1 : this.trail[this.past].id;
    const found = await this.line.before(this.view.version);
    const first = this.trail[0]?.id ?? Infinity;
    this.trail = [...found.filter((event) => event.id < first), ...this.trail];
    this.past = here < 0 ? -1 : this.trail.findIndex((event) => event.id === here);
    this.bench?.draw();
  }

  /** @param {string} how */
  async step(how) {
    await this.know();
    const places = this.trail.flatMap((event, place) => (event.view.deal || event.view.last_deal ? [place] : []));
    if (!places.length) return;
    const now = this.isLive ? places.length - 1 : places.indexOf(this.past);
    const tricks = (/** @type {number} */ at) => this.tricksOf(this.trail[places[at]].view);
    let to = { first: 0, back: now - 1, next: now + 1 }[how] ?? now;
    if (how === "backTrick") while (to > 0 && (to === now || tricks(to) === tricks(now))) to -= 1;
    if (how === "nextTrick") while (to < places.length && tricks(to) === tricks(now)) to += 1;
    if (to >= places.length - 1 && how !== "back" && how !== "backTrick" && how !== "first") this.toLive();
    else this.toPast(places[Math.max(0, to)]);
  }

  /** @param {any} view */
  tricksOf(view) {
    const done = view.deal?.done ?? view.last_deal?.done ?? [];
    return `${view.number} ${view.deal ? Math.floor(done.filter((/** @type {any} */ each) => isCard(each.action)).length / this.seats.length) : "end"}`;
  }

  /** @param {number} place */
  toPast(place) {
    this.past = place;
    this.draw();
    this.speak(`${this.lamp.textContent} · ${this.sentence(this.trail[place])}`);
  }

  toLive() {
    if (this.isLive) return;
    this.past = -1;
    this.draw();
    this.speak(this.say("live"));
  }

  /** The index in the history of an action of the shown deal. @param {number} count how many had been done */
  placeOf(count) {
    const { number } = this.shown;
    return this.trail.findLastIndex((event) => event.view.number === number && event.view.deal?.done.length === count);
  }

  // Drawing.

  /** Where everything is, for drawing the table. @param {any} view */
  layout(view) {
    const { deal } = view;
    const plays = deal.done.filter((/** @type {any} */ each) => isCard(each.action));
    const open = deal.table.length > 0;
    const size = this.seats.length;
    const complete = plays.length - deal.table.length;
    const trick = open ? deal.table.map((/** @type {any} */ each) => `${each.seat}:${each.card}`) : plays.slice(-size).map((/** @type {any} */ each) => `${each.seat}:${each.action}`);
    const side = (/** @type {Record<string, number>} */ by) => this.sides.map((each) => by[each.seats[0]] ?? 0);
    /** @type {Record<string, any>} */
    const layout = {
      turn: deal.turn,
      trick: trick.join(" "),
      taker: !open && plays.length ? deal.leader : "",
      points: side(deal.points),
      slack: this.sides.map(() => 0),
      pending: side(deal.waiting),
      talon: [...Array(Math.max(0, deal.talon - 1)).fill("##"), ...(deal.talon ? [deal.turn_up ?? "--"] : [])].join(" "),
      closer: deal.closed_by ?? "",
      twice: "",
      announced: deal.done.filter((/** @type {any} */ each) => /^[24]0/.test(each.action)).map((/** @type {any} */ each) => `${each.seat}:${each.action}`).join(" "),
    };
    for (const seat of this.seats) {
      const isOwn = seat === this.role && deal.hand.length === deal.held[seat];
      layout[`hand ${seat}`] = (isOwn ? deal.hand : Array(deal.held[seat]).fill("##")).join(" ");
      layout[`won ${seat}`] = "";
    }
    for (let at = 0; at < complete; at += size) {
      const taker = plays[at + size]?.seat ?? deal.leader;
      layout[`won ${taker}`] = `${layout[`won ${taker}`]} ${plays.slice(at, at + size).map((/** @type {any} */ each) => each.action).join(" ")}`.trim();
    }
    return layout;
  }

  /** @param {string} seat */
  played(seat) {
    const done = this.shown.deal?.done ?? [];
    return done.filter((/** @type {any} */ each) => each.seat === seat && isCard(each.action)).map((/** @type {any} */ each) => each.action);
  }

  get trumps() {
    const deal = this.shown.deal;
    return { trump: deal ? LETTERS[deal.trumps] ?? "" : "", turn_up: deal?.turn_up ?? "" };
  }

  drawName() { return element("div"); }

  /** @param {string} seat @param {any} layout */
  drawHand(seat, layout) {
    const hand = cards(layout[`hand ${seat}`]);
    const { deal } = this.shown;
    const isMine = seat === this.role && this.isLive && deal;
    if (!isMine) return hand.map((card) => this.card(card === "##" ? "back" : card));
    return hand.map((card) => {
      const may = deal.legal.includes(card) && !this.view.paused;
      const button = buttonFor(() => (may ? this.do(card) : this.why(card)), `play ${may ? "may" : "may-not"}`);
      button.append(this.card(card));
      button.dataset.action = card;
      button.setAttribute("aria-label", this.cards[card]);
      if (!may) button.setAttribute("aria-disabled", "true");
      return button;
    });
  }

  draw() {
    if (!this.view) return;
    const focused = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    const wasInHand = focused?.closest(".hand, .acts");
    const action = focused?.dataset.action;
    const view = this.shown;
    this.drawState();
    if (view.deal) {
      const last = view.deal.done.at(-1);
      const isPlay = last && isCard(last.action);
      const step = { kind: "act", card: isPlay ? last.action : undefined, seat: last?.seat, move: last && !isPlay ? this.deedWords(last.seat, last.action) : undefined };
      this.drawBoard(this.layout(view), step);
    } else this.drawBetween(view);
    for (const part of this.board.querySelectorAll(".seat")) {
      const isNext = view.deal?.turn === /** @type {HTMLElement} */ (part).dataset.seat && !view.ending;
      part.classList.toggle("in-turn", isNext);
    }
    this.board.classList.toggle("of-past", !this.isLive);
    this.drawActs();
    this.drawOffer();
    this.drawMore();
    this.drawMoves();
    this.drawNotes();
    this.drawLast();
    this.bench?.draw();
    this.tick();
    const isIdle = document.activeElement === this || document.activeElement === document.body;
    if (wasInHand && !focused?.isConnected) this.focusAgain(action);
    else if (isIdle && this.isSeat && this.isLive && view.deal?.turn === this.role) this.focusHand();
  }

  /** @param {string} [action] */
  focusAgain(action) {
    const again = action && this.querySelector(`[data-action="${action}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    else this.focusHand();
  }

  focusHand() {
    const first = this.board.querySelector(".hand button.may") ?? this.acts.querySelector("button") ?? this.board.querySelector(".hand button");
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
    else this.focus({ preventScroll: true });
  }

  drawState() {
    const { view } = this;
    const connection = String(this.connection ?? "connecting");
    this.wire.textContent = this.say(connection === "barred" ? "closed" : connection);
    this.status.className = `live-state is-${connection}`;
    if (!view) return;
    const shown = this.shown;
    const late = this.role === "" && this.opening?.delay ? ` (${this.say("late", { seconds: this.opening.delay / 1000 })})` : "";
    const plays = (shown.deal ?? shown.last_deal)?.done.filter((/** @type {any} */ each) => isCard(each.action)).length ?? 0;
    const trick = Math.max(1, Math.ceil(plays / this.seats.length));
    const behind = this.isLive ? 0 : view.version - this.trail[this.past].id;
    this.lamp.textContent = this.isLive ? this.say("live") + late : this.say("past", { deal: shown.number, trick, number: behind });
    this.status.classList.toggle("is-past", !this.isLive);
    const facts = [];
    const who = { "": "watching", arbiter: this.keepsScore ? "scoring" : "arbitrating" }[this.role];
    facts.push(who ? this.say(who) : this.say("playingAs", { name: this.names[this.role] }));
    if (shown.number && this.isLive) facts.push(this.say("deal", { number: shown.number }));
    if (shown.deal?.trumps) facts.push(this.say("trump", { suit: SUITS[LETTERS[shown.deal.trumps]] }));
    facts.push(this.scoreWords(this.sides.map((side) => shown.score[side.seats[0]])));
    this.facts.replaceChildren(...facts.map((fact) => inked("span", "", fact)));
    for (const name of ["next", "nextTrick", "live"]) this.buttons[name].disabled = this.isLive;
    this.buttons.live.hidden = this.isLive;
    const myTurn = this.isSeat && view.deal?.turn === this.role && !view.paused && !view.ending;
    document.title = myTurn ? `● ${this.say("yourTurn")} · ${this.title}` : this.title;
  }

  /** Between two deals: the result of the last one, or what the table waits for. @param {any} view */
  drawBetween(view) {
    const part = element("section", "between");
    if (view.last_deal) part.append(this.resultCard(view.last_deal));
    else part.append(element("p", "waits", this.waitWords(view)));
    this.board.dataset.seats = "0";
    this.board.classList.remove("ended");
    this.board.replaceChildren(part);
  }

  /** What the table waits for. @param {any} view */
  waitWords(view) {
    if (view.ending) return "";
    if (view.paused) return this.say(view.number ? "paused" : "waitsStart");
    return this.say(this.opening.dealing === "fair" ? "dealing" : "byHand");
  }

  /** The result of a deal, with all of its cards. @param {any} deal */
  resultCard(deal) {
    const card = element("div", "result-card");
    const [won, reason] = this.resultWords(deal);
    card.append(element("p", "winner", won), inked("p", "", reason));
    const points = this.sides.map((side) => `${side.name} ${deal.card_points[side.seats[0]]}`).join(" · ");
    card.append(element("p", "totals", this.say("cardPoints", { points })));
    const score = this.sides.map((side) => deal.score[side.seats[0]]);
    card.append(element("p", "score", this.scoreWords(score)));
    const open = element("div", "open-cards");
    open.setAttribute("role", "group");
    open.setAttribute("aria-label", this.say("asDealt"));
    const rows = [...Object.entries(deal.hands).map(([seat, hand]) => [this.names[seat], hand]), [this.say("talon"), deal.talon]];
    for (const [name, all] of rows) {
      if (!all.length) continue;
      const row = element("div", "open-row");
      const pile = element("div", "pile");
      for (const each of all) pile.append(this.card(each));
      row.append(element("span", "", name), pile);
      open.append(row);
    }
    card.append(open);
    const fair = this.fairness?.deal === deal.number ? this.fairness : null;
    if (fair) {
      const how = element("details", "fair");
      const cuts = fair.cuts.map((/** @type {string} */ cut, /** @type {number} */ seat) => `${this.seats[seat]} ${cut || "–"}`).join(", ");
      how.append(element("summary", "", this.say("shuffle")), element("p", "", this.say("commitment", { digest: fair.commitment })), element("p", "", this.say("seed", { digest: fair.seed })), element("p", "", this.say("cuts", { cuts })));
      card.append(how);
    }
    const links = element("p", "links");
    const ruling = this.getAttribute("ruling");
    const late = this.role !== "" && this.opening?.delay;
    if (ruling && !late) {
      links.append(Object.assign(element("a", "", this.say("ruling")), { href: ruling.replace("/0/", `/${deal.number}/`) }));
      links.append(" ", Object.assign(element("a", "", this.say("replayAll")), { href: `${this.getAttribute("replay")}#d${deal.number}s0` }));
      card.append(links);
    }
    return card;
  }

  // What the seat can do besides playing a card.
  drawActs() {
    /** @type {HTMLElement[]} */
    const made = [];
    this.nextButton = null;
    const { view } = this;
    if (view.ending && this.isLive) {
      made.push(element("p", "turn-words ending", this.endWords(view)));
    } else if (this.isSeat && this.isLive) {
      const { deal } = view;
      const isDue = view.commitment && !view.cut_by.includes(this.role) && !view.ending;
      if (deal && !view.paused) {
        const label = element("p", "turn-words", deal.turn === this.role ? this.say("yourTurn") : this.say("turnOf", { name: this.names[deal.turn] }));
        made.push(label);
        if (deal.phase === "last claim") made.push(buttonFor(() => this.ask({ do: "settle" }), "deed", this.say("settle")));
        for (const action of deal.legal.filter((/** @type {string} */ each) => !isCard(each))) {
          const button = buttonFor(() => this.do(action), `deed ${GRAVE.includes(action) ? "grave" : ""}`);
          button.append(...inked("span", "", this.actionWords(action)).childNodes);
          button.dataset.action = action;
          made.push(button);
        }
      } else if (isDue && view.last_deal) {
        this.nextButton = buttonFor(() => this.cut(), "deed next", this.say("nextDeal"));
        made.push(this.nextButton, this.cutField());
      } else if (view.paused) made.push(element("p", "turn-words", this.waitWords(view)));
    } else if (this.isLive && view.deal) {
      made.push(element("p", "turn-words", view.paused ? this.say("paused") : this.say("turnOf", { name: this.names[view.deal.turn] })));
    }
    this.acts.replaceChildren(...made);
    this.drawBusy();
  }

  drawBusy() {
    for (const button of this.querySelectorAll(".acts button, .hand button, .offer button")) /** @type {HTMLElement} */ (button).classList.toggle("waits", this.busy);
    this.board.setAttribute("aria-busy", String(this.busy));
  }

  cutField() {
    const label = element("label", "cut");
    const field = element("input");
    Object.assign(field, { maxLength: 64, value: this.cutText ?? "", spellcheck: false, autocomplete: "off" });
    field.addEventListener("input", () => { this.cutText = field.value; this.cutDue = performance.now() + CUT_SECONDS * 1000; });
    field.addEventListener("keydown", (event) => { if (event.key === "Enter") this.cut(); });
    label.append(element("span", "", this.say("cut")), field, element("small", "", this.say("cutHint")));
    return label;
  }

  drawOffer() {
    const { offer } = this.view;
    this.offer.hidden = !offer || !this.isSeat;
    if (!offer || !this.isSeat) {
      this.offer.replaceChildren();
      return;
    }
    const what = this.offerWords(offer);
    const isMine = offer.by === this.role;
    const said = isMine ? this.say("proposed", { what }) : this.say("proposes", { name: this.names[offer.by], what });
    const row = element("div", "row");
    if (!isMine && !offer.accepted.includes(this.role)) row.append(buttonFor(() => this.ask({ do: "accept" }), "deed next", this.say("accept")));
    row.append(buttonFor(() => this.ask({ do: "decline" }), "deed", this.say(isMine ? "withdraw" : "decline")));
    this.offer.replaceChildren(element("p", "", said), row);
  }

  // Proposals, and how to end a deal or a match early.
  drawMore() {
    const { view } = this;
    const key = `${view.ending} ${Boolean(view.deal)} ${Boolean(view.offer)} ${view.rematch} ${Boolean(view.deal?.done.length)} ${view.score && view.number}`;
    this.more.hidden = !this.isSeat;
    if (!this.isSeat || this.mored === key) return;
    this.mored = key;
    const row = element("div", "row");
    const add = (/** @type {string} */ words, /** @type {() => void} */ act, classes = "deed") => row.append(buttonFor(act, classes, words));
    const propose = (/** @type {any} */ offer) => this.ask({ do: "offer", ...offer });
    if (view.ending) {
      if (view.rematch) {
        row.append(element("p", "", this.say("rematchAgreed")), Object.assign(element("a", "", this.say("openAnother")), { href: this.anotherMatch() }));
      } else if (!view.offer) add(this.say("offer rematch"), () => propose({ offer: "rematch" }));
    } else {
      if (view.deal && !view.offer) {
        add(this.say("offer takeback"), () => this.takeBack());
        row.append(this.agreement(propose));
      }
      if (!view.offer) add(this.say("offer abort"), () => propose({ offer: "abort" }));
      if (view.deal) add(this.say("resign"), () => this.do("resign"), "deed grave");
      add(this.say("leave"), async () => { if (await this.isSure(this.say("leave"))) this.ask({ do: "leave" }); }, "deed grave");
    }
    this.more.replaceChildren(element("summary", "", this.say("offers")), row);
    if (view.ending) this.more.open = true;
  }

  /** @param {(offer: any) => void} propose */
  agreement(propose) {
    const form = element("form", "agreement");
    const who = element("select");
    who.append(...this.sides.map((side) => new Option(side.name, side.seats[0])), new Option(this.say("drawn"), ""));
    who.setAttribute("aria-label", this.say("winner"));
    const points = element("input");
    Object.assign(points, { type: "number", min: 1, max: 99, value: 1 });
    points.setAttribute("aria-label", this.say("points"));
    const send = element("button", "deed", this.say("propose"));
    form.append(element("span", "", this.say("offer agree")), who, points, send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      propose(who.value ? { offer: "agree", seat: who.value, points: Number(points.value) } : { offer: "agree", seat: null });
    });
    return form;
  }

  anotherMatch() {
    return `${this.match}/next#${this.line.key}`;
  }

  /** Versions to which the current deal can go back, each before an action. */
  marks() {
    /** @type {{ version: number, event: any }[]} */
    let marks = [];
    let before = null;
    for (const event of this.trail) {
      const { entry, view } = event;
      if (entry.kind === "deal") marks = [];
      else if (entry.kind === "act" || entry.kind === "settle") marks.push({ version: event.id - 1, event });
      else if (entry.kind === "correct") marks = marks.filter((mark) => mark.version < entry.to);
      else if (entry.kind === "accept" && before?.offer && !view.offer) {
        const { offer } = before;
        if (offer.offer === "takeback") marks = marks.filter((mark) => mark.version < offer.to);
        if (offer.offer === "agree") marks.push({ version: event.id - 1, event });
      }
      if (!view.deal && this.opening.mode === "strict") marks = [];
      before = view;
    }
    return marks;
  }

  async takeBack() {
    await this.know();
    const mine = this.marks().findLast((mark) => mark.event.entry.by === this.role);
    if (mine) await this.ask({ do: "offer", offer: "takeback", to: mine.version });
  }

  drawMoves() {
    const deal = this.shown.deal ?? this.shown.last_deal;
    const rows = [];
    let trick = 0;
    let plays = 0;
    let row = null;
    for (const [index, each] of (deal?.done ?? []).entries()) {
      const now = Math.floor(plays / this.seats.length) + 1;
      if (now !== trick || !row) {
        trick = now;
        row = element("span", "made");
        row.append(element("span", "number", `${trick}.`));
        const item = element("li");
        item.append(row);
        rows.push(item);
      }
      plays += Number(isCard(each.action));
      row.append(this.move(each, index + 1));
    }
    this.moves.replaceChildren(...rows);
    this.moves.hidden = !rows.length;
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  /** @param {{ seat: string, action: string }} done @param {number} count */
  move(done, count) {
    const { seat, action } = done;
    const word = isCard(action) ? `${this.letters[action[0]]}${SUITS[action[1]]}` : /^[24]0/.test(action) ? `${action.slice(0, 2)}${SUITS[action.at(-1)]}` : this.say(`did ${action}`);
    const button = buttonFor(async () => {
      await this.know();
      const place = this.placeOf(count);
      if (place >= 0) this.toPast(place);
    }, "move");
    button.append(...inked("span", "", `${seat}: ${word}`).childNodes);
    return button;
  }

  drawNotes() {
    if (this.connection === "barred") return;
    const notes = [...this.message];
    const event = this.isLive ? this.trail.at(-1) : this.trail[this.past];
    for (const ruling of event?.rulings ?? []) notes.push(this.drawRuling(ruling));
    this.notes.replaceChildren(...notes);
  }

  /** @param {any} ruling */
  drawRuling(ruling, classes = "") {
    const note = element("div", `finding ${classes}`);
    const said = element("p");
    said.append(element("strong", "", ruling.code), " ", inked("span", "", ruling.says));
    note.append(said);
    if (ruling.clause) note.append(inked("small", "", ruling.clause));
    return note;
  }

  drawLast() {
    const deal = this.finished;
    const isWanted = deal && this.shown.deal;
    this.last.hidden = !isWanted;
    if (!isWanted || this.lastDrawn === deal.number) return;
    this.lastDrawn = deal.number;
    this.last.open = false;
    this.last.replaceChildren(element("summary", "", `${this.say("lastDeal")}: ${this.resultWords(deal)[0]}`), this.resultCard(deal));
  }
}

customElements.define("santase-live", SantaseLive);
