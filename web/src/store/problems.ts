// Sentences for players about problems with saving, with a way out.

export const DENIED = "This browser does not save anything for this page: games last only while this window is open. Export a game to keep it.";

const BY_NAME: Readonly<Record<string, string>> = {
  QuotaExceededError: "The browser's storage is full. Delete old games, or export this one.",
  VersionError: "The saved games are from a newer version of this page. Reload it.",
};

/** The sentence about an error of the database. */
export const problemOf = (error: unknown): string =>
  BY_NAME[(error as Error | null)?.name ?? ""] ?? "The last moves could not be saved. Export the game to keep it safe.";
