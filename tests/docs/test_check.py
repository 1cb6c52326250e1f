"""The check of the built site finds dead links, missing texts and foreign assets."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.check import problems

SOUND = """<link rel="stylesheet" href="assets/a.css"><link rel="canonical" href="https://x.org/">
<h1 id="top">A</h1><a href="#top">up</a><a href="other.html#a">o</a><a href="/site/other.html">o</a>
<a href="https://pypi.org/project/pandoku/">pypi</a><img src="assets/a.svg" alt="a grid">"""


def site(folder: Path, body: str = "") -> Path:
    (folder / "assets").mkdir()
    (folder / "assets" / "a.css").write_text("")
    (folder / "assets" / "a.svg").write_text("<svg/>")
    (folder / "index.html").write_text(f"{SOUND}\n{body}\n")
    (folder / "other.html").write_text('<p id="a">')
    return folder


def test_a_sound_site_has_no_problems(tmp_path: Path) -> None:
    assert list(problems(site(tmp_path), "/site/")) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<a href="gone.html">x</a>', " 'gone.html'"),
        ('<a href="/site/gone.html">x</a>', " '/site/gone.html'"),
        ('<a href="assets">x</a>', " 'assets'"),
        ('<a href="#gone">x</a>', "anchor '#gone'"),
        ('<a href="other.html#top">x</a>', "anchor 'other.html#top'"),
        ('<a href="http://pandoku">x</a>', "https://pypi.org/"),
        ('<a href="htps://pypi.org/">x</a>', "https://pypi.org/"),
        ('<img src="gone.svg" alt="x">', " 'gone.svg'"),
        ('<img src="assets/a.svg" alt=" ">', "alternative text"),
        ('<img src="https://x.org/a.svg" alt="x">', "x.org/a."),
        ('<script src="//x.org/a.js"></script>', "x.org/a."),
        ('<link rel="stylesheet" href="https://x.org/a.css">', "x.org/a."),
        ('<a data-md-component="source" href="#top">x</a>', "api.github.com"),
        ('<pre class="mermaid"><code>', "unpkg.com"),
        ("<style>p{background:url(https://x.org/a.png)}</style>", "x.org/a."),
    ],
)
def test_a_broken_page_is_found_with_its_line(tmp_path: Path, body: str, found: str) -> None:
    (problem,) = problems(site(tmp_path, body), "/site/")
    assert problem.startswith("index.html, line 4: ")
    assert found in problem


def test_a_style_sheet_that_fetches_from_another_host_is_found(tmp_path: Path) -> None:
    (site(tmp_path) / "assets" / "a.css").write_text('\n@import "https://fonts.example.org/a.css";')
    (problem,) = problems(tmp_path, "/site/")
    assert problem.startswith("assets/a.css, line 2: ")


def test_a_site_without_pages_is_a_problem(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path)
    assert f"{tmp_path}" in problem
