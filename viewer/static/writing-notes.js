// @ts-check
// The annotations of an action and of a record: marks, comments, tags, results.

import { buttonFor, element, inked, numberOf } from "./drawing.js";
import { NAMED } from "./moves.js";

const TAGS = ["Event", "Site", "Date", "Round", "Table", "Rules", "Result"];

/** @param {string} called @param {HTMLElement} control @returns {HTMLLabelElement} */
export function labelled(called, control, classes = "") {
  const label = element("label", classes);
  label.append(element("span", "", called), control);
  return label;
}

/**
 * The marks and comments of the present step, for editing.
 * @param {any} scribe the element @param {HTMLElement} part
 */
export function drawNotes(scribe, part) {
  const { place, action: step } = scribe;
  const focus = part.contains(document.activeElement) ? document.activeElement?.getAttribute("name") : null;
  const rows = [element("h2", "", titleOf(scribe, step))];
  if (step?.path) rows.push(glyphsOf(scribe, step));
  const comments = scribe.answer.comments.filter((/** @type {any} */ noted) => isHere(scribe, noted));
  for (const [index, noted] of comments.entries()) {
    const called = comments.length > 1 ? scribe.say("otherComment", { number: index + 1 }) : scribe.say("comment");
    rows.push(commentField(scribe, called, noted));
  }
  rows.push(commentField(scribe, scribe.say(comments.length ? "newComment" : "comment"), { ...place, comment: "", number: 0 }));
  const row = element("div", "row");
  if (step?.path) row.append(buttonFor(() => scribe.remove(), "deed grave", scribe.say("removeFrom")));
  if (!step?.path && scribe.deal && scribe.deal === scribe.answer.deals.length && !place.of) row.append(buttonFor(() => scribe.removeDeal(), "deed grave", scribe.say("removeDeal")));
  if (scribe.player.at.path.length) row.append(buttonFor(() => scribe.removeVariation(), "deed grave", scribe.say("removeVariation")));
  rows.push(row);
  part.replaceChildren(...rows);
  if (focus) /** @type {HTMLElement | null} */ (part.querySelector(`[name="${focus}"]`))?.focus();
}

/** Whether a comment is shown at the present step; at the start, all that precede the play. @param {any} scribe @param {any} noted */
function isHere(scribe, noted) {
  const { place, deal } = scribe;
  if (noted.at === place.at && (noted.of ?? "") === (place.of ?? "")) return true;
  if (place.at !== `${deal}:` || place.of) return place.at.endsWith(".1") && noted.at === place.at.slice(0, -2);
  return noted.at === "" || (noted.at === `${deal}:` && noted.of !== "result");
}

/** @param {any} scribe @param {any} step */
function titleOf(scribe, step) {
  if (scribe.place.of === "result") return scribe.say("notesOfResult");
  return step?.path ? scribe.say("notesOf", { what: `${numberOf(step)}. ${step.seat && NAMED.includes(step.kind) ? `${scribe.short[step.seat]}: ` : ""}${step.move}` }) : scribe.say("notesOfDeal");
}

/** @param {any} scribe @param {any} step */
function glyphsOf(scribe, step) {
  const row = element("div", "glyphs");
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", scribe.say("glyphs"));
  const own = step.glyphs ?? [];
  for (const mark of Object.keys(scribe.glyphs).filter((each) => !each.startsWith("$"))) {
    const isOn = own.includes(mark);
    const button = buttonFor(() => scribe.setGlyphs(isOn ? own.filter((/** @type {string} */ each) => each !== mark) : [...own.filter((/** @type {string} */ each) => each.startsWith("$")), mark]), "deed glyph-choice", mark);
    button.name = `glyph ${mark}`;
    button.setAttribute("aria-pressed", String(isOn));
    button.setAttribute("aria-label", scribe.glyphs[mark]);
    button.title = scribe.glyphs[mark];
    row.append(button);
  }
  return row;
}

