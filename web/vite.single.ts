import { defineConfig } from "vite";
import { jsxImport, oxc } from "./jsx";

// The player of an exported file: one script and one sheet, which `pandoku export` puts into the
// file with the puzzle.
export default defineConfig({
  plugins: [jsxImport()],
  oxc,
  define: { __ICONS__: JSON.stringify("") },
  publicDir: false,
  build: {
    outDir: "../src/pandoku/web/single",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    lib: { entry: "src/single/main.tsx", formats: ["iife"], name: "pandoku", fileName: () => "player.js", cssFileName: "player" },
  },
});
