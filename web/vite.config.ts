import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { jsxImport, oxc } from "./jsx";
import { smaller } from "./minify";

async function sum(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Inserts the list of built files and their common version into the service worker. */
function listOfFiles(): Plugin {
  let copied = ""; // the folder whose files are copied unchanged
  return {
    name: "list-of-files",
    enforce: "post", // once index.html is among the files
    configResolved: (config) => void (copied = config.publicDir),
    async generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("expected a service worker among the built files");
      const all = Object.values(bundle).filter((file) => file !== worker);
      const pages = all.filter((file) => file.fileName.endsWith(".html"));
      const names = all.filter((file) => !pages.includes(file)).map((file) => file.fileName);
      const copies = await this.fs.readdir(copied);
      const files = [...names, ...copies].sort();
      // The other built files have a hash in their names.
      const parts = [worker.code, ...files, ...pages.map((file) => (file.type === "asset" ? String(file.source) : ""))];
      for (const name of copies.sort()) parts.push(await sum((await this.fs.readFile(`${copied}/${name}`)).join()));
      worker.code = worker.code
        .replace("__FILES__", JSON.stringify(files))
        .replace("__VERSION__", JSON.stringify((await sum(parts.join("\n"))).slice(0, 12)));
    },
  };
}

// The page is built into the package and committed. The gate compares it with a fresh build.
export default defineConfig({
  base: "./",
  plugins: [jsxImport(), smaller(), listOfFiles()],
  oxc,
  define: { __ICONS__: JSON.stringify("icons.svg") },
  worker: { format: "es", plugins: () => [smaller()] },
  build: {
    outDir: "../src/pandoku/web/static",
    emptyOutDir: true,
    target: "es2022",
    // Each page has a script and a style sheet, loaded when the page is shown.
    cssCodeSplit: true,
    modulePreload: false,
    // Nothing is inlined, because the content security policy forbids data: in scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      input: { page: "index.html", sw: "src/sw.ts" },
      output: {
        // The address of the worker must not change, and its folder is its scope.
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // A group has all that its modules import at once. Each file is a request, so there are few: the frame
        // of all pages, with what most of them need, and the board. Others follow from the pages.
        codeSplitting: {
          groups: [
            { name: "page", test: /src\/(main|game\/expected|picture\/(layers|legend|palette)|pages\/(home\/(beginning|download|texts)|explain\/sentences))\.(tsx?|css)$/, priority: 3 },
            { name: "picture", test: /src\/(board|picture)\/\w+\.css$/, priority: 2 },
            { name: "board", test: /src\/board\/index\.ts$/, priority: 1 },
            { name: "home", test: /src\/pages\/home\/index\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    testTimeout: 120_000, // a busy machine is no failure
  },
});
