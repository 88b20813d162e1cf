// @ts-check
// Questions by pointing: the links of the page work without this script, which only puts the questions and their
// answers beside what was chosen instead of loading a page for each.

const LINKS = ".played a, .asks a";

/**
 * Fetches the questions of a place and puts them where they are shown.
 * @param {string} address @param {Element} place
 */
export async function show(address, place) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const asked = page.querySelector("#asked");
  if (!answer.ok || !asked) throw new Error("no questions there");
  place.replaceChildren(...asked.childNodes);
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
  for (const other of document.querySelectorAll(".played a")) if (link.closest(".played")) other.toggleAttribute("aria-current", other === link);
  if (document.querySelector(".pointing")) history.replaceState(history.state, "", link.href);
  asked.scrollIntoView({ block: "nearest" });
});
