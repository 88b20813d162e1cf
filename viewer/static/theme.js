// @ts-check
// Applies the chosen theme before anything is painted.

{
  const page = document.documentElement;
  try {
    const { theme } = JSON.parse(localStorage.getItem("santase-replay") ?? "{}") ?? {};
    if (!page.dataset.theme && (theme === "light" || theme === "dark")) page.dataset.theme = theme;
  } catch { /* This browser stores nothing. */ }
}
