// The search of the indexes: words and a button choose which cards show. Without this script all do.
(() => {
  const input = document.querySelector(".search input");
  const buttons = [...document.querySelectorAll(".filters button")];
  const cards = [...document.querySelectorAll(".card")];
  const none = document.querySelector(".none");

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const needs = buttons.find((each) => each.getAttribute("aria-pressed") === "true").dataset.needs;
    for (const card of cards) {
      const fits = words.every((word) => card.dataset.words.includes(word));
      card.hidden = !fits || (needs !== "" && card.dataset.needs !== needs);
    }
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = ![...group.querySelectorAll(".card")].some((card) => !card.hidden);
    }
    none.hidden = cards.some((card) => !card.hidden);
  };

  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      show();
    });
  }
  input.addEventListener("input", show);
  document.body.classList.add("live");
  show();
})();
