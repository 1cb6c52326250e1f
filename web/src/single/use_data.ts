// The data of the file, and the current view: a number after # is a puzzle, and "sheet" shows the
// results. A file without a server cannot have other addresses.

import { useEffect, useState } from "preact/hooks";
import type { FileData, FilePuzzle, GuideData } from "./data";
import { unpack } from "./data";

export interface Loaded {
  data: FileData;
  entries: FilePuzzle[];
}

/** Read the file's data. */
export async function loadData(): Promise<Loaded> {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "") as FileData;
  return { data, entries: await unpack<FilePuzzle[]>(data.puzzles) };
}

/**
 * The guide of a puzzle: undefined while it is being unpacked, null if the file does not contain
 * it.
 */
export function useGuideData(packed: string): GuideData | null | undefined {
  const [guide, setGuide] = useState<GuideData | null>();
  useEffect(() => {
    let isGone = false;
    setGuide(undefined);
    (packed ? unpack<GuideData>(packed) : Promise.resolve(null))
      .catch(() => null)
      .then((found) => isGone || setGuide(found));
    return () => {
      isGone = true;
    };
  }, [packed]);
  return guide;
}

/** The part of the address after #. */
export function useHash(): string {
  const [place, setPlace] = useState(location.hash.slice(1));
  useEffect(() => {
    const look = () => setPlace(location.hash.slice(1));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return place;
}
