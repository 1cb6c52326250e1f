"""The measures of the source: the marks of translated English, the grain, and limits that fall."""

from pathlib import Path
from textwrap import dedent

import pytest

from tools import english, grain, limits

# For each pattern, a docstring that shows it and one that says the same without it.
HABITS = {
    "starts with a clause": ("What a run came to.", "The outcome of a run."),
    "return + clause": ("Return why it failed.", "Return the reason for the failure."),
    "return that": ("Return that two cells differ.", "Return the relation that two cells differ."),
    "how many": ("Count how many cells are open.", "Count the open cells."),
    "what is": ("Repair it, and what is wrong with it.", "Repair it and its defects."),
    "is no": ("The file is no table.", "The file is not a table."),
    "that of": ("The picture and that of a step.", "The pictures of the board and of a step."),
    "of which": ("Cells of which two differ.", "Cells, if two of them differ."),
    "as asked": ("A puzzle as asked.", "A puzzle that meets the request."),
    "is said, is told": ("The reason is told.", "The reason is reported."),
    "stands": ("The clue stands above the column.", "The clue is above the column."),
    "goes by": ("The name goes by the file.", "The name follows from the file."),
    "beside": ("Files beside the table.", "Files next to the table."),
    "of its own, too": ("Cages do, too.", "Cages also do."),
    "has none": ("A puzzle that has none.", "A puzzle without cages."),
    "it is so": ("It is so in old files.", "Old files have this form."),
    "semicolon": ("Rows come first; columns follow.", "Rows come first, then columns."),
}


def marks(tmp_path: Path, name: str, text: str) -> list[tuple[str, int]]:
    """Return the patterns in a file, and their lines."""
    file = tmp_path / name
    file.write_text(dedent(text), encoding="utf-8")
    return [(hit.pattern.name, hit.text.line) for hit in english.tally([file]).hits]


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_is_found_and_its_remedy_is_not(habit: str, tmp_path: Path) -> None:
    bad, good = HABITS[habit]
    assert habit in dict(marks(tmp_path, "bad.py", f'"""{bad}"""\n'))
    assert not marks(tmp_path, "good.py", f'"""{good}"""\n')


def test_every_pattern_has_an_example() -> None:
    names = {pattern.name for pattern in english.PATTERNS}
    assert names == {*HABITS, "entry is a clause"}


def test_comments_messages_and_entries_count_in_python(tmp_path: Path) -> None:
    source = '''
        def cut(cage):
            """Cut a cage.

            Args:
                cage: What to cut.
            """
            if not cage:
                raise ValueError("this is no cage")
            # English: a comment, too
            return "code; is no prose"
    '''
    assert marks(tmp_path, "a.py", source) == [
        ("entry is a clause", 6),
        ("is no", 9),
        ("of its own, too", 10),
    ]


def test_an_accepted_text_does_not_count(tmp_path: Path) -> None:
    assert not marks(tmp_path, "a.py", "# a cell, too  # english: ok\n")


@pytest.mark.parametrize("name", ["a.ts", "a.cpp"])
def test_comments_count_in_the_core_and_the_page(name: str, tmp_path: Path) -> None:
    source = """
        const text = "https://example.org"; // a link, too
        /* The first line
           is no surprise. */
        // Two lines
        // that stand together.
    """
    assert marks(tmp_path, name, source) == [
        ("of its own, too", 2),
        ("is no", 3),
        ("stands", 5),
    ]


def test_sentences_of_the_page_count(tmp_path: Path) -> None:
    source = """
        const code = "a; b";
        show("This is no puzzle");
    """
    assert marks(tmp_path, "a.ts", source) == [("is no", 3)]
    assert not marks(tmp_path, "a.cpp", source)


def test_code_does_not_count_in_markdown(tmp_path: Path) -> None:
    source = """
        # A page

        A cage is no row. `this; code` is fine.

        ```python
        print("what is this; and that")
        ```

        - an item, too
    """
    assert marks(tmp_path, "a.md", source) == [("is no", 4), ("of its own, too", 10)]


LIMITS = """\
[words]
"src/a" = 10
other = 2.5

[more]
other = 9
"""


@pytest.fixture
def limits_file(tmp_path: Path) -> Path:
    """A file of limits."""
    file = tmp_path / "limits.toml"
    file.write_text(LIMITS, encoding="utf-8")
    return file


def test_a_count_above_its_limit_fails(
    limits_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert limits.compare("words", {"src/a": 10, "other": 1}, "look", limits_file) == 0
    assert limits.compare("words", {"src/a": 11}, "look", limits_file) == 1
    assert "src/a: 11, " in capsys.readouterr().err
    assert limits.compare("words", {"unknown": 0}, "look", limits_file) == 1


def test_limits_only_fall(limits_file: Path) -> None:
    limits.lower("words", {"src/a": 7, "other": 3}, limits_file)
    assert limits_file.read_text(encoding="utf-8") == LIMITS.replace("= 10", "= 7")
    limits.lower("words", {"src/a": 7, "other": 1.5}, limits_file)
    assert limits.entries("words", limits_file) == {"src/a": 7, "other": 1.5}
    assert limits.entries("more", limits_file) == {"other": 9}


def test_the_grain_of_a_module(tmp_path: Path) -> None:
    (tmp_path / "cli").mkdir()
    module = tmp_path / "cli" / "a.py"
    source = '''
        import os
        from os import (
            path,
        )

        def public(a, b, c, d, e, f, g, h, i):
            return _once(a) + _twice(b) + _twice(c)

        def _once(a):
            """Return it."""
            return a

        def _twice(a):
            return a

        def _passed(a):
            return a

        KEY = {"key": _passed}
    '''
    module.write_text(dedent(source), encoding="utf-8")
    found = grain.grain_of([module], tmp_path)
    assert [(each.place, each.length, each.is_called) for each in found.once] == [
        ("cli/a.py:_once", 1, True),
        ("cli/a.py:_passed", 1, False),
    ]
    assert [each.place for each in found.short()] == ["cli/a.py:_once"]
    assert (found.n_import_lines, found.n_functions) == (4, 4)
    assert found.long_signatures == ["cli/a.py:public"]
    assert found.percent_once == 50
