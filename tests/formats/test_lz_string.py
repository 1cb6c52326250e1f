"""The packing of lz-string: texts of other programs are unpacked, damaged ones refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.formats._links.lz_string import LzError, pack, unpack
from tests.data import by_default

HELLO = "BYUwNmD2Q==="


@given(st.text(max_size=400))
@settings(max_examples=by_default(200, full=5000), deadline=None, database=None)
def test_a_text_that_lzstring_packs_comes_back(text: str) -> None:
    oracle = pytest.importorskip("lzstring").LZString()
    if all(ord(character) < 0x10000 for character in text):  # it knows no others
        assert unpack(oracle.compressToBase64(text)) == text


@given(st.text(max_size=400))
@settings(max_examples=by_default(200, full=5000), deadline=None, database=None)
def test_a_text_that_is_packed_comes_back_and_is_packed_as_by_lzstring(text: str) -> None:
    assert unpack(pack(text)) == text.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "replace"
    )
    if all(ord(character) < 0x10000 for character in text):
        oracle = pytest.importorskip("lzstring").LZString()
        assert pack(text) == oracle.compressToBase64(text)


def test_known_texts_are_packed() -> None:
    assert pack("hello") == HELLO
    assert pack("") == "Q==="
    assert unpack(pack("a" * 100_000)) == "a" * 100_000
    assert len(pack("a" * 100_000)) < 1000


def test_a_long_text_with_few_characters_comes_back() -> None:
    oracle = pytest.importorskip("lzstring").LZString()
    text = '{"value":1,"given":true},' * 5000
    assert unpack(oracle.compressToBase64(text)) == text


def test_a_known_text_is_unpacked_with_padding_and_without() -> None:
    for packed in (HELLO, HELLO.rstrip("="), f"{HELLO} # a comment", f"{HELLO}éé"):
        assert unpack(packed) == "hello"


@pytest.mark.parametrize(
    ("packed", "message", "at"),
    [
        ("", "that it is cut off", 0),
        ("BYUwNm", "that it is cut off", 6),
        ("BYU!NmD2Q", "characters of base64, found '!' at 4", 3),
        ("BYU wNmD2Q", "characters of base64, found ' ' at 4", 3),
        ("////////", "found the code 3 in it", 0),
    ],
)
def test_a_damaged_text_is_refused_with_its_place(packed: str, message: str, at: int) -> None:
    with pytest.raises(LzError, match=message) as caught:
        unpack(packed)
    assert caught.value.at == at


def test_a_text_that_grows_without_end_is_refused() -> None:
    oracle = pytest.importorskip("lzstring").LZString()
    with pytest.raises(LzError, match="4,000,000 characters"):
        unpack(oracle.compressToBase64("a" * 4_000_001))


@given(st.text("ABCDEFNIg4/+=", max_size=300))
@settings(max_examples=by_default(200, full=5000), deadline=None, database=None)
def test_no_text_raises_anything_but_its_error(packed: str) -> None:
    with suppress(LzError):
        unpack(packed).encode("utf-8")  # without half characters
