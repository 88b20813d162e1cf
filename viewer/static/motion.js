// @ts-check
// Motion: whatever lies elsewhere than before travels there. It only looks at where cards are drawn; nothing waits
// for it, and where a reader wants no motion there is none.

const TIME = 220; // milliseconds from place to place
const WAY = { duration: TIME, easing: "cubic-bezier(.2, .7, .2, 1)" };
const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number, height: number, svg: SVGElement}} Place */

/** Where the middle of something is, and how high it is. @param {Element} part @returns {Place} */
function placeOf(part) {
  const box = part.getBoundingClientRect();
  const height = /** @type {HTMLElement | SVGElement} */ (part).clientHeight || box.height;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height, svg: /** @type {SVGElement} */ (part) };
}

/** The cards that can be told apart on a table: in the hands, in the trick, and the one that is turned up.
 * @param {Element} board */
function told(board) {
  return /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(":is(.hand, .trick, .stack) [data-card]"));
}

/** Where every card lies now, by its name. @param {Element} board @returns {Map<string, Place>} */
export function placesOf(board) {
  const places = new Map();
  if (calm?.matches) return places;
  for (const svg of told(board)) if (!places.has(svg.dataset.card)) places.set(svg.dataset.card, placeOf(svg));
  const stack = board.querySelector(".stack .card:last-child");
  if (stack) places.set("talon", placeOf(stack));
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".seat"))) {
    const hand = seat.querySelector(".hand");
    if (hand) places.set(`hand ${seat.dataset.seat}`, placeOf(hand));
  }
  return places;
}

/** Let cards travel from where they lay to where they lie: played from a hand that is hidden, drawn from the talon,
 * taken to the pile of who has won them.
 * @param {Element} board @param {Map<string, Place>} before */
export function moveCards(board, before) {
  if (calm?.matches || !before.size) return;
  const travels = [];
  const here = new Set();
  for (const svg of told(board)) {
    const name = svg.dataset.card ?? "";
    here.add(name);
    const seat = /** @type {HTMLElement | null} */ (svg.closest(".played"))?.dataset.seat;
    const from = before.get(name) ?? before.get(seat ? `hand ${seat}` : "talon");
    if (from) travels.push({ svg, from, to: placeOf(svg), isNew: !before.has(name) });
  }
  const gone = [...before].filter(([name, { svg }]) => !here.has(name) && svg.closest(".trick"));
  const felt = board.getBoundingClientRect();
  for (const { svg, from, to, isNew } of travels) {
    const across = from.x - to.x;
    const down = from.y - to.y;
    if (Math.abs(across) + Math.abs(down) < 2) continue;
    const size = isNew ? 1 : from.height / (to.height || 1);
    svg.animate([{ translate: `${across}px ${down}px`, scale: size }, { translate: "0 0", scale: 1 }], WAY);
  }
  for (const [name, { svg, x, y, height }] of gone) {
    const pile = board.querySelector(`.pile [data-card="${name}"]`)?.closest(".won");
    const goal = pile?.querySelector(".backs")?.getBoundingClientRect();
    if (!goal) continue;
    const ghost = /** @type {SVGElement} */ (svg.cloneNode(true));
    ghost.setAttribute("class", "card ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.querySelector("title")?.remove();
    ghost.style.setProperty("left", `${x - felt.x - (height / 1.4) / 2}px`);
    ghost.style.setProperty("top", `${y - felt.y - height / 2}px`);
    ghost.style.setProperty("--card", `${height / 1.4}px`);
    board.append(ghost);
    const way = `${goal.x + goal.width / 2 - x}px ${goal.y + goal.height / 2 - y}px`;
    const end = { translate: way, scale: goal.height / height, opacity: .4 };
    ghost.animate([{ translate: "0 0", scale: 1, opacity: 1 }, end], WAY).finished.finally(() => ghost.remove());
  }
}
