// @ts-check
// The elements of every page with cards.

export function element(name, classes = "", text = null) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  if (text !== null) made.textContent = text;
  return made;
}

export function buttonFor(act, classes, text = null) {
  const made = element("button", classes, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** How a pack is written and read out: the letters of its ranks, the names of its suits and of its cards; and the
 * ranks that are meant by the letters of sentences, which are those of the French pack.
 * @typedef {{pack: string, meant: Record<string, string>, ranks: Record<string, string>, suits: Record<string, string>, cards: Record<string, string>}} Spelling */

/** An element with text in which cards of the red suits are red, and all are written as their pack is, if that
 * is given. @param {string} name @param {string} classes @param {string} text @param {Spelling} [spelling] */
export function inked(name, classes, text, spelling) {
  const made = element(name, classes);
  const parts = text.split(/((?:10|9|\p{L})?[♠♥♦♣])/u);
  made.append(...parts.map((part, index) => (index % 2 ? cardInText(part, spelling) : part)));
  return made;
}

/** A card in a sentence, or a suit alone. @param {string} text @param {Spelling} [spelling] */
function cardInText(text, spelling) {
  const suit = SUIT_LETTERS[text.at(-1) ?? ""];
  const isRed = suit === "h" || suit === "d";
  const written = text.slice(0, -1);
  const rank = spelling?.meant[written] ?? "";
  if (!spelling || (written && !rank)) return isRed ? element("span", "red", text) : text;
  const made = element("span", isRed ? "in-text red" : "in-text", rank ? spelling.ranks[rank] : "");
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", rank ? spelling.cards[rank + suit] : spelling.suits[suit]);
  if (spelling.pack === "french") made.append(SUITS[suit]);
  else {
    const drawn = drawing("svg", { class: "suit-sign", viewBox: "-55 -55 110 110", "aria-hidden": "true" });
    drawn.append(drawing("use", { href: `#${spelling.pack}-suit-${"shdc".indexOf(suit)}` }));
    made.append(drawn);
  }
  return made;
}

/** Give an element exactly these children, leaving those in place that it already has. A child that would look
 * the same is kept instead of the new one, so that focus and selection are not lost.
 * @param {Element} parent @param {Element[]} parts @returns {Element[]} the parts that it has now */
export function renew(parent, parts) {
  const old = [...parent.children];
  const wanted = parts.map((part) => {
    const place = old.findIndex((each) => each === part || isAlike(each, part));
    if (place < 0) return part;
    const [stays] = old.splice(place, 1);
    const classes = part.getAttribute("class");
    if (stays.getAttribute("class") !== classes) stays.setAttribute("class", classes ?? "");
    return stays;
  });
  for (const each of old) each.remove();
  for (const [place, part] of wanted.entries()) {
    if (parent.children[place] !== part) parent.insertBefore(part, parent.children[place] ?? null);
  }
  return wanted;
}

// Whether two elements show the same; of pictures of a card only the picture counts, not its rotation. A button
// never equals another one, since it may do something else.
function isAlike(one, other) {
  if (other.matches("button") || other.querySelector("button")) return false;
  if (!(one instanceof SVGElement && other instanceof SVGElement)) return one.isEqualNode(other);
  return one.dataset.card === other.dataset.card && one.innerHTML === other.innerHTML;
}

const SVG = "http://www.w3.org/2000/svg";

export function drawing(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const SIGNS = {
  first: "M5 4h3v16H5zM20 4v16l-11-8z",
  backTrick: "M12 4v16L2 12zM22 4v16l-10-8z",
  back: "M17 4v16L6 12z",
  play: "M7 3l14 9-14 9z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M7 4l11 8-11 8z",
  nextTrick: "M2 4l10 8-10 8zM12 4l10 8-10 8z",
  flip: "M7 3v13h4l-6 6-5-6h4V3zM17 21V8h-4l6-6 5 6h-4v13z",
  know: "M12 2a6 6 0 0 1 6 6c0 3-2 4-3.200 5.200-.9.9-1.300 1.500-1.300 2.800h-3c0-2.400 1-3.500 2.200-4.700C13.800 10.300 15 9.600 15 8a3 3 0 0 0-6 0H6a6 6 0 0 1 6-6zm-1.700 16h3.400v3.400h-3.400z",
  reveal: "M12 5c6 0 10 5 12 7-2 2-6 7-12 7S2 14 0 12c2-2 6-7 12-7zm0 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2.200a2.300 2.300 0 1 1 0 4.600 2.300 2.300 0 0 1 0-4.600z",
  close: "M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
  last: "M4 4l11 8-11 8zM16 4h3v16h-3z",
};

export function sign(name) {
  const made = drawing("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  made.append(drawing("path", { d: SIGNS[name] }));
  return made;
}

export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUIT_LETTERS = Object.fromEntries(Object.entries(SUITS).map(([letter, sign]) => [sign, letter]));

/** A card as written in sentences, by its word in the notation. @param {string} word */
export function inSigns(word) { return word[0] + SUITS[word[1]]; }

/** A sentence with its facts. @param {string} sentence @param {any} [facts] */
export function filled(sentence, facts = {}) { return sentence.replace(/\{(\w+)\}/g, (all, fact) => facts[fact] ?? all); }

// A number that was won or paid.
export function signed(number) { return number > 0 ? `+${number}` : String(number).replace("-", "−"); }

// The card points of a side: those that count, those that unknown cards may add, and those still pending.
export function counted(layout, side) {
  const { points, slack, pending } = layout;
  if (!points.length) return "";
  const most = slack[side] ? `–${points[side] + slack[side]}` : "";
  return `${points[side]}${most}${pending[side] ? ` (+${pending[side]})` : ""}`;
}

/** The number of the trick of a step, if it is known. @param {any} step @returns {number | string} */
export function numberOf(step) { return step.unnumbered ? "?" : step.trick; }
