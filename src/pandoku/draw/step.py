"""The drawing of a step: the board before it, with the pattern, links and result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pandoku.draw.branches import leading_links
from pandoku.draw.curves import curves, number_texts, rings
from pandoku.draw.decorated import cells_of_constraint, used_constraints
from pandoku.draw.drawing import candidate_center, draw, joined_lines, middle_of, outline
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Key, Line, Text
from pandoku.draw.labels import house_labels, names_one_of
from pandoku.draw.legend import chain_numbers, legend_of, split_houses
from pandoku.draw.roles import Role, roles_in_use
from pandoku.draw.sums import sums_of
from pandoku.errors import TechniqueError
from pandoku.model import Board, House, Puzzle, Step
from pandoku.techniques import Explanation, get_technique
from pandoku.words import Sentence

__all__ = ["draw_step"]

_LEADS = {
    "strong": "leads",
    "weak": "ends",
}  # roles for links that need not alternate


def draw_step(
    board: Board,
    step: Step,
    explanation: Explanation | None = None,
    *,
    coordinates: bool = True,
    has_marks: bool = True,
) -> Drawing:
    """Return the drawing of a step on the board before it, with a legend.

    The legend explains every color and sign that occurs. The caption and the description come from
    the step's technique. If the technique is not registered, the caption is its name.

    Args:
        board: The board before the step.
        step: A step of any technique.
        explanation: The step in words, if available; None means the technique's explanation.
        coordinates: Whether to number the rows and columns.
        has_marks: Whether the reader has written pencil marks. If not, only the candidates that
            the puzzle gives are drawn.

    >>> board = Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13))
    >>> step = Step("my-own", placements=((3, 4),))
    >>> [(key.sign, key.text) for key in draw_step(board, step).legend]
    [('placed', 'the digit that is placed')]
    """
    words = explanation or _explained(board, step)
    roles = roles_in_use(_role_names(step))
    has_marks = has_marks or board.puzzle.candidates is not None
    return _Picture(board, step, words, roles, coordinates, has_marks).drawing()


def _explained(board: Board, step: Step) -> Explanation:
    try:
        technique = get_technique(step.technique)
    except TechniqueError:
        return Explanation(Sentence(step.technique), ())
    return technique.explain(step, board)


def _role_names(step: Step) -> Iterator[str]:
    yield from (role for _, role in step.facts.cells)
    yield from (role for _, _, role in step.facts.candidates)


@dataclass(frozen=True, slots=True)
class _Picture:
    board: Board
    step: Step
    words: Explanation
    roles: dict[str, Role]
    coordinates: bool
    has_marks: bool

    @property
    def puzzle(self) -> Puzzle:
        return self.board.puzzle

    def drawing(self) -> Drawing:
        plain = draw(self.board, candidates=self.has_marks, coordinates=self.coordinates)
        facts, ways = self.step.facts, self._ways()
        shown = self.step if self.has_marks else replace(self.step, eliminations=())
        legend = legend_of(self.board, shown, self.roles, {way.role for way in ways})
        return replace(
            plain,
            title=self.words.short,
            fills=(*plain.fills, *self._fills()),
            lines=(*plain.lines, *self._constraints()),
            texts=(
                *self._texts(plain.texts),
                *self._numbers(ways),
                *house_labels([*facts.houses, *self._spoken_of()], plain.order),
            ),
            rings=tuple(rings(self.puzzle, facts.links)),
            curves=ways,
            legend=legend,
            caption=self.words.short,
            description=" ".join([*self.words.full, *_marked(legend)]),
            sums=sums_of(self.board, self.words.full),
        )

    def _ways(self) -> tuple[Curve, ...]:
        """Return the links of the step, or the implications in its branches, as curves."""
        shown = {
            (cell, digit)
            for cell, placed in enumerate(self.board.digits)
            for digit in (() if placed else self.board.candidates(cell))
        }
        filled = [cell for cell, digit in enumerate(self.board.digits) if digit]
        links = self.step.facts.links
        if links and all(link.cage is None for link in links):
            return tuple(curves(self.puzzle, links, shown, filled))
        # Links of cages need not alternate, so each is drawn by its result: true or false.
        links = links or leading_links(self.puzzle.geometry, self.step)
        drawn = curves(self.puzzle, links, shown, filled)
        return tuple(replace(way, role=_LEADS[way.role]) for way in drawn)

    def _spoken_of(self) -> Iterator[House]:
        """Yield the houses in the text that readers cannot find by a number or as a box."""
        spans = (span for sentence in self.words.full for span in sentence.spans)
        for span in spans:
            house = self.puzzle.geometry.houses[span.number] if span.about == "house" else None
            if house is not None and house.kind in ("region", "extra", "diagonal"):
                yield house

    # -------------------------------------------------------------- cells

    def _fills(self) -> Iterator[Fill]:
        n = self.puzzle.order
        first, others = split_houses(self.step.facts.houses)
        for role, houses in (("house", first), ("cover", others)):
            for house in houses:
                yield from _shaded(house, n, role)
        for cell, styles in self._cell_styles().items():
            width = 1 / len(styles)
            for number, style in enumerate(styles):
                yield Fill(cell % n + number * width, cell // n, style, width)

    def _cell_styles(self) -> dict[int, list[str]]:
        """Return the styles of each cell. A cell in several sets has several styles."""
        styles: dict[int, dict[str, None]] = {}
        for cell, role in self.step.facts.cells:
            styles.setdefault(cell, {})[self.roles[role].style] = None
        for cell, digit, role in self.step.facts.candidates:
            if self.board.digits[cell] == digit:  # a digit on the board
                styles.setdefault(cell, {})[self.roles[role].style] = None
        found = {cell: [*each] for cell, each in styles.items()}
        return found | {cell: ["placed"] for cell, _ in self.step.placements}

    def _constraints(self) -> Iterator[Line]:
        n = self.puzzle.order
        for index in used_constraints(self.step.facts):
            cells = set(cells_of_constraint(self.puzzle, index))
            yield from joined_lines(outline(cells, n, "told", 0.04))

    # -------------------------------------------------------------- candidates

    def _texts(self, texts: Iterable[Text]) -> Iterator[Text]:
        styles, big = self._candidate_styles(), self._big()
        hidden = {
            candidate_center(self.puzzle, cell, digit)
            for cell, _ in big
            for digit in self.board.candidates(cell)
        }
        gone = {candidate_center(self.puzzle, *each) for each in self.step.eliminations}
        for text in texts:
            at = text.x, text.y
            if names_one_of(text, self.step.facts.houses):
                yield replace(text, style="named")
            elif text.role != "candidate":
                yield text
            elif at in styles or at in gone:
                if at not in hidden:
                    yield replace(text, style=styles.get(at, ""), struck=at in gone)
            elif at not in hidden:
                yield text
        for cell, digit in big:
            yield Text(*middle_of(self.puzzle, cell), self.puzzle.label_of(digit), "placed")

    def _numbers(self, ways: tuple[Curve, ...]) -> Iterator[Text]:
        big = {cell for cell, _ in self._big()}
        order = {pair: k for pair, k in chain_numbers(self.step).items() if pair[0] not in big}
        return number_texts(self.puzzle, order, ways)

    def _candidate_styles(self) -> dict[tuple[float, float], str]:
        of_cells, found = self._cell_styles(), dict[tuple[int, int], dict[str, None]]()
        for cell, digit, role in self.step.facts.candidates:
            found.setdefault((cell, digit), {})[self.roles[role].style] = None
        for number, branch in enumerate(self.step.facts.branches):
            for pair in (pair for step in branch for pair in step.placements):
                found.setdefault(pair, {STYLES[number % len(STYLES)]: None})
        styles = {}
        for (cell, digit), each in found.items():
            # The style of the cell is left out if the candidate has another style as well.
            own = [style for style in each if style not in of_cells.get(cell, [])]
            styles[candidate_center(self.puzzle, cell, digit)] = " ".join(own or each)
        for pair in self.step.placements:
            styles[candidate_center(self.puzzle, *pair)] = "placed"
        return styles

    def _big(self) -> list[tuple[int, int]]:
        """Return the placements to draw as large digits, in cells without other marks."""
        facts = self.step.facts
        pairs = {pair for link in facts.links for pair in (*link.start, *link.end)}
        pairs |= {(cell, digit) for cell, digit, _ in facts.candidates}
        busy = {cell for cell, digit in pairs if (cell, digit) not in self.step.placements}
        busy |= {cell for link in facts.links for cell, _ in (*link.start, *link.end)}
        return [(cell, digit) for cell, digit in self.step.placements if cell not in busy]


def _marked(legend: Iterable[Key]) -> Iterator[str]:
    """Yield a sentence that lists the marks and their cells, if there are any."""
    parts = [f"{key.text}: {key.where}" for key in legend if key.where]
    if parts:
        yield f"Marked are {'; '.join(parts)}."


def _shaded(house: House, n: int, role: str) -> Iterator[Fill]:
    """Yield the fills of a house: one for a column, otherwise one for each run in a row."""
    rows = sorted({cell // n for cell in house.cells})
    if house.kind == "column":
        yield Fill(house.cells[0] % n, 0, role, 1, n)
        return
    for row in rows:
        columns = [cell % n for cell in house.cells if cell // n == row]
        start = columns[0]
        for column, after in zip(columns, [*columns[1:], n + 1], strict=True):
            if after != column + 1:
                yield Fill(start, row, role, column + 1 - start, 1)
                start = after
