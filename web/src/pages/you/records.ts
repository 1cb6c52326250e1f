// The times of solved games by kind and difficulty.

import type { Game } from "../../game/game";
import { isByHints, statisticsOf } from "../../game/statistics";
import type { Saved, Store } from "../../store/store";

/** The solved games of a kind and a difficulty. */
export interface Row {
  /** "9x9 killer" */
  about: string;
  /** A word such as "hard", or "". */
  difficulty: string;
  /** The number of solved games. */
  solved: number;
  /** The shortest time in milliseconds of a game that was not solved by hints, or null. */
  best: number | null;
  /** The id of the game with the best time, or "". */
  bestId: string;
  /** The median time in milliseconds. */
  usual: number;
}

const ORDER = ["easy", "medium", "hard", "expert", "extreme"];

/** The games that the player solved. */
export const solvedIn = (saved: readonly Saved[]): Saved[] => saved.filter(({ isSolved, isRevealed }) => isSolved && !isRevealed);

/** The rows, with the kinds that were solved most often first and easy games before hard ones. */
export async function rowsOf(saved: readonly Saved[], store: Pick<Store, "game">): Promise<Row[]> {
  const groups = new Map<string, Saved[]>();
  const nOf = new Map<string, number>();
  for (const game of solvedIn(saved)) {
    const { puzzle: { about }, difficulty } = game;
    const key = `${about}\n${difficulty}`;
    groups.set(key, [...groups.get(key) ?? [], game]);
    nOf.set(about, (nOf.get(about) ?? 0) + 1);
  }
  const rows = await Promise.all([...groups].map(async ([key, games]) => {
    const [about = "", difficulty = ""] = key.split("\n");
    const byTime = games.sort((a, b) => a.playedMs - b.playedMs);
    const best = await firstOwn(byTime, store);
    const usual = byTime[games.length >> 1]?.playedMs ?? 0;
    return { about, difficulty, solved: games.length, best: best?.playedMs ?? null, bestId: best?.id ?? "", usual };
  }));
  const place = ({ about, difficulty }: Row) => [-(nOf.get(about) ?? 0), about, ORDER.indexOf(difficulty)] as const;
  return rows.sort((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] - b[0] || a[1].localeCompare(b[1]) || a[2] - b[2];
  });
}

/** The first game that was not solved by hints. A game that cannot be read does not count. */
async function firstOwn(games: readonly Saved[], store: Pick<Store, "game">): Promise<Saved | undefined> {
  for (const each of games) {
    const game: Game | null = await store.game(each.id).catch(() => null);
    if (game && !isByHints(statisticsOf(game))) return each;
  }
  return undefined;
}
