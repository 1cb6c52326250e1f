"""Boards of every kind, and how they are written down: characters, and what each of them is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pandoku.constraints import XV, Even, GreaterThan, Odd, Quadruple, Sandwich, Whisper
from pandoku.draw import STYLES
from pandoku.formats import load
from pandoku.logic import Hint, hint_ladder
from pandoku.model import Board, Marks, Puzzle
from pandoku.techniques import get_technique
from pandoku.terminal.grid import Size, grid_of
from pandoku.terminal.hints import highlights_of
from pandoku.terminal.painter import Painter
from pandoku.terminal.palette import Palette, palette_of
from pandoku.terminal.scene import Scene
from pandoku.terminal.themes import TERMINAL_THEMES
from tests.data import EASY, EXAMPLES
from tests.draw.make_golden import with_every_shape
from tests.techniques.boards import step_for

INKS = (
    *("given", "digit", "placed", "wrong", "wrong big", "corner", "corner same", "center"),
    *("center same", "more", "candidate", "goes", "sign", "ground", "clue", "tag", "bracket"),
    *("shape", "shape-whisper", "shape-renban", "stroke"),
    *("line-cell", "line-cage", "line-box", "line-told", "ruled", "placed-mark", *STYLES),
    *(f"cursor-{mode}" for mode in ("digit", "corner", "center", "color")),
)
LAYERS = (
    *((name,) for name in ("peer", "same", "house", "highlight", "seen", "placed", "extra")),
    *((style,) for style in STYLES),
    *((f"color-{k}",) for k in range(1, 10)),
    *((f"color-{k}", "peer", "same", "selected") for k in range(1, 10)),
    ("wrong", "selected"),
    ("selected",),
)
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789αβγδεζηθ"


def scenes() -> Iterator[tuple[str, Puzzle, Size, Scene]]:
    """Yield the boards to compare: a name, the puzzle, a size and the scene."""
    four, played = four_played()
    nine, easy = nine_played()
    for size in ("small", "medium", "large"):
        yield f"four-{size}", four, size, played
        yield f"nine-{size}", nine, size, easy
        yield f"nine-{size}-signs", nine, size, replace(easy, has_signs=True)
        for name in ("calcudoku5.in", "jigsaw6.solo", "killer6.json"):
            puzzle = load(EXAMPLES / name)
            yield f"{name.partition('.')[0]}-{size}", puzzle, size, started(puzzle)
        for technique in ("xy-wing", "innies"):
            board, hint = hinted(technique)
            lit = Scene(board.digits, None, 0, highlights=highlights_of(hint), has_signs=True)
            yield f"hint-{technique}-{size}", board.puzzle, size, lit
    xy_wing, wing = hinted("xy-wing")
    lit_wing = Scene(xy_wing.digits, None, 0, highlights=highlights_of(wing), has_signs=True)
    one_line: tuple[Size, ...] = ("tiny", "compact", "wide")
    for size in one_line:
        yield f"nine-{size}", nine, size, easy
        yield f"nine-{size}-signs", nine, size, replace(easy, has_signs=True)
        yield f"hint-xy-wing-{size}", xy_wing.puzzle, size, lit_wing
        caged = load(EXAMPLES / "killer6.json")
        yield f"killer6-{size}", caged, size, started(caged)
    sixteen = load(EXAMPLES / "sixteen.json")
    yield "sixteen-tiny", sixteen, "tiny", replace(started(sixteen), mistakes=frozenset([1, 2, 3]))
    for name in ("killer.txt", "sixteen.json", "diagonal.json", "windoku.json"):
        puzzle = load(EXAMPLES / name)
        yield f"{name.partition('.')[0]}-small", puzzle, "small", started(puzzle)
    yield "windoku-medium", load(EXAMPLES / "windoku.json"), "medium", Scene(puzzle.givens)
    every, cells = with_every_shape(), with_signs_in_cells()
    yield "with-shapes-tiny", every, "tiny", Scene(every.givens, cursor=10)
    yield "with-shapes-small", every, "small", Scene(every.givens, cursor=10)
    yield "with-shapes-medium", every, "medium", Scene(every.givens, cursor=10)
    yield "cells-large", cells, "large", Scene(cells.givens, cursor=10)
    board, hint = hinted("alternating-chain")
    lit = Scene(board.digits, None, 0, highlights=highlights_of(hint), has_signs=True)
    yield "hint-alternating-chain-large", board.puzzle, "large", lit


def with_signs_in_cells() -> Puzzle:
    """Return a small puzzle with signs in cells, on edges and on corners, and in a cage."""
    return Puzzle.killer(4, [(5, "r1c1 r1c2")]).with_(
        Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 2)),
        XV("r1c3 r1c4", 5),
        XV("r2c2 r2c3", 5),
        GreaterThan("r3c3 r2c3"),
        Even("r1c2 r4c4"),
        Odd("r1c1"),
        Whisper("r1c1 r2c1 r3c1", 2),
        Sandwich("r4c1", "R", 0),
    )


def four_played() -> tuple[Puzzle, Scene]:
    """Return a small puzzle with marks of every kind, a mistake and a selection."""
    puzzle = Puzzle(4, (1, 0, 0, 0) + (0,) * 12)
    marks = Marks.of(
        4,
        corner={1: (2, 3), 2: (3, 4, 2), 6: (1,)},
        center={3: (3, 4), 5: (1, 3, 4), 7: (2,), 8: (1, 2, 3, 4)},
        colors={4: (1, 2, 6), 0: (3,), 10: (5,), 11: (5,)},
    )
    digits = [*puzzle.givens]
    digits[9], digits[12] = 3, 1
    selection = frozenset([4, 5, 6])
    return puzzle, Scene(digits, marks, 5, "corner", selection, mistakes=frozenset([12]))


def nine_played() -> tuple[Puzzle, Scene]:
    """Return a usual Sudoku in the middle of a game."""
    puzzle = Puzzle(EASY)
    board = Board.start(puzzle).place("r1c1", 2).place("r1c2", 8).place("r5c5", 3)
    center = tuple(0 if d else m for d, m in zip(board.digits, board.masks, strict=True))
    thirds = [cell % 3 == 0 for cell in range(81)]
    marks = Marks(
        9,
        corner=tuple(m if third else 0 for m, third in zip(center, thirds, strict=True)),
        center=tuple(0 if third else m for m, third in zip(center, thirds, strict=True)),
        colors=tuple({14: 6, 15: 56, 23: 32}.get(cell, 0) for cell in range(81)),
    )
    return puzzle, Scene(board.digits, marks, 40, selection=frozenset([30, 31, 40, 41]))


def started(puzzle: Puzzle) -> Scene:
    """Return a puzzle with all its candidates as center marks in every second cell."""
    board = Board.start(puzzle)
    center = (0 if d else m for d, m in zip(board.digits, board.masks, strict=True))
    marks = Marks(puzzle.order, center=tuple(m * (at % 2) for at, m in enumerate(center)))
    return Scene(board.digits, marks, puzzle.order + 1, selection=frozenset([puzzle.order + 1]))


def hinted(technique: str, level: int = 5) -> tuple[Board, Hint]:
    """Return the board of a technique, and a hint to its first step, without its text."""
    board, step = step_for(technique)
    hint = hint_ladder(step, get_technique(technique), board)[level - 1]
    return board, replace(hint, text="")


def painter_of(puzzle: Puzzle, size: Size, scene: Scene) -> Painter:
    painter = Painter(grid_of(puzzle, size), Palette("", {}, {}))
    painter.paint(scene)
    return painter


def written(painter: Painter) -> str:
    """Return a board as text: its characters, a letter for what each is, and what they mean."""
    letters: dict[str, str] = {" ": " "}
    chars, whats = [], []
    for at in range(painter.grid.height):
        pieces = [*painter.pieces(at)]
        chars.append("".join(text for text, _, _ in pieces).rstrip())
        line = ""
        for text, behind, ink in pieces:
            what = f"{ink} on {' '.join(behind)}" if behind else ink or " "
            line += letters.setdefault(what, LETTERS[len(letters) - 1]) * len(text)
        whats.append(line.rstrip())
    key = [f"{letter} {what}" for what, letter in letters.items() if what != " "]
    return "\n".join([*chars, "", *whats, "", *key, ""])


def styles() -> str:
    """Return the style of everything in every theme, and of some with 256 colors."""
    looks = {theme.name: palette_of(theme) for theme in TERMINAL_THEMES}
    looks["pandoku-dark, 256 colors"] = palette_of(TERMINAL_THEMES[0], is_coarse=True)
    blocks = []
    for name, palette in looks.items():
        inks = [f"{ink or 'blank'}: {palette.style((), ink)}" for ink in INKS]
        over = [f"given on {' '.join(on)}: {palette.style(on, 'given')}" for on in LAYERS]
        blocks.append("\n".join([f"# {name}", *inks, *over, ""]))
    return "\n".join(blocks)
