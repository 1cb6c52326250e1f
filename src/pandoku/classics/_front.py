"""Functions that the five programs share: read text, and exit without a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from pandoku.errors import FormatError

__all__ = ["complain", "decode", "read_stdin", "read_text", "run", "why"]

_MAX_BYTES = 4_000_000  # limits the use of memory, but is far larger than any puzzle


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a program's main function, and exit with the status that it returns.

    If it returns None, the exit status is 0. The exit status is 130 after Ctrl-C, and 1 for a
    closed pipe or a full disk.
    """
    # A closed stream is None here. With such streams, input() and print() would fail.
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO())
    # The course papers prescribe LF as the line end on every system. A character that the terminal
    # cannot display, or a byte that is not UTF-8, must not end the program.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(newline="\n", errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(newline=None, errors="replace")
    try:
        code = main() or 0
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = complain("", code=130)
    except BrokenPipeError:
        code = _forget_output()
    except OSError as error:
        code = complain(why(error), code=_forget_output())
    sys.exit(code)


def complain(message: str, *, code: int) -> int:
    """Write *message* to stderr and return *code*, the exit status."""
    print(message, file=sys.stderr)
    return code


def why(error: Exception) -> str:
    """Return the message of an error, beginning with the name of the file if it has one."""
    if isinstance(error, OSError) and error.strerror:
        place = "" if error.filename is None else f"{error.filename}: "
        return place + error.strerror.lower()
    return str(error) or type(error).__name__


def read_stdin() -> str:
    """Return standard input as text.

    Raises:
        FormatError: The input is not UTF-8 text, or is longer than 4 MB.
    """
    # A caller of main() may have replaced standard input by a text stream without a buffer.
    data = getattr(sys.stdin, "buffer", sys.stdin).read(_MAX_BYTES + 1)
    return decode(data if isinstance(data, bytes) else data.encode())


def read_text(path: str) -> str:
    """Return a file as text.

    Raises:
        OSError: The file cannot be read.
        FormatError: The file is not UTF-8 text, or is longer than 4 MB.
    """
    with open(path, "rb") as stream:
        return decode(stream.read(_MAX_BYTES + 1))


def decode(data: bytes) -> str:
    """Return UTF-8 bytes as text, without a byte order mark.

    Raises:
        FormatError: See `read_text`.
    """
    if len(data) > _MAX_BYTES:
        raise FormatError(f"expected a puzzle of at most {_MAX_BYTES:,} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"expected text in UTF-8, found the byte 0x{data[error.start]:02x}"
        raise FormatError(reason, line=line) from None


def _forget_output() -> int:
    # At exit, Python flushes stdout again and would print a second error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
