"""Support for calling the module `pandoku.draw`, as in `pandoku.draw(puzzle)`."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pandoku.draw.drawing import Drawable, drawing_of
from pandoku.draw.drawing import draw as draw_puzzle
from pandoku.draw.items import Drawing
from pandoku.model import CellLike, Marks

__all__ = ["Called"]


class _Medium:
    """A function of `pandoku.draw` in the module of the same name, which is loaded on first use.

    When Python loads the module, it would put the module in the place of the function.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, package: ModuleType, owner: type | None = None) -> object:
        if self._name in package.__dict__:
            return package.__dict__[self._name]
        return getattr(import_module(f"{package.__name__}.{self._name}"), self._name)

    def __set__(self, package: ModuleType, value: object) -> None:
        if not isinstance(value, ModuleType):
            package.__dict__[self._name] = value


class Called(ModuleType):
    """The class of the module `pandoku.draw`, which makes it callable."""

    pdf, png, svg = _Medium(), _Medium(), _Medium()

    def __call__(self, what: Drawable, *more: Any, **how: Any) -> Drawing:
        """Return the drawing of a value. Notebooks show it as a picture.

        Args:
            what: A puzzle in any form, a board, an outcome, a hint, a step of a path, or a drawing.
            more: Positional arguments after *what*, which are refused with a helpful error.
            how: The options of `pandoku.draw.draw`, which are only valid for a puzzle or a board.

        Raises:
            PuzzleError, FormatError: *what* cannot be drawn, or an option is invalid.
            TypeError: There is a second positional argument, or an unknown option.
        """
        if more:
            raise TypeError(
                f"pandoku.draw() takes one value and options by name, found {more[0]!r:.60} after "
                "it; pandoku.svg(puzzle) is the text of a picture to write to a file"
            )
        return draw_puzzle(what, **how) if how else drawing_of(what)  # type: ignore[arg-type]


if TYPE_CHECKING:
    # Type checkers reject calls of a module, so they see a class here. Calling this class returns a
    # drawing. A test checks that the class has the same names as the module.
    from typing import TypeAlias

    import pandoku.draw as names

    _Shown: TypeAlias = Drawable
    _Picture: TypeAlias = Drawing

    class draw:  # noqa: N801  # the name of the module
        """The type of `pandoku.draw`, for type checkers."""

        Curve: TypeAlias = names.Curve
        Drawable: TypeAlias = _Shown
        Drawing: TypeAlias = _Picture
        Fill: TypeAlias = names.Fill
        HasDrawing: TypeAlias = names.HasDrawing
        Key: TypeAlias = names.Key
        Line: TypeAlias = names.Line
        Ring: TypeAlias = names.Ring
        Text: TypeAlias = names.Text
        STYLES = names.STYLES
        THEMES = names.THEMES
        draw = staticmethod(draw_puzzle)
        draw_branch = staticmethod(names.draw_branch)
        draw_strip = staticmethod(names.draw_strip)
        draw_counts = staticmethod(names.draw_counts)
        draw_step = staticmethod(names.draw_step)
        drawing_of = staticmethod(drawing_of)
        pdf = staticmethod(names.pdf)
        picture_of = staticmethod(names.picture_of)
        png = staticmethod(names.png)
        rich_of = staticmethod(names.rich_of)
        rich_text = staticmethod(names.rich_text)
        size = staticmethod(names.size)
        svg = staticmethod(names.svg)
        text = staticmethod(names.text)
        text_of = staticmethod(names.text_of)

        def __new__(  # type: ignore[misc]  # it makes a Drawing
            cls,
            what: _Shown,
            *,
            candidates: bool = False,
            highlights: Collection[CellLike] = (),
            marks: Marks | None = None,
            coordinates: bool = True,
        ) -> _Picture: ...
