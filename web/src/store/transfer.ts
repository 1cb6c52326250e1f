// All saved games as one text, to be carried to another browser. Each holds its puzzle, so that it
// can be read without the server.

import { GameError } from "../game/errors";
import { loadsRecord } from "../game/text";
import type { PuzzleDocument } from "../model/puzzle";
import { nameOf, puzzleOf } from "./records";
import type { Saved } from "./store";

const FORMAT = "pandoku games 1";

export interface Carried {
  puzzle: PuzzleDocument;
  title: string;
  about: string;
  difficulty: string;
  /** The text of the game. */
  text: string;
}

export function writtenGames(games: readonly { saved: Saved; text: string }[]): string {
  const carried = games.map(({ saved: { title, about, difficulty, puzzle }, text }) => ({ title, about, difficulty, text, puzzle }));
  return `${JSON.stringify({ format: FORMAT, games: carried })}\n`;
}

/** The games of a text, and the names of those that cannot be read. */
export function readGames(text: string): { games: Carried[]; wrong: string[] } {
  const games: Carried[] = [];
  const wrong: string[] = [];
  for (const value of valuesOf(text)) {
    const game = carriedOf(value);
    if (game) games.push(game);
    else wrong.push(nameOf(value));
  }
  return { games, wrong };
}

function valuesOf(text: string): unknown[] {
  try {
    const { format, games } = JSON.parse(text) as { format?: unknown; games?: unknown };
    if (format === FORMAT && Array.isArray(games)) return games;
  } catch {
    // Said below.
  }
  throw new GameError("expected a file of games that this page has exported");
}

function carriedOf(value: unknown): Carried | null {
  const { puzzle: document, text, title, about, difficulty } = (value ?? {}) as Record<string, unknown>;
  const puzzle = puzzleOf(document);
  if (!puzzle || typeof text !== "string") return null;
  try {
    loadsRecord(text, puzzle);
  } catch (error) {
    if (error instanceof GameError) return null;
    throw error;
  }
  const word = (each: unknown) => (typeof each === "string" ? each : "");
  return { puzzle, text, title: word(title), about: word(about), difficulty: word(difficulty) };
}
