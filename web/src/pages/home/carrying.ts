// Deleting, exporting and importing saved games.

import { complain, say } from "../../app/toasts";
import { sentence } from "../../api/asking";
import { importLearned, isLearnedText } from "../../store/learned";
import type { Saved, Store } from "../../store/store";
import { download, fileName } from "./download";
import { gameName } from "./saved_games";

/** The actions of a saved game in a list. */
export const gameActions = (store: Store | null) => ({
  async onRemove(game: Saved): Promise<void> {
    await store?.remove(game.id);
    say(`${gameName(game)} was deleted.`, { name: "Undo", act: () => void store?.restore(game) });
  },
  async onExport(game: Saved): Promise<void> {
    try {
      if (store) download(fileName(gameName(game)), await store.text(game.id));
    } catch (error) {
      complain(sentence(error));
    }
  },
});

/** Save all games and the progress in the course as a file. */
export async function exportAll(store: Store | null): Promise<void> {
  if (store) download("pandoku-games.json", await store.exportAll(), "application/json");
}

/** Add the games and the progress of an exported text. */
export async function importAll(store: Store | null, text: string): Promise<void> {
  if (isLearnedText(text)) say(importLearned(text));
  else if (store) say(await store.importAll(text));
}
