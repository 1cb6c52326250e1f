import { defineConfig } from "vite";

// The player of an exported file: one script and one sheet, which `pandoku export` puts into the
// file with the puzzle.
export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  publicDir: false,
  build: {
    outDir: "../src/pandoku/web/single",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    lib: { entry: "src/single/main.tsx", formats: ["iife"], name: "pandoku", fileName: () => "player.js", cssFileName: "player" },
  },
});
