"""Papers and the profiles of printers."""

from __future__ import annotations

import re

import pytest

from pandoku.draw.paper import HOME, PAPERS, PROFILES, paper_of
from pandoku.errors import PressError
from tests.together import together


def test_a_size_may_be_in_each_unit() -> None:
    assert paper_of("170x240mm")[1:3] == pytest.approx((481.89, 680.31), abs=0.01)
    assert paper_of("6.5 x 9 in")[1:] == (468.0, 648.0, "in")
    assert paper_of("300x400pt")[1:] == (300.0, 400.0, "pt")


def test_a_paper_of_the_list_may_be_written_in_capitals() -> None:
    assert paper_of(" A4 ") == PAPERS["a4"]


def test_landscape_turns_a_paper_that_stands_and_none_that_lies() -> None:
    assert paper_of("a4", landscape=True)[1:3] == (PAPERS["a4"].height, PAPERS["a4"].width)
    assert paper_of("9x6in", landscape=True).width == 648.0


def test_half_of_a4_is_a5() -> None:
    half, a5 = PAPERS["a4"].half(), PAPERS["a5"]
    assert (half.width, half.height) == pytest.approx((a5.width, a5.height), abs=1.5)


def test_common_fits_a4_and_letter() -> None:
    common = PAPERS["common"]
    for name in ("a4", "letter"):
        assert common.width <= PAPERS[name].width + 0.01
        assert common.height <= PAPERS[name].height + 0.01


@together(
    "text, message",
    [
        ("a7", "found 'a7'"),
        ("lettre", "such as letter,"),
        ("170x240", "expected a paper as WxH in, mm or pt, such as 170x240mm, found '170x240'"),
        ("0x240mm", "sides are from 50 mm to 5 m, found 0x240mm"),
        ("49x240mm", "sides are from 50 mm to 5 m"),
        ("100x6000mm", "sides are from 50 mm to 5 m"),
        ("1e9x240mm", "as WxH in, mm or pt"),
        ("9" * 400 + "x9in", "as WxH in, mm or pt"),
        ("", "found ''"),
        ("x" * 9999, "expected a paper"),
    ],
)
def test_what_is_no_paper_is_refused_in_a_short_line(text: str, message: str) -> None:
    with pytest.raises(PressError, match=re.escape(message)) as caught:
        paper_of(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("pages", "inches"), [(24, 0.375), (150, 0.375), (151, 0.5), (500, 0.625), (701, 0.875)]
)
def test_the_gutter_of_kdp_has_room_to_spare(pages: int, inches: float) -> None:
    assert PROFILES["kdp"].margins_for(pages).inside == inches * 72 + 9


def test_margins_only_grow_with_the_pages() -> None:
    for profile in (HOME, *PROFILES.values()):
        widths = [profile.margins_for(count).inside for count in range(900)]
        assert widths == sorted(widths)


def test_kdp_prints_small_pages_and_no_a3() -> None:
    PROFILES["kdp"].require_paper(PAPERS["6x9"])
    with pytest.raises(PressError, match=r"4 to 8\.5 in .*found a3, .* 11\.69 x 16\.54"):
        PROFILES["kdp"].require_paper(PAPERS["a3"])
    HOME.require_paper(PAPERS["a3"])


def test_kdp_limits_the_pages_by_the_paper() -> None:
    kdp = PROFILES["kdp"]
    kdp.require_pages(828, PAPERS["6x9"])
    for count, paper, limits in ((23, "6x9", "24 to 828"), (592, "8.5x11", "24 to 590")):
        with pytest.raises(PressError, match=rf"{limits} pages .* {paper}"):
            kdp.require_pages(count, PAPERS[paper])
