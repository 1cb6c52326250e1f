"""Sets of puzzles: the known ones by name, and any file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pandoku.errors import FormatError, PandokuError
from pandoku.formats import Block, Lines, items_and_blocks
from pandoku.model import Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Contents", "PuzzleSet", "choose", "known_sets", "read_set"]

# The sets that fast solvers are compared on, by their files in data/sudoku.
_SUDOKU = {
    "17 clues": "puzzles2_17_clue",
    "generated minimal": "generated_minimal_100k.txt",
    "magictour top 1465": "puzzles3_magictour_top1465",
    "Serg": "puzzles7_serg_benchmark",
    "hardest 1905, 11+": "puzzles5_forum_hardest_1905_11+",
    "hardest 1106": "puzzles6_forum_hardest_1106",
    "16x16": "sudoku16.jsonl",
    "25x25": "sudoku25.jsonl",
}


class PuzzleSet(NamedTuple):
    """A set: its name, the group it is in ("sudoku", "cages", "file") and its file."""

    name: str
    group: str
    path: Path


class Contents(NamedTuple):
    """What a file holds.

    Attributes:
        geometry: The one of all puzzles, when they are houses and givens and nothing else.
        rows: Their digits, uint8 (n, cells), 0 for empty; without rows in any other file.
        puzzles: All of them, in the order of the file; empty when there are rows.
    """

    geometry: Geometry | None
    rows: NDArray[np.uint8] | None
    puzzles: tuple[Puzzle, ...]


def known_sets(folder: Path) -> list[PuzzleSet]:
    """Return the sets found under *folder*: data/sudoku and every data/cages/*.jsonl."""
    data = folder / "data"
    sudoku = [PuzzleSet(name, "sudoku", data / "sudoku" / file) for name, file in _SUDOKU.items()]
    cages = [PuzzleSet(path.stem, "cages", path) for path in sorted(data.glob("cages/*.jsonl"))]
    return [one for one in sudoku if one.path.is_file()] + cages


def choose(sets: Sequence[PuzzleSet], names: Sequence[str]) -> list[PuzzleSet]:
    """Return the sets that bear one of the names, or are in a group of that name.

    Raises:
        ValueError: A name is neither; the message has the nearest.
    """
    chosen: list[PuzzleSet] = []
    for name in names:
        wanted = name.casefold()
        found = [one for one in sets if wanted in (one.name.casefold(), one.group)]
        if not found:
            known = list(dict.fromkeys([*(one.group for one in sets), *(s.name for s in sets)]))
            near = get_close_matches(name, known, n=3) or known
            raise ValueError(f"there is no set {name!r}; try {', '.join(map(repr, near))}")
        chosen += [one for one in found if one not in chosen]
    return chosen


def read_set(path: Path) -> Contents:
    """Read a file of puzzles, in any format.

    Raises:
        OSError: The file cannot be read.
        FormatError: A puzzle is bad; the message names the file.
    """
    pieces: list[Block | Puzzle] = []
    with path.open("rb", buffering=1 << 20) as stream:
        try:
            for found in items_and_blocks(Lines(stream)):
                piece = found if isinstance(found, Block) else found.value
                if isinstance(piece, PandokuError):
                    raise piece
                pieces.append(piece)
        except PandokuError as error:
            raise FormatError(f"{path}: {error}") from None
    geometries = {
        Geometry.standard(piece.order) if isinstance(piece, Block) else piece.geometry
        for piece in pieces
    }
    if len(geometries) == 1 and all(map(_is_plain, pieces)):
        return Contents(geometries.pop(), _rows(pieces), ())
    return Contents(None, None, tuple(chain.from_iterable(map(_puzzles, pieces))))


def _is_plain(piece: Block | Puzzle) -> bool:
    return isinstance(piece, Block) or (not piece.cages and piece.candidates is None)


def _rows(pieces: Sequence[Block | Puzzle]) -> NDArray[np.uint8]:
    import numpy as np

    digits = b"".join(p.cells if isinstance(p, Block) else bytes(p.givens) for p in pieces)
    return np.frombuffer(digits, np.uint8).reshape(-1, pieces[0].order ** 2)


def _puzzles(piece: Block | Puzzle) -> Iterable[Puzzle]:
    return (piece,) if isinstance(piece, Puzzle) else map(piece.puzzle, range(piece.n_puzzles))
