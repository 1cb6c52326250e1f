"""Firefox over WebDriver BiDi, the protocol that it speaks itself: no driver is needed.

Playwright drives a Firefox of its own build only. This class has what the tests of the page need.
Source: https://www.w3.org/TR/webdriver-bidi/
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import TracebackType
from typing import Any

from websockets.sync.client import connect

from tests.browser.waiting import PATIENCE_MS

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
# Keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
_ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# It asks no other host for anything, and opens no page of its own.
_PREFERENCES = """
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
"""


class Firefox:
    """A headless Firefox with a fresh profile and one page.

    Attributes:
        errors: What the page's scripts threw and did not catch.
    """

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        if FIREFOX is None:
            raise FileNotFoundError("needs Firefox: apt-get install firefox-esr")
        self.errors: list[str] = []
        self._n_asked = 0
        self._profile = TemporaryDirectory(prefix="pandoku-firefox-", ignore_cleanup_errors=True)
        Path(self._profile.name, "user.js").write_text(_PREFERENCES)
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--profile", self._profile.name,
             "--remote-debugging-port", "0", "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._process.stderr
        address = next(filter(None, map(_ADDRESS.search, self._process.stderr)), None)
        if address is None:
            raise OSError(f"{FIREFOX} ended before it could be driven")
        self._socket = connect(f"{address[1]}/session", max_size=None, legacy=True)
        self.ask("session.new", capabilities={})
        self._page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.resize(width, height)

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()
        self._profile.cleanup()

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """Give a command of the protocol, and return its result.

        Raises:
            ValueError: The browser refuses it.
            TimeoutError: There is no answer.
        """
        self._n_asked += 1
        command = {"id": self._n_asked, "method": method, "params": parameters}
        self._socket.send(json.dumps(command))
        while True:
            said = json.loads(self._socket.recv(timeout=PATIENCE_MS / 1000))
            if said.get("id") == self._n_asked:
                break
            self._hear(said)
        if said["type"] == "error":
            raise ValueError(f"{method}: {said['error']}: {said['message']}")
        result: dict[str, Any] = said["result"]
        return result

    def _hear(self, event: Mapping[str, Any]) -> None:
        entry = event.get("params", {})
        if entry.get("type") == "javascript" and entry.get("level") == "error":
            self.errors.append(entry["text"])

    # ---------------------------------------------------------------- what a person does

    def resize(self, width: int, height: int) -> None:
        """Give the page *width* x *height* CSS pixels."""
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self._page, viewport=size)

    def before_each_page(self, script: str) -> None:
        """Run a statement of JavaScript before the scripts of each page to come."""
        self.ask("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def open(self, address: str) -> None:
        """Open an address, and wait until the page is loaded."""
        self.ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def press(self, keys: Iterable[str]) -> None:
        """Press keys one after the other: a character, or a name of `KEYS`."""
        presses = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        source = {"type": "key", "id": "keyboard", "actions": presses}
        self.ask("input.performActions", context=self._page, actions=[source])

    def click(self, role: str, name: str) -> None:
        """Click on what has this role and this name for a reader, once it is there.

        Raises:
            TimeoutError: It never was.
        """
        wanted = {"type": "accessibility", "value": {"role": role, "name": name}}
        until = monotonic() + PATIENCE_MS / 1000
        nodes: list[Any] = []
        while not nodes:
            if monotonic() > until:
                text = self.evaluate("document.body.innerText")
                raise TimeoutError(f"expected a {role} named {name!r}; the page says\n{text}")
            found = self.ask("browsingContext.locateNodes", context=self._page, locator=wanted)
            nodes = found["nodes"]
            sleep(0.02)
        on = {"type": "element", "element": {"sharedId": nodes[0]["sharedId"]}}
        presses: list[dict[str, object]] = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": on},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": presses}
        self.ask("input.performActions", context=self._page, actions=[source])

    # ---------------------------------------------------------------- what a person sees

    def evaluate(self, expression: str) -> Any:
        """Return what JSON can hold of the value of an expression of JavaScript.

        Raises:
            ValueError: The expression threw.
        """
        said = self.ask(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._page}, awaitPromise=True,
        )  # fmt: skip
        if said["type"] == "exception":
            raise ValueError(said["exceptionDetails"]["text"])
        return json.loads(said["result"].get("value", "null"))

    def wait_for(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, once it is true.

        Raises:
            TimeoutError: It never was; the message has the expression and the page's text.
        """
        until = monotonic() + PATIENCE_MS / 1000
        while not (value := self.evaluate(expression)):
            if monotonic() > until:
                text = self.evaluate("document.body.innerText")
                raise TimeoutError(f"waited in vain for {expression}; the page says\n{text}")
            sleep(0.02)
        return value

    def picture(self) -> bytes:
        """Return what is seen, as a PNG."""
        shot = self.ask("browsingContext.captureScreenshot", context=self._page)
        return b64decode(shot["data"])
