// The player of an exported file. Without it, and on paper, the file shows its puzzles as pictures.

import { render } from "preact";
import "../styles/tokens.css";
import "../styles/base.css";
import "./paper.css";
import "./single.css";
import { App } from "./app";
import { loadData } from "./use_data";

const root = document.getElementById("app");

if (root) {
  void loadData().then((loaded) => {
    document.documentElement.classList.add("live");
    render(<App {...loaded} />, root);
  });
}
