"""Puzzles with constraints: place constraints on a full grid until they leave only this grid.

Each piece of a puzzle has a purpose. A search returns other solutions ("witnesses"), and the next
piece must rule out some of them. When the solution is unique, pieces are taken away again, and
givens go first. This gives a series of puzzles, each a little harder than the one before. The
result is the last puzzle of the series that is not too hard.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from pandoku.constraints import Canvas, Dice
from pandoku.errors import WishError
from pandoku.generation.drafts import Drafts
from pandoku.generation.hardness import board_within, is_too_hard
from pandoku.generation.mixes import Ingredient, completed_by
from pandoku.generation.pieces import MixPiece, bits_of_grid, blocked, near_cells, proposed_pieces
from pandoku.generation.sampling import random_solution
from pandoku.generation.wishes import Wishes
from pandoku.kernel.cages import search_cages
from pandoku.kernel.generate import grids, mixed
from pandoku.model import Board, Cage, Constraint, Geometry, Puzzle
from pandoku.rating import LEVELS

__all__ = ["Draft", "MixItem", "check_mix", "place_mix", "rules_about_all", "why_no_puzzle"]

# These limits are counts instead of times, so that a puzzle is the same on every machine.
_NODES = 3_000  # guesses of a search
_N_WITNESSES = 12  # solutions that a search returns
_PATIENCE = 6  # searches that end at the limit of guesses
_N_TRIED = 24  # pieces that are compared with the witnesses, before the others are looked at
_N_SEARCHES = 60
# Pieces are added without a search until they say this share of what determines a grid.
_SAID_FIRST = 0.85
# Shares of cells that lines and areas may cover, usually, and with hardly any givens or only cages.
_MOST_INK, _MOST_INK_DENSE, _FEW_GIVENS = 0.42, 0.75, 0.15
_ENRICHED = (1, 2, 4, 4)  # pieces to add if a puzzle is too hard from the start
_MOST_GIVENS = 0.36  # share of the cells that may be givens if the request has no number
_GENTLE = 2.3  # up to this rating, the core solves nearly all puzzles without guesses
_N_HARDER = 3  # tries to take one more piece away at the end

# A piece of a puzzle: a constraint, or the cells of an orbit that become givens.
MixItem: TypeAlias = MixPiece | tuple[int, ...]


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
    if "" not in keeps and most < 1:
        raise WishError(
            f"expected at least 1 given for {names}, found {most}: without givens, every digit d "
            f"can become {n + 1}-d; ask for givens, or add a constraint that counts or compares"
        )
    rules = rules_about_all(mix)
    if rules and search_cages([_puzzle(wishes.geometry, rules)], limit=1)[0].count == 0:
        raise WishError(f"expected constraints that a {n}x{n} grid can hold, found {names}")


def place_mix(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    """Return at most one puzzle for each key, with the constraints of the request."""
    geometry = wishes.geometry
    assert geometry is not None
    found = [_made(wishes, geometry, key) for key in _own_keys(wishes, keys)]
    at = [number for number, each in enumerate(found) if isinstance(each, Puzzle)]
    made = [each for each in found if isinstance(each, Puzzle)]
    n_cells = geometry.n_cells
    return Drafts(
        np.array(at, np.int64),
        np.array([each.givens for each in made], np.uint8).reshape(-1, n_cells),
        np.array([each.solution for each in made], np.uint8).reshape(-1, n_cells),
        geometry,
        cages=[each.cages for each in made],
        further=[each.further for each in made],
        lacks=np.array([_lack(wishes, each) for each in made], np.int64),
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


def _puzzle(
    geometry: Geometry, constraints: Iterable[Constraint], givens: Sequence[int] | None = None
) -> Puzzle:
    listed = [*constraints]
    return Puzzle(
        geometry,
        tuple(givens) if givens is not None else (0,) * geometry.n_cells,
        cages=tuple(each for each in listed if isinstance(each, Cage)),
        further=tuple(each for each in listed if not isinstance(each, Cage)),
    )


def why_no_puzzle(wishes: Wishes, keys: NDArray[np.uint64]) -> str:
    """Return the reason why an attempt leads to no puzzle, such as "there is no room for ...".

    Args:
        wishes: A request with constraints.
        keys: uint64 (1,): the key of the attempt.
    """
    assert wishes.geometry is not None
    (key,) = _own_keys(wishes, keys)
    made = _made(wishes, wishes.geometry, key)
    return made if isinstance(made, str) else ""


def _own_keys(wishes: Wishes, keys: NDArray[np.uint64]) -> list[int]:
    """Return keys that also depend on the kinds: other kinds get other grids from the same seed."""
    names = np.uint64(crc32(" ".join(each.name for each in wishes.mix).encode()))
    found: list[int] = mixed(keys ^ names).tolist()
    return found


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
    rich = draft.items()
    going = draft.taken_away(is_gentle=not (wishes.minimal or wishes.clue_minimal))
    if (wishes.minimal or wishes.clue_minimal) and draft.may_lose_more(going):
        return "not everything was needed"
    if wishes.asks_for_difficulty and not wishes.clue_minimal:
        left = draft.not_too_hard(rich, going)
    else:
        gone = {*map(id, going)}
        left = [each for each in rich if id(each) not in gone]
    if left is None:
        return "it was too hard with all pieces that had room"
    return draft.puzzle(left).replace(solution=solution)


def _grid(
    geometry: Geometry, rules: Sequence[Constraint], key: int, dice: Dice
) -> tuple[int, ...] | None:
    """Return a full grid that satisfies the rules about all cells, or None if none was found."""
    if not rules:
        (row,) = grids(geometry, np.array([key], np.uint64), threads=1).tolist()
        return tuple(row) if row[0] else None
    return random_solution(_puzzle(geometry, rules), dice)


@dataclass(slots=True)
class Draft:
    """A puzzle that is being made: its pieces, its givens, and the witnesses seen so far.

    Attributes:
        wishes: The request. Its numbers of givens and constraints count only those to add.
        geometry: The geometry of the puzzle.
        solution: The full grid that the pieces must satisfy.
        rules: The constraints that stay: the constraints of the start, rules about all cells, and
            all signs of a kind.
        dice: The random choices.
        fixed: The cells whose givens stay.
        drawn: Pieces of the start, which leave less room for new pieces.
        said: The information in the start, in sixteenths of a bit.
        pieces: The pieces added so far.
        givens: The givens added so far, as groups of cells.
    """

    wishes: Wishes
    geometry: Geometry
    solution: tuple[int, ...]
    rules: list[Constraint]
    dice: Dice
    fixed: tuple[int, ...] = ()
    drawn: tuple[MixPiece, ...] = ()
    said: int = 0
    canvas: Canvas = field(init=False)
    pieces: list[MixPiece] = field(init=False, default_factory=list)
    givens: list[tuple[int, ...]] = field(init=False, default_factory=list)
    _left: list[MixPiece] = field(init=False, default_factory=list)  # pieces not used, best first
    _free: list[tuple[int, ...]] = field(init=False, default_factory=list)  # orbits not given
    _witnesses: list[tuple[int, ...]] = field(init=False, default_factory=list)
    _taken: int = field(init=False, default=0)
    _barred: int = field(init=False, default=0)
    _ink: int = field(init=False, default=0)
    _near: int = field(init=False, default=0)
    _n_unknown: int = field(init=False, default=0)
    _undecided: list[MixItem] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        wishes, dice = self.wishes, self.dice
        self.canvas = Canvas(self.geometry, self.solution)
        for each in wishes.mix:
            found = (
                [] if each.proposer.form == "grid" else [*proposed_pieces(each, self.canvas, dice)]
            )
            # All signs of a kind are placed, wherever they are, except those that are there.
            drawn = [one for one in self.drawn if not each.has_all or one.name == each.name]
            found = [piece for piece in found if not any(map(piece.clashes_with, drawn))]
            if each.has_all:
                self._complete(each, found)
            else:
                self._left += found
        for piece in self.drawn:
            self._near |= near_cells(piece, self.canvas)
        noise = {id(piece): piece.says * (0.6 + 0.8 * dice.share()) for piece in self._left}
        self._left.sort(key=lambda piece: -noise[id(piece)])
        orbits = wishes.orbits()
        groups: dict[int, list[int]] = {}
        for cell in {*range(self.geometry.n_cells)}.difference(self.fixed):
            groups.setdefault(cell if orbits is None else int(orbits[cell]), []).append(cell)
        self._free = dice.shuffled([tuple(group) for group in groups.values()])
        if wishes.pattern is not None:
            self.givens = [group for group in self._free if wishes.pattern[group[0]]]
            self._free = []
        elif wishes.givens is not None and wishes.givens.most == 0:
            self._free = []
        # These grids differ from the solution only by exchanged digits.
        n = self.geometry.order
        maps = [[*range(n, 0, -1)]]
        for a, b in combinations(range(n), 2):
            digits = [*range(1, n + 1)]
            digits[a], digits[b] = digits[b], digits[a]
            maps.append(digits)
        other = (tuple(digits[d - 1] for d in self.solution) for digits in maps)
        items = [*self.items(), self.fixed]
        self._witnesses = [row for row in other if self._is_witness(row, items, self.rules)]

    def _complete(self, ingredient: Ingredient, found: Sequence[MixPiece]) -> None:
        """Place all signs of a kind, and the rule that all are given."""
        rule = completed_by(ingredient.name)
        assert rule is not None
        self.rules += [piece.constraint for piece in found]
        self.rules.append(rule.make())
        for piece in found:
            self._taken, self._barred = self._taken | piece.takes, self._barred | piece.bars

    def lacking(self) -> str:
        """Place the least numbers of constraints. Return the kind without room for them, or ""."""
        for each in self.wishes.mix:
            if each.has_all or each.proposer.form == "grid":
                continue
            for n_placed in range(each.least):
                alike = [piece for piece in self._left if piece.name == each.name]
                piece = self._best(alike, must_help=False)
                if piece is None:
                    return f"{each}: {n_placed} of {each.least} found a place"
                self._add(piece)
        return ""

    def items(self) -> list[MixItem]:
        """Return the pieces and givens."""
        return [*self.pieces, *self.givens]

    def puzzle(self, items: Iterable[MixItem]) -> Puzzle:
        """Return the puzzle with some of the pieces and givens."""
        row, constraints = [0] * self.geometry.n_cells, [*self.rules]
        for item in [*items, self.fixed]:
            if isinstance(item, MixPiece):
                constraints.append(item.constraint)
            else:
                for cell in item:
                    row[cell] = self.solution[cell]
        return _puzzle(self.geometry, constraints, row)

    # ------------------------------------------------------------------ adding

    def add_until_unique(self) -> bool:
        """Add pieces, then givens, until the solution is unique. Return whether it is."""
        enough = _SAID_FIRST * bits_of_grid(self.geometry.order) - self.said
        while sum(piece.says for piece in self.pieces) < enough:
            if (piece := self._best(self._left, must_help=False)) is None:
                break
            self._add(piece)
        is_gentle = not (self.wishes.minimal or self.wishes.clue_minimal)
        for _ in range(_N_SEARCHES):
            while self._witnesses:
                if not self._add_one():
                    return False
            n_nodes = self._look()
            if self._witnesses:
                continue
            if n_nodes == 0 or (n_nodes is not None and not is_gentle):
                return self._has_enough_givens()
            if self._n_unknown > _PATIENCE:
                return False
            if not self._add_one():  # the search has to guess, and nothing is left to add
                return n_nodes is not None and self._has_enough_givens()
        return False

    def _has_enough_givens(self) -> bool:
        least = self.wishes.givens.least if self.wishes.givens else 0
        while sum(map(len, self.givens)) < least and self._free:
            self.givens.append(self._free.pop())
        return True

    def _add_one(self) -> bool:
        """Add a piece, or givens if no piece fits. Return False if there is nothing to add."""
        if (piece := self._best(self._left)) is not None:
            self._add(piece)
            return True
        most = _MOST_GIVENS * self.geometry.n_cells
        if self.wishes.givens is not None:
            most = self.wishes.givens.most
        n_givens = sum(map(len, self.givens))
        best, best_score = None, 0.0
        for group in self._free:
            if n_givens + len(group) > most:
                continue
            n_killed = sum(
                any(row[cell] != self.solution[cell] for cell in group) for row in self._witnesses
            )
            if self._witnesses and not n_killed:
                continue
            is_inked = any(self._ink >> cell & 1 for cell in group)
            score = (n_killed + 1) * (0.45 if is_inked else 1.0) * (0.7 + 0.6 * self.dice.share())
            if score > best_score:
                best, best_score = group, score
        if best is None:
            return False
        self._free.remove(best)
        self.givens.append(best)
        self._keep_witnesses()
        return True

    def _best(self, pieces: Iterable[MixPiece], *, must_help: bool = True) -> MixPiece | None:
        """Return the piece that says most and rules out most witnesses, or None if none fits.

        Args:
            pieces: The pieces to choose from.
            must_help: Whether the piece must rule out a witness, if there are any.
        """
        n_of = {each.name: each for each in self.wishes.mix}
        counts = dict.fromkeys(n_of, 0)
        for piece in self.pieces:
            counts[piece.name] += 1
        rarest = min((n for name, n in counts.items() if n_of[name].most != n), default=0)
        n_cells = self.geometry.n_cells
        most_givens = self.wishes.givens.most if self.wishes.givens else n_cells
        is_dense = {*n_of} == {Cage.NAME} or most_givens <= _FEW_GIVENS * n_cells
        most_ink = n_cells * (_MOST_INK_DENSE if is_dense else _MOST_INK)
        best, best_score, n_tried = None, 0.0, 0
        for piece in pieces:
            most = n_of[piece.name].most
            if most is not None and counts[piece.name] >= most:
                continue
            if blocked(self._taken, self._barred, piece):
                continue
            if (self._ink | piece.ink).bit_count() > most_ink:
                continue
            score = float(piece.says)
            if self._witnesses:
                n_killed = sum(
                    not piece.constraint.holds(row, self.canvas.puzzle) for row in self._witnesses
                )
                if must_help and not n_killed:
                    continue
                score *= 0.2 + n_killed / len(self._witnesses)
            crowd = (self._near & piece.ink).bit_count() / max(1, piece.ink.bit_count())
            score *= (1 - 0.6 * crowd) * (0.6 if counts[piece.name] > rarest + 1 else 1.0)
            if score > best_score:
                best, best_score = piece, score
            n_tried += 1
            if n_tried == _N_TRIED:
                break
        return best

    def _add(self, piece: MixPiece) -> None:
        self.pieces.append(piece)
        self._left.remove(piece)
        self._taken, self._barred = self._taken | piece.takes, self._barred | piece.bars
        self._ink |= piece.ink
        self._near |= near_cells(piece, self.canvas)
        self._keep_witnesses()

    def _keep_witnesses(self) -> None:
        """Forget the witnesses that the newest piece or given rules out."""
        items: list[MixItem] = [*self.pieces[-1:], *self.givens[-1:]]
        self._witnesses = [row for row in self._witnesses if self._is_witness(row, items, ())]

    def _is_witness(
        self, row: tuple[int, ...], items: Iterable[MixItem], rules: Sequence[Constraint]
    ) -> bool:
        """Return whether a grid other than the solution satisfies some pieces and rules."""
        if rules:
            puzzle = _puzzle(self.geometry, rules)
            if not all(rule.holds(row, puzzle) for rule in rules):
                return False
        return all(
            item.constraint.holds(row, self.canvas.puzzle)
            if isinstance(item, MixPiece)
            else all(row[cell] == self.solution[cell] for cell in item)
            for item in items
        )

    def _look(self) -> int | None:
        """Search for witnesses. Return the number of guesses, or None if the search gave up."""
        (found,) = search_cages(
            [self.puzzle(self.items())], limit=_N_WITNESSES, nodes=_NODES, threads=1
        )
        self._witnesses = [row for row in found.solutions if row != self.solution]
        if found.stopped == "nodes":
            self._n_unknown += 1
            return None
        return found.nodes

    # ------------------------------------------------------------- taking away

    def taken_away(self, *, is_gentle: bool) -> list[MixItem]:
        """Return pieces that can go, in this order, while the solution stays unique.

        Args:
            is_gentle: Whether a piece stays if the search would have to guess without it. If the
                request has a difficulty, the pieces that need guesses come last.
        """
        items = self.items()
        going: list[MixItem] = []
        needed: list[MixItem] = []  # there are several solutions without one of them
        rounds = [True] if is_gentle and not self._may_be_hard() else [True, False]
        for n_most in [0 if gentle else _NODES for gentle in rounds]:
            for item in self._order([each for each in items if each not in going]):
                if item in needed or not self._may_go(item, going):
                    continue
                left = [each for each in items if each is not item and each not in going]
                (found,) = search_cages([self.puzzle(left)], limit=2, nodes=_NODES, threads=1)
                if found.count > 1:
                    needed.append(item)
                elif found.stopped == "nodes":
                    self._undecided.append(item)
                if found.count == 1 and found.stopped is None and found.nodes <= n_most:
                    going.append(item)
        return going

    def may_lose_more(self, going: list[MixItem]) -> bool:
        """Return whether something superfluous may be left after the removal of some pieces.

        Pieces that the request protects, pieces whose search ended at the limit of guesses, and the
        single givens of an orbit are compared again. All others are known to be needed.
        """
        left = [each for each in self.items() if each not in going]
        for item in left:
            is_orbit = not isinstance(item, MixPiece) and len(item) > 1
            if self._may_go(item, going) and not is_orbit and item not in self._undecided:
                continue
            if isinstance(item, MixPiece) and not self.wishes.clue_minimal:
                continue
            others = [each for each in left if each is not item]
            singles = [()] if isinstance(item, MixPiece) else [(cell,) for cell in item]
            for single in singles:
                rest = [] if isinstance(item, MixPiece) else [*{*item}.difference(single)]
                puzzle = self.puzzle([*others, tuple(rest)])
                (found,) = search_cages([puzzle], limit=2, nodes=_NODES, threads=1)
                if found.count < 2:
                    return True
        return False

    def _may_be_hard(self) -> bool:
        rating, level = self.wishes.rating, self.wishes.level
        may_be_rated_high = rating is not None and rating.most > _GENTLE
        return bool(self.wishes.needs) or may_be_rated_high or level in LEVELS[1:]

    def _order(self, items: Sequence[MixItem]) -> list[MixItem]:
        """Return items in the order of their removal: givens first."""
        shuffled = self.dice.shuffled(items)
        return sorted(shuffled, key=lambda each: each.says if isinstance(each, MixPiece) else -1)

    def _may_go(self, item: MixItem, going: Sequence[MixItem]) -> bool:
        """Return whether the request allows to take an item away."""
        wishes = self.wishes
        if not isinstance(item, MixPiece):
            n_gone = sum(len(each) for each in going if not isinstance(each, MixPiece))
            n_left = sum(map(len, self.givens)) - n_gone - len(item)
            least = wishes.givens.least if wishes.givens else 0
            return wishes.pattern is None and n_left >= least
        ingredient = next(each for each in wishes.mix if each.name == item.name)
        n_gone = sum(isinstance(each, MixPiece) and each.name == item.name for each in going)
        return sum(each.name == item.name for each in self.pieces) - n_gone > ingredient.least

    def not_too_hard(self, rich: list[MixItem], going: list[MixItem]) -> list[MixItem] | None:
        """Return the items of the hardest puzzle on the way that is not too hard.

        Args:
            rich: All items.
            going: The items that can go, in this order.

        Returns:
            The items that stay, or None if the puzzle is too hard even with more pieces.
        """
        # The poorest puzzle comes first: often it is not too hard. All other puzzles have what it
        # has and more, so their walks begin at the board where its walk stopped.
        left = [each for each in rich if each not in going]
        poorest, is_beyond = self._walked(left)
        if not is_beyond:
            return left
        extra: list[MixItem] = []
        for n_more in (0, *_ENRICHED):
            for _ in range(n_more):
                if not self._add_one():
                    return None
            extra = [each for each in self.items() if each not in rich]
            if not self._walked(self.items(), poorest)[1]:
                break
        else:
            return None
        rich, going = [*rich, *extra], [*going]
        if extra:
            going = [*self._order(extra), *going]
            if any(not self._may_go(each, ()) for each in extra):
                return None
        low, high = 0, len(going)  # without the first *low* it is not too hard
        known = poorest  # where the walk without the first *high* stopped
        while high - low > 1:
            middle = (low + high) // 2
            fewer = [each for each in rich if each not in going[:middle]]
            board, is_beyond = self._walked(fewer, known)
            if is_beyond:
                high, known = middle, board
            else:
                low = middle
        left = [each for each in rich if each not in going[:low]]
        for item in going[low + 1 : low + 1 + _N_HARDER]:
            fewer = [each for each in left if each is not item]
            if not self._walked(fewer, poorest)[1]:
                left = fewer
        return left

    def _walked(
        self, items: Iterable[MixItem], known: Board | None = None
    ) -> tuple[Board | None, bool]:
        """Return the board where the allowed techniques make no more progress.

        Also return whether the puzzle of the items is too hard.
        """
        puzzle = self.puzzle(items)
        board = board_within(self.wishes, puzzle, known)
        return board, is_too_hard(self.wishes, puzzle, board)
