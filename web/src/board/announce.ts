// The live region for screen readers, in addition to the focused cell.

let region: HTMLElement | null = null;

/** Announce a text through the screen reader, after its current text. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  // Repeated texts are announced again.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
