// @ts-check
// The writing table: the replay's, with a record that is entered card by card, or annotated. It knows no rules: the
// server says what can follow, writes it, and returns the deal after it; the draft stays in the browser.

import { SUITS, buttonFor, element } from "./drawing.js";
import { isSure, readEntry, saidWord, save } from "./entry.js";
import { ask } from "./live-line.js";
import { Player, cards, sure, undealt } from "./player.js";
import { SantaseReplay } from "./replay.js";
import { Dealing, packGrid } from "./writing-deal.js";
import { Draft } from "./writing-draft.js";
import { drawFindings, drawNotes, drawStatements } from "./writing-notes.js";

const CARD = /^[97JQKTA][shdc]$/;
const OPENING = /^(trump|bid|call|discard|pass|double)\b/;
const NEW = "%SGN 1\n";
const UNDEALT = { number: 1, score: {}, steps: [] }; // in place of the first deal, before it is dealt

/** @typedef {{ action: string, seat: string, trick: number, before_draw?: boolean, code?: string, says?: string, clause?: string }} Option */

class SantaseScribe extends SantaseReplay {
  connectedCallback() {
    this.record = this.getAttribute("record") ?? "";
    this.text = ""; // as the archive has it
    /** @type {any} */
    this.answer = null;
    /** @type {Dealing | null} */
    this.dealing = null;
    this.isIrregular = false;
    this.isMarked = true;
    this.withdrawn = "";
    this.beginning = /** @type {HTMLFormElement | null} */ (document.getElementById("begin"));
    this.keeping = /** @type {HTMLFormElement | null} */ (document.getElementById("keep"));
    super.connectedCallback();
    this.look(this.record && !this.draft.wasFound ? { deal: 1, step: 0, isEnd: false } : { deal: 0 });
  }

  recall() {
    super.recall();
    this.covered = new Set();
  }

  // Building, once; what the server has drawn is shown until its first answer.

  build() {
    this.draft = new Draft(this.record, this.text || NEW);
    this.player.deals = [UNDEALT];
    this.drawn = this.querySelector(".room");
    this.drawn?.remove();
    super.build();
    if (this.drawn) this.append(this.drawn);
    const bar = element("div", "row tools");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", this.say("draft"));
    this.undoing = buttonFor(() => this.turn(-1), "deed", this.say("undo"));
    this.redoing = buttonFor(() => this.turn(1), "deed", this.say("redo"));
    this.saved = element("p", "saved");
    bar.append(this.undoing, this.redoing, this.saved);
    this.fault = element("p", "wrong fault");
    this.fault.setAttribute("role", "alert");
    this.choices = element("section", "choices-now");
    this.choices.setAttribute("aria-label", this.say("grid"));
    const [stage] = this.room.children;
    stage.prepend(bar, this.fault);
    stage.append(this.choices, this.bar);
    this.another = buttonFor(() => this.startDealing(), "chip next-deal", `+ ${this.say("nextDeal")}`);
    this.noting = element("section", "noting");
    this.book.list.after(this.noting);
    this.statements = element("div", "statements");
    this.findings = element("div", "found");
    this.source = element("pre", "source-text");
    this.source.tabIndex = 0;
    this.heard = this.folded("found", this.findings, true);
    this.under = /** @type {HTMLElement} */ (this.querySelector(".under"));
    this.under.append(this.folded("statements", this.statements, matchMedia("(min-width: 60rem)").matches), this.heard, this.folded("text", this.source, false));
    this.sure = element("dialog", "sure");
    this.append(this.sure);
    this.room.hidden = this.under.hidden = true;
  }

  views() { return [["flip", () => this.flip()]]; }

  more() {
    const more = element("div", "more");
    this.discarding = buttonFor(() => this.discard(), "more-discard", this.say("discard"));
    more.append(
      this.buttons.keys = buttonFor(() => this.showHelp(), "more-keys", this.say("keys")),
      buttonFor(() => save(this.draft.text, `${this.record || "record"}.sgn`, "application/x-sgn"), "more-take", this.say("download")),
      this.discarding,
    );
    return more;
  }

  /** @param {string} name @param {HTMLElement} part @param {boolean} isOpen */
  folded(name, part, isOpen) {
    const folded = element("details", `folded ${name}`);
    folded.append(element("summary", "", this.say(name)), part);
    folded.open = isOpen;
    return folded;
  }

