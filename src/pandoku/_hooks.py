"""Functions of upper layers that lower layers call without importing the upper layers.

`pandoku/__init__.py` sets these functions.
"""

from __future__ import annotations

TYPE_CHECKING = False  # not imported from `typing`, which is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = [
    "constraint_class",
    "is_proper",
    "path_as_json",
    "picture_of",
    "read_additions",
    "read_board",
    "read_many",
    "read_parts",
    "read_puzzle",
    "rich_of",
    "save_drawing",
    "save_path",
    "steps_booklet",
    "text_of",
]


def _not_set(*what: Any, **names: Any) -> Any:
    raise RuntimeError("import pandoku before its parts")


# Readers. `read_puzzle` reads text or bytes. Its keyword argument gives the characters for the
# digits, as in `Puzzle.symbols`. `read_board` also reads stored progress. `read_many` reads many
# texts. It returns a Batch if the puzzles share a geometry, or else a list. `read_parts` also reads
# many texts, and returns the good puzzles together with the errors of bad texts.
read_puzzle: Callable[..., Any] = _not_set
read_board: Callable[..., Any] = _not_set
read_many: Callable[[Sequence[str | bytes]], Any] = _not_set
read_parts: Callable[[Sequence[object]], Any] = _not_set

# Returns the constraints, houses and givens in a text, which has one of them on each line. The
# second argument is the order of the puzzle.
read_additions: Callable[[str, int], Sequence[Any]] = _not_set

# Returns the class of constraints that has a name or an alias.
constraint_class: Callable[[str], type[Any]] = _not_set

# Returns True if a search within a fixed budget proves that a puzzle has exactly one solution.
is_proper: Callable[[Any], bool] = _not_set

# Three functions that return a picture of a value. The first returns SVG, or None if the value has
# no picture. The second returns text, and the third an object that rich can print.
picture_of: Callable[[Any], Any] = _not_set
text_of: Callable[[Any], str] = _not_set
rich_of: Callable[[Any], Any] = _not_set

# Functions that write a drawing, or an explained path, to a file.
save_drawing: Callable[[Any, Any], None] = _not_set
save_path: Callable[[Any, Any], None] = _not_set

# Returns an explained path as a JSON value.
path_as_json: Callable[..., Any] = _not_set

# Returns an explained path as a PDF. The second argument is the width and height of the paper in
# points.
steps_booklet: Callable[..., bytes] = _not_set
