"""Read puzzles of Penpa+: rules, drawings and their meaning, solution and progress."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from pandoku.formats._drawn.evidence import Guess
from pandoku.formats._drawn.grid import DrawnCage, DrawnMark, drawings_of
from pandoku.formats._drawn.inference import read_drawings, read_unconfirmed, with_words
from pandoku.formats._drawn.looks import setter_color
from pandoku.formats._shapes import diagonals_of, shape_of
from pandoku.formats._text import with_progress
from pandoku.formats.penpa.canvas import (
    PenpaCanvas,
    joined_cells,
    joined_segments,
    number_in_entry,
    read_corner_numbers,
    read_numbers,
)
from pandoku.formats.penpa.grid import PenpaGrid, find_grid
from pandoku.formats.penpa.symbols import (
    disc,
    is_known,
    polyline,
    sign,
    stroke_look,
    surface_color,
    symbol_shapes,
)
from pandoku.formats.penpa.text import PenpaText, answers_in
from pandoku.model import Board, Puzzle
from pandoku.words import joined

_Point: TypeAlias = tuple[float, float]

_LIGHT, _RING, _BLACK = "#cccccc", "#b3b3b3", "#000000"
# For each tool that draws from point to point, the usual color and the width of its lines. The
# width is in cells.
_LISTS = {
    "squareframe": (_LIGHT, 0.8),
    "thermo": (_LIGHT, 0.4),
    "nobulbthermo": (_LIGHT, 0.4),
    "arrows": (_RING, 0.08),
    "direction": (_RING, 0.08),
    "polygon": (_BLACK, 0.03),
}
_CIRCLE = 0.8  # diameters in cells: the bulb of a thermometer, the circle of an arrow
_SEGMENTS = ("line", "freeline", "lineE", "freelineE", "wall")
_CROSS = 98  # the style of a cross on a single point
_MOST_COLORS = 10  # maximum number of colors in a cell
_CLUE_SIZE = 0.32


def read_layers(text: PenpaText, grid: PenpaGrid) -> PenpaCanvas:
    """Return the drawings of a puzzle, from the back to the front.

    Raises:
        BadValueError: A layer has an unexpected form, or too many entries.
    """
    canvas = PenpaCanvas(text, grid)
    _read_surfaces(canvas)
    for key in _LISTS:
        _read_lists(canvas, key)
    _read_segments(canvas)
    _read_symbols(canvas)
    read_numbers(canvas)
    read_corner_numbers(canvas)
    _read_cages(canvas)
    return canvas


def _read_surfaces(canvas: PenpaCanvas) -> None:
    """Draw colored cells. Several colors in a cell become stripes."""
    for name, styles in canvas.entries("surface"):
        point = canvas.point(name)
        listed = styles[:_MOST_COLORS] if isinstance(styles, list) else [styles]
        own = canvas.own_colors("surface", name)[: len(listed)]
        pairs = zip_longest(listed, own, fillvalue="")
        colors = [color for style, mine in pairs if (color := mine or surface_color(style))]
        for at, color in enumerate(colors if point else []):
            assert point is not None
            width = 1 / len(colors)
            x = point.x - 0.5 + (at + 0.5) * width
            seen = setter_color(color), "", ""
            canvas.add(DrawnMark(x, point.y, width, 1.0, False, "", color, "", 0.0, seen))


def _read_lists(canvas: PenpaCanvas, key: str) -> None:
    """Draw the lines of a tool that draws from point to point."""
    usual, width = _LISTS[key]
    for at, line in enumerate(canvas.lists(key)):
        color = canvas.own_color(key, at) or usual
        places = [canvas.point(number) for number in line]
        points = tuple((place.x, place.y) for place in places if place)
        if len(points) < 2:
            continue
        if key == "thermo":
            canvas.add(disc(*points[0], _CIRCLE, color, ""))
        elif key == "arrows":
            canvas.add(disc(*points[0], _CIRCLE, "#ffffff", color))
        elif key == "polygon" and points[0] != points[-1]:
            points += points[:1]
        canvas.add(polyline(points, color, width, has_head=key in ("arrows", "direction")))


def _read_segments(canvas: PenpaCanvas) -> None:
    """Join segments with the same look into lines, and draw the lines."""
    looks: dict[tuple[str, float], list[tuple[_Point, _Point]]] = defaultdict(list)
    segments = ((key, *entry) for key in _SEGMENTS for entry in canvas.entries(key))
    for key, name, style in segments:
        places = [canvas.point(each) for each in name.split(",")[:3]]
        points = [(place.x, place.y) for place in places if place]
        look = stroke_look(style, canvas.own_color(key, name))
        if style == _CROSS and len(points) == 1:
            canvas.add(sign(*points[0], "\u00d7", 0.4, look[0]))
        elif len(points) == 2 and name not in canvas.edges:
            looks[look].append((points[0], points[1]))
    for (color, width), joints in looks.items():
        canvas.add(*(polyline(line, color, width) for line in joined_segments(joints)))


def _read_symbols(canvas: PenpaCanvas) -> None:
    for name, entry in canvas.entries("symbol"):
        point = canvas.point(name)
        number, symbol = entry[:2] if isinstance(entry, list) and len(entry) > 1 else (0, None)
        if point is None or not isinstance(symbol, str) or not isinstance(number, int | list):
            continue
        if not is_known(symbol):
            canvas.names[symbol[:20]] += 1
        own = canvas.own_color("symbol", name)
        canvas.add(*symbol_shapes(symbol, number, point.x, point.y, own))


def _read_cages(canvas: PenpaCanvas) -> None:
    """Read cages.

    The text of a cage is found in the corner of one of its cells. If several cells have a text
    there, the first of them is used.
    """
    killers: list[tuple[int, ...]] = []
    for numbers in canvas.lists("killercages"):
        cells = [canvas.cell_of(number) for number in numbers]
        canvas.n_outside += None in cells
        killers.append(tuple(sorted({cell for cell in cells if cell is not None})))
    names = [name.split(",")[:2] for name, _ in canvas.entries("cage")]
    free = joined_cells([[canvas.point(end) for end in ends] for ends in names], canvas.n)
    known = {cell for cells in killers for cell in cells}
    drawn = [cells for cells in free if not known.intersection(cells)]
    for inside in dict.fromkeys(filter(None, (*killers, *drawn))):
        named = next((cell for cell in inside if cell in canvas.clues), -1)
        canvas.blocks.append(DrawnCage(inside, canvas.clues.pop(named, "")))
    for cell, text in canvas.clues.items():
        row, column = divmod(cell, canvas.n)
        canvas.add(sign(column + 0.25, row + 0.25, text, _CLUE_SIZE))


class Entered(NamedTuple):
    """The digits and marks that the player entered.

    Attributes:
        digits: The digit in each cell, or 0.
        marks: The digits marked in the center of each cell.
        solution: The digits of the solution, or None.
    """

    digits: tuple[int, ...]
    marks: tuple[set[int], ...]
    solution: tuple[int, ...] | None


def read_entered(text: PenpaText, canvas: PenpaCanvas, answer: str) -> Entered:
    """Return the digits that the player entered, and the solution.

    A link for solvers contains the solution as a separate part, because Penpa+ compares the entered
    digits with it. In a link for setters, entered digits that fill the grid are the solution.

    Args:
        text: The content of the link.
        canvas: The grid with the givens.
        answer: The unpacked solution of the link, or "".
    """
    n_cells = canvas.n**2
    digits, marks = [0] * n_cells, [set[int]() for _ in range(n_cells)]
    numbers = text.entered.get("number")
    for name, entry in numbers.items() if isinstance(numbers, dict) else ():
        if (cell := canvas.cell_of(name)) is not None:
            number = number_in_entry(entry)
            digits[cell], marks[cell] = number.digit(canvas.n), number.noted()
    for part in answers_in(answer) if answer else ():
        if solution := _full(canvas, _digits(canvas, part)):
            return Entered(tuple(digits), tuple(marks), solution)
    solution = _full(canvas, digits)
    return Entered((0,) * n_cells if solution else tuple(digits), tuple(marks), solution)


def _digits(canvas: PenpaCanvas, texts: Mapping[int, str]) -> list[int]:
    """Return the digits in a part of a solution, with 0 for each cell without a digit."""
    digits = [0] * canvas.n**2
    for point, text in texts.items():
        cell = canvas.cell_of(point)
        if cell is not None and text.isdecimal() and int(text) <= canvas.n:
            digits[cell] = int(text)
    return digits


def _full(canvas: PenpaCanvas, digits: list[int]) -> tuple[int, ...] | None:
    """Return the digits together with the givens, or None unless they fill the grid."""
    full = tuple(given or digit for given, digit in zip(canvas.givens, digits, strict=True))
    return full if all(full) and any(digits) else None


def puzzle_of_penpa(text: PenpaText, answer: str) -> tuple[Puzzle, str | None, Board | None]:
    """Return a puzzle, a note on its drawings, and the progress.

    Args:
        text: The content of the link.
        answer: The unpacked solution of the link, or "".

    Raises:
        BadValueError: A value has an unexpected form, or the grid is not a Sudoku.
        PuzzleError: The parts do not form a puzzle.
    """
    grid = find_grid(text)
    canvas = read_layers(text, grid)
    entered = read_entered(text, canvas, answer)
    geometry, smaller = shape_of(
        grid.order, grid.regions, diagonals_of(grid.order, *text.diagonals)
    )
    bare = Puzzle(
        geometry,
        tuple(canvas.givens),
        solution=entered.solution,
        kind=", ".join(text.tags) or None,
        title=text.title or None,
        author=text.author or None,
        source=text.source or None,
    ).with_(*smaller)
    read = read_drawings if entered.solution else read_unconfirmed
    reading = read(canvas.drawn(), bare, lambda found: _with(text, grid, bare, found))
    puzzle = with_words(reading, text.rules.strip())
    puzzle = puzzle.with_(*drawings_of(reading.left, grid.order))
    made = with_progress(puzzle, entered.digits, entered.marks)
    notes = [grid.note, reading.note or "", *_left_out(text, canvas)]
    if answer and not entered.solution:
        notes.append("the solution in the link does not have all digits, and is not used")
    board = made if isinstance(made, Board) else None
    return puzzle, "; ".join(filter(None, notes)) or None, board


def _with(text: PenpaText, grid: PenpaGrid, bare: Puzzle, found: Sequence[Guess]) -> Puzzle:
    """Return the puzzle *bare* with the constraints and sets of the guesses."""
    sets = diagonals_of(grid.order, *text.diagonals)
    sets += [each for guess in found for each in guess.sets]
    geometry, smaller = shape_of(grid.order, grid.regions, sets)
    constraints = (each for guess in found for each in guess.constraints)
    return bare.replace(geometry=geometry).with_(*smaller, *constraints)


def _left_out(text: PenpaText, canvas: PenpaCanvas) -> Iterator[str]:
    """Yield notes about parts that are not shown, or that look different than in Penpa+."""
    if canvas.names:
        yield f"shown as their names: the symbols {joined(sorted(canvas.names))}"
    if n := canvas.n_outside:
        what = "a drawing is" if n == 1 else f"{n} drawings are"
        yield f"{what} not shown, more than a cell outside the grid"
    if text.has_picture:
        yield "the picture behind the grid is not shown"
    if text.is_turned:
        yield "Penpa+ shows the grid turned or reflected; here it stands as it was made"
    if text.question.get("deletelineE"):
        yield "lines of the grid that Penpa+ hides are shown"
