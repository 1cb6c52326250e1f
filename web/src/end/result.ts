// The result of a game as a text to share. It shows how the game went, but no digit and no cell.

import type { Game } from "../game/game";
import { statisticsOf, type Statistics } from "../game/statistics";
import { clockText } from "../game/timer";
import { count } from "../model/words";

const MOST_PARTS = 10;
const SQUARES = { clean: "🟩", helped: "🟨", wrong: "🟥" } as const;

type Part = keyof typeof SQUARES;

/** The help that was used and the mistakes, in words: "2 hints, 1 mistake". */
export function helpText({ nHints, nChecks, nMistakes }: Statistics): string {
  const parts = [nHints && count(nHints, "hint"), nChecks && count(nChecks, "check"), nMistakes && count(nMistakes, "mistake")];
  return parts.filter(Boolean).join(", ") || `no hint, no check${nMistakes === null ? "" : ", no mistake"}`;
}

/**
 * The digits of a game in at most ten parts of equal size, from the first digit to the last. A part is
 * "wrong" if one of its digits is wrong, and "helped" if it follows a hint or a check.
 */
export function partsOf({ moves, puzzle: { solution } }: Game): Part[] {
  const digits: Part[] = [];
  let isHelped = false;
  for (const { verb, edits } of moves) {
    isHelped ||= verb === "hint" || verb === "check";
    if (verb !== "edit") continue;
    for (const { layer, number, cells } of edits) {
      if (layer !== "digit" || number <= 0) continue;
      for (const cell of cells) {
        const right = solution?.[cell] ?? 0;
        digits.push(right && right !== number ? "wrong" : isHelped ? "helped" : "clean");
        isHelped = false;
      }
    }
  }
  const nParts = Math.min(MOST_PARTS, digits.length);
  return Array.from({ length: nParts }, (_, at) => {
    const part = digits.slice(Math.floor((at * digits.length) / nParts), Math.floor(((at + 1) * digits.length) / nParts));
    return part.includes("wrong") ? "wrong" : part.includes("helped") ? "helped" : "clean";
  });
}

/** The result in three lines, and a line with the address if others can open it. */
export function resultText(game: Game, name: string, address = ""): string {
  const took = statisticsOf(game);
  const strip = partsOf(game).map((part) => SQUARES[part]).join("");
  return [`pandoku · ${name}`, `🐼 ${clockText(took.playedMs)} · ${helpText(took)}`, strip, address].filter(Boolean).join("\n");
}

/** Whether only this machine can open an address. */
export function isLocal(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "file:" || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
