"""Drawings of the branches of a step, and links between the implications in branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from pandoku.draw.decorated import cells_of_constraint
from pandoku.draw.drawing import candidate_center, draw, joined_lines, outline
from pandoku.draw.items import Drawing, Fill, Key, Line, Text
from pandoku.model import Board, Link, Pair, Puzzle, Step

__all__ = ["draw_branch", "draw_strip", "leading_links"]

_ASSUMED, _BARE = "d", "e"  # styles
_FOLLOWS = "abcf"  # the styles of branches, each used again after the last
_EACH = 3  # number of implications on each board of a single branch
_MOST = 12  # maximum number of implications with arrows, because more arrows would hide the board


def leading_links(puzzle: Puzzle, step: Step) -> tuple[Link, ...]:
    """Return links from each implication to the implications that follow from it.

    Strong links lead to candidates that become true. Weak links lead to candidates that are false
    at the end of a branch: the candidates of a contradiction if there is one, or the step's
    eliminations. There are no links for a step that has more than twelve implications, or chains
    inside its branches.
    """
    branches = step.facts.branches
    is_nested = any(each.facts.branches or each.facts.links for each in chain(*branches))
    if is_nested or sum(map(len, branches)) > _MOST:
        return ()
    clash = [(c, d) for c, d, role in step.facts.candidates if role == "contradiction"]
    ends = clash or list(step.eliminations)
    links = (link for branch in branches for link in _of_branch(puzzle, branch, ends))
    return tuple(dict.fromkeys(links))


def _of_branch(puzzle: Puzzle, branch: tuple[Step, ...], ends: Iterable[Pair]) -> Iterator[Link]:
    true: dict[Pair, None] = {}
    # For each candidate that an implication makes false, the causes.
    false: dict[Pair, list[Pair]] = {}
    for implication in branch:
        off = [(c, d) for c, d, role in implication.facts.candidates if role == "off"]
        causes = _causes(puzzle, off, true, false)
        for pair in implication.placements:
            yield from (Link((cause,), (pair,), strong=True) for cause in causes)
            true[pair] = None
        on = [(c, d) for c, d, role in implication.facts.candidates if role == "on"]
        for pair in implication.eliminations:
            false[pair] = on or causes
    for end in ends:
        for cause in _causes(puzzle, [end], true, false):
            if cause != end:
                yield Link((cause,), (end,), strong=False)


def _causes(
    puzzle: Puzzle,
    off: Iterable[Pair],
    true: Iterable[Pair],
    false: Mapping[Pair, list[Pair]],
) -> list[Pair]:
    """Return the causes that make candidates false, without duplicates."""
    found: dict[Pair, None] = {}
    for pair in off:
        own = (each for each in true if _excludes(puzzle, each, pair))
        cause = false.get(pair) or [each for each in [next(own, None)] if each is not None]
        found |= dict.fromkeys(cause)
    return list(found)


def _excludes(puzzle: Puzzle, true: Pair, other: Pair) -> bool:
    (cell, digit), (there, another) = true, other
    if cell == there:
        return digit != another
    return digit == another and there in puzzle.sight[cell]


def draw_branch(board: Board, step: Step, index: int) -> Drawing:
    """Return the drawing of a branch of a step, on the board before the step.

    Candidates that become true are drawn as large digits, with the same numbers as in the step's
    text. Candidates that are false at the end of the branch are struck out: the candidates of a
    contradiction, or the candidates that the step eliminates.

    Args:
        board: The board before the step.
        step: A step with branches.
        index: Number of the branch, from 0.

    Raises:
        IndexError: *index* is out of range.
    """
    n_nodes = len(step.facts.branches[index])
    return _Part(board, step, index, 0, n_nodes).drawing()


def draw_strip(board: Board, step: Step) -> list[Drawing]:
    """Return small boards for a step with branches, in the order of its text.

    There is one board for each branch. If the step has only one branch, there is one board for
    each three of its implications. Implications by rules strike out the digits that the rule
    excludes, and the digits that it needs to be false.

    Args:
        board: The board before the step.
        step: A step. Without branches, there are no boards.
    """
    branches = step.facts.branches
    if len(branches) != 1:
        return [draw_branch(board, step, index) for index in range(len(branches))]
    n_nodes = len(branches[0])
    # A last board with one implication alone would waste room.
    starts = range(0, max(1, n_nodes - 1), _EACH)
    ends = (*starts[1:], n_nodes)
    return [_Part(board, step, 0, *part).drawing() for part in zip(starts, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a branch from implication *first*, up to and without *last*.

    Attributes:
        board: The board before the step.
        step: The step.
        index: Number of the branch, from 0.
        first, last: Numbers of implications, from 0.
    """

    board: Board
    step: Step
    index: int
    first: int
    last: int

    def drawing(self) -> Drawing:
        after = self.board
        for node in self._branch[: self.last]:
            after = after.after(node)
        plain = draw(after, candidates=True)
        return replace(
            plain,
            title=self._title(),
            fills=(*plain.fills, *self._fills()),
            lines=(*plain.lines, *self._rules()),
            texts=tuple(self._texts(plain.texts)),
            legend=tuple(self._legend()),
        )

    @property
    def _branch(self) -> tuple[Step, ...]:
        return self.step.facts.branches[self.index]

    @property
    def _nodes(self) -> tuple[Step, ...]:
        return self._branch[self.first : self.last]

    @property
    def _is_end(self) -> bool:
        return self.last == len(self._branch)

    @property
    def _follows(self) -> str:
        """The style of what follows: each branch has its own."""
        return _FOLLOWS[self.index % len(_FOLLOWS)]

    def _title(self) -> str:
        puzzle, start = self.board.puzzle, self._branch[0]
        cell, digit = (start.placements or start.eliminations)[0]
        verb = "is" if start.placements else "is not"
        supposed = f"if {puzzle.geometry.name(cell)} {verb} {puzzle.label_of(digit)}"
        if self._is_end and not self.first:
            return supposed
        return f"{supposed}: {self.first + 1} to {self.last}"

    def _ends(self) -> list[Pair]:
        """Return the candidates that are false at the end of the branch."""
        pairs = self.step.facts.candidates
        clash = [(c, d) for c, d, role in pairs if role == "contradiction"]
        return clash or [*self.step.eliminations]

    def _struck(self) -> set[Pair]:
        """Return the candidates to strike out."""
        struck = set(self._ends()) if self._is_end else set[Pair]()
        if len(self.step.facts.branches) == 1:
            struck |= _false_by_rules(self._nodes) - _false_by_rules(self._branch[: self.first])
        return struck

    def _fills(self) -> Iterator[Fill]:
        n, facts = self.board.puzzle.order, self.step.facts
        styles: dict[int, str] = {}
        if self._is_end:
            styles = {cell: _BARE for cell, role in facts.cells if role == "contradiction"}
        for at, node in enumerate(self._nodes, self.first):
            styles |= {cell: self._follows if at else _ASSUMED for cell, _ in node.placements}
        if self._is_end and _has_bare_house(self.step):
            yield from (Fill(cell % n, cell // n, "house") for cell in facts.houses[0].cells)
        for cell, style in styles.items():
            yield Fill(cell % n, cell // n, style)

    def _rules(self) -> Iterator[Line]:
        puzzle = self.board.puzzle
        numbers = (number for node in self._nodes for number in node.facts.constraints)
        for number in dict.fromkeys(numbers):
            if puzzle.constraints[number].cells_on(puzzle.geometry):
                cells = {*cells_of_constraint(puzzle, number)}
                yield from joined_lines(outline(cells, puzzle.order, "told", 0.04))

    def _texts(self, texts: Iterable[Text]) -> Iterator[Text]:
        n, start = (
            self.board.puzzle.order,
            1 + sum(len(each) for each in self.step.facts.branches[: self.index]),
        )
        true = {
            cell: start + at
            for at, node in enumerate(self._branch[: self.last])
            for cell, _ in node.placements
        }
        for text in texts:
            cell = int(text.y) * n + int(text.x)
            is_new = text.role == "digit" and cell in true
            yield replace(text, role="placed") if is_new else text
        for cell, number in true.items():
            yield Text(cell % n + 0.83, cell // n + 0.82, str(number), "corner")
        for cell, digit in sorted(self._struck()):
            if cell not in true and not self.board.digits[cell]:
                x, y = candidate_center(self.board.puzzle, cell, digit)
                yield Text(x, y, self.board.puzzle.label_of(digit), "candidate", struck=True)

    def _legend(self) -> Iterator[Key]:
        if not self.first:
            yield Key("cell", _ASSUMED, "what is assumed")
        if any(node.placements for node in self._nodes[not self.first :]):
            yield Key("cell", self._follows, "what follows, with its number")
        if self._is_end and any(role == "contradiction" for _, role in self.step.facts.cells):
            yield Key("cell", _BARE, "no candidate is left here")
        if self._is_end and _has_bare_house(self.step):
            yield Key("house", "", "the digit has no place left here")
        if self._struck():
            yield Key("goes", "", "false in this branch")


def _false_by_rules(nodes: Iterable[Step]) -> set[Pair]:
    """Return the candidates that implications by rules exclude, or need to be false."""
    by_rules = [node for node in nodes if node.technique in ("rule", "cage")]
    off = {(c, d) for node in by_rules for c, d, role in node.facts.candidates if role == "off"}
    return off.union(*(node.eliminations for node in by_rules))


def _has_bare_house(step: Step) -> bool:
    is_clash = any(role == "contradiction" for _, _, role in step.facts.candidates)
    return is_clash and bool(step.facts.houses)
