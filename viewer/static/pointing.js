// @ts-check
// Questions by pointing: the links of the page work without this script, which only puts the questions and their
// answers beside what was chosen instead of loading a page for each.

const LINKS = ".played a, .asks a";

/**
 * Fetches the questions of a place and puts them where they are shown.
 * @param {string} address @param {Element} place
 */
async function show(address, place) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const asked = page.querySelector("#asked");
  if (!answer.ok || !asked) throw new Error("no questions there");
  place.replaceChildren(...asked.childNodes);
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Shows the questions about a step of a replay below its table: the present one, or the one that played a card.
 * @param {any} replay @param {string | undefined} card
 */
export async function askBelow(replay, card) {
  const { player } = replay;
  const step = card ? player.past().findLastIndex((/** @type {any} */ each) => each.card === card) : player.at.step;
  const part = replay.querySelector(".under");
  let asked = part.querySelector("#asked");
  if (!asked) {
    const href = new URL("./pointing.css", import.meta.url).href;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    asked = Object.assign(document.createElement("section"), { id: "asked" });
    asked.setAttribute("aria-live", "polite");
    part.prepend(asked);
  }
  const address = new URL(replay.asks.href);
  address.searchParams.set("step", String(step));
  await show(address.href, asked).catch(() => location.assign(address));
}

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const asked = document.querySelector("#asked");
  if (!link?.matches(LINKS) || !asked || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await show(link.href, asked);
  } catch {
    location.assign(link.href);
    return;
  }
  const at = placeIn(link);
  for (const other of document.querySelectorAll(".played a")) {
    if (placeIn(other) === at) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
  if (document.querySelector(".pointing")) history.replaceState(history.state, "", link.href);
});

/** The place to which a link points. @param {any} link */
function placeIn(link) { return new URL(link.href).searchParams.get("at"); }
