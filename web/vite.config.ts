import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { jsxImport, oxc } from "./jsx";
import { smaller } from "./minify";

async function sum(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Writes into the service worker what it keeps: every built file, and a version of them all. */
function listOfFiles(): Plugin {
  let copied = ""; // the folder whose files are copied as they are
  return {
    name: "list-of-files",
    enforce: "post", // when index.html is among the files
    configResolved: (config) => void (copied = config.publicDir),
    async generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("expected a service worker among the built files");
      const all = Object.values(bundle).filter((file) => file !== worker);
      const pages = all.filter((file) => file.fileName.endsWith(".html"));
      const names = all.filter((file) => !pages.includes(file)).map((file) => file.fileName);
      const copies = await this.fs.readdir(copied);
      const files = [...names, ...copies].sort();
      // The other built files have a sum in their names.
      const parts = [worker.code, ...files, ...pages.map((file) => (file.type === "asset" ? String(file.source) : ""))];
      for (const name of copies.sort()) parts.push(await sum((await this.fs.readFile(`${copied}/${name}`)).join()));
      worker.code = worker.code
        .replace("__FILES__", JSON.stringify(files))
        .replace("__VERSION__", JSON.stringify((await sum(parts.join("\n"))).slice(0, 12)));
    },
  };
}

/** Imports of chunks as they are: what Vite puts around them preloads sheets, and there is only one. */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null),
  };
}

// The page: built into the package, committed, and compared with a fresh build by the gate.
export default defineConfig({
  base: "./",
  plugins: [jsxImport(), smaller(), listOfFiles(), plainImports()],
  oxc,
  define: { __ICONS__: JSON.stringify("icons.svg") },
  build: {
    outDir: "../src/pandoku/web/static",
    emptyOutDir: true,
    target: "es2022",
    // One sheet, a script with the game and the way to it, and one for each other page, which is loaded when
    // the page is shown.
    cssCodeSplit: false,
    modulePreload: false,
    // Nothing is inlined: the content security policy allows no data: in scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      input: { page: "index.html", sw: "src/sw.ts" },
      output: {
        // The worker's address stays the same, and what lies above it is its scope.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            { name: "page", test: /node_modules|src\/(app|api|board|game|main|model|picture|store|pages\/(home|play))/ },
          ],
        },
      },
    },
  },
  test: { include: ["test/**/*.test.ts", "test/**/*.test.tsx"] },
});
