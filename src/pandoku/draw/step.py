"""Drawings of steps: the board before a step, with the step's pattern, links and result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import factorial

from pandoku.draw.branches import draw_strip
from pandoku.draw.curves import curves, number_texts, rings
from pandoku.draw.decorated import cells_of_constraint, outlined_constraints
from pandoku.draw.drawing import candidate_center, draw, joined_lines, middle_of, outline
from pandoku.draw.items import BRANCH_STYLES, Curve, Drawing, Fill, Line, Sum, Term, Text, WayTable
from pandoku.draw.legend import chain_numbers, legend_of, split_houses
from pandoku.draw.noted import draw_notes
from pandoku.draw.rays import cross, rays
from pandoku.draw.relevant import relevant_candidates
from pandoku.draw.roles import Role, roles_in_use
from pandoku.errors import TechniqueError
from pandoku.model import Board, House, Noting, Pairs, Puzzle, Step
from pandoku.model import Total as TotalOf
from pandoku.techniques import Explanation, get_technique
from pandoku.words import (
    ANYONE,
    Sentence,
    StepReader,
    constraint_name,
    house_list,
    place_of_box,
    sentence,
)
from pandoku.words.claims import Allows, Gone, Total

__all__ = ["draw_step", "sums_of"]

_Part = tuple[int, Term]  # a sign and a term: 1 adds or multiplies, -1 subtracts or divides
_Signs = tuple[tuple[int, ...], tuple[int, ...]]  # the signs of houses and of cages

_MOST_NAMES = 5  # maximum number of cells to name below a result
_OPERATORS = {False: ("+", "−"), True: ("×", "÷")}
_LONGEST_CAPTION = 100  # characters: a longer caption counts the candidates that go
_LONGEST_NUMBER = 5  # maximum digits of a number in a calculation that a person can follow
_MOST_CROSSES = 4  # maximum number of missing digits with crosses
_MOST_BOUNDS = 12  # maximum number of cells with bounds
_LEADS = {
    "strong": "leads",
    "weak": "ends",
}  # the roles of links in chains that need not alternate


def draw_step(
    board: Board,
    step: Step,
    explanation: Explanation | None = None,
    *,
    coordinates: bool = True,
    reader: StepReader = ANYONE,
) -> Drawing:
    """Return the drawing of a step, on the board before the step, with a legend.

    The legend explains all colors and signs in the drawing. The caption and the description come
    from the technique of the step. If the technique is not registered, the caption is the name of
    the technique.

    Args:
        board: The board before the step.
        step: A step of any technique.
        explanation: The step in words; None means the explanation of its technique.
        coordinates: Whether to number the rows and columns.
        reader: The person who looks at the drawing. For a reader without all pencil marks, it shows
            the notes in place of all candidates, unless the puzzle comes with candidates.

    >>> board = Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13))
    >>> step = Step("my-own", placements=((3, 4),))
    >>> [(key.sign, key.text) for key in draw_step(board, step).legend]
    [('placed', 'placed')]
    """
    words = explanation or _explained(board, step)
    step = _with_marked_places(board, step)
    facts = step.facts
    names = [role for _, role in facts.cells] + [role for _, _, role in facts.candidates]
    noting = reader.noting if board.puzzle.candidates is None else None
    if reader.names_places:
        step = _with_places(step, board.puzzle)
    return _Picture(board, step, words, roles_in_use(names), coordinates, noting).drawing()


def _explained(board: Board, step: Step) -> Explanation:
    try:
        technique = get_technique(step.technique)
    except TechniqueError:
        return Explanation(name := Sentence(step.technique), (), heading=name)
    return technique.explain(step, board)


def _with_marked_places(board: Board, step: Step) -> Step:
    """Return the step with marked places of its digit, if all its houses have one cell in common.

    A BUG+1 counts the places of a digit in the row, the column and the box of a cell. Shaded houses
    would hide these places.
    """
    facts = step.facts
    digits = {digit for _, digit, _ in facts.candidates}
    houses = facts.houses
    if len(houses) < 3 or len(digits) != 1 or len(facts.cells) != 1:
        return step
    if not all(facts.cells[0][0] in house.cells for house in houses):
        return step
    known = {cell for cell, _, _ in facts.candidates}
    places = tuple(
        (cell, digit, "same-digit")
        for digit in digits
        for cell in dict.fromkeys(cell for house in houses for cell in house.cells)
        if cell not in known and not board.digits[cell] and digit in board.candidates(cell)
    )
    candidates = (*facts.candidates, *places)
    return replace(step, facts=replace(facts, houses=(), candidates=candidates))


@dataclass(frozen=True, slots=True)
class _Picture:
    board: Board
    step: Step
    words: Explanation
    roles: dict[str, Role]
    coordinates: bool
    noting: Noting | None

    @property
    def puzzle(self) -> Puzzle:
        return self.board.puzzle

    def drawing(self) -> Drawing:
        plain = self._plain()
        facts, ways = self.step.facts, self._curves()
        shown = self.step
        if self.noting is not None:
            shown = replace(shown, eliminations=self.noting.struck)
        legend = legend_of(self.board, shown, self.roles, {way.role for way in ways})
        marked = "; ".join(f"{key.text}: {key.where}" for key in legend if key.where)
        sentences = [*self.words.full, *[f"The marks: {marked}."] * bool(marked)]
        sentences += [sentence(f"the ways of {each}") for each in self._tables()]
        return replace(
            plain,
            title=self.words.heading,
            fills=(*plain.fills, *self._fills()),
            lines=(
                *plain.lines,
                *self._constraints(),
                *rays(self.board, self.step),
                *self._missing(),
            ),
            texts=(
                *self._texts(plain.texts),
                *self._numbers(ways),
                *self._bounds(),
                *_house_labels([*facts.houses, *self._spoken_of()], plain.order),
            ),
            rings=tuple(rings(self.puzzle, self.step.links)),
            curves=ways,
            legend=legend,
            caption=self._caption(),
            description=" ".join(sentences),
            # The implications of branches also have totals, but a list of them explains nothing.
            sums=() if facts.branches else sums_of(self.board, self.words.full),
            ways=tuple(self._tables()),
            boards=tuple(draw_strip(self.board, self.step, self.words)),
        )

    def _plain(self) -> Drawing:
        """Return the drawing of the board, with all candidates or with the notes."""
        if self.noting is None:
            return draw(self.board, candidates=True, coordinates=self.coordinates)
        notes = self.noting.noted
        return draw_notes(self.board, notes, coordinates=self.coordinates)

    def _caption(self) -> str:
        heading, gone = self.words.heading, self.step.eliminations
        if len(heading) <= _LONGEST_CAPTION or not gone:
            return heading
        what = heading.partition("; ")[0] if self.noting else heading.rpartition("; ")[0]
        what = what or heading.partition(". ")[0]  # a complete hint consists of sentences
        if len(what) > _LONGEST_CAPTION:
            what = what.partition(":")[0]
        if self.noting:
            return what
        return f"{what}; {len(gone)} candidate{'s' * (len(gone) > 1)} go{'es' * (len(gone) == 1)}"

    def _bounds(self) -> Iterator[Text]:
        """Yield the least and the greatest digits that a rule allows, on the borders of cells."""
        if not any(map(self._has_bounds, self.step.facts.constraints)):
            return
        order, allowed = self.puzzle.order, dict[int, set[int]]()
        for claim in (claim for each in self.words.full for claim in each.claims):
            if isinstance(claim, Allows) and len(claim.cells) == 1:
                allowed.setdefault(claim.cells[0], {*range(1, order + 1)}).intersection_update(
                    claim.digits
                )
        if not 1 < len(allowed) <= _MOST_BOUNDS or len({*map(frozenset, allowed.values())}) == 1:
            return
        for cell, digits in allowed.items():
            least, most = min(digits, default=1), max(digits, default=order)
            if (least, most) != (1, order) and digits >= {*self.board.candidates(cell)} & {
                *range(least, most + 1)
            }:
                yield Text(cell % order + 0.5, cell // order, self._bound(least, most), "label")

    def _has_bounds(self, index: int) -> bool:
        """Return whether a rule compares or adds digits, so that its steps may be about bounds."""
        relations = self.puzzle.constraints[index].relations(self.puzzle)
        return any(
            isinstance(each, TotalOf) or (isinstance(each, Pairs) and each.is_order)
            for each in relations
        )

    def _bound(self, least: int, most: int) -> str:
        low, high = map(self.puzzle.label_of, (least, most))
        if least == most:
            return low
        if least == 1:
            return f"≤{high}"
        return f"≥{low}" if most == self.puzzle.order else f"{low}–{high}"

    def _tables(self) -> Iterator[WayTable]:
        name, label_of = self.puzzle.geometry.name, self.puzzle.label_of
        for fact in self.step.facts.ways:
            rows = tuple(tuple(map(label_of, way)) for way in fact.ways)
            title = constraint_name(self.puzzle, fact.constraint)
            yield WayTable(title, tuple(map(name, fact.cells)), rows)

    def _curves(self) -> tuple[Curve, ...]:
        """Return the links of the step as curves. Branches have boards with arrows instead."""
        shown = relevant_candidates(self.board, self.step)
        filled = [cell for cell, digit in enumerate(self.board.digits) if digit]
        links = self.step.links
        drawn = tuple(curves(self.puzzle, links, shown, filled))
        if all(link.cage is None for link in links):
            return drawn
        # Links of cages need not alternate, so the role of each link shows whether its end becomes
        # true or false.
        return tuple(replace(way, role=_LEADS[way.role]) for way in drawn)

    def _spoken_of(self) -> Iterator[House]:
        """Yield the houses in the text that are hard to find: not boxes, and not numbered lines."""
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
        outlined = {
            cell
            for index in outlined_constraints(self.puzzle, self.step.facts)
            for cell in cells_of_constraint(self.puzzle, index)
            if index >= len(self.puzzle.cages)
        }
        changed = {cell for cell, _ in (*self.step.placements, *self.step.eliminations)}
        # If a border already shows all cells of a rule, only the cells that change are marked.
        if changed and outlined and outlined <= {cell for cell, _ in self.step.facts.cells}:
            outlined -= changed
        else:
            outlined = set()
        for cell, role in self.step.facts.cells:
            if cell in outlined and role == "pattern":
                continue
            styles.setdefault(cell, {})[self.roles[role].style] = None
        for cell, digit, role in self.step.facts.candidates:
            if self.board.digits[cell] == digit:  # the digit is already on the board
                styles.setdefault(cell, {})[self.roles[role].style] = None
        found = {cell: [*each] for cell, each in styles.items()}
        return found | {cell: ["placed"] for cell, _ in self.step.placements}

    def _constraints(self) -> Iterator[Line]:
        n = self.puzzle.order
        for index in outlined_constraints(self.puzzle, self.step.facts):
            cells = set(cells_of_constraint(self.puzzle, index))
            yield from joined_lines(outline(cells, n, "told", 0.04))

    def _missing(self) -> Iterator[Line]:
        """Yield crosses at the places of digits that a sentence needs and does not find."""
        claims = [claim for each in self.words.full for claim in each.claims]
        gone = {
            (cell, digit)
            for claim in claims
            if isinstance(claim, Gone)
            for cell in claim.cells
            for digit in claim.digits
        }
        # Without other signs, crosses are easy to find and few.
        if self.noting is None and self.step.facts.cages and len(gone) <= _MOST_CROSSES:
            for cell, digit in sorted(gone):
                yield from cross(candidate_center(self.puzzle, cell, digit), 0.08)

    # -------------------------------------------------------------- candidates

    def _texts(self, texts: Iterable[Text]) -> Iterator[Text]:
        styles, big = self._candidate_styles(), self._big()
        hidden = {
            candidate_center(self.puzzle, cell, digit)
            for cell, _ in big
            for digit in self.board.candidates(cell)
        }
        gone = {candidate_center(self.puzzle, *each) for each in self.step.eliminations}
        relevant = relevant_candidates(self.board, self.step)
        shown = {candidate_center(self.puzzle, *each) for each in relevant} - hidden
        for text in texts:
            at = text.x, text.y
            if _names_one_of(text, self.step.facts.houses):
                yield replace(text, style="named")
            elif text.role != "candidate":
                yield text
            elif at in shown:
                yield replace(text, style=styles.get(at, ""), struck=at in gone)
        for cell, digit in big:
            yield Text(*middle_of(self.puzzle, cell), self.puzzle.label_of(digit), "placed")

    def _numbers(self, ways: tuple[Curve, ...]) -> Iterator[Text]:
        if self.step.facts.branches:
            return iter(())  # the boards of the branches have the numbers
        big = {cell for cell, _ in self._big()}
        order = {pair: k for pair, k in chain_numbers(self.step).items() if pair[0] not in big}
        return number_texts(self.puzzle, order, ways)

    def _candidate_styles(self) -> dict[tuple[float, float], str]:
        of_cells, found = self._cell_styles(), dict[tuple[int, int], dict[str, None]]()
        for cell, digit, role in self.step.facts.candidates:
            found.setdefault((cell, digit), {})[self.roles[role].style] = None
        for number, branch in enumerate(self.step.facts.branches):
            for pair in (pair for step in branch for pair in step.placements):
                found.setdefault(pair, {BRANCH_STYLES[number % len(BRANCH_STYLES)]: None})
        styles = {}
        for (cell, digit), each in found.items():
            # Omit the style of the cell if the candidate also has other styles.
            own = [style for style in each if style not in of_cells.get(cell, [])]
            styles[candidate_center(self.puzzle, cell, digit)] = " ".join(own or each)
        for pair in self.step.placements:
            styles[candidate_center(self.puzzle, *pair)] = "placed"
        return styles

    def _big(self) -> list[tuple[int, int]]:
        """Return the placements to draw as large digits, in cells without other marks."""
        facts = self.step.facts
        pairs = {pair for link in self.step.links for pair in (*link.start, *link.end)}
        pairs |= {(cell, digit) for cell, digit, _ in facts.candidates}
        busy = {cell for cell, digit in pairs if (cell, digit) not in self.step.placements}
        busy |= {cell for link in self.step.links for cell, _ in (*link.start, *link.end)}
        return [(cell, digit) for cell, digit in self.step.placements if cell not in busy]


def _shaded(house: House, n: int, role: str) -> Iterator[Fill]:
    """Yield the fills of a house: one for a column, or one for each run of cells in a row."""
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


def _names_one_of(text: Text, houses: Iterable[House]) -> bool:
    """Return whether a text is the number of a row or column in *houses*."""
    if text.role != "coordinate":
        return False
    kind = "column" if text.y < 0 else "row"
    return any((house.kind, str(house.number)) == (kind, text.text) for house in houses)


def _with_places(step: Step, puzzle: Puzzle) -> Step:
    """Return a step whose boxes are named by their place: "top left box"."""
    houses = tuple(
        house._replace(name=place.removeprefix("the "))
        if (place := place_of_box(house, puzzle.geometry))
        else house
        for house in step.facts.houses
    )
    return replace(step, facts=replace(step.facts, houses=houses))


def _house_labels(houses: Iterable[House], order: int) -> Iterator[Text]:
    """Yield the names of houses except rows and columns, each at the top of a cell of the house."""
    taken: set[int] = set()
    for house in dict.fromkeys(houses):
        # A box that is called by its place is easy to find.
        if house.kind in ("row", "column") or (
            house.kind == "box" and not house.name[-1].isdigit()
        ):
            continue
        cells = set(house.cells)
        tops = [cell for cell in house.cells if cell - order not in cells and cell not in taken]
        cell = (tops or house.cells)[0]
        taken.add(cell)
        row, column = divmod(cell, order)
        # A label on the frame is between the numbers of two columns, so that it does not overlap a
        # number.
        is_between = row == 0 and column + 1 < order and cell + 1 in cells
        yield Text(column + (1.0 if is_between else 0.5), row, house.name, "label")


def sums_of(board: Board, sentences: Iterable[Sentence]) -> tuple[Sum, ...]:
    """Return a calculation for each total that sentences claim, such as 45 − 17 − 24 = 4.

    A calculation is houses minus cages, cages minus houses, or a cage minus other cages. Totals of
    any other form, such as totals of houses only, are skipped, and so are products with numbers
    above 99,999.

    Args:
        board: The board before the step.
        sentences: The step in words. Sentences without claims are skipped.

    >>> board = Board.start(Puzzle.killer(4, [(7, "r1c1 r1c2 r1c3")]))
    >>> told = Sentence("That leaves 3.", claims=(Total((3,), (), 3, (0,), (0,), ()),))
    >>> str(sums_of(board, [told])[0])
    '10 − 7 = 3'
    """
    # If totals have the same houses and cages, keep the last total, which subtracts the most.
    totals = {
        (claim.houses, claim.cages): claim
        for each in sentences
        for claim in each.claims
        if isinstance(claim, Total)
        and (claim.cages or claim.placed)
        and len(claim.houses + claim.cages + claim.placed) > 1
    }
    found = (_calculation(board, total) for total in totals.values())
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _calculation(board: Board, total: Total) -> Sum | None:
    if not total.plus:
        total = total._replace(plus=total.minus, minus=(), total=-total.total)
    for signs in _ways(len(total.houses), len(total.cages)):
        counted = _counted(board.puzzle, total, signs)
        wanted = Counter(total.plus)
        wanted.subtract(total.minus)
        others = {*counted, *wanted} - {*total.placed}
        if all(counted[cell] == wanted[cell] for cell in others):
            parts = [*_parts(board.puzzle, total, signs), *_cancelled(board, total, counted)]
            if any(len(term.text) > _LONGEST_NUMBER for _, term in parts):
                return None
            return Sum((*_signed(parts, total.times), *_result(board.puzzle, total)))
    return None


def _ways(n_houses: int, n_cages: int) -> Iterator[_Signs]:
    """Yield the combinations of signs to try for the houses and cages: 1 to add, -1 to subtract."""
    yield (1,) * n_houses, (-1,) * n_cages
    yield (-1,) * n_houses, (1,) * n_cages
    if not n_houses:
        yield (), (1,) + (-1,) * (n_cages - 1)


def _counted(puzzle: Puzzle, total: Total, signs: _Signs) -> Counter[int]:
    """For each cell, return the sum of the signs of all houses and cages that contain the cell."""
    counted: Counter[int] = Counter()
    for index, sign in zip(total.houses, signs[0], strict=True):
        counted.update(dict.fromkeys(puzzle.geometry.houses[index].cells, sign))
    for index, sign in zip(total.cages, signs[1], strict=True):
        counted.update(dict.fromkeys(puzzle.cages[index].cells, sign))
    return counted


def _parts(puzzle: Puzzle, total: Total, signs: _Signs) -> Iterator[_Part]:
    n = puzzle.order
    if total.houses:
        each = factorial(n) if total.times else n * (n + 1) // 2
        count = len(total.houses)
        value = each**count if total.times else each * count
        houses = [puzzle.geometry.houses[house] for house in total.houses]
        yield signs[0][0], Term(str(value), house_list(houses))
    for index, sign in zip(total.cages, signs[1], strict=True):
        cage = puzzle.cages[index]
        yield sign, Term(str(cage.target), puzzle.geometry.name(min(cage.cells)))


def _cancelled(board: Board, total: Total, counted: Counter[int]) -> Iterator[_Part]:
    """Yield the placed digits of a total, with signs that cancel the counts of their cells."""
    for cell in total.placed:
        term = Term(board.puzzle.label_of(board.digits[cell]), board.puzzle.geometry.name(cell))
        for _ in range(abs(counted[cell])):
            yield (-1 if counted[cell] > 0 else 1), term


def _signed(parts: Iterable[_Part], times: bool) -> Iterator[Term]:
    """Yield the terms, added numbers first.

    A sign precedes each term, except an added first term.
    """
    plus, minus = _OPERATORS[times]
    for number, (sign, term) in enumerate(sorted(parts, key=lambda part: -part[0])):
        if number or sign < 0:
            yield Term(plus if sign > 0 else minus)
        yield term


def _result(puzzle: Puzzle, total: Total) -> Iterator[Term]:
    plus, minus = _OPERATORS[total.times]
    names = [puzzle.geometry.name(cell) for cell in total.plus]
    less = "".join(f" {minus} {puzzle.geometry.name(cell)}" for cell in total.minus)
    many = len(names) + len(total.minus) > _MOST_NAMES
    if many:
        names = [f"{len(names)} cells"]
        less = f" {minus} {len(total.minus)} cells" if total.minus else ""
    note = f" {plus} ".join(names) + less
    yield Term("=")
    yield Term(str(total.total).replace("-", "−"), note)
