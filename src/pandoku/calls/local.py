"""Answer calls in the process that asks, as the page without a server does.

There is no network and no time limit. To stop a call, end the worker that it runs in.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from pandoku.calls.answering import answer_of, encoded, refusal_of, request_of

__all__ = ["answer"]


def answer(name: str, body: str, report: Callable[[str], object] | None = None) -> str:
    """Return the answer of a call as JSON: `{"answer": ...}` or `{"error": ...}`.

    Args:
        name: Name of the endpoint.
        body: The request as a JSON object. For a GET endpoint, an object of strings.
        report: Called with each progress report of a long endpoint, as JSON.

    An error has the fields of `Refusal`. No exception is raised for a bad request.

    >>> answer("count", '{"puzzle": "1.....2..3.....4"}')
    '{"answer":{"count":1,"exact":true,"text":"1"}}'
    >>> "error" in answer("cuont", "{}")
    True
    """

    def told(progress: Struct) -> None:
        if report is not None:
            report(encoded(progress).decode())

    try:
        endpoint, request = request_of(name, body.encode())
        return encoded({"answer": answer_of(endpoint, request, told)}).decode()
    except Exception as error:
        return refusal_of(error).body.decode()
