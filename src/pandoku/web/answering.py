"""From the body of a request to the body of an answer: what a worker process runs.

Nothing that a client sends raises here: what is wrong with it is an answer too, with one message.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from pandoku.errors import PandokuError, TechniqueError
from pandoku.play.plainly import plain_words
from pandoku.registry import nearest
from pandoku.web.api import ENDPOINTS
from pandoku.web.complaints import about, once, short, why_no_json
from pandoku.web.deadline import TooLongError, within
from pandoku.web.endpoint import Call, Endpoint

__all__ = [
    "JSON",
    "Refusal",
    "RefusedError",
    "Reply",
    "answer_call",
    "encoded",
    "refusal_of",
    "request_of",
]

JSON = "application/json"
_QUICK_S = 8.0  # of work for a quick call; the slowest that anybody needs take half of it
_LONG_S = 100.0
# For players.
_TOO_LONG = "This takes the server too long. Try something smaller or easier."
_DEFECT = "The server made a mistake. Try once more, or something else: your games are safe."
_ODD = "The server does not understand this page. Load the page again: your games are safe."


class Reply(NamedTuple):
    """What a client gets.

    Attributes:
        status: The status of HTTP.
        body: The bytes of the answer.
        content_type: What they are.
    """

    status: int
    body: bytes
    content_type: str = JSON


class Refusal(msgspec.Struct, omit_defaults=True):
    """Why there is no answer.

    Attributes:
        name: The name of the error: "FormatError".
        message: What was expected, what was found, and the way out.
        plain: The same for a player, who cannot type commands, options or names of formats; "" if
            nobody needs other words.
        line: The line of the puzzle's text, from 1, if it is known.
        column: The column in that line, from 1, if it is known.
    """

    name: str
    message: str
    plain: str = ""
    line: int | None = None
    column: int | None = None


class RefusedError(Exception):
    """What a client asked for cannot be done.

    Attributes:
        status: The status of HTTP.
        refusal: Why.
    """

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal
        super().__init__(refusal.message)


def answer_call(name: str, body: bytes) -> Reply:
    """Return the answer of an endpoint, or why there is none.

    A long endpoint does all its stages here, without reporting progress.

    Args:
        name: The endpoint's name.
        body: JSON. For an endpoint that is read with GET the query, as an object of texts; b""
            means an empty one.
    """
    try:
        endpoint, request = request_of(name, body)
        with within(_LONG_S if endpoint.is_long else _QUICK_S):
            return Reply(200, encoded(_answered(endpoint, request)))
    except Exception as error:
        return refusal_of(error)


def request_of(name: str, body: bytes) -> tuple[Endpoint, Any]:
    """Return an endpoint and what a client asks of it.

    Raises:
        RefusedError: There is no such endpoint, or the body is not what it takes.
    """
    endpoint = ENDPOINTS.get(name)
    if endpoint is None:
        near = nearest(name, ENDPOINTS) or sorted(ENDPOINTS)
        raise _refused(404, "Unknown", f"there is no endpoint {short(name)}; try {', '.join(near)}")
    try:
        if endpoint.method == "GET":
            return endpoint, msgspec.convert(_query(body), endpoint.request, strict=False)
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
    """Return a text with spans as a plain one."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"expected a value for JSON, found {type(value).__name__}")


def refusal_of(error: Exception) -> Reply:
    """Return an exception as an answer: 422 for what is refused, 500 for a defect."""
    status, refusal = _refusal(error)
    return Reply(status, encoded({"error": msgspec.to_builtins(refusal)}))


def _answered(endpoint: Endpoint, request: Any) -> Any:
    if endpoint.work is not None:
        return endpoint.work(request)
    assert endpoint.stages is not None
    stages, result = endpoint.stages(request), None
    try:
        while True:
            asked = stages.send(result)
            result = asked.function(*asked.arguments) if isinstance(asked, Call) else None
    except StopIteration as end:
        return end.value


# ---- what is wrong


def _refusal(error: Exception) -> tuple[int, Refusal]:
    if isinstance(error, RefusedError):
        return error.status, error.refusal
    if isinstance(error, TooLongError):
        return 504, Refusal("TooLong", str(error), _TOO_LONG)
    if isinstance(error, PandokuError | ValueError | TypeError) and _is_meant_for_users(error):
        line, column = getattr(error, "line", None), getattr(error, "column", None)
        said, plain = _readable(str(error)), _readable(plain_words(error))
        if isinstance(error, TechniqueError):
            plain += " The page Learn lists them all."
        return 422, Refusal(type(error).__name__, said, plain, line, column)
    if isinstance(error, RecursionError | MemoryError):
        return 422, Refusal("TooLarge", "expected a puzzle of a usual size, found one too large")
    message = f"a defect of pandoku: {type(error).__name__}"
    return 500, Refusal("InternalError", message, _DEFECT)


def _is_meant_for_users(error: Exception) -> bool:
    """Return whether an error is about what was asked for: its own, or a number out of range."""
    return isinstance(error, PandokuError) or str(error).startswith("expected ")


def _refused(status: int, name: str, message: str) -> RefusedError:
    plain = _ODD if name == "RequestError" else ""
    return RefusedError(status, Refusal(name, message, plain))


def _query(body: bytes) -> dict[str, Any]:
    value = msgspec.json.decode(body or b"{}")
    return value if isinstance(value, dict) else {}


def _readable(text: str) -> str:
    """Return a message without the halves of characters that JSON could not carry."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
