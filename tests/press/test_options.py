"""Valid and invalid layouts."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest

from pandoku.errors import PressError
from pandoku.press import Layout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "a9"}, "found 'a9'"),
        ({"paper": 4}, "expected paper as a text, found 4"),
        ({"press": "kpd"}, "found 'kpd'; did you mean 'kdp'?"),
        ({"press": "kdp", "paper": "a3"}, "for kdp, found a3"),
        ({"per_page": 0}, "expected per_page from 1 to 30, found 0"),
        ({"per_page": 31}, "expected per_page from 1 to 30, found 31"),
        ({"per_page": True}, "expected per_page from 1 to 30, found True"),
        ({"per_page": "4"}, "expected per_page from 1 to 30, found '4'"),
        (
            {"solutions": "front"},
            "expected solutions as one of back, foot, none or apart, found 'front'",
        ),
        ({"solutions_per_page": 101}, "expected solutions_per_page from 1 to 100"),
        ({"caption": "number,tilte"}, "found 'tilte'; did you mean 'title'?"),
        ({"caption": 4}, "number, title, level, rating or givens, found 4"),
        ({"sort": "size"}, "level, found 'size'"),
        ({"chapters": "order"}, "level or kind, found 'order'"),
        ({"hints": 21}, "expected hints from 0 to 20"),
        ({"hint_level": 0}, "expected hint_level from 1 to 5"),
        ({"first_number": -1}, "expected first_number from 0 to 1000000"),
        ({"marks": "pencil"}, "candidates, found 'pencil'"),
        ({"improper": "drop"}, "refuse, skip or print, found 'drop'"),
        ({"rules": "yes"}, "expected rules as True or False, found 'yes'"),
        ({"heading": "x" * 501}, "expected heading as a text of at most 500 characters, found 501"),
        ({"date": "yesterday"}, "expected date as ISO 8601, such as 2026-11-24"),
        ({"font": 3}, "expected font as the name of a file, found 3"),
        ({"font_bold": "bold.ttf"}, "expected a regular font along with the bold one"),
        ({"cards": True, "booklet": True}, "expected either cards or a booklet, found both"),
        ({"bleed": True}, "expected a press along with bleed"),
        ({"cards": True, "sheet": True}, "expected either cards or a sheet"),
        ({"cards": True, "solutions": "foot"}, "expected either cards, or solutions at the foot"),
        ({"large_print": True, "per_page": 4}, "expected either large print or several a page"),
        ({"booklet": True, "press": "kdp", "paper": "6x9"}, "expected either a booklet"),
    ],
)
def test_a_bad_option_is_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PressError, match=re.escape(message)):
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
