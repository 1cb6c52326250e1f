// JSX becomes calls h(type, props, ...children), which are shorter than those of the automatic runtime.

import type { Plugin } from "vite";

/** The options of the transformation. */
export const oxc = { jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" } } as const;

/** Adds the imports for these calls to files with JSX only, because the worker must not import anything. */
export function jsxImport(): Plugin {
  return {
    name: "jsx-import",
    enforce: "pre", // before JSX is transformed
    transform: (code, id) => (id.endsWith(".tsx") ? `import { Fragment, h } from "preact";${code}` : null),
  };
}
