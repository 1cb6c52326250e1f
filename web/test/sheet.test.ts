import { expect, test } from "vitest";
import { sheetOf } from "../src/pages/make/sheet";

// The results of `pandoku.press.layout.fit` with the same gaps.
test.each([
  ["killers 9x9", 9.8, true, 4, 1, 300.0],
  ["sudokus 9x9", 9.8, false, 12, 2, 177.3],
  ["sudokus 4x4", 4.8, false, 12, 2, 177.3],
  ["one of 9x9", 9.8, false, 1, 1, 523.3],
  ["orders that fit alone", 25.8, false, 12, 1, 523.3],
])("%s are as large as the sheet allows", (_, cells, hasCages, count, columns, side) => {
  const sheet = sheetOf(cells, hasCages, count);
  expect(sheet.columns).toBe(columns);
  expect(sheet.side).toBeCloseTo(side, 0);
});
