"""What a client gets if the server itself refuses a request, before or in place of any work."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

__all__ = ["ServingError"]


class ServingError(Exception):
    """A request that the server refuses.

    Attributes:
        status: Of HTTP, 400..599.
        name: A name for programs, such as "TooManyCalls".
        message: What was expected, what was found, and the way out.
        headers: Further headers of the response, such as "Retry-After".
        plain: The same for a player on the page; "" if nobody sees it there.
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
        """Return the response that says so."""
        return Response(self.json, self.status, self.headers, media_type="application/json")
