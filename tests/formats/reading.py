"""Reading a text that is wrong."""

from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import loads


def error_of(text: str, name: str | None = None) -> FormatError:
    """Return the error with which the text is refused, as the format *name* or as any."""
    with pytest.raises(FormatError) as caught:
        loads(text, format=name)
    return caught.value
