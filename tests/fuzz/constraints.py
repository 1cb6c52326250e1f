"""Constraints of every kind, drawn at random from the fields of their kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from pandoku.constraints import RULES
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Geometry
from pandoku.model.constraint import are_touching

__all__ = ["BOUND", "any_constraint", "examples", "random_line", "relocated"]

# Kinds whose rule names rows, columns or places of boxes, or may do so: few symmetries keep them.
BOUND = ("box-indexer", "column-indexer", "flatmates", "row-indexer", "rules-in-words")


def examples(name: str) -> tuple[Constraint, ...]:
    """Return the constraints of a kind in the example of its rule, each once."""
    rule = RULES[name]
    return tuple(dict.fromkeys(c for c in rule.example.further if type(c) is rule.make))


def random_line(rng: Random, geometry: Geometry, length: int) -> tuple[int, ...]:
    """Return a line of touching cells, shorter if it runs into a corner."""
    n = geometry.order
    line = [rng.randrange(geometry.n_cells)]
    while len(line) < length:
        near = [
            cell
            for cell in range(geometry.n_cells)
            if cell not in line and are_touching(cell, line[-1], n)
        ]
        if not near:
            break
        line.append(rng.choice(near))
    return tuple(line)


def relocated(
    rng: Random, constraint: Constraint, geometry: Geometry, *, sound: bool = True
) -> Constraint | None:
    """Return a constraint with its cells on random touching lines, and numbers near its own.

    A few draws are made; None if none of them is sound, as a kind may need other cells.
    """
    for _ in range(30):
        moved = _drawn(rng, constraint, geometry)
        if moved is not None and not (sound and any(moved.defects(geometry))):
            return moved
    return None


def _drawn(rng: Random, constraint: Constraint, geometry: Geometry) -> Constraint | None:
    changes: dict[str, Any] = {}
    sizes = [len(getattr(constraint, name)) for name in constraint.CELL_FIELDS]
    sizes = [max(1, size + rng.randint(-2, 1)) if size > 2 else size for size in sizes]
    line = random_line(rng, geometry, sum(sizes))
    for name, size in zip(constraint.CELL_FIELDS, sizes, strict=True):
        changes[name], line = line[:size], line[size:]
    for field in fields(constraint):  # type: ignore[arg-type]
        if field.name in _OF_ORDER:
            changes[field.name] = _OF_ORDER[field.name](rng, geometry.order)
        elif field.name not in changes:
            changes[field.name] = _near(rng, getattr(constraint, field.name), geometry.order)
    try:
        return replace(constraint, **changes)  # type: ignore[type-var]
    except PuzzleError:  # the kind refuses a number
        return None


def _pairs(rng: Random, order: int) -> tuple[int, ...]:
    """Return about half of the pairs of digits, as numbers such as 12."""
    base = 10 if order < 10 else 100
    digits = range(1, order + 1)
    return tuple(a * base + b for a in digits for b in digits if rng.random() < 0.5)


def _steps(rng: Random, order: int) -> tuple[int, ...]:
    """Return the steps of an automaton of a few states."""
    return tuple(rng.choice((-1, 0, 1, 2)) for _ in range(_N_STATES * order))


_N_STATES = 3
# Fields whose form depends on the order, by name.
_OF_ORDER: dict[str, Callable[[Random, int], tuple[int, ...]]] = {
    "table": _pairs,
    "steps": _steps,
    "accepting": lambda rng, _: tuple(rng.sample(range(_N_STATES), rng.randint(1, _N_STATES))),
}


def _near(rng: Random, value: Any, order: int) -> Any:
    if isinstance(value, bool):
        return rng.random() < 0.5
    if isinstance(value, int):
        return max(1, rng.choice((value, rng.randint(1, order), rng.randint(1, 3 * order))))
    if isinstance(value, tuple):
        return tuple(_near(rng, each, order) for each in value)
    return value


def any_constraint(rng: Random, geometry: Geometry, *, sound: bool = True) -> Constraint | None:
    """Return a constraint of any kind; None if its kind finds no room."""
    found = rng.choice(examples(rng.choice(sorted(RULES))))
    return relocated(rng, found, geometry, sound=sound)


Maker = Callable[[Random], Any]


def some(rng: Random, geometry: Geometry, most: int = 4) -> Sequence[Constraint]:
    """Return a few constraints of any kinds, perhaps none."""
    drawn = (any_constraint(rng, geometry, sound=rng.random() < 0.9) for _ in range(most))
    return tuple(each for each in drawn if each is not None)[: rng.randint(0, most)]
