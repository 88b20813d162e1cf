// @ts-check
// The desk beside a live table: a scorer's, who enters what happens at a real table, and the arbiter's, who
// pauses and resumes a match, takes back, awards, and gives new keys. The server decides on every request.

import { SUITS, buttonFor, element, inked } from "./drawing.js";
import { readEntry, save } from "./entry.js";

const GRID_RANKS = ["A", "T", "K", "Q", "J", "9", "7"];

/** Cards separated by spaces. @param {string} text */
function cardWords(text) { return text.split(/[\s,]+/).filter(Boolean).map((word) => readEntry(word)?.action || word); }

export class Desk {
  /** @param {any} table the element @param {HTMLElement} place */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    this.seat = "";
    place.hidden = false;
    this.isScorers = table.keepsScore;
    this.dealing = element("form", "dealing");
    this.entering = element("div", "entering");
    this.tools = element("div", "tools");
    this.told = element("div", "desk-told");
    place.append(element("h2", "", this.say(this.isScorers ? "scorer" : "arbiter")), this.dealing, this.entering, this.tools, this.told);
    this.buildDealing();
    if (this.isScorers) this.buildEntering();
    this.buildTools();
    table.know();
  }

  /** @param {string} name @param {any} [facts] */
  say(name, facts) { return this.table.say(name, facts); }

  /** @param {string} name @param {HTMLElement} control */
  labelled(name, control, classes = "") {
    const label = element("label", classes);
    label.append(element("span", "", name), control);
    return label;
  }

  /** @param {[string, string][]} choices */
  choice(choices) {
    const select = element("select");
    select.append(...choices.map(([value, name]) => new Option(name, value)));
    return select;
  }

  get seatChoices() { return this.table.seats.map((/** @type {string} */ seat) => [seat, this.table.names[seat]]); }
  get sideChoices() { return this.table.sides.map((/** @type {any} */ side) => [side.seats[0], side.name]); }

  /** @param {any} more */
  field(more = {}) { return Object.assign(element("input"), { autocomplete: "off", spellcheck: false, ...more }); }

  // Dealing by hand.

  buildDealing() {
    this.turnUp = this.field({ maxLength: 3, size: 4 });
    this.hands = Object.fromEntries(this.table.seats.map((/** @type {string} */ seat) => [seat, this.field({ maxLength: 60 })]));
    this.talon = this.field({ maxLength: 90 });
    const hidden = element("details");
    hidden.append(element("summary", "", this.say("asDealt")));
    for (const seat of this.table.seats) hidden.append(this.labelled(this.say("handOf", { name: this.table.names[seat] }), this.hands[seat]));
    hidden.append(this.labelled(this.say("talonFrom"), this.talon), element("p", "hint", this.say(this.isScorers ? "dealHint" : "dealHintAll")));
    hidden.open = !this.isScorers;
    const send = element("button", "deed next", this.say("dealCards"));
    this.dealing.append(this.labelled(this.say("turnUp"), this.turnUp), send, hidden);
    this.dealing.addEventListener("submit", (event) => { event.preventDefault(); this.deal(); });
  }

  async deal() {
    const hands = Object.fromEntries(Object.entries(this.hands).map(([seat, field]) => [seat, cardWords(field.value)]).filter(([, all]) => all.length));
    const talon = cardWords(this.talon.value);
    const [trump] = cardWords(this.turnUp.value);
    const cards = { ...(Object.keys(hands).length && { hands }), ...(talon.length && { talon }), ...(trump && { trump }) };
    if (!await this.ask({ do: "deal", cards })) return;
    for (const field of [this.turnUp, this.talon, ...Object.values(this.hands)]) field.value = "";
    this.entry?.focus();
  }

  // Entering what happens.

  buildEntering() {
    this.who = element("div", "row who-acts");
    this.who.setAttribute("role", "group");
    this.who.setAttribute("aria-label", this.say("who"));
    this.entry = this.field({ maxLength: 8, className: "quick", ariaDescription: this.say("entryHint") });
    this.entry.addEventListener("input", () => this.typed());
    this.entry.addEventListener("keydown", (event) => this.key(event));
    this.fault = element("p", "wrong entry-fault");
    this.grid = element("div", "card-grid");
    this.grid.setAttribute("role", "group");
    this.grid.classList.toggle("of-five", this.table.pack.length === 20);
    this.grid.setAttribute("aria-label", this.say("grid"));
    this.grid.addEventListener("keydown", (event) => this.alongGrid(event));
    for (const suit of Object.keys(SUITS)) {
      for (const rank of GRID_RANKS) {
        const card = `${rank}${suit}`;
        if (!this.table.pack.includes(card)) continue;
        const button = buttonFor(() => this.enter(card), "grid-card");
        button.dataset.card = card;
        button.append(...inked("span", "", `${this.table.letters[rank]}${SUITS[suit]}`).childNodes);
        button.setAttribute("aria-label", this.table.cards[card]);
        this.grid.append(button);
      }
    }
    this.deeds = element("div", "row");
    this.undoing = buttonFor(() => this.undo(), "deed", this.say("undo"));
    this.entering.append(this.who, this.labelled(this.say("entry"), this.entry), this.fault, this.grid, this.deeds, this.undoing, element("p", "hint", this.say("entryHint")));
  }

  typed() {
    const read = readEntry(this.entry.value);
    this.fault.textContent = read ? "" : this.say("entryWrong", { text: this.entry.value });
    if (read?.whole) this.enter(read.action);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      const read = readEntry(this.entry.value);
      if (read?.action) this.enter(read.action);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const { seats } = this.table;
      const at = seats.indexOf(this.acting) + (event.key === "ArrowDown" ? 1 : seats.length - 1);
      this.seat = seats[at % seats.length];
      this.drawWho();
    } else if (event.key === "Backspace" && !this.entry.value && !event.repeat) {
      event.preventDefault();
      this.undo();
    } else if (event.key === "Escape") {
      this.entry.value = "";
      this.fault.textContent = "";
    }
  }

  /** @param {KeyboardEvent} event */
  alongGrid(event) {
    const across = this.grid.children.length / Object.keys(SUITS).length;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
    const all = [...this.grid.children];
    const at = all.indexOf(/** @type {Element} */ (document.activeElement));
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(at + by + all.length) % all.length];
    if (next instanceof HTMLElement) next.focus();
  }

  /** Whose action is entered: the chosen seat, or the one to act. */
  get acting() { return this.seat || this.table.view.deal?.turn || this.table.seats[0]; }

  /** Enter an action of a seat, after everything that was typed before. @param {string} action */
  enter(action) {
    const chosen = this.seat;
    this.seat = "";
    this.entry.value = "";
    this.after(async () => {
      if (this.table.view.deal) await this.table.ask({ action, seat: chosen || this.acting });
      this.drawWho();
    });
  }

  undo() {
    this.after(async () => {
      await this.table.know();
      const mark = this.table.marks().at(-1);
      if (mark) await this.table.ask({ do: "correct", to: mark.version });
    });
  }

  /** Send a request to the table after the earlier ones. @param {any} request @returns {Promise<boolean>} */
  ask(request) { return new Promise((answer) => { this.after(async () => answer(await this.table.ask(request))); }); }

  /** Run something after all earlier requests have been answered. @param {() => Promise<void>} act */
  after(act) { this.queue = (this.queue ?? Promise.resolve()).then(act); }

  // Tools.

  buildTools() {
    const row = element("div", "row");
    const add = (/** @type {string} */ name, /** @type {() => void} */ act, classes = "deed") => {
      const button = buttonFor(act, classes, this.say(name));
      row.append(button);
      return button;
    };
    this.pausing = add("pause", () => this.ask({ do: this.table.view.paused ? "resume" : "pause" }));
    add("takeJournal", () => this.take("/journal", "journal.ndjson", "application/x-ndjson"));
    add("takeRecord", () => this.take("/record", "record.sgn", "application/x-sgn"));
    this.tellOpener();
    this.decisions = element("div", "tools");
    this.decisions.append(this.correction(), this.awarding(), this.clockSetting(), this.forfeiting());
    this.tools.append(row, this.decisions, this.keys());
  }

  async tellOpener() {
    const { said } = await this.table.line.ask("");
    if (said.owner) this.tools.append(element("p", "hint", this.say("openedBy", { name: said.owner })));
  }

  /** @param {string} name @param {HTMLElement[]} parts @param {string} sends @param {() => void} send */
  tool(name, parts, sends, send) {
    const part = element("details", "tool");
    const form = element("form", "tool-form");
    form.append(...parts, element("button", "deed", sends));
    form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
    part.append(element("summary", "", this.say(name)), form);
    return part;
  }

  correction() {
    this.back = element("select");
    return this.tool("correct", [this.labelled(this.say("correctTo"), this.back)], this.say("correct"), () => {
      if (this.back.value) this.ask({ do: "correct", to: Number(this.back.value) });
    });
  }

  awarding() {
    const who = this.choice(this.sideChoices);
    const points = this.field({ type: "number", min: 1, max: 99, value: 1 });
    const why = this.field({ maxLength: 500 });
    const parts = [this.labelled(this.say("for"), who), this.labelled(this.say("points"), points), this.labelled(this.say("why"), why)];
    return this.tool("award", parts, this.say("award"), async () => {
      if (await this.ask({ do: "award", seat: who.value, points: Number(points.value), reason: why.value })) why.value = "";
    });
  }

  clockSetting() {
    if (!this.table.opening.clock) return "";
    const who = this.choice(this.seatChoices);
    const minutes = this.field({ type: "number", min: 0, max: 10_000, step: "any", value: 5 });
    const parts = [this.labelled(this.say("for"), who), this.labelled(this.say("minutes"), minutes)];
    return this.tool("clock", parts, this.say("clock"), () => this.ask({ do: "clock", seat: who.value, time: Math.round(Number(minutes.value) * 60_000) }));
  }

  forfeiting() {
    const who = this.choice(this.seatChoices);
    const why = this.field({ maxLength: 500 });
    const part = this.tool("forfeit", [this.labelled(this.say("against"), who), this.labelled(this.say("why"), why)], this.say("forfeit"), async () => {
      if (await this.table.isSure(`${this.say("forfeit")}: ${this.table.names[who.value]}`)) this.ask({ do: "forfeit", seat: who.value, reason: why.value });
    });
    part.querySelector("form")?.append(buttonFor(async () => {
      if (await this.table.isSure(this.say("abort"))) this.ask({ do: "abort", reason: why.value });
    }, "deed grave", this.say("abort")));
    return part;
  }

  keys() {
    const part = element("details", "tool");
    const list = element("div", "tool-form");
    this.renewed = element("div", "renewed");
    for (const [seat, name] of this.seatChoices) {
      const button = buttonFor(async () => {
        if (!await this.table.isSure(`${this.say("renew")}: ${name}`)) return;
        const { status, said } = await this.table.line.ask(`/keys/${seat}`, { method: "POST" });
        if (status !== 200) this.table.refuse(said);
        else this.renewed.replaceChildren(element("p", "", this.say("renewed")), link(this.table.address(said.key), name, this.table));
      }, "deed", `${this.say("renew")}: ${name}`);
      list.append(button);
    }
    part.append(element("summary", "", this.say("accessKeys")), list, this.renewed);
    return part;
  }

  /** Save a file of the match from the server. @param {string} path @param {string} name @param {string} kind */
  async take(path, name, kind) {
    const { line } = this.table;
    const pages = [];
    try {
      for (let address = `${line.address}${path}`; address;) {
        const answer = await fetch(address, { headers: { Authorization: `Bearer ${line.key}`, Accept: kind } });
        if (!answer.ok) {
          this.table.refuse(await answer.json());
          return;
        }
        pages.push(await answer.text());
        address = /^<([^>]*)>; rel="next"$/.exec(answer.headers.get("Link") ?? "")?.[1] ?? "";
      }
      save(pages.join(""), name, kind);
    } catch {
      this.table.refuse({});
    }
  }

  // Drawing.

  draw() {
    const { view, opening } = this.table;
    const isOver = Boolean(view.ending);
    this.dealing.hidden = Boolean(view.deal) || isOver || (opening.dealing === "fair" && !this.isScorers);
    this.entering.hidden = !this.isScorers || !view.deal || isOver;
    this.decisions.hidden = isOver;
    this.pausing.textContent = this.say(view.paused ? "resume" : "pause");
    this.pausing.classList.toggle("next", view.paused);
    this.pausing.hidden = isOver;
    if (this.isScorers) {
      this.drawWho();
      this.drawGrid();
    }
    const marks = this.table.marks();
    const shown = marks.slice(-12).reverse().map((/** @type {any} */ mark) => new Option(this.table.sentence({ ...mark.event, rulings: [], view: { ...mark.event.view, last_deal: null, ending: null, deal: null } }), mark.version));
    this.back?.replaceChildren(...shown);
    this.drawTold();
    const isNew = this.drawn !== `${Boolean(view.deal)}`;
    this.drawn = `${Boolean(view.deal)}`;
    if (!isNew || !this.isScorers || isOver) return;
    if (view.deal) this.entry.focus({ preventScroll: true });
    else this.turnUp.focus({ preventScroll: true });
  }

  drawWho() {
    this.who.replaceChildren(...this.table.seats.map((/** @type {string} */ seat) => {
      const button = buttonFor(() => { this.seat = seat; this.drawWho(); this.entry.focus(); }, "deed seat-choice", this.table.names[seat]);
      button.setAttribute("aria-pressed", String(seat === this.acting));
      return button;
    }));
  }

  drawGrid() {
    const done = this.table.view.deal?.done ?? [];
    const gone = new Set(done.map((/** @type {any} */ each) => each.action));
    for (const button of this.grid.children) {
      if (button instanceof HTMLElement) button.classList.toggle("is-gone", gone.has(button.dataset.card));
    }
    const { deal } = this.table.view;
    if (!deal) return;
    const deeds = ["exchange", "close", "out", "resign"].map((action) => buttonFor(async () => {
      if (action === "exchange" || await this.table.isSure(`${this.table.names[this.acting]}: ${this.table.actionWords(action)}`)) this.enter(action);
    }, "deed", this.table.actionWords(action)));
    for (const suit of Object.keys(SUITS)) {
      const worth = deal.trumps?.[0] === suit ? 40 : 20;
      const button = buttonFor(() => this.enter(`${worth}${suit}`), "deed");
      button.append(...inked("span", "", `${worth} ${SUITS[suit]}`).childNodes);
      button.setAttribute("aria-label", this.table.actionWords(`${worth}${suit}`));
      deeds.unshift(button);
    }
    if (deal.phase === "draw") deeds.unshift(buttonFor(() => this.enter("draw"), "deed", this.say("do draw")));
    if (deal.phase === "last claim") deeds.unshift(buttonFor(() => this.ask({ do: "settle" }), "deed next", this.say("settle")));
    this.deeds.replaceChildren(...deeds);
  }

  // Irregular play with its rulings, and each side's proof of its entries.
  drawTold() {
    /** @type {Record<string, any>} */
    const last = {};
    const irregular = element("ul", "irregularities");
    for (const event of this.table.trail) {
      last[event.entry.by] = event;
      for (const ruling of event.rulings) {
        const item = element("li");
        item.append(element("strong", "", ruling.code), " ", inked("span", "", `${event.id}. ${this.table.deedWords(event.entry.seat ?? event.entry.by, event.entry.action)}: ${ruling.says}`));
        if (ruling.clause) item.append(element("small", "", ruling.clause));
        irregular.append(item);
      }
    }
    const parts = [];
    if (this.isScorers) {
      parts.push(element("h3", "", this.say("irregularPlay")), irregular.children.length ? irregular : element("p", "hint", this.say("noneIrregular")));
    }
    const receipts = element("details", "tool receipts");
    receipts.open = this.isOpen ?? false;
    receipts.addEventListener("toggle", () => { this.isOpen = receipts.open; });
    const list = element("dl");
    for (const [by, event] of Object.entries(last)) {
      const name = this.table.names[by] ?? this.say(by === "house" ? "house" : this.isScorers ? "scorer" : "arbiter");
      const row = element("div");
      row.append(element("dt", "", name), element("dd", "", `${event.id} · ${event.head}`));
      list.append(row);
    }
    receipts.append(element("summary", "", this.say("receipts")), element("p", "hint", this.say("receiptHint")), list);
    this.told.replaceChildren(...parts, receipts);
  }
}

