"""The workflows: what they may fetch and do, and that their Pythons are those of pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.data import ROOT
from tests.together import together

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FILES = [*WORKFLOWS, *sorted(GITHUB.glob("actions/*/action.yml"))]

pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="a source distribution has no workflows")
each_file = together("file", FILES, ids=lambda file: str(file.relative_to(GITHUB)))
each_workflow = together("file", WORKFLOWS, ids=lambda file: file.name)

PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
# What publishes needs an identity, and nothing may write to the repository.
PERMISSIONS = {
    "docs.yml": ["contents: read", "id-token: write", "pages: write"],
    "release.yml": ["contents: read", "id-token: write"],
}


def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def jobs_of(file: Path) -> dict[str, str]:
    """Return the text of each job of a workflow, by name."""
    _, _, jobs = text_of(file).partition("\njobs:\n")
    parts = re.split(r"^  ([\w-]+):\n", jobs, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def used(text: str) -> list[str]:
    """Return what a text uses, with the comment behind it."""
    return re.findall(r"^\s*(?:- )?uses: +(.*)$", text, flags=re.MULTILINE)


def installed(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each call of `pip install` and the packages that it names."""
    for call in re.findall(r"pip install (.*)", text):
        words = re.sub(r"--(constraint|find-links) \S+", "", call).replace('"', "").split()
        yield call, [word for word in words if not word.startswith("-")]


def project() -> dict[str, list[str]]:
    table: dict[str, list[str]] = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    return table


def supported() -> list[str]:
    """Return the Pythons that the project names, in order."""
    found = (re.fullmatch(r".* :: (3\.\d+)", each) for each in project()["classifiers"])
    return [match[1] for match in found if match]


@each_file
def test_what_comes_from_elsewhere_is_pinned_by_its_commit(file: Path) -> None:
    assert [one for one in used(text_of(file)) if not one.startswith("./")]  # else nothing is tried
    for one in used(text_of(file)):
        if one.startswith("./"):
            assert (ROOT / one).exists()
        else:
            assert PINNED.fullmatch(one), f"expected ACTION@COMMIT # vX.Y.Z, found {one}"


def test_an_action_is_the_same_commit_everywhere() -> None:
    everything = {one for file in FILES for one in used(text_of(file)) if one[0] != "."}
    assert len(everything) == len({one.partition("@")[0] for one in everything})


@each_file
def test_what_pip_installs_besides_the_project_has_a_version(file: Path) -> None:
    pinned = text_of(GITHUB / "constraints.txt")
    for call, packages in installed(text_of(file)):
        others = [name for name in packages if not re.fullmatch(r"\.|pandoku(\[\w+\])?", name)]
        assert not others or "--constraint .github/constraints.txt" in call
        for name in others:
            assert re.search(rf"^{name}==[\d.]+$", pinned, flags=re.MULTILINE), name


@each_workflow
def test_a_workflow_is_named_after_its_file(file: Path) -> None:
    # The action `prepare` finds the file by the name.
    assert text_of(file).startswith(f"name: {file.stem}\n")


@each_workflow
def test_every_job_ends_in_time(file: Path) -> None:
    assert jobs_of(file)
    for name, job in jobs_of(file).items():
        is_another_workflow = re.search(r"^    uses: \./", job, flags=re.MULTILINE)
        limit = re.search(r"^    timeout-minutes: (\d+)$", job, flags=re.MULTILINE)
        assert is_another_workflow or (limit and int(limit[1]) <= 90), name


@each_workflow
def test_a_workflow_may_do_no_more_than_it_needs(file: Path) -> None:
    text = text_of(file)
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "-all" not in text  # read-all, write-all
    granted = re.findall(r"^ +([\w-]+: (?:read|write))\b", text, flags=re.MULTILINE)
    assert sorted(granted) == PERMISSIONS.get(file.name, ["contents: read"])
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_every_supported_python_is_tried() -> None:
    jobs = jobs_of(GITHUB / "workflows" / "test.yml")
    suite, wheel = (
        re.findall(r'"(3\.\d+)"', line)
        for name in ("suite", "wheel")
        for line in re.findall(r"^ +python: \[(.*)\]", jobs[name], flags=re.MULTILINE)
    )
    assert suite == [supported()[0], supported()[-1]]
    assert sorted(suite + wheel) == sorted(supported())


@each_file
def test_no_file_names_a_python_that_is_not_supported(file: Path) -> None:
    assert {*re.findall(r'"(3\.\d+)"', text_of(file))} <= {*supported()}


def test_a_wheel_is_tried_with_the_same_tests_everywhere() -> None:
    tried = [
        re.findall(r"tests/\S+\.py", job)
        for name in ("test.yml", "wheels.yml")
        for job in jobs_of(GITHUB / "workflows" / name).values()
        if "tests/" in job and "--ignore" not in job
    ]
    assert len(tried) == 2
    assert tried[0] == tried[1]
    assert all((ROOT / file).is_file() for file in tried[0])
