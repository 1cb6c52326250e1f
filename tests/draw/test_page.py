"""A path as one HTML page."""

import re
from html.parser import HTMLParser

import pytest

import pandoku
from pandoku.draw.page import frame, page
from pandoku.logic import Path
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Explanation, Technique
from pandoku.words import ANYONE, Derived, Ledger, Sentence, StepReader, sentence_as_html

VOID = {"meta"}
Attributes = dict[str, str | None]


class Outline(HTMLParser):
    """A parser that checks that elements are closed in order, and collects them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, Attributes]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def with_ids(self) -> list[Attributes]:
        return [attributes for _, attributes in self.seen if "id" in attributes]

    def all(self, name: str) -> list[Attributes]:
        return [attributes for tag, attributes in self.seen if tag == name]


def outline_of(document: str) -> Outline:
    outline = Outline()
    outline.feed(document)
    assert outline.open == []
    return outline


def path_of_four() -> Path:
    puzzle = Puzzle(4, (0, 0, 4, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 1), title="Four & <four>")
    return pandoku.explain(puzzle, is_proper=True)


def sections_of(document: str) -> list[str | None]:
    return [section["id"] for section in outline_of(document).all("section")]


def test_with_all_steps_each_has_a_section_with_its_picture_and_its_words() -> None:
    path = path_of_four()
    document = path.page(all_steps=True)
    outline = outline_of(document)
    steps = [f"step-{k}" for k in range(1, len(path) + 1)]
    assert sections_of(document) == ["start", *steps, "end"]
    boards = [f for f in outline.all("figure") if f["class"] == "board"]
    assert len(boards) == len(path) + 2
    assert len(outline.all("style")) == 1
    for told in path.explanations():
        assert f"<p>{sentence_as_html(told.full[-1], links=True)}</p>" in document
    assert "<h1>Four &amp; &lt;four&gt;</h1>" in document
    assert path.summary()[1:] in document


def test_each_step_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    path, explained = path_of_four(), list[Step]()

    def explain_and_count(
        technique: Technique,
        step: Step,
        board: Board,
        ledger: Ledger | None = None,
        *,
        reader: StepReader = ANYONE,
        derived: Derived | None = None,
    ) -> Explanation:
        explained.append(step)
        return Explanation(Sentence(f"{technique.name}: here; so"), (Sentence("Because."),))

    monkeypatch.setattr(Technique, "explain", explain_and_count)
    document = path.page(all_steps=True)
    assert explained == list(path.steps)
    assert document.count("<p>Because.</p>") == len(path)


def test_the_page_needs_nothing_else() -> None:
    document = path_of_four().page()
    assert set(re.findall(r"https?://[^\"'<> ]+", document)) == {"http://www.w3.org/2000/svg"}
    assert "@import" not in document
    assert "url(" not in document


def test_the_contents_lead_to_the_steps() -> None:
    path = path_of_four()
    outline = outline_of(path.page())
    ids = {s["id"] for s in outline.all("section")}
    links = [a["href"] or "" for a in outline.all("a")]
    assert len(links) == len(ids) - 2  # all but the start and the end
    assert {link[1:] for link in links} <= {each["id"] for each in outline.with_ids()}


def test_without_scripts_nothing_is_hidden() -> None:
    outline = outline_of(path_of_four().page())
    assert "class" not in outline.all("body")[0]  # what hides steps hangs on the body's class
    assert not any("hidden" in s or "style" in s for s in outline.all("section"))


def test_a_page_follows_the_reader_or_keeps_to_a_theme() -> None:
    path = path_of_four()
    assert "prefers-color-scheme:dark" in path.page()
    assert "prefers-color-scheme" not in path.page(theme="light") + path.page(theme="dark")
    assert "color-scheme:dark" in path.page(theme="dark")
    with pytest.raises(ValueError, match="auto, light, dark, found 'x'"):
        list(page(path.start, path.steps, theme="x"))


def test_a_path_without_steps_says_why() -> None:
    path = pandoku.explain(Puzzle(4, (1,) + (0,) * 15), techniques=["naked-single"])
    document = path.page()
    assert "15 cells are empty" in document
    broken = list(page(Board.start(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8)), ()))
    assert re.search("No candidate .*r1c4", "".join(broken))


def test_a_frame_isolates_the_page() -> None:
    framed = frame('<p class="x">&</p>')
    assert 'srcdoc="&lt;p class=&quot;x&quot;&gt;&amp;&lt;/p&gt;"' in framed
    assert "sandbox" in framed
