// Relations have the same meaning as in Python. test/relations.json is made by tests/web/make_relations.py.

import { expect, test } from "vitest";
import { masksOf, mayHold } from "../src/game/relations";
import type { Relation } from "../src/model/puzzle";
import vectors from "./relations.json";

interface Case {
  order: number;
  relation: Relation;
  grids: [digits: number[], holds: boolean][];
}

const cases = vectors as unknown as Case[];

test.each(["only", "differ", "pairs", "total", "machine"])("a relation of type %s may hold where Python says so", (name) => {
  const own = cases.filter(({ relation }) => relation.is === name);
  for (const { order, relation, grids } of own) {
    for (const [digits, holds] of grids) {
      expect(mayHold(relation, masksOf(order, digits)), JSON.stringify({ relation, digits })).toBe(holds);
    }
  }
  const answers = own.flatMap(({ grids }) => grids.map(([, holds]) => holds));
  expect(new Set(answers).size, "both answers occur").toBe(2);
});
