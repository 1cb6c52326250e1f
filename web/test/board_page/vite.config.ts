import { defineConfig } from "vite";
import { jsxImport, oxc } from "../../jsx";

// A page with a board only, for tests/browser/test_board.py. It has no picture of the icons.
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  base: "./",
  plugins: [jsxImport()],
  oxc,
  define: { __ICONS__: JSON.stringify("") },
  build: { target: "es2022", emptyOutDir: true, modulePreload: false },
});
