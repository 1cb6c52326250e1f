// The icons: each name has a drawing, and each drawing a name.

import { expect, test } from "vitest";
import drawn from "../public/icons.svg?raw";
import { ICONS } from "../src/app/icons";

test("every icon is drawn, besides the mark", () => {
  const ids = [...drawn.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  expect(ids.sort()).toEqual([...ICONS, "mark"].sort());
});
