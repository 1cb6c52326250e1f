// What the file holds, and where in it the reader is: a number behind # is a puzzle, "sheet" the
// results; a file works without a server, so this is all its addresses can say.

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

/** The guide of a puzzle; undefined while it is unpacked, null if the file has none. */
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

/** What is behind # in the address. */
export function useHash(): string {
  const [place, setPlace] = useState(location.hash.slice(1));
  useEffect(() => {
    const look = () => setPlace(location.hash.slice(1));
    addEventListener("hashchange", look);
    return () => removeEventListener("hashchange", look);
  }, []);
  return place;
}
