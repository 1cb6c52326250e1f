// The preferences of the player in localStorage. Each has a separate key, so that two windows do
// not overwrite each other's changes. If the browser does not store them, they last as long as the
// page.

import { useEffect, useState } from "preact/hooks";
import { CHECKS } from "../game/checks";
import type { Check } from "../game/checks";

export interface Preferences {
  /** The kind of mistakes that are shown during the game. */
  check: Check;
  /** Whether a digit also removes the marks that it rules out. */
  tidy: boolean;
  /** Whether the time is shown. */
  timer: boolean;
  /** Whether the houses of the cursor are shaded. */
  peers: boolean;
  /** Whether cells with the digit under the cursor are highlighted. */
  same: boolean;
  /** Whether the player chooses a digit first and then its cells. */
  digitFirst: boolean;
  /** Whether hints are for a beginner, so that steps that need few notes come first. */
  beginner: boolean;
  /** Whether digits and the end of a game have sounds. */
  sound: boolean;
  /** Whether center marks have the places of hints instead of forming a string. Only up to order 9. */
  places: boolean;
  /** Whether colors have letters. */
  letters: boolean;
}

type Name = keyof Preferences;

const PLAIN: Readonly<Preferences> = {
  check: "conflicts", tidy: true, timer: true, peers: true, same: true, digitFirst: false, beginner: false,
  sound: false, places: false, letters: true,
};
const PREFIX = "pandoku.";

const known = new Map<Name, unknown>();
const listeners = new Set<() => void>();
let isHearing = false;

/** A preference of the player, or its default if no valid value is stored. */
export function preference<N extends Name>(name: N): Preferences[N] {
  if (!known.has(name)) known.set(name, kept(name));
  return known.get(name) as Preferences[N];
}

/** Change a preference, here and in the other windows. */
export function prefer<N extends Name>(name: N, value: Preferences[N]): void {
  known.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Access is denied or the storage is full, so the value lasts as long as the page.
  }
  tell();
}

/** Call a listener whenever a preference changes, in this window or another one. */
export function watchPreferences(listener: () => void): () => void {
  if (!isHearing && "addEventListener" in globalThis) {
    isHearing = true;
    addEventListener("storage", ({ key }) => {
      if (key !== null && !key.startsWith(PREFIX)) return;
      known.clear();
      tell();
    });
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A preference and a function that changes it, for a component. */
export function usePreference<N extends Name>(name: N): [Preferences[N], (value: Preferences[N]) => void] {
  const [value, setValue] = useState(() => preference(name));
  useEffect(() => {
    const update = () => setValue(() => preference(name));
    update();
    return watchPreferences(update);
  }, [name]);
  return [value, (changed) => prefer(name, changed)];
}

function kept<N extends Name>(name: N): Preferences[N] {
  const plain = PLAIN[name];
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    const isFit = typeof value === typeof plain && (name !== "check" || CHECKS.includes(value as Check));
    return isFit ? (value as Preferences[N]) : plain;
  } catch {
    return plain;
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}
