"""The generated pages of the site agree with pandoku."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from html import unescape
from pathlib import Path

import click
import pytest

pytest.importorskip("griffe", reason="needs pip install 'pandoku[docs]'")

import pandoku
from docs.docstrings import with_blocks
from docs.generators import commands, constraints, documents, lists, modules, project, techniques
from pandoku import engines, formats
from pandoku.cli import cli
from pandoku.constraints import RULES
from pandoku.techniques import TECHNIQUES
from tests.data import ROOT
from tests.together import together

pytestmark = pytest.mark.turns(3, whole=True)

_IMAGE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"')


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(techniques.files())


def markdown(pages: dict[str, str]) -> Iterator[tuple[str, str]]:
    return ((path, text) for path, text in pages.items() if path.endswith(".md"))


def test_every_technique_has_a_page_and_a_place_in_the_menu(pages: dict[str, str]) -> None:
    names = {Path(path).stem for path, _ in markdown(pages)} - {"index"}
    assert names == set(TECHNIQUES)
    index, *levels = techniques.menu()
    by_level = [level for level in levels if isinstance(level, dict)]
    listed = [path for level in by_level for of in level.values() for path in of]
    assert index == "techniques/index.md"
    assert sorted(listed) == sorted(f"techniques/{name}.md" for name in names)
    assert all(f'href="{name}.html"' in pages["techniques/index.md"] for name in names)


def test_every_picture_is_there_and_has_words(pages: dict[str, str]) -> None:
    shown = set()
    for path, text in markdown(pages):
        images = _IMAGE.findall(text)
        assert text.count("<img") == len(images) >= 1, path
        assert all(words.strip() for _, words in images), path
        shown |= {f"techniques/{source}" for source, _ in images}
    assert shown == {path for path in pages if path.endswith(".svg")}


def test_every_picture_is_readable_in_the_dark(pages: dict[str, str]) -> None:
    pictures = [text for path, text in pages.items() if path.endswith(".svg")]
    assert all("prefers-color-scheme:dark" in text.replace(" ", "") for text in pictures)


@together("name", TECHNIQUES)
def test_the_program_on_the_page_of_a_technique_runs(pages: dict[str, str], name: str) -> None:
    page = pages[f"techniques/{name}.md"]
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(program, name, "exec"), {})
    _, words = _IMAGE.findall(page)[0]
    assert printed.getvalue().strip().replace("'", "&#x27;") == words


@pytest.mark.parametrize(
    ("made", "path", "names"),
    [
        (commands.files, "reference/command-line.md", cli.list_commands(click.Context(cli))),
        (lists.files, "reference/formats.md", formats.FORMATS),
        (lists.files, "reference/engines.md", engines.ENGINES),
        (constraints.files, "reference/constraints.md", RULES),
    ],
)
def test_a_list_has_a_section_for_each(
    made: Callable[[], Iterator[tuple[str, str]]], path: str, names: Iterable[str]
) -> None:
    found = re.findall(r"^## (.*)$", dict(made())[path], re.M)
    assert sorted(found) == sorted(names)


def test_a_section_has_the_docstring_of_the_file_that_it_is_about() -> None:
    made = dict(lists.files())
    assert "- `regions`: The region number" in made["reference/formats.md"]
    assert "A way to write puzzles as text." not in made["reference/formats.md"]


def test_a_constraint_is_shown_as_a_call_and_in_json() -> None:
    made = dict(constraints.files())
    page = made["reference/constraints.md"]
    assert "`Thermometer(cells, slow=False)`" in page
    assert "thermometer r5c3 r6c2 r5c1 r5c2" in page
    assert all(f'src="constraints/{name}.svg"' in page for name in RULES)
    assert {f"reference/constraints/{name}.svg" for name in RULES} < {*made}
    assert '{"type": "anti-knight"}' in page
    assert "| `direction` | " in page


def test_every_option_is_in_the_section_of_its_command() -> None:
    ((_, page),) = commands.files()
    sections = {part.partition("\n")[0]: part for part in unescape(page).split("\n## ")[1:]}
    for name in cli.list_commands(context := click.Context(cli)):
        command = cli.get_command(context, name)
        assert command is not None
        options = [each for each in command.params if isinstance(each, click.Option)]
        for option in (each for each in options if not each.hidden):
            assert option.opts[-1] in sections[name], (name, option.opts)


def test_every_public_name_is_in_the_reference() -> None:
    page = dict(modules.files())["reference/python/index.md"]
    named = re.findall(r"^::: pandoku\.(\w+)$", page, re.M)
    assert sorted(named) == sorted(name for name in pandoku.__all__ if name[0] != "_")


def test_every_key_of_a_document_is_explained() -> None:
    made = dict(documents.files())
    for path, _ in markdown(made):
        rows = re.findall(r"^\| `\w+`.*$", made[path], re.M)
        assert rows, path
        assert [row for row in rows if row.endswith("|  |")] == []


def test_links_of_the_projects_texts_lead_to_pages_or_to_files_that_exist() -> None:
    for _, text in project.files():
        for target in re.findall(r"blob/main/([^)#]+)", text):
            assert (ROOT / target).exists(), target


def test_an_example_in_a_docstring_becomes_a_block_of_code() -> None:
    assert with_blocks("Add.\n\n>>> 1 + 1\n2\n\nMore.") == (
        "Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
    )
