// @ts-check
// Dealing by clicking: the cards of each hand, the turn-up, the talon, as far as they are known.

import { SUITS, buttonFor, element } from "./drawing.js";
import { alongGrid, readEntry } from "./entry.js";

export class Dealing {
  /**
   * @param {any} scribe the element @param {number} number of the deal, 0 for a new one
   * @param {{ dealer: string, dealers: string[], cards?: Record<string, string[]>, suit?: string, packets?: Record<string, string[]> }} known
   */
  constructor(scribe, number, known) {
    this.scribe = scribe;
    this.number = number;
    this.table = scribe.table;
    this.dealers = known.dealers;
    this.dealer = known.dealer;
    this.suit = known.suit ?? "";
    this.isPacketed = !number || Boolean(known.packets); // whether hands begin with the cards dealt first
    const seats = Object.keys(this.table.names);
    const { hand, talon } = this.table;
    /** @type {{ name: string, called: string, size: number, cards: string[] }[]} */
    this.holders = seats.map((seat) => ({ name: seat, called: scribe.say("handOf", { name: this.table.names[seat] }), size: hand, cards: [] }));
    if (talon) {
      this.holders.push({ name: "turnUp", called: scribe.say("turnUp"), size: 1, cards: [] });
      this.holders.push({ name: "talon", called: scribe.say("talonFrom"), size: talon - 1, cards: [] });
    }
    for (const holder of this.holders) holder.cards = [...(known.cards?.[holder.name] ?? [])];
    this.active = Math.max(this.holders.findIndex((holder) => holder.cards.length < holder.size), 0);
    this.part = element("form", "dealing");
    this.part.addEventListener("submit", (event) => { event.preventDefault(); this.deal(); });
    this.draw();
  }

  // Whether a card sets trumps, or a suit is chosen with the deal.
  get fixesTrumps() { return !this.table.opens || this.table.draws; }

  // The cards of which no other is left: where there are two of each, both are somewhere.
  get used() {
    const held = this.holders.flatMap((holder) => holder.cards);
    const number = (/** @type {string[]} */ all, /** @type {string} */ card) => all.filter((each) => each === card).length;
    return new Set(held.filter((card) => number(held, card) >= number(this.table.cards, card)));
  }

  draw() {
    const { scribe } = this;
    const head = element("div", "row");
    head.append(this.choice("dealer", this.dealers.map((seat) => [seat, this.table.names[seat]]), this.dealer, (value) => { this.dealer = value; }));
    if (this.table.packet) head.append(scribe.tick("packets", this.isPacketed, (/** @type {boolean} */ isOn) => { this.isPacketed = isOn; this.redraw("[name=packets]"); }, { number: this.table.packet }));
    if (this.fixesTrumps) head.append(this.table.talon ? this.suitChoice() : this.trumpChoice());
    const holders = element("div", "holders");
    holders.append(...this.holders.map((holder, place) => this.drawHolder(holder, place)));
    const deal = element("button", "deed next", scribe.say("dealCards"));
    deal.type = "submit";
    const row = element("div", "row");
    const pad = element("div", "pad");
    row.append(deal);
    if (scribe.number) row.append(buttonFor(() => scribe.stopDealing(), "deed", scribe.say("cancel")));
    this.fault = element("p", "wrong");
    this.fault.setAttribute("role", "alert");
    const title = scribe.say("dealTitle", { number: this.number || scribe.answer.deals.length + 1 });
    this.part.replaceChildren(element("h2", "", title), element("p", "hint", scribe.say(this.fixesTrumps ? "dealHint" : "dealHintOpening")), head, holders, this.drawTyping(), pad);
    pad.append(this.drawPack(), this.fault, row);
  }

  /** @param {string} name @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} take */
  choice(name, choices, chosen, take) {
    const label = element("label");
    const select = element("select");
    select.name = name;
    select.append(...choices.map(([value, called]) => new Option(called, value)));
    select.value = chosen;
    select.addEventListener("change", () => take(select.value));
    label.append(element("span", "", this.scribe.say(name)), select);
    return label;
  }

  // The suit of trumps, where the turn-up is not known.
  suitChoice() {
    const { scribe } = this;
    const part = element("div", "suits");
    part.setAttribute("role", "group");
    part.setAttribute("aria-label", scribe.say("trumps"));
    part.append(element("span", "", scribe.say("trumps")));
    for (const [letter, sign] of Object.entries(SUITS)) {
      const button = buttonFor(() => {
        this.suit = this.suit === letter ? "" : letter;
        this.redraw(`[data-suit="${letter}"]`);
      }, "deed", sign);
      button.dataset.suit = letter;
      button.setAttribute("aria-pressed", String(this.suit === letter));
      button.setAttribute("aria-label", scribe.say("suitOnly", { suit: sign }));
      part.append(button);
    }
    return part;
  }

  // Trumps without a talon: the suit alone, or the card of a hand that fixes them.
  trumpChoice() {
    const { scribe, table } = this;
    const suits = Object.entries(SUITS).map(([letter, sign]) => [letter, scribe.say("suitOnly", { suit: sign })]);
    const cards = table.cards.map((/** @type {string} */ card) => [card, scribe.titles[card]]);
    return this.choice("trumpCard", /** @type {[string, string][]} */ ([["", "–"], ...suits, ...cards]), this.suit, (value) => { this.suit = value; });
  }

