"""The frame of every page: header, theme, links, and what stands in place of a broken page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = ("play", "explain", "learn", "make", "race")
# Notes the theme at the moment when there is something to draw.
WATCH = """
new MutationObserver((_, watcher) => {
  if (!document.body) return;
  window.themeAtFirst = document.documentElement.dataset.theme ?? "auto";
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def theme_of(page: Page) -> str:
    theme: str = page.evaluate("document.documentElement.dataset.theme ?? 'auto'")
    return theme


def test_links_change_the_page_without_loading_it_again(page: Page) -> None:
    page.goto("")
    page.evaluate("window.isTheSame = true")
    for name in PAGES:
        link = page.get_by_role("navigation", name="Pages").get_by_role("link", name=name)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        expect(page).to_have_url(re.compile(rf"/{name}$"))
        expect(page).to_have_title(re.compile("pandoku"))
        assert page.evaluate("document.activeElement.id") == "main", "a reader hears the new page"
    page.go_back()
    expect(page).to_have_url(re.compile("/make$"))
    assert page.evaluate("window.isTheSame")


def test_the_theme_is_kept_and_there_before_anything_is_drawn(page: Page) -> None:
    page.add_init_script(WATCH)
    page.goto("learn")
    button = page.get_by_role("button", name=re.compile("^Colors"))
    assert theme_of(page) == "auto"
    button.click()
    assert theme_of(page) == "light"
    button.click()
    assert theme_of(page) == "dark"
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(button).to_be_visible()
    assert page.evaluate("themeAtFirst") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    assert page.locator("meta[name=theme-color]").get_attribute("content") == paper
    button.click()
    assert theme_of(page) == "auto"


def test_the_theme_follows_the_system_until_one_is_chosen(browser: Browser, base: str) -> None:
    papers = set()
    for scheme in ("light", "dark"):
        with browser.new_context(base_url=base, color_scheme=scheme) as context:
            page = context.new_page()
            page.goto("learn")
            papers.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(papers) == 2


@pytest.mark.parametrize("path", ["nothing", "constructor", "%25"])
def test_an_unknown_page_says_so_and_leads_back(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page).not_to_have_url(re.compile(path))


def test_an_exception_in_a_page_becomes_a_message_with_a_way_out(page: Page) -> None:
    page.route("**/api/v1/kinds", lambda route: route.fulfill(json={"kinds": []}))
    page.goto("make")
    expect(page.get_by_role("alert")).to_contain_text("Something went wrong on this page")
    expect(page.get_by_role("button", name="Reload the page")).to_be_visible()
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_that_does_not_arrive_says_so(page: Page) -> None:
    page.route("**/assets/make-*.js", lambda route: route.abort())
    page.goto("make")
    expect(page.get_by_role("alert")).to_contain_text("This page could not be loaded")


def test_the_skip_link_goes_to_the_page_and_not_to_another(page: Page) -> None:
    page.goto("learn")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    expect(page).to_have_url(re.compile("/learn$"))


def test_no_page_is_wider_than_a_narrow_phone(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base, viewport={"width": 320, "height": 640}) as context:
        page = context.new_page()
        for path in ("", *PAGES):
            page.goto(path)
            expect(page.get_by_role("heading", level=1).first).to_be_attached()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
            bar = page.locator("header.bar").bounding_box()
            assert bar is None or bar["height"] <= 49, path


def test_a_page_works_without_storage(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error() }})"
    )
    page.goto("learn")
    page.get_by_role("button", name=re.compile("^Colors")).click()
    assert theme_of(page) == "light"
