"""Pictures as PNG."""

import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pandoku.draw import Drawing, Text, draw, draw_step
from pandoku.draw.png import png
from pandoku.errors import MissingExtraError
from pandoku.model import Geometry, Puzzle, Step
from pandoku.model.board import Board

FOUR = Puzzle(4, (1,) + (0,) * 15)


def size_of(image: bytes) -> tuple[int, int]:
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def rows_of(image: bytes) -> list[bytes]:
    """Return the image's rows as bytes, RGBA."""
    width, height = size_of(image)
    data, at = b"", 8
    while at < len(image):
        (length,) = struct.unpack(">I", image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += 12 + length
    raw, stride, rows = zlib.decompress(data), 4 * width, [bytes(4 * width)]
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 :][:stride])
        for i in range(stride):
            a, b = line[i - 4] if i >= 4 else 0, rows[-1][i]
            c = rows[-1][i - 4] if i >= 4 else 0
            near = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            line[i] = line[i] + (0, a, b, (a + b) // 2, near)[kind] & 255
        rows.append(bytes(line))
    return rows[1:]


def test_a_png_has_the_size_of_the_picture() -> None:
    bare = draw(FOUR, coordinates=False)
    assert size_of(png(bare)) == (408, 408)
    assert size_of(png(bare, scale=1)) == (204, 204)


def test_digits_and_lines_are_painted() -> None:
    rows = rows_of(png(draw(FOUR, coordinates=False), scale=1))
    inside = {rows[y][4 * x : 4 * x + 3] for y in range(12, 48) for x in range(12, 48)}
    assert b"\x1a\x1a\x1a" in inside  # the digit 1, in ink
    empty = {rows[y][4 * x : 4 * x + 3] for y in range(60, 96) for x in range(60, 96)}
    assert empty == {b"\xff\xff\xff"}


@pytest.mark.turns(3)
def test_a_png_is_light_or_dark() -> None:
    assert rows_of(png(draw(FOUR), theme="dark", scale=1))[0][:3] == bytes.fromhex("17191d")
    assert rows_of(png(draw(FOUR), theme="auto", scale=1))[0][:3] == b"\xff\xff\xff"
    with pytest.raises(ValueError, match="theme"):
        png(draw(FOUR), theme="sepia")


def test_a_step_is_painted_with_its_legend() -> None:
    board = Board.start(FOUR)
    width, height = size_of(png(draw_step(board, Step("x", placements=((5, 2),))), scale=1))
    assert width > 204
    assert height > 204 + 2 * 12


def test_a_huge_picture_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    # The module itself: in its package, `png` is the function.
    monkeypatch.setattr(sys.modules["pandoku.draw.png"], "LARGEST", 500)
    assert max(size_of(png(draw(Puzzle(Geometry.latin(36))), scale=20))) == 500


def test_an_image_has_no_more_pixels_than_memory_bears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pandoku.draw.png"], "MOST_PIXELS", 250_000)
    width, height = size_of(png(draw(FOUR), scale=1e9))
    assert 240_000 < width * height <= 255_000


def test_a_scale_that_is_not_positive_is_refused() -> None:
    for scale in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="scale above 0"):
            png(draw(FOUR), scale=scale)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match=r"PNG .*\"pandoku\[png\]\""):
        png(draw(FOUR))


@pytest.mark.turns(3)
def test_the_fonts_have_every_character_of_the_pictures() -> None:
    golden = Path(__file__).with_name("golden").glob("*.svg")
    texts = [
        text.text or ""
        for file in golden
        for text in ElementTree.fromstring(file.read_text(encoding="utf-8")).iter()
        if text.tag.endswith("}text")
    ]
    # Names of techniques and roles may also have these characters.
    characters = {*"".join(texts), *"–—…·×÷−≠≤≥äßéłőğş", *"αβλЖия"} - {" "}
    for weight in ("given", "digit"):  # bold, regular
        absent = picture_of("\N{CJK UNIFIED IDEOGRAPH-4E00}", weight)
        assert absent == picture_of(" ", weight)
        assert not {c for c in characters if picture_of(c, weight) == absent}


def picture_of(character: str, role: str) -> bytes:
    drawing = Drawing(1, "", (), (), (Text(0.5, 0.5, character, role),))
    return png(drawing, scale=1)
