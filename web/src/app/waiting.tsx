// The words while the player waits for an answer: how far Python in the browser is loaded, if that is the reason.

import { useGettingReady } from "../api/getting_ready";

/** Words such as "Thinking…", or "Getting the teacher ready: 3.1 of 8.9 MB". */
export function Waiting({ words }: { words: string }) {
  const gettingReady = useGettingReady();
  return <span class="number">{gettingReady || words}</span>;
}
