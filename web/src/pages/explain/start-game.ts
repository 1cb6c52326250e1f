// "Play from here": a game that starts with the digits of the path so far.

import { go } from "../../app/router";
import { complain } from "../../app/toasts";
import { Game } from "../../game/game";
import { dumpsGame } from "../../game/text";
import { openStore } from "../../store/store";
import { digitsAfter } from "./boards";
import type { ExplainAnswer } from "../../api/answers";

/** Make a game with the digits of the first steps placed, and open it. */
export async function playFrom(answer: ExplainAnswer, count: number): Promise<void> {
  try {
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
