"""Remote pair: in a chain of cells with the same two candidates, the two digits alternate."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    a, b = w.cells(w.with_role("colour-a")), w.cells(w.with_role("colour-b"))
    return f"{w.digits(w.digits_of())} alternate between {a} and {b}"


def _reason(w: Words) -> Iterator[str]:
    one, other = w.digits_of()
    a, b = w.cells(w.with_role("colour-a")), w.cells(w.with_role("colour-b"))
    yield f"{w.cells(w.with_role())} have only {one} and {other} left, and hang together by sight."
    yield "Two of them that see each other hold different digits, so the digits alternate."
    yield f"Either {a} are {one} and {b} are {other}, or the reverse."
    yield f"A cell that sees one of each group sees both {one} and {other}."


TECHNIQUES = (
    Technique(
        name="remote-pair",
        aliases=("remote pairs", "remote naked pair"),
        summary="the two digits alternate along a chain of cells with the same two candidates",
        find=finder("remote-pair"),
        what=_what,
        reason=_reason,
        look_for="four or more cells with the same two candidates, each of which sees the next, "
        "and a cell that sees two of them an odd number of links apart.",
        why="two such cells that see each other hold different digits. So the digits alternate "
        "along the chain, and two cells an odd number of links apart hold both of them.",
    ),
)
