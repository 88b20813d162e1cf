// Draws the documentation, and mends what in it shuts somebody out: a link inside of a button, which has no use of its
// own, headings that leave out a level, parts of the page and a choice without names.
function mend() {
  for (const link of document.querySelectorAll(".opblock-summary-control a[href]")) link.removeAttribute("href");
  for (const heading of document.querySelectorAll(":is(h3.opblock-tag, .models h4):not([role])")) {
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", "2");
  }
  for (const [part, name] of [[".information-container", "About"], [".schemes-server-container", "Access"]]) {
    document.querySelector(part)?.setAttribute("role", "region");
    document.querySelector(part)?.setAttribute("aria-label", name);
  }
  document.querySelector("#servers")?.setAttribute("aria-label", "Server");
}

window.addEventListener("load", () => {
  const place = document.querySelector("#swagger-ui");
  new MutationObserver(mend).observe(place, { childList: true, subtree: true });
  SwaggerUIBundle({ url: "openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });
});
