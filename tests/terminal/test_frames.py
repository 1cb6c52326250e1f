"""The difference of two frames leads to the same screen as the complete frame."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pyte
import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from pandoku.terminal.frames import FrameWriter
from pandoku.terminal.updates import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

_COLUMNS, _LINES = 30, 8
_STYLES = [
    Style.parse(text)
    for text in (
        "none", "#6cbcf5 on #14161a", "bold #6cbcf5 on #14161a", "#e6e8ec on #2b3a4c",
        "dim bold #e6e8ec on #2b3a4c", "underline red on #14161a", "reverse green",
        "italic strike on #14161a", "dim default on default", "underline on #2b3a4c",
    )
]  # fmt: skip
_NARROW, _WIDE = " ·   ─│┃╬123abc", "漢字é́한"
_SYSTEM = ColorSystem.TRUECOLOR

Row = list[Segment]


def _screen() -> tuple[pyte.Screen, pyte.Stream]:
    screen = pyte.Screen(_COLUMNS, _LINES)
    screen.reset_mode(pyte.modes.DECAWM)  # textual turns off line wrapping
    return screen, pyte.Stream(screen)


def _seen(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """Return what a player sees: spaces have no color, unless something is drawn on them."""
    found = []
    for y in range(_LINES):
        row = []
        for x in range(_COLUMNS):
            at = screen.buffer[y][x]
            drawn = (at.underscore, at.strikethrough, at.reverse)
            is_blank = at.data == " " and not any(drawn)
            look = (at.bg,) if is_blank else (at.bg, at.fg, at.bold, at.italics, *drawn)
            row.append((at.data, *look))
        found.append(row)
    return found


def _row(random: Random, chars: str) -> Row:
    """Return segments that are as wide as the screen."""
    row, room = [Segment("│")], _COLUMNS - 1  # a mark at the start would have no column
    while room:
        text = "".join(random.choices(chars, k=random.randint(1, 6)))
        segment = Segment(text, random.choice(_STYLES))
        if segment.cell_length > room:
            segment = Segment(" " * room, segment.style)
        room -= segment.cell_length
        row.append(segment)
    return row


def _next(random: Random, row: Row, chars: str) -> Row:
    """Return a row that differs in some segments: their text, their style, or both."""
    found = Row()
    for segment in row:
        text, style = segment.text, segment.style
        if random.random() < 0.3:
            style = random.choice(_STYLES)
        if random.random() < 0.2:
            text = "".join(random.choices(_NARROW, k=segment.cell_length))
        found.append(Segment(text, style))
    return _row(random, chars) if random.random() < 0.1 else found


def _lines(rows: list[Row]) -> Iterator[tuple[int, int, Row]]:
    return ((y, 0, row) for y, row in enumerate(rows))


@pytest.mark.parametrize("chars", [_NARROW, _NARROW + _WIDE], ids=["narrow", "wide"])
@pytest.mark.parametrize("seed", range(4))
def test_differences_lead_to_the_screen_of_complete_frames(chars: str, seed: int) -> None:
    random, writer = Random(seed), FrameWriter()
    (shown, sent), rows = _screen(), [_row(Random(seed), chars) for _ in range(_LINES)]
    for _ in range(8):
        sent.feed(writer.write(_lines(rows), _SYSTEM))
        complete, all_sent = _screen()
        for y, row in enumerate(rows):
            text = "".join(
                segment.style.render(segment.text, color_system=_SYSTEM)
                if segment.style
                else segment.text
                for segment in row
            )
            all_sent.feed(f"\x1b[{y + 1}H{text}")
        assert _seen(shown) == _seen(complete)
        rows = [_next(random, row, chars) for row in rows]


def test_nothing_is_sent_for_the_same_frame() -> None:
    writer, rows = FrameWriter(), [_row(Random(y), _NARROW + _WIDE) for y in range(_LINES)]
    assert writer.write(_lines(rows), _SYSTEM)
    assert writer.write(_lines(rows), _SYSTEM) == ""


def test_a_forgotten_frame_is_sent_completely() -> None:
    writer, rows = FrameWriter(), [_row(Random(y), _NARROW) for y in range(_LINES)]
    first = writer.write(_lines(rows), _SYSTEM)
    writer.forget()
    assert writer.write(_lines(rows), _SYSTEM) == first


def test_an_unknown_update_is_passed_on_and_the_next_frame_is_complete() -> None:
    writer, rows = FrameWriter(), [_row(Random(y), _NARROW) for y in range(_LINES)]
    first, unknown = writer.write(_lines(rows), _SYSTEM), "a text"
    assert shortened(writer, None) is None
    assert writer.write(_lines(rows), _SYSTEM) == ""
    assert shortened(writer, unknown) is unknown
    assert writer.write(_lines(rows), _SYSTEM) == first


def test_changes_are_short() -> None:
    ground, peer = Style.parse("#e6e8ec on #14161a"), Style.parse("#e6e8ec on #2b3a4c")
    writer, before = FrameWriter(), [Segment("  1  │  2  │     ", ground)]
    writer.write([(0, 0, before)], _SYSTEM)
    after = [Segment("  1  │", ground), Segment("  2  ", peer), Segment("│     ", ground)]
    text = writer.write([(0, 0, after)], _SYSTEM)
    assert text == "\x1b[38;2;230;232;236;48;2;43;58;76m\x1b[1;7H  2  \x1b[m"
    # The color of a space is of no importance.
    pale = [Segment("  1  │  2  │", ground), Segment("     ", Style.parse("red on #14161a"))]
    assert "12H" not in writer.write([(0, 0, pale)], _SYSTEM)
