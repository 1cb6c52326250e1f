"""Drawings without a meaning, and rules in words: both are shown, and not checked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Disc, Puzzle, Sign, Stroke, Tile

__all__ = ["SETTER_COLORS", "Drawing", "RulesInWords", "drawn_role", "words_of_rules"]

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation

_LONGEST = 200_000  # characters of a drawing
_LONGEST_RULES = 20_000
_FARTHEST = 100.0  # cells from the corner of a grid; drawings lie in it or close to it
_SHOWN = 30
_Point: TypeAlias = tuple[float, float]


class _Unchecked(Constraint):
    """A constraint that always holds, as its meaning is not known."""

    __slots__ = ()

    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    RESTRICTS_DIGITS: ClassVar[bool] = False
    IS_CHECKED: ClassVar[bool] = False

    def heading(self) -> str:
        """Return its kind; the rest is too long for a heading."""
        return self.NAME

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return nothing: what it asks for is not known."""
        return ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return True for every grid."""
        return True


@dataclass(frozen=True, slots=True)
class Drawing(_Unchecked):
    """Shapes that are drawn on the grid; what they ask for is not checked.

    Attributes:
        shapes: The shapes as JSON, so that they are a plain value: a list of a name, "stroke",
            "disc", "tile" or "sign", and the fields of its class. `of` makes it from decorations.
        title: What a file calls them, or "".
    """

    NAME: ClassVar[str] = "drawing"

    shapes: str
    title: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str):
            raise PuzzleError(f"drawing: expected a title as a text, found {self.title!r:.60}")
        object.__setattr__(self, "shapes", _text_of(_read(self.shapes)))

    @classmethod
    def of(cls, decorations: Iterable[Decoration], title: str = "") -> Self:
        """Return a drawing of decorations.

        >>> Drawing.of([Sign(0.5, -0.5, "7")])
        Drawing(shapes='[["sign",0.5,-0.5,"7"]]', title='')
        """
        return cls(_text_of(decorations), title)

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield which point lies too far outside, so that no picture has room for it."""
        end = geometry.order + 1
        for shape in _read(self.shapes):
            points = ((shape.x, shape.y),) if isinstance(shape, Sign) else shape.points
            for x, y in points:
                if not (-1 <= x <= end and -1 <= y <= end):
                    yield f"expected points at most a cell outside the grid, found {x:g}, {y:g}"
                    return

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the shapes."""
        return _read(self.shapes)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the same drawing turned or reflected; it survives no other symmetry."""
        if digits is not None:
            return None
        n = round(len(cells) ** 0.5)
        for move in _moves(n):
            if all(_cell_at(move, cell, n) == image for cell, image in enumerate(cells)):
                return replace(self, shapes=_text_of(_moved(e, move) for e in _read(self.shapes)))
        return None


