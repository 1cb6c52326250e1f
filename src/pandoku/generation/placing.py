"""Puzzles with constraints: place constraints on a full grid until they leave only this grid.

When the solution is unique, pieces and givens are taken away again, as far as the request allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from zlib import crc32

from pandoku.constraints import Canvas, Dice
from pandoku.errors import WishError
from pandoku.generation.adding import Draft, puzzle_with
from pandoku.generation.drafts import Drafts
from pandoku.generation.mixes import Ingredient, completed_by
from pandoku.generation.partners import possible_numbers
from pandoku.generation.removing import Removal
from pandoku.generation.room import check_room
from pandoku.generation.sampling import random_solution
from pandoku.generation.wishes import Interval, Wishes
from pandoku.kernel.cages import search_cages
from pandoku.kernel.generate import grids, mixed
from pandoku.model import Constraint, Geometry, Puzzle
from pandoku.words import joined

__all__ = ["check_crossings", "check_mix", "place_mix", "rules_about_all", "why_no_puzzle"]


def check_crossings(wishes: Wishes) -> None:
    """Raise WishError if the request wants lines that cross, but has no lines."""
    if wishes.crossings and not any(each.proposer.form == "line" for each in wishes.mix):
        names = ", ".join(map(str, wishes.mix)) or "none"
        raise WishError(
            "expected lines among the constraints for crossings, such as thermometer or arrow, "
            f"found {names}; add a line, or leave crossings out"
        )


_TOO_HARD = "it was too hard with all pieces that had room"


def check_mix(wishes: Wishes) -> None:
    """Raise WishError if no puzzle can have the requested constraints and givens."""
    mix, n = wishes.mix, wishes.order
    names = ", ".join(map(str, mix))
    if wishes.has_cages:
        raise WishError(
            f"expected a kind without cages for the constraints {names}, found {wishes.kind}; "
            "'cage' is one of the constraints"
        )
    if wishes.geometry is None:
        raise WishError(
            f"expected a kind whose regions are known for the constraints {names}, found "
            f"{wishes.kind}; name the regions"
        )
    numbers = wishes.numbers_of_givens()
    most = numbers[-1] if numbers else 0
    keeps = {each.proposer.keeps for each in mix}
    if keeps == {"relabeled"} and most < n - 1:
        raise WishError(
            f"expected at least {n - 1} givens for {names}, found {most}: with fewer, two digits "
            "are missing among the givens and can be exchanged"
        )
    if keeps <= {"exchanged", "relabeled"} and most < 1:
        raise WishError(
            f"expected at least 1 given for {names}, found {most}: without givens, two digits of a "
            "group can be exchanged; ask for givens, or add a constraint that counts or compares"
        )
    if not keeps & {"", "exchanged"} and most < 1:
        raise WishError(
            f"expected at least 1 given for {names}, found {most}: without givens, every digit d "
            f"can become {n + 1}-d; ask for givens, or add a constraint that counts or compares"
        )
    _check_symmetry(wishes)
    if conflicting := _conflicting(mix, wishes.geometry):
        together = " together; leave one out" if len(conflicting) > 1 else "; leave it out"
        raise WishError(
            f"expected constraints that a {n}x{n} grid can hold, found "
            f"{joined([*map(str, conflicting)])}, which no grid can satisfy{together}"
        )
    for each in mix:
        rule = completed_by(each.name) if each.has_all else None
        if rule is not None and any(other.name == rule.name for other in mix):
            raise WishError(
                f"expected {each} without {rule.name}, found both; leave {rule.name} out, because "
                f"{each} contains this rule"
            )
    check_room(wishes, rules_about_all(mix))


def _check_symmetry(wishes: Wishes) -> None:
    """Raise WishError if no symmetric picture has the requested number of a kind."""
    if wishes.mix_symmetry == "none":
        return
    forms = Counter(each.proposer.form for each in wishes.mix)
    for each in wishes.mix:
        # If two kinds have the same form, one may be opposite the other.
        if each.has_all or each.most is None or forms[each.proposer.form] > 1:
            continue
        possible = possible_numbers(each.proposer.form, wishes.order, wishes.mix_symmetry)
        if possible is None or any(each.least <= number <= each.most for number in possible):
            continue
        near = [number for number in possible if 0 < number < each.least][-1:]
        near += [number for number in possible if number > each.most][:1]
        raise WishError(
            f"expected a number of {each.name} that the symmetry {wishes.mix_symmetry} allows, "
            f"found {Interval(each.least, each.most)}; ask for {joined(map(str, near), 'or')}, or "
            "for another symmetry"
        )


def _conflicting(mix: Iterable[Ingredient], geometry: Geometry) -> tuple[Ingredient, ...]:
    """Return the fewest rules about all cells that no grid satisfies, or () if all have a grid."""
    about_all = [each for each in mix if each.proposer.form == "grid"]
    if not about_all or _has_grid(about_all, geometry):
        return ()
    subsets = (
        subset for n in range(1, len(about_all) + 1) for subset in combinations(about_all, n)
    )
    return next(subset for subset in subsets if not _has_grid(subset, geometry))


def _has_grid(mix: Iterable[Ingredient], geometry: Geometry) -> bool:
    (found,) = search_cages([puzzle_with(geometry, rules_about_all(mix))], limit=1)
    return found.count > 0


def place_mix(wishes: Wishes, keys: Sequence[int]) -> Drafts:
    """Return at most one puzzle for each key, with the constraints of the request."""
    geometry = wishes.geometry
    assert geometry is not None
    found = [_made(wishes, geometry, key) for key in _own_keys(wishes, keys)]
    at = [number for number, each in enumerate(found) if isinstance(each, Puzzle)]
    made = [each for each in found if isinstance(each, Puzzle)]
    return Drafts(
        at,
        [bytes(each.givens) for each in made],
        [bytes(each.solution or ()) for each in made],
        geometry,
        cages=[each.cages for each in made],
        further=[each.further for each in made],
        lacks=[_lack(wishes, each) for each in made],
    )


def _lack(wishes: Wishes, puzzle: Puzzle) -> int:
    """Return the distance of the number of givens from the request."""
    least, most = wishes.givens or (0, puzzle.geometry.n_cells)
    n = puzzle.n_givens
    return int(max(least - n, n - most, 0))


def rules_about_all(mix: Iterable[Ingredient]) -> list[Constraint]:
    """Return the constraints about all cells. They are the same for all grids."""
    blank = Canvas(Geometry.latin(4), (0,) * 16)
    proposers = [each.proposer for each in mix if each.proposer.form == "grid"]
    found = [next(proposer.propose(blank, Dice(0)), None) for proposer in proposers]
    return [rule for rule in found if rule is not None]


def why_no_puzzle(wishes: Wishes, key: int) -> str:
    """Return the reason why an attempt leads to no puzzle, such as "there is no room for ...".

    Args:
        wishes: A request with constraints.
        key: The key of the attempt.
    """
    assert wishes.geometry is not None
    (own_key,) = _own_keys(wishes, [key])
    made = _made(wishes, wishes.geometry, own_key)
    return made if isinstance(made, str) else ""


def _own_keys(wishes: Wishes, keys: Sequence[int]) -> list[int]:
    """Return keys that also depend on the kinds: other kinds get other grids from the same seed."""
    names = crc32(" ".join(each.name for each in wishes.mix).encode())
    return [mixed(key ^ names) for key in keys]


def _made(wishes: Wishes, geometry: Geometry, key: int) -> Puzzle | str:
    """Return the puzzle of a key, or the reason why the attempt fails."""
    dice = Dice(key)
    rules = rules_about_all(wishes.mix)
    solution = wishes.solution or _grid(geometry, rules, key, dice)
    if solution is None:
        return "no full grid was found"
    draft = Draft(wishes, geometry, solution, rules, dice)
    if lacking := draft.lacking():
        return f"no room was left for {lacking}"
    if not draft.add_until_unique():
        return "several solutions were left when no more pieces had room"
    rich, removal = draft.items(), Removal(draft)
    if wishes.begins_easy:
        if (left := removal.from_easy()) is None:
            return _TOO_HARD
        return draft.puzzle(left).replace(solution=solution)
    going = removal.taken_away(is_gentle=not (wishes.minimal or wishes.clue_minimal))
    if (wishes.minimal or wishes.clue_minimal) and removal.may_lose_more(going):
        return "not everything was needed"
    if wishes.asks_for_difficulty and not wishes.clue_minimal:
        left = removal.not_too_hard(rich, going)
    else:
        gone = {*map(id, going)}
        left = [each for each in rich if id(each) not in gone]
    if left is None:
        return _TOO_HARD
    return draft.puzzle(left).replace(solution=solution)


def _grid(
    geometry: Geometry, rules: Sequence[Constraint], key: int, dice: Dice
) -> tuple[int, ...] | None:
    """Return a full grid that satisfies the rules about all cells, or None if none was found."""
    if not rules:
        (row,) = grids(geometry, [key], threads=1)
        return tuple(row) if row[0] else None
    return random_solution(puzzle_with(geometry, rules), dice)
