"""Pictures for the written pages: one for each example file, and named scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pandoku
from pandoku.draw import draw, draw_step, svg

__all__ = ["files"]

_EXAMPLES = Path(__file__).parents[2] / "examples"


def files() -> Iterator[tuple[str, str]]:
    """Yield `pictures/examples/NAME.svg` of each example, and `pictures/NAME.svg` of each scene."""
    for path in sorted(each for each in _EXAMPLES.iterdir() if each.is_file()):
        puzzle = next(pandoku.read(path))
        shown = puzzle if puzzle.candidates is None else pandoku.Board.start(puzzle)
        picture = draw(shown, candidates=shown is not puzzle)
        yield f"pictures/examples/{path.stem}.svg", svg(picture)
    for name, scene in _SCENES.items():
        yield f"pictures/{name}.svg", scene()


def _step_of_a_killer() -> str:
    """Return the second step of the killer in the scale pandoku, with two rows."""
    return _step("killer.txt", 2, "pandoku")


def _last_single() -> str:
    return _step("four.txt", 1, "human")


def _candidates() -> str:
    puzzle = pandoku.load(_EXAMPLES / "escargot.txt")
    return svg(draw(puzzle, candidates=True))


def _step(example: str, number: int, scale: str) -> str:
    puzzle = pandoku.load(_EXAMPLES / example)
    taken = pandoku.explain(puzzle, scale=scale, is_proper=True, limit=number)[number - 1]
    return svg(draw_step(taken.board, taken.step, taken.explanation))


_SCENES: dict[str, Callable[[], str]] = {
    "step": _step_of_a_killer,
    "single": _last_single,
    "candidates": _candidates,
}
