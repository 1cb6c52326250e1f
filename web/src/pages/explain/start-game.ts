// "Play from here": a game of the puzzle that begins with the digits of the path so far.

import { go } from "../../app/router";
import { complain } from "../../app/toasts";
import { digitsAfter } from "./boards";
import type { ExplainAnswer } from "../../api/answers";

/** Make a game with the digits of the first steps placed, and open it. */
export async function playFrom(answer: ExplainAnswer, count: number): Promise<void> {
  try {
    // The game is a chunk that this page does not need otherwise.
    const [{ Game }, { dumpsGame }, { openStore }] = await Promise.all([
      import("../../game/game"),
      import("../../game/text"),
      import("../../store/store"),
    ]);
    const { puzzle } = answer;
    let game = Game.start(puzzle);
    digitsAfter(answer, answer.steps.slice(0, count)).forEach((digit, cell) => {
      if (digit && !puzzle.givens[cell]) game = game.enter("digit", digit, [cell]);
    });
    const store = await openStore();
    const id = await store.create(puzzle, {
      title: puzzle.title,
      about: puzzle.about,
      difficulty: answer.rating?.level ?? "",
      text: dumpsGame(game, { title: puzzle.title, started: new Date().toISOString() }),
    });
    go(`play?game=${encodeURIComponent(id)}`);
  } catch (error) {
    complain((error as Error).message);
  }
}
