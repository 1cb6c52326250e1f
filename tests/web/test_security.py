"""Who may ask: every request passes the guard, and every answer has its headers."""

import asyncio
from typing import Any

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from pandoku.web.security import HEADERS, STORES, Guard
from tests.together import together
from tests.web.live import Got, ask

NAVIGATION = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


async def inside(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(scope["path"])(scope, receive, send)


def guarded(
    path: str = "/",
    *,
    host: str = "127.0.0.1",
    allowed_hosts: tuple[str, ...] = (),
    root_path: str = "",
    allowed_fetches: tuple[str, ...] = (),
    **request: Any,
) -> Got:
    guard = Guard(
        inside,
        host=host,
        allowed_hosts=allowed_hosts,
        root_path=root_path,
        allowed_fetches=allowed_fetches,
    )
    return asyncio.run(ask(guard, path, **request))


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8273", "127.0.0.1:1", "[::1]:8273", "192.168.1.5", "localhost."],
)
def test_loopback_and_addresses_in_numbers_are_ours(host: str) -> None:
    assert guarded(headers={"host": host}).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "",
        "a:b:c",
        "localhost@x",
        "localhost:80@evil.example",
        "localhost:evil.example",
        "[::1]evil.example",
        "[::1]:80@evil.example",
        "127.0.0.1:8273.evil.example",
    ],
)
def test_a_name_that_somebody_pointed_at_us_is_refused(host: str) -> None:
    got = guarded(headers={"host": host})
    assert got.status == 421
    assert "--allow-host" in got.message


def test_a_name_is_allowed_by_host_or_by_name_or_with_all() -> None:
    host = {"host": "puzzles.example.org"}
    assert guarded(headers=host, allowed_hosts=("Puzzles.example.org",)).status == 200
    assert guarded(headers=host, host="puzzles.example.org").status == 200
    assert guarded(headers=host, allowed_hosts=("*",)).status == 200
    assert guarded(headers=host, allowed_hosts=("example.org",)).status == 421


@together(
    "headers, status",
    [
        ({}, 200),  # no browser
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),  # another port of localhost
        ({"sec-fetch-site": "cross-site", **NAVIGATION}, 403),
        ({"origin": "http://localhost:8273"}, 200),
        ({"origin": "https://localhost:8273"}, 200),  # a proxy may end TLS
        ({"origin": "http://localhost:9000"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        # What the browser says about itself counts more than a name that a proxy may have changed.
        ({"origin": "http://puzzles.example.org", "sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_a_foreign_page_cannot_call_the_api(headers: dict[str, str], status: int) -> None:
    assert guarded("/api/v1/hint", method="POST", headers=headers).status == status


def test_a_foreign_page_may_link_to_a_page_but_not_embed_it() -> None:
    foreign = {"sec-fetch-site": "cross-site"}
    assert guarded("/play", headers={**foreign, **NAVIGATION}).status == 200
    assert (
        guarded("/play", headers={**foreign, **NAVIGATION, "sec-fetch-dest": "iframe"}).status
        == 403
    )
    assert guarded("/play", headers={**foreign, "sec-fetch-mode": "no-cors"}).status == 403
    assert guarded("/play", method="POST", headers={**foreign, **NAVIGATION}).status == 403
    assert guarded("/api/v1/kinds", headers={**foreign, **NAVIGATION}).status == 403


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
def test_every_answer_has_the_headers(host: str) -> None:
    headers = guarded(headers={"host": host}).headers
    assert {name.lower(): value for name, value in HEADERS.items()}.items() <= headers.items()
    assert not [name for name in headers if name.startswith("access-control") or "cookie" in name]


def test_the_policy_allows_nothing_inline_and_no_other_host() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert not [part for part in ("unsafe", "http", "*") if part in policy]


def test_the_policy_lets_the_page_fetch_only_from_allowed_stores() -> None:
    (store,) = STORES.values()
    got = guarded(allowed_fetches=("sudokupad.app",)).headers["content-security-policy"]
    assert got == HEADERS["Content-Security-Policy"].replace(
        "connect-src 'self'", f"connect-src 'self' {store}"
    )
    assert guarded().headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_an_address_or_headers_that_are_too_long_are_refused() -> None:
    assert guarded(query="p=" + "x" * 65_000).status == 200
    assert guarded(query="p=" + "x" * 70_000).status == 431
    assert guarded(headers={"x-long": "x" * 70_000}).status == 431


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/puzzles/learn/x", "/learn/x"),  # the proxy passes the whole path
        ("/learn/x", "/learn/x"),  # the proxy strips it
        ("/puzzles", "/"),
        ("/puzzlesque", "/puzzlesque"),
    ],
)
def test_the_root_path_may_be_stripped_by_the_proxy_or_not(path: str, seen: str) -> None:
    assert guarded(path, root_path="/puzzles").body == seen.encode()


def test_the_api_below_a_root_path_is_guarded_as_well() -> None:
    link = {"sec-fetch-site": "cross-site", **NAVIGATION}
    assert guarded("/puzzles/play", root_path="/puzzles", headers=link).status == 200
    assert guarded("/puzzles/api/v1/kinds", root_path="/puzzles", headers=link).status == 403
