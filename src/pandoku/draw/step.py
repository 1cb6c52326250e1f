"""The drawing list of a step: the board before it, with the pattern, links and result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pandoku.draw.curves import curves, rings
from pandoku.draw.drawing import draw, joined, outline, place_of
from pandoku.draw.items import STYLES, Drawing, Fill, Key, Line, Text
from pandoku.draw.roles import Role, roles_in_use
from pandoku.errors import TechniqueError
from pandoku.model import Board, House, Puzzle, Step
from pandoku.techniques import Explanation, get_technique
from pandoku.words import Sentence, cage_line, house_list

__all__ = ["draw_step"]


def draw_step(board: Board, step: Step, explanation: Explanation | None = None) -> Drawing:
    """Return the drawing of a step on the board before it, with a legend.

    The legend explains every colour and sign that occurs. The caption and the description come from
    the step's technique; for one that is not registered, the caption is its name.

    Args:
        board: The board before the step.
        step: Of any technique.
        explanation: The step in words, if already available; None asks its technique.

    >>> board = Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13))
    >>> step = Step("my-own", placements=((3, 4),))
    >>> [(key.sign, key.text) for key in draw_step(board, step).legend]
    [('placed', 'the digit that is placed')]
    """
    words = explanation or _explained(board, step)
    return _Picture(board, step, words, roles_in_use(_role_names(step))).drawing()


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

    @property
    def puzzle(self) -> Puzzle:
        return self.board.puzzle

    def drawing(self) -> Drawing:
        plain = draw(self.board, candidates=True)
        shown = {
            (cell, digit)
            for cell, placed in enumerate(self.board.digits)
            for digit in (() if placed else self.board.candidates(cell))
        }
        links = self.step.facts.links
        return replace(
            plain,
            title=self.words.short,
            fills=(*plain.fills, *self._fills()),
            lines=(*plain.lines, *self._cages()),
            texts=tuple(self._texts(plain.texts)),
            rings=tuple(rings(self.puzzle, links)),
            curves=tuple(curves(self.puzzle, links, shown)),
            legend=tuple(self._legend()),
            caption=self.words.short,
            description=" ".join(self.words.full),
        )

    # -------------------------------------------------------------- cells

    def _fills(self) -> Iterator[Fill]:
        n = self.puzzle.order
        for house in dict.fromkeys(self.step.facts.houses):
            yield from _shaded(house, n)
        for cell, style in self._cell_styles().items():
            yield Fill(cell % n, cell // n, style)

    def _cell_styles(self) -> dict[int, str]:
        styles = {cell: self.roles[role].style for cell, role in self.step.facts.cells}
        return styles | {cell: "placed" for cell, _ in self.step.placements}

    def _cages(self) -> Iterator[Line]:
        n = self.puzzle.order
        for index in dict.fromkeys(fact.cage for fact in self.step.facts.cages):
            cells = set(self.puzzle.cages[index].cells)
            yield from joined(outline(cells, n, "told", 0.04))

    # -------------------------------------------------------------- candidates

    def _texts(self, texts: Iterable[Text]) -> Iterator[Text]:
        styles, big = self._candidate_styles(), self._big()
        hidden = {
            place_of(self.puzzle, cell, digit)
            for cell, _ in big
            for digit in self.board.candidates(cell)
        }
        gone = {place_of(self.puzzle, *each) for each in self.step.eliminations}
        for text in texts:
            at = text.x, text.y
            if text.role != "candidate":
                yield text
            elif at not in hidden:
                yield replace(text, style=styles.get(at, ""), struck=at in gone)
        for cell, digit in big:
            n = self.puzzle.order
            yield Text(cell % n + 0.5, cell // n + 0.5, str(digit), "placed")

    def _candidate_styles(self) -> dict[tuple[float, float], str]:
        styles = {
            place_of(self.puzzle, cell, digit): self.roles[role].style
            for cell, digit, role in self.step.facts.candidates
        }
        for number, branch in enumerate(self.step.facts.branches):
            for cell, digit in (pair for step in branch for pair in step.placements):
                styles.setdefault(place_of(self.puzzle, cell, digit), STYLES[number % len(STYLES)])
        for pair in self.step.placements:
            styles[place_of(self.puzzle, *pair)] = "placed"
        return styles

    def _big(self) -> list[tuple[int, int]]:
        """Return the placements to draw as large digits, in cells where nothing else is shown."""
        facts = self.step.facts
        pairs = {pair for link in facts.links for pair in (*link.start, *link.end)}
        pairs |= {(cell, digit) for cell, digit, _ in facts.candidates}
        busy = {cell for cell, digit in pairs if (cell, digit) not in self.step.placements}
        busy |= {cell for link in facts.links for cell, _ in (*link.start, *link.end)}
        return [(cell, digit) for cell, digit in self.step.placements if cell not in busy]

    # -------------------------------------------------------------- the legend

    def _legend(self) -> Iterator[Key]:
        facts, step, geometry = self.step.facts, self.step, self.puzzle.geometry
        if step.placements:
            where = ", ".join(f"{digit} at {geometry.name(c)}" for c, digit in step.placements)
            yield Key("placed", "", "the digit that is placed", where)
        if step.eliminations:
            where = ", ".join(f"{digit} at {geometry.name(c)}" for c, digit in step.eliminations)
            yield Key("goes", "", "candidates that go", where)
        yield from self._pattern_keys()
        for number, branch in enumerate(facts.branches):
            first = next((each for each in branch if each.placements or each.eliminations), None)
            if first is not None:
                (cell, digit), *_ = first.placements or first.eliminations
                how = "from" if first.placements else "without"
                text = f"what follows {how} {digit} at {geometry.name(cell)}"
                yield Key("candidate", STYLES[number % len(STYLES)], text)
        if any(link.strong for link in facts.links):
            yield Key("strong", "", "strong link: if the start is false, the end is true")
        if not all(link.strong for link in facts.links):
            yield Key("weak", "", "weak link: if the start is true, the end is false")
        if any(len(node) > 1 for link in facts.links for node in (link.start, link.end)):
            yield Key("ring", "", "candidates that count as one")
        if facts.houses:
            yield Key("house", "", f"used: {house_list(facts.houses)}")
        for fact in {fact.cage: fact for fact in facts.cages}.values():
            yield Key("cage", "", cage_line(self.puzzle, fact.cage, fact.digits))

    def _pattern_keys(self) -> Iterator[Key]:
        facts, name = self.step.facts, self.puzzle.geometry.name
        placed = {cell for cell, _ in self.step.placements}
        keys: list[Key] = []
        for role, look in self.roles.items():
            cells = [c for c, each in facts.cells if each == role and c not in placed]
            pairs = [(c, d) for c, d, each in facts.candidates if each == role]
            digits = [pair for pair in pairs if pair not in self.step.placements]
            where = " ".join(dict.fromkeys(name(c) for c in cells or [c for c, _ in digits]))
            if cells:
                keys.append(Key("both" if digits else "cell", look.style, look.words, where))
            elif digits:
                keys.append(Key("candidate", look.style, look.words, where))
        return iter(_merged(keys))


def _merged(keys: Iterable[Key]) -> list[Key]:
    """Return the keys; cells and candidates of one style in exactly these cells share a key."""
    kept: list[Key] = []
    for key in keys:
        same = [i for i, k in enumerate(kept) if (k.style, k.where) == (key.style, key.where)]
        if same and (kept[same[0]].sign, key.sign) == ("cell", "candidate"):
            first = kept[same[0]]
            kept[same[0]] = replace(first, sign="both", text=f"{first.text}: {key.text}")
        else:
            kept.append(key)
    return kept


def _shaded(house: House, n: int) -> Iterator[Fill]:
    """Yield a house's cells: a column as one fill, otherwise a fill for each run in a row."""
    rows = sorted({cell // n for cell in house.cells})
    if house.kind == "column":
        yield Fill(house.cells[0] % n, 0, "house", 1, n)
        return
    for row in rows:
        columns = [cell % n for cell in house.cells if cell // n == row]
        start = columns[0]
        for column, after in zip(columns, [*columns[1:], n + 1], strict=True):
            if after != column + 1:
                yield Fill(start, row, "house", column + 1 - start, 1)
                start = after
