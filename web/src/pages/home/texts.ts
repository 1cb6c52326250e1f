// Words of the lists: times, dates, parts.

/** A day in the form of the server: "2026-11-22", in the player's time zone. */
export function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The day some days later, or earlier if the number is negative. */
export function dayLater(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + by));
}

/** The day before a day. */
export const before = (day: string): string => dayLater(day, -1);

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => dayLater(day, -((noon(day).getDay() + 6) % 7));

/** A day in words, such as "November 22, 2026". */
export const dayText = (day: string, how: Intl.DateTimeFormatOptions): string => noon(day).toLocaleDateString("en-US", how);

const noon = (day: string): Date => new Date(`${day}T12:00`);

/** "today", "yesterday", "November 12". */
export function whenText(ms: number, now = new Date()): string {
  const day = dayOf(new Date(ms));
  const today = dayOf(now);
  if (day === today) return "today";
  if (day === before(today)) return "yesterday";
  return new Date(ms).toLocaleDateString("en-US", { day: "numeric", month: "long" });
}
