"""Digits outside ASCII: full-width digits of Japanese and Chinese pages, Arabic digits and others.

    ５３．｜．７．｜．．．        ٥٣..٧....

Each digit becomes the digit of ASCII with its value, and full-width signs become the signs of
ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._rewriting.form import Form, Rewrite
from pandoku.formats._text import SourceLine

_SIGN = re.compile(r"(?![0-9])\d")  # a decimal digit of any script except ASCII
_SIGNS = str.maketrans("．，｜－＊＿？　", ".,|-*_? ")


def _rewrite(head: list[str]) -> Rewrite:
    return _plain_digits


def _plain_digits(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    for line in lines:
        text = _SIGN.sub(lambda found: str(int(found[0])), line.text).translate(_SIGNS)
        yield line.rewritten(text)


WIDE_FORM = Form(
    frozenset(("line", "grid", "sdk", "pretty", "list")), _SIGN, _rewrite, may_be_spaced=True
)
