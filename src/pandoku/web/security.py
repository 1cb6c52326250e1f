"""The guard around the application: it checks where requests come from, and adds headers.

Any web page that the user visits can send requests to a server on loopback. Three rules protect the
server from other pages. First, the name in the header Host must be a name of this server. So an
attacker's name that resolves to 127.0.0.1 is refused. Second, Sec-Fetch-Site or Origin must show
that the request comes from our own page. Third, no response allows another origin to read it.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pandoku.web.limits import HEAD_BYTES
from pandoku.web.responses import ServingError

__all__ = ["HEADERS", "STORES", "Guard"]

# The addresses of the stores of other programs, which keep the puzzles of short links, by host
# name. The number of a puzzle follows the address.
STORES = {"sudokupad.app": "https://sudokupad.app/api/puzzle/"}

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
_NOT_USED = ("camera", "geolocation", "microphone", "payment", "usb")
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{key} {value}" for key, value in _POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _NOT_USED),
}
_LOOPBACK = ("localhost", "ip6-localhost")
# Browsers send "none" if the user typed the address or opened a bookmark.
_OURS = ("same-origin", "none")


class Guard:
    """Refuses unsafe requests, and adds security headers to each response."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        host: str,
        allowed_hosts: Iterable[str],
        root_path: str,
        allowed_fetches: Iterable[str] = (),
    ) -> None:
        self.app, self.root_path = app, root_path
        self.headers = _headers(allowed_fetches)
        self.names = {_bare(name) for name in (*_LOOPBACK, host, *allowed_hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and pass it to the application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self.check(scope)
        except ServingError as refusal:
            await refusal.response()(scope, receive, sending)
            return
        await self.app(self.inside(scope), receive, sending)

    def inside(self, scope: Scope) -> Scope:
        """Return the request without the root path, which a proxy may already have removed."""
        path: str = scope["path"]
        if self.root_path and (path + "/").startswith(self.root_path + "/"):
            return {**scope, "path": path[len(self.root_path) :] or "/", "root_path": ""}
        return scope

    def check(self, scope: Scope) -> None:
        """Raise a ServingError if a request must not be answered."""
        headers = Headers(scope=scope)
        size = sum(len(name) + len(value) for name, value in headers.raw)
        if size + len(scope.get("raw_path") or b"") + len(scope["query_string"]) > HEAD_BYTES:
            raise ServingError(
                431,
                "HeadTooLarge",
                f"expected at most {HEAD_BYTES} bytes of address and headers, found more; send a "
                "puzzle in the body of a POST request",
            )
        if "transfer-encoding" in headers and "content-length" in headers:
            # This prevents request smuggling, where a proxy and a server disagree on where a
            # request ends.
            raise ServingError(
                400,
                "TwoLengths",
                "expected Transfer-Encoding or Content-Length, found both",
                {"Connection": "close"},
            )
        self.check_host(headers.get("host", ""))
        self.check_origin(self.inside(scope)["path"], scope["method"], headers)

    def check_host(self, host: str) -> None:
        """Refuse unknown host names. IP addresses are safe, because they do not use the DNS."""
        name = _bare(host)
        if "*" in self.names or name in self.names or _is_address(name):
            return
        shown = name if name.isascii() and name.isprintable() and len(name) < 256 else "another"
        raise ServingError(
            421,
            "WrongHost",
            f"expected a name of this server, found {shown!r}; "
            "`pandoku serve --allow-host NAME` lets it answer to a name",
        )

    def check_origin(self, path: str, method: str, headers: Headers) -> None:
        """Refuse requests from pages of other origins. Links to our pages are allowed."""
        site = headers.get("sec-fetch-site")
        if site is None:
            origin = headers.get("origin")
            is_ours = origin is None or _netloc(origin) == headers.get("host", "").lower()
        else:
            is_ours = site in _OURS or (
                method in ("GET", "HEAD")
                and headers.get("sec-fetch-mode") == "navigate"
                and headers.get("sec-fetch-dest") == "document"
                and not path.startswith("/api/")
            )
        if not is_ours:
            raise ServingError(
                403,
                "ForeignPage",
                "expected a request from a page of this server, found one from another page",
            )


def _headers(allowed_fetches: Iterable[str]) -> dict[str, str]:
    """Return the headers of all responses, whose policy lets the page fetch from some stores."""
    if not (stores := [STORES[name] for name in allowed_fetches]):
        return HEADERS
    policy = {**_POLICY, "connect-src": " ".join([_POLICY["connect-src"], *stores])}
    text = "; ".join(f"{key} {value}" for key, value in policy.items())
    return {**HEADERS, "Content-Security-Policy": text}


def _bare(host: str) -> str:
    """Return the name in a Host header in lower case, without the port and brackets."""
    name = host.strip().lower()
    if name.startswith("["):
        inside, _, port = name[1:].partition("]")
        return inside if _is_port(port) else name
    if name.count(":") == 1:
        before, colon, port = name.partition(":")
        name = before if _is_port(colon + port) else name
    return name.rstrip(".")


def _is_port(text: str) -> bool:
    """Return whether a text is empty, or a colon and a port, such as ":80"."""
    return not text or (text[0] == ":" and text[1:].isascii() and text[1:].isdecimal())


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