@dataclass(frozen=True, slots=True)
class RulesInWords(_Unchecked):
    """Rules that a file has only as a text for people; they are shown and not checked.

    Attributes:
        text: The text.
    """

    NAME: ClassVar[str] = "rules in words"

    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not self.text.strip():
            raise PuzzleError(f"rules in words: expected a text, found {self.text!r:.60}")
        if len(self.text) > _LONGEST_RULES:
            raise PuzzleError(
                f"rules in words: expected at most {_LONGEST_RULES:,} characters, "
                f"found {len(self.text):,}"
            )

    def rule(self) -> str:
        """Return the text."""
        return self.text

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return None unless nothing moves: the text may speak of any cell or digit."""
        stays = list(cells) == [*range(len(cells))] and digits is None
        return self if stays else None


def words_of_rules(text: str, order: int) -> tuple[RulesInWords, ...]:
    """Return the rules in words of a text, or nothing if it only has the rules of every Sudoku.

    Args:
        text: What a file says about its rules; it may be empty.
        order: The n of n x n.

    Raises:
        PuzzleError: The text is far too long.

    >>> words_of_rules("Normal Sudoku rules apply.", 9)
    ()
    """
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", text.casefold()).split())
    if not plain or re.fullmatch(_NORMAL.format(n=order), plain):
        return ()
    return (RulesInWords(text),)


# What says nothing but the rules of every Sudoku, in plain letters and digits.
_NORMAL = (
    r"(?:(?:normal|standard|classic|regular|usual) )?(?:{n}x{n} )?sudoku(?: rules(?: apply)?)?"
    r"|(?:normal|standard|classic|regular|usual) rules(?: of sudoku)?(?: apply)?"
    r"|(?:place|put|enter) (?:the )?digits (?:from )?1 (?:to )?{n} in(?:to)? (?:each|every) row "
    r"column and (?:3x3 )?box(?: exactly once| once)?"
)


# ---- the colors of what setters draw


# The roles of drawings, each with a color that stands for it.
SETTER_COLORS = {
    "drawn-red": "#E6261F",
    "drawn-orange": "#EB7532",
    "drawn-yellow": "#F7D038",
    "drawn-green": "#67F067",
    "drawn-blue": "#34BBE6",
    "drawn-purple": "#D23BE7",
    "drawn-gray": "#CFCFCF",
    "black": "#000000",
    "white": "#FFFFFF",
    "ring": "#A1A1A1",
}
_HUES = (  # up to these degrees on the circle of colors
    (18, "drawn-red"),
    (42, "drawn-orange"),
    (70, "drawn-yellow"),
    (165, "drawn-green"),
    (250, "drawn-blue"),
    (330, "drawn-purple"),
    (361, "drawn-red"),
)
_COLOR = re.compile(r"#(?:([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?|([0-9a-f]{6})(?:[0-9a-f]{2})?)")
_DULL = 0.12  # the least difference between the parts of a color that is not gray


def drawn_role(color: str, rim: str = "") -> str:
    """Return the role that shows a color of another program; drawings have few, for every theme.

    Args:
        color: A color such as "#67F067"; anything else counts as gray, and "" as no color.
        rim: The color of the rim of a shape, which is a ring if it has no color itself.

    >>> drawn_role("#67f067"), drawn_role("#000"), drawn_role("", "#888888")
    ('drawn-green', 'black', 'ring')
    """
    if not color:
        return "ring" if rim else "drawn-gray"
    match = _COLOR.fullmatch(color.strip().casefold())
    if match is None:
        return "drawn-gray"
    digits = match[4] or "".join(each * 2 for each in match.groups()[:3])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    most, spread = max(parts), max(parts) - min(parts)
    if spread < _DULL:
        return "black" if most < 0.25 else "white" if most > 0.9 else "drawn-gray"
    at = parts.index(most)
    degrees = 60 * (2 * at + (parts[(at + 1) % 3] - parts[at - 1]) / spread) % 360
    return next(role for end, role in _HUES if degrees < end)


# ---- shapes as JSON


def _text_of(decorations: Iterable[Decoration]) -> str:
    """Return shapes as JSON."""
    return json.dumps(
        [_values(each) for each in decorations], separators=(",", ":"), ensure_ascii=False
    )


def _values(shape: Decoration) -> list[object]:
    """Return the name of a shape and its fields."""
    if isinstance(shape, Stroke):
        return ["stroke", shape.role, shape.points, shape.has_head]
    if isinstance(shape, Disc):
        return ["disc", shape.role, shape.points, shape.radius, shape.text]
    if isinstance(shape, Tile):
        return ["tile", shape.role, shape.points, shape.size, shape.text]
    return ["sign", shape.x, shape.y, shape.text]


def _read(text: object) -> tuple[Decoration, ...]:
    """Return the shapes of JSON.

    Raises:
        PuzzleError: It is something else.
    """
    if not isinstance(text, str):
        raise PuzzleError(f"drawing: expected shapes as JSON, found {text!r:.60}")
    if len(text) > _LONGEST:
        raise PuzzleError(f"drawing: expected at most {_LONGEST:,} characters, found {len(text):,}")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not found:
        raise PuzzleError(f"drawing: expected a list of shapes as JSON, found {text[:_SHOWN]!r}")
    return tuple(map(_shape, found))


def _shape(value: Any) -> Decoration:
    match value:
        case ["stroke", str(role), list(points), bool(has_head)] if len(points) > 1:
            return Stroke(role, _points(points), has_head)
        case ["disc", str(role), list(points), radius, str(text)] if points:
            return Disc(role, _points(points), _number(radius), text)
        case ["tile", str(role), list(points), size, str(text)] if points:
            return Tile(role, _points(points), _number(size), text)
        case ["sign", x, y, str(text)]:
            return Sign(_number(x), _number(y), text)
    raise PuzzleError(
        "drawing: expected a stroke, disc, tile or sign with its fields, "
        f"found {json.dumps(value)[: 2 * _SHOWN]}"
    )


def _points(values: list[Any]) -> tuple[_Point, ...]:
    for each in values:
        if not isinstance(each, list) or len(each) != 2:
            raise PuzzleError(f"drawing: expected a point as two numbers, found {each!r:.60}")
    return tuple((_number(x), _number(y)) for x, y in values)


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -_FARTHEST <= value <= _FARTHEST:  # this also excludes NaN
        raise PuzzleError(
            f"drawing: expected a number of at most {_FARTHEST:g} cells, found {value!r:.60}"
        )
    return float(value)


# ---- turned and reflected drawings


def _moves(n: int) -> Iterator[Callable[[float, float], _Point]]:
    """Yield the eight symmetries of a square with sides of n cells."""
    yield lambda x, y: (x, y)
    yield lambda x, y: (n - x, y)
    yield lambda x, y: (x, n - y)
    yield lambda x, y: (n - x, n - y)
    yield lambda x, y: (y, x)
    yield lambda x, y: (n - y, x)
    yield lambda x, y: (y, n - x)
    yield lambda x, y: (n - y, n - x)


def _cell_at(move: Callable[[float, float], _Point], cell: int, n: int) -> int:
    x, y = move(cell % n + 0.5, cell // n + 0.5)
    return int(y) * n + int(x)


def _moved(shape: Decoration, move: Callable[[float, float], _Point]) -> Decoration:
    if isinstance(shape, Sign):
        x, y = move(shape.x, shape.y)
        return Sign(x, y, shape.text)
    return replace(shape, points=tuple(move(x, y) for x, y in shape.points))


_EXAMPLE = Puzzle.sudoku(
    ".24........1.1....5...3...3..4.....6",
    solution="124653635241312465546132263514451326",
)
RULES = (
    Rule(
        make=Drawing,
        text="A drawing shows shapes; what they mean is not checked.",
        example=_EXAMPLE.with_(
            Drawing.of(
                [
                    Stroke("line", ((0.5, 0.5), (1.5, 1.5), (2.5, 1.5))),
                    Disc("ring", ((3.5, 3.5),), 0.35, "7"),
                ],
                "a line and a circle",
            ),
            Drawing.of([Sign(0.5, -0.5, "12"), Tile("highlight", ((4.5, 4.5),))]),
        ),
    ),
    Rule(
        make=RulesInWords,
        text="Rules in words are for people to read, and are not checked.",
        example=_EXAMPLE.with_(RulesInWords("Normal sudoku rules apply. The line means nothing.")),
    ),
)
