// @ts-check
// What is entered at a table: an action as it is typed, the way along a grid of buttons, and the question back.

import { SUITS, buttonFor, element } from "./drawing.js";

const DEEDS = { x: "exchange", c: "close", d: "draw", o: "out", r: "resign" };
const SAVED_FOR = 10_000; // milliseconds

/**
 * What has been typed, as an action: a word of the table, "" if it is incomplete, null if it is invalid.
 * @param {string} text @returns {{ action: string, whole: boolean } | null}
 */
export function readEntry(text) {
  const typed = text.trim().toLowerCase();
  const card = /^(10|[97jqkta])([shdc]?)$/.exec(typed);
  if (card) return { action: card[2] ? `${card[1] === "10" ? "T" : card[1].toUpperCase()}${card[2]}` : "", whole: Boolean(card[2]) };
  const marriage = /^([24]0)([shdc]?)$/.exec(typed);
  if (marriage) return { action: marriage[2] ? typed : "", whole: Boolean(marriage[2]) };
  if (typed in DEEDS) return { action: DEEDS[typed], whole: false };
  const word = Object.values(DEEDS).find((each) => each === typed);
  if (word) return { action: word, whole: false };
  if (["", "1", "2", "4"].includes(typed) || Object.values(DEEDS).some((each) => each.startsWith(typed))) return { action: "", whole: false };
  return null;
}

/**
 * What is said besides a card and a marriage; before the first lead with a suit, cards or a contract.
 * @param {any} table the element @param {"do" | "did"} how @param {string} action
 */
export function saidWord(table, how, action) {
  const [verb, ...rest] = action.split(" ");
  const [what = ""] = rest;
  const isCard = /^[97JQKTA][shdc]$/.test(what);
  const facts = { suit: SUITS[what], card: isCard ? rest.map((card) => table.cardWord(card)).join(" ") : "", contract: table.contracts?.[what] ?? what };
  if (how === "do" && verb === "bid") return facts.contract;
  const name = verb !== "trump" ? verb : what === "none" ? "none" : what === "--" ? "unseen" : isCard ? "turn" : "trump";
  return table.say(`${how} ${name}`, facts);
}

/** A form with a reason. @param {string} words of its button @param {string} label @param {(reason: string) => void} send */
export function sayingForm(words, label, send) {
  const form = element("form", "saying");
  const reason = element("input");
  Object.assign(reason, { maxLength: 500, autocomplete: "off", placeholder: label });
  reason.setAttribute("aria-label", label);
  form.append(reason, element("button", "deed", words));
  form.addEventListener("submit", (event) => { event.preventDefault(); send(reason.value.trim()); });
  return form;
}

/** Save text as a file. @param {string} text @param {string} name @param {string} kind */
export function save(text, name, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_FOR);
}

/**
 * Move the focus in a grid of buttons by an arrow key; those that are disabled are left out.
 * @param {KeyboardEvent} event @param {Element} grid @param {number} across buttons in a row
 */
export function alongGrid(event, grid, across) {
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
  const all = [...grid.querySelectorAll("button")];
  let at = all.indexOf(/** @type {any} */ (document.activeElement));
  if (!by || at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  for (let tried = 0; tried < all.length; tried += 1) {
    at = (at + by + all.length) % all.length;
    if (!all[at].disabled) break;
  }
  all[at].focus();
}

/**
 * Ask for confirmation, in the dialog of the table.
 * @param {any} table the element @param {string} what @returns {Promise<boolean>}
 */
export function isSure(table, what) {
  const { sure } = table;
  return new Promise((answer) => {
    const yes = buttonFor(() => sure.close("yes"), "grave", table.say("yes"));
    const no = buttonFor(() => sure.close("no"), "", table.say("no"));
    const row = element("div", "row");
    row.append(yes, no);
    sure.returnValue = "no";
    sure.setAttribute("aria-label", what);
    sure.replaceChildren(element("p", "", what), element("p", "hint", table.say("areYouSure")), row);
    sure.addEventListener("close", () => answer(sure.returnValue === "yes"), { once: true });
    sure.showModal();
  });
}
