"""Words for the digits on the grid, and the notes, that keep a digit out of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.techniques._sight import shares_group, where_apart
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Claim, Gone, Placed, Sees

__all__ = ["keepers", "kept_out", "noted_out", "noting_places"]


def keepers(w: Words, digit: int, cells: Iterable[int]) -> tuple[dict[int, list[int]], list[int]]:
    """Return the filled cells that keep a digit out of *cells*, and the cells that none explains.

    The facts of the step may name filled cells. These come first.
    """
    left, found = [*cells], dict[int, list[int]]()
    while kept := _most_kept(w, digit, left):
        found[kept[0]] = kept[1]
        left = [at for at in left if at not in kept[1]]
    return found, left


def _most_kept(w: Words, digit: int, cells: Sequence[int]) -> tuple[int, list[int]] | None:
    """Return the filled cell that excludes the digit from the most cells, and these cells."""
    told = w.with_role("excludes")
    others = (at for at, d in enumerate(w.board.digits) if d == digit and at not in told)
    for standing in (told, others):
        kept = {at: [cell for cell in cells if w.sees(at, cell)] for at in standing}
        most = max(kept, key=lambda at: len(kept[at]), default=-1)
        if most >= 0 and kept[most]:
            return most, kept[most]
    return None


def kept_out(w: Words, digit: int, found: dict[int, list[int]]) -> str:
    """Return "The 5 at r2c7 keeps it out of r1c7 and r1c8, the 5 at r4c2 out of r1c2."."""
    # Placed digits that exclude only one cell each are named in one list, in the order of the
    # cells.
    several = {at: cells for at, cells in found.items() if len(cells) > 1}
    single = {at: cells[0] for at, cells in found.items() if len(cells) == 1}
    groups: list[tuple[tuple[int, ...], list[int]]] = [
        ((at,), cells) for at, cells in several.items()
    ]
    if single:
        groups.append((tuple(single), list(single.values())))
    parts, keep = [], (" keeps it", " keep it")
    for standing, cells in groups:
        is_one = len(standing) == 1
        name = (
            f"the {w.candidate(standing[0], digit)}"
            if is_one
            else f"the {w.digit(digit)}s at {w.cells(standing)}"
        )
        claims: list[Claim] = [Placed(at, digit) for at in standing]
        claims += [Sees(at, (cell,)) for at in standing for cell in found[at]]
        pairs = [(at, cell) for at in standing for cell in found[at]]
        text = f"{name}{keep[not is_one]} out of {w.cells(cells)}{_by_rule(w, pairs)}"
        parts.append(w.said(text, Gone(tuple(cells), (digit,)), *claims))
        keep = ("", "")
    return sentence(clauses(parts))


def _by_rule(w: Words, pairs: Sequence[tuple[int, int]]) -> str:
    """Return " (by the anti-knight rule)" if only a rule, and no house, makes the cells differ."""
    if not w.puzzle.further:
        return ""
    odd = [pair for pair in pairs if not shares_group(w, *pair)]
    names = dict.fromkeys(where_apart(w, *pair) for pair in odd[:1])
    return f" ({joined(names)})" if names else ""


def noting_places(w: Words, cell: int, digit: int) -> tuple[int, ...]:
    """Return the cells with a note of *digit* in a box that rule it out at *cell*, or ()."""
    if w.reader.noting is None:
        return ()
    corner = w.reader.noting.before.marks.corner
    for house in w.geometry.houses:
        if house.kind not in ("box", "region"):
            continue
        places = tuple(at for at in house.cells if corner[at] >> (digit - 1) & 1)
        if places and all(w.sees(cell, at) for at in places):
            return places
    return ()


def noted_out(w: Words, digit: int, cells: Iterable[int]) -> tuple[list[str], list[int]]:
    """Return clauses about notes that keep a digit out of cells, and the cells without a clause.

    For example: "the 6s noted at r1c7 and r1c8 keep it out of r1c1 and r1c3".
    """
    by_places: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        by_places.setdefault(noting_places(w, cell, digit), []).append(cell)
    others = by_places.pop((), [])
    told = [
        w.said(
            f"the {w.digit(digit)}s noted at {w.cells(places)} keep it out of {w.cells(out)}",
            Gone(tuple(out), (digit,)),
        )
        for places, out in by_places.items()
    ]
    return told, others
