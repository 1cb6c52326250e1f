// Runs Terser after the bundler's minifier, which makes the scripts a little smaller.

import { minify } from "terser";
import type { Plugin } from "vite";

export function smaller(): Plugin {
  return {
    name: "smaller",
    enforce: "post",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const { code } = await minify(file.code, { module: true, compress: { passes: 3, ecma: 2020 } });
        file.code = code ?? file.code;
      }
    },
  };
}
