// @ts-check
// The record of a deal, trick by trick: every action with its marks, comments and variations.

import { buttonFor, element, inked, numberOf } from "./drawing.js";

// The kinds of steps whose move does not name its player.
const NAMED = ["play", "marriage", "written", "after"];

/** The name of a position in the replay: a path into variations, and a step. @param {number[][]} path @param {number} step */
function nameOf(path, step) { return `${path.map((pair) => pair.join("v")).join(".")}/${step}`; }

/**
 * The list of a deal; `go` leads to a step.
 * @param {any} scribe the element @param {HTMLElement} list
 */
export function drawBook(scribe, list) {
  const { player } = scribe;
  const marked = scribe.action ? player.line().indexOf(scribe.action) : player.at.step;
  const here = nameOf(player.at.path, marked);
  const rows = player.deals[0] ? tricksOf(scribe, player.deals[0].steps, here) : [];
  list.replaceChildren(...rows);
  const mark = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (!mark) return;
  const top = mark.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 0 || top > list.clientHeight - 40) list.scrollTop += top - list.clientHeight / 2;
}

/** @param {any} scribe @param {any[]} steps @param {string} here */
function tricksOf(scribe, steps, here) {
  /** @type {HTMLElement[]} */
  const rows = [];
  /** @type {HTMLElement | null} */
  let row = null;
  let trick = 0;
  for (const [index, step] of steps.entries()) {
    const isWritten = step.move && step.kind !== "bonus";
    if (!isWritten && index > 0) continue;
    if (!index || !row || step.trick !== trick || step.kind === "end") {
      row = element("li", "line");
      if (index && step.kind !== "end") row.append(element("span", "number", `${numberOf(step)}.`));
      rows.push(row);
      trick = index ? step.trick : 0;
    }
    row.append(markOf(scribe, step, [], index, here), ...besides(scribe, step, [], index, here));
  }
  return rows;
}

/** The text beside an action: its comments, then the variations. @returns {HTMLElement[]} */
function besides(/** @type {any} */ scribe, /** @type {any} */ step, /** @type {number[][]} */ path, /** @type {number} */ index, /** @type {string} */ here) {
  const found = (step.comments ?? []).map((/** @type {string} */ comment) => element("span", "aside", comment));
  for (const [side, line] of (step.lines ?? []).entries()) {
    const group = element("span", "variation");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", scribe.say("variation"));
    group.append("( ");
    for (const [place, inner] of line.entries()) {
      if (!inner.move || inner.kind === "bonus") continue;
      const inside = [...path, [index, side]];
      group.append(markOf(scribe, inner, inside, place, here), ...besides(scribe, inner, inside, place, here));
    }
    group.append(")");
    found.push(group);
  }
  return found;
}

/** @param {any} scribe @param {any} step @param {number[][]} path @param {number} index @param {string} here */
function markOf(scribe, step, path, index, here) {
  const isStart = !index && !path.length;
  const button = buttonFor(() => scribe.goTo(path, index), `move ${step.kind}`);
  const said = isStart ? scribe.say("startOfDeal") : step.seat && NAMED.includes(step.kind) ? `${step.seat}: ${step.move}` : step.move;
  button.append(inked("span", "", said));
  for (const glyph of step.glyphs ?? []) {
    const sign = element("span", "glyph", glyph);
    if (scribe.glyphs[glyph]) sign.title = scribe.glyphs[glyph];
    button.append(sign);
  }
  if (step.findings?.some((/** @type {any} */ finding) => finding.own && finding.severity === "error")) button.classList.add("wrong");
  if (nameOf(path, index) === here) button.setAttribute("aria-current", "step");
  return button;
}
