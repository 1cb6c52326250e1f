"""Files of the page, and index.html for every path that is a page."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from pandoku.calls.links import link_of
from pandoku.formats import loads
from pandoku.web.app import handlers
from pandoku.web.pages import PAGES, Pages, board_html
from tests.web.live import Got, ask

HTML = """<!doctype html><html><head><base href="/" />
<script src="./assets/main-12345678.js"></script>
</head><body><div id="app"><!--board--></div></body></html>"""
SCRIPT = "console.log(1);" * 100
BROWSER = {"accept": "text/html,*/*"}


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built page."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(HTML)
    (tmp_path / "sw.js").write_text(SCRIPT)
    (tmp_path / "icon.png").write_bytes(b"\x89PNG")
    (tmp_path / "assets" / "main-12345678.js").write_text(SCRIPT)
    (tmp_path / "notes.secret").write_text("no type, so not served")
    return tmp_path


async def no_board(link: str) -> str:
    return f"<p>board {len(link)}</p>"


def get(static: Path, path: str = "/", root_path: str = "", **request: Any) -> Got:
    pages = Pages(root_path, no_board, static)
    app = Starlette(routes=[Route("/{path:path}", pages)], exception_handlers=handlers())
    return asyncio.run(ask(app, path, **{"headers": BROWSER, **request}))


@pytest.mark.parametrize("name", [*PAGES, "learn/x-wing", "play/"])
def test_every_page_is_the_index(static: Path, name: str) -> None:
    got = get(static, f"/{name}")
    assert got.status == 200
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert got.headers["cache-control"] == "no-cache"
    assert b"main-12345678.js" in got.body


def test_a_page_that_is_not_there_says_so_in_the_page_and_to_programs_in_json(static: Path) -> None:
    assert get(static, "/nowhere").status == 404
    assert b"main-12345678.js" in get(static, "/nowhere").body
    assert get(static, "/nowhere", headers={}).json["error"]["name"] == "NotFound"
    assert get(static, "/play/more").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/assets/../../../pyproject.toml",
        "//etc/passwd",
        "/assets/",
        "/assets",
        "/assets\\..\\index.html",
        "/notes.secret",
        "/assets/none.js",
        "/index.html\0",
    ],
)
def test_nothing_but_the_files_of_the_page_is_served(static: Path, path: str) -> None:
    got = get(static, path)
    assert got.status == 404
    assert b"secret" not in got.body


@pytest.mark.parametrize(
    ("path", "media_type", "cache"),
    [
        ("/assets/main-12345678.js", "text/javascript; charset=utf-8", "immutable"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/icon.png", "image/png", "no-cache"),
        ("/board.css", "text/css; charset=utf-8", "no-cache"),
    ],
)
def test_files_have_their_type_and_the_right_cache(
    static: Path, path: str, media_type: str, cache: str
) -> None:
    got = get(static, path)
    assert got.headers["content-type"] == media_type
    assert cache in got.headers["cache-control"]


def test_a_file_that_the_browser_has_is_not_sent_again(static: Path) -> None:
    etag = get(static, "/sw.js").headers["etag"]
    again = get(static, "/sw.js", headers={"if-none-match": f'W/"other", {etag}'})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
    assert get(static, "/sw.js", headers={"if-none-match": '"other"'}).status == 200


def test_text_is_compressed_for_who_reads_it(static: Path) -> None:
    plain = get(static, "/sw.js")
    small = get(static, "/sw.js", headers={"accept-encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(small.body) == plain.body
    assert len(small.body) < len(plain.body) / 10
    assert small.headers["etag"] != plain.headers["etag"]
    refusing = get(static, "/sw.js", headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in refusing.headers


@pytest.mark.parametrize(
    ("root_path", "base"), [("", '<base href="/">'), ("/a/b", '<base href="/a/b/">')]
)
def test_the_page_has_the_root_as_its_base(static: Path, root_path: str, base: str) -> None:
    assert base in get(static, "/play", root_path).body.decode()


def test_without_script_the_page_has_the_board_of_its_link(static: Path) -> None:
    html = get(static, "/play", query="p=12345").body.decode()
    _, _, inside = html.partition("<noscript>")
    assert "needs JavaScript" in inside
    assert "<p>board 5</p>" in inside.partition("</noscript>")[0]


def test_a_page_is_read_only(static: Path) -> None:
    got = get(static, "/", method="POST")
    assert (got.status, got.headers["allow"]) == (405, "GET, HEAD")


def test_a_checkout_without_a_build_says_how_to_make_it(tmp_path: Path) -> None:
    got = get(tmp_path / "static")
    assert got.status == 503
    assert "npm run build" in got.message


def test_the_board_of_a_link_is_a_picture_without_inline_style() -> None:
    html = board_html(link_of(loads("1.....2..3.....4").replace(title="<b>&")), "2026-11-23")
    assert "<h2>&lt;b&gt;&amp;</h2>" in html
    assert "<svg" in html
    assert "<style" not in html
    assert " style=" not in html
    assert "<b>" not in html


@pytest.mark.parametrize("link", ["s1opn", "z", "<script>alert(1)</script>", "s" * 70_000])
def test_a_broken_link_is_explained_in_place_of_the_board(link: str) -> None:
    html = board_html(link, "2026-11-23")
    assert html.startswith("<p>This link has no puzzle: ")
    assert "<script>" not in html


def test_without_a_link_the_board_is_that_of_the_day() -> None:
    assert "Daily Sudoku, November 23, 2026" in board_html("", "2026-11-23")
