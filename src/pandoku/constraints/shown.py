"""Constraints that are shown but do not restrict digits: fog, drawings, and rules in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from pandoku.constraints._drawn_shapes import image_of_shapes, read_shapes, text_of_shapes
from pandoku.constraints._glimpse import cells_under
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.model import Constraint, Disc, Puzzle, Sign, Stroke, Tile, center_of
from pandoku.model.constraint import CellsLike, are_touching, cell_defects

__all__ = [
    "Drawing",
    "Fog",
    "RulesInWords",
    "are_usual_rules",
    "is_foggy",
    "words_in",
    "words_of_rules",
]

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model import Decoration, Geometry, Relation


@dataclass(frozen=True, slots=True)
class Fog(Constraint):
    """Fog over the grid, except in some cells. A correct digit clears the cells around it.

    Fog does not change the rules or the solution of a puzzle. It only hides cells during a game.

    Attributes:
        lights: The cells that are clear from the beginning, in any order. Use `around` to create
            fog from lamps, which also light the cells around them.
    """

    NAME: ClassVar[str] = "fog"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("lights",)
    UNORDERED: ClassVar[tuple[str, ...]] = ("lights",)
    RESTRICTS_DIGITS: ClassVar[bool] = False

    lights: CellsLike

    @classmethod
    def around(cls, lamps: Iterable[int], order: int) -> Self:
        """Return fog with lamps. Each lamp lights its cell and all cells that touch this cell.

        >>> Fog.around([0], 9)
        Fog(lights=(0, 1, 9, 10))
        """
        cells = {*lamps}
        near = (
            cell
            for cell in range(order * order)
            if any(are_touching(cell, lamp, order) for lamp in cells)
        )
        return cls(tuple(sorted(cells | {*near})))

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the defects of the lights."""
        yield from cell_defects(self.lights, geometry)

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return "": the lights have no rule, and a board names the cells that are in the fog."""
        return ""

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return no relations."""
        return ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return True for every grid."""
        return True

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the lights at their new place. Digits may be relabeled in any way."""
        return self.moved(cells)

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the fog over the cells that are not lit."""
        clear = {*self.lights}
        hidden = (cell for cell in range(geometry.n_cells) if cell not in clear)
        points = tuple(center_of(cell, geometry.order) for cell in hidden)
        return (Tile("fog", points),) if points else ()


def is_foggy(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has fog over any of its cells."""
    return any(isinstance(each, Fog) for each in puzzle.further)


_SHAPES = {Stroke: "line", Disc: "circle", Tile: "square", Sign: "text"}
_LONGEST_RULES = 20_000
_SHOWN_TITLE = 40  # characters


class _Unchecked(Constraint):
    """A constraint whose meaning is unknown, so that every grid satisfies it."""

    __slots__ = ()

    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()
    RESTRICTS_DIGITS: ClassVar[bool] = False
    IS_CHECKED: ClassVar[bool] = False

    def heading(self) -> str:
        """Return only the kind, because the contents are too long for a heading."""
        return self.NAME

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return no relations."""
        return ()

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return True for every grid."""
        return True


