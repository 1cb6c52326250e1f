"""Writes web/test/relations.json: what random relations say about digits, as Python judges it.

Run ``python -m tests.web.make_relations`` after a change of `pandoku.model.relations` or of the
documents of the page. Each case has digits of a grid, 0 for empty, and whether digits in the empty
cells may meet the relation, taken alone. Everything is random, and the same at each run.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pandoku.calls.documents import relation_document
from pandoku.model.relations import Automaton, Differ, Machine, Only, Pairs, Relation, Total

TARGET = Path(__file__).parents[2] / "web" / "test" / "relations.json"
_ORDERS = (2, 3, 4, 6, 9, 36)
_N_CASES, _N_GRIDS = 3, 8  # relations of each type and order; grids of each


def text() -> str:
    """Return the file: one relation a line."""
    rng = random.Random(1)
    lines = [
        json.dumps(_case(rng, order, relation), separators=(",", ":"))
        for order in _ORDERS
        for _ in range(_N_CASES)
        for relation in _relations(rng, order)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _relations(rng: random.Random, order: int) -> Iterator[Relation]:
    """Yield a relation of each type about the first cells of a grid."""
    cells = tuple(rng.sample(range(min(order * order, 12)), min(order, 5)))
    yield Only(cells[0], rng.randrange(1, 1 << order))
    yield Differ(cells)
    table = tuple(rng.randrange(1 << order) for _ in range(order))
    yield Pairs(table, ((cells[0], cells[1]), (cells[1], cells[0])))
    coefficients = [(cell, rng.choice((-1, 1, 2))) for cell in cells]
    yield Total.of(coefficients, {rng.randrange(-order, 3 * order) for _ in range(2)}, order)
    steps = tuple(tuple(rng.randrange(-2, 4) for _ in range(order)) for _ in range(4))
    steps = tuple(tuple(max(-1, state) for state in row) for row in steps)
    yield Machine(cells, Automaton(steps, (rng.randrange(4),)))


def _case(rng: random.Random, order: int, relation: Relation) -> dict[str, Any]:
    grids = []
    for _ in range(_N_GRIDS):
        n_cells = min(order * order, 12)
        share = rng.choice((0.3, 0.7, 1.0))
        digits = [rng.randrange(1, order + 1) * (rng.random() < share) for _ in range(n_cells)]
        masks = [1 << digit - 1 if digit else (1 << order) - 1 for digit in digits]
        grids.append([digits, relation.may_hold(masks)])
    value = msgspec.to_builtins(relation_document(relation))
    return {"order": order, "relation": value, "grids": grids}


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8", newline="\n")
