"""The API through the whole application: refusals, answers, streams, and clients that go away."""

import asyncio
import gzip
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from pandoku.calls import ENDPOINTS, Call, Endpoint, Stages
from pandoku.errors import WishError
from pandoku.web import responses
from pandoku.web.app import App
from pandoku.web.limits import BODY_BYTES, ServerSettings
from tests.together import together
from tests.web.live import Got, ask, connect, exchange, posted, served

TYPE = {"content-type": "application/json"}
FOUR = "1.....2..3.....4"
LONG_S = 60.0  # no test waits for it

Run = Callable[[Coroutine[Any, Any, Any]], Any]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """The request of the long endpoint of these tests: the way it ends."""

    how: str


class Said(msgspec.Struct):
    """Its progress and answer."""

    n: int


def _stages(request: Asked) -> Stages:
    n = yield Call(len, ("abc",))
    yield Said(n)
    if request.how == "sleep":
        yield Call(time.sleep, (LONG_S,))
    if request.how == "fail":
        raise WishError("expected something possible, found a wish")
    if request.how == "catch":
        try:
            yield Call(int, ("x",))
        except ValueError:
            n = -1
    if request.how == "die":
        yield Call(os.kill, (0, 0)) if n < 0 else Call(signal.raise_signal, (signal.SIGKILL,))
    return Said(n + 1)


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    slow = Endpoint("slow", "For tests.", Asked, Said, stages=_stages)
    ENDPOINTS.entries["slow"] = slow
    made = App(ServerSettings(workers=1))
    for pool in made.pools:
        pool.warm = os.getpid
        pool.bounds = replace(pool.bounds, time_s=LONG_S)  # a busy machine starts slowly
    yield made
    del ENDPOINTS.entries["slow"]


async def first_answer(app: App) -> None:
    """Wait for it: on a busy machine, loading takes longer than a quick call may."""
    body = msgspec.json.encode({"text": FOUR})
    async with asyncio.timeout(2 * LONG_S):
        while (await ask(app, "/api/v1/open", method="POST", headers=TYPE, body=body)).status > 200:
            pass


@pytest.fixture(scope="module")
def run(app: App) -> Iterator[Run]:
    """Runs a coroutine while the processes of the application run."""
    with asyncio.Runner() as runner:
        lifespan = app.lifespan()
        runner.run(lifespan.__aenter__())
        runner.run(first_answer(app))
        yield runner.run
        runner.run(lifespan.__aexit__(None, None, None))


@pytest.fixture
def call(app: App, run: Run) -> Callable[..., Got]:
    def call(name: str, content: Any = None, **request: Any) -> Got:
        body = content if isinstance(content, bytes) else msgspec.json.encode(content)
        settings = {"method": "POST", "headers": TYPE, **request}
        got: Got = run(ask(app, f"/api/v1/{name}", body=body, **settings))
        return got

    return call


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG_S):
        while not what():
            await asyncio.sleep(0.01)


def test_a_quick_call_is_answered_and_never_kept(call: Callable[..., Got]) -> None:
    got = call("open", {"text": FOUR})
    assert (got.status, got.headers["cache-control"]) == (200, "no-store")
    assert got.json["puzzle"]["order"] == 4


def test_a_large_answer_is_compressed_by_the_worker(call: Callable[..., Got]) -> None:
    got = call("open", {"text": FOUR}, headers={**TYPE, "accept-encoding": "gzip"})
    assert got.headers["content-encoding"] == "gzip"
    assert msgspec.json.decode(gzip.decompress(got.body))["puzzle"]["order"] == 4


def test_what_get_lists_is_made_once(call: Callable[..., Got], app: App) -> None:
    got = call("kinds", method="GET", headers={})
    assert got.json["kinds"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.quick, "seat", None)
        assert call("kinds", method="GET", headers={}) == got


def test_a_get_endpoint_takes_each_part_of_its_query_once(call: Callable[..., Got]) -> None:
    twice = call("lesson", method="GET", query="name=x-wing&name=swordfish")
    assert (twice.status, twice.json["error"]["name"]) == (400, "TwiceInQuery")
    none = call("lesson", method="GET", query="name=none-such")
    assert none.status in (404, 422)