@dataclass(frozen=True, slots=True)
class Drawing(_Unchecked):
    """Shapes that are drawn on the grid. Their meaning is not checked.

    Attributes:
        shapes: The shapes as JSON, because the fields of a constraint must be plain values. Each
            shape is a list of its name ("stroke", "disc", "tile" or "sign") and the fields of its
            class. Fields at the end may be omitted if they have the usual value. The method `of`
            creates the text from decorations.
        title: Title of the drawing in its file, or "".
    """

    NAME: ClassVar[str] = "drawing"

    shapes: str
    title: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.title, str):
            raise PuzzleError(f"drawing: expected a title as a text, found {self.title!r:.60}")
        object.__setattr__(self, "shapes", text_of_shapes(read_shapes(self.shapes)))

    @classmethod
    def of(cls, decorations: Iterable[Decoration], title: str = "") -> Self:
        """Return decorations as a drawing.

        >>> Drawing.of([Sign(0.5, -0.5, "7")])
        Drawing(shapes='[["sign",0.5,-0.5,"7"]]', title='')
        """
        return cls(text_of_shapes(decorations), title)

    def heading(self) -> str:
        """Return the kind, and the title if there is one."""
        return f"{self.NAME} ({self.title[:_SHOWN_TITLE]})" if self.title else self.NAME

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return the shapes at a cell: "drawing without a rule: circle 7"."""
        parts = (
            f"{_SHAPES[type(shape)]} {getattr(shape, 'text', '')}".strip()
            for shape in read_shapes(self.shapes)
            if cell in cells_under(shape, geometry.order)
        )
        return f"drawing without a rule: {', '.join(dict.fromkeys(parts))}"

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield a defect for a point that is too far outside the grid to be drawn."""
        end = geometry.order + 1
        for shape in read_shapes(self.shapes):
            points = ((shape.x, shape.y),) if isinstance(shape, Sign) else shape.points
            for x, y in points:
                if not (-1 <= x <= end and -1 <= y <= end):
                    yield f"expected points at most a cell outside the grid, found {x:g}, {y:g}"
                    return

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the shapes."""
        return read_shapes(self.shapes)

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the drawing rotated or reflected, or None for any other symmetry."""
        if digits is not None:
            return None
        shapes = image_of_shapes(read_shapes(self.shapes), cells)
        return None if shapes is None else replace(self, shapes=text_of_shapes(shapes))


@dataclass(frozen=True, slots=True)
class RulesInWords(_Unchecked):
    """Rules that a file states only as a text for people. The text is shown, but not checked.

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

    def rule(self, geometry: Geometry) -> str:
        """Return the text."""
        return self.text

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the rules if nothing changes, else None. The text may name any cell or digit."""
        stays = list(cells) == [*range(len(cells))] and digits is None
        return self if stays else None


def words_of_rules(text: str, order: int) -> tuple[RulesInWords, ...]:
    """Return a text as rules in words, or () if it only states the rules of every Sudoku.

    Args:
        text: The rules in a file, or "".
        order: The n of an n x n grid.

    Raises:
        PuzzleError: The text has more than 20,000 characters.

    >>> words_of_rules("Normal Sudoku rules apply.", 9)
    ()
    """
    return () if are_usual_rules(text, order) else (RulesInWords(text),)


def are_usual_rules(text: str, order: int) -> bool:
    """Return whether a text only states the rules of every Sudoku of an order."""
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", text.casefold()).split())
    return not plain or re.fullmatch(_NORMAL.format(n=order), plain) is not None


def words_in(puzzle: Puzzle) -> str:
    """Return the rules in words from the constraints, else from the source, else "".

    >>> words_in(Puzzle(4, words="Sudoku.").with_(RulesInWords("Row 1 is odd.")))
    'Row 1 is odd.'
    """
    texts = (each.text for each in puzzle.further if isinstance(each, RulesInWords))
    return "\n".join(texts) or puzzle.words or ""


# Texts that only state the rules of every Sudoku, as lower-case letters and digits.
_NORMAL = (
    r"(?:(?:normal|standard|classic|regular|usual) )?(?:{n}x{n} )?sudoku(?: rules(?: apply)?)?"
    r"|(?:normal|standard|classic|regular|usual) rules(?: of sudoku)?(?: apply)?"
    r"|(?:place|put|enter) (?:the )?digits (?:from )?1 (?:to )?{n} in(?:to)? (?:each|every) row "
    r"column and (?:3x3 )?box(?: exactly once| once)?"
)


_EXAMPLE = Puzzle.sudoku(
    ".24........1.1....5...3...3..4.....6",
    solution="124653635241312465546132263514451326",
)


RULES = (
    Rule(
        make=Fog,
        nouns="fog",
        text="Fog hides a cell until a correct digit is placed there or in a cell beside it.",
        example=_EXAMPLE.with_(
            Fog("r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r2c5 r2c6 r3c5 r3c6 r4c5 r4c6"),
        ),
    ),
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
