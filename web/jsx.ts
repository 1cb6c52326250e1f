// How JSX becomes calls: h(type, props, ...children), which is shorter than what the automatic runtime writes.

import type { Plugin } from "vite";

/** What the transformation has to know. */
export const oxc = { jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" } } as const;

/** Imports what the calls need into every file with JSX, and into no other: the worker imports nothing. */
export function jsxImport(): Plugin {
  return {
    name: "jsx-import",
    enforce: "pre", // while it is still JSX
    transform: (code, id) => (id.endsWith(".tsx") ? `import { Fragment, h } from "preact";${code}` : null),
  };
}
