"""The built page: what it weighs, what it names, and that it is whole."""

from __future__ import annotations

import gzip
import json
import re
import struct
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from pandoku.web.pages import PAGES

WEB = Path(str(files("pandoku.web")))
STATIC, SINGLE = WEB / "static", WEB / "single"
BOARD = ("", "play")  # the pages whose script a player waits for
MOST_BOARD, MOST_PAGE, MOST_SCRIPT, MOST_STYLE = 60_000, 80_000, 120_000, 6_000  # bytes, gzipped
STATIC_IMPORT = re.compile(r"""\b(?:from|import)\s*["'](\.[^"']+)["']""")
NAMESPACES = "http://www.w3.org/"
HOST = r"(?:https?:|wss?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`]*"


def built(*suffixes: str) -> list[Path]:
    found = [each for each in STATIC.rglob("*") if each.is_file()]
    assert found, "the page is not built: ./run web"
    return [each for each in found if not suffixes or each.suffix in suffixes]


def weight(paths: list[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def index() -> str:
    return (STATIC / "index.html").read_text()


def by_weight(paths: list[Path]) -> list[tuple[int, str]]:
    return sorted(((weight([path]), path.name) for path in paths), reverse=True)


def with_imports(scripts: list[Path]) -> list[Path]:
    """The scripts, and all that they import at once: an import() loads on demand."""
    found: list[Path] = []
    waiting = list(scripts)
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.append(script)
            imported = STATIC_IMPORT.findall(script.read_text())
            waiting += [(script.parent / each).resolve() for each in imported]
    return found


def on_demand(page: str) -> list[Path]:
    """The scripts with the name of a page, which load when the page is shown."""
    name = page or "home"
    return [path for path in built(".js") if re.match(rf"{name}-[\w-]{{8}}\.", path.name)]


@pytest.fixture(scope="module")
def first(index: str) -> list[Path]:
    """What the browser loads before it shows any page, with the service worker."""
    named = [attributes.get("src") for tag, attributes in Tags(index).tags if tag == "script"]
    return with_imports([(STATIC / each).resolve() for each in [*named, "sw.js"] if each])


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_little_script_before_it_is_shown(page: str, first: list[Path]) -> None:
    loaded = with_imports([*first, *on_demand(page)])
    most = MOST_BOARD if page in BOARD else MOST_PAGE
    assert weight(loaded) <= most, by_weight(loaded)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_loaded_on_demand(page: str, first: list[Path]) -> None:
    assert on_demand(page)
    assert not set(on_demand(page)) & set(first)
    assert set(with_imports(on_demand(page))) & set(first), "expected an import of the first script"


def test_all_scripts_together_have_at_most_120_kb_gzipped() -> None:
    assert weight(built(".js")) <= MOST_SCRIPT, by_weight(built(".js"))


def test_no_style_sheet_is_above_6_kb_gzipped() -> None:
    assert by_weight(built(".css"))[0][0] <= MOST_STYLE, by_weight(built(".css"))


def test_no_built_file_names_another_host() -> None:
    texts = [*built(".js", ".css", ".html", ".webmanifest", ".svg"), *SINGLE.iterdir()]
    for path in texts:
        named = re.findall(HOST, path.read_text())
        assert [each for each in named if not each.startswith(NAMESPACES)] == [], path


def test_the_page_has_no_script_or_style_inside(index: str) -> None:
    for tag, attributes in Tags(index).tags:
        assert tag != "style"
        assert tag != "script" or attributes["src"]
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_the_page_has_the_places_that_the_server_fills(index: str) -> None:
    assert '<base href="/" />' in index
    assert "<!--board-->" in index


def test_what_the_page_loads_is_there_and_relative(index: str) -> None:
    for _, attributes in Tags(index).tags:
        for address in (attributes.get("src"), attributes.get("href")):
            if address not in (None, "/"):
                assert address.startswith("./")
                assert (STATIC / address).is_file()


def test_the_service_worker_keeps_every_built_file() -> None:
    text = (STATIC / "sw.js").read_text()
    listed = re.search(r"\[(\"[^\]]*)\]", text)
    assert listed
    kept = set(json.loads(f"[{listed[1]}]"))
    there = {path.relative_to(STATIC).as_posix() for path in built()}
    assert kept == there - {"index.html", "sw.js"}
    assert "__" not in text.replace("__proto__", ""), "a name that the build fills in is left"


def test_the_manifest_is_relative_and_its_icons_have_their_sizes() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert (manifest["start_url"], manifest["scope"], manifest["id"]) == ("./", "./", "./")
    for icon in manifest["icons"]:
        assert (STATIC / icon["src"]).is_file()
        if icon["type"] == "image/png":
            head = (STATIC / icon["src"]).read_bytes()[:24]
            assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
