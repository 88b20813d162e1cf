// @ts-check
// What is said about a step: its findings, the comments of the record, and links to its variations.

import { buttonFor, element } from "./drawing.js";

// Annotations that are shown otherwise, such as the clocks, or are for programs.
const UNSAID = new Set("at clk emt diagram shuffle commitment cut seed".split(" "));

/** Everything that is said about a step, or about a deal without steps.
 * @param {any} replay the element @param {any} step @returns {HTMLElement[]} */
export function notesOf(replay, step) {
  const { player } = replay;
  const notes = (step.findings ?? []).map((finding) => findingOf(replay, finding, step));
  if (step.irregular) notes.unshift(element("p", "after", replay.say("irregular")));
  else if (player.step && player.isAfterIrregularity) notes.unshift(element("p", "after badge", replay.say("afterIrregularity")));
  for (const comment of step.comments ?? []) notes.push(element("blockquote", "comment", comment));
  for (const points of step.checkpoints ?? []) notes.push(element("p", "checkpoint", replay.say("checkpoint", { points })));
  for (const [name, value] of step.annotations ?? []) {
    if (UNSAID.has(name)) continue;
    notes.push(replay.inked("p", "annotation", replay.words[`@${name}`] ? replay.say(`@${name}`, { value }) : `@${name} ${value}`));
  }
  for (const side of (step.lines ?? []).keys()) {
    notes.push(buttonFor(() => replay.move(() => player.enter(side)), "enter", replay.say("enter", { number: side + 1 })));
  }
  if (player.at.path.length) notes.push(buttonFor(() => replay.move(() => player.leave()), "leave", replay.say("leave")));
  return notes;
}

// A finding with its clause, its line in the record, and the legal actions if it is about the action.
function findingOf(replay, finding, step) {
  const note = element("div", `finding ${finding.severity}`);
  const said = element("p");
  said.append(element("strong", "", finding.code), " ", replay.inked("span", "", finding.message));
  note.append(said);
  if (finding.own && step.allowed?.length && !replay.isCovered(step.seat)) {
    const list = element("ul", "allowed-instead");
    list.append(...step.allowed.map((allowed) => replay.inked("li", "", allowed)));
    note.append(element("p", "", replay.say("allowed")), list);
  }
  if (finding.clause) note.append(element("small", "clause", finding.clause));
  if (!finding.line) return note; // at a live table there is no text yet
  if (finding.excerpt.length) note.append(marked(finding.excerpt));
  const source = replay.say("source", { line: finding.line, column: finding.column });
  note.append(element("small", "", source));
  if (finding.related) {
    const { line, column, message } = finding.related;
    note.append(element("small", "", `${replay.say("source", { line, column })}: ${message}`));
  }
  return note;
}

// A line of a record with carets below the place of a finding.
function marked([line, carets]) {
  const signs = [...line];
  const start = carets.indexOf("^");
  const pre = element("pre", "excerpt");
  pre.tabIndex = 0;
  pre.append(signs.slice(0, start).join(""), element("mark", "", signs.slice(start, carets.length).join("") || " "), signs.slice(carets.length).join(""));
  return pre;
}
