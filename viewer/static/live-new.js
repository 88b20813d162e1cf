// @ts-check
// The form that opens a live match, the resulting links, each with its key in the fragment and shown once, and free seats.

import { element, filled } from "./drawing.js";
import { ask } from "./live-line.js";
import { link } from "./live-desk.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const opened = /** @type {HTMLElement} */ (document.getElementById("opened"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const NAME = "santase-name"; // the key of the player's name in the storage of the browser
const { words } = JSON.parse(form?.querySelector("script")?.textContent ?? "{}");
const page = { say: (/** @type {string} */ name, /** @type {any} */ facts = {}) => filled(words[name], facts) };

/** A control of the form by its name. @param {string} name */
function at(name) { return /** @type {HTMLInputElement} */ (form.elements.namedItem(name)); }

/** @param {string} name */
function said(name) { return at(name).value.trim(); }

function chosen() {
  const select = /** @type {any} */ (at("preset"));
  return select.selectedOptions[0].dataset;
}

// What does not belong to the chosen rules is hidden.
function fit() {
  const { seats, pays } = chosen();
  for (const part of form.querySelectorAll("[data-seat]")) {
    const isThere = "ABCD".indexOf(/** @type {HTMLElement} */ (part).dataset.seat ?? "") < Number(seats);
    /** @type {HTMLElement} */ (part).hidden = !isThere;
    if (part instanceof HTMLOptionElement) part.disabled = !isThere;
  }
  at("deals").required = pays !== undefined;
  for (const part of form.querySelectorAll("[data-strict]")) /** @type {HTMLElement} */ (part).hidden = said("mode") !== "strict";
}

// The settings for another match are in the fragment: its rules, and who plays.
function fill() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const [preset, ...options] = (asked.get("rules") ?? "").split(" ");
  if (preset) at("preset").value = preset;
  at("options").value = options.join(" ");
  for (const [place, name] of (asked.get("names") ?? "").split("\n").entries()) if (name) at(`name${"ABCD"[place]}`).value = name;
  if (!at("preset").value) at("preset").value = "santase";
  try {
    at("me").value = localStorage.getItem(NAME) ?? "";
  } catch {
    // Nothing was stored.
  }
}

/** What is asked of the server; against a program, with friends or with free seats all but the rules is by default.
 * @param {string} way */
function request(way) {
  const { seats, pays } = chosen();
  const letters = [..."ABCD"].slice(0, Number(seats));
  const isStrict = said("mode") === "strict";
  const tags = Object.fromEntries(["Event", "Tournament", "Round", "Board"].map((name) => [name, said(`tag${name}`)]).filter(([, value]) => value));
  const minutes = Number(said("main"));
  const others = letters.slice(1);
  const { person } = form.dataset; // whoever is signed in has the first seat
  const names = letters.map((seat, place) => said(`name${seat}`) || (way && !place && person) || (!way ? "" : place ? page.say(way === "program" ? "program" : "guest") : said("me") || page.say("anonymous")));
  const deals = said("deals") || (way && pays !== undefined ? seats : "");
  return {
    rules: `${said("preset")} ${said("options")}`.trim(),
    names: names.map((name, place) => (place > 1 && names.indexOf(name) < place ? `${name} ${place}` : name)),
    mode: said("mode"),
    dealing: isStrict ? said("dealing") : "hand",
    dealer: said("dealer"),
    public: at("public").checked && !["friend", "program"].includes(way),
    delay: 1000 * Number(said("delay")),
    tags,
    ...(isStrict && way !== "program" && { waits: true }),
    ...(way && person && { people: { A: person } }),
    ...(way === "program" && { programs: Object.fromEntries(others.map((seat) => [seat, "careful"])) }),
    ...(way === "free" && { free: others }),
    ...(deals && { deals: Number(deals) }),
    ...(isStrict && minutes && { clock: { main: Math.round(60_000 * minutes), increment: 1000 * Number(said("increment")), delay: 1000 * Number(said("wait")) } }),
  };
}

/** @param {any} problem */
function refuse(problem) {
  const wrong = problem.errors?.map((/** @type {any} */ error) => `${error.parameter}: ${error.detail}`).join(" · ");
  fault.textContent = wrong || problem.detail || page.say("unsent");
  fault.hidden = false;
  fault.scrollIntoView({ block: "center" });
}

/** Open a match; whoever plays goes to its table. @param {string} way */
async function open(way = "") {
  const asked = request(way);
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  const { status, said: told } = await ask(form.action, at("key") ? said("key") : "", { body: asked });
  for (const button of form.querySelectorAll("button")) button.disabled = false;
  if (status !== 201) {
    refuse(told);
    return;
  }
  fault.hidden = true;
  if (!way) {
    show(asked, told);
    return;
  }
  if (said("me")) store(localStorage, NAME, said("me"));
  const others = Object.fromEntries(Object.entries(told.keys).filter(([role]) => role !== "A" && role !== "arbiter"));
  if (way !== "program") store(sessionStorage, `santase-invite:${told.id}`, JSON.stringify(others));
  location.assign(`${form.dataset.live}${told.id}${told.keys.A ? `#${told.keys.A}` : ""}`);
}

/** @param {Storage} storage @param {string} name @param {string} value */
function store(storage, name, value) {
  try {
    storage.setItem(name, value);
  } catch {
    // The browser does not allow storing it.
  }
}

/** Take a free seat, and go to the table. @param {HTMLButtonElement} button */
async function sit(button) {
  button.disabled = true;
  const { status, said: told } = await ask(button.dataset.sit ?? "", "", { method: "POST" });
  const table = /** @type {HTMLAnchorElement} */ (button.parentElement?.querySelector("a"));
  if (status === 200) location.assign(told.key ? `${table.href}#${told.key}` : table.href);
  else button.replaceWith(element("small", "wrong", told.detail ?? ""));
}

/** @param {any} asked @param {any} told */
function show(asked, told) {
  const watch = new URL(`${form.dataset.live}${told.id}`, location.href).href;
  const rows = Object.entries(told.keys).map(([role, key]) => {
    const name = asked.names["ABCD".indexOf(role)] || role;
    const words = role === "arbiter" ? page.say(asked.mode === "scorer" ? "linkScorer" : "linkArbiter") : page.say("linkOf", { name });
    return link(`${watch}#${key}`, words, page);
  });
  const heading = element("h2", "", page.say("opened"));
  opened.replaceChildren(heading, element("p", "", page.say("secret")), ...rows, link(watch, page.say("linkWatch"), page));
  if (asked.waits) opened.append(element("p", "answer", page.say("waits")));
  form.hidden = true;
  opened.hidden = false;
  opened.focus();
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-sit]"))) button.addEventListener("click", () => sit(button));

if (form) {
  fill();
  fit();
  form.addEventListener("change", (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name === "game") at("preset").value = value;
    if (name === "preset") for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=game]"))) each.checked = each.value === value;
    fit();
  });
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[data-way]"))) {
    button.addEventListener("click", () => open(button.dataset.way));
    button.disabled = false;
  }
  form.addEventListener("submit", (event) => { event.preventDefault(); open(); });
}
