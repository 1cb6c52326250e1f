"""Lessons: the parts of a page, and the links of the site."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache
from html import unescape
from itertools import product

import pytest

from pandoku.errors import TechniqueError
from pandoku.lessons import encyclopedia, lesson_of, lesson_page, lessons, neighbors_of
from pandoku.lessons import lesson as room
from pandoku.techniques import MOST_WORDS, TECHNIQUES, Glance, practice_of
from pandoku.words import rule_sentences
from pandoku.words import sentence as as_sentence
from tests.together import together

pytestmark = pytest.mark.turns(3, whole=True)


@lru_cache(maxsize=8)
def page(name: str, theme: str = "auto") -> str:
    return "".join(lesson_page(lesson_of(name), theme=theme))


@pytest.mark.parametrize("name", ["naked-pair", "innie", "full-house", "cell-forcing-chain"])
def test_a_lesson_has_all_its_parts(name: str) -> None:
    technique, text = TECHNIQUES[name], unescape(page(name))
    for part in (technique.summary[1:], technique.look_for[1:], technique.why[1:]):
        assert part in text
    lesson = lesson_of(name)
    for sentence in (*lesson.explanation.full, lesson.near_miss_why):
        assert sentence.strip() in text
    assert text.count('class="exercise"') == len(practice_of(name)) >= 5
    headings = re.findall(r"<h2.*?>(.*?)</h2>", text)
    told = ["When and how to look", "What to look for", "Why it works"]
    more = [] if lesson.is_on_example else ["More examples", "Try it yourself"]
    slips = ["Errors that people make"] * bool(lesson.slips)
    assert headings == [*told, *more, "A near miss", *slips, "Practice", "Answers"]


@together("name", ["hidden-single", "innie", "thermometer"])
def test_a_lesson_begins_with_a_picture_and_its_line(name: str) -> None:
    lesson, text = lesson_of(name), unescape(page(name))
    first = lesson.demonstrations[0]
    above = text[: text.index('<section id="scan"')]
    assert above.count("<svg") == 1
    assert f'<p class="line">{as_sentence(first.explanation.short)}</p>' in above
    assert len(first.explanation.short.split()) <= MOST_WORDS
    for board in (each.board for each in lesson.demonstrations[1:]):
        assert board.puzzle != first.board.puzzle


def test_a_lesson_states_the_rules_of_its_boards() -> None:
    for name in ("thermometer", "innie", "x-wing"):
        text, lesson = unescape(page(name)), lesson_of(name)
        for board in {each.board for each in lesson.demonstrations} | {lesson.board}:
            puzzle = board.puzzle
            rules = rule_sentences((*puzzle.cages, *puzzle.further), puzzle.geometry)
            assert bool(rules) == (name != "x-wing")
            assert not rules or f'<p class="rules">{" ".join(rules)}</p>' in text


@together("name", ["x-wing", "innie", "thermometer", "xy-chain"])
def test_glances_are_slides_with_a_picture_each(name: str) -> None:
    glances = (
        Glance("Take a digit.", "places"), Glance("Look at the lines.", "houses"),
        Glance("Look at the rules.", "rules"), Glance("Compare the cells.", "cells"),
        Glance("There is the pattern.", "pattern"), Glance("Strike the rest.", "step"),
    )  # fmt: skip
    lesson = lesson_of(name)
    lesson = replace(lesson, technique=replace(lesson.technique, scan=glances, when="Soon."))
    text = unescape("".join(lesson_page(lesson)))
    slides = text[text.index('<ol class="slides">') : text.index("</ol>")]
    assert slides.count("<li>") == slides.count("<svg") == len(glances)
    assert "<p>Soon.</p>" in text
    assert all(each.text in slides for each in glances)
    assert f"Strike the rest. Here: {lesson.demonstrations[0].explanation.short}." in slides
    # The conclusion is not in a picture before the last one.
    changing = [
        any(text.struck or text.role == "placed" for text in slide.picture.texts)
        for slide in lesson.slides
    ]
    assert changing == [False] * 5 + [True]


def test_a_technique_without_glances_has_the_hints_as_slides() -> None:
    lesson = lesson_of("x-wing")
    lesson = replace(lesson, technique=replace(lesson.technique, scan=()))
    texts = [slide.text for slide in lesson.slides]
    assert texts[0].startswith("Look at ")
    assert len(set(texts)) == len(texts) == 4
    assert not any(slide.picture.description for slide in lesson.slides)


def test_a_rare_technique_begins_with_its_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "typical_of", lambda name: ())
    monkeypatch.setattr(room, "_typical", lambda technique, kind: ())
    lesson = lesson_of("x-wing")
    assert [each.board for each in lesson.demonstrations] == [lesson.board]
    text = "".join(lesson_page(lesson))
    assert "Try it yourself" not in text
    assert lesson.before_words in unescape(text)


@pytest.mark.parametrize("name", ["naked-pair", "innie"])
def test_the_step_of_the_example_is_folded_below_its_board(name: str) -> None:
    text = page(name)
    example = text[text.index('<section id="example">') : text.index('<section id="near-miss">')]
    board, folded = example.split('<details class="solved">')
    assert (board.count("<svg"), folded.count("<svg")) == (1, 2)
    for sentence in lesson_of(name).explanation.full:
        assert unescape(sentence) not in unescape(re.sub("<.*?>", "", board))
        assert unescape(sentence) in unescape(re.sub("<.*?>", "", folded))
    assert folded.rstrip().endswith("</details>\n</section>")
    style = text[text.index("@media print") :]
    assert ".solved::details-content" in style


def test_a_lesson_says_why_something_easier_goes_further_too_or_that_nothing_does() -> None:
    alone = []
    for lesson in lessons():
        if lesson.before_words.startswith("No easier technique makes progress here."):
            alone.append(lesson.name)
        else:
            told = re.match(r"(An? .*|.*) finds something here too", lesson.before_words)
            assert told
            assert room._NEVER_ALONE[lesson.name] in lesson.before_words
    assert {*alone} == {*TECHNIQUES} - {*room._NEVER_ALONE}


# One or another of these makes progress where the first does: so its lesson says, with the reason.
EASIER = {
    "dual-two-string-kite": ["two-string-kite"],
    "dual-empty-rectangle": ["empty-rectangle"],
    "simple-colors-trap": ["x-chain", "pointing", "claiming"],
    "simple-colors-wrap": ["x-chain", "pointing", "claiming"],
    "multi-colors-trap": ["x-chain", "pointing", "claiming"],
    "multi-colors-wrap": ["x-chain", "pointing", "claiming"],
    "remote-pair": ["xy-chain", "naked-pair"],
    "discontinuous-loop": ["alternating-chain", "x-chain", "xy-chain"],
    "grouped-discontinuous-loop": ["grouped-alternating-chain", "alternating-chain"],
}


@together("name", EASIER)
def test_a_technique_that_is_never_alone_is_not_alone_on_its_boards(name: str) -> None:
    easier = [TECHNIQUES[each] for each in EASIER[name]]
    for board in (lesson_of(name).board, *(each.board for each in practice_of(name))):
        assert any(list(technique.steps(board, 1)) for technique in easier)


def test_a_page_is_one_file_that_asks_no_other_host() -> None:
    text = page("naked-pair")
    assert not re.search(r'(?:src|href)="|url\(|@import|fetch\(', text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}


def test_the_answers_that_the_script_takes_are_the_steps_of_the_technique() -> None:
    found = re.findall(r'data-answer="(.*?)"', page("naked-pair"))
    for data, drill in zip(found, lesson_of("naked-pair").practice, strict=True):
        answer = json.loads(unescape(data))
        removed = [{tuple(pair) for pair in step["removes"]} for step in answer["steps"]]
        assert removed == [set(step.eliminations) for step in drill.steps]
        assert [mask for mask in answer["masks"] if mask] == [
            mask for mask, digit in zip(drill.board.masks, drill.board.digits, strict=True)
            if not digit
        ]  # fmt: skip


def test_the_script_knows_the_reason_that_refuses_each_wrong_answer() -> None:
    (data, *_), (drill, *_) = (
        re.findall(r'data-answer="(.*?)"', page("naked-pair")),
        lesson_of("naked-pair").practice,
    )
    answer = json.loads(unescape(data))
    reasons = {key: text for text, keys in answer["reasons"].items() for key in keys.split(" ")}
    known = {pair for step in drill.steps for pair in step.eliminations}
    n_wrong = 0
    for cell, digit in product(range(81), range(1, 10)):
        if not drill.board.digits[cell] and digit in drill.board.candidates(cell):
            reason = reasons.get(f"{cell},{digit}")
            assert (reason is None) is ((cell, digit) in known)
            name = f"{digit} at {drill.board.puzzle.geometry.name(cell)}"
            expected = f"{answer['refusal']} {name}. {reason}"
            assert reason is None or drill.grade((), [(cell, digit)]).text == expected
            n_wrong += reason is not None
    assert n_wrong == len(reasons)


def test_a_lesson_without_practice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "exercises", lambda name: ())
    text = "".join(lesson_page(lesson_of("x-wing")))
    assert "no boards for practice of " in text
    assert 'class="exercise"' not in text


def test_a_technique_without_an_example_has_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "example_of", lambda name: None)
    with pytest.raises(TechniqueError, match="an example, found 'x-wing'"):
        lesson_of("x-wing")


def test_a_theme_is_one_of_three() -> None:
    assert "color-scheme:light" not in page("x-wing", "dark")
    with pytest.raises(ValueError, match="'pink'"):
        page("x-wing", "pink")


# ---- the site


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    names = ("naked-pair", "innie", "unique-rectangle-1")
    few = tuple(map(lesson_of, names))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pandoku.lessons.page.lessons", lambda: few)
        return dict(encyclopedia())


def test_every_link_of_the_site_leads_to_a_file_of_it(site: dict[str, str]) -> None:
    for name, text in site.items():
        if name.endswith(".html"):
            links = set(re.findall(r'(?:src|href)="([^"]*)"', text))
            assert links <= site.keys()
            assert "lesson.css" in links
        assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_both_indexes_list_every_lesson_with_the_words_to_search_for(site: dict[str, str]) -> None:
    for name in ("index.html", "kinds.html"):
        cards = re.findall(r'<a class="card" href="(.*?)\.html" data-needs="(.*?)"', site[name])
        assert sorted(cards) == [
            ("innie", "cages"), ("naked-pair", "every puzzle"),
            ("unique-rectangle-1", "one solution"),
        ]  # fmt: skip
    assert "<h2>Cage sums</h2>" in site["kinds.html"]
    words = re.findall(r'data-words="(.*?)"', site["index.html"])
    assert any("conjugate pair" in each for each in words)


def test_the_index_is_in_order_of_difficulty(site: dict[str, str]) -> None:
    cards = re.findall(r'<a class="card" href="(.*?)\.html"', site["index.html"])
    assert cards == ["innie", "naked-pair", "unique-rectangle-1"]
    assert "<span>harder:</span> Unique rectangle 1" in site["naked-pair.html"]
    assert "easier:" not in site["naked-pair.html"]
    assert "easier:" not in site["innie.html"] + site["naked-pair.html"]


def test_the_way_from_lesson_to_lesson_stays_with_or_without_cages() -> None:
    around, seen = neighbors_of(lessons()), set[str]()
    starts = [name for name, (before, _) in around.items() if before is None]
    assert len(starts) == 2
    for start in starts:
        at: str | None = start
        while at:
            seen.add(at)
            before, after = around[at]
            assert after is None or around[after.name][0] == lesson_of(at)
            needs = {"cages" in lesson_of(at).technique.needs} | {
                "cages" in each.technique.needs for each in (before, after) if each
            }
            assert len(needs) == 1
            at = after.name if after else None
    assert seen == {each.name for each in lessons()}


def test_every_technique_has_a_lesson_and_a_family_with_a_heading() -> None:
    found = lessons()
    assert {each.name for each in found} == TECHNIQUES.keys()
    assert all(each.family[0].isupper() for each in found)
