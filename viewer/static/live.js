// @ts-check
// The live table: the replay's, with a match as the server reports it, and what its reader may do there. It knows no
// rules, and only the cards it was sent: what is legal, and why something is not, comes from the server.

import { SUITS, buttonFor, element, inked } from "./drawing.js";
import { Course, cardOf, isCall, isCard, isMarriage, isSaidBefore } from "./live-course.js";
import { isSure, saidWord, sayingForm } from "./entry.js";
import { Desk, link } from "./live-desk.js";
import { Line, ask, byChance, forgetKey, keyOf } from "./live-line.js";
import { cards, clockWords } from "./player.js";
import { SantaseReplay } from "./replay.js";

const CUT_SECONDS = 7; // how long a result is shown before the next cut; the house waits for ten
const TICK = 200;
const LOW = 20; // seconds on a clock below which it is low
const POLL = 4_000;
const GRAVE = ["close", "out", "resign"];
const ANY_TIME = ["call", "answer", "pause", "resume", "award", "clock", "forfeit", "abort", "leave", "decline", "confirm"]; // regardless of what has happened since

class SantaseLive extends SantaseReplay {
  connectedCallback() {
    this.match = this.getAttribute("match");
    this.title = document.title;
    /** @type {any[]} every entry that is known, in order */
    this.trail = [];
    this.isWhole = false; // whether the history is complete as far as it is available
    this.opening = null;
    this.view = null;
    this.end = null;
    /** @type {HTMLElement[]} */
    this.message = [];
    this.busy = false;
    this.cutDue = 0;
    this.fairness = null;
    /** @type {Map<string, HTMLElement>} */
    this.playButtons = new Map();
    this.line = new Line(this.getAttribute("api"), keyOf(this.match), (event) => this.hear(event), (state, problem) => this.tell(state, problem));
    super.connectedCallback();
    this.line.follow();
    setInterval(() => this.tick(), TICK);
  }

  /** The role of the reader: a seat, the arbiter, or a spectator. */
  get role() { return this.view?.you ?? (this.line.key ? "arbiter" : ""); }
  get isSeat() { return this.seats.includes(this.role); }
  get keepsScore() { return this.role === "arbiter" && this.opening?.mode === "scorer"; }
  /** Whether the present is shown: the last step of the last deal. */
  get isLive() { return this.player.isAtEnd; }
  /** The view of the table that is shown. */
  get shown() { return (!this.isLive && this.player.step?.view) || this.view; }

  // Building, once.

  build() {
    this.course = new Course(this);
    this.player.deals = this.course.deals;
    this.player.clock = (/** @type {string} */ seat) => this.clock(seat);
    super.build();
    this.lamp = element("strong", "lamp");
    this.wire = element("span", "wire");
    this.wire.setAttribute("role", "status");
    this.status = element("p", "live-state");
    this.status.append(this.lamp, this.wire, this.facts);
    this.acts = element("div", "acts");
    this.acts.setAttribute("role", "group");
    this.acts.setAttribute("aria-label", this.say("actions"));
    this.offer = element("div", "offer");
    this.offer.hidden = true;
    this.callsOpen = element("div", "calls-open");
    this.desk = element("section", "desk");
    this.desk.hidden = true;
    this.side.prepend(this.acts, this.offer, this.callsOpen, this.status);
    this.strip.after(this.desk);
    this.sure = element("dialog", "sure");
    this.append(this.sure);
    const { last } = this.buttons;
    last.title = this.say("toLive");
    last.setAttribute("aria-label", this.say("toLive"));
  }

  get usual() { return { ...super.usual, played: "no" }; }

  views() { return [["flip", () => this.flip()]]; }

