"""The pages that teach: the list, the course, lessons, and boards to answer on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from pandoku.play import Game
from pandoku.play.learned import Fact, Learned, learned_text, read_learned
from pandoku.play.stops import get_stop
from tests.browser.playing import EASY, document

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
FULL = os.environ.get("PANDOKU_FULL") == "1"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SERIOUS = ("serious", "critical")
_EVERY = 9  # without PANDOKU_FULL, one lesson of so many is opened


@pytest.fixture(scope="module", autouse=True)
def techniques(base: str) -> None:
    """Ask for the list until it is there: a worker computes it once, which may take too long."""
    for _ in range(3):
        with suppress(HTTPError), urlopen(f"{base}api/v1/techniques", timeout=60):
            return


def read(page: Page, endpoint: str, **query: Any) -> Any:
    """Return what a GET endpoint answers."""
    answer = page.request.get(f"api/v1/{endpoint}", params=query)
    assert answer.ok, answer.text()
    return answer.json()


def drill(page: Page, technique: str, nth: int) -> Any:
    answer = page.request.post("api/v1/drill", data={"technique": technique, "nth": nth})
    assert answer.ok, answer.text()
    return answer.json()


def choose(within: Locator, cell: int, order: int = 9) -> None:
    """Click a cell of the board."""
    grid = within.get_by_role("grid")
    area = grid.bounding_box()
    assert area is not None
    row, column = divmod(cell, order)
    x, y = (column + 0.5) / order * area["width"], (row + 0.5) / order * area["height"]
    grid.page.mouse.click(area["x"] + x, area["y"] + y)


def practice(page: Page) -> Locator:
    board = page.locator(".practice .exercise")
    board.scroll_into_view_if_needed()
    return board


def example(page: Page, technique: str) -> tuple[Locator, Any]:
    """Open the board of a lesson's example, and return it and the step."""
    page.goto(f"learn/{technique}")
    page.get_by_role("button", name="Try it yourself").click()
    board = page.locator(".lesson-part:not(.practice) .exercise")
    board.scroll_into_view_if_needed()
    return board, read(page, "lesson", name=technique)["example"]["answer"]


def test_the_list_has_all_techniques_and_finds_them(page: Page) -> None:
    page.goto("learn")
    found = read(page, "techniques")["techniques"]
    cards = page.locator(".card")
    expect(cards).to_have_count(len(found))
    titles = [each.lower() for each in page.locator(".card strong").all_inner_texts()]
    assert titles == [each["title"].lower() for each in found], "the easiest comes first"
    page.get_by_role("button", name="With cages").click()
    expect(cards).to_have_count(sum(each["needs"] == "cages" for each in found))
    page.get_by_role("button", name="Without cages").click()
    page.get_by_label("Find a technique").fill("sword")
    expect(page.locator(".card strong")).to_have_text(
        ["Swordfish", "Finned swordfish", "Sashimi swordfish"]
    )
    page.get_by_label("Find a technique").fill("no such thing")
    page.get_by_role("button", name="Show all").click()
    expect(cards).to_have_count(len(found))


