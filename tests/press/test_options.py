"""Valid and invalid layouts."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest

from pandoku.errors import PressError
from pandoku.press import Layout
from tests.together import together


@together(
    "options, named",
    [
        ({"paper": "a9"}, "found 'a9'"),
        ({"paper": 4}, "paper as a text, found 4"),
        ({"press": "kpd"}, "'kdp'?"),
        ({"press": "kdp", "paper": "a3"}, "for kdp, found a3"),
        ({"per_page": 0}, " 30, found 0"),
        ({"per_page": 31}, " 30, found 31"),
        ({"per_page": True}, " 30, found True"),
        ({"per_page": "4"}, " 30, found '4'"),
        ({"solutions": "front"}, "back, foot, none or apart, found 'front'"),
        ({"solutions_per_page": 101}, "solutions_per_page from 1 to 100"),
        ({"caption": "number,tilte"}, "'title'?"),
        ({"caption": 4}, "rating or givens, found 4"),
        ({"sort": "size"}, "level, found 'size'"),
        ({"chapters": "order"}, "level or kind, found 'order'"),
        ({"hints": 21}, "hints from 0 to 20"),
        ({"hint_level": 0}, "hint_level from 1 to 5"),
        ({"first_number": -1}, "first_number from 0 to 1000000"),
        ({"marks": "pencil"}, "candidates, found 'pencil'"),
        ({"improper": "drop"}, "skip or print, found 'drop'"),
        ({"rules": "yes"}, "True or False, found 'yes'"),
        ({"heading": "x" * 501}, " 500 characters, found 501"),
        ({"date": "yesterday"}, "ISO 8601"),
        ({"font": 3}, ", found 3"),
        ({"font_bold": "bold.ttf"}, "regular font"),
        ({"cards": True, "booklet": True}, "cards or a booklet"),
        ({"bleed": True}, "press along with bleed"),
        ({"cards": True, "sheet": True}, "cards or a sheet"),
        ({"cards": True, "solutions": "foot"}, "cards, or solutions "),
        ({"large_print": True, "per_page": 4}, "large print or "),
        ({"booklet": True, "press": "kdp", "paper": "6x9"}, "a booklet"),
    ],
)
def test_a_bad_option_is_refused_at_once(options: dict[str, Any], named: str) -> None:
    with pytest.raises(PressError, match=re.escape(named)):
        Layout(**options)


def test_a_caption_may_be_one_text() -> None:
    assert Layout(caption="number, level").caption == ("number", "level")
    assert Layout(caption="").caption == ()


def test_a_date_may_be_a_date_or_a_text() -> None:
    assert Layout(date=dt.date(2026, 11, 24)).date == Layout(date="2026-11-24").date[:10]  # type: ignore[index]


def test_a_page_of_a_booklet_is_half_a_sheet() -> None:
    layout = Layout(booklet=True)
    assert layout.sheet_paper.width == pytest.approx(2 * layout.page.width)
    assert layout.sheet_paper.height == layout.page.height
