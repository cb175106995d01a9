"""The browser itself works: it opens a page and shows what is drawn on it."""

from playwright.sync_api import Page


def test_it_opens_a_page(page: Page) -> None:
    page.set_content("<svg xmlns='http://www.w3.org/2000/svg'><rect width='7' height='5'/></svg>")
    assert page.locator("rect").evaluate("node => node.getBBox().width") == 7
