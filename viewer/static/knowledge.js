// @ts-check
// What a player could know of the cards that he does not see: where each must be or can be, and why.
// All of it follows from what that seat saw; where the cards really are is not used.

import { buttonFor, element, inSigns, renew, sign } from "./drawing.js";

/** Where a card can be: the places, the number of the sentence why it must be there, or -1, and for each place
 * where it cannot be the number of the reason. @typedef {[string[], number, [string, number][]]} Where */
/** @typedef {{card: string, places: string[], why: string, cannot: [string, string][]}} Known */
/** What each seat could know at every step of a deal, as the server computes it.
 * @typedef {{says: string[], where: Where[], seats: Record<string, (Record<string, number> | number)[]>}} KnownInDeal */

const ORDER = "shdc";
const RANKS = "ATKQJ97";

export class Knowledge {
  /** @param {any} replay the element */
  constructor(replay) {
    this.replay = replay;
    this.seat = "";
    this.card = "";
    /** @type {Map<number, KnownInDeal | "failed" | "asked">} */
    this.fetched = new Map();
    this.panel = element("section", "known");
    this.panel.hidden = true;
    this.head = element("div", "known-head");
    this.list = element("div", "known-list");
    this.list.tabIndex = -1;
    this.reason = element("p", "known-why");
    this.panel.append(this.head, this.list, this.reason);
    this.panel.setAttribute("aria-label", replay.say("know"));
    for (const name of ["focusin", "pointerover", "click"]) this.list.addEventListener(name, (event) => this.point(event));
  }

  /** The next seat, the one below first; after the last one none. */
  turn() {
    const order = this.replay.order();
    this.show(this.seat ? order[order.indexOf(this.seat) + 1] ?? "" : order[0]);
  }

  /** @param {string} seat nobody where it is empty */
  show(seat) {
    this.seat = seat;
    this.card = "";
  }

  /** What is known of the present deal, as far as it has been loaded. */
  get told() {
    const deal = this.replay.player.deals[this.replay.player.at.deal];
    return deal.known ?? this.fetched.get(deal.number);
  }

  /** Load what is known of the present deal, once. */
  fetch() {
    const { number, known } = this.replay.player.deals[this.replay.player.at.deal];
    const address = this.replay.getAttribute("knowledge");
    if (known || !address || this.fetched.has(number)) return;
    this.fetched.set(number, "asked");
    fetch(address.replace("/deals/0/", `/deals/${number}/`))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .then((/** @type {KnownInDeal} */ found) => this.fetched.set(number, found))
      .catch(() => this.fetched.set(number, "failed"))
      .finally(() => this.replay.draw());
  }

  /** What is known now of every card that the seat does not see, or a sentence why that is unknown.
   * @returns {Known[] | string} */
  get now() {
    const { replay, told } = this;
    const { at } = replay.player;
    if (at.path.length) return replay.say("notInVariation");
    if (!told || told === "asked") return replay.say("fetching");
    if (told === "failed") return replay.say("notFetched");
    const steps = told.seats[this.seat].slice(0, at.step + 1);
    const last = steps.at(-1);
    if (last === undefined || typeof last === "number") return told.says[last ?? -1] ?? "";
    const cards = Object.assign({}, ...steps.filter((/** @type {any} */ step) => typeof step === "object"));
    /** @type {Known[]} */
    const known = [];
    for (const [card, number] of Object.entries(cards)) {
      if (number < 0) continue;
      const [places, why, cannot] = told.where[number];
      known.push({ card, places, why: told.says[why] ?? "", cannot: cannot.map(([place, says]) => [place, told.says[says]]) });
    }
    return known.sort((one, other) => rankOf(one.card) - rankOf(other.card));
  }

  /** The cards that must be in the hand of another seat. @param {string} seat @returns {string[]} */
  held(seat) {
    const { now } = this;
    if (typeof now === "string") return [];
    return now.filter(({ places }) => places.length === 1 && places[0] === seat).map(({ card }) => card);
  }

  /** A place in words. @param {string} place */
  place(place) {
    const name = { talon: "faceDown", unrecorded: "unrecorded" }[place];
    return name ? this.replay.say(name) : this.replay.say("inHand", { seat: this.replay.short[place] ?? place });
  }

  /** The text for screen readers. */
  get spoken() {
    if (!this.seat) return "";
    const { now, replay } = this;
    if (typeof now === "string") return now;
    const seat = replay.short[this.seat];
    if (!now.length) return replay.say("allSeen", { seat });
    const groups = groupsOf(now.filter(({ places }) => places.length === 1));
    const open = now.filter(({ places }) => places.length > 1).length;
    const cards = [...groups.values()].map((group) => `${this.place(group[0].places[0])} ${group.map(({ card }) => inSigns(card)).join(" ")}`);
    return [
      cards.length ? replay.say("certain", { seat, cards: cards.join("; ") }) : "",
      open ? replay.say("uncertain", { number: open }) : "",
    ].filter(Boolean).join(" ");
  }

