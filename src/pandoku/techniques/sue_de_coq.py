"""Sue de Coq: cells around a crossing of a box and a line with just enough digits for them."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    parts = [w.cells(w.with_role(role)) for role in ("crossing", "line", "box")]
    box, line = w.houses
    return f"{parts[0]} with {parts[1]} of {line.name} and {parts[2]} of {box.name}"


def _reason(w: Words) -> Iterator[str]:
    box, line = w.houses
    crossing, in_line, in_box = (set(w.digits_of(role)) for role in ("crossing", "line", "box"))
    twice = in_line & in_box
    n_cells = len(w.with_role())
    everything = sorted(crossing | in_line | in_box)
    yield f"{w.cells(w.with_role('crossing'))} lie where {box.name} and {line.name} cross."
    yield (
        f"With {w.cells(w.with_role('line'))} of {line.name} and {w.cells(w.with_role('box'))} of "
        f"{box.name} they are {w.number(n_cells)} cells that have only {w.digits(everything)}."
    )
    if twice:
        yield (
            f"{w.digits(sorted(twice))} can stand twice among them, once in either rest; any other "
            "digit once."
        )
    else:
        yield "Each of these digits can stand only once among them."
    yield "So there are just as many digits as cells: each of them is there, as often as it can."
    for house, digits in (
        (line, (crossing | in_line) - (in_box - twice)),
        (box, (crossing | in_box) - (in_line - twice)),
    ):
        if digits:
            yield f"In {house.name} this uses up {w.digits(sorted(digits))}."


TECHNIQUES = (
    Technique(
        name="sue-de-coq",
        title="Sue de Coq",
        aliases=("two-sector disjoint subsets",),
        summary="cells where a box and a line cross, with cells of either, lock their digits",
        find=finder("sue-de-coq"),
        what=_what,
        reason=_reason,
        look_for="two or three cells where a box and a line cross, with at least two more digits "
        "than cells, and cells in the rest of the line and of the box that use up these digits.",
        why="the line holds each digit of its part once, and so does the box. When the digits that "
        "the cells can take are just as many as the cells, all of them are needed there, and go "
        "from the rest of the line or the box.",
    ),
)
