"""Drafts: pieces and givens are added to a full grid until they leave only this grid.

Each piece of a puzzle has a purpose. A search returns other solutions ("witnesses"), and the next
piece must rule out some of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from pandoku.constraints import Canvas, Dice
from pandoku.generation.composition import Composition
from pandoku.generation.mixes import Ingredient, completed_by
from pandoku.generation.partners import Partners
from pandoku.generation.pieces import MixPiece, bits_of_grid, proposed_pieces
from pandoku.generation.wishes import Wishes
from pandoku.generation.witnesses import Witnesses
from pandoku.kernel.cages import search_cages
from pandoku.model import Cage, Constraint, Geometry, Puzzle
from pandoku.rating import LEVELS

__all__ = ["FEWEST_SIGNS", "NODES", "SMALL_FORMS", "Draft", "MixItem", "puzzle_with"]

# These limits are counts instead of times, so that a puzzle is the same on every machine.
NODES = 3_000  # guesses of a search
# The same for drafts that begin easy. If a search takes more, the draft needs more givens anyway.
_NODES_IF_EASY = 300
_N_WITNESSES = 12  # solutions that a search returns
_PATIENCE = 6  # searches that end at the limit of guesses
_N_TRIED = 24  # pieces that are compared with the witnesses, before the others are looked at
_N_SEARCHES = 60
# Pieces are added without a search until they say this share of what determines a grid.
_SAID_FIRST = 0.85
# Shares of cells that lines and areas may cover, usually, and with hardly any givens or only cages.
_MOST_INK, _MOST_INK_DENSE, _FEW_GIVENS = 0.42, 0.75, 0.15
# Shares of the cells that become givens first, in drafts that shall be medium and easy.
_FIRST_GIVENS, _FIRST_GIVENS_IF_EASY = 0.12, 0.2
# Shares of the cells that may be givens if the request has no number, usually and in easy drafts.
_MOST_GIVENS, _MOST_GIVENS_IF_EASY = 0.36, 0.4
# A mix has at least this number of small signs of a kind. A single one would look like a mistake.
FEWEST_SIGNS, SMALL_FORMS = 3, ("border", "cell")
# The bonus of a constraint that a technique of the request is about.
_SOUGHT = 2.0

# A piece of a puzzle: constraints, or the cells of an orbit that become givens.
MixItem: TypeAlias = MixPiece | tuple[int, ...]


def puzzle_with(
    geometry: Geometry,
    constraints: Iterable[Constraint],
    givens: Sequence[int] | None = None,
    candidates: tuple[int, ...] | None = None,
) -> Puzzle:
    """Return a puzzle with some constraints, cages among them, and givens or none."""
    listed = [*constraints]
    return Puzzle(
        geometry,
        tuple(givens) if givens is not None else (0,) * geometry.n_cells,
        candidates=candidates,
        cages=tuple(each for each in listed if isinstance(each, Cage)),
        further=tuple(each for each in listed if not isinstance(each, Cage)),
    )


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
        candidates: The digits that the start allows in each cell, as masks, or None.
        composition: The places that the pieces take.
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
    candidates: tuple[int, ...] | None = None
    canvas: Canvas = field(init=False)
    composition: Composition = field(init=False)
    pieces: list[MixPiece] = field(init=False, default_factory=list)
    givens: list[tuple[int, ...]] = field(init=False, default_factory=list)
    _left: list[MixPiece] = field(init=False, default_factory=list)  # pieces not used, best first
    _free: list[tuple[int, ...]] = field(init=False, default_factory=list)  # orbits not given
    _witnesses: Witnesses = field(init=False)
    _n_unknown: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        wishes, dice = self.wishes, self.dice
        self.canvas = Canvas(self.geometry, self.solution)
        self.composition, self._witnesses = Composition(self.canvas), Witnesses(self.canvas)
        is_symmetric = wishes.mix_symmetry != "none"
        all_partners = (
            Partners(self.canvas, wishes.mix_symmetry, wishes.mix, dice) if is_symmetric else None
        )
        for each in wishes.mix:
            # The digits decide where all signs of a kind are, so these are not symmetric.
            partners = None if each.has_all else all_partners
            proposed = proposed_pieces(
                each,
                self.canvas,
                dice,
                may_cross=wishes.crossings,
                begins_easy=wishes.begins_easy,
                partners=partners,
            )
            found = [] if each.proposer.form == "grid" else [*proposed]
            # All signs of a kind are placed, wherever they are, except those that are there.
            drawn = [one for one in self.drawn if not each.has_all or each.name in one.names]
            found = [piece for piece in found if not any(map(piece.clashes_with, drawn))]
            if each.has_all:
                self._complete(each, found)
            else:
                self._left += found
        for piece in self.drawn:
            self.composition.add_drawn(piece)
        self.composition.add_givens(self.fixed)
        noise = {id(piece): piece.says * (0.6 + 0.8 * dice.share()) for piece in self._left}
        self._left.sort(key=lambda piece: -noise[id(piece)])
        orbits = wishes.orbits()
        groups: dict[int, list[int]] = {}
        for cell in {*range(self.geometry.n_cells)}.difference(self.fixed):
            groups.setdefault(cell if orbits is None else orbits[cell], []).append(cell)
        self._free = dice.shuffled([tuple(group) for group in groups.values()])
        if wishes.pattern is not None:
            self.givens = [group for group in self._free if wishes.pattern[group[0]]]
            self._free = []
        elif wishes.givens is not None and wishes.givens.most == 0:
            self._free = []
        # These grids differ from the solution only by exchanged digits.
        n = self.geometry.order
        maps = [bytes(range(n, 0, -1))]
        for a, b in combinations(range(n), 2):
            digits = bytearray(range(1, n + 1))
            digits[a], digits[b] = digits[b], digits[a]
            maps.append(bytes(digits))
        row, digits_of_row = bytes(self.solution), bytes(range(1, n + 1))
        other = [tuple(row.translate(bytes.maketrans(digits_of_row, each))) for each in maps]
        if (masks := self.candidates) is not None:
            other = [
                row
                for row in other
                if all(mask >> (digit - 1) & 1 for mask, digit in zip(masks, row, strict=True))
            ]
        if self.rules:
            ruled = puzzle_with(self.geometry, self.rules)
            other = [row for row in other if all(rule.holds(row, ruled) for rule in self.rules)]
        self._witnesses.note(other)
        for item in [*self.items(), self.fixed]:
            self._witnesses.rule_out(item)

    def _complete(self, ingredient: Ingredient, found: Sequence[MixPiece]) -> None:
        """Place all signs of a kind, and the rule that all are given."""
        rule = completed_by(ingredient.name)
        assert rule is not None
        self.rules += [one for piece in found for one in piece.constraints]
        self.rules.append(rule.make())
        for piece in found:
            self.composition.reserve(piece)

    def lacking(self) -> str:
        """Place the least numbers of constraints. Return the kind without room for them, or ""."""
        for each in self.wishes.mix:
            if each.has_all or each.proposer.form == "grid":
                continue
            while (n_placed := self._counts()[each.name]) < self._fewest(each):
                alike = [piece for piece in self._left if each.name in piece.names]
                # A number of the request is more important than how the picture looks.
                piece = self._best(alike, must_help=False) or self._best(
                    alike, must_help=False, is_picky=False
                )
                if piece is None and n_placed >= each.least:
                    break
                if piece is None:
                    symmetry = self.wishes.mix_symmetry
                    where = f" with the symmetry {symmetry}" if symmetry != "none" else ""
                    return f"{each}: {n_placed} of {each.least} found a place{where}"
                self._add(piece)
        return ""

    def _fewest(self, ingredient: Ingredient) -> int:
        """Return the number of constraints to place first. Some of them are not requested."""
        wishes = self.wishes
        if wishes.clue_minimal or len(wishes.mix) == 1 or not ingredient.has_no_number:
            return ingredient.least
        is_small = ingredient.proposer.form in SMALL_FORMS
        return max(ingredient.least, FEWEST_SIGNS * is_small)

    def _counts(self) -> Counter[str]:
        """Return the number of constraints of each kind so far."""
        return Counter(name for piece in self.pieces for name in piece.names)

    def items(self) -> list[MixItem]:
        """Return the pieces and givens."""
        return [*self.pieces, *self.givens]

    def puzzle(self, items: Iterable[MixItem]) -> Puzzle:
        """Return the puzzle with some of the pieces and givens."""
        row, constraints = [0] * self.geometry.n_cells, [*self.rules]
        for item in [*items, self.fixed]:
            if isinstance(item, MixPiece):
                constraints += item.constraints
            else:
                for cell in item:
                    row[cell] = self.solution[cell]
        return puzzle_with(self.geometry, constraints, row, self.candidates)

    # ------------------------------------------------------------------ adding

    def add_until_unique(self) -> bool:
        """Add pieces, then givens, until the solution is unique. Return whether it is."""
        enough = _SAID_FIRST * bits_of_grid(self.geometry.order) - self.said
        while sum(piece.says for piece in self.pieces) < enough:
            if (piece := self._best(self._left, must_help=False)) is None:
                break
            self._add(piece)
        if self.wishes.begins_easy:
            share = _FIRST_GIVENS_IF_EASY if self._shall_be_easy else _FIRST_GIVENS
            least = share * self.geometry.n_cells
            while len(self.fixed) + sum(map(len, self.givens)) < least and self.give_one():
                pass
        is_gentle = not (self.wishes.minimal or self.wishes.clue_minimal)
        for _ in range(_N_SEARCHES):
            while self._witnesses:
                if not self.add_one():
                    return False
            n_nodes = self._look()
            if self._witnesses:
                continue
            may_guess = not is_gentle or (self._shall_be_easy and self._may_give())
            if n_nodes == 0 or (n_nodes is not None and may_guess):
                return self._has_enough_givens()
            if self._n_unknown > _PATIENCE:
                return False
            if not self.add_one():  # the search has to guess, and nothing is left to add
                return n_nodes is not None and self._has_enough_givens()
        return False

    def _has_enough_givens(self) -> bool:
        least = self.wishes.givens.least if self.wishes.givens else 0
        while sum(map(len, self.givens)) < least and self._free:
            # The order is random, but givens on free cells come first.
            group = min(self._free, key=self.composition.hiding)
            self._free.remove(group)
            self.givens.append(group)
        return True

    def add_one(self) -> bool:
        """Add a piece, or givens if no piece fits. Return False if there is nothing to add."""
        if (piece := self._best(self._left)) is not None:
            self._add(piece)
            return True
        return self.give_one()

    def give_one(self) -> bool:
        """Add the givens of an orbit. Return False if no more givens may be added."""
        n_more, n_left = self._n_more_givens(), len(self._witnesses)
        best, best_score = None, 0.0
        for group in self._free:
            if len(group) > n_more:
                continue
            n_killed = self._witnesses.n_without(group) if n_left else 0
            if n_left and not n_killed:
                continue
            score = (n_killed + 1) * self.composition.appeal_of_givens(group)
            score *= 0.7 + 0.6 * self.dice.share()
            if score > best_score:
                best, best_score = group, score
        if best is None:
            return False
        self._free.remove(best)
        self.givens.append(best)
        self.composition.add_givens(best)
        self._witnesses.rule_out(best)
        return True

    @property
    def _shall_be_easy(self) -> bool:
        """True if the draft becomes easy by givens that follow when its solution is unique."""
        return self.wishes.begins_easy and self.wishes.level == LEVELS[0]

    def _may_give(self) -> bool:
        """Return whether the givens of another orbit may be added."""
        n_more = self._n_more_givens()
        return any(len(group) <= n_more for group in self._free)

    def _n_more_givens(self) -> float:
        """Return the number of cells that may become givens."""
        share = _MOST_GIVENS_IF_EASY if self._shall_be_easy else _MOST_GIVENS
        most = share * self.geometry.n_cells
        if self.wishes.givens is not None:
            most = self.wishes.givens.most
        return most - sum(map(len, self.givens))

    def _best(
        self, pieces: Iterable[MixPiece], *, must_help: bool = True, is_picky: bool = True
    ) -> MixPiece | None:
        """Return the piece that says most and rules out most witnesses, or None if none fits.

        Args:
            pieces: The pieces to choose from.
            must_help: Whether the piece must rule out a witness, if there are any.
            is_picky: Whether to refuse a full picture, and a line that would look like a part of
                another line.
        """
        n_of = {each.name: each for each in self.wishes.mix}
        counts = self._counts()
        rarest = min((counts[name] for name in n_of if n_of[name].most != counts[name]), default=0)
        n_cells = self.geometry.n_cells
        most_givens = self.wishes.givens.most if self.wishes.givens else n_cells
        is_dense = not is_picky or {*n_of} == {Cage.NAME} or most_givens <= _FEW_GIVENS * n_cells
        most_ink = n_cells * (_MOST_INK_DENSE if is_dense else _MOST_INK)
        sought = self.wishes.sought
        limits = {name: each.most for name, each in n_of.items() if each.most is not None}
        composition, witnesses, n_left = self.composition, self._witnesses, len(self._witnesses)
        best, best_score, n_tried = None, 0.0, 0
        for piece in pieces:
            if limits and any(
                name in limits and counts[name] + piece.names.count(name) > limits[name]
                for name in piece.names
            ):
                continue
            if not composition.has_room(piece):
                continue
            if is_picky and composition.looks_continued(piece):
                continue
            if (composition.ink | piece.ink).bit_count() > most_ink:
                continue
            score = float(piece.says)
            if n_left:
                n_killed = witnesses.n_without(piece)
                if must_help and not n_killed:
                    continue
                score *= 0.2 + n_killed / n_left
            score *= composition.appeal(piece)
            score *= _SOUGHT if not sought.isdisjoint(piece.names) else 1.0
            score *= 0.6 if counts[piece.names[0]] > rarest + len(piece.names) else 1.0
            if score > best_score:
                best, best_score = piece, score
            n_tried += 1
            if n_tried == _N_TRIED:
                break
        return best

    def _add(self, piece: MixPiece) -> None:
        self.pieces.append(piece)
        self._left.remove(piece)
        self.composition.add(piece)
        self._witnesses.rule_out(piece)

    def _look(self) -> int | None:
        """Search for witnesses. Return the number of guesses, or None if the search gave up."""
        n_nodes = _NODES_IF_EASY if self.wishes.begins_easy else NODES
        (found,) = search_cages(
            [self.puzzle(self.items())], limit=_N_WITNESSES, nodes=n_nodes, threads=1
        )
        self._witnesses.note(found.solutions)
        if found.stopped == "nodes":
            self._n_unknown += 1
            return None
        return found.nodes
