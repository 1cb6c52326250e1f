"""The looks of the screens in three windows, and a check that they are complete."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.binding import Binding

from pandoku.model import Puzzle
from pandoku.terminal.arrangement import arrange
from pandoku.terminal.grid import Size, needed
from pandoku.terminal.pictures import picture
from pandoku.terminal.screens.help import KEYS
from pandoku.terminal.screens.play import Play
from pandoku.terminal.widgets import key_name
from tests.data import IS_FULL
from tests.terminal.app_screens import SIZES, four, killer, sessions, written

GOLDEN = Path(__file__).with_name("golden") / "app"
# Windows by session: PANDOKU_FULL=1 looks at all, and otherwise those of one session suffice.
SHOWN = {} if IS_FULL else {"home": SIZES[-1:], "play": SIZES[::2], "end": SIZES[-1:]}


@pytest.mark.parametrize("name", sessions())
def test_screens_look_as_they_were_looked_at(name: str) -> None:
    for screen, text in asyncio.run(written(sessions()[name], SHOWN.get(name, SIZES))).items():
        assert text == (GOLDEN / f"{screen}.txt").read_text(encoding="utf-8"), screen


def test_no_golden_screen_is_left_over() -> None:
    names = [screen for session in sessions().values() for screen in session.screens]
    known = {f"{name}-{width}x{height}" for name in names for width, height in SIZES}
    assert {path.stem for path in GOLDEN.glob("*.txt")} == known


def test_the_help_lists_every_key_of_the_game() -> None:
    told = " ".join(keys for rows in KEYS.values() for keys, _ in rows).split()
    for binding in Play.BINDINGS:
        assert isinstance(binding, Binding)
        for key in binding.key.split(","):
            name = key_name(key, is_ascii=True)  # the list names signs such as ⏎, to be searched
            assert name in told or name.upper() in told, key


def nine_needs(size: Size) -> tuple[int, int]:
    return needed(Puzzle(9), size)


@pytest.mark.parametrize(
    ("window", "pane", "has_frame", "size"),
    [
        ((140, 45), "right", True, "large"),
        ((100, 30), "right", True, "medium"),
        ((80, 24), "right", True, "medium"),
        ((80, 23), "right", True, "wide"),
        ((60, 45), "below", True, "medium"),
        ((60, 20), "right", True, "compact"),
        ((50, 21), "right", True, "tiny"),
        ((40, 20), "none", True, "compact"),
        ((40, 14), "none", False, "compact"),
        ((40, 12), "none", False, None),
        ((20, 10), "none", False, None),
        ((60, 12), "right", False, None),
    ],
)
def test_the_frame_gives_way_before_the_pane_and_both_before_the_board(
    window: tuple[int, int], pane: str, has_frame: bool, size: str | None
) -> None:
    found = arrange(*window, nine_needs)
    assert (found.pane, found.has_frame, found.size) == (pane, has_frame, size)


def test_a_picture_shows_two_rows_a_line_and_cages_that_touch_in_different_tints() -> None:
    lines = picture(four(), four().givens)
    assert [len(line) for line in lines] == [4, 4]
    caged = picture(killer(), killer().givens)
    styles = {str(span.style) for line in caged for span in line.spans}
    assert len(styles) > 1
    plain = picture(killer(), killer().givens, is_plain=True)
    assert [line.plain for line in plain] == [" " * 4, " " * 4]
