"""What a client is told when it does not get what it asked for; always the same JSON."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

__all__ = ["Refusal", "refusal_json"]


class Refusal(Exception):  # noqa: N818  # an answer, not a fault
    """A request that is not answered.

    Attributes:
        status: Of HTTP, 400..599.
        kind: A name for programs, such as "TooManyCalls".
        message: What was expected, what was found, and the way out.
        headers: Further headers of the response, such as "Retry-After".
    """

    def __init__(
        self, status: int, kind: str, message: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.message = status, kind, message
        self.headers = headers or {}

    def response(self) -> Response:
        """Return the response that says so."""
        body = refusal_json(self)
        return Response(body, self.status, self.headers, media_type="application/json")


def refusal_json(refusal: Refusal) -> bytes:
    """Return the body of the response."""
    content = {"kind": refusal.kind, "message": refusal.message}
    return msgspec.json.encode({"error": content})
