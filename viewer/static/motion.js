// @ts-check
// Motion: whatever has changed its place travels there. It only looks at where cards are drawn; nothing waits for
// it, and a reader who prefers reduced motion sees none.

const TIME = 220; // milliseconds from place to place
const WAY = { duration: TIME, easing: "cubic-bezier(.2, .7, .2, 1)" };
const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
/** The animations of the cards of a table. @type {WeakMap<Element, Animation[]>} */
const underWay = new WeakMap();

/** @typedef {{x: number, y: number, height: number, svg: SVGElement, inTrick?: boolean}} Place */

/** The middle of an element, and its height. @param {Element} part @returns {Place} */
function placeOf(part) {
  const box = part.getBoundingClientRect();
  const height = /** @type {HTMLElement | SVGElement} */ (part).clientHeight || box.height;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, height, svg: /** @type {SVGElement} */ (part) };
}

/** The cards on a table that can be identified: in the hands, in the trick, and the turn-up.
 * @param {Element} board */
function told(board) {
  return /** @type {NodeListOf<SVGElement>} */ (board.querySelectorAll(":is(.hand, .trick, .stack) [data-card]"));
}

/** The cards with their names; of two equal ones the second has a mark. @param {Iterable<SVGElement>} all @returns {[SVGElement, string][]} */
function named(all) {
  const seen = new Set();
  return [...all].map((svg) => {
    const name = svg.dataset.card ?? "";
    const own = seen.has(name) ? `${name}'` : name;
    seen.add(name);
    return [svg, own];
  });
}

/** The place of every card now, by its name. @param {Element} board @returns {Map<string, Place>} */
export function placesOf(board) {
  const places = new Map();
  if (calm?.matches) return places;
  for (const [svg, name] of named(told(board))) {
    if (!places.has(name)) places.set(name, { ...placeOf(svg), inTrick: Boolean(svg.closest(".trick")) });
  }
  const stack = board.querySelector(".stack .card:last-child");
  if (stack) places.set("talon", placeOf(stack));
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll(".seat"))) {
    const hand = seat.querySelector(".hand");
    if (hand) places.set(`hand ${seat.dataset.seat}`, placeOf(hand));
  }
  return places;
}

/** @typedef {{svg: SVGElement, frames: Keyframe[], ghost?: {card: SVGElement, left: number, top: number, width: number}}} Travel */

/** How cards travel from their old to their new places: played from a hidden hand, drawn from the talon, or taken
 * to the pile of the winner. All places are measured here, before anything moves.
 * @param {Element} board @param {Map<string, Place>} before @returns {Travel[]} */
export function travelsOf(board, before) {
  if (calm?.matches || !before.size) return [];
  const cards = named(told(board));
  for (const way of underWay.get(board) ?? []) way.cancel();
  const here = new Set(cards.map(([, name]) => name));
  const felt = board.getBoundingClientRect();
  /** @type {Travel[]} */
  const travels = [];
  for (const [svg, name] of cards) {
    const seat = /** @type {HTMLElement | null} */ (svg.closest(".played"))?.dataset.seat;
    const from = before.get(name) ?? before.get(seat ? `hand ${seat}` : "talon");
    if (!from) continue;
    const to = placeOf(svg);
    const across = from.x - to.x;
    const down = from.y - to.y;
    if (Math.abs(across) + Math.abs(down) < 2) continue;
    const scale = before.has(name) ? from.height / (to.height || 1) : 1;
    travels.push({ svg, frames: [{ translate: `${across}px ${down}px`, scale }, { translate: "0 0", scale: 1 }] });
  }
  for (const [name, { svg, x, y, height, inTrick }] of before) {
    if (!inTrick || here.has(name)) continue;
    const pile = board.querySelector(`.pile [data-card="${name.slice(0, 2)}"]`)?.closest(".won");
    const goal = pile?.querySelector(".backs")?.getBoundingClientRect();
    if (!goal) continue;
    const way = `${goal.x + goal.width / 2 - x}px ${goal.y + goal.height / 2 - y}px`;
    const width = height / 1.4;
    const ghost = { card: svg, left: x - felt.x - width / 2, top: y - felt.y - height / 2, width };
    const end = { translate: way, scale: goal.height / height, opacity: .4 };
    travels.push({ svg, ghost, frames: [{ translate: "0 0", scale: 1, opacity: 1 }, end] });
  }
  return travels;
}

/** Animate cards along these ways. @param {Element} board @param {Travel[]} travels */
export function moveCards(board, travels) {
  underWay.set(board, travels.filter(({ ghost }) => !ghost).map(({ svg, frames }) => svg.animate(frames, WAY)));
  for (const { frames, ghost } of travels) {
    if (!ghost) continue;
    const shown = /** @type {SVGElement} */ (ghost.card.cloneNode(true));
    shown.setAttribute("class", "card ghost");
    shown.setAttribute("aria-hidden", "true");
    shown.querySelector("title")?.remove();
    shown.style.setProperty("left", `${ghost.left}px`);
    shown.style.setProperty("top", `${ghost.top}px`);
    shown.style.setProperty("--card", `${ghost.width}px`);
    board.append(shown);
    shown.animate(frames, WAY).finished.finally(() => shown.remove());
  }
}
