"""The first frame of a game, which is shown before textual is loaded.

Loading textual takes longer than all other work at the start of a game. So the board is shown
before, and keys that are typed in the meantime wait for the application. The first frame of the
application has the same characters in the same places, and `FrameWriter` sends only the others.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from pandoku.draw.ascii import ascii_text
from pandoku.play import shown_mistakes
from pandoku.play.preferences import Preferences
from pandoku.terminal.arrangement import arrangement_of
from pandoku.terminal.beginning import Beginning, game_title
from pandoku.terminal.frames import FrameWriter
from pandoku.terminal.grid import grid_of, needed
from pandoku.terminal.painter import Painter, numbers_on
from pandoku.terminal.palette import palette_of
from pandoku.terminal.scene import Scene
from pandoku.terminal.shelf import Shelf
from pandoku.terminal.theme_colors import (
    THEME_COLORS,
    ThemeColors,
    color_system,
    usual_theme,
)
from pandoku.terminal.view import NUMBERS, size_in, view_of
from pandoku.words import visible

__all__ = ["ALTERNATE_SCREEN", "FirstFrame", "first_lines"]

ALTERNATE_SCREEN = "\x1b[?1049h"
_HIDE_CURSOR, _SHOW_CURSOR, _USUAL_SCREEN = "\x1b[?25l", "\x1b[?25h", "\x1b[?1049l"
_MARGIN = 2  # columns to the left of the title
_BESIDE_TITLE = 20  # columns for other things in the title's line
_SYSTEMS = {
    "truecolor": ColorSystem.TRUECOLOR,
    "256": ColorSystem.EIGHT_BIT,
    "standard": ColorSystem.STANDARD,
}

_Part = tuple[int, int, list[Segment]]  # the line, its first column, and its segments


class FirstFrame:
    """The first frame on the terminal, until the application continues from it.

    Attributes:
        frames: The writer, which knows what the terminal shows.
        size: Number of columns and lines of the window.
        settings: The settings of the terminal before the frame.
    """

    def __init__(self, frames: FrameWriter, size: tuple[int, int], settings: list[Any]) -> None:
        self.frames, self.size, self.settings = frames, size, settings
        self._is_shown = True

    @classmethod
    def show(cls, beginning: Beginning, shelf: Shelf, *, is_ascii: bool) -> FirstFrame | None:
        """Show the frame, and return it. Return None if the terminal or the window does not fit."""
        output, keyboard = sys.__stderr__, sys.__stdin__  # textual uses these as well
        if output is None or keyboard is None or not (output.isatty() and keyboard.isatty()):
            return None
        if "TEXTUAL_COLOR_SYSTEM" in os.environ:  # a setting of textual
            return None
        try:
            import termios
        except ImportError:  # Windows
            return None
        size, frames = shutil.get_terminal_size(), FrameWriter()
        found = first_lines(beginning, shelf, os.environ, *size)
        if found is None:
            return None
        text = ALTERNATE_SCREEN + _HIDE_CURSOR + frames.write(*found)
        try:
            settings = termios.tcgetattr(keyboard.fileno())
        except termios.error:
            return None  # the terminal is gone, which the application notices as well
        first = cls(frames, (size.columns, size.lines), settings)
        try:
            _keep_keys(keyboard.fileno(), settings)
            with suppress(OSError):
                output.write(ascii_text(text) if is_ascii else text)
                output.flush()
        except BaseException:  # a signal
            first.end()
            raise
        return first

    def hand_over(self) -> None:
        """Leave the terminal to the application, which also restores it."""
        self._is_shown = False

    def end(self) -> None:
        """Restore the terminal if the application has not begun."""
        output, keyboard = sys.__stderr__, sys.__stdin__
        if not self._is_shown or output is None or keyboard is None:
            return
        import termios

        self._is_shown = False
        with suppress(OSError, termios.error):  # the terminal may be gone
            termios.tcsetattr(keyboard.fileno(), termios.TCSANOW, self.settings)
            output.write(_USUAL_SCREEN + _SHOW_CURSOR)
            output.flush()


def _keep_keys(keyboard: int, settings: list[Any]) -> None:
    """Let the terminal keep the typed keys without showing them, as textual does."""
    import termios
    import tty

    changed = [*settings]
    changed[tty.LFLAG] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    changed[tty.IFLAG] &= ~(
        termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
    )
    changed[tty.CC] = [*settings[tty.CC]]
    changed[tty.CC][termios.VMIN] = 1
    with suppress(termios.error):
        termios.tcsetattr(keyboard, termios.TCSANOW, changed)


# ------------------------------------------------------------------ the lines of the frame


def first_lines(
    beginning: Beginning,
    shelf: Shelf,
    environ: Mapping[str, str],
    width: int,
    height: int,
) -> tuple[list[_Part], ColorSystem] | None:
    """Return the lines of the first frame, and the colors of the terminal.

    The frame has the title and the board. The result is None if the window is too small.

    Args:
        beginning: The game.
        shelf: The preferences of the player.
        environ: The environment variables, which tell the colors of the terminal.
        width: Number of columns of the window.
        height: Number of lines of the window.
    """
    preferences = Preferences.of(shelf.preference("settings", {}))
    system = color_system(environ)
    name = f"pandoku-{preferences.theme}"
    theme = THEME_COLORS[name if name in THEME_COLORS else usual_theme(environ, system)]
    puzzle, game = beginning.game.seen, beginning.game
    arranged, chosen = arrangement_of(puzzle, width, height, shelf.cell_size(puzzle.order))
    columns, lines = needed(puzzle, arranged.size) if arranged.size else arranged.board
    ground = arranged.ground(columns, lines, width, height)
    size = size_in(puzzle, ground.width, ground.height, chosen)
    view = view_of(grid_of(puzzle, size), ground.width, ground.height, [0]) if size else None
    if view is None:
        return None
    palette = palette_of(theme, is_coarse=system == "256")
    painter = Painter(view.grid, palette)
    painter.paint(
        Scene(
            game.position.digits,
            game.position.marks,
            0,
            selection=frozenset([0]),
            mistakes=shown_mistakes(game, preferences.checks, None),
            has_peers=preferences.peers,
            has_same=preferences.same_digit,
            in_grid=preferences.fixed_places,
            has_signs=palette.has_signs,
        )
    )
    found = _empty_window(beginning, theme, arranged.has_frame, width, height)
    top = 0 if arranged.pane == "none" else (ground.height - view.height) // 2
    left = ground.x + (ground.width - view.width) // 2
    for y, line in enumerate(view.lines, ground.y + top):
        number = numbers_on(view, line, 0, "digit", palette)
        parts = () if line == NUMBERS else painter.parts(line, view.columns)
        found.append((y, left, [*number, *painter.joined(parts)]))
    return found, _SYSTEMS[system]


def _empty_window(
    beginning: Beginning, theme: ThemeColors, has_frame: bool, width: int, height: int
) -> list[_Part]:
    """Return the lines of a window that has only a title."""
    ink, paper, surface = (
        theme.colors.get(name, "default") for name in ("foreground", "background", "surface")
    )
    empty = [Segment(" " * width, Style(color=ink, bgcolor=paper))]
    lines: list[_Part] = [(y, 0, empty) for y in range(height)]
    if has_frame:
        on_surface = Style(color=ink, bgcolor=surface)
        lines[0] = 0, 0, [Segment(" " * width, on_surface)]
        lines[-1] = height - 1, 0, [Segment(" " * width, on_surface)]
        title = visible(game_title(beginning.game, beginning.difficulty))
        if cell_len(title) <= width - _BESIDE_TITLE:
            lines.append(
                (0, _MARGIN, [Segment(title, Style(color=ink, bgcolor=surface, bold=True))])
            )
    return lines
