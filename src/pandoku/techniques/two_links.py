"""Two strong links joined by a weak link: skyscraper, two-string kite and turbot fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import House
from pandoku.techniques._link_slips import KITE_SLIPS, SKYSCRAPER_SLIPS, TURBOT_SLIPS
from pandoku.techniques._sight import can_be_at_each, meet, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence
from pandoku.words.claims import Follows, OneOf

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    free_a, a, b, free_b = map(w.cell, w.with_role())
    if w.is_brief:
        return f"{w.digits(w.digits_of())} at {free_a} or {free_b}"
    links = w.house_names(w.houses[:2])
    return f"{w.digits(w.digits_of())} at {free_a} or {free_b}, by {a} and {b} ({links})"


def _dual_what(w: Words) -> str:
    digits, box = w.digits(w.digits_of()), w.house(w.houses[2])
    if w.is_brief:
        return f"{digits} in {box}"
    return f"{digits}: two kites that turn at {w.cells(w.with_role()[1:3])} in {box}"


def _chain(w: Words, digit: int, cells: Sequence[int], houses: Sequence[House]) -> Iterator[str]:
    free_a, a, b, free_b = cells
    linked = houses[:2]
    yield sentence(can_be_at_each(w, linked, digit))
    yield f"{meet(w, a, b)}, so at most one of them is {w.digit(digit)}."
    turned = (
        Follows(((free, digit, False),), (turn, digit, True))
        for free, turn in ((free_a, a), (free_b, b))
    )
    yield w.said(
        f"If neither {w.cell(free_a)} nor {w.cell(free_b)} were {w.digit(digit)}, then "
        f"{w.cells((a, b))} would both be {w.digit(digit)}.",
        *turned,
    )
    why = OneOf((), houses=tuple(map(w.index, linked)))
    yield f"{one_of(w, digit, (free_a, free_b), why, 'That cannot be, so at least')}."


def _reason(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    return _chain(w, digit, w.with_role(), w.houses)


def _dual_reason(w: Words) -> Iterator[str]:
    cells, digits = w.with_role(), [digit for _, digit, _ in w.step.facts.candidates]
    yield from _chain(w, digits[0], cells[:4], w.houses[:3])
    yield "The same two cells make a second kite."
    yield from _chain(w, digits[4], cells[4:], w.houses[3:])


_WHY = (
    "each of the two houses has the digit at one of its two places. The inner places see each "
    "other, so they do not both hold it. Then at least one of the outer places does, and a cell "
    "that sees both cannot."
)
_LOOK = Glance(
    "Take a digit that has exactly two places in several houses. Look only at its candidates.",
    "places",
)
_WHEN = "After X-wings, for a digit that has exactly two places in several houses."

TECHNIQUES = (
    Technique(
        name="skyscraper",
        summary="two parallel lines have two places each for a digit, and a crossing line has one "
        "of each",
        find=finder("skyscraper"),
        slips=SKYSCRAPER_SLIPS,
        weight=6.6,
        what=_what,
        reason=_reason,
        when=_WHEN,
        scan=(
            _LOOK,
            Glance(
                "Find two rows where it has two places each, so that one place of each row is in "
                "the same column.",
                "houses",
            ),
            Glance(
                "Mark the two other places, the tops. They are in different columns, or this "
                "would be an X-wing.",
                "pattern",
            ),
            Glance(
                "Remove the digit from every cell that sees both tops. Then do the same with "
                "columns in place of rows.",
                "step",
            ),
        ),
        look_for="two rows that have two places each for a digit, where one place of each row is "
        "in the same column. The rows may also be columns, and the column a row.",
        why=_WHY,
    ),
    Technique(
        name="dual-two-string-kite",
        aliases=("dual 2-string kite",),
        summary="two two-string kites that turn at the same two cells of a box",
        find=finder("dual-two-string-kite"),
        slips=KITE_SLIPS,
        is_case_of="two-string-kite",
        weight=6.6,
        what=_dual_what,
        reason=_dual_reason,
        when="When you have found a two-string kite: look once more before you go on.",
        scan=(
            Glance(
                "Take the digits of the two cells in the box where the kite turns. Look only at "
                "their candidates.",
                "places",
            ),
            Glance(
                "Find another row and another column through these two cells in which a digit "
                "has two places each.",
                "houses",
            ),
            Glance("Mark the ends of both kites.", "pattern"),
            Glance(
                "For each kite, remove its digit from the cell where the lines of its two ends "
                "cross.",
                "step",
            ),
        ),
        look_for="a two-string kite whose two cells in the box make another kite with their other "
        "lines, or with another digit.",
        why=_WHY,
    ),
    Technique(
        name="two-string-kite",
        aliases=("2-string kite", "kite"),
        summary="a row and a column have two places each for a digit, and a box has one of each",
        find=finder("two-string-kite"),
        slips=KITE_SLIPS,
        weight=6.6,
        what=_what,
        reason=_reason,
        when=_WHEN,
        scan=(
            _LOOK,
            Glance(
                "Find a row and a column where it has two places each, so that one place of each "
                "is in the same box.",
                "houses",
            ),
            Glance(
                "Mark the two other places, the ends. From the end of the row go along its "
                "column, and from the end of the column go along its row.",
                "pattern",
            ),
            Glance("Remove the digit from the cell where these two lines cross.", "step"),
        ),
        look_for="a row and a column that have two places each for a digit, with one place of "
        "each in the same box.",
        why=_WHY,
    ),
    Technique(
        name="turbot-fish",
        aliases=("turbot chain",),
        summary="any other two strong links of a digit, joined by a weak one",
        find=finder("turbot-fish"),
        slips=TURBOT_SLIPS,
        weight=6.6,
        what=_what,
        reason=_reason,
        when="After skyscrapers and kites: this pattern joins any other two houses with two "
        "places.",
        scan=(
            _LOOK,
            Glance("Find two houses where it has two places each. Boxes count, too.", "houses"),
            Glance(
                "Check that one place of the first house sees one place of the second. Then mark "
                "the two other places, the ends.",
                "pattern",
            ),
            Glance("Remove the digit from every cell that sees both ends.", "step"),
        ),
        look_for="two houses with two places each for a digit, where one place of the first sees "
        "one place of the second.",
        why=_WHY,
    ),
)
