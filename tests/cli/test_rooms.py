"""Rooms that are not there, and packages of extras that are not installed."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pandoku
from pandoku._extras import EXTRAS
from pandoku.cli.command import COMMANDS
from tests.cli.every_command import CALLS
from tests.data import IS_FULL, ROOT

SCRIPT = Path(__file__).with_name("every_command.py")
SOURCES = ROOT / "src" / "pandoku"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# The rooms that can be removed, each with the rooms that need it, and the calls that then name an
# extra. All other calls work, except if the command is in one of these rooms.
ROOMS: dict[tuple[str, ...], dict[str, str]] = {
    ("bench", "classics", "calls", "web"): {"play --web four.txt": "web"},
    ("batch", "press", "terminal"): {
        "explain four.txt -o steps.pdf": "print",
        "play four.txt": "play",
    },
    ("play", "terminal", "lessons", "calls", "web"): {
        "techniques x-wing -o techniques.html": "web"
    },
}
# The same for fewer rooms at a time, with PANDOKU_FULL=1.
FEWER_ROOMS: dict[tuple[str, ...], dict[str, str]] = {
    ("lessons", "calls", "web"): {
        "play --web four.txt": "web",
        "techniques x-wing -o techniques.html": "web",
    },
    ("batch",): {},
    ("bench",): {},
    ("classics",): {},
    ("press",): {"explain four.txt -o steps.pdf": "print"},
    ("terminal",): {"play four.txt": "play"},
    ("web",): {"play --web four.txt": "web"},
}
if IS_FULL:
    ROOMS |= FEWER_ROOMS
# The calls that name an extra if no package of any extra is installed.
WITHOUT_EXTRAS = {
    "batch --help": "batch",
    "batch generate 2 sudoku 4 --seed 7 --workers 1 -o table": "batch",
    "book recipe.toml -o book.pdf": "print",
    "draw four.txt -o four.pdf": "print",
    "draw four.txt -o four.png": "png",
    "explain four.txt -o steps.pdf": "print",
    "play four.txt": "play",
    "play --web four.txt": "web",
    "print four.txt -o printed.pdf": "print",
    "serve --host 192.0.2.1": "web",
    "solve --engine cp-sat four.txt": "cp-sat",
}
# Calls that take one puzzle or none, and need no arrays. The help comes first: it needs least.
WITHOUT_NUMPY = [
    "--help",
    *(f"{name} 1.....2..3.....4" for name in ("solve", "count", "check", "hint", "draw")),
    *("convert 1.....2..3.....4 --to sdk", "solve 1.....2..3.....4 --json", "explain --help"),
    *("formats", "engines", "constraints thermometer", "techniques x-wing"),
]
# Modules that the first of these calls do not load, because this would take longer than the search.
# Later calls are not checked, because the modules of the calls before them are already loaded.
UNUSED = {
    "--help": ("pandoku.formats", "pandoku.model", "pandoku.words", "pathlib", "tempfile"),
    WITHOUT_NUMPY[1]: (
        *("pandoku.constraints", "pandoku.draw", "pandoku.logic", "pandoku.techniques"),
        *("pandoku.formats._foreign", "pandoku.formats._rewriting", "pandoku.formats.json.format"),
        *("pandoku.kernel.cages", "pandoku.engines._parts", "pandoku.model.relations"),
        *("pandoku.model.step", "pandoku.formats.grid", "pathlib", "fractions", "tempfile"),
    ),
}
# The rooms whose modules need a package of an extra to be imported.
MADE_WITH = {"batch": {"pyarrow"}, "terminal": {"textual"}, "web": {"starlette", "uvicorn"}}


def tried(*arguments: str) -> dict[str, Any]:
    """Run the script, and return the results of the commands and the failing modules."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@cache
def packages() -> tuple[str, ...]:
    """The packages of the extras, as they are imported."""
    return tuple(name for name in EXTRAS if not name.startswith("pandoku."))


