// The board on paper: the sheet hides everything else.

/** Open the browser's print dialog; `isBlank` leaves out what the player wrote. */
export function printBoard({ isBlank = false } = {}): void {
  const page = document.documentElement;
  page.classList.toggle("print-blank", isBlank);
  addEventListener("afterprint", () => page.classList.remove("print-blank"), { once: true });
  print();
}
