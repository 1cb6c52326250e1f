"""Generate cages around a random solution, for the kinds calcudoku and killer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import NamedTuple

from pandoku.errors import WishError
from pandoku.generation.drafts import Drafts
from pandoku.generation.wishes import Interval, Wishes
from pandoku.kernel.cage_generate import MAX_CAGE, CageWishes, drop_clues, make
from pandoku.kernel.cages import search_cages
from pandoku.kernel.generate import grids
from pandoku.kernel.generate import keys as mixed
from pandoku.model import Batch, Cage
from pandoku.rating import DEFAULT_SCALE, LEVELS, level_range, span
from pandoku.words import joined

TAKES = frozenset(("cage_sizes", "singles", "clue_minimal"))

# Weights are scaled to whole numbers up to this number, because the core does not accept fractions.
_GREATEST_WEIGHT = 1000
# Maximum number of guesses in all proofs of an attempt: 3000 up to order 11, 1000 above. In larger
# grids, a new attempt succeeds sooner than a long proof.
_USUAL, _NODES, _NODES_BEYOND = 11, 3000, 1000
_CLUE_NODES = 20_000  # maximum number of guesses to prove whether a clue is superfluous


class Knobs(NamedTuple):
    """Settings for cages, which determine the average difficulty of the puzzles.

    Attributes:
        sizes: Relative frequency of each cage size. Sizes are at least 2.
        singles: Share of the cells that are cages of one cell.
        guesses: Minimum number of guesses in the proof that the solution is unique.
    """

    sizes: Mapping[int, float]
    singles: float = 0.0
    guesses: int = 0


class Style(NamedTuple):
    """The defaults for the cages of a kind.

    Attributes:
        knobs_for: ``knobs_for(word, order)`` returns the settings for the difficulty *word* by
            rating, or for a typical puzzle if *word* is None.
        by_effort: ``by_effort(order)`` returns the settings for each difficulty by effort that
            puzzles of the order can have.
        operations: Relative frequency of each operation, or None for a killer, whose cages are all
            sums.
        guessed_from: If a puzzle has at least this rating, the proof that its solution is unique
            usually takes a guess.
    """

    knobs_for: Callable[[str | None, int], Knobs]
    by_effort: Callable[[int], Mapping[str, Knobs]]
    operations: Mapping[str, int] | None = None
    guessed_from: float = inf


def caged(wishes: Wishes, keys: Sequence[int], style: Style) -> Drafts:
    """Return a puzzle for each key, except for keys whose bounded search finds no puzzle."""
    geometry, threads = wishes.geometry, wishes.threads or None
    assert geometry is not None
    if wishes.solution is None:  # `grids` returns zeros for a key if it finds no grid
        solutions = grids(geometry, keys, threads=threads)
    else:
        solutions = [bytes(wishes.solution)] * len(keys)
    givens = [
        bytes(digit if cell in kept else 0 for cell, digit in enumerate(solution))
        if kept
        else bytes(len(solution))
        for solution, kept in zip(solutions, _given_cells(wishes, keys), strict=True)
    ]
    cages: list[tuple[Cage, ...] | None] = [None] * len(keys)
    words = _words(wishes)
    for number, word in enumerate(words):
        at = [
            position
            for position, key in enumerate(keys)
            if solutions[position][0] and (key >> 40) % len(words) == number
        ]
        found = make(
            geometry,
            [solutions[position] for position in at],
            [keys[position] for position in at],
            _cage_wishes(wishes, style, word),
            givens=[givens[position] for position in at],
            threads=threads,
        )
        for position, each in zip(at, found, strict=True):
            cages[position] = each
    index = [i for i, each in enumerate(cages) if each]
    made = [each for each in cages if each]
    if wishes.clue_minimal:
        batch = Batch(geometry, b"".join(givens[i] for i in index), made)
        its_keys = [keys[i] for i in index]
        fewer = drop_clues(batch, its_keys, nodes=_CLUE_NODES, threads=threads)
        index = [i for i, each in zip(index, fewer, strict=True) if each is not None]
        made = [each for each in fewer if each is not None]
    its_givens, its_solutions = ([rows[i] for i in index] for rows in (givens, solutions))
    drafts = Drafts(index, its_givens, its_solutions, geometry, made)
    if wishes.minimal and any(map(any, its_givens)):
        return replace(drafts, lacks=_n_spare_givens(drafts))
    return drafts


def check_sizes(wishes: Wishes, style: Style, most: int, why: str) -> None:
    """Raise WishError if the grid cannot be divided into cages of the requested sizes.

    Args:
        wishes: The request.
        style: The defaults for the cages of the kind.
        most: The greatest size that the kind allows.
        why: The reason for *most*, which the message of the error states.
    """
    most, why = (most, why) if most <= MAX_CAGE else (MAX_CAGE, "larger ones are not made")
    sizes = dict(wishes.cage_sizes or ())
    if sizes and max(sizes) > most:
        raise WishError(f"expected cages of at most {most} cells, found {max(sizes)}: {why}")
    if sizes and max(sizes) == 1:
        raise WishError("expected cages of two cells or more, found only single cells")
    for word in _words(wishes):
        _cage_wishes(wishes, style, word)


def _cage_wishes(wishes: Wishes, style: Style, word: str | None) -> CageWishes:
    knobs = _knobs(wishes, style, word)
    sizes = dict(wishes.cage_sizes or knobs.sizes)
    share = knobs.singles
    if wishes.cage_sizes:
        share = sizes.get(1, 0.0) / sum(size * weight for size, weight in sizes.items())
    sizes.pop(1, None)
    greatest = max(sizes.values())
    operations = style.operations
    if operations is not None and wishes.operations is not None:
        operations = {each: operations[each] for each in wishes.operations}
    return CageWishes(
        sizes={s: max(1, round(w / greatest * _GREATEST_WEIGHT)) for s, w in sizes.items()},
        operations=operations or {"+": 1},
        killer=style.operations is None,
        hidden=wishes.hide_operations,
        singles=_n_singles(wishes, share, tuple(sizes)),
        largest_sum=wishes.largest_sum,
        guesses=max(knobs.guesses, int(style.guessed_from <= (_numbers(wishes) or (0.0,))[0])),
        nodes=_NODES if wishes.order <= _USUAL else _NODES_BEYOND,
    )


def _knobs(wishes: Wishes, style: Style, word: str | None) -> Knobs:
    """Return the settings for the difficulty *word* of a request.

    Raises:
        WishError: No puzzle of the order has this difficulty by effort, unless the request changes
            the cages or has givens.
    """
    if wishes.level is None:
        return style.knobs_for(word, wishes.order)
    possible = style.by_effort(wishes.order)
    if (knobs := possible.get(wishes.level)) is not None:
        return knobs
    may_differ = wishes.cage_sizes or wishes.singles or wishes.givens or wishes.pattern
    if may_differ or wishes.operations or wishes.hide_operations:
        return style.knobs_for(word, wishes.order)
    raise WishError(
        f"expected a difficulty that a {wishes.order}x{wishes.order} {wishes.kind} can have "
        f"({joined(possible, 'or')}), found {wishes.level}; other orders or sizes of cages have "
        "other difficulties"
    )


def _n_singles(wishes: Wishes, share: float, sizes: tuple[int, ...]) -> int:
    """Return the number of single cells closest to *share* that lets cages fill all other cells.

    Raises:
        WishError: The closest number is too far from the requested share. If the request excludes
            single cells, this is any number above 0.
    """
    if wishes.singles is not None:
        share = wishes.singles
    wanted = round(share * wishes.n_cells)
    # Bit n is set if cages of these sizes can fill exactly n cells.
    fillable, every_bit = 1, (1 << (wishes.n_cells + 1)) - 1
    for _ in range(wishes.n_cells):
        more = fillable
        for size in sizes:
            more |= fillable << size & every_bit
        if more == fillable:
            break
        fillable = more
    found = min(
        (n for n in range(wishes.n_cells + 1) if fillable >> (wishes.n_cells - n) & 1),
        key=lambda n: (abs(n - wanted), n),
    )
    is_requested = wishes.singles is not None or wishes.cage_sizes is not None
    if is_requested and abs(found - wanted) > (max(sizes) if share else 0):
        listed = joined(map(str, sizes), "or")
        raise WishError(
            f"expected {wanted} single cells, found that cages of {listed} cells cannot fill "
            f"the other {wishes.n_cells - wanted}; allow more sizes or more single cells"
        )
    return found


def _words(wishes: Wishes) -> list[str | None]:
    """Return the words for the requested difficulty, or [None] if any difficulty will do.

    For a range without an upper end, return only the easiest word whose ratings are all in the
    range, because harder puzzles take longer to make.
    """
    if wishes.level is not None:
        return [wishes.level]
    numbers = _numbers(wishes)
    if numbers is None:
        return [None]
    least, most = numbers
    if least > 0 and most == inf:
        return [next((each for each in LEVELS if level_range(each)[0] >= least), LEVELS[-1])]
    return [each for each in LEVELS if Interval(*numbers).overlap(Interval(*level_range(each)))]


def _numbers(wishes: Wishes) -> tuple[float, float] | None:
    """Return the requested range of ratings, or the range that the techniques imply, or None."""
    if wishes.rating is not None:
        return wishes.rating
    if wishes.needs:
        least = max(_number(each) for each in wishes.needs)
        return least, least
    return (0.0, _number(wishes.at_most)) if wishes.at_most else None


def _number(technique: str) -> float:
    found = span(DEFAULT_SCALE, technique)
    return found[0] if found else 0.0


def _given_cells(wishes: Wishes, keys: Sequence[int]) -> list[frozenset[int]]:
    """Return for each key the cells that become givens."""
    if wishes.pattern is not None:
        kept = frozenset(cell for cell, is_given in enumerate(wishes.pattern) if is_given)
        return [kept] * len(keys)
    if wishes.givens is None or wishes.givens.most <= 0:
        return [frozenset()] * len(keys)
    numbers = wishes.numbers_of_givens()
    return [_drawn(wishes, numbers[(key >> 32) % len(numbers)], key) for key in keys]


def _drawn(wishes: Wishes, number: int, key: int) -> frozenset[int]:
    """Return *number* cells that form complete orbits of the symmetry, drawn with the key."""
    orbit_of = wishes.orbits() or range(wishes.n_cells)
    sizes = Counter(orbit_of)
    drawn = mixed(key, range(len(sizes)))
    order = sorted(range(len(sizes)), key=drawn.__getitem__)
    # Bit n of entry i is set if a selection of the last i orbits has exactly n cells.
    reach = [1]
    for orbit in reversed(order):
        reach.append(reach[-1] | reach[-1] << sizes[orbit])
    taken, left = set[int](), number
    for turn, orbit in enumerate(order, 1):
        size = sizes[orbit]
        if size <= left and reach[len(order) - turn] >> (left - size) & 1:
            taken.add(orbit)
            left -= size
    return frozenset(cell for cell, orbit in enumerate(orbit_of) if orbit in taken)


def _n_spare_givens(made: Drafts) -> list[int]:
    """Return for each puzzle the number of givens without which it still has one solution."""
    spare = list[int]()
    for at in range(len(made)):
        puzzle = made.puzzle(at)
        givens = puzzle.givens
        fewer = [
            puzzle.replace(givens=(*givens[:cell], 0, *givens[cell + 1 :]))
            for cell, digit in enumerate(givens)
            if digit
        ]
        spare.append(sum(found.count == 1 for found in search_cages(fewer)))
    return spare
