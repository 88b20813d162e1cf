window.addEventListener("load", () => {
  SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#swagger-ui",
    deepLinking: true,
    validatorUrl: null,
    onComplete: () => document.querySelector("#servers")?.setAttribute("aria-label", "Server"),
  });
});