  draw() {
    this.panel.hidden = !this.seat;
    if (!this.seat) return;
    this.fetch();
    const { replay, now } = this;
    renew(this.head, [this.chooser()]);
    if (typeof now === "string") {
      renew(this.list, [element("p", "known-none", now)]);
      this.reason.textContent = "";
      return;
    }
    if (!now.some(({ card }) => card === this.card)) this.card = "";
    const [sure, open] = [now.filter(({ places }) => places.length === 1), now.filter(({ places }) => places.length > 1)];
    const parts = [];
    if (!now.length) parts.push(element("p", "known-none", replay.say("allSeen", { seat: replay.short[this.seat] })));
    for (const [name, cards] of /** @type {[string, Known[]][]} */ ([["sure", sure], ["unsure", open]])) {
      if (!cards.length) continue;
      const part = element("div", `known-part ${name}`);
      part.append(element("h3", "", replay.say(name)));
      for (const group of groupsOf(cards).values()) {
        const row = element("div", "known-place");
        row.append(element("span", "known-where", group[0].places.map((place) => this.place(place)).join(" / ")));
        const chips = element("span", "known-cards");
        chips.append(...group.map((known) => this.chip(known)));
        row.append(chips);
        part.append(row);
      }
      parts.push(part);
    }
    renew(this.list, parts);
    this.tell();
  }

  /** Whose knowledge is shown, and the way out of this view. */
  chooser() {
    const { replay } = this;
    const line = element("div", "known-whose");
    line.setAttribute("role", "group");
    line.setAttribute("aria-label", replay.say("knowsOf"));
    line.append(element("span", "known-title", replay.say("know")));
    for (const seat of replay.order()) {
      const choice = buttonFor(() => { this.show(seat); replay.turnedView(); }, "known-seat", replay.short[seat]);
      choice.dataset.knows = seat;
      choice.setAttribute("aria-pressed", String(seat === this.seat));
      choice.setAttribute("aria-label", replay.say("knows", { seat: replay.names[seat] }));
      line.append(choice);
    }
    const close = buttonFor(() => { this.show(""); replay.turnedView(); }, "known-close");
    close.append(sign("close"));
    close.setAttribute("aria-label", replay.say("close"));
    line.append(close);
    return line;
  }

  /** A card with a full description for screen readers. @param {Known} known */
  chip(known) {
    const { replay } = this;
    const chip = element("button", known.cannot.length || known.why ? "known-card has-why" : "known-card");
    chip.type = "button";
    chip.dataset.known = known.card;
    chip.append(...replay.inked("span", "", inSigns(known.card)).childNodes);
    const places = known.places.map((place) => this.place(place)).join(" / ");
    chip.setAttribute("aria-label", [replay.titles[known.card], places, ...this.reasons(known)].join(". "));
    return chip;
  }

  /** Why a card must be where it is, and why it cannot be elsewhere. @param {Known} known */
  reasons(known) {
    const excluded = known.cannot.map(([place, why]) => this.replay.say("ruledOut", { place: this.place(place), why }));
    return [known.why, ...excluded].filter(Boolean);
  }

  /** Show the reasons for the card under the pointer or with focus. @param {Event} event */
  point(event) {
    const chip = /** @type {Element} */ (event.target).closest("[data-known]");
    if (!(chip instanceof HTMLElement) || chip.dataset.known === this.card) return;
    this.card = chip.dataset.known ?? "";
    this.tell();
  }

  tell() {
    const { replay, now } = this;
    const known = typeof now === "string" ? undefined : now.find(({ card }) => card === this.card);
    for (const chip of this.list.querySelectorAll("[data-known]")) {
      chip.classList.toggle("is-told", /** @type {HTMLElement} */ (chip).dataset.known === this.card);
    }
    const places = known?.places.map((place) => this.place(place)).join(" / ");
    const words = known ? `${inSigns(known.card)}: ${[places, ...this.reasons(known)].join("; ")}` : replay.say("asAllowed");
    this.reason.replaceChildren(...replay.inked("span", "", words).childNodes);
  }
}

/** @param {string} card */
function rankOf(card) { return ORDER.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]); }

/** Cards by the places where they can be. @param {Known[]} known @returns {Map<string, Known[]>} */
function groupsOf(known) {
  /** @type {Map<string, Known[]>} */
  const groups = new Map();
  for (const each of known) {
    const places = each.places.join(" ");
    groups.set(places, [...groups.get(places) ?? [], each]);
  }
  return groups;
}
