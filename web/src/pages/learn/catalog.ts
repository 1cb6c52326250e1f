// The list of all techniques, which is requested once, and the short course at its start.

import type { TechniqueAnswer, TechniquesAnswer } from "../../api/answers";
import { read } from "../../api/client";

const COURSE_LENGTH = 5;

let reading: Promise<TechniqueAnswer[]> | null = null;

/** All techniques, easiest first. After an error, the next call tries again. */
export function catalog(): Promise<TechniqueAnswer[]> {
  reading ??= read<TechniquesAnswer>("techniques").then(({ techniques }) => techniques);
  reading.catch(() => (reading = null));
  return reading;
}

/** The course: the first techniques that work in every puzzle. */
export function courseOf(all: readonly TechniqueAnswer[]): TechniqueAnswer[] {
  return all.filter((each) => each.needs === "every puzzle").slice(0, COURSE_LENGTH);
}
