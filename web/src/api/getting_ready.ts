// What the player waits for before Python in the browser answers for the first time.

import { useEffect, useState } from "preact/hooks";

let text = "";
const listeners = new Set<(text: string) => void>();

/** Show how far Python is loaded: "Getting the teacher ready: 3.1 of 8.9 MB", or "" once it is. */
export function showGettingReady(words: string): void {
  text = words;
  for (const listener of listeners) listener(words);
}

/** What is shown, as state of a component. */
export function useGettingReady(): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    setShown(text);
    listeners.add(setShown);
    return () => void listeners.delete(setShown);
  }, []);
  return shown;
}
