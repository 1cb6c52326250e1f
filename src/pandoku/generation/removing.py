"""Take pieces and givens of a draft away, as long as the puzzle stays as the request wants it.

Givens go first. This gives a series of puzzles, each a little harder than the one before. The
result is a puzzle of this series that is not too hard. All puzzles between the richest and the
poorest have the same single solution, so the walks need no more searches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from pandoku.generation.adding import FEWEST_SIGNS, NODES, SMALL_FORMS, Draft, MixItem
from pandoku.generation.pieces import MixPiece
from pandoku.generation.steering import Walked, is_needed, walked
from pandoku.kernel.cages import search_cages
from pandoku.logic import stuck_board
from pandoku.model import Board, Cage
from pandoku.rating import LEVELS

__all__ = ["Removal"]

_ENRICHED = (1, 2, 4, 4)  # pieces to add if a puzzle is too hard from the start
# The same if a technique must be needed, and is the hardest that is allowed. Givens come first.
_ENRICHED_MORE = (2, 4, 6, 6, 6)
_GENTLE = 2.3  # up to this rating, the core solves nearly all puzzles without guesses
_N_HARDER = 3  # tries to take one more piece away at the end
# An effort is close enough to the greatest effort of the word if this is its logarithm below it. An
# easy puzzle may be easier: there is no easier word.
_CLOSE, _CLOSE_IF_EASY = 0.4, 0.6
_N_ESTIMATED = 4  # walks whose place is estimated from efforts, before the middle is taken
_LEAST_SHARE = 0.1  # how close to an end an estimated place may be
# The logarithm of the effort grows by about this number with each item that is taken away.
_USUAL_GROWTH, _LEAST_GROWTH, _MOST_GROWTH = 0.17, 0.06, 0.5
_MOST_EXTRA = 12  # items to add to a draft that is too hard with all its items
_MOST_ADDED = 8  # items to add at once
# Givens are added to a draft that shall be easy, before its first walk, while singles leave more
# than this share of the cells empty. Steps in cages are easier than other steps. If no more givens
# may be added, the draft gets at most this number of pieces.
_MOST_LEFT, _MOST_LEFT_WITH_CAGES, _N_SPARE_PIECES = 0.56, 0.69, 6
_SINGLES = ("full-house", "hidden-single", "naked-single")
_N_LOOKS = 3  # walks that look for a harder puzzle among those that are easy enough


@dataclass(slots=True)
class Removal:
    """The removal of pieces and givens from a draft whose solution is unique.

    Attributes:
        draft: The draft.
    """

    draft: Draft
    _undecided: list[MixItem] = field(init=False, default_factory=list)

    def taken_away(self, *, is_gentle: bool) -> list[MixItem]:
        """Return pieces that can go, in this order, while the solution stays unique.

        Args:
            is_gentle: Whether a piece stays if the search would have to guess without it. If the
                request has a difficulty, the pieces that need guesses come last.
        """
        items = self.draft.items()
        going: list[MixItem] = []
        needed: list[MixItem] = []  # there are several solutions without one of them
        rounds = [True] if is_gentle and not self._may_be_hard() else [True, False]
        n_nodes = NODES if False in rounds else 1  # one guess decides whether a search has to guess
        for n_most in [0 if gentle else NODES for gentle in rounds]:
            for item in self._order([each for each in items if each not in going]):
                if item in needed or not self._may_go(item, going) or self._spoils(item, going):
                    continue
                left = [each for each in items if each is not item and each not in going]
                (found,) = search_cages(
                    [self.draft.puzzle(left)], limit=2, nodes=n_nodes, threads=1
                )
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
        left = [each for each in self.draft.items() if each not in going]
        for item in left:
            is_orbit = len(item.constraints if isinstance(item, MixPiece) else item) > 1
            if self._may_go(item, going) and not is_orbit and item not in self._undecided:
                continue
            if isinstance(item, MixPiece) and not self.draft.wishes.clue_minimal:
                continue
            others = [each for each in left if each is not item]
            for rest in _without_one(item):
                puzzle = self.draft.puzzle([*others, rest])
                (found,) = search_cages([puzzle], limit=2, nodes=NODES, threads=1)
                if found.count < 2:
                    return True
        return False

    def _may_be_hard(self) -> bool:
        wishes = self.draft.wishes
        may_be_rated_high = wishes.rating is not None and wishes.rating.most > _GENTLE
        return bool(wishes.needs) or may_be_rated_high or wishes.level in LEVELS[1:]

    def _order(self, items: Sequence[MixItem]) -> list[MixItem]:
        """Return items in the order of their removal: givens first, and first those on lines.

        Constraints that a technique of the request is about come last.
        """
        sought, hiding = self.draft.wishes.sought, self.draft.composition.hiding

        def place(item: MixItem) -> tuple[bool, float]:
            if not isinstance(item, MixPiece):
                return False, -1 - hiding(item)
            return not sought.isdisjoint(item.names), item.says

        return sorted(self.draft.dice.shuffled(items), key=place)

    def _may_go(self, item: MixItem, going: Sequence[MixItem]) -> bool:
        """Return whether the request allows to take an item away."""
        draft, wishes = self.draft, self.draft.wishes
        if not isinstance(item, MixPiece):
            n_gone = sum(len(each) for each in going if not isinstance(each, MixPiece))
            n_left = sum(map(len, draft.givens)) - n_gone - len(item)
            least = wishes.givens.least if wishes.givens else 0
            return wishes.pattern is None and n_left >= least
        gone = [each for each in [*going, item] if isinstance(each, MixPiece)]
        return all(
            each.name not in item.names
            or sum(piece.names.count(each.name) for piece in draft.pieces)
            - sum(piece.names.count(each.name) for piece in gone)
            >= each.least
            for each in wishes.mix
        )

    def _spoils(self, item: MixItem, going: Sequence[MixItem]) -> bool:
        """Return whether the picture would look unfinished without an item that may go.

        A part of the grid would be empty, or a kind would have hardly any signs left.
        """
        draft, wishes = self.draft, self.draft.wishes
        if not isinstance(item, MixPiece) or wishes.clue_minimal or wishes.needs:
            return False
        others = [each for each in draft.pieces if each is not item and each not in going]
        if item.form in SMALL_FORMS and len(wishes.mix) > 1:
            counts = Counter(name for each in others for name in each.names)
            if any(counts[name] < FEWEST_SIGNS for name in item.names):
                return True
        return draft.composition.leaves_gap(item, others)

    # ---------------------------------------------------------- the difficulty

    def not_too_hard(self, rich: list[MixItem], going: list[MixItem]) -> list[MixItem] | None:
        """Return the items of a puzzle on the way that is not too hard, but nearly so.

        Args:
            rich: All items.
            going: The items that can go, in this order.

        Returns:
            The items that stay, or None if the puzzle is too hard even with more pieces.
        """
        # The poorest puzzle comes first: often it is not too hard. All other puzzles have what it
        # has and more, so their walks begin at the board where its walk stopped.
        left = [each for each in rich if each not in going]
        poorest = self._walked(left)
        if poorest.excess <= 0:
            return left
        extra: list[MixItem] = []
        has_needs = bool(self.draft.wishes.needs)
        for n_more in (0, *(_ENRICHED_MORE if has_needs else _ENRICHED)):
            for _ in range(n_more):
                if not (self._made_easier() if has_needs else self.draft.add_one()):
                    return None
            extra = [each for each in self.draft.items() if each not in rich]
            richest = self._walked(self.draft.items(), poorest.board)
            if richest.excess <= 0:
                break
        else:
            return None
        rich, going = [*rich, *extra], [*going]
        if extra:
            going = [*self._order(extra), *going]
            if any(not self._may_go(each, ()) for each in extra):
                return None
        low, excess = self._hardest(rich, going, richest, poorest)
        left = [each for each in rich if each not in going[:low]]
        others, wishes = going[low + 1 :], self.draft.wishes
        if not wishes.needs:
            if excess < -_CLOSE:
                left = self._harder(left, others[:_N_HARDER], poorest.board)
            return left
        return self._needing(left, others, poorest.board)

    def from_easy(self) -> list[MixItem] | None:
        """Return items as `not_too_hard` does, without a walk of the poorest puzzle.

        Items are added until the puzzle is easy enough. Then as many are taken away as its effort
        allows, estimated from the efforts of the puzzles before.
        """
        draft, growth, n_added = self.draft, _USUAL_GROWTH, 0
        rich = draft.items()
        is_easy = draft.wishes.level == LEVELS[0]
        if is_easy:
            self._help_singles()
        elif self._made_easier():
            self._made_easier()
        excess, known = self._walked(draft.items())[::-1]
        n_extra = 0
        while excess > 0:
            wanted = (min(excess, 1.0) + _CLOSE / 2) / growth
            n_added = min(max(round(wanted), 1), _MOST_ADDED, _MOST_EXTRA - n_extra)
            n_added = next((n for n in range(n_added) if not self._made_easier()), n_added)
            if not n_added:
                return None
            n_extra, before = n_extra + n_added, excess
            excess, known = self._walked(draft.items(), known)[::-1]
            growth = _growth(before, excess, n_added)
        if excess >= -(_CLOSE_IF_EASY if is_easy else _CLOSE):
            return draft.items()
        going = list[MixItem]()
        for item in draft.items()[::-1]:
            if item not in rich and self._may_go(item, going):
                going.append(item)
        if n_added:  # the puzzle without the items that were added last is known to be too hard
            return self._as_hard(going, excess, min(n_added, len(going) + 1), growth)
        if not is_easy or len(going) < _n_more(excess, growth):
            going += [each for each in self.taken_away(is_gentle=True) if each not in going]
        return self._as_hard(going, excess, len(going) + 1, growth)

    def _help_singles(self) -> None:
        """Add items until singles fill so many cells that the draft is probably easy enough.

        Walks with singles only take much less time than other walks.
        """
        draft, board, n_pieces = self.draft, None, len(self.draft.pieces)
        has_cages_only = {each.name for each in draft.wishes.mix} == {Cage.NAME}
        share = _MOST_LEFT_WITH_CAGES if has_cages_only else _MOST_LEFT
        while True:
            board = stuck_board(draft.puzzle(draft.items()), _SINGLES, board)
            if board.digits.count(0) <= share * len(board.digits):
                return
            n_spare = len(draft.pieces) - n_pieces
            if not draft.give_one() and (n_spare >= _N_SPARE_PIECES or not draft.add_one()):
                return

    def _made_easier(self) -> bool:
        """Add givens, or a piece if no more givens may be added. Return False if nothing fits."""
        return self.draft.give_one() or self.draft.add_one()

    def _as_hard(
        self, going: list[MixItem], excess: float, high: int, growth: float
    ) -> list[MixItem]:
        """Return the items of a puzzle that is nearly too hard, found with few walks.

        Args:
            going: The items that can go, in this order.
            excess: The excess of the puzzle with all items, below 0.
            high: The puzzle is too hard without this number of items.
            growth: The expected growth of the excess with each item that goes.
        """
        items, low = self.draft.items(), 0
        left = items
        for _ in range(_N_LOOKS):
            if high - low <= 1 or excess >= -_CLOSE:
                break
            middle = min(max(low + _n_more(excess, growth), low + 1), high - 1)
            fewer = [each for each in items if each not in going[:middle]]
            found = self._walked(fewer).excess
            growth = _growth(found, excess, middle - low)
            if found > 0:
                high = middle
            else:
                left, low, excess = fewer, middle, found
        return left

    def _hardest(
        self, rich: list[MixItem], going: list[MixItem], richest: Walked, poorest: Walked
    ) -> tuple[int, float]:
        """Return the number of items to take away, in their order, and the excess without them.

        Args:
            rich: All items.
            going: The items that can go. Without all of them, the puzzle is too hard.
            richest: The walk of the puzzle with all items, which is not too hard.
            poorest: The walk of the puzzle without the items that can go.
        """
        low, high, known = 0, len(going), poorest.board
        least, most = richest.excess, poorest.excess  # without the first *low*, and *high*
        is_exact, n_walks = bool(self.draft.wishes.needs), 0
        while high - low > 1 and (is_exact or least == -inf or least < -_CLOSE):
            share = 0.5
            if -inf < least and most < inf and n_walks < _N_ESTIMATED:
                # The logarithm of the effort grows evenly, more or less.
                aimed = (-least - _CLOSE / 2) / (most - least)
                share = min(max(aimed, _LEAST_SHARE), 1 - _LEAST_SHARE)
            middle = low + min(max(round(share * (high - low)), 1), high - low - 1)
            fewer = [each for each in rich if each not in going[:middle]]
            found, n_walks = self._walked(fewer, known), n_walks + 1
            if found.excess > 0:
                high, most, known = middle, found.excess, found.board
            else:
                low, least = middle, found.excess
        return low, least

    def _harder(
        self, left: list[MixItem], others: Iterable[MixItem], known: Board | None
    ) -> list[MixItem]:
        """Return items without those of *others* that the puzzle can lose in turn."""
        for item in others:
            fewer = [each for each in left if each is not item]
            if self._walked(fewer, known).excess <= 0:
                left = fewer
        return left

    def _needing(
        self, left: list[MixItem], others: Iterable[MixItem], known: Board | None
    ) -> list[MixItem]:
        """Return items that make the techniques of the request necessary, as far as they can.

        With fewer items, more techniques are necessary. So items are taken away while the
        techniques of the request suffice, until none of them can be left out.
        """
        wishes = self.draft.wishes
        lacking = [*wishes.needs]
        waiting = [*others]
        while True:
            puzzle = self.draft.puzzle(left)
            lacking = [each for each in lacking if not is_needed(wishes, puzzle, each)]
            if not lacking:
                return left
            while waiting:
                item = waiting.pop(0)
                fewer = [each for each in left if each is not item]
                if self._walked(fewer, known).excess <= 0:
                    left = fewer
                    break
            else:
                return left

    def _walked(self, items: Iterable[MixItem], known: Board | None = None) -> Walked:
        return walked(self.draft.wishes, self.draft.puzzle(items), known)


def _without_one(item: MixItem) -> Iterator[MixItem]:
    """Yield an item without each of its constraints or givens in turn."""
    if not isinstance(item, MixPiece):
        yield from (tuple(cell for cell in item if cell != each) for each in item)
        return
    for at in range(len(item.constraints)):
        names, constraints = list(item.names), list(item.constraints)
        del names[at], constraints[at]
        yield replace(item, names=tuple(names), constraints=tuple(constraints))


def _n_more(excess: float, growth: float) -> int:
    """Return the number of items to take away from a puzzle that is too easy, as an estimate."""
    return round((-excess - _CLOSE / 2) / growth)


def _growth(more: float, less: float, n_items: int) -> float:
    """Return the growth of the excess with each item, from two puzzles that differ by some."""
    if more == inf or less == -inf:
        return _USUAL_GROWTH
    return min(max((more - less) / n_items, _LEAST_GROWTH), _MOST_GROWTH)
