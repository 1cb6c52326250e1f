"""The board as a widget: keys, mouse, messages, and the room that it has."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ClassVar

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.pilot import Pilot

from pandoku.model import Marks, Puzzle
from pandoku.terminal.board import BoardView
from pandoku.terminal.grid import Size, grid_of
from pandoku.terminal.themes import TERMINAL_THEMES
from pandoku.terminal.ways import a_box_away, alike
from tests.data import EASY
from tests.terminal.board_scenes import hinted

Script = Callable[[Pilot[None], BoardView], Awaitable[None]]


class Position:
    """Digits and marks."""

    def __init__(self, digits: tuple[int, ...], marks: Marks | None = None) -> None:
        self.digits, self.marks = digits, marks


class Host(App[None]):
    """A screen with a board and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "note_escape")]

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.board = board
        self.selected: list[tuple[int, frozenset[int]]] = []
        self.pressed: list[tuple[int, int]] = []
        self.n_escapes = 0

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        for theme in TERMINAL_THEMES:
            self.register_theme(theme)
        self.theme = "pandoku-dark"

    def on_board_view_selected(self, message: BoardView.Selected) -> None:
        self.selected.append((message.cursor, message.selection))

    def on_board_view_pressed(self, message: BoardView.Pressed) -> None:
        self.pressed.append((message.cell, message.button))

    def action_note_escape(self) -> None:
        self.n_escapes += 1


def run(script: Script, board: BoardView, size: tuple[int, int] = (80, 24)) -> Host:
    """Run an application with a board, and a script that plays on it."""
    host = Host(board)

    async def play() -> None:
        async with host.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, board)

    asyncio.run(play())
    return host


def shown(board: BoardView) -> list[str]:
    """Return the lines of the widget as they are on the screen."""
    width, height = board.size
    return [
        "".join(segment.text for segment in board.render_line(y))[:width] for y in range(height)
    ]


def chosen(board: BoardView) -> tuple[int, set[int]]:
    return board.cursor, {*board.selection}


def middle(board: BoardView, cell: int) -> tuple[int, int]:
    """Return a place in a cell, in characters of the widget."""
    size = board.shown_size
    assert size
    grid = grid_of(board.puzzle, size)
    row, column = divmod(cell, grid.order)
    left, top = (board.size.width - grid.width) // 2, (board.size.height - grid.height) // 2
    return left + grid.lefts[column] + 1, top + grid.tops[row]


def test_arrows_and_letters_move_around_the_edge() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        for key, cell in (("left", 8), ("k", 80), ("l", 72), ("down", 0), ("j", 9), ("h", 17)):
            await pilot.press(key)
            assert board.cursor == cell, key
            assert board.selection == {cell}
        await pilot.press("w", "a", "s", "d")
        assert board.cursor == 17

    host = run(script, BoardView(Puzzle(9)))
    assert [cursor for cursor, _ in host.selected] == [8, 80, 72, 0, 9, 17]


def test_home_and_end_go_to_the_ends_of_the_row_and_with_ctrl_of_the_board() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        board.select([], 40)
        for key, cell in (("end", 44), ("home", 36), ("ctrl+end", 80), ("ctrl+home", 0)):
            await pilot.press("shift+right", key)
            assert chosen(board) == (cell, {cell}), key

    run(script, BoardView(Puzzle(9)))


@pytest.mark.parametrize(
    ("puzzle", "cells"),
    [
        (Puzzle(9), (10, 37, 64, 73, 46)),
        (Puzzle.sudoku(6), (7, 19, 31, 31, 19)),
        (Puzzle.latin(5), (6, 16, 21, 21, 11)),
    ],
)
def test_a_board_moves_by_the_height_of_its_boxes(puzzle: Puzzle, cells: tuple[int, ...]) -> None:
    at = cells[0]
    for by, cell in zip((1, 1, 1, -1), cells[1:], strict=True):
        at = a_box_away(puzzle.geometry, at, by)
        assert at == cell


def test_w_a_s_d_move_if_asked_to() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.press("s", "d", "d", "w", "a")
        assert board.cursor == 1

    run(script, BoardView(Puzzle(4), wasd=True))


def test_shift_extends_and_escape_goes_back_to_the_cursor() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.press("shift+right", "shift+down")
        assert board.selection == {0, 1, 5}
        await pilot.press("ctrl+a")
        assert len(board.selection) == 16
        await pilot.press("escape")
        assert board.selection == {5}

    assert run(script, BoardView(Puzzle(4))).n_escapes == 0


