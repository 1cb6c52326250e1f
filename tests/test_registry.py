"""The registry: what the files of a folder define, and what is wrong with a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias

import pytest

from pandoku.errors import EngineError
from pandoku.registry import Registry, classes_in, field_types

if TYPE_CHECKING:
    from decimal import Decimal

HEAD = "from tests.test_registry import Tool\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """An entry as the rooms have them."""

    name: str
    summary: str
    use: Callable[[int], int | None]
    sizes: tuple[int, ...] = ()
    undo: Callable[[int], int] | None = None
    aliases: tuple[str, ...] = ()


MakeFolder = Callable[..., Registry[Tool]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeFolder]:
    """Make a folder of tools from the texts of its files."""
    (tmp_path / "toolbox").mkdir()
    (tmp_path / "toolbox" / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(**texts: str) -> Registry[Tool]:
        for name, text in texts.items():
            file = tmp_path.joinpath("toolbox", *name.split(".")).with_suffix(".py")
            file.parent.mkdir(exist_ok=True)
            (file.parent / "__init__.py").touch()
            file.write_text(HEAD + text)
        __import__("toolbox")
        return Registry("toolbox", Tool, EngineError, also=("auto",))

    yield make
    for name in [each for each in sys.modules if each.partition(".")[0] == "toolbox"]:
        del sys.modules[name]


def tool(name: str, more: str = "") -> str:
    return f"Tool(name={name!r}, summary='a tool', use=abs, {more})"


def test_a_file_registers_one_value_or_a_tuple_by_being_in_the_folder(folder: MakeFolder) -> None:
    tools = folder(
        saw=f"TOOL = {tool('saw')}",
        drills=f"TOOLS = ({tool('hand-drill')}, {tool('drill')})",
        _shared="TOOL = 'no tool'",
    )
    assert list(tools) == ["drill", "hand-drill", "saw"]
    assert tools["saw"].use(-1) == 1
    assert Path(tools.home("drill")).name == "drills.py"
    assert "saw" in tools
    assert "_shared" not in tools
    assert tools.get("hammer") is None


def test_a_package_registers_what_its_module_with_the_name_of_the_class_defines(
    folder: MakeFolder,
) -> None:
    texts = {"drills.tool": f"TOOL = {tool('drill')}", "drills.bits": "TOOL = 'no tool'"}
    tools = folder(saw=f"TOOL = {tool('saw')}", **texts, **{"_shared.tool": "TOOL = 'no tool'"})
    assert list(tools) == ["drill", "saw"]
    assert Path(tools.home("drill")).parts[-2:] == ("drills", "tool.py")
    assert "toolbox.drills.bits" not in sys.modules


def test_a_folder_is_read_at_the_first_use_and_once(folder: MakeFolder) -> None:
    tools = folder(saw=f"TOOL = {tool('saw')}")
    assert "toolbox.saw" not in sys.modules
    assert tools["saw"] is tools["saw"]
    assert "toolbox.saw" in sys.modules


def test_an_entry_in_a_file_of_its_name_is_read_alone(folder: MakeFolder) -> None:
    texts = {"band_saw": f"TOOL = {tool('band-saw')}", "drill.tool": f"TOOL = {tool('drill')}"}
    tools = folder(bits=f"TOOL = {tool('bit')}", **texts)
    band_saw, drill = tools["band-saw"], tools["drill"]
    assert "toolbox.bits" not in sys.modules
    assert tools["bit"].name == "bit"  # in a file with another name, which a scan finds
    assert (tools["band-saw"], tools["drill"]) == (band_saw, drill)


def test_the_file_of_an_entry_is_known_at_the_first_use(folder: MakeFolder) -> None:
    texts = {"saw": f"TOOL = {tool('saw')}", "bits": f"TOOL = {tool('bit')}"}
    assert Path(folder(**texts).home("saw")).name == "saw.py"
    assert Path(folder(**texts).home("bit")).name == "bits.py"


def test_a_list_of_files_gives_the_names_before_a_file_is_read(folder: MakeFolder) -> None:
    texts = {"saws": f"TOOLS = ({tool('saw')}, {tool('fretsaw')})", "bits": f"TOOL = {tool('bit')}"}
    folder(**texts)
    files = {"bit": "bits", "fretsaw": "saws", "saw": "saws"}
    tools = Registry("toolbox", Tool, EngineError, files=files)
    assert tools.is_indexed
    assert (list(tools), len(tools), "saw" in tools) == (["bit", "fretsaw", "saw"], 3, True)
    assert {"toolbox.saws", "toolbox.bits"}.isdisjoint(sys.modules)
    assert tools["fretsaw"].name == "fretsaw"
    assert "toolbox.bits" not in sys.modules
    assert list(tools.entries) == list(files)


def test_a_list_that_lacks_a_file_is_not_used(folder: MakeFolder) -> None:
    tools = folder(saw=f"TOOL = {tool('saw')}", hammer=f"TOOL = {tool('hammer')}")
    tools = Registry("toolbox", Tool, EngineError, files={"saw": "saw"})
    assert not tools.is_indexed
    assert list(tools) == ["hammer", "saw"]


def test_an_entry_is_found_by_its_aliases_in_any_spelling(folder: MakeFolder) -> None:
    aliases = "aliases=('rip saw', 'Fretsaw')"
    tools = folder(saw=f"TOOL = {tool('saw', aliases)}")
    for name in ("saw", "SAW", "rip-saw", "Rip_Saw", "fretsaw"):
        assert tools[name].name == "saw"


def test_an_unknown_name_is_refused_with_the_nearest(folder: MakeFolder) -> None:
    tools = folder(saw=f"TOOL = {tool('saw')}", drill=f"TOOL = {tool('drill')}")
    with pytest.raises(EngineError, match=r"^there is no tool 'drlil'; try drill$"):
        tools["drlil"]
    with pytest.raises(EngineError, match=r"'xyz'; try auto, drill, saw$"):
        tools["xyz"]
    with pytest.raises(EngineError, match="tool 3; try "):
        tools[3]
    assert str(tools.missing("x", ["saw"])).endswith("'x'; try saw")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "TOOL, a Tool, or TOOLS, "),
        ("TOOLS = ()", "TOOL, a Tool, or TOOLS, "),
        (f"TOOLS = [{tool('saw')}]", "TOOL, a Tool, or TOOLS, "),
        ("TOOL = 'saw'", "found 'saw'"),
        ("TOOL = Tool(name='saw', use=abs)", "Tool: missing 1 "),
        ("TOOL = Tool(name='saw', summary='', use=abs)", "tool 'saw': expected summary"),
        ("TOOL = Tool(name=' ', summary='a', use=abs)", "name, found ' '"),
        ("TOOL = Tool(name='saw', summary=3, use=abs)", "summary as str, found 3"),
        ("TOOL = Tool(name='saw', summary='a', use=None)", "use as a function, found No"),
        (f"TOOL = {tool('saw', 'sizes=[3]')}", "sizes as tuple[int, ...], found [3]"),
        (f"TOOL = {tool('saw', 'undo=3')}", "undo as a function, found 3"),
    ],
)
def test_a_bad_file_is_named(folder: MakeFolder, tmp_path: Path, text: str, problem: str) -> None:
    tools = folder(bad=text, saw=f"TOOL = {tool('good')}")
    with pytest.raises(EngineError) as caught:
        list(tools)
    assert str(caught.value).startswith(f"{tmp_path / 'toolbox' / 'bad.py'}: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize("second", [tool("saw"), tool("fretsaw", "aliases=('Saw',)")])
def test_a_name_that_is_taken_names_both_files(
    folder: MakeFolder, tmp_path: Path, second: str
) -> None:
    tools = folder(first=f"TOOL = {tool('saw', 'sizes=(3,)')}", second=f"TOOL = {second}")
    with pytest.raises(EngineError, match="'saw' is taken ") as caught:
        list(tools)
    assert all(
        str(tmp_path / "toolbox" / name) in str(caught.value) for name in ("first", "second")
    )


def test_an_error_in_a_file_is_its_own(folder: MakeFolder) -> None:
    tools = folder(bad="TOOL = abs()")
    with pytest.raises(TypeError, match="abs"):
        list(tools)


def test_a_folder_is_read_again_when_it_is_forgotten(folder: MakeFolder) -> None:
    tools = folder(saw=f"TOOL = {tool('saw')}")
    assert len(tools) == 1
    folder(drill=f"TOOL = {tool('drill')}")
    assert len(tools) == 1
    tools.forget()
    assert list(tools) == ["drill", "saw"]


Digits: TypeAlias = tuple[int, ...]


@dataclass
class Fields:
    """A dataclass with annotations in every form that fields have."""

    KIND: ClassVar[str]

    plain: int
    alias: Digits
    annotated: Annotated[int | None, "at least 1"]
    inside: tuple[Annotated[bool, "a flag"], ...] | None
    for_checkers: dict[Decimal, list[Decimal]] | None


def test_types_of_fields_are_resolved() -> None:
    types = field_types(Fields)
    assert list(types) == ["plain", "alias", "annotated", "inside", "for_checkers"]
    assert types["alias"] == tuple[int, ...]
    assert types["annotated"] == int | None
    assert classes_in(types["plain"]) == {int}
    assert classes_in(types["alias"]) == {tuple, int}
    assert classes_in(types["annotated"]) == {int, type(None)}
    assert classes_in(types["inside"]) == {tuple, bool, type(None)}
    assert classes_in(types["for_checkers"]) > {dict, list, type(None)}
