// @ts-check
// Puts a button behind each read-only field of a page that copies what it holds.

const { copy, copied } = /** @type {HTMLElement} */ (document.getElementById("copying")).dataset;

for (const row of document.querySelectorAll(".copied")) {
  const field = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy ?? "";
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = copied ?? "";
    setTimeout(() => { button.textContent = copy ?? ""; }, 2000);
  });
  row.append(button);
}