def test_escape_is_left_to_the_screen_if_nothing_is_selected_but_the_cursor() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.press("escape")

    assert run(script, BoardView(Puzzle(4))).n_escapes == 1


def test_the_mouse_selects_adds_and_drags() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.click(board, offset=middle(board, 5))
        assert chosen(board) == (5, {5})
        await pilot.click(board, offset=middle(board, 7), control=True)
        assert chosen(board) == (7, {5, 7})
        await pilot.click(board, offset=middle(board, 5), shift=True)
        assert board.selection == {7}
        await pilot.click(board, offset=middle(board, 7), shift=True)
        assert board.selection == {7}
        await pilot.mouse_down(board, offset=middle(board, 0))
        for cell in (0, 1, 5):
            await pilot.hover(board, offset=middle(board, cell))
        await pilot.mouse_up(board, offset=middle(board, 5))
        await pilot.hover(board, offset=middle(board, 15))
        assert chosen(board) == (5, {0, 1, 5})
        await pilot.click(board, offset=(0, 0))
        assert board.selection == {0, 1, 5}

    host = run(script, BoardView(Puzzle(4)))
    assert host.pressed == [(5, 1), (7, 1), (5, 1), (7, 1), (0, 1)]


def test_a_double_click_selects_what_is_alike() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.double_click(board, offset=middle(board, 3))
        assert chosen(board) == (3, {1, 3})

    digits = (1, 2, 0, 2) + (0,) * 12
    run(script, BoardView(Puzzle(4), Position(digits)))


@pytest.mark.parametrize(
    ("cell", "found"),
    [(0, {0, 5}), (1, {0, 1, 2}), (3, {3, 4}), (6, {6, 7}), (8, {8, 9, 10, 11, 12, 13, 14, 15})],
)
def test_cells_are_alike_in_what_is_seen_first(cell: int, found: set[int]) -> None:
    marks = Marks.of(
        4,
        colors={0: (1,), 1: (1,), 2: (1,)},
        center={1: (2,), 3: (2, 3), 4: (2, 3), 5: (2, 3)},
        corner={6: (1,), 7: (1,)},
    )
    assert alike(cell, (1, 0, 0, 0, 0, 1) + (0,) * 10, marks) == found


def test_only_the_player_is_told_about() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        board.select([1, 2], 1)
        board.select([])
        assert board.selection == {1}
        board.show(Puzzle(4))
        await pilot.pause()
        assert chosen(board) == (0, {0})

    assert run(script, BoardView(Puzzle(4))).selected == []


def test_the_cells_grow_and_shrink_with_the_window() -> None:
    sizes = {
        (100, 40): "large",
        (60, 24): "medium",
        (60, 20): "wide",
        (37, 19): "small",
        (37, 14): "compact",
        (28, 13): "tiny",
    }

    async def script(pilot: Pilot[None], board: BoardView) -> None:
        await pilot.press("down", "shift+right")
        for size, found in sizes.items():
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert board.shown_size == found
            assert sum("┏" in line and "┓" in line for line in shown(board)) >= 1
        assert chosen(board) == (10, {9, 10})

    run(script, BoardView(Puzzle(EASY)))