/** An address with a button that copies it, and as a QR code. @param {string} address @param {string} name
 * @param {any} table @param {boolean} [isOpen] whether the code is shown at once */
export function link(address, name, table, isOpen = false) {
  const row = element("div", "key-link");
  const field = element("input");
  Object.assign(field, { readOnly: true, value: address });
  field.setAttribute("aria-label", name);
  field.addEventListener("focus", () => field.select());
  const button = buttonFor(async () => {
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = table.say("copied");
    } catch {
      field.focus();
    }
    setTimeout(() => { button.textContent = table.say("copyLink"); }, 2000);
  }, "deed", table.say("copyLink"));
  const code = element("details", "code");
  code.append(element("summary", "", table.say("qr")));
  code.addEventListener("toggle", async () => code.append(await drawnCode(address, table.say("qrOf", { name }))), { once: true });
  code.open = isOpen;
  row.append(element("span", "", name), field, button, code);
  return row;
}

/** An address as a QR code, which the server draws; it gets the address in the body of the request, and keeps nothing.
 * @param {string} address @param {string} name */
async function drawnCode(address, name) {
  const code = element("div", "qr");
  const { qr, token } = /** @type {HTMLElement} */ (document.querySelector("[data-qr]")).dataset;
  try {
    const answer = await fetch(qr ?? "", { method: "POST", body: new URLSearchParams({ address, token: token ?? "" }) });
    if (!answer.ok) return code;
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", name);
    code.append(new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement);
  } catch {
    // The link itself is there.
  }
  return code;
}
