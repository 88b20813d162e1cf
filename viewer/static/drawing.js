// @ts-check
// The pieces that everything on a page of cards is drawn with.

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

// An element with text in which cards of the red suits are red.
export function inked(name, classes, text) {
  const made = element(name, classes);
  const parts = text.split(/((?:10|[9JQKTA])?[♥♦])/);
  made.append(...parts.map((part, index) => (index % 2 ? element("span", "red", part) : part)));
  return made;
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
  reveal: "M12 5c6 0 10 5 12 7-2 2-6 7-12 7S2 14 0 12c2-2 6-7 12-7zm0 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2.200a2.300 2.300 0 1 1 0 4.600 2.300 2.300 0 0 1 0-4.600z",
  last: "M4 4l11 8-11 8zM16 4h3v16h-3z",
};

export function sign(name) {
  const made = drawing("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  made.append(drawing("path", { d: SIGNS[name] }));
  return made;
}

export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };

// A number that was won or paid.
export function signed(number) { return number > 0 ? `+${number}` : String(number).replace("-", "−"); }

// The card points of a side: those that count, with what unknown cards may add, and what still waits.
export function counted(layout, side) {
  const { points, slack, pending } = layout;
  if (!points.length) return "";
  const most = slack[side] ? `–${points[side] + slack[side]}` : "";
  return `${points[side]}${most}${pending[side] ? ` (+${pending[side]})` : ""}`;
}
