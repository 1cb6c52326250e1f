// Slides are shown one at a time, with buttons and arrow keys.
// Boards for practice take answers: a cell is chosen, then a candidate is struck or a digit written.
// Any step of the technique on the board is a right answer. Without this script the answers are
// folded below each board.
(() => {
  const space = "http://www.w3.org/2000/svg";

  const made = (name, attributes, parent) => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };

  // Every picture of a board says where its grid is, whatever stands around it.
  const gridOf = (svg) => {
    const [left, top, cell] = svg.dataset.grid.split(" ").map(Number);
    return { left, top, cell };
  };

  const candidatesOf = (svg, grid, order) => {
    const found = new Map();
    for (const text of svg.querySelectorAll("g.candidate text, text.candidate")) {
      const column = Math.floor((Number(text.getAttribute("x")) - grid.left) / grid.cell);
      const row = Math.floor((Number(text.getAttribute("y")) - grid.top) / grid.cell);
      found.set(`${row * order + column},${text.textContent.trim()}`, text);
    }
    return found;
  };

  const start = (article) => {
    const { order, digits, masks, houses, reasons, refusal, steps } = JSON.parse(
      article.dataset.answer,
    );
    const svg = article.querySelector("figure svg");
    const grid = gridOf(svg);
    const texts = candidatesOf(svg, grid, order);
    const writes = steps.some((step) => step.places.length);
    const why = new Map(
      Object.entries(reasons).flatMap(([text, keys]) => keys.split(" ").map((key) => [key, text])),
    );
    const answer = new Map(); // "cell,digit" of what was struck or written, and what shows it
    let chosen = null;

    svg.classList.add("board");
    svg.setAttribute("tabindex", "0");
    const mark = made("rect", { class: "chosen", width: grid.cell, height: grid.cell }, svg);
    mark.setAttribute("hidden", "");
    const pad = document.createElement("div");
    pad.className = writes ? "pad writes" : "pad";
    const verdict = document.createElement("p");
    verdict.className = "verdict";
    verdict.setAttribute("role", "status");
    article.querySelector("figure").after(pad, verdict);

    const digitsOf = (cell) =>
      Array.from({ length: order }, (_, at) => at + 1).filter((d) => (masks[cell] >> (d - 1)) & 1);

    const name = (cell) => `r${Math.floor(cell / order) + 1}c${(cell % order) + 1}`;

    // Say that a digit is not a candidate, and where a house has it.
    const refuse = (cell, digit) => {
      const isAlong = (other) => [
        ["row", Math.floor(other / order) === Math.floor(cell / order)],
        ["column", other % order === cell % order],
        ...houses.map(([noun, cells]) => [noun, cells.includes(cell) && cells.includes(other)]),
      ].find(([, is]) => is);
      const at = digits.findIndex((each, other) => each === digit && isAlong(other));
      const where = at < 0 ? "" : `: ${name(at)} is ${digit}, in the same ${isAlong(at)[0]}`;
      verdict.textContent = `✗ ${digit} is not a candidate at ${name(cell)}${where}.`;
    };

    const written = (cell, digit) =>
      made("text", {
        class: "placed",
        x: grid.left + ((cell % order) + 0.5) * grid.cell,
        y: grid.top + (Math.floor(cell / order) + 0.5) * grid.cell + 0.23 * grid.cell,
        "font-size": 0.64 * grid.cell,
      }, svg);

    const show = (cell, digit, is) => {
      if (!writes) {
        texts.get(`${cell},${digit}`)?.classList.toggle("away", is);
        return null;
      }
      for (const each of digitsOf(cell)) {
        texts.get(`${cell},${each}`)?.classList.toggle("hidden", is);
      }
      if (!is) return null;
      const text = written(cell, digit);
      text.textContent = digit;
      return text;
    };

    const toggle = (cell, digit) => {
      const key = `${cell},${digit}`;
      if (answer.has(key)) {
        answer.get(key)?.remove();
        answer.delete(key);
        show(cell, digit, false);
      } else {
        for (const other of writes ? digitsOf(cell) : []) {
          if (answer.has(`${cell},${other}`)) toggle(cell, other);
        }
        answer.set(key, show(cell, digit, true));
      }
      judge();
    };

    const judge = () => {
      const given = [...answer.keys()];
      const wanted = steps.map((step) => new Set((writes ? step.places : step.removes).map(String)));
      const known = new Set(wanted.flatMap((each) => [...each]));
      const wrong = given.filter((key) => !known.has(key));
      article.classList.remove("right");
      if (!given.length) {
        verdict.textContent = "";
      } else if (wrong.length) {
        const [cell, digit] = wrong[0].split(",").map(Number);
        const others = wrong.length === 2 ? "One more entry does" : `${wrong.length - 1} more entries do`;
        verdict.textContent =
          `✗ ${refusal} ${digit} at ${name(cell)}. ${why.get(wrong[0]) ?? ""}` +
          (wrong.length > 1 ? ` ${others} not follow either.` : "");
      } else if (wanted.some((each) => [...each].every((key) => answer.has(key)))) {
        verdict.textContent = "✓ Right: that is all.";
        article.classList.add("right");
      } else {
        verdict.textContent = "✓ Right so far: there is more.";
      }
    };

    const fill = () => {
      pad.replaceChildren();
      if (digits[chosen]) {
        pad.textContent = `${name(chosen)} holds a digit.`;
        return;
      }
      for (let digit = 1; digit <= order; digit += 1) {
        const is = digitsOf(chosen).includes(digit);
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = digit;
        button.setAttribute("aria-pressed", answer.has(`${chosen},${digit}`));
        const what = writes ? "write" : "remove";
        button.setAttribute("aria-label", `${what} ${digit} at ${name(chosen)}`);
        button.classList.toggle("absent", !is);
        button.addEventListener("click", () => {
          if (!is) return refuse(chosen, digit);
          toggle(chosen, digit);
          const at = [...pad.children].indexOf(button);
          fill();
          pad.children[at].focus();
        });
        pad.append(button);
      }
    };

    const choose = (cell) => {
      chosen = cell;
      mark.removeAttribute("hidden");
      mark.setAttribute("x", grid.left + (cell % order) * grid.cell);
      mark.setAttribute("y", grid.top + Math.floor(cell / order) * grid.cell);
      fill();
    };

    svg.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY);
      const { x, y } = point.matrixTransform(svg.getScreenCTM().inverse());
      const column = Math.floor((x - grid.left) / grid.cell);
      const row = Math.floor((y - grid.top) / grid.cell);
      if (Math.min(row, column) >= 0 && Math.max(row, column) < order) choose(row * order + column);
    });

    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    svg.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const way = ways[event.key];
      if (way) {
        const row = Math.floor((chosen ?? 0) / order) + way[0];
        const column = ((chosen ?? 0) % order) + way[1];
        event.preventDefault();
        if (chosen === null) choose(0);
        else if (Math.min(row, column) >= 0 && Math.max(row, column) < order) {
          choose(row * order + column);
        }
      } else if (chosen !== null && !digits[chosen] && event.key >= "1" && event.key <= String(order)) {
        if (!digitsOf(chosen).includes(Number(event.key))) return refuse(chosen, Number(event.key));
        toggle(chosen, Number(event.key));
        fill();
      }
    });

    article.classList.add("live");
    pad.textContent = writes ? "Choose a cell, then its digit." : "Choose a cell, then a candidate.";
  };

  // The text of a slide is in one live region, so that screen readers say it once.
  const play = (list) => {
    const slides = [...list.children];
    const bar = document.createElement("div");
    bar.className = "bar";
    const words = document.createElement("div");
    words.className = "words";
    words.setAttribute("aria-live", "polite");
    const place = document.createElement("span");
    let at = 0;

    const button = (text, way) => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = text;
      element.addEventListener("click", () => go(at + way));
      return element;
    };
    const back = button("Back", -1);
    const next = button("Next", 1);

    const go = (to) => {
      if (to < 0 || to >= slides.length) return;
      at = to;
      slides.forEach((slide, number) => slide.classList.toggle("away", number !== at));
      words.replaceChildren(...slides[at].querySelector(".words").cloneNode(true).childNodes);
      place.textContent = `${at + 1} of ${slides.length}`;
      back.setAttribute("aria-disabled", at === 0);
      next.setAttribute("aria-disabled", at === slides.length - 1);
    };

    list.parentElement.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      go(at + way);
    });
    const player = document.createElement("div");
    player.className = "player";
    bar.append(back, place, next);
    player.append(bar, words);
    list.before(player);
    list.parentElement.classList.add("played");
    go(0);
  };

  // Paper cannot be unfolded. Browsers that know details-content print it without this.
  const folded = [...document.querySelectorAll(".solved:not([open])")];
  const opened = new Set();
  addEventListener("beforeprint", () => {
    for (const each of folded.filter((one) => !one.open)) {
      each.open = true;
      opened.add(each);
    }
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
    opened.clear();
  });

  document.body.classList.add("live");
  document.querySelectorAll(".slides").forEach(play);
  document.querySelectorAll(".exercise").forEach(start);
})();
