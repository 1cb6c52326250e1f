"""The application around its routes: health, metrics, logs, faults, and a proxy before it."""

import asyncio
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from pandoku.web.app import App
from pandoku.web.limits import ServerSettings
from pandoku.web.monitoring import Log, LogEntry
from pandoku.web.pages import Pages
from pandoku.web.security import HEADERS
from tests.web.live import Got, ask
from tests.web.test_calls import until


@pytest.fixture(autouse=True)
def _no_wait_for_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.web.pages._WAIT_S", 0)


def light(**settings: Any) -> App:
    """Return an application whose processes start quickly."""
    app = App(ServerSettings(workers=1, **settings))
    for pool in app.pools:
        pool.warm = os.getpid
    return app


def test_the_server_is_healthy_when_its_workers_answer() -> None:
    async def states() -> list[tuple[int, str]]:
        app = light()
        before = await ask(app, "/health")
        async with app.lifespan():
            await until(lambda: app.quick.ready > 0)
            after = await ask(app, "/health")
        return [(got.status, got.json["status"]) for got in (before, after)]

    assert asyncio.run(states()) == [(503, "starting"), (200, "ok")]


def test_metrics_are_in_the_format_of_prometheus_and_count_few_names() -> None:
    async def main() -> str:
        app = light()
        for path in ("/play", "/api/v1/hint", "/api/v1/xyz", "/x.js", "/health", "/<script>"):
            await ask(app, path)
        return (await ask(app, "/metrics")).body.decode()

    text = asyncio.run(main())
    sample = re.compile(r'[a-z_]+({[a-z]+="[\w.+-]+"(,[a-z]+="[\w.+-]+")?})? [\d.]+')
    lines = text.splitlines()
    assert all(line.startswith("# ") or sample.fullmatch(line) for line in lines)
    assert 'pandoku_requests_total{endpoint="hint",status="405"} 1' in lines
    assert 'pandoku_request_seconds_bucket{endpoint="hint",le="+Inf"} 1' in lines
    assert 'pandoku_workers_ready{pool="quick"} 0' in lines
    counted = set(re.findall(r'_total{endpoint="(\w+)"', text))
    assert counted == {"page", "hint", "unknown", "file", "health"}


@pytest.mark.usefixtures("built")
def test_a_line_of_the_log_has_no_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    async def main() -> None:
        app = light(log="json")
        async with app.lifespan():
            await ask(app, "/play", query="p=s1opnRg", address="192.0.2.7")
            await ask(app, "/a\r\nb", headers={"host": "evil.example"})

    asyncio.run(main())
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("GET", "/play", 200),
        ("GET", "/a\r\nb", 421),
    ]
    assert lines[0]["client"] == "192.0.2.7"
    assert {"time", "level", "seconds", "size"} < set(lines[0])
    assert "s1opnRg" not in text


def test_a_line_of_text_stays_one_line() -> None:
    stream = io.StringIO()
    log = Log("text", stream)
    log.start()
    log.request(LogEntry("192.0.2.7", "GET", "/a\n\x1b[2Jb", 404, 0.0021, 71))
    log.stop()
    (line,) = stream.getvalue().splitlines()
    assert line.endswith(r"192.0.2.7 GET /a\n\x1b[2Jb 404 2.1 ms 71 B")


def test_an_address_that_somebody_made_up_stays_on_its_line() -> None:
    stream = io.StringIO()
    log = Log("text", stream)
    log.start()
    log.request(
        LogEntry("\x1b[31mEVIL\x1b]0;pwn\a\nGET /fake 200", "GET", "/health", 200, 0.001, 2)
    )
    log.stop()
    (line,) = stream.getvalue().splitlines()
    assert r" \x1b[31mEVIL\x1b]0;pwn\x07\nGET\x20/fake\x20200 GET /health 200 " in line
    assert line.isprintable()
    assert line.split()[2:5] == ["GET", "/health", "200"]


@pytest.mark.parametrize(
    "path", ["/x\r\nSet-Cookie:a", "http://evil.example/health", "/api/v1/a/b", "/nothing.js"]
)
def test_a_page_that_is_not_there_is_refused_as_everything_else(path: str) -> None:
    got = asyncio.run(ask(light(), path))
    assert (got.status, got.json["error"]["name"]) == (404, "NotFound")
    assert HEADERS.keys() <= {name.title() for name in got.headers}


def test_a_log_that_nobody_reads_holds_up_nobody() -> None:
    class Stuck(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError("no space left on device")

    log = Log("text", Stuck())
    log.start()
    for _ in range(20_000):
        log.error("something")
    log.stop()


def test_a_fault_of_the_program_is_logged_and_answered_without_details(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Pages, scope: Scope, receive: Receive, send: Send) -> None:
        raise RuntimeError("secret detail")

    async def main() -> Got:
        app = light()
        async with app.lifespan():
            return await ask(app, "/play")

    monkeypatch.setattr(Pages, "__call__", broken)
    got = asyncio.run(main())
    assert (got.status, got.json["error"]["name"]) == (500, "InternalError")
    assert b"secret" not in got.body
    assert "secret detail" in capsys.readouterr().err
    assert HEADERS.items() <= {name.title(): value for name, value in got.headers.items()}.items()


class Proxy:
    """A reverse proxy that shows a server under a path, and passes the path on or strips it."""

    def __init__(self, app: App, root: str, strips: bool) -> None:
        self.app, self.root, self.strips = app, root, strips

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        assert path.startswith(self.root + "/")
        passed = path.removeprefix(self.root) if self.strips else path
        await self.app({**scope, "path": passed, "raw_path": passed.encode()}, receive, send)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built page, whether or not there is one."""
    (tmp_path / "index.html").write_text('<base href="/" /><script src="./sw.js"></script>')
    (tmp_path / "sw.js").write_text("1")
    monkeypatch.setattr("pandoku.web.pages.STATIC", tmp_path)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("strips", [True, False])
def test_the_server_works_under_the_path_of_a_proxy(strips: bool) -> None:
    async def main() -> list[Got]:
        proxy = Proxy(light(root_path="/fun/puzzles"), "/fun/puzzles", strips)
        paths = ("/", "/play", "/sw.js", "/api/v1/openapi.json", "/health")
        return [await ask(proxy, f"/fun/puzzles{path}") for path in paths]

    home, play, script, schema, health = asyncio.run(main())
    # The base makes every relative link, script and call stay below the path.
    assert b'<base href="/fun/puzzles/">' in home.body
    assert b'<base href="/fun/puzzles/">' in play.body
    # A service worker's scope is its folder.
    assert (script.status, script.body) == (200, b"1")
    assert schema.json["openapi"].startswith("3.1")
    assert health.status == 503
