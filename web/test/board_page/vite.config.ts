import { defineConfig } from "vite";
import { jsxImport, oxc } from "../../jsx";

// A page with only a board, for tests/browser/test_board.py, without the picture of the icons.
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  base: "./",
  plugins: [jsxImport()],
  oxc,
  define: { __ICONS__: JSON.stringify("") },
  build: { target: "es2022", emptyOutDir: true, modulePreload: false },
});
