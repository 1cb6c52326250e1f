"""Answer calls of the API in a worker process, from the body of a request to the reply.

`answer_call` never raises an exception. For a bad request, it returns a reply with the error
message.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from pandoku.calls import ENDPOINTS, Call, Endpoint, TooLongError, within
from pandoku.errors import PandokuError, TechniqueError
from pandoku.play.plainly import plain_words
from pandoku.registry import nearest
from pandoku.words import joined

__all__ = [
    "JSON",
    "Refusal",
    "RefusedError",
    "Reply",
    "about",
    "answer_call",
    "answer_of",
    "answered",
    "encoded",
    "load_endpoints",
    "once",
    "refusal_of",
    "request_of",
    "short",
    "warm",
    "why_no_json",
    "zipped",
]

JSON = "application/json"
_QUICK_S = 8.0  # Limit for a quick call. The slowest useful calls take half of this time.
_LONG_S = 100.0
# Messages for players.
_TOO_LONG = "This takes too long. Try something smaller or easier."
_DEFECT = "Something went wrong. Try once more, or something else: your games are safe."
_ODD = "This page is of another version. Load the page again: your games are safe."


class Reply(NamedTuple):
    """A response to a client.

    Attributes:
        status: HTTP status.
        body: The encoded answer or error.
        content_type: Media type of the body.
    """

    status: int
    body: bytes
    content_type: str = JSON


class Refusal(msgspec.Struct, omit_defaults=True):
    """An error that is sent instead of an answer.

    Attributes:
        name: Name of the error, such as "FormatError".
        message: A message with the expected input, the actual input, and advice.
        plain: A different message for players, who do not know commands, options and names of
            formats. It is "" if *message* suits players.
        line: Line in the text of the puzzle, from 1, if known.
        column: Column in that line, from 1, if known.
    """

    name: str
    message: str
    plain: str = ""
    line: int | None = None
    column: int | None = None


class RefusedError(Exception):
    """Raised for a request that cannot be answered.

    Attributes:
        status: HTTP status.
        refusal: The error to send.
    """

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.message)


def answer_call(name: str, body: bytes) -> Reply:
    """Return the reply of an endpoint: an answer or an error.

    A long endpoint runs all its stages in this call, and reports no progress.

    Args:
        name: Name of the endpoint.
        body: The request as JSON. For a GET endpoint, the query as a JSON object of strings; b"" is
            an empty query.
    """
    try:
        endpoint, request = request_of(name, body)
        with within(_LONG_S if endpoint.is_long else _QUICK_S):
            return Reply(200, encoded(answer_of(endpoint, request, _no_report)))
    except Exception as error:
        return refusal_of(error)


def request_of(name: str, body: bytes) -> tuple[Endpoint, Any]:
    """Return the endpoint with this name, and the decoded request.

    Raises:
        RefusedError: There is no such endpoint, or the body is not a valid request.
    """
    endpoint = ENDPOINTS.get(name)
    if endpoint is None:
        near = nearest(name, ENDPOINTS) or sorted(ENDPOINTS)
        raise _refused(404, "Unknown", f"there is no endpoint {short(name)}; try {', '.join(near)}")
    try:
        if endpoint.method == "GET":
            query = msgspec.json.decode(body or b"{}")
            query = query if isinstance(query, dict) else {}
            return endpoint, msgspec.convert(query, endpoint.request, strict=False)
        request = msgspec.json.decode(body, type=endpoint.request)
        json.loads(body, object_pairs_hook=once)
    except msgspec.ValidationError as error:
        raise _refused(400, "RequestError", about(str(error), endpoint.request, body)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        message = f"expected JSON, found {why_no_json(error, body)}"
        raise _refused(400, "RequestError", message) from None
    return endpoint, request


def encoded(value: Any) -> bytes:
    """Return an answer as JSON."""
    return msgspec.json.encode(value, enc_hook=_as_text)


def _as_text(value: Any) -> str:
    """Return a sentence with spans as a plain string."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"expected a value for JSON, found {type(value).__name__}")


def refusal_of(error: Exception) -> Reply:
    """Return the error reply for an exception.

    The exception determines the status: for example, 422 for a bad puzzle and 500 for a defect of
    pandoku.
    """
    status, refusal = _refusal(error)
    return Reply(status, encoded({"error": msgspec.to_builtins(refusal)}))


