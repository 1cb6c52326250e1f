import { render } from "preact";
import { Shell } from "./app/shell";
import "./styles/tokens.css";
import "./styles/base.css";

const root = document.getElementById("app");
if (root) {
  root.textContent = "";
  render(<Shell />, root);
}
