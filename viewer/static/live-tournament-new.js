// @ts-check
// The form that opens a tournament, and the keys of its arbiter and of all seats, which are shown once.

import { element, filled } from "./drawing.js";
import { save } from "./entry.js";
import { link } from "./live-desk.js";
import { ask, byChance } from "./live-line.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const opened = /** @type {HTMLElement} */ (document.getElementById("opened"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const { words } = JSON.parse(form.querySelector("script")?.textContent ?? "{}");
const page = { say: (/** @type {string} */ name, /** @type {any} */ facts = {}) => filled(words[name], facts) };
const requestKey = byChance(32); // the same as long as the form is open: nothing is opened twice

/** A control of the form by its name. @param {string} name */
function at(name) { return /** @type {HTMLInputElement} */ (form.elements.namedItem(name)); }

function request() {
  const minutes = Number(at("main").value);
  return {
    name: at("name").value.trim(),
    rules: at("rules").value.trim(),
    pairings: at("pairings").value,
    public: at("public").checked,
    waits: true,
    key: requestKey,
    ...(at("identified")?.checked && { identified: true }),
    ...(at("delay").value && { delay: 1000 * Number(at("delay").value) }),
    ...(minutes && { clock: { main: Math.round(60_000 * minutes), increment: 1000 * Number(at("increment").value) } }),
  };
}

/** What is wrong, with the line and column of the table where it stands there. @param {any} problem */
function refuse(problem) {
  const wrong = problem.errors?.map((/** @type {any} */ error) => {
    const place = /^pairings:(\d+):(\d+)$/.exec(error.parameter);
    return place ? page.say("place", { line: place[1], column: place[2], what: error.detail }) : `${error.parameter}: ${error.detail}`;
  });
  fault.replaceChildren(...(wrong ?? [problem.detail || page.say("unsent")]).map((/** @type {string} */ words) => element("span", "", words)));
  fault.hidden = false;
  fault.scrollIntoView({ block: "center" });
}

/** @param {any} told */
function show(told) {
  const address = (/** @type {string} */ path, /** @type {string} */ key) => new URL(`${form.dataset.live}${path}${key ? `#${key}` : ""}`, location.href).href;
  const rows = [["round", "board", "seat", "name", "address"]];
  for (const match of told.matches) {
    for (const [seat, key] of Object.entries(match.keys)) rows.push([match.round ?? "", match.board ?? "", seat, match.names["ABCD".indexOf(seat)] ?? "", address(match.id, key)]);
  }
  const table = element("table", "keys");
  table.append(...rows.slice(1).map(([round, board, seat, name, to]) => {
    const row = element("tr");
    const field = element("input");
    Object.assign(field, { readOnly: true, value: to });
    field.setAttribute("aria-label", name || seat);
    field.addEventListener("focus", () => field.select());
    const cell = element("td");
    cell.append(field);
    row.append(...[[round, board].filter(Boolean).join(" · "), name || seat].map((words) => element("td", "", words)), cell);
    return row;
  }));
  const csv = rows.map((row) => row.map((word) => `"${word.replace(/^(?=[=+\-@])/, "'").replaceAll('"', '""')}"`).join(",")).join("\n");
  const taking = element("button", "deed next", page.say("takeKeys"));
  taking.addEventListener("click", () => save(`${csv}\n`, "keys.csv", "text/csv"));
  opened.replaceChildren(
    element("h2", "", page.say("openedAll", { number: told.matches.length })),
    element("p", "", page.say("secret")),
    link(address(`tournaments/${told.id}`, told.key), page.say("linkArbiter"), page),
    link(address(`tournaments/${told.id}`, ""), page.say("linkWatch"), page),
    taking,
    table,
  );
  form.hidden = true;
  fault.hidden = true;
  opened.hidden = false;
  opened.focus();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  button.disabled = true;
  const { status, said } = await ask(form.action, at("key")?.value.trim() ?? "", { body: request() });
  button.disabled = false;
  if (status === 201) show(said);
  else refuse(said);
});
at("file").addEventListener("change", async () => { at("pairings").value = await at("file").files?.[0]?.text() ?? ""; });
