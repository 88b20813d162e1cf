// @ts-check
// The theme that a reader has chosen, before anything is painted. A page that has one of its own keeps it.

{
  const page = document.documentElement;
  try {
    const { theme } = JSON.parse(localStorage.getItem("santase-replay") ?? "{}") ?? {};
    if (!page.dataset.theme && (theme === "light" || theme === "dark")) page.dataset.theme = theme;
  } catch {
    // Nothing was chosen, or this browser keeps nothing: it is as the system has it.
  }
}
