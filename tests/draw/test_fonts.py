"""The fonts of printed pages: valid files are accepted, and others are refused with a reason."""

from __future__ import annotations

import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pandoku.draw.pdf import new_canvas, typeface
from pandoku.errors import PandokuError

ROBOTO = (
    Path(__file__).parents[2] / "src" / "pandoku" / "draw" / "assets" / "roboto"
    / "Roboto-Regular.ttf"
)  # fmt: skip
DATA = ROBOTO.read_bytes()


def table_at(name: bytes) -> int:
    """Return the position of a table's entry."""
    return DATA.index(name, 12, 12 + 16 * struct.unpack(">H", DATA[4:6])[0])


def renamed(old: bytes, new: bytes) -> bytes:
    at = table_at(old)
    return DATA[:at] + new + DATA[at + 4 :]


def with_rights(rights: int) -> bytes:
    (start,) = struct.unpack(">L", DATA[table_at(b"OS/2") + 8 :][:4])
    return DATA[: start + 8] + struct.pack(">H", rights) + DATA[start + 10 :]


def with_outline_backwards() -> bytes:
    """Return a font whose sixth outline begins after the end of the outlines."""
    (start,) = struct.unpack(">L", DATA[table_at(b"loca") + 8 :][:4])
    return DATA[: start + 20] + b"\xff\xff" + DATA[start + 22 :]


def test_a_font_of_the_user_is_embedded(tmp_path: Path) -> None:
    path = tmp_path / "mine.ttf"
    path.write_bytes(DATA)
    face = typeface(path)
    assert face.regular == face.bold
    assert face != typeface()
    stream = BytesIO()
    canvas = new_canvas(stream, 100, 100, face)
    canvas.setFont(face.regular, 10)
    canvas.drawString(10, 10, "Čaj 7")
    canvas.showPage()
    canvas.save()
    page = PdfReader(BytesIO(stream.getvalue())).pages[0]
    assert page.extract_text().strip() == "Čaj 7"
    assert typeface(path, path) == face


def test_a_press_gets_whole_fonts() -> None:
    face = typeface()
    sizes = []
    for whole in (False, True):
        stream = BytesIO()
        canvas = new_canvas(stream, 100, 100, face, whole_fonts=whole)
        canvas.setFont(face.regular, 10)
        canvas.drawString(10, 50, "7 Ж")
        canvas.showPage()
        canvas.save()
        page = PdfReader(BytesIO(stream.getvalue())).pages[0]
        assert page.extract_text().strip() == "7 Ж"
        sizes.append(len(stream.getvalue()))
    assert sizes[1] > 2 * sizes[0]
    for character in "Ąωя≠":
        assert f"<{ord(character):04X}>".encode() in characters_of(stream.getvalue())


def characters_of(document: bytes) -> bytes:
    """Return the tables that map the glyphs of a document to characters."""
    fonts: Any = PdfReader(BytesIO(document)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    tables = (each.get_object()["/ToUnicode"].get_object() for each in fonts.values())
    return b"".join(table.get_data() for table in tables)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "another kind of file"),
        (b"GIF89a" + bytes(99), "another kind of file"),
        (b"OTTO" + DATA[4:], "CFF outlines"),
        (b"ttcf" + DATA[4:], "a collection"),
        (b"wOF2" + DATA[4:], "WOFF 2"),
        (DATA[:200], "a file that was cut short"),
        (DATA[:30], "a file that was cut short"),
        (DATA[:-5000], "a file that was cut short"),
        (renamed(b"glyf", b"CFF2"), "no table glyf"),
        (renamed(b"GSUB", b"fvar"), "a variable font"),
        (with_rights(2), "a license that forbids it (fsType 2)"),
        (with_outline_backwards(), "a broken one (outlines that end before they begin)"),
        (DATA.replace(b"\x5f\x0f\x3c\xf5", bytes(4)), "a broken one"),
    ],
)
def test_what_cannot_be_embedded_is_refused_by_name(
    tmp_path: Path, data: bytes, found: str
) -> None:
    path = tmp_path / "odd.ttf"
    path.write_bytes(data)
    with pytest.raises(PandokuError) as raised:
        typeface(path)
    message = str(raised.value)
    assert message.startswith(f"{path}: ")
    assert f"found {found}" in message
    assert "\n" not in message


def test_a_bold_font_alone_is_refused() -> None:
    with pytest.raises(PandokuError, match="regular font"):
        typeface(bold=ROBOTO)


def test_characters_that_a_font_lacks_are_found() -> None:
    face = typeface()
    assert face.missing("Судоку, Σουντόκου ÷ × − …") == ""
    assert face.missing("数独 数 → 9") == "数独→"


def test_texts_are_wrapped_at_their_width() -> None:
    face = typeface()
    text = "Digits along a thermometer increase from the bulb."
    lines = face.wrapped(text, 10, 100)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(face.width(line, 10) <= 100 for line in lines)
    parts = face.wrapped("i" * 99, 10, 50)
    assert "".join(parts) == "i" * 99
    assert all(face.width(part, 10) <= 50 for part in parts)
    assert face.wrapped("", 10, 50) == [""]