def test_a_window_that_is_too_small_for_one_cell_says_so() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        for size in ((3, 9), (1, 1), (2, 30)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert board.is_too_small
            await pilot.click(board, offset=(0, 0))
        await pilot.resize_terminal(13, 3)
        await pilot.pause()
        assert not board.is_too_small
        assert chosen(board) == (0, {0})

    run(script, BoardView(Puzzle(EASY)), (3, 10))


def test_a_large_board_scrolls_with_the_cursor_and_shows_its_numbers() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        first = shown(board)
        assert first[0].split()[:2] == ["▾", "1"]
        assert first[0].rstrip().endswith("▸")
        await pilot.press("right", "down")
        assert shown(board)[0] == first[0]  # near the middle, nothing scrolls
        await pilot.press("left", "left", "up", "up")
        assert board.cursor == 36 * 36 - 1
        assert board.shows_cursor
        last = shown(board)
        assert last[0].split()[0] == "▴◂"[: len(last[0].split()[0])]
        assert last[0].split()[-1] == "36"
        assert last[-1].strip().startswith("┗") or "╚" in last[-1]
        x = last[0].index("36")
        y = next(y for y, line in enumerate(last) if line.startswith("34"))
        await pilot.click(board, offset=(x, y))
        assert board.cursor == 33 * 36 + 35

    run(script, BoardView(Puzzle.sudoku(36)), (40, 20))


def test_a_hint_scrolls_to_its_cells_and_the_cursor_scrolls_back() -> None:
    start, hint = hinted("xy-wing")
    assert hint.step
    goals = {cell for cell, _ in hint.step.eliminations}

    async def script(pilot: Pilot[None], board: BoardView) -> None:
        far = max(range(81), key=lambda at: min(abs(at // 9 - cell // 9) for cell in goals))
        board.select([far], far)
        await pilot.pause()
        board.hint = hint
        await pilot.pause()
        text = "".join(shown(board))
        assert text.count("-9") == len(hint.step.eliminations)  # type: ignore[union-attr]
        board.hint = None
        board.show_cursor()
        await pilot.pause()
        assert board.shows_cursor

    run(script, BoardView(start.puzzle, Position(start.digits)), (38, 11))


def test_the_wheel_scrolls_a_large_board_and_leaves_the_cursor() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        first = shown(board)

        def turn(*, shift: bool = False) -> events.MouseScrollDown:
            return events.MouseScrollDown(board, 5, 5, 0, 0, 0, shift, False, False)

        for _ in range(9):
            board.post_message(turn())
            await pilot.pause()
        assert board.cursor == 0
        assert not board.shows_cursor
        assert shown(board)[-1].strip().startswith("┗")
        board.post_message(turn(shift=True))
        await pilot.pause()
        assert shown(board)[0].split()[:2] == ["▴", "◂3"]
        await pilot.press("right")
        assert board.shows_cursor
        await pilot.press("left")
        assert shown(board)[0] == first[0]

    run(script, BoardView(Puzzle.sudoku(25)), (40, 20))


def test_keys_change_the_size_of_cells() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        found: Size
        for key, found in (("plus", "large"), ("plus", "large"), ("minus", "medium")):
            await pilot.press(key)
            assert board.shown_size == found
        await pilot.press(*["minus"] * 9)
        tiny: Size | None = "tiny"
        assert board.shown_size == tiny
        assert len([line for line in shown(board) if line.strip()]) == 13

    run(script, BoardView(Puzzle(9)))


def test_a_size_that_was_asked_for_is_kept() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        board.cell_size = "small"
        await pilot.pause()
        assert len([line for line in shown(board) if line.strip()]) == 19
        board.cell_size = "large"
        await pilot.pause()
        (numbers, *_) = (line for line in shown(board) if line.strip())
        assert numbers.split() == ["▾", *"123456789"]
        board.puzzle = Puzzle(4)
        await pilot.pause()
        assert len([line for line in shown(board) if line.strip()]) == 17

    run(script, BoardView(Puzzle(9)))


def test_what_changes_is_shown_at_once() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        board.position = Position((0, 3, 3) + (0,) * 13)
        board.mistakes = frozenset([2])
        await pilot.pause()
        assert "╶─╮" in "".join(shown(board))
        assert "!" in "".join(shown(board))
        board.is_hidden = True
        await pilot.pause()
        assert "╶─╮" not in "".join(shown(board))
        board.show(Puzzle(2))
        await pilot.pause()
        assert len([line for line in shown(board) if line.strip()]) == 9

    run(script, BoardView(Puzzle(4)))


def test_a_smaller_puzzle_takes_the_cursor_back_into_the_grid() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        board.select([80], 80)
        board.puzzle, board.position = Puzzle(4), None
        await pilot.pause()
        assert chosen(board) == (0, {0})

    run(script, BoardView(Puzzle(9)))


def test_the_board_follows_the_theme() -> None:
    async def script(pilot: Pilot[None], board: BoardView) -> None:
        def paper() -> object:
            middle_line = board.render_line(board.size.height // 2)
            return {segment.style.bgcolor for segment in middle_line if segment.style}

        before = paper()
        pilot.app.theme = "pandoku-light"
        await pilot.pause()
        assert paper() != before
        pilot.app.theme = "pandoku-plain"
        board.select([2, 3], 0)
        await pilot.pause()
        assert "[" in "".join(shown(board))

    run(script, BoardView(Puzzle(4)))


def test_a_hint_is_shown_and_goes_again() -> None:
    start, hint = hinted("xy-wing")

    async def script(pilot: Pilot[None], board: BoardView) -> None:
        before = shown(board)
        board.hint = hint
        await pilot.pause()
        assert sum(line.count("-9") for line in shown(board)) == len(hint.step.eliminations)  # type: ignore[union-attr]
        board.hint = None
        await pilot.pause()
        assert shown(board) == before

    run(script, BoardView(start.puzzle, Position(start.digits)), (40, 20))
