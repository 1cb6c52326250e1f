"""Messages about bad requests: the field, the expected value and the value found."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from pandoku.registry import nearest
from pandoku.words import joined

__all__ = ["about", "once", "short", "why_no_json"]

_SHOWN = 60  # characters of the client's input that a message quotes
_PLACE = re.compile(r"^(.*?)(?: - at `(?:key )?(?:in )?\$?(.*)`)?$", re.S)
_UNKNOWN = re.compile(r"^Object contains unknown field `(.*)`$", re.S)
_MISSING = re.compile(r"^Object missing required field `(.*)`$")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_WORDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "a text",
}
# Bounds in the words of the decoder, and in plain words.
_BOUNDS = (
    (re.compile(r"(?<=a text )of length <= (\d+)"), r"of at most \1 characters"),
    (re.compile(r"of length (<=|>=) "), r"of length \1 "),
    (re.compile(r"<= (?=[\d.])"), "of at most "),
    (re.compile(r">= (?=[\d.])"), "of at least "),
    (re.compile(r"< (?=[\d.])"), "below "),
    (re.compile(r"> (?=[\d.])"), "above "),
    (re.compile("of length of at"), "of length at"),
)


def once(pairs: list[tuple[str, Any]]) -> None:
    """Raise ValueError if an object has a key twice, because it is ambiguous."""
    keys = [key for key, _ in pairs]
    if len({*keys}) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {short(twice)} twice")


def why_no_json(error: Exception, body: bytes) -> str:
    """Describe a body that is not valid JSON."""
    if isinstance(error, RecursionError):
        return "lists or objects that are nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"bytes that are not UTF-8 ({error.reason})"
    text = str(error)
    if text == "Input data was truncated":
        # The decoder also reports "\\ud800" this way.
        is_half = b"\\ud" in body.lower()
        return "half of a character (such as \\ud800)" if is_half else "a text that ends too early"
    return text.removeprefix("JSON is malformed: ")


def about(message: str, request: type[msgspec.Struct], body: bytes) -> str:
    """Return a message about a bad field, from the decoder's *message*."""
    found = _PLACE.match(message)
    what, place = (found[1], (found[2] or "").lstrip(".")) if found else (message, "")
    if unknown := _UNKNOWN.match(what):
        names = [field.encode_name for field in msgspec.structs.fields(request)]
        near = nearest(unknown[1], names) or names
        way_out = f"; try {', '.join(near)}" if near else ""
        what = f"there is no field {short(unknown[1])}{way_out}"
    elif missing := _MISSING.match(what):
        what = f"expected the field {missing[1]!r}, found none"
    else:
        what = re.sub(r"`([^`]*)`", _in_words, what).replace(", got ", ", found ")
        for pattern, words in _BOUNDS:
            what = pattern.sub(words, what)
        what = what[:1].lower() + what[1:]
        if ", found " not in what and (value := _found_at(body, place)):
            what += f", found {value}"
    return f"{place}: {what}" if place else what


def _found_at(body: bytes, place: str) -> str:
    """Return the value at a place such as "center[0]", shortened; "" if it would not help."""
    try:
        value = json.loads(body)
        for name, index in _STEP.findall(f".{place}" if place else ""):
            value = value[name] if name else value[int(index)]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    if isinstance(value, str | list):
        return f"{len(value):,}" if len(value) > _SHOWN else short(str(value))
    return str(value) if isinstance(value, int | float) else ""


def _in_words(quoted: re.Match[str]) -> str:
    return joined((_WORDS.get(each, each) for each in quoted[1].split(" | ")), "or")


def short(text: str) -> str:
    """Quote the client's input, shortened to fit in a message."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")