/** @param {any} scribe @param {string} called @param {{ at: string, of?: string, comment: string, number: number }} noted */
function commentField(scribe, called, noted) {
  const { at, of, comment, number } = noted;
  const field = element("textarea");
  Object.assign(field, { value: comment, rows: comment ? 3 : 2, maxLength: 4096, name: `comment ${at} ${of ?? ""} ${number}` });
  field.addEventListener("change", () => {
    if (field.value.trim() !== comment) scribe.edit([{ do: "comment", at, ...(of && { of }), text: field.value, number }]);
  });
  return labelled(called, field, "comment-field");
}

/**
 * Tags and the result of the deal, for editing.
 * @param {any} scribe @param {HTMLElement} part
 */
export function drawStatements(scribe, part) {
  const { answer } = scribe;
  const focus = part.contains(document.activeElement) ? document.activeElement?.getAttribute("name") : null;
  const fields = element("div", "fields");
  const seats = Object.keys(answer.table?.names ?? {});
  const names = [...TAGS, ...seats, ...Object.keys(answer.tags).filter((name) => ![...TAGS, ...seats].includes(name))];
  for (const name of names) {
    const field = element("input");
    Object.assign(field, { value: answer.tags[name] ?? "", maxLength: 1024, name: `tag ${name}`, autocomplete: "off" });
    field.addEventListener("change", () => scribe.edit([{ do: "tag", name, value: field.value }]));
    const called = seats.includes(name) ? scribe.say("playerAt", { seat: name }) : scribe.words[`tag${name}`] ?? name;
    fields.append(labelled(called, field));
  }
  const other = element("form", "one");
  const [name, value] = ["tagName", "tagValue"].map((each) => {
    const field = element("input");
    Object.assign(field, { required: true, maxLength: each === "tagName" ? 64 : 1024, name: each, autocomplete: "off" });
    other.append(labelled(scribe.say(each), field));
    return field;
  });
  name.pattern = "[A-Za-z][A-Za-z0-9_\\-]*";
  other.append(element("button", "deed", scribe.say("set")));
  other.addEventListener("submit", (event) => { event.preventDefault(); scribe.edit([{ do: "tag", name: name.value, value: value.value }]); });
  part.replaceChildren(fields, element("h3", "", scribe.say("otherTag")), other, ...resultOf(scribe));
  if (focus) /** @type {HTMLElement | null} */ (part.querySelector(`[name="${focus}"]`))?.focus();
}

/** @param {any} scribe @returns {HTMLElement[]} */
function resultOf(scribe) {
  const { answer } = scribe;
  if (!answer.deal) return [];
  const field = element("input");
  Object.assign(field, { value: answer.deals[answer.deal - 1].result, maxLength: 200, name: "result", autocomplete: "off", spellcheck: false });
  field.addEventListener("change", () => scribe.state(field.value));
  const played = answer.next?.result;
  const found = [labelled(scribe.say("resultOfDeal", { number: answer.deal }), field), element("p", "hint", scribe.say("resultHint"))];
  if (played && played !== field.value) found.push(buttonFor(() => scribe.state(played), "deed", scribe.say("asPlayed", { result: played })));
  return found;
}

/**
 * The findings of the record.
 * @param {any} scribe @param {HTMLElement} part
 */
export function drawFindings(scribe, part) {
  const rows = scribe.answer.findings.map((/** @type {any} */ finding) => {
    const row = element("li", finding.severity);
    row.append(element("strong", "", finding.code), " ", inked("span", "", finding.message), " ", element("small", "", [finding.clause, scribe.say("line", { line: finding.line })].filter(Boolean).join(" · ")));
    for (const repair of finding.repairs ?? []) row.append(" ", buttonFor(() => scribe.edit([], undefined, repair.text), "deed", scribe.say("repair", { slip: repair.says })));
    return row;
  });
  const list = element("ul");
  list.append(...rows);
  part.replaceChildren(...(rows.length ? [list] : [element("p", "", scribe.say("nothingFound"))]));
}
