import { defineConfig } from "vite";

// A page with a board only, for tests/browser/test_board.py.
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { target: "es2022", emptyOutDir: true, modulePreload: false },
});
