// Games of random presses, printed as JSON: tests/web/test_games.py reads them with pandoku.play.

import { greatest, LAYERS } from "../src/game/edits";
import { Game } from "../src/game/game";
import { dumpsGame } from "../src/game/text";
import type { PuzzleDocument } from "../src/model/puzzle";
import vectors from "./games.json";
import { plainDocument, pressed } from "./presses";
import type { Press } from "./presses";
import { Random } from "./random";

const N_PRESSES = 150;

function press(random: Random, game: Game): Press {
  const { order, givens, solution } = game.puzzle;
  const cells = Array.from({ length: 1 + random.below(5) }, () => random.below(givens.length));
  const layer = LAYERS[random.below(LAYERS.length)] ?? "digit";
  const atMs = game.playedMs + random.below(3_700_000) - 10;
  const names = [...game.checkpoints.keys()];
  const pair = (): [number, number] => [random.below(givens.length), 1 + random.below(order)];
  const free = (pairs: [number, number][]) =>
    pairs.filter(([cell, digit], at) => !givens[cell] && !pairs.slice(0, at).some((each) => each[0] === cell && each[1] === digit));
  const presses: Press[] = [
    ["fill", random.below(4) ? cells : null, atMs],
    ["undo", 1 + random.below(3), atMs],
    ["redo", 1 + random.below(3), atMs],
    ["checkpoint", ["x", "Ω 1", "c  d"][random.below(3)], atMs],
    ["return", names[random.below(names.length)], atMs],
    ["erase", cells, layer, atMs],
    ["check", atMs],
    ["hint", random.below(6), ["", "x-wing"][random.below(2)], atMs],
    ["apply", free([pair()]), free([pair(), pair()]), true, atMs],
    ["place", cells[0], 1 + random.below(order), true, atMs],
    solution ? ["rewind", atMs] : ["check", atMs],
  ];
  const chosen = presses[random.below(2 * presses.length)];
  if (chosen && !(chosen[0] === "return" && !names.length)) return chosen;
  return ["enter", layer, random.below(greatest(order, layer) + 1), cells, random.below(2) > 0, atMs];
}

const made = (vectors.games as unknown as { puzzle: PuzzleDocument }[]).map(({ puzzle }, seed) => {
  const random = new Random(seed + 1);
  let game = Game.start(plainDocument(puzzle));
  for (let at = 0; at < N_PRESSES; at++) game = pressed(game, press(random, game));
  const { digits, corner, center, colors, letters, pen } = game.position;
  return {
    text: dumpsGame(game, { title: "Made by the page", started: "2026-11-22T14:05:03+00:00" }),
    digits, masks: [corner, center, colors, letters, pen], n_conflicts: game.conflicts().length, is_solved: game.isSolved,
  };
});

console.log(JSON.stringify(made));
