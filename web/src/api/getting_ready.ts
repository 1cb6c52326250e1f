// The state of the download before Python in the browser answers for the first time.

import { useEffect, useState } from "preact/hooks";

let text = "";
const listeners = new Set<(text: string) => void>();

/** Show the state of the download: "Getting the teacher ready: 3.1 of 8.9 MB", or "" if nobody waits for it. */
export function showGettingReady(words: string): void {
  text = words;
  for (const listener of listeners) listener(words);
}

/** The words that are shown, as state of a component. */
export function useGettingReady(): string {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    setShown(text);
    listeners.add(setShown);
    return () => void listeners.delete(setShown);
  }, []);
  return shown;
}