def rooms_of_commands() -> dict[str, str]:
    """Return the room of each command."""
    homes = {name: Path(COMMANDS.home(name)) for name in COMMANDS}
    return {name: home.relative_to(SOURCES).parts[0] for name, home in homes.items()}


def installed(results: dict[str, str]) -> dict[str, str]:
    """Return the calls that do not work, without those whose package is not installed here."""
    return {call: each for call, each in results.items() if each not in ("works", "cp-sat")}


def without(rooms: tuple[str, ...], folder: Path) -> None:
    """Make a package pandoku without some rooms in a folder."""
    package = folder / "pandoku"
    package.mkdir(parents=True)
    for path in SOURCES.iterdir():
        if path.name not in (*rooms, "__pycache__"):
            (package / path.name).symlink_to(path)
    for each in pandoku.__path__:  # the compiled core, of an editable installation
        for path in Path(each).glob("_native*.so"):
            (package / path.name).symlink_to(path)


@pytest.mark.turns(3)
@pytest.mark.parametrize("rooms", ROOMS, ids="+".join)
def test_without_a_room_all_other_commands_work(rooms: tuple[str, ...], tmp_path: Path) -> None:
    without(rooms, tmp_path)
    # The engine takes two seconds to load. It is tried where most rooms are gone. Without it,
    # nothing needs pandas, which pyarrow imports in another second.
    blocked = [] if "play" in rooms else ["ortools", "pandas"]
    found = tried("--package", str(tmp_path), "--block", *blocked)
    gone = [name for name, room in rooms_of_commands().items() if room in rooms]
    expected = {call: "no command" for call in CALLS if call.split()[0] in gone}
    expected["help solve"] = "works"
    assert installed(found["commands"]) == installed({**expected, **ROOMS[rooms]})
    assert found["modules"] == {}
    assert sorted(set(COMMANDS) - set(gone)) == sorted(
        call.removesuffix(" --help") for call in found["commands"] if call.endswith(" --help")
    )


@pytest.mark.turns(3)
def test_without_extras_a_command_works_or_names_the_extra() -> None:
    found = tried("--block", *packages())
    results = {call: each for call, each in found["commands"].items() if each != "works"}
    assert results == WITHOUT_EXTRAS
    for module, package in found["modules"].items():
        assert package in MADE_WITH[module.split(".")[1]], module


def test_a_command_is_found_without_the_others() -> None:
    program = (
        "import sys; from pandoku.cli.command import find_command; assert find_command('check');"
        "print(*(n for n in sys.modules if '.commands.' in n or n.split('.')[-1] == 'press'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["pandoku.cli.commands.check"]


def test_commands_for_one_puzzle_start_without_numpy() -> None:
    code = (
        "import sys\n"
        f"UNUSED = {UNUSED!r}\n"
        "sys.modules['numpy'] = None\n"
        "from pandoku.cli import cli\n"
        f"for each in {WITHOUT_NUMPY!r}:\n"
        "    try:\n"
        "        cli(each.split(), standalone_mode=False)\n"
        "    except SystemExit as end:\n"
        "        assert not end.code, each\n"
        "    loaded = {n for n in sys.modules if n.startswith(UNUSED.get(each, ('-',)))}\n"
        "    assert not loaded, (each, loaded)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr.decode()[-2000:]


def test_every_command_has_the_name_of_its_file_and_a_place_of_its_own() -> None:
    assert {name: Path(COMMANDS.home(name)).stem for name in COMMANDS} == {
        name: name for name in COMMANDS
    }
    assert len({each.place for each in COMMANDS.values()}) == len(COMMANDS)


def test_every_command_is_tried() -> None:
    assert {call.split()[0] for call in CALLS} == set(COMMANDS)


def test_messages_name_the_extra_that_has_the_package() -> None:
    extras = PROJECT["optional-dependencies"]
    for package, extra in EXTRAS.items():
        assert extra in extras
        if not package.startswith("pandoku."):
            names = [each.split(">")[0].replace("-", "_") for each in extras[extra]]
            assert package in names
    assert {each.extra for each in COMMANDS.values()} <= {"", *extras}
