import { defineConfig } from "vitest/config";

// The page: built into the package, committed, and compared with a fresh build by the gate.
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/pandoku/web/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // Nothing is inlined: the content security policy allows no data: in scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  test: { include: ["test/**/*.test.ts", "test/**/*.test.tsx"] },
});
