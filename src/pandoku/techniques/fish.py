"""Fish: all places of a digit in k lines, except for fins, are in k crossing lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import House, open_in
from pandoku.techniques._link_slips import finned_fish_slips, fish_slips
from pandoku.techniques._sight import can_be_at_each
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence
from pandoku.words.claims import Claim, Inside, OneOf, Places, Sees

__all__ = ["TECHNIQUES"]


def _halves(w: Words) -> tuple[tuple[House, ...], tuple[House, ...]]:
    size = len(w.houses) // 2
    return w.houses[:size], w.houses[size:]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    base, cover = map(w.house_names, _halves(w))
    fins = w.with_role("fin")
    if w.is_brief:
        return f"{w.digit(digit)} in {base}" + (f", fins {w.cells(fins)}" if fins else "")
    fin = f", with {'fins' if len(fins) > 1 else 'a fin'} at {w.cells(fins)}" if fins else ""
    return f"{w.digit(digit)} in {base}, covered by {cover}{fin}"


def _reason(w: Words) -> Iterator[str]:
    (digit,), (base, cover), fins = w.digits_of(), _halves(w), w.with_role("fin")
    yield sentence(can_be_at_each(w, base, digit))
    fin = "fin" if len(fins) == 1 else "fins"
    but = f" but the {fin} {w.cells(fins)}" if fins else ""
    claims: list[Claim] = [*_in_cover(w, cover)]
    claims += [
        Places(w.index(house), digit, open_in(w.board, house.cells, digit)) for house in base
    ]
    yield w.said(f"All of these cells{but} are in {w.house_names(cover)}.", *claims)
    lines, crossing = f"{base[0].kind}s", f"{cover[0].kind}s"
    each = (
        f"each of the {w.number(len(base))} {lines} has its {w.digit(digit)} in one of these "
        f"{crossing}"
    )
    apart = "not both in the same one" if len(base) == 2 else "no two in the same one"
    have = f"{w.house_names(cover)} have their {w.digit(digit)}s in these {lines}"
    used: list[Claim] = [
        OneOf(
            tuple((cell, digit) for cell in (*_in_house(w, house), *fins)),
            houses=tuple(map(w.index, base)),
        )
        for house in cover
    ]
    used += _in_cover(w, cover)
    if not fins:
        yield _either_column(w, base, cover) if len(base) == 2 else sentence(f"{each}, {apart}")
        lead = "Either way" if len(base) == 2 else "So"
        yield w.said(f"{lead} {have}, and nowhere else.", *used)
        return
    yield w.said(f"If {_none_is(w, fins)} {w.digit(digit)}, {each}, {apart}: then {have}.", *used)
    for house in cover:
        if gone := [cell for cell, _ in w.step.eliminations if cell in house.cells]:
            yield _either_way(w, gone, house, fins)


def _either_column(w: Words, base: Sequence[House], cover: Sequence[House]) -> str:
    """Return "If row 2 has its 7 in column 3, row 7 has it in column 9, and vice versa."."""
    (one, other), (first, second) = map(w.house, base), map(w.house, cover)
    (digit,) = w.digits_of()
    used = [
        OneOf(tuple((cell, digit) for cell in _in_house(w, house)), houses=(w.index(house),))
        for house in base
    ]
    return w.said(
        f"If {one} has its {w.digit(digit)} in {first}, {other} has it in {second}, and vice "
        "versa.",
        *used,
        *_in_cover(w, cover),
    )


def _none_is(w: Words, cells: Sequence[int]) -> str:
    if len(cells) == 1:
        return f"{w.cell(cells[0])} is not"
    return (
        f"neither {w.cells(cells, 'nor')} is" if len(cells) == 2 else f"none of {w.cells(cells)} is"
    )


def _in_house(w: Words, house: House) -> tuple[int, ...]:
    """Return the cells of the pattern that are in a house."""
    return tuple(cell for cell in w.with_role("pattern") if cell in house.cells)


def _in_cover(w: Words, cover: Sequence[House]) -> Iterator[Claim]:
    return (Inside(_in_house(w, house), (w.index(house),)) for house in cover)


def _either_way(w: Words, cells: Sequence[int], house: House, fins: Sequence[int]) -> str:
    """Explain why cells of a cover line lose the digit, whether a fin is true or false."""
    digit, is_one = w.step.eliminations[0][1], len(cells) == 1
    verb, see, it = ("is", "sees", "it is") if is_one else ("are", "see", "they are")
    claims: list[Claim] = [Inside(tuple(cells), (w.index(house),))]
    claims += (Sees(cell, tuple(fins)) for cell in cells)
    return w.said(
        f"{w.cells(cells)} {verb} in {w.house(house)} and {see} {w.cells(fins)}: in both "
        f"cases {it} not {w.digit(digit)}.",
        *claims,
    )


_FIN_WHY = (
    " Fins are extra places. If a fin is true, the cells that it sees lose the digit. If no fin is "
    "true, the fish holds. A cell of the columns that sees all fins loses the digit in both cases."
)
_COUNTS = {2: "two", 3: "three", 4: "four"}
_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
_WHEN = {
    2: "After pairs, once a digit is placed three to five times.",
    3: "When a digit has no X-wing, and at least six rows still need it.",
    4: "When a digit has no X-wing and no swordfish, and at least eight rows still need it.",
}
_LOOK = Glance("Take a digit that several rows still need. Look only at its candidates.", "places")
_X_WING = (
    _LOOK,
    Glance(
        "Find a row where it has exactly two places. Then find a second row whose two places are "
        "in the same columns.",
        "houses",
    ),
    Glance(
        "These four cells are the corners. Check that neither row has a third place.",
        "pattern",
    ),
    Glance(
        "Remove the digit from the rest of the two columns. Then do the same with columns in "
        "place of rows.",
        "step",
    ),
)


def _larger(size: int) -> tuple[Glance, ...]:
    count = _COUNTS[size]
    return (
        _LOOK,
        Glance(
            f"Find a row where it has few places, at most {count}. Add rows that bring few new "
            f"columns, until you have {count} rows.",
            "houses",
        ),
        Glance(
            f"Count the columns: the places in the {count} rows must be in {count} columns. Not "
            "every row needs to have all of them.",
            "pattern",
        ),
        Glance(
            f"Remove the digit from the rest of the {count} columns. Then do the same with columns "
            "in place of rows.",
            "step",
        ),
    )


def _finned(size: int, *, is_sashimi: bool) -> tuple[Glance, ...]:
    count, name = _COUNTS[size], _title(_NAMES[size])
    alone = " Without the fins, one of these rows has a single place." if is_sashimi else ""
    return (
        _LOOK,
        Glance(
            f"Look for {count} rows that almost make {'an' if size == 2 else 'a'} {name}: only "
            f"a place or two in one box are outside the {count} columns.",
            "houses",
        ),
        Glance(f"Mark these extra places: they are the fins.{alone}", "cells"),
        Glance(
            "Find the cells of the columns that see all fins, usually in the box of the fins.",
            "pattern",
        ),
        Glance(
            "Remove the digit from them, except in the rows of the fish. Then do the same with "
            "columns in place of rows.",
            "step",
        ),
    )


def _title(name: str) -> str:
    return name.replace("-", " ").replace("x wing", "X-wing")


def _fish(size: int, fins: str, weight: float, *aliases: str) -> Technique:
    name = f"{fins}{'-' if fins else ''}{_NAMES[size]}"
    count = _COUNTS[size]
    all_of_them = "both" if size == 2 else f"all {count}"
    summary, more = {
        "": (
            f"a digit's places in {count} rows are in {count} columns: it is nowhere else in them",
            "",
        ),
        "finned": (
            f"a fish of {count} lines but for a few fins: what sees all fins cannot be the digit",
            ", except for a few cells near each other (the fins)",
        ),
        "sashimi": (
            f"a finned fish of {count} lines, one of which would have one place without its fins",
            ", except for a few cells (the fins), without which one line would have a single place",
        ),
    }[fins]
    if fins:
        when = f"After the {_title(_NAMES[size])}, when an extra place spoils one."
        scan = _finned(size, is_sashimi=fins == "sashimi")
    else:
        when, scan = _WHEN[size], _X_WING if size == 2 else _larger(size)
    return Technique(
        name=name,
        title=_title(name),
        aliases=aliases,
        summary=summary,
        find=finder(name),
        slips=finned_fish_slips(name) if fins else fish_slips(size),
        weight=weight,
        what=_what,
        reason=_reason,
        when=when,
        scan=scan,
        look_for=f"{count} rows that have a digit only in the same {count} columns, or {count} "
        f"columns that have it only in the same {count} rows{more}.",
        why=f"each of the {count} rows has the digit in one of the {count} columns, no two rows in "
        f"the same one. So {all_of_them} columns have their digit in these rows, and nowhere else."
        + (_FIN_WHY if fins else ""),
    )


TECHNIQUES = (
    _fish(2, "", 3.2),
    _fish(3, "", 3.8),
    _fish(4, "", 5.2),
    _fish(2, "finned", 7.2),
    _fish(2, "sashimi", 7.2),
    _fish(3, "finned", 7.8),
    _fish(3, "sashimi", 7.8),
    _fish(4, "finned", 7.8),
    _fish(4, "sashimi", 7.8),
)
