// @ts-check
// Applies the chosen theme before anything is painted. A page with a fixed theme keeps it.

{
  const page = document.documentElement;
  try {
    const { theme } = JSON.parse(localStorage.getItem("santase-replay") ?? "{}") ?? {};
    if (!page.dataset.theme && (theme === "light" || theme === "dark")) page.dataset.theme = theme;
  } catch {
    // Nothing was chosen, or this browser stores nothing: the theme of the system is used.
  }
}
