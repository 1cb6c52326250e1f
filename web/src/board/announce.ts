// The live region: what screen readers say besides the cell that has the focus.

let region: HTMLElement | null = null;

/** Say something through the screen reader, after what it says now. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  // The same words twice are two messages.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
