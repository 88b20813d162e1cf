// @ts-check
// The play of a deal as in a book: one line for each trick, its comments below it, variations in brackets.

import { element, numberOf } from "./drawing.js";
import { Player } from "./player.js";

// The kinds of steps whose move does not name its player.
export const NAMED = ["play", "marriage", "bonus", "written", "after"];

export class Book {
  /** @param {any} replay the element @param {HTMLElement} notes what is said of the present step */
  constructor(replay, notes) {
    this.replay = replay;
    this.list = element("ol", "moves");
    this.list.setAttribute("aria-label", replay.say("moves"));
    this.here = element("li", "here");
    this.here.append(notes);
    this.clear();
  }

  clear() {
    this.deal = -1;
    /** @type {Map<string, HTMLElement>} */
    this.marks = new Map();
    /** @type {Map<string, HTMLElement[]>} */
    this.toldAt = new Map();
    /** @type {HTMLElement[]} */
    this.told = [];
    this.list.replaceChildren(this.here);
  }

  /** Show the present position: the mark of the step, and below its line what is said about it. */
  draw() {
    const { player } = this.replay;
    if (this.deal !== player.at.deal) {
      this.clear();
      this.deal = player.at.deal;
      this.list.append(...this.tricks(player.deals[this.deal].steps, []));
    }
    const { words } = player;
    const mark = this.marks.get(wordsOf(player, player.at.path, this.replay.markedStep));
    if (this.marked !== mark) this.marked?.removeAttribute("aria-current");
    this.marked = mark;
    this.marked?.setAttribute("aria-current", "step");
    this.before = this.marked ?? this.markBefore(player);
    // The list is one stop of the Tab key: arrows step through it.
    const stop = this.before ?? this.marks.values().next().value;
    const hasFocus = document.activeElement === this.stop;
    if (this.stop !== stop) this.stop?.setAttribute("tabindex", "-1");
    this.stop = stop;
    this.stop?.setAttribute("tabindex", "0");
    if (hasFocus) this.stop?.focus({ preventScroll: true });
    const line = this.before?.closest("li");
    if (line && line.nextElementSibling !== this.here) line.after(this.here);
    else if (!line && this.list.firstElementChild !== this.here) this.list.prepend(this.here);
    for (const told of this.told) told.classList.remove("is-told");
    this.told = this.toldAt.get(words) ?? [];
    for (const told of this.told) told.classList.add("is-told");
  }

  // The last step before the present one that has a mark.
  markBefore(player) {
    for (let step = player.at.step - 1; step >= 0; step -= 1) {
      const found = this.marks.get(wordsOf(player, player.at.path, step));
      if (found) return found;
    }
    return undefined;
  }

  /** How far the list has to scroll (the list, never the page) to show the mark, and the text
   * about it if there is room. Null if all is in view. @returns {[HTMLElement, number, number] | null} */
  scroll() {
    const box = this.list;
    const { clientHeight, scrollTop } = box;
    if (!clientHeight) return null;
    const shown = box.getBoundingClientRect();
    const here = this.here.getBoundingClientRect();
    const mark = this.before?.getBoundingClientRect() ?? here;
    const top = mark.top - shown.top;
    const bottom = Math.max(here.bottom, mark.bottom) - shown.top;
    if (top >= 0 && bottom <= clientHeight) return null;
    return [box, scrollTop + Math.min(top - 8, Math.max(bottom - clientHeight + 8, top < 0 ? top - 8 : 0)), 0];
  }

  tricks(line, path) {
    const lines = [];
    let row = null;
    let trick = -1; // what comes before the first lead is trick 0
    let by = "";
    let points = [];
    for (const [index, step] of line.entries()) {
      points = step.changes.points ?? points;
      const comments = this.comments(step, path, index);
      if (!step.move && step.kind !== "stop") {
        lines.push(...comments);
        continue;
      }
      if (step.trick !== trick) {
        trick = step.trick;
        by = "";
        if (trick === 0) lines.push(element("li", "opening", this.replay.say("opening")));
        row = this.row(lines, `${numberOf(step)}.`);
      } else if (lines.at(-1).classList.contains("told-here")) row = this.row(lines, "");
      row.append(this.mark(step, index, path, by));
      by = NAMED.includes(step.kind) ? step.seat : "";
      for (const [side, other] of (step.lines ?? []).entries()) row.append(this.variation(other, [...path, [index, side]]));
      if (step.lines) by = "";
      if (step.changes.taker) row.after(element("span", "sum", `${this.replay.short[step.changes.taker]} ${points.join("–")}`));
      lines.push(...comments);
    }
    return lines;
  }

  row(lines, number) {
    const row = element("span", "made");
    row.append(element("span", "number", number));
    lines.push(element("li", "line"));
    lines.at(-1).append(row);
    return row;
  }

  comments(step, path, index) {
    return (step.comments ?? []).map((comment) => {
      const told = element("li", "told-here", comment);
      const at = wordsOf(this.replay.player, path, index);
      this.toldAt.set(at, [...this.toldAt.get(at) ?? [], told]);
      return told;
    });
  }

  variation(line, path) {
    const group = element("span", "variation");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", this.replay.say("variation"));
    group.append("( ");
    for (const [place, step] of line.entries()) {
      if (!step.move) continue;
      group.append(this.mark(step, place, path));
      for (const [side, other] of (step.lines ?? []).entries()) group.append(this.variation(other, [...path, [place, side]]));
      for (const comment of step.comments ?? []) group.append(element("span", "aside", comment));
    }
    group.append(")");
    return group;
  }

  // A step as a button; it names the player if he is not the one of the step before.
  mark(step, index, path, by = "") {
    const { replay } = this;
    const button = element("button", `move ${step.kind}`);
    button.type = "button";
    button.tabIndex = -1;
    if (step.seat && step.seat !== by && NAMED.includes(step.kind)) button.append(element("span", "by-whom", `${replay.short[step.seat]}:`), " ");
    if (!step.move) button.setAttribute("aria-label", step.say);
    button.append(replay.inked("span", "", replay.moveWords(step.move ?? "✗")));
    for (const glyph of step.glyphs ?? []) {
      const sign = element("span", "glyph", glyph);
      if (replay.glyphs[glyph]) {
        sign.title = replay.glyphs[glyph];
        sign.append(element("span", "unseen", ` (${replay.glyphs[glyph]})`));
      }
      button.append(sign);
    }
    if (step.findings?.some((finding) => finding.own && finding.severity === "error")) button.classList.add("wrong");
    const { deal } = replay.player.at;
    button.addEventListener("click", () => replay.move(() => replay.player.go(index, path, deal)));
    this.marks.set(wordsOf(replay.player, path, index), button);
    return button;
  }
}

// A step of the present deal as text of a link.
function wordsOf(player, path, step) {
  const words = new Player(player.deals);
  words.at = { deal: player.at.deal, path, step };
  return words.words;
}