  /** Below the table: proposals, and the last deal. */
  more() {
    this.last = element("details", "last-deal");
    this.proposals = element("details", "settings proposals");
    this.elsewhere = element("details", "settings");
    this.elsewhere.hidden = true;
    this.cutting = element("div", "cutting");
    const more = element("div", "more");
    more.append(this.buttons.keys = buttonFor(() => this.showHelp(), "more-keys", this.say("keys")), this.proposals, this.elsewhere, this.cutting, this.last);
    return more;
  }

  listen() {
    super.listen();
    document.addEventListener("visibilitychange", () => {
      if (!this.isSeat) this.line.hold(document.hidden);
      else if (!document.hidden) this.line.hurry();
    });
    window.addEventListener("hashchange", () => { if (keyOf(this.match) !== this.line.key) location.reload(); });
    window.addEventListener("pagehide", () => this.line.hold(true));
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.line.hold(false); });
  }

  // The fragment of the address is the key: it does not tell the step.
  readPlace() {}
  tellPlace() {}
  linkLanguages() {}

  /** @param {KeyboardEvent} event */
  key(event) {
    const hand = /** @type {HTMLElement} */ (event.target).closest?.(".hand");
    if (this.sure.open || (hand && event.key === " ")) return;
    if (hand && !event.ctrlKey && !event.metaKey && !event.altKey && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      this.along(hand, event.key);
    } else super.key(event);
  }

  keyActs() {
    const buttons = () => /** @type {HTMLElement[]} */ ([...this.board.querySelectorAll(".hand button")]);
    const focus = Object.fromEntries([..."123456789"].map((digit) => [digit, () => buttons()[Number(digit) - 1]?.focus()]));
    return { ...super.keyActs(), ...focus, Escape: () => this.toEnd(), f: () => !this.isSeat && this.flip(), x: () => {} };
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
    if (event.event === "snapshot") this.opening = event.match;
    this.take(event.view, ["act", "deal", "resume"].includes(event.entry?.kind));
    if (before?.version !== event.view.version) this.message = [];
    if (event.entry?.kind === "sit") this.name();
    if (event.event === "snapshot") {
      this.trail = [];
      this.isWhole = event.id === 0;
      this.name();
      this.course = new Course(this);
    } else this.note(event);
    this.follow(() => this.course.take(event.view, event));
    this.cutIfDue();
    this.draw();
    if (event.event === "entry") this.speak(this.sentence(event));
    if (!before) this.begin();
  }

  /** Keep an event of the past. @param {any} event */
  note(event) {
    this.trail.push(event);
    if (event.fairness) this.fairness = event.fairness;
    if (event.view.last_deal) this.finished = event.view.last_deal;
  }

  /** Let the course go on; whoever looks at the present sees the new one. @param {() => void} go */
  follow(go) {
    const { deals, at } = this.player;
    const isLive = this.isLive || !deals.length;
    const number = deals[at.deal]?.number;
    go();
    this.player.deals = this.course.deals;
    const place = this.course.deals.findIndex((deal) => deal.number === number);
    if (isLive || place < 0) this.player.at = { deal: this.course.deals.length - 1, path: [], step: this.course.deals.at(-1).steps.length - 1 };
    else this.player.go(at.step, [], place);
    this.book.clear();
    this.graph.clear();
    this.dealStrip();
  }

  /** @param {any} view @param {boolean} isNew whether the time of whoever is to act begins with it */
  take(view, isNew) {
    this.view = view;
    this.base = view.clock && { ...view.clock, at: performance.now() + (isNew ? this.opening.clock.delay : 0) };
  }

  begin() {
    if (this.role === "arbiter") this.bench = new Desk(this, this.desk);
    if (this.isSeat) {
      this.bottom = this.role;
      this.elsewhere.append(element("summary", "", this.say("elsewhere")));
      this.elsewhere.addEventListener("toggle", () => this.elsewhere.append(link(this.address(this.line.key), this.say("playingAs", { name: this.names[this.role] }), this, true)), { once: true });
      this.elsewhere.hidden = !this.line.key;
    }
    this.buttons.flip.hidden = this.isSeat;
    this.draw();
    if (this.isSeat && this.board.querySelector(".hand button")) this.focusHand();
    if (this.view.deal?.done.length || this.view.last_deal || this.view.number > 1) this.know();
  }

  name() {
    const { persons = {} } = this.view;
    for (const [place, name] of this.opening.names.entries()) if (name) this.names[this.seats[place]] = name;
    Object.assign(this.names, persons);
    const isGuest = (/** @type {string} */ seat) => this.opening.identifies && !persons[seat] && ![seat, this.say("aGuest")].includes(this.names[seat]) && !this.opening.programs?.[this.seats.indexOf(seat)];
    const shown = (/** @type {string} */ seat) => isGuest(seat) ? this.say("guest", { name: this.names[seat] }) : this.names[seat];
    const first = Object.values(this.names).map((name) => name.split(" ")[0]);
    const isClear = new Set(first).size === first.length && first.every((name) => name.length > 1 || this.seats.includes(name));
    for (const [place, seat] of this.seats.entries()) this.short[seat] = isClear ? first[place] : this.names[seat];
    for (const side of this.sides) {
      const all = [...side.seats];
      side.name = all.map((seat) => this.names[seat]).join(" & ");
      side.short = all.map((seat) => this.short[seat]).join("/");
    }
    const players = this.sides.map((side) => side.name).join(" – ");
    const heading = document.querySelector("h1");
    if (heading) heading.textContent = this.sides.map((side) => [...side.seats].map(shown).join(" & ")).join(" – ");
    this.title = `${players} · Santase`;
  }

  /** @param {string} state @param {any} [problem] */
  tell(state, problem) {
    this.connection = this.line?.isUnsent && state === "connected" ? "unsent" : state;
    if (state === "barred") {
      const button = buttonFor(() => { forgetKey(this.match); location.replace(location.pathname); }, "deed", this.say("forget"));
      const said = problem?.code === "bad-key" ? this.say("badKey") : problem?.detail ?? "";
      this.message = [element("p", "finding error", said), ...(this.line.key ? [button] : [])];
      this.notes.replaceChildren(...this.message);
      this.speak(said);
    }
    this.drawState();
    if (state === "lost" || state === "unsent") this.speak(this.say(state));
  }

  // After the end the stream is silent; whether there will be another match has to be polled.
  poll() {
    setTimeout(async () => {
      if (!this.isConnected || this.view.rematch) return;
      if (!document.hidden) await this.refresh();
      this.poll();
    }, POLL);
  }

  async refresh() {
    const { status, said } = await this.line.ask("");
    if (status !== 200 || said.view.version === this.view.version) return;
    this.take(said.view, false);
    this.draw();
  }

  // Acting.

  /** Send a request to the table, and show why if it is refused. @param {any} request */
  async ask(request) {
    if (this.busy) return false;
    this.busy = true;
    this.message = [];
    this.drawBusy();
    const isTimeless = this.view.ending || ANY_TIME.includes(request.do); // after the end only rematches and confirmations are left
    const { status, said } = await this.line.act({ version: isTimeless ? undefined : this.view.version, ...request });
    if (status === 200) await (this.view.ending ? this.refresh() : this.reached(said.receipt.version));
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
    this.draw();
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

  /** @param {string} what */
  isSure(what) { return isSure(this, what); }

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
    const clock = this.shown?.clock;
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

  /** The label of an action on its button. @param {string} action */
  actionWords(action) {
    if (isCard(action)) return this.cards[cardOf(action)] ?? this.cards.back;
    if (isMarriage(action)) return this.say("marriage", { marriage: this.marriageWord(action) });
    return this.saidWord("do", action);
  }

  /** An action of a seat in words. @param {string} seat @param {string} action */
  deedWords(seat, action) {
    const did = isCard(action) ? this.cards[cardOf(action)] ?? this.cards.back : isMarriage(action) ? this.marriageWord(action) : this.saidWord("did", action);
    return `${this.names[seat] ?? seat}: ${did}`;
  }

  /** What is said besides a card and a marriage; before the first lead with a suit, a card or a contract.
   * @param {"do" | "did"} how @param {string} action */
  saidWord(how, action) { return saidWord(this, how, action); }

  /** A card as it is written in the list; in brackets where it lay face down. @param {string} action */
  cardWord(action) {
    return action.replace(/([97JQKTA])([shdc])/, (_, rank, suit) => `${this.letters[rank]}${SUITS[suit]}`).replace("##", "?");
  }

  /** A marriage as it is written in the list. @param {string} action */
  marriageWord(action) { return `${action.slice(0, 2)} ${SUITS[action.at(-1)]}`; }

  /** An event in words, with its number, so that no two are alike. @param {any} event */
  sentence(event) {
    const { entry, view } = event;
    const by = this.names[entry.by] ?? this.say(entry.by === "house" ? "house" : this.keepsScore ? "scorer" : "arbiter");
    /** @type {Record<string, () => string>} */
    const told = {
      act: () => this.deedWords(entry.seat ?? entry.by, entry.action),
      deal: () => this.say("did deal", { number: view.number }),
      settle: () => this.say("did settle"),
      sit: () => this.say("did sit", { name: entry.name }),
      leave: () => this.say("did leave", { name: by }),
      pause: () => this.say("did pause"),
      resume: () => this.say("did resume"),
      correct: () => this.say("did correct"),
      award: () => this.say("did award", { name: this.sideName(entry.seat), points: entry.points }),
      offer: () => this.say("proposes", { name: by, what: this.offerWords({ ...entry }) }),
      accept: () => this.say("did accept", { name: by }),
      decline: () => this.say("did decline", { name: by }),
      call: () => this.say("callsArbiter", { name: by }),
      answer: () => this.say("answered", { name: this.names[entry.seat] }),
    };
    const said = [told[entry.kind]?.() ?? ""];
    if (entry.kind === "answer" && entry.reason) said.push(entry.reason);
    for (const ruling of event.rulings) said.push(`${ruling.code}: ${ruling.says}`);
    if (view.last_deal && entry.kind !== "commit" && entry.kind !== "cut") said.push(...this.resultWords(view.last_deal));
    if (view.ending) said.push(this.endWords(view));
    else if (view.deal && view.deal.turn === this.role && !view.paused) said.push(`${this.say("yourTurn")}.`);
    const words = said.filter(Boolean).join(" · ");
    return words ? `${event.id}. ${words}` : this.spoken.textContent;
  }

  /** What a side is called in sentences, by its first seat, or of several that have won together. @param {string | null} seat */
  sideName(seat) { return seat ? (this.sides.find((side) => side.seats.includes(seat)) ?? this.together(seat)).short : ""; }

  /** @param {any} offer */
  offerWords(offer) {
    const what = this.say(`offer ${offer.offer}`);
    if (offer.offer !== "agree") return what;
    return `${what}: ${offer.seat ? this.wins(this.sideName(offer.seat), offer.points) : this.say("winsNone")}`;
  }

  /** Who wins a deal, and why. @param {any} deal */
  resultWords(deal) {
    const won = deal.winner ? this.wins(this.sideName(deal.winner), deal.game_points) : this.say("nobody");
    return [won, this.reasonWords(deal)];
  }

  /** Why a deal ended as it did: one under a contract has the name of that as its reason. @param {any} deal */
  reasonWords({ reason, winner }) {
    if (this.words[`reason ${reason}`]) return this.say(`reason ${reason}`, { name: this.sideName(winner) });
    const name = reason.replace(/-failed$/, "");
    return this.say(name === reason ? "made" : "notMade", { contract: this.contracts[name] ?? name });
  }

  /** @param {any} view */
  endWords(view) {
    const score = this.sides.map((side) => view.score[side.seats[0]]).join("–");
    if (view.winner && view.ending === "played") return this.say("winsAt", { name: this.sideName(view.winner), score });
    const who = view.winner ? this.say("wins", { name: this.sideName(view.winner) }) : this.say("noWinner");
    return `${who}. ${this.say(`ending ${view.ending}`)}`;
  }

  // History.

  /** Load the complete history, as far as it is available. */
  async know() {
    if (this.isWhole || !this.view) return;
    this.isWhole = true;
    const found = await this.line.before(this.view.version);
    const first = this.trail[0]?.id ?? Infinity;
    const later = this.trail;
    this.trail = [];
    this.follow(() => {
      this.course = new Course(this);
      for (const event of [...found.filter((event) => event.id < first), ...later]) {
        this.note(event);
        this.course.take(event.view, event);
      }
    });
    this.draw();
  }

  toEnd() {
    if (this.isLive) return;
    if (this.timer !== null) this.pause();
    this.move(() => this.player.go(Infinity, [], this.player.deals.length - 1));
    this.speak(this.say("live"));
  }

  drawName() { return element("div"); }

  /** @param {string} seat @param {any} layout */
  drawHand(seat, layout) {
    const hand = cards(layout[`hand ${seat}`]);
    const { deal } = this.view;
    const isMine = seat === this.role && this.isLive && deal;
    if (!isMine) return hand.map((card) => this.card(card === "##" ? "back" : card));
    return hand.map((card) => card === "##" ? this.card("back") : this.playButton(card, deal.legal.includes(card) && !this.view.paused));
  }

  /** The button of a card in the hand: the same as long as it lies there. @param {string} card @param {boolean} may */
  playButton(card, may) {
    const name = `${this.chosen.pack} ${card}`;
    const button = this.playButtons.get(name) ?? buttonFor(() => (button.ariaDisabled ? this.why(card) : this.do(card)), "");
    if (!this.playButtons.has(name)) {
      this.playButtons.set(name, button);
      button.append(this.card(card));
      button.dataset.action = card;
      button.setAttribute("aria-label", this.cards[card]);
    }
    button.className = `play ${may ? "may" : "may-not"}`;
    button.ariaDisabled = may ? null : "true";
    return button;
  }

  /** The focus of an action in the hand or beside it is kept by `draw`. @param {HTMLElement | null} focused */
  keepFocus(focused) { if (!focused?.dataset.action) super.keepFocus(focused); }

  draw() {
    if (!this.view) return;
    const focused = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    const wasInHand = focused?.closest(".hand, .acts");
    const action = focused?.dataset.action;
    super.draw();
    this.board.classList.toggle("of-past", !this.isLive);
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.board.querySelectorAll(".seat"))) part.classList.toggle("in-turn", this.shown.deal?.turn === part.dataset.seat && !this.view.ending);
    this.drawActs();
    this.drawOffer();
    this.drawCalls();
    this.drawInvitation();
    this.drawMore();
    this.drawLast();
    this.bench?.draw();
    this.tick();
    const isIdle = document.activeElement === this || document.activeElement === document.body;
    if (wasInHand && !focused?.isConnected) this.focusAgain(action);
    else if (isIdle && this.isSeat && this.isLive && this.view.deal?.turn === this.role) this.focusHand();
  }

  /** @param {any} step */
  drawStep(step) {
    super.drawStep(step);
    this.buttons.last.disabled = this.isLive;
    if (this.message.length) this.notes.prepend(...this.message);
  }

  /** What a step says is spoken only if it is in the past. @param {string} text */
  speakStep(text) { if (!this.isLive) this.speak(`${this.lamp.textContent} · ${text}`); }

  /** What happens in the middle of the table, and what the table waits for if nothing does. @param {any} layout @param {any} step */
  inTrick(layout, step) {
    return super.inTrick(layout, step.kind === "wait" ? { ...step, move: this.waitWords(this.view) } : step);
  }

  /** The links to what the server says about a deal that is over. */
  drawGrounds() {
    const ruling = this.getAttribute("ruling");
    if (!ruling || (this.role !== "" && this.opening?.delay)) return [];
    const { number } = this.player.deals[this.player.at.deal];
    const links = element("p", "links");
    links.append(Object.assign(element("a", "to-ruling", this.say("ruling")), { href: ruling.replace("/0/", `/${number}/`) }));
    links.append(Object.assign(element("a", "to-ruling", this.say("replayAll")), { href: `${this.getAttribute("replay")}#d${number}s0` }));
    return [links];
  }

  drawFacts() {
    const { shown } = this;
    this.stand = this.sides.map((side) => shown.score[side.seats[0]] ?? 0);
    this.drawState();
  }

  drawState() {
    const { view, player } = this;
    const connection = String(this.connection ?? "connecting");
    this.wire.textContent = this.say(connection === "barred" ? "closed" : connection);
    this.status.className = `live-state is-${connection}`;
    if (!view) return;
    const late = this.role === "" && this.opening?.delay ? ` (${this.say("late", { seconds: this.opening.delay / 1000 })})` : "";
    const { at } = player;
    const behind = player.deals.slice(at.deal).reduce((/** @type {number} */ sum, /** @type {any} */ deal) => sum + deal.steps.length, -1 - at.step);
    this.lamp.textContent = this.isLive ? this.say("live") + late : this.say("past", { deal: player.deals[at.deal].number, trick: player.step.trick, number: behind });
    this.status.classList.toggle("is-past", !this.isLive);
    const facts = [];
    const who = { "": "watching", arbiter: this.keepsScore ? "scoring" : "arbitrating" }[this.role];
    const { confirmed = [] } = view;
    if (confirmed.length) facts.push(this.say("confirmed", { names: confirmed.map((/** @type {string} */ seat) => this.names[seat]).join(", ") }));
    else facts.push(who ? this.say(who) : this.say("playingAs", { name: this.names[this.role] }));
    if (this.seats.length > 2) facts.push(this.scoreWords(this.stand));
    this.facts.replaceChildren(...facts.map((fact) => inked("span", "", fact)));
    const myTurn = this.isSeat && view.deal?.turn === this.role && !view.paused && !view.ending;
    document.title = myTurn ? `● ${this.say("yourTurn")} · ${this.title}` : this.title;
  }

  /** What the table waits for. @param {any} view */
  waitWords(view) {
    if (view.ending) return "";
    if (view.paused) return this.say(view.number ? "paused" : "waitsStart");
    if (this.opening.waits && !view.number) return this.say("waitsFor", { names: this.seats.filter((/** @type {string} */ seat) => !view.cut_by.includes(seat)).map((/** @type {string} */ seat) => this.names[seat]).join(", ") });
    return this.say(this.opening.dealing === "fair" ? "dealing" : "byHand");
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

  /** The cards of a deal that is over, as they were dealt, and what they were made of. @param {any} deal */
  dealtCards(deal) {
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
    const { fairness } = this;
    if (fairness?.deal !== deal.number) return [open];
    const how = element("details", "fair");
    const cuts = fairness.cuts.map((/** @type {string} */ cut, /** @type {number} */ seat) => `${this.names[this.seats[seat]]} ${cut || "–"}`).join(", ");
    how.append(element("summary", "", this.say("shuffle")), ...[["commitment", { digest: fairness.commitment }], ["seed", { digest: fairness.seed }], ["cuts", { cuts }]].map(([name, facts]) => element("p", "", this.say(name, facts))));
    return [open, how];
  }

  // The highest bid, or how trumps were named, and how often it was doubled.
  get undertaking() {
    const done = this.view.deal.done.filter((/** @type {any} */ each) => isSaidBefore(each.action));
    const last = done.findLast((/** @type {any} */ each) => each.action.startsWith("bid")) ?? done[0];
    const doubles = done.filter((/** @type {any} */ each) => each.action === "double").length;
    return last ? this.deedWords(last.seat, last.action) + (doubles ? ` ×${2 ** doubles}` : "") : "";
  }

  // Whose turn it is, and what the seat can do besides playing a card.
  drawActs() {
    /** @type {HTMLElement[]} */
    const made = [];
    const { view } = this;
    const { deal } = view;
    const say = (/** @type {string} */ text, classes = "") => made.push(element("p", `turn-words ${classes}`, text));
    this.nextButton = null;
    if (view.ending) {
      say(this.endWords(view), "ending");
      const { confirmed = [] } = view;
      if (this.isSeat && !confirmed.includes(this.role)) made.push(buttonFor(() => this.ask({ do: "confirm" }), "deed next", this.say("confirm")));
      if (this.isSeat && !view.rematch && !view.offer) made.push(buttonFor(() => this.ask({ do: "offer", offer: "rematch" }), "deed next", this.say("offer rematch")));
      if (view.rematch) made.push(Object.assign(element("a", "deed next", this.say("openAnother")), { href: this.anotherMatch() }));
    } else if (view.paused) say(this.waitWords(view));
    else if (view.settles) say(this.say("settles", { result: this.resultWords(view.settles).join(". ") }));
    else if (deal) say(deal.turn === this.role ? this.say(deal.phase === "discard" ? "yourDiscard" : deal.legal.some(isCall) ? "yourCall" : "yourTurn") : this.say("turnOf", { name: this.names[deal.turn] }));
    if (this.dataset.person && this.isSeat && this.line.key && this.opening.identifies && !view.number && !view.ending) {
      made.push(buttonFor(() => this.takeSeat(), "deed", this.say("takeSeat", { name: this.dataset.person })));
    }
    if (deal && this.undertaking) made.push(inked("p", "contract", this.undertaking));
    if (this.isSeat && !view.ending && !view.paused && deal) {
      const calls = element("div", "calls");
      // A claim that would lose is never offered: whether one would is in the view, from what everybody can count.
      for (const action of deal.legal.filter((/** @type {string} */ each) => !isCard(each) && (each !== "out" || deal.claim_holds))) {
        const button = buttonFor(() => this.do(action), `deed ${GRAVE.includes(action) ? "grave" : ""}`);
        button.append(...inked("span", "", isCall(action) ? this.cardWord(action.slice(5)) : this.actionWords(action)).childNodes);
        button.dataset.action = action;
        if (isCall(action)) button.setAttribute("aria-label", this.actionWords(action));
        if (isCall(action)) calls.append(button);
        else made.push(button);
      }
      if (calls.children.length) made.push(calls);
      if (view.settles && deal.turn === this.role) made.push(buttonFor(() => this.ask({ do: "settle" }), "deed", this.say("settle")));
    }
    if (this.cutDue && view.last_deal) made.push(this.nextButton = buttonFor(() => this.cut(), "deed next", this.say("nextDeal")));
    this.acts.replaceChildren(...made);
    this.cutting.hidden = !this.cutDue;
    if (this.cutting.hidden !== !this.cutting.children.length) this.cutting.replaceChildren(...(this.cutDue ? [this.cutField()] : []));
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

  /** Exchange the key of the seat for it, for whoever is signed in. */
  async takeSeat() {
    const { status, said } = await ask(`${this.line.address}/seats/${this.role}`, "", { body: { invitation: this.line.key } });
    if (status !== 200) return this.refuse(said);
    forgetKey(this.match);
    location.replace(location.pathname);
  }

  /** Before the first deal: how the others come to the table. */
  drawInvitation() {
    const { view, opening } = this;
    const isWanted = this.isSeat && opening.waits && !view.number && !view.ending;
    if (!isWanted || this.invited) {
      if (!isWanted && this.invited) this.invited.remove();
      return;
    }
    const kept = sessionStorage.getItem(`santase-invite:${this.match}`);
    if (kept === null) return;
    const keys = Object.entries(JSON.parse(kept));
    this.invited = element("div", "offer invitation");
    this.invited.append(element("p", "", this.say(keys.length ? "invite" : "inviteAll")));
    // Where a seat is free, it is taken in the list of matches.
    const links = keys.map(([seat, key]) => [this.say("linkOf", { name: this.names[seat] }), this.address(key)]);
    if (!keys.length) links.push([location.host, new URL("./", location.href).href]);
    for (const [name, address] of links) {
      this.invited.append(link(address, name, this, links.length === 1));
      if (navigator.share) this.invited.append(buttonFor(() => navigator.share({ title: this.title, url: address }).catch(() => {}), "deed", this.say("share")));
    }
    this.acts.after(this.invited);
  }

  /** The address of this table for the holder of a key. @param {string} key */
  address(key) { return `${location.origin}${location.pathname}#${key}`; }

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

  // Who calls the arbiter, and for the arbiter the form to answer.
  drawCalls() {
    const calls = this.view.calls ?? [];
    const key = JSON.stringify(calls);
    if (this.callsDrawn === key) return;
    this.callsDrawn = key;
    this.callsOpen.replaceChildren(...calls.map((/** @type {any} */ call) => {
      const part = element("div", "offer");
      part.append(element("p", "", this.say("callsArbiter", { name: this.names[call.by] })));
      if (call.reason) part.append(element("q", "", call.reason));
      if (this.role === "arbiter") part.append(sayingForm(this.say("answerCall"), this.say("why"), (reason) => this.ask({ do: "answer", seat: call.by, reason })));
      return part;
    }));
  }

  // Proposals, and how to end a deal or a match early.
  drawMore() {
    const { view } = this;
    const hasCalled = view.calls?.some((/** @type {any} */ call) => call.by === this.role);
    const key = `${hasCalled} ${view.ending} ${Boolean(view.deal)} ${Boolean(view.offer)} ${view.rematch} ${Boolean(view.deal?.done.length)} ${view.score && view.number}`;
    this.proposals.hidden = !this.isSeat || Boolean(view.ending);
    if (this.proposals.hidden || this.mored === key) return;
    this.mored = key;
    const row = element("div", "row");
    const add = (/** @type {string} */ words, /** @type {() => void} */ act, classes = "deed") => row.append(buttonFor(act, classes, words));
    const propose = (/** @type {any} */ offer) => this.ask({ do: "offer", ...offer });
    if (!view.ending) {
      if (view.deal && !view.offer) {
        add(this.say("offer takeback"), () => this.takeBack());
        row.append(this.agreement(propose));
      }
      if (!view.offer) add(this.say("offer abort"), () => propose({ offer: "abort" }));
      if (!hasCalled) row.append(sayingForm(this.say("callArbiter"), this.say("why"), (reason) => this.ask({ do: "call", reason })));
      if (view.deal) add(this.say("do resign"), () => this.do("resign"), "deed grave");
      add(this.say("giveUp"), async () => { if (await this.isSure(this.say("giveUp"))) this.ask({ do: "leave" }); }, "deed grave");
    }
    this.proposals.replaceChildren(element("summary", "", this.say("offers")), row);
  }

  /** @param {(offer: any) => void} propose */
  agreement(propose) {
    const form = element("form", "agreement");
    const who = element("select");
    who.append(...this.sides.map((side) => new Option(side.name, side.seats[0])), new Option(this.say("winsNone"), ""));
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
    this.last.hidden = !deal;
    if (!deal || this.lastDrawn === deal.number) return;
    this.lastDrawn = deal.number;
    this.last.replaceChildren(element("summary", "", `${this.say("lastDeal")}: ${this.resultWords(deal)[0]}`), ...this.dealtCards(deal));
  }
}

customElements.define("santase-live", SantaseLive);
