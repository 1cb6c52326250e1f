// One section at a time: buttons, arrow keys, n and p, Home and End; "a" shows all sections.
// Sentences: j and k, or the arrows up and down, go from one to the next; the one that has the
// focus or the pointer lights what it speaks of on the board.
// Without this script the page shows all sections, one below the other.
(() => {
  const body = document.body;
  const main = document.querySelector("main");
  const sections = [...main.querySelectorAll("section")];
  const nav = document.querySelector("nav");
  const label = nav.querySelector("output");
  const last = sections.length - 1;
  let now = 0;
  let showsAll = false;

  const button = (name) => nav.querySelector(`[data-go=${name}]`);

  const show = (index, writesAddress = true) => {
    now = Math.max(0, Math.min(last, index));
    sections.forEach((section, i) => section.classList.toggle("now", i === now));
    label.textContent = showsAll ? "all steps" : sections[now].dataset.name;
    for (const name of ["first", "back"]) button(name).disabled = showsAll || now === 0;
    for (const name of ["next", "last"]) button(name).disabled = showsAll || now === last;
    if (!writesAddress) return;
    if (!showsAll) scrollTo(0, 0);
    try {
      history.replaceState(null, "", "#" + sections[now].id);
    } catch {
      // A frame without an address of its own has no history to write.
    }
  };

  // ---------------------------------------------------------------- sentences

  const order = Number(main.dataset.order);
  const [left, top, width, height, columns, rows] = main.dataset.room.split(" ").map(Number);
  const partsOfText = (text) => (text || "").split(" ").filter(Boolean);
  const numbers = (text) => partsOfText(text).map(Number);

  // Cells are numbers, and runs of them with their distance: "3 9-12 21-39/9".
  const cellsOf = (text) =>
    partsOfText(text).flatMap((part) => {
      const [first, last = first, step = 1] = part.split(/[-/]/).map(Number);
      return Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step);
    });

  // The border of cells, and a ring around each candidate, in the units of a picture.
  const borderOf = (cells, x0, y0, side) => {
    const inside = (row, column) =>
      row >= 0 && row < order && column >= 0 && column < order && cells.has(row * order + column);
    let path = "";
    for (const cell of cells) {
      const row = Math.floor(cell / order);
      const column = cell % order;
      const [x, y] = [x0 + column * side, y0 + row * side];
      if (!inside(row - 1, column)) path += `M${x} ${y}h${side}`;
      if (!inside(row + 1, column)) path += `M${x} ${y + side}h${side}`;
      if (!inside(row, column - 1)) path += `M${x} ${y}v${side}`;
      if (!inside(row, column + 1)) path += `M${x + side} ${y}v${side}`;
    }
    return path;
  };

  const ringOf = (cell, digit, x0, y0, side) => {
    const x = (cell % order) + left + ((((digit - 1) % columns) + 0.5) / columns) * width;
    const down = (Math.floor((digit - 1) / columns) + 0.5) / rows;
    const y = Math.floor(cell / order) + top + down * height;
    const r = 0.55 * side * Math.min(width / columns, height / rows);
    return `<circle cx="${x0 + x * side}" cy="${y0 + y * side}" r="${r}"/>`;
  };

  const markOf = (picture, parts) => {
    const grid = numbers(picture.dataset.grid);
    let marks = "";
    for (const part of parts) {
      const cells = cellsOf(part.dataset.cells);
      const digits = numbers(part.dataset.digits);
      if (digits.length) {
        for (const cell of cells) for (const digit of digits) marks += ringOf(cell, digit, ...grid);
      } else {
        const path = borderOf(new Set(cells), ...grid);
        marks += `<path class="halo" d="${path}"/><path d="${path}"/>`;
      }
    }
    return marks;
  };

  const darken = () => {
    for (const lit of main.querySelectorAll(".lit")) lit.remove();
    for (const part of main.querySelectorAll("[data-cells].now")) part.classList.remove("now");
  };

  const light = (parts) => {
    darken();
    const section = parts[0]?.closest("section");
    if (!section) return;
    for (const part of parts) part.classList.add("now");
    for (const figure of section.querySelectorAll(".board > svg, .closer > svg")) {
      // In a closer look, what lies outside is cut off with the picture.
      const into = figure.querySelector("svg") || figure;
      const lit = document.createElementNS("http://www.w3.org/2000/svg", "g");
      lit.setAttribute("class", "lit");
      lit.innerHTML = markOf(figure, parts);
      into.append(lit);
    }
  };

  const LINES = ".text p, .text summary, .fill li, .cross li, .why li";
  const lineOf = (element) => element?.closest?.(LINES);
  const partsOf = (line) => (line ? [...line.querySelectorAll("[data-cells]")] : []);
  const linesOf = (section) =>
    [...section.querySelectorAll(LINES)].filter((line) => line.tabIndex === 0 && line.offsetParent);

  const lightFocused = () => light(partsOf(lineOf(document.activeElement)));

  const read = (by) => {
    const lines = linesOf(sections[now]);
    const at = lines.indexOf(lineOf(document.activeElement));
    const next = at < 0 && by < 0 ? -1 : at + by;
    if (lines[next]) return lines[next].focus();
    const other = now + by;
    if (!sections[other]) return;
    show(other);
    const others = linesOf(sections[other]);
    others.at(by > 0 ? 0 : -1)?.focus();
  };

  for (const line of main.querySelectorAll(LINES)) {
    if (line.querySelector("[data-cells]")) line.tabIndex = 0;
  }
  main.addEventListener("focusin", lightFocused);
  main.addEventListener("focusout", darken);
  main.addEventListener("pointerover", (event) => {
    const part = event.target.closest("[data-cells]");
    const line = lineOf(event.target);
    if (part) light([part]);
    else if (line) light(partsOf(line));
    else lightFocused();
  });
  main.addEventListener("pointerleave", lightFocused);

  // ---------------------------------------------------------------- keys and buttons

  const go = {
    first: () => show(0),
    back: () => show(now - 1),
    next: () => show(now + 1),
    last: () => show(last),
    down: () => read(1),
    up: () => read(-1),
    all: () => {
      showsAll = !showsAll;
      body.classList.toggle("one", !showsAll);
      show(now, false);
      if (showsAll) sections[now].scrollIntoView();
    },
  };

  const keys = {
    ArrowRight: "next",
    n: "next",
    ArrowLeft: "back",
    p: "back",
    Home: "first",
    End: "last",
    ArrowDown: "down",
    j: "down",
    ArrowUp: "up",
    k: "up",
    a: "all",
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    // Among all steps the arrows, Home and End scroll, as everywhere.
    if (showsAll && !["a", "j", "k"].includes(event.key)) return;
    event.preventDefault();
    go[keys[event.key]]();
  });

  nav.addEventListener("click", (event) => {
    const name = event.target.dataset.go;
    if (name) go[name]();
  });

  // An address with a step's name, such as a link in a sentence, shows that step.
  const follow = (address) => {
    const target = document.getElementById(address.slice(1));
    const index = sections.indexOf(target?.closest("section"));
    show(Math.max(0, index), false);
    if (target?.matches("li")) target.focus();
    else if (showsAll && target) target.scrollIntoView();
    else scrollTo(0, 0);
  };
  addEventListener("hashchange", () => follow(location.hash));
  // A frame without an address of its own would follow the link to the page around it.
  main.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || location.protocol !== "about:") return;
    event.preventDefault();
    follow(link.getAttribute("href"));
  });

  body.classList.add("live", "one");
  follow(location.hash);
})();
