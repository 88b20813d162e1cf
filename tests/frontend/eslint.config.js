// What is taken for a slip: eslint's recommended rules, in modules that run in a browser, or in Node to be tested.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
];
