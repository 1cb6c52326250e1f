// The list of all techniques, and the course. Each is requested once.

import type { BranchAnswer, CourseAnswer, StopAnswer, TechniqueAnswer, TechniquesAnswer } from "../../api/answers";
import { read } from "../../api/client";
import { progressAt } from "../../store/learned";

/** A function that asks once. After an error, its next call asks again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | null = null;
  return () => {
    asking ??= ask();
    asking.catch(() => (asking = null));
    return asking;
  };
}

/** All techniques, easiest first. */
export const catalog = once<TechniqueAnswer[]>(() => read<TechniquesAnswer>("techniques").then(({ techniques }) => techniques));

/** The branches of the course. */
export const course = once<BranchAnswer[]>(() => read<CourseAnswer>("course").then(({ branches }) => branches));

/** The first stop of a branch that is not done, or undefined. */
export function nextIn(branch: BranchAnswer): StopAnswer | undefined {
  return branch.stops.find((stop) => progressAt(stop).part);
}

/** The next stop of the course: the first that is not done, or undefined. Also `Learned.ahead`. */
export function nextOf(branches: readonly BranchAnswer[]): StopAnswer | undefined {
  return branches.map(nextIn).find(Boolean);
}

/** The address of the page of a stop. */
export function stopPath({ name }: Pick<StopAnswer, "name">): string {
  return `learn/course/${name}`;
}
