// Words of the lists: times, dates, parts.

/** A day in the form of the server: "2026-11-22", in the player's time zone. */
export function dayOf(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The day before a day. */
export function before(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date - 1));
}

/** "today", "yesterday", "November 12". */
export function whenText(ms: number, now = new Date()): string {
  const day = dayOf(new Date(ms));
  const today = dayOf(now);
  if (day === today) return "today";
  if (day === before(today)) return "yesterday";
  return new Date(ms).toLocaleDateString("en-US", { day: "numeric", month: "long" });
}
