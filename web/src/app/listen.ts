// Listeners that are put up together and taken down together.

type Events = WindowEventMap & DocumentEventMap;
type Listeners = { [Name in keyof Events]?: (event: Events[Name]) => void };

/** Listen for events of the window or the document, or before anybody else; what is returned ends it. */
export function listen(listeners: Listeners, isFirst = false): () => void {
  const stop = new AbortController();
  for (const [name, listener] of Object.entries(listeners)) {
    addEventListener(name, listener as (event: Event) => void, { capture: isFirst, signal: stop.signal });
  }
  return () => stop.abort();
}