def test_the_course_leads_a_beginner_from_part_to_part(page: Page) -> None:
    page.goto("learn")
    page.get_by_role("link", name="Begin", exact=True).click()
    expect(page.locator("h1")).to_have_text("Full house")
    expect(page.locator(".lesson-head")).to_contain_text("Stop 1 of 15, Sudoku")
    page.get_by_role("link", name="Full house").click()
    expect(page.get_by_role("heading", name="Why it works")).to_be_visible()
    page.get_by_role("link", name="Continue the course").click()
    page.get_by_role("link", name="Practice").click()
    for nth in range(3):
        cell, digit = drill(page, "full-house", nth)["answer"]["placements"][0]
        choose(practice(page), cell)
        page.keyboard.press(str(digit))
        expect(page.locator(".course-next")).to_contain_text(f"{nth + 1} of 3 drills right")
        if nth < 2:
            page.get_by_role("button", name="Next board").click()
    page.get_by_role("link", name="Continue the course").click()
    expect(page.locator(".stop-parts li.done h2")).to_have_text(["Lesson, done", "Drills, done"])
    page.get_by_role("button", name="Play the puzzle").click()
    expect(page.get_by_role("grid")).to_be_visible()
    puzzle = get_stop("full-house").puzzle
    solution = Game.start(puzzle).judge().solution
    assert solution is not None
    page.get_by_role("grid").get_by_role("gridcell").first.focus()
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    for cell in empty:
        choose(page.locator("main"), cell)
        page.keyboard.press(str(solution[cell]))
    page.get_by_role("link", name="Continue the course").click()
    expect(page.locator(".course-next")).to_contain_text("This stop is done.")
    page.get_by_role("link", name="Next: Hidden single").click()
    expect(page.locator("h1")).to_have_text("Hidden single")
    page.goto("learn")
    expect(page.locator(".course li.done")).to_contain_text(["Full house"])
    expect(page.locator(".course summary").first).to_contain_text("1 of 15 done")


def test_progress_goes_from_the_page_to_the_terminal_and_back(page: Page, tmp_path: Path) -> None:
    page.goto("learn/x-wing")
    expect(page.locator(".course-next")).to_contain_text("X-wing, stop 6 of 15, Sudoku")
    page.goto("learn")
    with page.expect_download() as started:
        page.get_by_role("button", name="Export progress").click()
    found = read_learned(started.value.path().read_text())
    assert found.facts == {Fact("lesson", "x-wing")}
    file = tmp_path / "course.json"
    file.write_text(learned_text(Learned(frozenset({Fact("puzzle", "x-wing")}))))
    page.locator(".course input[type=file]").set_input_files(file)
    expect(page.get_by_text("1 of 1 results are new.")).to_be_visible()
    expect(page.locator(".course li", has_text="X-wing").first).to_contain_text("read, solved")
    file.write_text("{}")
    page.locator(".course input[type=file]").set_input_files(file)
    expect(page.get_by_text("not a file with the progress")).to_be_visible()


