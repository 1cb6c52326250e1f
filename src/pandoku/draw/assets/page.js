// One step at a time: buttons, arrow keys, n and p, Home and End; "a" shows all steps.
// Without this script the page shows all of them, one below the other.
(() => {
  const body = document.body;
  const sections = [...document.querySelectorAll("section")];
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
    try {
      history.replaceState(null, "", "#" + sections[now].id);
    } catch {
      // A frame without an address of its own has no history to write.
    }
  };

  const go = {
    first: () => show(0),
    back: () => show(now - 1),
    next: () => show(now + 1),
    last: () => show(last),
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
    a: "all",
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    // Among all steps the arrows, Home and End scroll, as everywhere.
    if (showsAll && event.key !== "a") return;
    event.preventDefault();
    go[keys[event.key]]();
  });

  nav.addEventListener("click", (event) => {
    const name = event.target.dataset.go;
    if (name) go[name]();
  });

  // An address with a step's name, such as a link of the contents, shows that step.
  const follow = () => {
    const index = sections.findIndex((section) => "#" + section.id === location.hash);
    if (!showsAll) show(Math.max(0, index), false);
  };
  addEventListener("hashchange", follow);

  body.classList.add("live", "one");
  follow();
})();
