"""Constraints that the drawings of a document and its rules in words suggest.

A guess counts only if the solution of the document satisfies it. Whether all guesses together
leave no other solution is decided by `sudokupad`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import TypeAlias

from pandoku.constraints import line_beside
from pandoku.constraints.arrow import Arrow
from pandoku.constraints.between import Between
from pandoku.constraints.chess import AntiKing, AntiKnight
from pandoku.constraints.classes import Entropic, Modular, Parity
from pandoku.constraints.clone import Clone
from pandoku.constraints.counting import CountingCircles
from pandoku.constraints.dots import Difference, NoDifference, NoRatio, Ratio
from pandoku.constraints.double_arrow import DoubleArrow
from pandoku.constraints.little_killer import LittleKiller
from pandoku.constraints.lockout import Lockout
from pandoku.constraints.nabner import Nabner
from pandoku.constraints.numbered_room import NumberedRoom
from pandoku.constraints.palindrome import Palindrome
from pandoku.constraints.parity_cells import Even, Odd
from pandoku.constraints.quadruple import Quadruple
from pandoku.constraints.region_sum import RegionSum
from pandoku.constraints.renban import Renban
from pandoku.constraints.sandwich import Sandwich
from pandoku.constraints.skyscraper import Skyscraper
from pandoku.constraints.sum_line import SumLine
from pandoku.constraints.thermometer import Thermometer
from pandoku.constraints.whisper import Whisper
from pandoku.constraints.x_sum import XSum
from pandoku.constraints.xv import XV, NoXV
from pandoku.constraints.zipper import Zipper
from pandoku.errors import PuzzleError
from pandoku.formats._scl import DrawnCage, DrawnLine, DrawnMark, Scl
from pandoku.formats._shapes import disjoint_groups, falling_diagonal, rising_diagonal
from pandoku.model import Cage, Constraint, Puzzle, center_of

__all__ = ["Guess", "guesses", "negatives"]

_MOST_COLORS = 24  # of lines that are looked at
_MOST_WORDS = 10_000  # characters of the rules

_Shape: TypeAlias = DrawnLine | DrawnMark | DrawnCage


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A possible meaning of some shapes.

    Attributes:
        constraints: The constraints.
        shapes: The shapes that they explain.
        sets: Sets of cells whose digits differ.
        name: What a set is called.
    """

    constraints: tuple[Constraint, ...] = ()
    shapes: tuple[_Shape, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    name: str = ""


def guesses(scl: Scl, puzzle: Puzzle, solution: Sequence[int]) -> list[Guess]:
    """Return what the shapes and the rules of a document mean, each shape at most once.

    Args:
        scl: The document.
        puzzle: Its puzzle without guesses.
        solution: The digits of its solution, which every guess fits.
    """
    room = _Room(scl, puzzle, solution)
    for find in _FINDERS:
        find(room)
    return room.found


def negatives(scl: Scl, found: Sequence[Constraint]) -> list[Constraint]:
    """Return rules about neighbors without a mark if the rules say that all marks are there."""
    text = scl.about.get("rules", "")[:_MOST_WORDS].lower()
    if _NOT_ALL.search(text) or not _ALL_GIVEN.search(text):
        return []
    kinds = {type(each) for each in found}
    differences = {each.value for each in found if isinstance(each, Difference)}
    ratios = {each.value for each in found if isinstance(each, Ratio)}
    sums = {each.value for each in found if isinstance(each, XV)}
    out: list[Constraint] = []
    if Difference in kinds:
        out.append(NoDifference(tuple(sorted(differences))))
    if Ratio in kinds:
        out.append(NoRatio(tuple(sorted(ratios))))
    if XV in kinds or re.search(r"\bx(?:'?s)? (?:and|or) v|\bxv", text):
        out.append(NoXV(tuple(sorted(sums | {5, 10}))))
    return out


_NOT_ALL = re.compile(
    r"not (?:all|every|necessarily)|may not|do(?:es)? not have to|no negative|isn't|aren't"
)
_ALL_GIVEN = re.compile(
    r"\b(?:all|every)\b[^.!\n]{0,60}\b(?:given|marked|shown|present|indicated)\b"
    r"|negative (?:constraint|rule)|without (?:a |any )?(?:dot|mark|x|v)\w*[^.\n]{0,40}\bnot\b"
)


@dataclass(slots=True)
class _Room:
    """The document, and what is found of its meaning."""

    scl: Scl
    puzzle: Puzzle
    solution: Sequence[int]
    found: list[Guess] = field(default_factory=list)
    _explained: set[_Shape] = field(default_factory=set)

    @property
    def n(self) -> int:
        return self.scl.order

    @property
    def text(self) -> str:
        """The rules in words, in lower case."""
        return self.scl.about.get("rules", "")[:_MOST_WORDS].lower()

    def says(self, pattern: str) -> bool:
        """Return whether the rules in words match a pattern."""
        return re.search(pattern, self.text) is not None

    def lines(self) -> list[DrawnLine]:
        """Return the lines that are not explained yet."""
        return [each for each in self.scl.lines if each not in self._explained]

    def marks(self) -> list[DrawnMark]:
        """Return the marks that are not explained yet."""
        return [each for each in self.scl.shapes if each not in self._explained]

    def blocks(self) -> list[DrawnCage]:
        """Return the cells with a border that are not explained yet."""
        return [each for each in self.scl.blocks if each not in self._explained]

    def fits(self, constraint: Constraint) -> bool:
        """Return whether a constraint is sound and the solution satisfies it."""
        geometry = self.puzzle.geometry
        return constraint.is_sound(geometry) and constraint.holds(self.solution, self.puzzle)

    def add(self, *constraints: Constraint, shapes: Sequence[_Shape] = ()) -> bool:
        """Add a guess if the solution satisfies all its constraints, and return whether it does."""
        if not constraints or not all(map(self.fits, constraints)):
            return False
        self.found.append(Guess(constraints, tuple(shapes)))
        self._explained |= {*shapes}
        return True

    def add_sets(self, name: str, *sets: tuple[int, ...], shapes: Sequence[DrawnLine] = ()) -> None:
        """Add sets of cells whose digits differ if they do so in the solution."""
        if sets and all(len({self.solution[cell] for cell in each}) == len(each) for each in sets):
            self.found.append(Guess((), tuple(shapes), sets, name))
            self._explained |= {*shapes}

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the cell that has a point in it, or None outside the grid."""
        column, row = int(x // 1), int(y // 1)
        inside = 0 <= row < self.n and 0 <= column < self.n
        return row * self.n + column if inside else None

    def cells_of(self, line: DrawnLine) -> tuple[int, ...]:
        """Return the cells of a line, or () if it leaves the grid or has an unclear way."""
        cells: list[int] = []
        for x, y in line.points:
            cell = self.cell_at(x, y)
            if cell is None:
                return ()
            if not cells:
                cells.append(cell)
            (row, column), (to_row, to_column) = divmod(cells[-1], self.n), divmod(cell, self.n)
            down, right = to_row - row, to_column - column
            if down and right and abs(down) != abs(right):
                return ()
            for _ in range(max(abs(down), abs(right))):
                row, column = row + _sign(down), column + _sign(right)
                cells.append(row * self.n + column)
        return tuple(cells)

    def on_border(self, mark: DrawnMark) -> tuple[int, int] | None:
        """Return the two cells between which a mark lies, or None."""
        for dx, dy in ((0.5, 0.0), (0.0, 0.5)):
            a, b = (self.cell_at(mark.x + s * dx, mark.y + s * dy) for s in (-1, 1))
            across, along = (mark.x, mark.y) if dx else (mark.y, mark.x)
            is_there = abs(across - round(across)) < 0.1 and abs(along % 1 - 0.5) < 0.1
            if is_there and a is not None and b is not None:
                return a, b
        return None

    def in_cell(self, mark: DrawnMark) -> int | None:
        """Return the cell whose center a mark has, or None."""
        is_there = abs(mark.x % 1 - 0.5) < 0.1 and abs(mark.y % 1 - 0.5) < 0.1
        return self.cell_at(mark.x, mark.y) if is_there else None


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


# ---- colors


def _parts_of(color: str) -> tuple[int, int, int] | None:
    if re.fullmatch(r"#[0-9a-f]{6}", color):
        return int(color[1:3], 16), int(color[3:5], 16), int(color[5:], 16)
    if found := re.match(r"rgba?\((\d+),\s*(\d+),\s*(\d+)", color):
        return int(found[1]), int(found[2]), int(found[3])
    return {"white": (255, 255, 255), "black": (0, 0, 0), "gray": (128, 128, 128)}.get(color)


def _is_gray(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) - min(parts) < 24 and 60 < max(parts) < 245


def _is_white(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and min(parts) > 235


def _is_black(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) < 60


def _color_names(color: str) -> tuple[str, ...]:
    """Return how rules in words may call a color."""
    parts = _parts_of(color)
    if parts is None:
        return ()
    red, green, blue = parts
    if max(parts) - min(parts) < 24:
        return ("gray", "grey", "silver")
    if red > 180 and blue > 150 and green < 200 and min(red, blue) > green + 20:
        return ("purple", "pink", "magenta", "violet")
    if green == max(parts) and green > red + 20 and green > blue + 20:
        return ("green", "lime")
    if blue == max(parts) and red < blue - 30:
        return ("blue", "cyan", "turquoise", "teal")
    if red == max(parts) and green > blue + 10:
        return ("orange", "yellow", "gold", "peach", "tan", "beige", "brown")
    return ("red",)


# ---- thermometers, arrows and other lines with something at their ends


def _end_marks(room: _Room, accept: Callable[[DrawnMark], bool]) -> dict[int, DrawnMark]:
    """Return marks by the cell in whose center they are."""
    found = {}
    for mark in room.marks():
        cell = room.in_cell(mark)
        if cell is not None and not mark.text and accept(mark):
            found[cell] = mark
    return found


def _is_bulb(mark: DrawnMark) -> bool:
    is_filled = bool(mark.fill) and not _is_white(mark.fill)
    return mark.is_round and mark.width >= 0.6 and mark.width == mark.height and is_filled


def _is_ring(mark: DrawnMark) -> bool:
    return mark.is_round and mark.width >= 0.5 and (not mark.fill or bool(mark.rim))


def _is_diamond(mark: DrawnMark) -> bool:
    return not mark.is_round and round(mark.angle) % 90 == 45


def _find_thermometers(room: _Room) -> None:
    bulbs = _end_marks(room, _is_bulb)
    n_slow, n_named = (len(re.findall(each, room.text)) for each in ("slow[- ]thermo", "thermo"))
    kinds = (True, False) if n_slow == n_named else (False, True)
    named = n_named > 0
    by_bulb: dict[int, list[tuple[DrawnLine, tuple[int, ...]]]] = defaultdict(list)
    for line in room.lines():
        cells = room.cells_of(line)
        ends = {cells[0], cells[-1]} & {*bulbs} if len(cells) > 1 else set()
        if len(ends) == 1 and not line.has_head:
            start = ends.pop()
            if named or bulbs[start].fill == line.color:
                by_bulb[start].append((line, cells if cells[0] == start else cells[::-1]))
    for start, lines in by_bulb.items():
        shapes: list[_Shape] = [bulbs[start], *(line for line, _ in lines)]
        for is_slow in kinds if n_slow else (False,):
            if room.add(*(Thermometer(cells, is_slow) for _, cells in lines), shapes=shapes):
                break


def _find_arrows(room: _Room) -> None:
    bulbs: dict[int, tuple[DrawnMark, tuple[int, ...]]] = {}
    for mark in room.marks():
        if mark.is_round and not mark.text and max(mark.width, mark.height) >= 0.5:
            cells = _covered(room, mark)
            bulbs |= dict.fromkeys(cells, (mark, cells))
    shafts: dict[DrawnMark, list[tuple[DrawnLine, tuple[int, ...]]]] = defaultdict(list)
    for line in room.lines():
        cells = room.cells_of(line)
        if line.has_head and len(cells) > 1 and cells[0] in bulbs:
            mark, bulb = bulbs[cells[0]]
            shaft = tuple(cell for cell in cells if cell not in bulb)
            shafts[mark].append((line, shaft))
    for mark, bulb in dict(bulbs.values()).items():
        lines = shafts[mark]
        shapes: list[_Shape] = [mark, *(line for line, _ in lines)]
        for order in dict.fromkeys((bulb, bulb[::-1])):
            if lines and room.add(*(Arrow(order, shaft) for _, shaft in lines), shapes=shapes):
                break


def _covered(room: _Room, mark: DrawnMark) -> tuple[int, ...]:
    """Return the cells of a circle, or of a capsule along a row or a column, in their order."""
    wide, high = max(round(mark.width), 1), max(round(mark.height), 1)
    if min(wide, high) > 1 or max(wide, high) > room.n:
        return ()
    x, y = mark.x - (wide - 1) / 2, mark.y - (high - 1) / 2
    if round(mark.angle) % 180 == 90 and wide > 1:
        x, y, wide, high = mark.x, mark.y - (wide - 1) / 2, 1, wide
    if abs(x % 1 - 0.5) > 0.1 or abs(y % 1 - 0.5) > 0.1:
        return ()
    cells = [room.cell_at(x + right, y + down) for down in range(high) for right in range(wide)]
    return () if None in cells else tuple(cell for cell in cells if cell is not None)


def _find_lines_with_ends(room: _Room) -> None:
    kinds: list[tuple[str, Callable[[DrawnMark], bool], type[Between | DoubleArrow | Lockout]]] = [
        (r"double[- ]arrow", _is_ring, DoubleArrow),
        (r"between", lambda mark: mark.is_round and mark.width >= 0.5, Between),
        (r"lockout", _is_diamond, Lockout),
    ]
    for pattern, accept, kind in kinds:
        ends = _end_marks(room, accept) if room.says(pattern) else {}
        used: list[DrawnLine | DrawnMark] = []
        found: list[Constraint] = []
        for line in room.lines() if ends else []:
            cells = room.cells_of(line)
            if len(cells) > 1 and cells[0] in ends and cells[-1] in ends and not line.has_head:
                found.append(kind(cells))
                used += [line, ends[cells[0]], ends[cells[-1]]]
        room.add(*found, shapes=used)


# ---- lines whose color and rules in words say what they are


def _least_difference(room: _Room) -> int | None:
    """Return the difference that the rules ask for along a whisper, None for the usual one."""
    words = {"three": 3, "four": 4, "five": 5, "six": 6}
    found = re.search(r"(?:difference|differ)\D{0,30}?(?:at least|minimum of) (\d|\w+)", room.text)
    if found is None:
        return None
    value = int(found[1]) if found[1].isdecimal() else words.get(found[1])
    return None if value == (room.n + 1) // 2 else value


# A pattern of the rules, the usual colors, and the constraint of a line.
_LINE_KINDS: list[tuple[str, tuple[str, ...], Callable[[tuple[int, ...], _Room], Constraint]]] = [
    (
        r"renban|consecutive[^.]{0,40}any order|any order[^.]{0,40}consecutive|consecutive digits",
        ("#f067f0",),
        lambda cells, _: Renban(cells),
    ),
    (
        r"dutch|whisper[^.]*\b(?:4|four)\b|differ[^.]*at least (?:4|four)",
        ("#ff9a00", "#ffa600"),
        lambda cells, _: Whisper(cells, 4),
    ),
    (
        r"whisper|(?:difference|differ)\b[^.]*(?:at least|minimum)",
        ("#67f067",),
        lambda cells, room: Whisper(cells, _least_difference(room)),
    ),
    (
        r"region sum|(?:same|equal) (?:sum|total)|sums? (?:of|to) (?:the )?(?:same|equal)"
        r"|box border|divide the line",
        ("#2ecbff",),
        lambda cells, _: RegionSum(cells),
    ),
    (
        r"palindrom|same (?:forwards|in both|backwards|from either)",
        ("#cfcfcf",),
        lambda cells, _: Palindrome(cells),
    ),
    (r"zipper", (), lambda cells, _: Zipper(cells)),
    (r"entrop|low[^.]*(?:mid|medium)[^.]*high", ("#ffccaa",), lambda cells, _: Entropic(cells)),
    (r"modul|remainder|mod 3", ("#33bbbb",), lambda cells, _: Modular(cells)),
    (r"nabner", (), lambda cells, _: Nabner(cells)),
    (r"parity line|alternat\w*[^.]*(?:parity|odd|even)", (), lambda cells, _: Parity(cells)),
    (r"(?:10|ten)[- ](?:sum )?lines?|sum (?:to|of) 10", (), lambda cells, _: SumLine(cells, 10)),
]


def _find_lines(room: _Room) -> None:
    """Find what the lines of each color are: the first kind that all of them may be."""
    by_color: dict[str, list[tuple[DrawnLine, tuple[int, ...]]]] = defaultdict(list)
    for line in room.lines():
        cells = room.cells_of(line)
        if len(cells) > 1 and not line.has_head:
            by_color[line.color].append((line, cells))
    for color, lines in islice(by_color.items(), _MOST_COLORS):
        shapes = [line for line, _ in lines]
        for make in _kinds_of(room, color):
            constraints = []
            try:
                constraints = [make(cells, room) for _, cells in lines]
            except PuzzleError:
                continue
            if room.add(*constraints, shapes=shapes):
                break


def _kinds_of(room: _Room, color: str) -> Iterator[Callable[[tuple[int, ...], _Room], Constraint]]:
    """Yield what lines of a color may be: what a sentence with its name says comes first."""
    names = "|".join(_color_names(color)) or "$^"
    sentences = re.split(r"[.;\n]+", room.text)
    own = " . ".join(each for each in sentences if re.search(rf"\b(?:{names})", each))
    kinds = [each for each in _LINE_KINDS if room.says(each[0])]
    order = sorted(kinds, key=lambda kind: (re.search(kind[0], own) is None, color not in kind[1]))
    yield from (make for _, _, make in order)


# ---- marks on borders and corners


def _find_dots(room: _Room) -> None:
    for mark in room.marks():
        cells = room.on_border(mark)
        small = mark.is_round and 0 < mark.width <= 0.5 and mark.width == mark.height
        value = _number(mark.text) if mark.text else 0
        if cells is None or not small or value is None:
            continue
        if _is_black(mark.fill):
            room.add(Ratio(cells, value or 2), shapes=[mark])
        elif _is_white(mark.fill):
            room.add(Difference(cells, value or 1), shapes=[mark])


def _find_sums_on_borders(room: _Room) -> None:
    sums = {"X": 10, "V": 5, "x": 10, "v": 5, "XV": 15}
    for mark in room.marks():
        cells = room.on_border(mark)
        if cells is not None and mark.text in sums:
            room.add(XV(cells, sums[mark.text]), shapes=[mark])


def _find_quadruples(room: _Room) -> None:
    for mark in room.marks():
        is_corner = abs(mark.x - round(mark.x)) < 0.1 and abs(mark.y - round(mark.y)) < 0.1
        words = re.split(r"[\s,]+", mark.text) if re.search(r"[\s,]", mark.text) else [*mark.text]
        digits = [_number(each) for each in words]
        if not is_corner or not digits or None in digits:
            continue
        corners = [(x, y) for y in (-0.5, 0.5) for x in (-0.5, 0.5)]
        found = [room.cell_at(mark.x + x, mark.y + y) for x, y in corners]
        cells = tuple(cell for cell in found if cell is not None)
        wanted = tuple(sorted(digit for digit in digits if digit))
        if cells and 0 < len(wanted) <= 4:
            room.add(Quadruple(cells, wanted), shapes=[mark])


# ---- numbers outside


_OUTSIDE: list[tuple[str, Callable[[tuple[int], str, int], Constraint]]] = [
    (r"sandwich|between the 1|between 1 and", Sandwich),
    (r"x[- ]?sum|first x", XSum),
    (r"skyscraper|building", Skyscraper),
    (r"numbered room|room", NumberedRoom),
]


def _find_numbers_outside(room: _Room) -> None:
    """Find what numbers beside rows and columns are: the first kind that all of them may be."""
    clues = []
    for mark in room.marks():
        number = _number(mark.text)
        place = line_beside(int(mark.y // 1), int(mark.x // 1), room.n)
        near = -1 <= mark.x <= room.n + 1 and -1 <= mark.y <= room.n + 1
        if number is not None and place is not None and near:
            clues.append((mark, place, number))
    for pattern, kind in _OUTSIDE:
        if clues and room.says(pattern):
            found = [kind((start,), way, number) for _, (start, way), number in clues]
            if room.add(*found, shapes=[mark for mark, _, _ in clues]):
                return


def _find_little_killers(room: _Room) -> None:
    """Find numbers from which a short arrow outside the grid points along a diagonal."""
    arrows = [
        line
        for line in room.lines()
        if line.has_head and room.cell_at(*line.points[0]) is None and len(line.points) == 2
    ]
    marks = [
        mark
        for mark in room.marks()
        if _number(mark.text) is not None and room.cell_at(mark.x, mark.y) is None
    ]
    for line in arrows[: 8 * room.n]:
        (x, y), (to_x, to_y) = line.points
        right, down = _sign(round((to_x - x) * 9)), _sign(round((to_y - y) * 9))
        near = min(marks, key=lambda mark: abs(mark.x - x) + abs(mark.y - y), default=None)
        if near is None or abs(near.x - x) + abs(near.y - y) > 1.3 or not right or not down:
            continue
        # The first cell on the way from the middle of the cell that has the number.
        start = room.cell_at(near.x // 1 + 0.5 + right, near.y // 1 + 0.5 + down)
        if start is None:
            continue
        way = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        if room.add(LittleKiller((start,), way, int(near.text)), shapes=[line, near]):
            marks.remove(near)


# ---- cells


def _find_cages(room: _Room) -> None:
    for block in room.blocks():
        total = _number(block.text.strip()) if block.text.strip() else 0
        if total is not None and (total or room.says("cage|killer")):
            cage = Cage("+", total or None, block.cells, repeats=False)
            if not room.add(cage, shapes=[block]) and room.says("repeat"):
                room.add(Cage("+", total or None, block.cells), shapes=[block])


def _find_parities(room: _Room) -> None:
    even, odd = room.says(r"\beven\b"), room.says(r"\bodd\b")
    for mark in room.marks():
        cell = room.in_cell(mark)
        is_mark = cell is not None and _is_gray(mark.fill) and 0.4 <= mark.width < 1.0
        if not is_mark or cell is None or mark.text:
            continue
        if mark.is_round and odd:
            room.add(Odd((cell,)), shapes=[mark])
        elif not mark.is_round and even:
            room.add(Even((cell,)), shapes=[mark])


def _find_counting_circles(room: _Room) -> None:
    if room.says(r"circle[^.]*(?:how many|number of|times|exactly)|counting circle"):
        rings = _end_marks(room, lambda mark: mark.is_round and 0.4 <= mark.width <= 1)
        if rings:
            room.add(CountingCircles(tuple(sorted(rings))), shapes=[*rings.values()])


def _find_clones(room: _Room) -> None:
    """Find groups of cells of one color and one outline."""
    if not room.says(r"clone|identical|same digits in the same"):
        return
    by_color: dict[str, dict[int, DrawnMark]] = defaultdict(dict)
    for mark in room.marks():
        cell = room.in_cell(mark)
        if cell is not None and not mark.is_round and mark.width >= 0.9 and mark.fill:
            by_color[mark.fill][cell] = mark
    for tiles in by_color.values():
        alike: dict[frozenset[tuple[int, int]], list[tuple[int, ...]]] = defaultdict(list)
        for group in _connected({*tiles}, room.n):
            alike[_outline(group, room.n)].append(group)
        if all(len(groups) > 1 for groups in alike.values()):
            pairs = [pair for groups in alike.values() for pair in pairwise(groups)]
            room.add(*(Clone(*pair) for pair in pairs), shapes=[*tiles.values()])


def _connected(cells: set[int], n: int) -> list[tuple[int, ...]]:
    """Return the groups of cells that share sides."""
    groups, left = [], {*cells}
    while left:
        group, open_cells = set[int](), [min(left)]
        while open_cells:
            cell = open_cells.pop()
            if cell not in left:
                continue
            left.remove(cell)
            group.add(cell)
            open_cells += [cell - n, cell + n]
            open_cells += [cell - 1] * (cell % n > 0) + [cell + 1] * (cell % n < n - 1)
        groups.append(tuple(sorted(group)))
    return groups


def _outline(cells: tuple[int, ...], n: int) -> frozenset[tuple[int, int]]:
    top, left = min(cell // n for cell in cells), min(cell % n for cell in cells)
    return frozenset((cell // n - top, cell % n - left) for cell in cells)


# ---- rules without a drawing


def _find_global_rules(room: _Room) -> None:
    known = {type(each) for each in room.scl.constraints}
    if room.says(r"anti[- ]?knight|knight'?s?[- ]?(?:move|step)") and AntiKnight not in known:
        room.add(AntiKnight())
    if room.says(r"anti[- ]?king|king'?s?[- ]?(?:move|step)") and AntiKing not in known:
        room.add(AntiKing())
    apart = r"non[- ]?consecutive|adjacent cells (?:may|can|must)(?: ?not)[^.]*consecutive"
    if room.says(apart) and NoDifference not in known:
        room.add(NoDifference())
    if room.says(r"disjoint (?:group|set)|same (?:relative )?position[^.]*box"):
        room.add_sets("disjoint groups", *disjoint_groups(room.puzzle.geometry))
    _find_diagonals(room)


def _find_diagonals(room: _Room) -> None:
    if not room.says("diagonal"):
        return
    both = (rising_diagonal(room.n), falling_diagonal(room.n))
    drawn = {each: line for line in room.lines() for each in both if _is_along(line, each, room.n)}
    marked = [*drawn]
    pattern = r"(?:both|main|marked|long|two|each|the|along) [^.]{0,20}diagonals?|sudoku[- ]?x\b"
    is_meant = marked or room.says(pattern)
    if is_meant and not (room.says("little killer|arrow") and not marked):
        room.add_sets("diagonals", *(marked or both), shapes=[*drawn.values()])


def _is_along(line: DrawnLine, diagonal: tuple[int, ...], n: int) -> bool:
    """Return whether a line runs from one end of a diagonal to the other, or corner to corner."""
    ends = [center_of(cell, n) for cell in (diagonal[0], diagonal[-1])]
    drawn = line.points[0], line.points[-1]
    return len(line.points) == 2 and any(
        all(abs(x - u) < 0.6 and abs(y - v) < 0.6 for (x, y), (u, v) in zip(way, ends, strict=True))
        for way in (drawn, drawn[::-1])
    )


_FINDERS: tuple[Callable[[_Room], None], ...] = (
    _find_cages,
    _find_little_killers,
    _find_arrows,
    _find_thermometers,
    _find_lines_with_ends,
    _find_global_rules,
    _find_lines,
    _find_dots,
    _find_sums_on_borders,
    _find_quadruples,
    _find_numbers_outside,
    _find_counting_circles,
    _find_parities,
    _find_clones,
)
