// The live region for screen readers, in addition to the focused cell.

let region: HTMLElement | null = null;

/** Let the screen reader announce a text, after the text that it is reading. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  // Change the text, so that a repeated text is announced again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
