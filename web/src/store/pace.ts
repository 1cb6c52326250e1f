// The pace of the player, from the solved games of this browser. The ratio of each game is computed
// once and kept in localStorage.

import type { RateAnswer } from "../api/answers";
import { call } from "../api/client";
import { isOwnWork, paceFrom, type Pace } from "../game/expected";
import type { Saved, Store } from "./store";

const KEY = "pandoku.pace";
const MOST_GAMES = 30; // only the latest games count
const MOST_NEW = 8; // games whose ratios are computed in one call

/** The time of each game divided by an average player's time, or null if the game does not count. */
type Ratios = Readonly<Record<string, number | null>>;

interface KeptRatios {
  /** The version of the scale of efforts. */
  version: number;
  games: Ratios;
}

/** The pace of the player, or null if too few games are known. Computes the ratios of a few new games. */
export async function paceOf(store: Store): Promise<Pace | null> {
  const solved = (await store.list()).filter(({ isSolved, isRevealed }) => isSolved && !isRevealed).slice(0, MOST_GAMES);
  const kept = storedRatios();
  const unknown = solved.filter(({ id }) => !Object.hasOwn(kept.games, id)).slice(0, MOST_NEW);
  const found = unknown.length ? await newRatios(store, unknown).catch(() => null) : null;
  const known = !found ? kept.games : found.version === kept.version ? { ...kept.games, ...found.games } : found.games;
  const games = Object.fromEntries(solved.filter(({ id }) => Object.hasOwn(known, id)).map(({ id }) => [id, known[id] ?? null]));
  if (found) storeRatios({ version: found.version, games });
  return paceFrom(Object.values(games).filter((each) => each !== null));
}

/** The ratios of games. Fails without the server. */
async function newRatios(store: Store, saved: readonly Saved[]): Promise<KeptRatios> {
  const games: Record<string, number | null> = {};
  let version = storedRatios().version;
  for (const { id, puzzle, playedMs } of saved) {
    games[id] = null;
    if (puzzle.fog || !(await store.game(id).then(isOwnWork, () => false))) continue;
    const { ratings } = await call<RateAnswer>("rate", { puzzle: puzzle.line, effort: true });
    const time = ratings[0]?.rating?.time;
    if (!time?.minutes) continue;
    version = time.version;
    games[id] = playedMs / 60_000 / time.minutes;
  }
  return { version, games };
}

function storedRatios(): KeptRatios {
  try {
    const { version, games } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { version?: unknown; games?: unknown };
    if (typeof version === "number" && games && typeof games === "object") {
      const isRatio = ([, ratio]: [string, unknown]) => ratio === null || (typeof ratio === "number" && ratio > 0);
      return { version, games: Object.fromEntries(Object.entries(games).filter(isRatio)) };
    }
  } catch {
    // The value is damaged or access is denied, so it is computed again.
  }
  return { version: 0, games: {} };
}

function storeRatios(kept: KeptRatios): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Access is denied or the storage is full, so the ratios are computed again next time.
  }
}
