// The list of all techniques, read once, and the short course at its beginning.

import type { TechniqueAnswer, TechniquesAnswer } from "../../api/answers";
import { read } from "../../api/client";

const COURSE_LENGTH = 5;

let reading: Promise<TechniqueAnswer[]> | null = null;

/** All techniques, easiest first. A failed reading is tried again the next time. */
export function catalog(): Promise<TechniqueAnswer[]> {
  reading ??= read<TechniquesAnswer>("techniques").then(({ techniques }) => techniques);
  reading.catch(() => (reading = null));
  return reading;
}

/** The first techniques that serve in every puzzle. */
export function courseOf(all: readonly TechniqueAnswer[]): TechniqueAnswer[] {
  return all.filter((each) => each.needs === "every puzzle").slice(0, COURSE_LENGTH);
}
