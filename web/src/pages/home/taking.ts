// Takes a dropped, pasted or chosen text: a puzzle to play, or exported games. Loaded when it is needed.

import { go } from "../../app/router";
import { say } from "../../app/toasts";
import { openStore } from "../../store/store";
import { begin } from "./beginning";
import { importAll } from "./carrying";
import { isExport, openText, textOf } from "./opening";

/** Play the puzzle in a text or a file, or import the games that were exported to it. */
export async function take(given: string | File): Promise<void> {
  const text = typeof given === "string" ? given : await textOf(given);
  if (isExport(text)) return importAll(await openStore(), text);
  const found = await openText(text);
  if (found.more) say(`This is the first of ${found.more + 1} puzzles. Open the text on the home page to see the others.`);
  go(`play?game=${await begin(found)}`);
}
