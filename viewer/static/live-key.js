// @ts-check
// The form that asks for the key to a private match: if this tab has stored one it is sent at once, in the body
// of the request and nowhere else.

import { forgetKey, keepKey, keyOf } from "./live-line.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-match]"));
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("key"));
const match = form.dataset.match ?? "";
const [arrived] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));

form.addEventListener("submit", () => keepKey(match, field.value.split("#").at(-1)?.trim() ?? ""));
if (document.getElementById("fault")) {
  forgetKey(match);
} else {
  field.value = keyOf(match);
  // A reader who goes back passes this page and does not want to go forward again.
  if (field.value && arrived?.type !== "back_forward") form.requestSubmit();
}