def answer_of(endpoint: Endpoint, request: Any, report: Callable[[Struct], object]) -> Any:
    """Return the answer to a request. A long endpoint runs all its stages in this call.

    Args:
        endpoint: The endpoint.
        request: A value of its type of requests.
        report: Called with each progress report of a long endpoint.

    Raises:
        Exception: Whatever the endpoint raises; `refusal_of` makes a reply of it.
    """
    if endpoint.work is not None:
        return endpoint.work(request)
    assert endpoint.stages is not None
    stages, result = endpoint.stages(request), None
    try:
        while True:
            asked = stages.send(result)
            if isinstance(asked, Call):
                result = asked.function(*asked.arguments)
            else:
                report(asked)
                result = None
    except StopIteration as end:
        return end.value


def _no_report(_: Struct) -> None:
    """Drop a progress report."""


# ---- errors


def _refusal(error: Exception) -> tuple[int, Refusal]:
    if isinstance(error, RefusedError):
        return error.status, error.refusal
    if isinstance(error, TooLongError):
        return 504, Refusal("TooLong", str(error), _TOO_LONG)
    is_value = isinstance(error, ValueError | TypeError) and str(error).startswith("expected ")
    if is_value or isinstance(error, PandokuError):
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        said, plain = _readable(str(error)), _readable(plain_words(error))
        if isinstance(error, TechniqueError):
            plain += " The page Learn lists them all."
        return 422, Refusal(type(error).__name__, said, plain, line, column)
    if isinstance(error, RecursionError | MemoryError):
        return 422, Refusal("TooLarge", "expected a puzzle of a usual size, found one too large")
    message = f"a defect of pandoku: {type(error).__name__}"
    return 500, Refusal("InternalError", message, _DEFECT)


def _refused(status: int, name: str, message: str) -> RefusedError:
    plain = _ODD if name == "RequestError" else ""
    return RefusedError(status, Refusal(name, message, plain))


def _readable(text: str) -> str:
    """Return a message with lone surrogates escaped, because JSON cannot contain them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


# ---- in a worker


def answered(name: str, body: bytes, may_zip: bool) -> tuple[Reply, bool]:
    """Return the reply of a quick endpoint, and whether the reply's body is compressed."""
    return zipped(answer_call(name, body), may_zip)


def load_endpoints() -> None:
    """Import the modules that every request needs."""
    assert ENDPOINTS.entries


def warm() -> None:
    """Answer the examples of quick endpoints, so that no request has to wait for imports.

    GET endpoints are left out. Their answers take longer to make, and the server caches them
    anyway.
    """
    for name, endpoint in ENDPOINTS.items():
        if endpoint.method == "POST" and not endpoint.is_long and endpoint.example is not None:
            answer_call(name, msgspec.json.encode(endpoint.example))


# A smaller body is not compressed, because this would not save a network packet.
_LEAST_BYTES = 1000
_LEVEL = 5


def zipped(reply: Reply, may_zip: bool) -> tuple[Reply, bool]:
    """Return a reply, compressed if this is worthwhile, and whether it is compressed.

    If *may_zip* is false, the reply is never compressed.
    """
    if not may_zip or len(reply.body) < _LEAST_BYTES:
        return reply, False
    return reply._replace(body=gzip.compress(reply.body, _LEVEL, mtime=0)), True


# ---- messages about bad requests

_SHOWN = 60  # maximum number of characters of the client's input that a message quotes
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
# Patterns for limits in the decoder's messages, and their replacements in plain words.
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
    """Raise ValueError if a JSON object contains a key twice, which would be ambiguous."""
    keys = [key for key, _ in pairs]
    if len({*keys}) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {short(twice)} twice")


def why_no_json(error: Exception, body: bytes) -> str:
    """Return an error message for a body that is not valid JSON."""
    if isinstance(error, RecursionError):
        return "lists or objects that are nested too deeply"
    # Decode the body again: versions of msgspec report bad UTF-8 in different ways.
    try:
        body.decode()
    except UnicodeDecodeError as wrong:
        return f"bytes that are not UTF-8 ({wrong.reason})"
    text = str(error)
    if text == "Input data was truncated":
        # The decoder also gives this message for half of a character, such as "\\ud800".
        is_half = b"\\ud" in body.lower()
        return "half of a character (such as \\ud800)" if is_half else "a text that ends too early"
    return text.removeprefix("JSON is malformed: ")


def about(message: str, request: type[msgspec.Struct], body: bytes) -> str:
    """Rewrite the decoder's *message* about a bad field in plain words."""
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
    """Return the value at a place such as "center[0]", as text for a message.

    A long text or list is replaced by its length. The result is "" if the place has no value, or if
    the value is not a text, a list or a number.
    """
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
