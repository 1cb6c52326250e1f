"""`pandoku serve` and `pandoku play --web`: start, refused options, and end."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest

from pandoku import dumps, loads
from pandoku.calls.links import link_of, puzzle_in
from pandoku.play import Game, dumps_game
from pandoku.play.store import Store
from pandoku.web.players import browser
from tests.cli.command import COMMAND, pandoku
from tests.data import EXAMPLES

FOUR = "1.....2..3.....4"
END_S = 30


@contextmanager
def started(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server command, and yield its process and the address of its first line."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()
            assert line.startswith("Serving on http://127.0.0.1:"), line
            assert line.endswith(" (Ctrl-C stops)\n")
            yield process, line.split()[2]
        finally:
            process.kill()


def get(address: str, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(address.split("/")[2], timeout=END_S)
    connection.request("GET", path)
    response = connection.getresponse()
    answer = response.status, response.read()
    connection.close()
    return answer


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.turns(3)
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_server_and_its_processes(sent: signal.Signals, status: int) -> None:
    with started("serve", "--port", "0", "--workers", "1") as (process, address):
        assert get(address, "/health")[0] in (200, 503)
        workers = children(process.pid)
        process.send_signal(sent)
        out, err = process.communicate(timeout=END_S)
    # A checkout without a built page reports that first.
    said = [line for line in err.splitlines() if "the page is not built" not in line]
    assert (process.returncode, out, said) == (status, "", ["stopped"])
    assert not [pid for pid in workers if is_alive(pid)]


def test_a_port_in_use_is_one_message_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = pandoku("serve", "--port", str(port))
    assert done.returncode == 2
    assert f"port {port} of 127.0.0.1 is in use" in done.err
    assert ": --port N" in done.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--host", "192.0.2.1"), "--host "),
        (("--port", "70000"), "of at least 0 and at most 65535, found '70000'"),
        (("--root-path", "puzzles"), "/puzzles"),
        (("--root-path", '/"><script>'), "/puzzles"),
        (("--workers", "0"), "of at least 1, found '0'"),
        (("--log", "xml"), "'text', 'json', 'none'"),
    ],
)
def test_what_cannot_be_served_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = pandoku("serve", *arguments)
    assert done.returncode == 2
    assert told in done.err


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths below the root that the browser would open."""
    paths: list[str] = []
    monkeypatch.setattr(browser, "serve_with", lambda settings, path, then: paths.append(path))
    return paths


def shown_puzzle(shown: list[str]) -> str:
    (path,) = shown
    assert path.startswith("play?p=")
    return dumps(puzzle_in(path.removeprefix("play?p=")))


def test_a_puzzle_is_opened_in_the_browser(shown: list[str]) -> None:
    assert pandoku("play", "--web", FOUR).returncode == 0
    assert shown_puzzle(shown) == dumps(loads(FOUR))


def test_a_file_a_day_and_a_wish_are_opened_in_the_browser(shown: list[str]) -> None:
    for arguments in (
        (str(EXAMPLES / "killer.txt"),),
        ("--daily", "2026-11-23"),
        ("--new", "sudoku", "4"),
        ("--drill", "x-wing"),
        (),
    ):
        assert pandoku("play", "--web", *arguments).returncode == 0
    killer, daily, new, drill, home = shown
    assert killer == f"play?p={link_of(loads((EXAMPLES / 'killer.txt').read_text()))}"
    assert puzzle_in(daily.partition("=")[2]).title == "Daily Sudoku, November 23, 2026"
    assert puzzle_in(new.partition("=")[2]).order == 4
    assert (drill, home) == ("learn/x-wing", "")


def test_moves_that_the_page_cannot_have_are_mentioned(shown: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(dumps_game(Game.start(loads(FOUR)).enter("digit", 2, "r1c2")))
    done = pandoku("play", "--web", str(file))
    assert " givens; " in done.err
    assert shown_puzzle(shown) == dumps(loads(FOUR))


def test_games_of_the_terminal_are_refused_with_the_way_out(tmp_path: Path) -> None:
    env = {"PANDOKU_DATA": str(tmp_path)}
    with Store(tmp_path / "games.sqlite") as store:
        store.add(Game.start(loads(FOUR)).enter("digit", 2, "r1c2"))
    done = pandoku("play", "--web", "--resume", env=env)
    assert (done.returncode, "--export ID" in done.err) == (2, True)
    done = pandoku("play", "--web", "--plain", FOUR, env=env)
    assert (done.returncode, "--plain and --web" in done.err) == (2, True)


def test_the_browser_is_opened_on_the_address_that_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr("webbrowser.open", opened.put)
    monkeypatch.setattr("pandoku.web.serving.serve_until_stopped", lambda app, listening: None)
    line = pandoku("play", "--web", FOUR).out
    address = opened.get(timeout=END_S)
    assert address.endswith(f"/play?p={link_of(loads(FOUR))}")
    assert line == f"Serving on {address} (Ctrl-C stops)\n"


def test_a_server_on_all_addresses_prints_one_that_a_browser_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "pandoku.web.serving.serve_until_stopped", lambda app, listening, room: None
    )
    done = pandoku("serve", "--host", "0.0.0.0", "--port", "0")
    assert done.returncode == 0, done.err
    assert done.out.startswith("Serving on http://127.0.0.1:")
