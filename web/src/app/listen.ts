// Listeners that are added and removed together.

type Events = WindowEventMap & DocumentEventMap;
type Listeners = { [Name in keyof Events]?: (event: Events[Name]) => void };

/** Add listeners to the window or the document, with `isFirst` before all others. Returns a function that removes them. */
export function listen(listeners: Listeners, isFirst = false): () => void {
  const stop = new AbortController();
  for (const [name, listener] of Object.entries(listeners)) {
    addEventListener(name, listener as (event: Event) => void, { capture: isFirst, signal: stop.signal });
  }
  return () => stop.abort();
}
