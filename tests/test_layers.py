"""Layers: what lint-imports cannot see, and that documents and settings name the same rooms."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.data import ROOT

SOURCES = ROOT / "src" / "pandoku"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS, BARE = SETTINGS["tool"]["importlinter"]["contracts"]


def private_imports(file: Path, room: str) -> Iterator[str]:
    """Yield what a file imports from inside a private module of another room."""
    for module in imported(ast.parse(file.read_text(encoding="utf-8"))):
        package, *parts = module.split(".")
        inner = parts[1:] if package == "pandoku" and parts[:1] != [room] else []
        if any(part.startswith("_") and not part.endswith("__") for part in inner):
            yield f"{file.name} imports {module}"


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield every import of a module, those inside functions included, as a dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(file: Path) -> str:
    return file.relative_to(SOURCES).parts[0].removesuffix(".py")


def test_a_private_module_is_imported_in_its_own_room_only() -> None:
    rooms = {file: room_of(file) for file in SOURCES.rglob("*.py")}
    scripts = dict.fromkeys((ROOT / "bench").glob("*.py"), "")
    found = [
        each for file, room in {**rooms, **scripts}.items() for each in private_imports(file, room)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "from pandoku.draw._colors import THEMES",
        "from pandoku.draw import _colors",
        "import pandoku.draw._colors",
        "def f():\n    from pandoku.draw._colors import THEMES",
    ],
)
def test_an_import_of_a_private_module_is_seen_in_every_form(tmp_path: Path, line: str) -> None:
    file = tmp_path / "some.py"
    file.write_text(line)
    assert list(private_imports(file, "cli"))
    assert not list(private_imports(file, "draw"))


def test_the_architecture_shows_the_floors_that_are_checked() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    block = text.partition("## Rooms")[2].split("```")[1]
    shown = [re.match(r"\w+( \| \w+)*", line) for line in block.strip().splitlines()]
    assert [match and match[0] for match in shown] == FLOORS["layers"]


def test_every_room_has_a_paragraph_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {room for floor in FLOORS["layers"] for room in floor.split(" | ")}
    told = set(re.findall(r"^\*\*(\w+)\.\*\*", text, flags=re.MULTILINE))
    assert {room for room in rooms if not room.startswith("_")} - told == set()


def test_every_dependency_is_kept_out_of_the_rooms_that_run_with_a_bare_python() -> None:
    project = SETTINGS["project"]
    extras = [
        project["optional-dependencies"][name] for name in ("batch", "cluster", "cp-sat", "png")
    ]
    needed = [each for group in (project["dependencies"], *extras) for each in group]
    names = {re.split(r"[^\w-]", each)[0].replace("-", "_") for each in needed} - {"pandoku"}
    assert set(BARE["forbidden_modules"]) == names
