// The replay appears where a page has <script src="THIS FILE"></script>; data-height="30rem" changes its height.
(() => {
  const script = document.currentScript;
  const frame = document.createElement("iframe");
  frame.title = {{ name }};
  frame.style = `display: block; width: 100%; border: 0; height: ${script.dataset.height ?? "min(46rem, 95vh)"}`;
  frame.srcdoc =
{{ page }};
  script.replaceWith(frame);
})();