@together(
    "name, request_, status, kind, told",
    [
        ("hnit", {}, 404, "NoSuchEndpoint", "did you mean hint"),
        ("x" * 5000, {}, 404, "NoSuchEndpoint", "openapi.json"),
        ("hint", {"method": "GET"}, 405, "WrongMethod", "expected POST for hint, found GET"),
        ("kinds", {}, 405, "WrongMethod", "expected GET for kinds, found POST"),
        ("hint", {"headers": {}}, 415, "WrongType", "application/json"),
        ("hint", {"headers": {"content-type": "text/plain"}}, 415, "WrongType", "text/plain"),
        ("hint", {"body": b"x" * (BODY_BYTES + 1)}, 413, "BodyTooLarge", "1000000 bytes"),
        (
            "hint",
            {"headers": {**TYPE, "content-length": "99999999999999999999"}},
            *(413, "BodyTooLarge", "send fewer puzzles"),
        ),
        (
            "hint",
            {"headers": {**TYPE, "content-length": "9" * 5000}},
            *(413, "BodyTooLarge", "send fewer puzzles"),
        ),
        ("hint", {"body": b"{"}, 400, "RequestError", "JSON"),
        ("slow", {"body": b'{"who": 1}'}, 400, "RequestError", "who"),
        ("open", {"body": b'{"text": "53..x"}'}, 422, "FormatError", "expected"),
    ],
)
def test_what_is_wrong_is_said_in_one_shape(
    call: Callable[..., Got],
    name: str,
    request_: dict[str, Any],
    status: int,
    kind: str,
    told: str,
) -> None:
    got = call(name, request_.pop("body", b"{}"), **request_)
    assert (got.status, got.json["error"]["name"]) == (status, kind)
    assert told in got.message
    assert got.headers["content-type"] == "application/json"
    assert ("allow" in got.headers) is (status == 405)


def test_a_long_call_without_a_stream_is_answered_at_its_end(call: Callable[..., Got]) -> None:
    assert call("slow", {"how": "end"}).json == {"n": 4}
    assert call("slow", {"how": "catch"}).json == {"n": 0}
    failed = call("slow", {"how": "fail"})
    assert (failed.status, failed.json["error"]["name"]) == (422, "WishError")
    died = call("slow", {"how": "die"})
    assert (died.status, died.json["error"]["name"]) == (504, "WorkerDied")


STREAM = {**TYPE, "accept": "text/event-stream"}


def test_a_stream_has_the_progress_and_the_answer(call: Callable[..., Got]) -> None:
    got = call("slow", {"how": "end"}, headers=STREAM)
    assert got.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert got.headers["cache-control"] == "no-store"
    assert got.body == b'event: progress\ndata: {"n":3}\n\nevent: answer\ndata: {"n":4}\n\n'


@pytest.mark.parametrize(("how", "kind"), [("fail", "WishError"), ("die", "WorkerDied")])
def test_a_stream_that_fails_ends_with_an_error(
    call: Callable[..., Got], how: str, kind: str
) -> None:
    body = call("slow", {"how": how}, headers=STREAM).body.decode()
    assert body.startswith("event: progress")
    last = body.rstrip().rpartition("\n\n")[2]
    event, data = last.split("\n")
    assert event == "event: error"
    assert msgspec.json.decode(data.removeprefix("data: "))["error"]["name"] == kind


def test_what_fails_before_the_stream_begins_has_a_status(call: Callable[..., Got]) -> None:
    got = call("slow", {"who": 1}, headers=STREAM)
    assert (got.status, got.headers["content-type"]) == (400, "application/json")


def test_a_silent_stream_has_a_heartbeat_and_ends_with_its_client(
    app: App, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave() -> bytes:
        async with served(app.guarded) as port:
            reader, writer = await connect(
                port, posted("slow", {"how": "sleep"}, "Accept: text/event-stream")
            )
            text = await reader.readuntil(b": working")
            assert app.long.busy == 1
            writer.close()
            await until(lambda: app.long.busy == 0)
            return text

    monkeypatch.setattr(responses, "_HEARTBEAT_S", 0.05)
    assert b'data: {"n":3}' in run(leave())


def test_a_client_that_goes_away_frees_its_place_and_its_worker(app: App, run: Run) -> None:
    async def leave() -> None:
        async with served(app.guarded) as port:
            before = app.long.restarts
            sockets = [await connect(port, posted("slow", {"how": "sleep"})) for _ in range(3)]
            await until(lambda: app.long.busy == 1 and app.long.waiting == 2)
            for _, writer in reversed(sockets):
                writer.close()
            await until(lambda: app.long.busy == 0 and app.long.waiting == 0)
            got = await exchange(port, posted("slow", {"how": "end"}))
            assert got.status == 200
            assert app.long.restarts == before  # it was stopped, not killed

    run(leave())


@pytest.mark.turns(3)
def test_an_expensive_caller_is_refused_and_hints_are_not(app: App, run: Run) -> None:
    async def crowd() -> list[int]:
        async with served(app.guarded) as port:
            sockets = [await connect(port, posted("slow", {"how": "sleep"})) for _ in range(8)]
            await until(lambda: app.long.busy == 1 and app.long.waiting == 7)
            refused = await exchange(port, posted("slow", {"how": "end"}))
            assert int(refused.headers["retry-after"]) > 0
            hint = await exchange(port, posted("hint", {"puzzle": FOUR, "level": 1}))
            for _, writer in sockets:
                writer.close()
            await until(lambda: app.long.busy == 0 and app.long.waiting == 0)
            return [refused.status, hint.status]

    assert run(crowd()) == [429, 200]
