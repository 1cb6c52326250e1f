// Start a game of a puzzle, or find an unfinished game of the same puzzle.

import type { OpenAnswer } from "../../api/answers";
import { say } from "../../app/toasts";
import { candidatesLeft } from "../../game/candidates";
import type { Edit } from "../../game/edits";
import { Game } from "../../game/game";
import { digitsOf } from "../../game/masks";
import { moveOf } from "../../game/moves";
import { dumpsGame } from "../../game/text";
import { openStore } from "../../store/store";

/** Notes on how texts of games were read. They are kept until the player has seen them. */
const notes = new Map<string, string>();

/** The note on how the text of a game was read, or "". */
export function noteOn(id: string): string {
  return notes.get(id) ?? "";
}

type Opened = Pick<OpenAnswer, "puzzle"> & Partial<OpenAnswer>;

/** The id of the game to play: a new game for the text of a game, or an unfinished game of a puzzle. */
export async function begin(opened: Opened, difficulty = ""): Promise<string> {
  const id = await begun(opened, difficulty);
  if (opened.note) notes.set(id, opened.note);
  if (opened.program) say(`Opened from ${opened.program}.`);
  return id;
}

async function begun({ puzzle, game, board }: Opened, difficulty: string): Promise<string> {
  const store = await openStore();
  if (game) return store.create(puzzle, { text: game });
  if (board) return store.create(puzzle, { text: dumpsGame(withProgress(Game.start(puzzle), board)) });
  return (await store.find(puzzle.key)) ?? store.create(puzzle, { difficulty });
}

/** The game with the progress in a text, as its first move. */
function withProgress(game: Game, { digits, ...kept }: NonNullable<OpenAnswer["board"]>): Game {
  const candidates = (kept.candidates ?? []) as readonly number[]; // answers have masks
  const edits = new Map<string, Edit>();
  const add = (layer: Edit["layer"], number: number, cell: number) => {
    const known = edits.get(`${layer} ${number}`);
    edits.set(`${layer} ${number}`, { layer, number, cells: [...(known?.cells ?? []), cell] });
  };
  digits.forEach((digit, cell) => {
    if (digit && !game.puzzle.givens[cell]) add("digit", digit, cell);
  });
  // If the candidates are those that the digits allow, they are not marks of the player.
  const plain = candidatesLeft(game.puzzle, digits);
  if (candidates.some((mask, cell) => !digits[cell] && mask !== plain[cell])) {
    candidates.forEach((mask, cell) => {
      if (!digits[cell]) for (const digit of digitsOf(mask)) add("center", digit, cell);
    });
  }
  return edits.size ? game.play(moveOf("edit", { edits: [...edits.values()] })) : game;
}
