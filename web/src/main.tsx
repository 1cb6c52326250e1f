// The page starts here: styles, the shell, and the service worker.

import { render } from "preact";
import "./order";
import "./app/effects";
import { Shell } from "./app/shell";
import { turnLinks } from "./app/router";
import { keepOffline } from "./app/updates";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";

turnLinks();
const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(<Shell />, root);
}
keepOffline();
