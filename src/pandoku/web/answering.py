"""Calls of the API as a worker process runs them, from the body of a request to the reply.

A bad request never raises an exception here. The reply then contains the error message.
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
_QUICK_S = 8.0  # for a quick call. The slowest useful ones take half of it.
_LONG_S = 100.0
# Messages for players.
_TOO_LONG = "This takes the server too long. Try something smaller or easier."
_DEFECT = "The server made a mistake. Try once more, or something else: your games are safe."
_ODD = "The server does not understand this page. Load the page again: your games are safe."


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
    """An error in place of an answer.

    Attributes:
        name: Name of the error, such as "FormatError".
        message: The expected input, the input found, and a way out.
        plain: The message for a player, who cannot type commands, options or names of formats. It
            is "" if the message suits players as it is.
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

    A long endpoint runs all its stages here, without reporting progress.

    Args:
        name: Name of the endpoint.
        body: The request as JSON. For a GET endpoint, the query as an object of strings; b"" is an
            empty query.
    """
    try:
        endpoint, request = request_of(name, body)
        with within(_LONG_S if endpoint.is_long else _QUICK_S):
            return Reply(200, encoded(_answered(endpoint, request)))
    except Exception as error:
        return refusal_of(error)


def request_of(name: str, body: bytes) -> tuple[Endpoint, Any]:
    """Return an endpoint and its decoded request.

    Raises:
        RefusedError: There is no such endpoint, or the body is not a valid request.
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
    """Return a sentence with spans as a plain string."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"expected a value for JSON, found {type(value).__name__}")


def refusal_of(error: Exception) -> Reply:
    """Return the reply for an exception, such as 422 for a bad puzzle and 500 for a defect."""
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


# ---- errors


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
    """Return whether an error is about the request: one of pandoku's, or a value out of range."""
    return isinstance(error, PandokuError) or str(error).startswith("expected ")


def _refused(status: int, name: str, message: str) -> RefusedError:
    plain = _ODD if name == "RequestError" else ""
    return RefusedError(status, Refusal(name, message, plain))


def _query(body: bytes) -> dict[str, Any]:
    value = msgspec.json.decode(body or b"{}")
    return value if isinstance(value, dict) else {}


def _readable(text: str) -> str:
    """Return a message with lone surrogates escaped, because JSON cannot contain them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
