// Whether the page is a folder of static files. Its index.html then has a tag that says so.

/** Whether no server answers calls, so that Python in the browser does. */
export function isStatic(): boolean {
  return globalThis.document?.querySelector?.('meta[name="pandoku"]')?.getAttribute("content") === "static";
}
