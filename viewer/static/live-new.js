// @ts-check
// The form that opens a live match, and the resulting links: each with its key in the fragment, shown once.

import { element, buttonFor } from "./drawing.js";
import { ask, byChance } from "./live-line.js";
import { link } from "./live-desk.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const opened = /** @type {HTMLElement} */ (document.getElementById("opened"));
const fault = /** @type {HTMLElement} */ (document.getElementById("fault"));
const { words } = JSON.parse(form.querySelector("script")?.textContent ?? "{}");
const page = { say: (/** @type {string} */ name, /** @type {any} */ facts = {}) => words[name].replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ fact) => facts[fact] ?? all) };

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
}

function request() {
  const seats = Number(chosen().seats);
  const isStrict = said("mode") === "strict";
  const tags = Object.fromEntries(["Event", "Tournament", "Round", "Board"].map((name) => [name, said(`tag${name}`)]).filter(([, value]) => value));
  const minutes = Number(said("main"));
  return {
    rules: `${said("preset")} ${said("options")}`.trim(),
    names: [..."ABCD"].slice(0, seats).map((seat) => said(`name${seat}`)),
    mode: said("mode"),
    dealing: isStrict ? said("dealing") : "hand",
    dealer: said("dealer"),
    public: at("public").checked,
    delay: 1000 * Number(said("delay")),
    tags,
    ...(said("deals") && { deals: Number(said("deals")) }),
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

async function open() {
  const asked = request();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = true;
  const { status, said: told } = await ask(form.action, at("key") ? said("key") : "", { body: asked });
  button.disabled = false;
  if (status !== 201) {
    refuse(told);
    return;
  }
  fault.hidden = true;
  // The server would deal before the players have arrived: it waits until the arbiter starts the match.
  const waits = asked.mode === "strict" && asked.dealing === "fair" && await act(told, { do: "pause" });
  show(asked, told, waits);
}

/** Send a request to the new table as its arbiter. @param {any} told @param {any} request */
async function act(told, request) {
  const { status } = await ask(`${form.action}/${told.id}/actions`, told.keys.arbiter, { body: { ...request, key: byChance(22) } });
  return status === 200;
}

/** @param {any} asked @param {any} told @param {boolean} waits */
function show(asked, told, waits) {
  const watch = new URL(`${form.dataset.live}${told.id}`, location.href).href;
  const rows = Object.entries(told.keys).map(([role, key]) => {
    const name = asked.names["ABCD".indexOf(role)] || role;
    const words = role === "arbiter" ? page.say(asked.mode === "scorer" ? "linkScorer" : "linkArbiter") : page.say("linkOf", { name });
    return link(`${watch}#${key}`, words, page);
  });
  const heading = element("h2", "", page.say("opened"));
  opened.replaceChildren(heading, element("p", "", page.say("secret")), ...rows, link(watch, page.say("linkWatch"), page));
  if (waits) {
    const state = element("p", "answer", page.say("waits"));
    state.setAttribute("aria-live", "polite");
    const start = buttonFor(async () => {
      start.disabled = true;
      if (await act(told, { do: "resume" })) {
        state.textContent = page.say("started");
        start.remove();
      } else start.disabled = false;
    }, "deed next", page.say("start"));
    opened.append(state, start);
  }
  form.hidden = true;
  opened.hidden = false;
  opened.focus();
}

if (form) {
  fill();
  fit();
  form.addEventListener("change", fit);
  form.addEventListener("submit", (event) => { event.preventDefault(); open(); });
}
