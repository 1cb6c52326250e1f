"""The error that is sent if the server refuses a request."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

__all__ = ["ServingError"]


class ServingError(Exception):
    """Raised if the server refuses a request.

    Attributes:
        status: HTTP status, 400..599.
        name: Name for programs, such as "TooManyCalls".
        message: The expected request, the request found, and a way out.
        headers: Additional headers of the response, such as "Retry-After".
        plain: The message for players; "" if the page never shows it.
    """

    def __init__(
        self,
        status: int,
        name: str,
        message: str,
        headers: dict[str, str] | None = None,
        plain: str = "",
    ) -> None:
        super().__init__(message)
        self.status, self.name, self.message = status, name, message
        self.headers = headers or {}
        self.plain = plain

    @property
    def json(self) -> bytes:
        """The body of the response."""
        content = {"name": self.name, "message": self.message}
        if self.plain:
            content["plain"] = self.plain
        return msgspec.json.encode({"error": content})

    def response(self) -> Response:
        """Return the response to send."""
        return Response(self.json, self.status, self.headers, media_type="application/json")
