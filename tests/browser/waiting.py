"""To wait for what only a script sees.

A route cannot be waited for: set it before the page is opened. Chromium says that it is set before
the page knows of it, and a page that is busy may send a request past it.

Playwright's own `wait_for_function` evaluates a text again and again, which the content security
policy of the page forbids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A promise of JavaScript: the next moment at which a key or a press may come. It is before the next
# frame, so a page that still has something to put up then would lose the key.
NEXT_EVENT = """new Promise((go) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = go;
  port2.postMessage(null);
})"""

PATIENCE_MS = 90_000  # no test that passes waits so long
_POLL_MS = 25


def until(page: Page, condition: str) -> None:
    """Wait until an expression of JavaScript, which may be a promise, is true on the page.

    Raises:
        playwright.sync_api.Error: It never was; the message has the condition.
    """
    page.evaluate(
        f"""async () => {{
          for (let k = 0; k < {PATIENCE_MS // _POLL_MS}; k++) {{
            if (await ({condition})) return;
            await new Promise((go) => setTimeout(go, {_POLL_MS}));
          }}
          throw new Error("waited in vain for " + {condition!r});
        }}"""
    )
