// The script of an exported file. Without this script, and on paper, the file shows pictures of its
// puzzles.

import { render } from "preact";
import icons from "../../public/icons.svg?raw";
import "../app/effects";
import "../styles/tokens.css";
import "../styles/base.css";
import "./paper.css";
import "./single.css";
import { App } from "./app";
import { loadData } from "./use_data";

const root = document.getElementById("app");

if (root) {
  const drawn = document.createElement("div");
  drawn.hidden = true;
  drawn.innerHTML = icons;
  document.body.append(drawn);
  void loadData().then((loaded) => {
    document.documentElement.classList.add("live");
    render(<App {...loaded} />, root);
  });
}
