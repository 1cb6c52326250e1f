// The words while the player waits for an answer. If Python in the browser is loaded first, they show the bytes.

import { useGettingReady } from "../api/getting_ready";

/** Words such as "Thinking…", or "Getting the teacher ready: 3.1 of 8.9 MB". */
export function Waiting({ words }: { words: string }) {
  const gettingReady = useGettingReady();
  return <span class="number">{gettingReady || words}</span>;
}