  /** @param {{ name: string, called: string, size: number, cards: string[] }} holder @param {number} place */
  drawHolder(holder, place) {
    const { scribe } = this;
    const part = element("div", "holder");
    const choose = buttonFor(() => { this.active = place; this.redraw(".holder.active > button"); }, "deed", `${holder.called} ${holder.cards.length}/${holder.size}`);
    choose.setAttribute("aria-pressed", String(place === this.active));
    part.classList.toggle("active", place === this.active);
    const held = element("div", "held");
    held.classList.toggle(`first-${this.table.packet}`, this.isPacketed && this.table.packet > 0);
    for (const card of holder.cards) {
      const back = buttonFor(() => { holder.cards.splice(holder.cards.indexOf(card), 1); this.active = place; this.redraw(`.pack [data-card="${card}"]`); }, "held-card");
      back.append(scribe.card(card));
      back.setAttribute("aria-label", scribe.say("giveBack", { card: scribe.titles[card] }));
      held.append(back);
    }
    part.append(choose, held);
    return part;
  }

  drawPack() {
    const { scribe, used } = this;
    return packGrid(scribe, "pack", scribe.say("packGrid", { what: this.holders[this.active].called }), (card) => ({
      act: used.has(card) ? null : () => this.take(card), called: scribe.titles[card], data: { card },
    }));
  }

  drawTyping() {
    const label = element("label", "typing");
    const field = element("input");
    Object.assign(field, { autocomplete: "off", spellcheck: false, maxLength: 120, name: "typed" });
    field.addEventListener("input", () => {
      const read = readEntry(field.value);
      if (read?.whole && this.table.cards.includes(read.action)) {
        field.value = "";
        this.take(read.action, "[name=typed]");
      } else if (/\s/.test(field.value.trim()) && field.value.endsWith(" ")) this.takeAll(field);
    });
    field.addEventListener("change", () => this.takeAll(field));
    label.append(element("span", "", this.scribe.say("entry")), field);
    return label;
  }

  /** Read all cards of a text. @param {HTMLInputElement} field */
  takeAll(field) {
    const words = field.value.split(/[\s,]+/).map((word) => readEntry(word)?.action ?? "").filter((card) => this.table.cards.includes(card));
    if (!words.length) return;
    field.value = "";
    for (const card of words) this.take(card, "[name=typed]");
  }

  /** @param {string} card @param {string} focus what has the keyboard afterwards */
  take(card, focus = "") {
    const holder = this.holders[this.active];
    if (this.used.has(card) || holder.cards.length >= holder.size) return;
    holder.cards.push(card);
    if (holder.cards.length === holder.size) {
      const next = this.holders.findIndex((each) => each.cards.length < each.size);
      if (next >= 0) this.active = next;
    }
    this.redraw(focus || `.pack [data-card="${card}"]`);
  }

  /** @param {string} focus */
  redraw(focus) {
    this.draw();
    const wanted = /** @type {HTMLElement | null} */ (this.part.querySelector(focus));
    if (wanted && !wanted.matches(":disabled")) wanted.focus();
    else /** @type {HTMLElement | null} */ (this.part.querySelector(".pack button:not(:disabled)") ?? this.part.querySelector("button[type=submit]"))?.focus();
  }

  deal() {
    /** @type {Record<string, string[]>} */
    const held = Object.fromEntries(this.holders.map(({ name, cards, size }) => [name, cards.length ? [...cards, ...Array(size - cards.length).fill("--")] : []]));
    const { turnUp = [], talon = [], ...hands } = held;
    const trump = turnUp[0] ?? this.suit;
    if (!trump && this.fixesTrumps) {
      this.fault?.replaceChildren(this.scribe.say("needsTrump"));
      return;
    }
    const known = Object.fromEntries(Object.entries(hands).filter(([, cards]) => cards.length));
    const { packet } = this.table;
    const packets = Object.fromEntries(Object.entries(hands).filter(([, cards]) => this.isPacketed && packet && cards.filter((card) => card !== "--").length >= packet).map(([seat]) => [seat, packet]));
    const edit = { do: "deal", dealer: this.dealer, ...(trump && this.fixesTrumps && { trump }), hands: known, packets, ...(talon.length && { talon: [...talon, turnUp[0] ?? "--"] }) };
    this.scribe.dealt(this.number ? { ...edit, at: `${this.number}:` } : edit);
  }
}

/**
 * The cards of the table as a grid of buttons, suit by suit.
 * @param {any} scribe the element @param {string} name @param {string} called
 * @param {(card: string) => { act: (() => void) | null, called: string, data: Record<string, string> }} fit
 */
export function packGrid(scribe, name, called, fit) {
  const all = Object.keys(SUITS).flatMap((suit) => [..."ATKQJ97"].map((rank) => rank + suit)).filter((card) => scribe.table.cards.includes(card));
  const grid = element("div", `${name} of-${all.length / 4}`);
  grid.setAttribute("role", "group");
  grid.setAttribute("aria-label", called);
  for (const card of all) {
    const { act, called, data } = fit(card);
    const button = buttonFor(act, "pack-card");
    button.append(scribe.card(card));
    Object.assign(button.dataset, data);
    button.setAttribute("aria-label", called);
    button.disabled = !act;
    grid.append(button);
  }
  grid.addEventListener("keydown", (event) => alongGrid(event, grid, all.length / 4));
  return grid;
}
