"""The least and greatest totals of cells, the sets of digits with a total, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pandoku.model import Geometry, digits_of
from pandoku.techniques._ways import union_of
from pandoku.words import Words, added, joined
from pandoku.words.claims import Claim, Inside, NoTotal, Only, Placed

__all__ = [
    "Share",
    "Team",
    "add",
    "and_or",
    "bound_claims",
    "bound_words",
    "fall_words",
    "fallen_words",
    "fits_cells",
    "knowledge",
    "natural_sets",
    "share_claims",
    "share_words",
    "shares_of",
    "teams_of",
    "total_of",
]

_MOST_SETS = 400  # maximum number of sets of digits that are tried
_MOST_HELD = 4  # with fewer candidates than this, a cell is described by them
_MOST_JUDGED = 4  # maximum number of cells in a claim about a total


class Team(NamedTuple):
    """Cells that all see each other, so that their digits differ.

    Attributes:
        cells: The cells.
        factor: The factor of their digits in the total: 10 for the tens of a pill, usually 1.
    """

    cells: tuple[int, ...]
    factor: int = 1


class Share(NamedTuple):
    """The digits of a team in its least or greatest total."""

    team: Team
    digits: tuple[int, ...]

    @property
    def total(self) -> int:
        """The contribution of the team to the total."""
        return self.team.factor * sum(self.digits)


def teams_of(
    cells: Iterable[int], geometry: Geometry, sight: Sequence[Sequence[int]]
) -> tuple[Team, ...]:
    """Divide cells into teams, the largest first. Teams inside a house are preferred."""
    left, teams = [*dict.fromkeys(cells)], []
    while left:
        mask = sum([1 << cell for cell in left])
        house = max([mask & each for each in _house_masks(geometry)], key=int.bit_count)
        team = [cell for cell in left if house >> cell & 1] or left[:1]
        team += [c for c in left if c not in team and all(c in sight[other] for other in team)]
        teams.append(Team(tuple(team)))
        left = [cell for cell in left if cell not in team]
    return tuple(teams)


@lru_cache(maxsize=16)
def _house_masks(geometry: Geometry) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in house.cells) for house in geometry.houses)


def shares_of(
    teams: Iterable[Team], masks: Sequence[int], *, most: bool
) -> tuple[Share, ...] | None:
    """Return the shares of the least or greatest total, or None if a team cannot be filled.

    Args:
        teams: The teams.
        masks: The candidates of each cell.
        most: Whether to return the greatest total instead of the least.
    """
    shares = []
    for team in teams:
        digits = _extreme(tuple([masks[cell] for cell in team.cells]), most=most)
        if digits is None:
            return None
        shares.append(Share(team, digits))
    return tuple(shares)


@lru_cache(maxsize=1 << 14)
def _extreme(masks: tuple[int, ...], *, most: bool) -> tuple[int, ...] | None:
    """Return different digits, one for each mask, with the least or greatest sum.

    The sets of digits that can be matched to cells are the independent sets of a matroid, so the
    greedy choice is the best.
    """
    cells_of: dict[int, int] = {}  # for each digit, its cells as a mask
    for at, mask in enumerate(masks):
        for digit in digits_of(mask):
            cells_of[digit] = cells_of.get(digit, 0) | 1 << at
    holder, free = dict[int, int](), (1 << len(masks)) - 1
    tried = 0

    def enters(digit: int) -> bool:
        nonlocal free, tried
        if direct := cells_of[digit] & free:
            cell = direct & -direct
            free, holder[cell] = free ^ cell, digit
            return True
        while left := cells_of[digit] & ~tried:
            cell = left & -left
            tried |= cell
            if enters(holder[cell]):
                holder[cell] = digit
                return True
        return False

    found = list[int]()
    for digit in sorted(cells_of, reverse=most):
        if not free:  # no other digit enters
            break
        tried = 0
        if enters(digit):
            found.append(digit)
    return None if free else tuple(found)


def total_of(shares: Iterable[Share]) -> int:
    """Return the total of shares."""
    return sum([share.total for share in shares])


# ---- sets of digits


def natural_sets(digits: Sequence[int], size: int, total: int) -> list[tuple[int, ...]] | None:
    """Return the sets of *size* different digits with a total, or None if there are too many."""
    found: list[tuple[int, ...]] = []

    def extend(start: int, chosen: tuple[int, ...], missing: int) -> bool:
        left = size - len(chosen)
        if not left:
            found.extend([chosen] if not missing else [])
            return len(found) <= _MOST_SETS
        if start + left > len(digits):
            return True
        if not sum(digits[start : start + left]) <= missing <= sum(digits[-left:]):
            return True
        return all(
            extend(at + 1, (*chosen, digits[at]), missing - digits[at])
            for at in range(start, len(digits))
        )

    return found if extend(0, (), total) else None


def fits_cells(digits: Sequence[int], masks: Sequence[int]) -> bool:
    """Return whether cells with these candidates can hold exactly these different digits."""
    wanted = sum(1 << (digit - 1) for digit in digits)
    found = _extreme(tuple([mask & wanted for mask in masks]), most=False)
    return found is not None and len(found) == len(digits)


def fallen_words(w: Words, fallen: Iterable[Sequence[int]], cells: Sequence[int]) -> Iterator[str]:
    """Yield the sets of digits that do not fit into cells, with the reason, as clauses."""
    alike: dict[str, tuple[str, list[str]]] = {}
    for each in fallen:
        why = fall_words(w, each, cells)
        alike.setdefault(w.plain(why), (why, []))[1].append(add(each))
    for why, sets in alike.values():
        text = f"{joined(sets)} {'is' if len(sets) == 1 else 'are'} out, as {why}"
        yield w.said(text, *knowledge(w, cells))


def fall_words(
    w: Words, digits: Sequence[int], cells: Sequence[int], lacks: str = "no {} is left there"
) -> str:
    """Return the reason why cells cannot hold exactly these digits, as a clause.

    Args:
        w: The words of the step.
        digits: The digits.
        cells: The cells, as many as digits.
        lacks: The clause for a digit that is a candidate of no cell.
    """
    masks = [w.board.masks[cell] for cell in cells]
    for digit in digits:
        if not any(mask >> (digit - 1) & 1 for mask in masks):
            return lacks.format(w.digit(digit))
    wanted = sum(1 << (digit - 1) for digit in digits)
    for cell, mask in zip(cells, masks, strict=True):
        if not mask & wanted:
            held = digits_of(mask)
            is_short = len(held) < min(len(digits), _MOST_HELD)
            what = w.digits(held, "or") if is_short else f"not {w.digits(digits, 'or')}"
            return f"{w.cell(cell)} is {what}"
    for size in range(2, len(digits)):
        for some in combinations(range(len(cells)), size):
            able = union_of(masks[at] for at in some) & wanted
            if able.bit_count() < size:
                named = w.cells(cells[at] for at in some)
                return f"{named} have only {w.digits(digits_of(able))} for {w.number(size)} cells"
    return "the cells do not take these digits"


# ---- words


def add(digits: Iterable[int]) -> str:
    """Return digits with plus signs, without the total: "1 + 2"."""
    return " + ".join(map(str, digits))


def and_or(numbers: Iterable[int]) -> str:
    """Return numbers as a choice: "5, 7 or 9"."""
    return joined(map(str, numbers), "or")


def knowledge(w: Words, cells: Iterable[int]) -> Iterator[Claim]:
    """Yield the digits and the candidates of cells that a sentence names, as claims."""
    for cell in cells:
        held = w.board.digits[cell]
        yield Placed(cell, held) if held else Only((cell,), w.board.candidates(cell))


def bound_claims(w: Words, shares: Sequence[Share], *, most: bool) -> Iterator[Claim]:
    """Yield the claims of a bound: no total just beyond it, and the houses of the teams."""
    cells = tuple(cell for share in shares for cell in share.team.cells)
    yield from knowledge(w, cells)
    if len(cells) <= _MOST_JUDGED and all(share.team.factor == 1 for share in shares):
        yield NoTotal((), cells, (), total_of(shares) + (1 if most else -1))
    yield from share_claims(w, shares)


def share_claims(w: Words, shares: Iterable[Share]) -> Iterator[Claim]:
    """Yield the claims that each team is in the house that `share_words` names."""
    for share in shares:
        houses = w.common_houses(share.team.cells) if len(share.team.cells) > 1 else []
        yield from (Inside(share.team.cells, (w.index(house),)) for house in houses[:1])


def share_words(w: Words, shares: Sequence[Share]) -> str:
    """Return the arithmetic of shares.

    Examples: "9 + 8 + 7 = 24", or "9 + 8 + 7 in box 6 and 9 + 8 in box 2, together 41".
    """
    if len(shares) == 1:
        return added(shares[0].team.factor * digit for digit in shares[0].digits)
    if all(len(share.digits) == 1 for share in shares):
        return added(share.total for share in shares)
    parts, single = [], [share for share in shares if len(share.digits) == 1]
    for share in shares:
        if len(share.digits) > 1:
            houses = w.common_houses(share.team.cells)
            place = f"in {w.house(houses[0])}" if houses else f"at {w.cells(share.team.cells)}"
            parts.append(f"{add(share.digits)} {place}")
    if single:
        cells = (share.team.cells[0] for share in single)
        parts.append(f"{add(share.total for share in single)} at {w.cells(cells)}")
    return f"{joined(parts)}, together {total_of(shares)}"


def bound_words(
    w: Words, name: str, shares: Sequence[Share], *, most: bool, is_known: bool = False
) -> str:
    """Return a clause with a bound and its arithmetic: "r1c1 and r1c2 make at most 9 + 8 = 17".

    If *is_known*, the text has only the bound: "r1c1 and r1c2 make at most 17".
    """
    cells = [cell for share in shares for cell in share.team.cells]
    if len(cells) == 1 and w.board.digits[cells[0]]:
        return w.said(f"{name} is {w.digit(w.board.digits[cells[0]])}", *knowledge(w, cells))
    verb = f"{'is' if len(cells) == 1 else 'make'} at {'most' if most else 'least'}"
    if len(cells) > 1 and name.startswith("the ") and not name.startswith("the other"):
        verb = verb.replace("make", "makes")
    total = total_of(shares) if is_known else share_words(w, shares)
    return w.said(f"{name} {verb} {total}", *bound_claims(w, shares, most=most))