  listen() {
    super.listen();
    this.beginning?.addEventListener("change", () => this.fitBeginning());
    this.beginning?.addEventListener("submit", (event) => { event.preventDefault(); this.begin(); });
    const { keeping } = this;
    keeping?.addEventListener("submit", () => {
      /** @type {HTMLInputElement} */ (keeping.elements.namedItem("text")).value = this.draft.text;
    });
  }

  // The position is not in the address: there may be no such step yet in the record.
  readPlace() {}
  tellPlace() {}

  // The game that is begun.

  fitBeginning() {
    const form = /** @type {HTMLFormElement} */ (this.beginning);
    const preset = /** @type {HTMLSelectElement} */ (form.elements.namedItem("preset"));
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))) {
      part.hidden = "ABCD".indexOf(part.dataset.seat ?? "") >= Number(preset.selectedOptions[0].dataset.seats);
    }
  }

  begin() {
    const form = /** @type {HTMLFormElement} */ (this.beginning);
    const said = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
    const tags = [["Rules", `${said("preset")} ${said("options")}`.trim()], ["Event", said("Event")], ["Date", said("Date")]];
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]"))) {
      if (!label.hidden) tags.push([label.dataset.seat ?? "", said(label.dataset.seat ?? "")]);
    }
    this.edit(tags.filter(([, value]) => value).map(([name, value]) => ({ do: "tag", name, value }))).then(() => scrollTo(0, 0));
  }

  // The present position: the deal, the line of play in it, the step.

  get deal() { return this.answer?.deal ?? 0; }
  get step() { return this.player.step; }

  // The line of play as an address of a deal; empty for the main line.
  get line() {
    if (!this.player.at.path.length) return "";
    const path = this.player.line().find((/** @type {any} */ step) => step.path)?.path ?? "";
    return path.replace(/:[^:/]*$/, "");
  }

  // The step for marks and comments: for a draw after a trick, and for the last trick's points, the action before.
  get action() {
    const { step, player } = this;
    if (!step || step.path || !["draw", "bonus"].includes(step.kind)) return step;
    return player.line().slice(0, player.at.step).findLast((/** @type {any} */ each) => each.path) ?? step;
  }

  get markedStep() { return Math.max(this.player.line().indexOf(this.action), 0); }

  // The step that notes are about.
  get place() {
    const { deal } = this;
    const step = this.action;
    if (!deal) return { at: "" };
    if (step?.path) return { at: `${deal}:${step.path}` };
    const hasResult = step?.kind === "end" && (this.player.at.path.length || this.answer.deals[deal - 1].result);
    return hasResult ? { at: `${deal}:${this.line}`, of: "result" } : { at: `${deal}:` };
  }

  // The step after the present one that is an action in the record.
  get following() {
    return this.step && this.player.line().slice(this.player.at.step + 1).find((/** @type {any} */ step) => step.path);
  }

  // The question to the server: what could replace the next action, or follow at the end.
  get asked() { return this.deal ? `${this.deal}:${this.following?.path ?? this.line}` : undefined; }

  // Requests.

  /** Run something after all earlier requests have been answered. @param {() => Promise<void>} act */
  inTurn(act) {
    this.queue = (this.queue ?? Promise.resolve()).then(act);
    return this.queue;
  }

  /**
   * Change the record, and go to the end of a line or to an action of the deal.
   * @param {any[]} edits @param {{ deal?: number, line?: string, path?: string, side?: string, isEnd?: boolean, step?: number }} [to]
   * @param {string} [text]
   */
  edit(edits, to, text) {
    return this.inTurn(async () => {
      const here = to ?? this.here;
      const deal = here.deal ?? this.deal;
      const told = await this.request({ text: text ?? this.draft.text, edits, ...(deal && { at: `${deal}:` }) });
      if (!told) return;
      this.draft.push(told.text);
      await this.show(told, here);
    });
  }

  /** Load the draft again. @param {any} [to] */
  look(to) {
    return this.inTurn(async () => {
      const here = to ?? this.here;
      const told = await this.request({ text: this.draft.text, ...(here.deal && { at: `${here.deal}:` }) });
      if (told) await this.show(told, here);
    });
  }

  /** @param {any} body @returns {Promise<any>} nothing where it is refused */
  async request(body) {
    const { status, said } = await ask(this.getAttribute("api") ?? "", "", { body });
    if (status === 200) {
      this.fault.textContent = "";
      return said;
    }
    const wrong = said.errors?.map((/** @type {any} */ error) => `${error.parameter}: ${error.detail}`).join(" · ");
    this.fault.textContent = wrong || said.detail || this.say("unsent");
    this.draw();
    return null;
  }

  // The present position, so that the same is shown afterwards.
  get here() {
    const { at } = this.player;
    const { step } = this;
    const isEnd = !this.following;
    return { deal: this.deal, line: this.line, path: step?.path, isEnd: isEnd && !step?.path, step: at.step };
  }

  /** @param {any} told @param {any} to */
  async show(told, to) {
    this.answer = told;
    const { script, deals } = told;
    this.table = told.table;
    if (told.table) {
      const { names, short, sides, pays, target, contracts, draws, needed } = told.table;
      Object.assign(this, { names, short, sides, pays, target, contracts, draws, needed, seats: Object.keys(names) });
      if (!this.seats.includes(this.bottom)) this.recall();
      this.room.classList.toggle("of-many", this.seats.length > 2);
    }
    // Of the other deals only the results are known; an unfinished deal has no end yet, and one just begun no step.
    const steps = script?.steps.filter((/** @type {any} */ step) => step.kind !== "end" || step.move) ?? [];
    if (!steps.length && !script?.findings?.length) steps.push(undealt(this.seats));
    this.clauses = [script?.clause];
    this.player = new Player(deals.length ? deals.map(inShort) : [UNDEALT]);
    if (script) this.player.deals[told.deal - 1] = { ...script, steps, clause: script.clause && 0 };
    if (told.deal) this.settle(to);
    this.book.clear();
    this.graph.clear();
    this.dealStrip();
    const { asked } = this;
    // The answer is about the end of the deal; elsewhere it is requested.
    if (told.deal && asked !== `${told.deal}:`) {
      const more = await this.request({ text: this.draft.text, at: asked });
      if (more) this.answer = { ...told, next: more.next };
    }
    if (!deals.length && told.table && told.tags.Rules && !this.dealing) this.startDealing();
    this.draw();
  }

  dealStrip() {
    super.dealStrip();
    this.strip.append(...[this.another].filter(Boolean));
  }

  /** Go to a position of the present deal. @param {any} to */
  settle(to) {
    const { player } = this;
    player.go(0, [], this.deal - 1);
    const wanted = to.side ?? to.path;
    if (to.path !== undefined && !to.isEnd) {
      const found = this.find(to.path);
      if (found) player.go(found.step, found.path);
      else player.go(to.step ?? player.last);
    } else if (to.line) {
      const found = this.findLine(to.line);
      if (found) player.go(to.isEnd === false ? to.step ?? 0 : Infinity, found);
      else player.go(player.last);
    } else player.go(to.isEnd === false ? to.step ?? 0 : player.last);
    if (to.side !== undefined && wanted) {
      const found = this.find(to.side);
      const sides = found ? player.line(found.path)[found.step].lines : null;
      if (found && sides) player.go(Infinity, [...found.path, [found.step, sides.length - 1]]);
    }
  }

  /** The position of an action by its address. @param {string} wanted @returns {{ path: number[][], step: number } | null} */
  find(wanted, path = /** @type {number[][]} */ ([])) {
    for (const [index, step] of this.player.line(path).entries()) {
      if (step.path === wanted) return { path, step: index };
      for (const side of (step.lines ?? []).keys()) {
        const found = this.find(wanted, [...path, [index, side]]);
        if (found) return found;
      }
    }
    return null;
  }

  /** The path into a line by its address. @param {string} wanted @returns {number[][] | null} */
  findLine(wanted, path = /** @type {number[][]} */ ([])) {
    for (const [index, step] of this.player.line(path).entries()) {
      for (const [side, line] of (step.lines ?? []).entries()) {
        const inside = [...path, [index, side]];
        const first = line.find((/** @type {any} */ inner) => inner.path)?.path ?? "";
        if (first.replace(/:[^:/]*$/, "") === wanted) return inside;
        const found = this.findLine(wanted, inside);
        if (found) return found;
      }
    }
    return null;
  }

  // Moving.

  /** @param {() => void} act */
  move(act) {
    const { at } = this.player;
    const before = this.asked;
    act();
    this.withdrawn = "";
    const { deal } = this.player.at;
    if (deal !== at.deal) {
      this.player.at = at; // until the other deal has arrived
      this.dealing = null;
      this.look({ deal: deal + 1, step: 0, isEnd: false });
    } else if (this.asked === before) this.draw();
    else this.inTurn(async () => {
      const { asked } = this;
      const told = await this.request({ text: this.draft.text, at: asked });
      if (told) this.answer = { ...this.answer, next: told.next };
      this.draw();
    });
  }

  leave() { this.move(() => this.player.leave()); }

  /** @param {number} by */
  turn(by) {
    this.inTurn(async () => {
      if (!this.draft.step(by)) return;
      this.dealing = null;
      const here = this.following ? this.here : { deal: this.deal, line: this.line, isEnd: true };
      const last = await this.request({ text: this.draft.text });
      const isThere = last && here.deal && here.deal < last.deals.length;
      const told = isThere ? await this.request({ text: this.draft.text, at: `${here.deal}:` }) : last;
      if (told) await this.show(told, here.deal === told.deal ? here : {});
    });
  }

  async discard() {
    if (!await isSure(this, this.say("discard"))) return;
    this.draft.discard();
    this.dealing = null;
    this.look({ deal: 0 });
  }

  // Writing.

  /** Write an action: at the end, as a variation, or move on if it is already there. @param {Option} option */
  enter(option) {
    if (this.withdrawn === "…" && !option.action.startsWith("+")) {
      this.withdrawn = option.action.replace(/^[A-F]: /, "");
      this.draw();
      return;
    }
    const { following, deal, line } = this;
    const isTaken = this.withdrawn && this.withdrawn !== "…";
    const action = isTaken ? option.action.replace(/^([A-F]: )?/, `$1~${this.withdrawn} `) : option.action;
    this.withdrawn = "";
    this.isIrregular = false;
    if (!following) {
      this.edit([{ do: "act", at: `${deal}:${line}`, action, trick: option.trick }], { deal, line, isEnd: true });
      return;
    }
    const there = this.player.line().indexOf(following);
    if (following.action === action) {
      this.move(() => this.player.go(there));
      return;
    }
    const side = (following.lines ?? []).findIndex((/** @type {any} */ other) => other[0].action === action);
    if (side >= 0) this.move(() => this.player.go(0, [...this.player.at.path, [there, side]]));
    else this.edit([{ do: "vary", at: `${deal}:${following.path}`, action }], { deal, path: following.path, side: following.path });
  }

  remove() {
    const { deal, line, player } = this;
    const step = this.action;
    const before = player.line().slice(0, player.line().indexOf(step)).findLast((/** @type {any} */ each) => each.path)?.path;
    const to = before === undefined ? { deal, line: "", isEnd: true } : { deal, line, path: before, step: 0 };
    this.edit([{ do: "remove", at: `${deal}:${step.path}` }], to);
  }

  removeVariation() {
    const { deal, line } = this;
    this.edit([{ do: "remove", at: `${deal}:${line}` }], { deal, path: line.replace(/\/[^/]*$/, ""), step: 0 });
  }

  // Removes the last deal; without one, starts another.
  removeDeal() {
    this.inTurn(async () => {
      const told = await this.request({ text: this.draft.text, edits: [{ do: "remove", at: `${this.deal}:` }] });
      if (!told) return;
      this.draft.push(told.text);
      await this.show(told, {});
    });
  }

  /** @param {string[]} glyphs */
  setGlyphs(glyphs) { this.edit([{ do: "glyphs", at: this.place.at, glyphs }]); }

  /** @param {string} result */
  state(result) { this.edit([{ do: "result", at: `${this.deal}:`, result }]); }

  // Dealing.

  startDealing(number = 0) {
    const { answer } = this;
    const seats = Object.keys(this.table.names);
    const dealers = answer.next?.dealers.length ? answer.next.dealers : seats;
    const known = number ? this.knownCards() : {};
    this.dealing = new Dealing(this, number, { dealers: number ? seats : dealers, dealer: number ? answer.deals[number - 1].dealer ?? seats[0] : dealers.at(-1), ...known });
    this.draw();
    /** @type {HTMLElement | null} */ (this.dealing.part.querySelector(".pack button"))?.focus({ preventScroll: true });
  }

  // The cards as dealt, as far as they are known.
  knownCards() {
    const deal = this.trumps;
    const start = deal.steps[0]?.changes ?? {};
    const talon = cards(start.talon).map(sure).filter((card) => CARD.test(card));
    const held = Object.fromEntries(this.seats.map((seat) => [seat, cards(start[`hand ${seat}`]).map(sure).filter((card) => CARD.test(card))]));
    const turnUp = this.table.talon && CARD.test(sure(cards(start.talon).at(-1) ?? "")) ? [talon.pop()] : [];
    const { trump, turn_up: fixed, packets } = deal;
    for (const [seat, first] of Object.entries(packets ?? {})) held[seat] = [...new Set([...first, ...held[seat]])];
    return { cards: { ...held, turnUp, talon }, suit: fixed ?? (turnUp.length ? "" : trump ?? ""), packets };
  }

  stopDealing() {
    this.dealing = null;
    this.draw();
  }

  /** @param {any} edit */
  dealt(edit) {
    const { answer } = this;
    const number = edit.at ? this.deal : answer.deals.length + 1;
    const last = answer.deals.at(-1);
    const isOpen = !edit.at && last && !last.result && answer.next?.result && answer.deal === answer.deals.length;
    const edits = isOpen ? [{ do: "result", at: `${answer.deal}:`, result: answer.next.result }, edit] : [edit];
    this.inTurn(async () => {
      const told = await this.request({ text: this.draft.text, edits, at: `${number}:` });
      if (!told) return;
      this.dealing = null;
      this.draft.push(told.text);
      await this.show(told, { deal: number, isEnd: true });
      scrollTo(0, 0);
      if (matchMedia("(pointer: fine)").matches) this.entry?.focus({ preventScroll: true }); // a touch screen would show its keyboard
    });
  }

  // Keys.

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.closest?.("input, textarea, select");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isTyping && ["z", "y"].includes(event.key.toLowerCase())) {
      event.preventDefault();
      this.turn(event.key.toLowerCase() === "y" || event.shiftKey ? 1 : -1);
      return;
    }
    if (!this.dealing && !this.sure.open && this.step) super.key(event);
  }

  keyActs() { return { ...super.keyActs(), x: () => {} }; }

  // Drawing.

  drawName() { return element("div"); }

  /** @param {string} seat @param {any} layout @param {any} step */
  drawHand(seat, layout, step) {
    if (this.answer.next?.turn !== seat) return super.drawHand(seat, layout, step);
    const isNaming = this.answer.next.actions.some((/** @type {Option} */ { action }) => action.startsWith("trump"));
    const packet = isNaming ? this.trumps.packets?.[seat] : undefined;
    return cards(layout[`hand ${seat}`]).map((word) => {
      const card = sure(word);
      const option = this.optionFor(card, seat);
      if (!CARD.test(card)) return this.card(word);
      const isSeen = packet?.includes(card); // by whoever names trumps
      const button = buttonFor(() => option && this.enter(option), `play ${option ? "may" : isSeen ? "seen" : "may-not"}${option?.code ? " against" : ""}`);
      button.append(this.card(word));
      button.dataset.action = card;
      button.setAttribute("aria-label", this.titleOf(word));
      if (!option) button.disabled = true;
      if (option?.says) button.title = option.says;
      return button;
    });
  }

  /** The option for a card of a seat: legal, or irregular if that is enabled. @param {string} card @param {string} seat @returns {Option | undefined} */
  optionFor(card, seat) {
    const { next } = this.answer;
    const fits = (/** @type {Option} */ option) => option.seat === seat && option.action.replace(/[[\]^]/g, "") === card;
    const against = this.isIrregular && next.irregular.find(fits);
    return next.actions.find(fits) ?? (against ? this.marking(against) : undefined);
  }

  /** @param {Option} option @returns {Option} as it is to be written */
  marking(option) { return this.isMarked ? option : { ...option, action: option.action.replace("^", "") }; }

  draw() {
    this.drawState();
    const { answer } = this;
    if (!answer) return;
    this.drawn?.remove();
    const isNew = !answer.deals.length && !answer.tags.Rules && !this.record;
    if (this.beginning) {
      this.beginning.hidden = !isNew;
      this.fitBeginning();
    }
    this.room.hidden = this.under.hidden = isNew;
    if (this.keeping) this.keeping.hidden = isNew || !this.draft.isChanged;
    if (isNew) return;
    const focused = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    const action = focused?.dataset.action;
    const isActing = focused?.closest(".hand, .choices-now");
    this.board.hidden = this.bar.hidden = !this.step || Boolean(this.dealing);
    super.draw();
    this.facts.hidden = this.strip.hidden = this.book.list.hidden = this.noting.hidden = !this.deal;
    this.another.hidden = !this.table || Boolean(this.dealing) || !answer.next?.dealers.length || this.deal !== answer.deals.length;
    this.drawChoices();
    drawNotes(this, this.noting);
    drawStatements(this, this.statements);
    drawFindings(this, this.findings);
    const summary = this.heard.querySelector("summary");
    if (summary) summary.textContent = `${this.say("found")}${answer.errors ? ` · ${this.say("faults", { number: answer.errors })}` : ""}`;
    this.source.textContent = answer.text;
    if (!isActing || focused.isConnected) return;
    const again = action && /** @type {HTMLElement | null} */ (this.querySelector(`[data-action="${action}"]:not(:disabled)`));
    (again || /** @type {HTMLElement | null} */ (this.querySelector(".play:not(:disabled), .choices-now button:not(:disabled)")))?.focus({ preventScroll: true });
  }

  /** Only what is new is announced: much is drawn again at the same step. @param {string} text */
  speakStep(text) { if (this.spoken.textContent !== text) this.speak(text); }

  drawNothing() {
    super.drawNothing();
    if (!this.deal) this.speak("");
  }

  drawState() {
    const { draft } = this;
    this.undoing.disabled = !draft.canUndo;
    this.redoing.disabled = !draft.canRedo;
    this.discarding.hidden = !draft.isChanged && draft.texts.length < 2;
    const time = draft.saved ? new Date(draft.saved) : null;
    const locale = document.documentElement.lang;
    if (!draft.isKept) this.saved.textContent = this.say("unsavedHere");
    else if (draft.wasFound && time) this.saved.textContent = this.say("draftFound", { time: time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }) });
    else this.saved.textContent = time ? this.say("savedHere", { time: time.toLocaleTimeString(locale) }) : "";
    this.saved.classList.toggle("wrong", !draft.isKept);
  }

  drawFacts() {
    super.drawFacts();
    const { winner } = this.answer;
    if (winner) this.facts.append(element("span", "", this.say("matchWon", { name: this.sides[this.sideOf(winner[0])]?.short ?? winner })));
  }

  drawChoices() {
    const { next } = this.answer;
    if (this.dealing) {
      if (this.choices.firstChild !== this.dealing.part) this.choices.replaceChildren(this.dealing.part);
      return;
    }
    const typed = this.entry?.value ?? "";
    const wasTyping = this.entry === document.activeElement;
    const rows = [];
    if (!this.deal || !next) rows.push(element("p", "", this.say("startDeal")));
    else if (!next.actions.length) rows.push(...this.drawOver(next));
    else rows.push(...this.drawNext(next));
    this.choices.replaceChildren(...rows);
    if (wasTyping && this.entry?.isConnected) {
      this.entry.value = typed;
      this.entry.focus({ preventScroll: true });
    }
  }

  /** What can be done after a deal is over, or cannot be judged. @param {any} next @returns {HTMLElement[]} */
  drawOver(next) {
    const { answer, deal } = this;
    const row = element("div", "row");
    const stated = answer.deals[deal - 1].result;
    if (this.player.at.path.length) row.append(buttonFor(() => this.leave(), "deed", this.say("leave")));
    else if (next.result && stated !== next.result) row.append(buttonFor(() => this.state(next.result), "deed next", this.say("writeResult", { result: next.result })));
    if (next.dealers.length && deal === answer.deals.length) row.append(buttonFor(() => this.startDealing(), "deed next", this.say("nextDeal")));
    const isOver = next.result || this.step?.kind === "end";
    return [element("p", "", this.say(isOver ? "over" : "cannotFollow")), row];
  }

  /** @param {any} next @returns {HTMLElement[]} */
  drawNext(next) {
    const { following, answer, deal } = this;
    const name = this.names[next.turn] ?? next.turn;
    const rows = [element("h2", "turn", following ? this.say("instead", { move: following.move ?? "", name }) : this.say("toAct", { name }))];
    if (this.trumps.contract) rows.push(element("p", "contract", this.trumps.contract));
    if (this.withdrawn) rows.push(element("p", "hint", this.say("takeBack")));
    rows.push(this.drawEntry(next));
    const plays = next.actions.filter((/** @type {Option} */ option) => CARD.test(option.action.replace(/^[A-F]: |[[\]]/g, "")));
    const hand = cards(this.player.layout()[`hand ${next.turn}`]);
    const isHidden = next.gaps && (!hand.length || hand.some((card) => !CARD.test(sure(card))));
    if (isHidden) rows.push(element("p", "hint", this.say("unseen")), this.drawGrid(plays));
    const deeds = element("div", "row deeds");
    deeds.append(...next.actions.filter((/** @type {Option} */ option) => !plays.includes(option)).map((/** @type {Option} */ option) => {
      const button = buttonFor(() => this.enter(option), `deed${option.action === "resign" ? " grave" : ""}`, this.optionWords(option, next.turn));
      button.dataset.action = option.action;
      return button;
    }));
    if (!following && !this.line && next.result && next.result !== answer.deals[deal - 1].result) deeds.append(buttonFor(() => this.state(next.result), "deed next", this.say("writeResult", { result: next.result })));
    if (!following && !this.line && next.dealers.length && deal === answer.deals.length) deeds.append(buttonFor(() => this.startDealing(), "deed next", this.say("nextDeal")));
    if (isHidden && plays.length) deeds.append(buttonFor(() => this.enter({ ...plays[0], action: plays[0].action.includes("[") ? "[--]" : "--" }), "deed", this.say("unknownCard")));
    if (!answer.script.steps.some((/** @type {any} */ step) => step.path)) deeds.append(buttonFor(() => this.startDealing(deal), "deed", this.say("changeCards")));
    rows.push(deeds, this.drawIrregular(next));
    if (next.draws.length) {
      const drawn = element("details", "draws");
      drawn.append(element("summary", "", this.say("drawn")), this.drawGrid(next.draws.map((/** @type {Option} */ option) => ({ ...option, shown: option.action.replace(/^.*\+/, "") }))));
      rows.push(drawn);
    }
    return rows;
  }

  /** The label of an option on its button. @param {Option} option @param {string} turn */
  optionWords(option, turn) {
    const word = option.action.replace(/^[A-F]: /, "").replace("^", "");
    const marriage = /^([24]0)([shdc])$/.exec(word);
    let what = marriage ? this.say("announce", { marriage: `${marriage[1]} ${SUITS[marriage[2]]}` }) : OPENING.test(word) ? this.written(saidWord(this, "do", word)) : this.words[`do ${word}`] ?? this.titles[word] ?? word;
    if (option.before_draw) what = this.say("beforeDraw", { what });
    return option.seat === turn ? what : this.say("bySeat", { name: this.names[option.seat], what });
  }

  /** A card as sentences have it. @param {string} card */
  cardWord(card) { return `${this.packs.french.ranks[card[0]]}${SUITS[card[1]]}`; }

  /** All possible cards, as pictures. @param {any[]} options */
  drawGrid(options) {
    return packGrid(this, "grid", this.say("grid"), (card) => {
      const option = options.find((each) => (each.shown ?? each.action.replace(/^[A-F]: |[[\]]/g, "")) === card);
      return {
        act: option && (() => this.enter(option)),
        called: option?.shown ? this.say("drew", { card: this.titles[card] }) : this.titles[card],
        data: { action: option?.action ?? "" },
      };
    });
  }

  /** @param {any} next */
  drawEntry(next) {
    const field = this.entry ?? element("input", "quick");
    if (!this.entry) {
      Object.assign(field, { maxLength: 24, autocomplete: "off", spellcheck: false, name: "entry" });
      field.addEventListener("input", () => this.typed(false));
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") { event.preventDefault(); this.typed(true); }
        if (event.key === "Backspace" && !field.value && !event.repeat) { event.preventDefault(); this.turn(-1); }
        if (event.key === "Escape") field.value = "";
      });
    }
    this.entry = field;
    field.dataset.turn = next.turn;
    const label = element("label", "entering");
    this.entryFault = element("span", "wrong entry-fault");
    this.entryFault.setAttribute("role", "alert");
    const isOpening = next.actions.some((/** @type {Option} */ { action }) => OPENING.test(action));
    label.append(element("span", "", this.say("entry")), field, element("small", "hint", this.say(isOpening ? "openingHint" : "entryHint")), this.entryFault);
    return label;
  }

  /** Enter what has been typed, once it is complete. @param {boolean} isSent */
  typed(isSent) {
    const field = /** @type {HTMLInputElement} */ (this.entry);
    const said = this.spokenBy(field.value);
    const read = said.length === 1 ? { action: said[0], whole: false } : said.length ? { action: "", whole: false } : readEntry(field.value);
    if (!read && this.entryFault) this.entryFault.textContent = this.say("entryWrong", { text: field.value });
    else if (this.entryFault) this.entryFault.textContent = "";
    if (!read?.action || (!read.whole && !isSent)) return;
    field.value = "";
    const { action } = read;
    // Earlier entries may still be on their way to the server.
    this.inTurn(async () => {
      const { next } = this.answer;
      const found = next?.actions.find((/** @type {Option} */ option) => option.action.replace(/^[A-F]: |[[\]]/g, "") === action)
        ?? (this.isIrregular && next ? next.irregular.map((/** @type {Option} */ option) => this.marking(option)).find((/** @type {Option} */ option) => option.action.replace(/[[\]^]/g, "") === action) : undefined);
      if (found) this.enter(found);
      else if (this.entryFault) this.entryFault.textContent = this.say("notAllowed", { action: this.titles[action] ?? this.words[`do ${action}`] ?? action });
    });
  }

  /** What may be said before the first lead and begins like a text: the whole, or its last word.
   * @param {string} text @returns {string[]} */
  spokenBy(text) {
    const typed = text.trim().toLowerCase();
    const words = (this.answer.next?.actions ?? []).map((/** @type {Option} */ { action }) => action.replace(/^[A-F]: /, "")).filter((/** @type {string} */ word) => OPENING.test(word));
    const ends = (/** @type {string} */ word) => [word, word.split(" ").at(-1) ?? ""].map((each) => each.toLowerCase());
    const same = words.filter((/** @type {string} */ word) => ends(word).includes(typed));
    return !typed ? [] : same.length ? same.slice(0, 1) : words.filter((/** @type {string} */ word) => ends(word).some((each) => each.startsWith(typed)));
  }

  /** The switch that shows irregular actions. @param {any} next */
  drawIrregular(next) {
    const part = element("div", "irregular-part");
    part.append(this.tick("isIrregular", this.isIrregular, (isOn) => { this.isIrregular = isOn; this.withdrawn = ""; this.draw(); }));
    if (!this.isIrregular) return part;
    part.append(element("p", "hint", this.say(next.irregular.length ? "irregularHint" : "nothingIrregular")));
    part.append(this.tick("marked", this.isMarked, (isOn) => { this.isMarked = isOn; this.draw(); }));
    part.append(this.tick("takenBack", Boolean(this.withdrawn), (isOn) => { this.withdrawn = isOn ? "…" : ""; this.draw(); }));
    const list = element("div", "row");
    for (const option of next.irregular) {
      const button = buttonFor(() => this.enter(this.marking(option)), "deed against", this.optionWords(option, next.turn));
      button.title = [option.says, option.clause].filter(Boolean).join(" · ");
      button.append(element("small", "", `${option.code}: ${option.says}`));
      list.append(button);
    }
    part.append(list);
    return part;
  }

  /** @param {string} name @param {boolean} isOn @param {(isOn: boolean) => void} take */
  tick(name, isOn, take, facts = {}) {
    const label = element("label", "choice");
    const box = element("input");
    Object.assign(box, { type: "checkbox", checked: isOn, name });
    box.addEventListener("change", () => {
      take(box.checked);
      /** @type {HTMLElement | null} */ (this.choices.querySelector(`[name="${name}"]`))?.focus({ preventScroll: true });
    });
    label.append(box, element("span", "", this.say(name, facts)));
    return label;
  }
}

/** A deal that is not loaded. @param {any} deal as the server tells it in short @param {number} index */
function inShort({ result, score }, index) {
  const [, winner, points] = /^([A-D]+) (\d+)/.exec(result) ?? [];
  return { number: index + 1, answer: result, score: score ?? {}, winner, game_points: points, steps: [] };
}

customElements.define("santase-scribe", SantaseScribe);
