// Months of the calendar.

import { dayOf } from "../home/texts";

/** A month: year, and number from 0. */
export type Month = readonly [year: number, month: number];

/** The month of a day such as "2026-11-22". */
export function monthOf(day: string): Month {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return [year, month - 1];
}

/** The month some months later. */
export function later([year, month]: Month, by: number): Month {
  const date = new Date(year, month + by, 1);
  return [date.getFullYear(), date.getMonth()];
}

/** The weeks of a month from Monday to Sunday, with "" for days of other months. */
export function weeksOf([year, month]: Month): string[][] {
  const blank = (new Date(year, month, 1).getDay() + 6) % 7;
  const days = new Date(year, month + 1, 0).getDate();
  const cells = Array.from({ length: Math.ceil((blank + days) / 7) * 7 }, (_, at) => {
    const date = at - blank + 1;
    return date >= 1 && date <= days ? dayOf(new Date(year, month, date)) : "";
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
