"""Booklets that explain paths, with the puzzle, the important steps and a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import Any

from pandoku.draw import draw, handout
from pandoku.draw.decorated import margins_of
from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Column, Ink, Typeface, new_canvas, paint, typeface
from pandoku.draw.routine import after_routine, kind_of_list, place_of
from pandoku.draw.sections import block_title, facts_of, how_it_ends
from pandoku.errors import PandokuError
from pandoku.logic import Path
from pandoku.model import Board
from pandoku.press._flow import GAP, Beside, Flow, Painted, Slab, lines_of
from pandoku.words import Words, kind_text, paragraphs, visible, with_capital

__all__ = ["MOST_PER_PAGE", "steps_booklet"]

MOST_PER_PAGE = 3  # pictures
_MARGIN, _FOOT = 36.0, 18.0  # points
# Side of a picture in points, by the number of pictures per page.
_SIDES = {1: 400.0, 2: 300.0, 3: 220.0}
_WIDEST = 0.56  # maximum width of a picture with words next to it, relative to the area
_LEAST_WITH_WORDS = 320.0  # points: minimum width of an area with words next to a picture
_LEAST_SIDE = 170.0  # points: minimum side of a picture, which gives 9x9 candidates 4 points
_LEAST_HEIGHT = 250.0  # points: minimum height of an area, for a picture and a few lines
_LEAST_PAPER = "86 x 120 mm"
_MM = 72 / 25.4  # points
_LARGEST_BESIDE = 10  # maximum order of a puzzle with words next to its pictures
# Size of a picture of the board after routine steps, relative to other pictures.
_AFTER_ROUTINE = 0.7
_LEAST_BRANCH = 150.0  # points: minimum side of the picture of a branch
_BRANCHES_IN_A_ROW = 3
_CLOSEST = 40.0  # points: maximum side of a cell in a closer look
_BESIDE = 0.36  # cells: space for the numbers of rows and columns
_BEYOND = 0.12  # cells: margin of a closer look, for borders
_INDENT = 3.0  # points: indent for each space at the start of a line

# Font sizes and line distances, in points.
_TITLE, _TITLE_LINE = 20.0, 25.0
_HEAD, _HEAD_LINE = 11.0, 14.0
_TEXT, _TEXT_LINE = 10.0, 13.5
_SMALL, _SMALL_LINE = 8.0, 11.0
_BASE = 0.78  # distance from the top of a line to its baseline, relative to its height
_ITEM = 118.0  # points: width of an item in a list of digits
_LIST = 8.0  # points: indent of lists


def steps_booklet(
    path: Path,
    size: tuple[float, float],
    *,
    per_page: int = 2,
    color: bool = False,
    all_steps: bool = False,
    solution: bool = False,
    title: str | None = None,
    face: Typeface | None = None,
) -> bytes:
    """Return an explained path as a PDF to read on paper.

    The booklet begins with the puzzle and ends with a summary. Important steps have a picture and
    a reason, and routine steps are listed. A step is printed on a single page unless it is longer
    than a page.

    Args:
        path: The path.
        size: Width and height of the paper in points.
        per_page: Maximum number of pictures per page, 1 to 3. There are fewer pictures on a page if
            the words need more space.
        color: Use the colors of the screen instead of grays.
        all_steps: Show a picture of every step, including singles.
        solution: Show the solution on a separate page at the end.
        title: The title. None means the title of the puzzle.
        face: The fonts. None means Roboto.

    Raises:
        MissingExtraError: The extra "print" is not installed.
        PandokuError: The fonts lack a character of the title, or the paper is too small.
    """
    if isinstance(per_page, bool) or per_page not in _SIDES:
        raise PandokuError(
            f"expected 1 to {MOST_PER_PAGE} pictures per page, found {per_page!r:.40}"
        )
    face = face or typeface()
    puzzle = path.start.puzzle
    heading = visible(title or puzzle.title or kind_text(puzzle))
    if missing := face.missing(heading):
        raise PandokuError(
            f"the font lacks {' '.join(missing[:20])} in the title, {heading[:60]!r}; choose a "
            "font with --font"
        )
    stream = BytesIO()
    canvas = new_canvas(stream, *size, face, title=heading, language="en")
    writer = _Writer(canvas, face, size, per_page, Ink(color=color))
    writer.write(path, heading, all_steps=all_steps, solution=solution)
    canvas.save()
    return stream.getvalue()


class _Writer:
    """Writes the parts of a booklet, in order."""

    def __init__(
        self, canvas: Any, face: Typeface, size: tuple[float, float], per_page: int, ink: Ink
    ) -> None:
        self._face, self._per_page, self._canvas = face, per_page, canvas
        self._flow = Flow(canvas, face, size, _MARGIN, _FOOT)
        self._pictures = _Pictures(face, ink)
        whole = self._flow.height / per_page - _HEAD_LINE
        self._has_beside = self._flow.width >= _LEAST_WITH_WORDS
        across = (_WIDEST if self._has_beside else 1.0) * self._flow.width
        self._side = min(_SIDES[per_page], max(whole, _LEAST_SIDE), across)
        if self._side < _LEAST_SIDE or self._flow.height < _LEAST_HEIGHT:
            raise PandokuError(
                f"expected a paper of at least {_LEAST_PAPER} for an explained path, found "
                f"{size[0] / _MM:.0f} x {size[1] / _MM:.0f} mm"
            )

    def write(self, path: Path, heading: str, *, all_steps: bool, solution: bool) -> None:
        parts = [
            *handout.blocks(
                path.start,
                path.steps,
                path.explanations(),
                all_steps=all_steps,
                readers=tuple(path.readers()),
            )
        ]
        self._start(path, parts, heading)
        for part in parts:
            if part.is_routine:
                self._routine(part, is_last=part is parts[-1])
            else:
                self._step(part)
        self._end(path, parts)
        if solution:
            self._solution(path.solved())
        self._flow.turn()

    # ------------------------------------------------------------------ the start

    def _start(self, path: Path, parts: Sequence[handout.Block], heading: str) -> None:
        start = path.start
        drawing = draw(start, candidates=start.puzzle.candidates is not None)
        column = self._column(drawing, self._pictures.whole(drawing, self._side))
        column.put_text(heading, _TITLE, _TITLE_LINE, bold=True)
        column.skip(6)
        for name, text in facts_of(start, parts, heading, path.difficulty()):
            if text:
                column.put_text(name, _SMALL, _SMALL_LINE)
                column.put_text(text, _TEXT, _TEXT_LINE)
                column.skip(4)
        self._put_words(column, drawing)
        self._flow.put(column.slabs(), most=self._per_page)

    # ------------------------------------------------------------------ steps

    def _step(self, part: handout.Block) -> None:
        taken = part.taken[0]
        drawing = taken.drawing()
        column = self._column(drawing, self._picture_of(taken, drawing))
        self._put_head(column, part)
        for paragraph in paragraphs(taken.explanation.text):
            text = paragraph.lstrip(" ")
            indent = _INDENT * (len(paragraph) - len(text))
            column.put_text(text, _TEXT, _TEXT_LINE, indent=indent)
        self._put_words(column, drawing)
        column.put_below(self._branches(drawing.boards))
        self._flow.put(column.slabs(), most=self._per_page)

    def _picture_of(self, taken: handout.Taken, drawing: Drawing) -> Slab:
        area = handout.closer_look(taken.board, taken.step)
        if drawing.order <= _LARGEST_BESIDE:
            return self._pictures.whole(drawing, self._side)
        if area is None:
            return self._pictures.whole(drawing, min(self._flow.width, 0.72 * self._flow.height))
        return self._pictures.closer(drawing, area, self._flow.width)

    def _branches(self, drawings: Sequence[Drawing]) -> Iterator[Slab]:
        """Yield rows of small boards of a step. A title is above each board."""
        if not drawings:
            return
        fitting = int((self._flow.width + GAP) // (_LEAST_BRANCH + GAP))
        count = max(1, min(len(drawings), _BRANCHES_IN_A_ROW, fitting))
        side = min((self._flow.width - GAP * (count - 1)) / count, self._side)
        for at in range(0, len(drawings), count):
            yield self._row([self._branch(each, side) for each in drawings[at : at + count]], side)

    def _branch(self, drawing: Drawing, side: float) -> list[Slab]:
        title = with_capital(drawing.title)
        lines = lines_of(self._face, title, _SMALL, _SMALL_LINE, side, bold=True)
        return [*lines, self._pictures.whole(drawing, side)]

    def _row(self, stacks: Sequence[Sequence[Slab]], side: float) -> Slab:
        height = max(sum(slab.height for slab in stack) for stack in stacks)

        def paint_row(canvas: Any, x: float, y: float) -> None:
            for number, stack in enumerate(stacks):
                down = 6.0
                for slab in stack:
                    slab.paint(canvas, x + number * (side + GAP), y - down)
                    down += slab.height

        return Painted(height + 10.0, paint_row)

    # ------------------------------------------------------------------ routine steps

    def _routine(self, part: handout.Block, *, is_last: bool) -> None:
        picture = None
        side = _AFTER_ROUTINE * self._side
        if part.is_long or is_last:
            picture = self._pictures.whole(after_routine(part, candidates=False), side)
        beside = picture if self._has_beside else None
        column = self._beside(beside, side)
        self._put_head(column, part)
        for (kind, label), run in groupby(part.taken, key=kind_of_list):
            column.put_text(label, _TEXT, _TEXT_LINE)
            if kind == "fill":
                self._put_digits(column, [*run], side if beside else 0.0)
            else:
                for taken in run:
                    words = Words(taken.step, taken.board, reader=taken.reader)
                    text = f"{words.read(with_capital(words.outcome()))} ({place_of(taken)[1]})"
                    column.put_text(text, _TEXT, _TEXT_LINE, indent=_LIST)
        if picture and not beside:
            column.put_below([picture])
        self._flow.put(column.slabs())

    def _put_digits(self, column: Beside, run: Sequence[handout.Taken], side: float) -> None:
        """Add a list of digits to fill in, with as many columns as fit next to the picture."""
        width = self._flow.width - (side + GAP if side else 0.0)
        count = max(1, int(width // _ITEM))
        items = []
        for taken in run:
            name, label_of = taken.board.puzzle.geometry.name, taken.board.puzzle.label_of
            digits = (f"{name(cell)} = {label_of(digit)}" for cell, digit in taken.step.placements)
            items.append((", ".join(digits), place_of(taken)[1]))
        for at in range(0, len(items), count):
            column.put_row(self._items(items[at : at + count]))

    def _items(self, row: Sequence[tuple[str, str]]) -> Slab:
        def paint_items(canvas: Any, x: float, y: float) -> None:
            canvas.setFillGray(0)
            for number, (bold, note) in enumerate(row):
                left, base = x + _LIST + number * _ITEM, y - _BASE * _TEXT_LINE
                canvas.setFont(self._face.bold, _TEXT)
                canvas.drawString(round(left, 2), round(base, 2), bold)
                after = self._face.width(f"{bold} ", _TEXT, bold=True)
                canvas.setFont(self._face.regular, _SMALL)
                canvas.drawString(round(left + after, 2), round(base, 2), note)

        return Painted(_TEXT_LINE, paint_items)

    # ------------------------------------------------------------------ the end

    def _end(self, path: Path, parts: Sequence[handout.Block]) -> None:
        end = parts[-1].after if parts else path.start
        is_shown = bool(parts) and parts[-1].is_routine and end.is_full
        side = _AFTER_ROUTINE * self._side
        drawing = draw(end, candidates=not end.is_full)
        is_shown = is_shown or not self._has_beside
        picture = None if is_shown else self._pictures.whole(drawing, side)
        column = self._beside(picture, side)
        column.put_text("The end", _HEAD, _HEAD_LINE, bold=True)
        column.put_text(how_it_ends(end), _TEXT, _TEXT_LINE)
        summary = path.summary()
        column.put_text(f"{summary[:1].upper()}{summary[1:]}.", _TEXT, _TEXT_LINE)
        self._flow.put(column.slabs())

    def _solution(self, solved: Board | None) -> None:
        self._flow.turn()
        head = lines_of(self._face, "Solution", _HEAD, _HEAD_LINE + 4, self._flow.width, bold=True)
        if solved is None:
            text = "It is not known that the puzzle has exactly one solution."
            head += lines_of(self._face, text, _TEXT, _TEXT_LINE, self._flow.width)
        else:
            head.append(self._pictures.whole(draw(solved, coordinates=False), self._side))
        self._flow.put(head)

    # ------------------------------------------------------------------ common parts

    def _column(self, drawing: Drawing, picture: Slab) -> Beside:
        """Return a column with a picture.

        The words are next to the picture if the grid is small and the page is wide enough.
        Otherwise, they are below the picture.
        """
        if self._has_beside and drawing.order <= _LARGEST_BESIDE:
            return self._beside(picture, self._side)
        column = self._beside()
        column.put_below([picture])
        column.skip(6)
        return column

    def _put_head(self, column: Beside, part: handout.Block) -> None:
        first, last = part.numbers
        numbers = f"{first}." if first == last else f"{first}–{last}."
        column.put_text(f"{numbers} {block_title(part)}", _HEAD, _HEAD_LINE, bold=True)
        column.skip(2)

    def _put_words(self, column: Beside, drawing: Drawing) -> None:
        """Add the calculations and the legend of a picture."""
        if not (drawing.sums or drawing.ways or drawing.legend):
            return

        def fill(words: Column) -> None:
            words.add_space(6)
            for each in drawing.sums:
                words.add_sum(each)
            words.add_ways(drawing.ways)
            words.add_space(4)
            words.add_keys(drawing.legend)

        column.put(fill)

    def _beside(self, picture: Slab | None = None, side: float = 0.0) -> Beside:
        return Beside(self._face, self._pictures.ink, self._flow.width, picture, side)


@dataclass(frozen=True, slots=True)
class _Pictures:
    """Makes slabs that contain drawings."""

    face: Typeface
    ink: Ink

    def whole(self, drawing: Drawing, side: float) -> Slab:
        """Return a slab with a complete drawing, *side* points wide."""
        is_numbered = any(text.role == "coordinate" for text in drawing.texts)
        beside = _BESIDE if is_numbered else 0.04
        left, top, right, bottom = margins_of(drawing.shapes, drawing.order)
        cell = side / (drawing.order + left + beside + right + 0.04)
        height = cell * (drawing.order + top + beside + bottom + 0.04)

        def paint_whole(canvas: Any, x: float, y: float) -> None:
            across, down = (left + beside) * cell, (top + beside) * cell
            paint(canvas, drawing, x + across, y - down, cell, self.ink, self.face)

        return Painted(height, paint_whole)

    def closer(self, drawing: Drawing, area: tuple[int, int, int, int], width: float) -> Slab:
        """Return a slab with a part of a drawing, and with the numbers of its rows and columns."""
        top, left, bottom, right = area
        columns, rows = right - left + 1, bottom - top + 1
        cell = min(_CLOSEST, width / (columns + _BESIDE + _BEYOND))
        bare = drawing.without_coordinates()

        def paint_part(canvas: Any, x: float, y: float) -> None:
            x, y = x + _BESIDE * cell, y - _BESIDE * cell
            canvas.saveState()
            window = canvas.beginPath()
            beyond = _BEYOND * cell
            window.rect(
                x - beyond,
                y - rows * cell - beyond,
                columns * cell + 2 * beyond,
                rows * cell + 2 * beyond,
            )
            canvas.clipPath(window, stroke=0, fill=0)
            paint(canvas, bare, x - left * cell, y + top * cell, cell, self.ink, self.face)
            canvas.restoreState()
            canvas.setFillGray(0)
            canvas.setFont(self.face.regular, max(7.0, 0.22 * cell))
            for at in range(columns):
                canvas.drawCentredString(x + (at + 0.5) * cell, y + 0.16 * cell, str(left + at + 1))
            for at in range(rows):
                canvas.drawCentredString(x - 0.22 * cell, y - (at + 0.58) * cell, str(top + at + 1))

        return Painted((rows + _BESIDE + _BEYOND) * cell, paint_part)
