import { render } from "preact";
import "../styles/tokens.css";
import "../styles/base.css";

const root = document.getElementById("app");
if (root) render(<h1>pandoku</h1>, root);
