// @ts-check
// The course of a live match: its deals and their steps, as a replay draws them, made from the views that the server
// sends. It knows no rules: where the cards lie is in the views.

import { undealt } from "./player.js";

const LETTERS = { spades: "s", hearts: "h", diamonds: "d", clubs: "c" };

/** Whether an action plays a card, perhaps face down. @param {string} action */
export function isCard(action) { return /^([97JQKTA][shdc]|\[([97JQKTA][shdc]|##)\])$/.test(action); }

/** The card that is played; `##` while nobody else may see it. @param {string} action */
export function cardOf(action) { return action.replace(/[[\]]/g, ""); }

/** Whether an action announces a marriage. @param {string} action */
export function isMarriage(action) { return /^[24]0[shdc]$/.test(action); }

/** Whether an action comes before the first lead. @param {string} action */
export function isSaidBefore(action) { return /^(trump|call|bid|pass|double|discard)\b/.test(action); }

/** Whether an action calls a card. @param {string} action */
export function isCall(action) { return action.startsWith("call "); }

export class Course {
  /** @param {any} table the element, which has the names and the words */
  constructor(table) {
    this.table = table;
    /** @type {any[]} */
    this.deals = [{ number: 1, score: {}, steps: [{ ...undealt(table.seats), view: null }] }];
  }

  /** Take a view that follows those before; the event that led to it, if there was one.
   * @param {any} view @param {any} [event] */
  take(view, event) {
    const told = view.deal ?? view.last_deal;
    if (!told) return;
    if (!this.deals[0].steps[0].view) this.deals.length = 0;
    while (this.deals.at(-1)?.number > view.number) this.deals.pop();
    if (this.deals.at(-1)?.number !== view.number) this.deals.push({ number: view.number, score: {}, steps: [] });
    const deal = this.deals.at(-1);
    const { steps } = deal;
    this.turn(steps, told.done);
    if (view.deal) {
      deal.trump = LETTERS[view.deal.trumps] ?? "";
      const count = view.deal.done.length + 1;
      if (steps.length > count) steps.splice(count); // something was taken back
      const isNew = steps.length < count;
      if (!steps.length) steps.push({ kind: "start", trick: 1, say: this.table.say("did deal", { number: view.number }), changes: {}, view });
      this.add(deal, view, event);
      if (isNew || !steps.at(-1).view) Object.assign(steps.at(-1), { changes: this.layout(view), view });
      if (!Object.keys(steps[0].changes).length) steps[0].changes = steps.at(-1).changes; // it began before this page
    } else if (steps.at(-1)?.kind !== "end") this.end(deal, view, event);
    if (view.last_deal) Object.assign(deal, { score: view.last_deal.score, winner: view.last_deal.winner, game_points: view.last_deal.game_points });
  }

  /** Show the cards that lay face down until now. @param {any[]} steps @param {any[]} done */
  turn(steps, done) {
    for (const [at, { seat, action }] of done.entries()) {
      if (steps[at + 1]?.card === "##") Object.assign(steps[at + 1], this.played(at, seat, action));
    }
  }

  /** What a step tells of a card that is played. @param {number} at @param {string} seat @param {string} action */
  played(at, seat, action) {
    return { card: cardOf(action), move: this.table.cardWord(action), say: `${at + 1}. ${this.table.deedWords(seat, action)}` };
  }

  /** Add a step for each action that has none yet. */
  add(deal, view, event) {
    const { done } = view.deal ?? view.last_deal;
    const { table } = this;
    for (let at = Math.max(0, deal.steps.length - 1); at < done.length; at += 1) {
      const { seat, action } = done[at];
      const plays = done.slice(0, at).filter((/** @type {any} */ each) => isCard(each.action)).length;
      const isOpening = isSaidBefore(action);
      const size = table.seats.length - (view.deal?.sits_out ? 1 : 0);
      const rulings = at === done.length - 1 ? event?.rulings ?? [] : [];
      deal.steps.push({
        kind: isCard(action) ? "play" : isMarriage(action) ? "marriage" : isOpening ? "opening" : action,
        seat,
        trick: isOpening ? 0 : Math.floor(plays / size) + 1,
        ...(isCard(action) ? this.played(at, seat, action) : {
          move: isMarriage(action) ? table.marriageWord(action) : `${table.short[seat]} ${table.saidWord("did", action)}`,
          say: `${at + 1}. ${table.deedWords(seat, action)}`,
        }),
        irregular: rulings.length > 0,
        findings: rulings.map((/** @type {any} */ ruling) => ({ ...ruling, message: ruling.says, own: true, severity: "error" })),
        changes: {},
        view,
      });
    }
  }

  /** The last action and the result of a deal that is over. */
  end(deal, view, event) {
    const { table } = this;
    const last = view.last_deal;
    const now = Object.assign({}, ...deal.steps.map((/** @type {any} */ step) => step.changes), { turn: "", closer: deal.steps.at(-1)?.changes.closer ?? "" });
    const known = deal.steps.length - 1;
    if (!deal.steps.length) deal.steps.push({ ...undealt(table.seats), view });
    this.add(deal, view, event);
    const points = table.sides.map((/** @type {any} */ side) => last.card_points[side.seats[0]] ?? 0);
    if (deal.steps.length - 1 > known && known >= 0) {
      const { seat, action } = last.done.at(-1);
      if (isCard(action)) {
        const plays = last.done.filter((/** @type {any} */ each) => isCard(each.action));
        const size = table.seats.length - (now.idle ? 1 : 0);
        const trick = plays.slice(-((plays.length - 1) % size) - 1);
        const hand = now[`hand ${seat}`].split(" ");
        hand.splice(Math.max(0, hand.indexOf(cardOf(action))), 1);
        Object.assign(now, { trick: trick.map((/** @type {any} */ each) => `${each.seat}:${cardOf(each.action)}`).join(" "), taker: "", [`hand ${seat}`]: hand.join(" ") });
      }
      if (!isCard(action)) Object.assign(now, { trick: "", taker: "" });
      deal.steps.at(-1).changes = { ...now };
    }
    const side = table.sides.find((/** @type {any} */ each) => last.winner && each.seats.includes(last.winner[0]));
    const before = this.deals.at(-2)?.score ?? {};
    const paid = table.pays ? table.sides.map((/** @type {any} */ each) => last.score[each.seats[0]] - (before[each.seats[0]] ?? 0)) : null;
    deal.steps.push({
      kind: "end",
      seat: last.winner ?? "",
      trick: deal.steps.at(-1)?.trick ?? 1,
      move: paid ? `= pays ${paid.join(" ")}` : `= ${side ? `${side.seats} ${last.game_points}` : "draw"}`,
      say: `${last.done.length + 1}. ${table.reasonWords(last)}`,
      changes: { ...now, taker: "", points, slack: points.map(() => 0), pending: points.map(() => 0) },
      view,
    });
  }

  /** Where everything is. @param {any} view */
  layout(view) {
    const { deal } = view;
    const { seats, sides, role } = this.table;
    const plays = deal.done.filter((/** @type {any} */ each) => isCard(each.action));
    const open = deal.table.length > 0;
    const size = seats.length - (deal.sits_out ? 1 : 0);
    const complete = plays.length - deal.table.length;
    const isTaken = !open && isCard(deal.done.at(-1)?.action ?? "");
    const trick = open ? deal.table.map((/** @type {any} */ each) => `${each.seat}:${each.card}`) : !isTaken ? [] : plays.slice(-size).map((/** @type {any} */ each) => `${each.seat}:${cardOf(each.action)}`);
    const side = (/** @type {Record<string, number>} */ by) => sides.map((/** @type {any} */ each) => by[each.seats[0]] ?? 0);
    /** @type {Record<string, any>} */
    const layout = {
      turn: deal.turn,
      trick: trick.join(" "),
      taker: isTaken ? deal.leader : "",
      points: side(deal.points),
      slack: sides.map(() => 0),
      pending: side(deal.waiting),
      talon: seats.length > 2 ? Array(deal.talon).fill("back").join(" ") : [...Array(Math.max(0, deal.talon - 1)).fill("##"), ...(deal.talon ? [deal.turn_up ?? "--"] : [])].join(" "),
      closer: deal.closed_by ?? "",
      twice: "",
      idle: deal.sits_out ?? "",
      announced: deal.done.filter((/** @type {any} */ each) => isMarriage(each.action)).map((/** @type {any} */ each) => `${each.seat}:${each.action}`).join(" "),
    };
    for (const seat of seats) {
      const own = seat === role ? deal.hand : []; // before trumps are named the first cards alone
      layout[`hand ${seat}`] = [...own, ...Array(Math.max(0, deal.held[seat] - own.length)).fill("##")].join(" ");
      layout[`won ${seat}`] = "";
    }
    for (let at = 0; at < complete; at += size) {
      const taker = plays[at + size]?.seat ?? deal.leader;
      layout[`won ${taker}`] = `${layout[`won ${taker}`]} ${plays.slice(at, at + size).map((/** @type {any} */ each) => cardOf(each.action)).join(" ")}`.trim();
    }
    return layout;
  }
}