def test_a_stop_that_does_not_exist_is_reported(page: Page) -> None:
    page.goto("learn/course/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("no stop “nowhere”")
    page.get_by_role("link", name="All stops").click()
    expect(page.locator(".course")).to_be_visible()


def test_lessons_of_every_family_open_without_an_error(page: Page) -> None:
    page.goto("learn")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    found = read(page, "techniques")["techniques"]
    for each in found if FULL else found[::_EVERY]:
        page.evaluate("to => { const a = document.createElement('a'); a.href = to;"
                      "document.querySelector('main').append(a); a.click(); }",
                      f"learn/{each['name']}")  # fmt: skip
        expect(page.locator("h1")).to_have_text(each["title"], ignore_case=True)
        expect(page.get_by_role("heading", name="Why it works")).to_be_visible()
        expect(page.locator(".lesson-picture .picture > .pane svg").first).to_be_visible()
        sentences = page.locator(".lesson-part .sentences")
        expect(sentences.first).to_be_hidden()
        page.get_by_text("The step in full").click()
        expect(sentences.first.locator(".line").last).to_contain_text("So ")
        expect(page.locator(".practice .exercise-task")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
    assert errors == []


def test_an_answer_to_an_example_is_judged_with_a_reason(page: Page) -> None:
    board, step = example(page, "naked-pair")
    cell, digit = step["eliminations"][0]
    other = step["picture"]["texts"]
    wrong = next(
        int(y) * 9 + int(x)
        for x, y, text, role, _, struck in other
        if role == "candidate" and text == str(digit) and not struck
    )
    choose(board, wrong)
    board.get_by_role("button", name=f"Remove {digit}").click()
    board.get_by_role("button", name="Check").click()
    expect(board.locator(".verdict.wrong")).to_contain_text("No naked pair here rules out")
    board.get_by_role("button", name="Start over").click()
    for cell, digit in step["eliminations"]:
        choose(board, cell)
        page.keyboard.press(str(digit))
    page.keyboard.press("Enter")
    expect(board.locator(".verdict.right")).to_contain_text("Right. Naked pair")
    expect(board.locator(".sentences .line").last).to_contain_text("So remove")
    expect(board.locator(".picture > .pane svg")).to_be_visible()


def test_a_removed_candidate_is_struck_and_comes_back(page: Page) -> None:
    board, step = example(page, "naked-pair")
    cell, digit = step["eliminations"][0]
    choose(board, cell)
    remove = board.get_by_role("button", name=f"Remove {digit}")
    strike = board.locator("path.strike")
    page.keyboard.press(str(digit))
    expect(remove).to_have_attribute("aria-pressed", "true")
    expect(strike).to_be_attached()
    remove.click()
    expect(strike).to_have_count(0)
    expect(board.get_by_role("button", name="Check")).to_be_disabled()


@pytest.mark.parametrize("name", ["hidden-single", "naked-pair"])
def test_a_digit_that_is_no_candidate_gets_the_reason(page: Page, name: str) -> None:
    page.goto(f"learn/{name}")
    start = drill(page, name, 0)["board"]
    cell = start["digits"].index(0)
    digit = next(d for d in range(1, 10) if not start["candidates"][cell] >> (d - 1) & 1)
    choose(practice(page), cell)
    page.keyboard.press(str(digit))
    verdict = page.locator(".practice .verdict.wrong")
    expect(verdict).to_contain_text(f"{digit} is not a candidate at ")
    expect(page.locator(".practice").get_by_role("button", name="Start over")).to_have_count(0)


def test_a_drill_is_solved_to_its_end(page: Page) -> None:
    page.goto("learn/hidden-single")
    count = drill(page, "hidden-single", 0)["n"]
    for nth in range(count):
        cell, digit = drill(page, "hidden-single", nth)["answer"]["placements"][0]
        choose(practice(page), cell)
        page.keyboard.press(str(digit))
        expect(page.locator(".practice .verdict.right")).to_contain_text("Right.")
        expect(page.locator(".practice-score")).to_contain_text(f"{nth + 1} solved, {nth + 1} of")
        if nth + 1 < count:
            page.get_by_role("button", name="Next board").click()
    expect(page.locator(".practice-score")).to_contain_text("You have solved all")
    page.get_by_role("button", name="One more board").click()
    expect(page.locator(".practice .exercise-task")).to_be_visible()
    expect(page.get_by_role("button", name=f"Board {count + 1}")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_help_is_there_and_is_counted(page: Page) -> None:
    page.goto("learn/hidden-single")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".practice .exercise-verdict .notice")).to_contain_text("Look at")
    page.get_by_role("button", name="Another hint").click()
    expect(page.locator(".practice .exercise-verdict .notice")).to_have_count(2)
    expect(page.get_by_role("button", name="No more hints")).to_be_visible()
    cell, digit = drill(page, "hidden-single", 0)["answer"]["placements"][0]
    choose(practice(page), cell)
    practice(page).get_by_role("button", name=f"Write {digit}").click()
    expect(page.locator(".practice-score")).to_contain_text(
        "1 solved, 0 of them without help. A board counts only without a hint."
    )
    expect(page.locator(".course-next")).to_contain_text("0 of 3 drills right")
    expect(page.get_by_role("button", name="Board 1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Next board").click()
    practice(page).get_by_role("button", name="Show the step").click()
    expect(page.locator(".practice .sentences .line").last).to_contain_text("So ")
    expect(page.locator(".practice-score")).to_contain_text("1 solved")


# Records every text that appears in a live region, and the text of the focused element.
_LISTEN = """
window.heard = [];
const seen = new WeakMap();
const regions = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
const note = () => {
  for (const region of document.querySelectorAll(regions)) {
    const parts = region.getAttribute("aria-atomic") === "false" ? [...region.children] : [region];
    for (const part of parts) {
      const text = part.textContent.trim();
      if (text && seen.get(part) !== text) window.heard.push(text);
      seen.set(part, text);
    }
  }
};
const changes = { subtree: true, childList: true, characterData: true };
new MutationObserver(note).observe(document, changes);
"""


def heard(page: Page) -> list[str]:
    texts: list[str] = page.evaluate("window.heard.splice(0)")
    return texts


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent || ''"))


def test_a_screen_reader_hears_each_hint_and_each_lesson_once(page: Page) -> None:
    page.add_init_script(_LISTEN)
    page.goto("learn/course/full-house")
    page.get_by_role("link", name="Full house").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    assert focused(page) == "Full house"
    assert not [text for text in heard(page) if "Full house" in text], "the focus reads it"
    page.get_by_role("button", name="Hint", exact=True).focus()
    expect(page.locator(".practice .exercise-task")).to_be_visible()
    hints = [each["text"] for each in drill(page, "full-house", 0)["hints"]]
    heard(page)
    for hint in hints:
        page.keyboard.press("Enter")
        expect(page.locator(".practice .exercise-verdict .notice").last).to_have_text(hint)
    assert heard(page) == hints
    cell, digit = drill(page, "full-house", 0)["answer"]["placements"][0]
    choose(practice(page), cell)
    page.keyboard.press(str(digit))
    expect(page.locator(".practice .verdict.right")).to_be_visible()
    assert "Right." in focused(page)
    assert not [text for text in heard(page) if "Right." in text], "the focus reads it"


def test_no_key_is_lost_between_boards(page: Page) -> None:
    page.goto("learn/course/full-house")
    page.get_by_role("link", name="Practice").focus()
    page.keyboard.press("Enter")
    cells = practice(page).get_by_role("gridcell")
    expect(cells.first).to_be_focused()
    for nth in range(2):
        (cell, digit), *_ = drill(page, "full-house", nth)["answer"]["placements"]
        for key, n in (("ArrowDown", cell // 9), ("ArrowRight", cell % 9)):
            for _ in range(n):
                page.keyboard.press(key)
        page.keyboard.press(str(digit))
        page.get_by_role("button", name="Next board").focus()
        page.keyboard.press("Enter")
        expect(cells.first).to_be_focused()


def test_a_lesson_of_two_branches_leads_back_to_the_stop_it_came_from(page: Page) -> None:
    page.goto("learn/course/calcudoku-cages")
    page.get_by_role("link", name="Cage single", exact=True).click()
    expect(page.locator(".course-next")).to_contain_text("stop 1 of 3, Calcudoku")
    page.get_by_role("link", name="Continue the course").click()
    expect(page.locator("h1")).to_have_text("Cages that calculate")


def test_keys_alone_lead_from_a_stop_to_a_hint_and_back(page: Page) -> None:
    page.goto("learn/course/x-wing")
    page.get_by_role("link", name="Practice").focus()
    page.keyboard.press("Enter")
    expect(practice(page).get_by_role("gridcell").first).to_be_focused()
    hints = [each["text"] for each in drill(page, "x-wing", 0)["hints"]]
    shown = page.locator(".practice .exercise-verdict .notice")
    for n in range(2):
        page.keyboard.press("h")
        expect(shown).to_have_text(hints[: n + 1])
    page.get_by_role("link", name="Back to the stop").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("h1")).to_have_text("X-wing")
    expect(page.locator(".stop-parts")).to_contain_text("0 of 3 drills right")


def test_a_board_with_further_rules_states_them(page: Page) -> None:
    page.goto("learn/thermometer")
    expect(practice(page).locator(".exercise-rules")).to_contain_text("increase from the bulb")
    page.goto("learn/x-wing")
    expect(practice(page).locator(".exercise-task")).to_be_visible()
    expect(page.locator(".exercise-rules")).to_have_count(0)


def test_the_wrong_conclusion_of_an_error_is_explained(page: Page) -> None:
    page.goto("learn/x-wing")
    part = page.locator(".lesson-part", has_text="A common mistake")
    expect(part).to_contain_text("wrongly removed")


def store(page: Page, drills: str, course: str) -> None:
    """Store progress in the browser, as the texts of its two values."""
    page.evaluate(
        "([drills, course]) => Object.assign(localStorage,"
        " { 'pandoku.lessons': drills, 'pandoku.course': course })",
        [drills, course],
    )


def test_the_next_stop_is_the_same_at_home_and_in_the_course(page: Page) -> None:
    learned = Learned(frozenset({Fact("lesson", "full-house"), Fact("puzzle", "full-house")}))
    done = learned.facts | {Fact("drill", "full-house", str(n)) for n in range(3)}
    ahead = Learned(done).ahead
    assert ahead is not None
    page.goto("learn")
    store(
        page, '{"full-house":["0","1","2"]}', '{"lessons":["full-house"],"puzzles":["full-house"]}'
    )
    for place in ("learn", "./"):
        page.goto(place)
        link = page.get_by_role("link", name=f"Next: {ahead.stop.title}")
        expect(link).to_have_attribute("href", f"learn/course/{ahead.stop.name}")


def test_a_damaged_value_does_not_lose_the_rest_of_the_progress(page: Page) -> None:
    page.goto("learn")
    store(page, '{"x-wing":["0"]}', '{"lessons')
    page.goto("learn/course/x-wing")
    expect(page.locator(".stop-parts")).to_contain_text("1 of 3 drills right")
    page.goto("learn/course")
    expect(page.locator("h1")).to_have_text("Learn")


def test_an_unknown_lesson_names_the_nearest(page: Page) -> None:
    page.goto("learn/innnie")
    expect(page.get_by_role("alert")).to_contain_text("innie")
    page.get_by_role("link", name="All techniques").click()
    expect(page.locator(".card").first).to_be_visible()


def test_slides_are_played_by_keyboard_and_said_once(page: Page) -> None:
    page.goto("learn/x-wing")
    slides = read(page, "lesson", name="x-wing")["slides"]
    part = page.locator(".slides")
    part.get_by_role("button", name="Next").focus()
    for number, slide in enumerate(slides, 1):
        expect(part).to_contain_text(f"{number} of {len(slides)}")
        said = part.get_by_text(slide["text"], exact=True).locator("visible=true")
        expect(said).to_have_count(1)
        expect(said).to_have_attribute("aria-live", "polite")
        page.keyboard.press("ArrowRight")
    expect(part).to_contain_text(f"{len(slides)} of {len(slides)}")
    page.keyboard.press("ArrowLeft")
    expect(part).to_contain_text(f"{len(slides) - 1} of {len(slides)}")


def test_an_exercise_is_solved_by_keyboard_alone(page: Page) -> None:
    board, step = example(page, "hidden-single")
    (cell, digit), start = step["placements"][0], 0
    board.get_by_role("grid").get_by_role("gridcell").first.focus()  # the cursor is where it is
    for key, n in (("Down", cell // 9 - start // 9), ("Right", cell % 9 - start % 9)):
        other = {"Down": "Up", "Right": "Left"}[key]
        for _ in range(abs(n)):
            page.keyboard.press(f"Arrow{key if n > 0 else other}")
    page.keyboard.press(str(digit))
    expect(board.locator(".verdict.right")).to_be_visible()
    focus = page.evaluate("document.activeElement.className")
    assert focus == "exercise-side", "a reader goes on where the words are"


@pytest.mark.skipif(not AXE.is_file(), reason="needs axe-core: npm ci in web")
def test_axe_finds_no_serious_fault_in_steps_and_exercises(page: Page) -> None:
    link = document(page, EASY)["link"]
    places = (f"explain?p={link}&step=3", "learn/naked-pair", "learn", "learn/course/x-wing")
    for place in places:
        page.goto(place)
        expect(page.locator(".sentences, .lesson-words, .course, .stop").first).to_be_visible()
        if place == "learn/naked-pair":
            page.get_by_role("button", name="Try it yourself").click()
        page.evaluate(AXE.read_text())
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found = page.evaluate("axe.run().then(({ violations }) => violations)")
            assert [each["id"] for each in found if each["impact"] in SERIOUS] == []
