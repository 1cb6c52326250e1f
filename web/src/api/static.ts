// Whether the page is a folder of static files. The builder of the folder writes a tag into its index.html.

/** Whether no server answers calls, so that Python in the browser does. */
export function isStatic(): boolean {
  return globalThis.document?.querySelector?.('meta[name="pandoku"]')?.getAttribute("content") === "static";
}
