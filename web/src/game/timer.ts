// A timer with a pause. The caller passes the current time. The Python side is
// `pandoku.play.timer`.

/** The playing time of a game, as an immutable value without a clock. */
export class Timer {
  constructor(
    /** Milliseconds played before the timer was last started. */
    readonly playedMs = 0,
    /** The time of the start, or null if the timer is paused. */
    readonly sinceMs: number | null = null,
  ) {}

  start(nowMs: number): Timer {
    return this.isRunning ? this : new Timer(this.playedMs, nowMs);
  }

  pause(nowMs: number): Timer {
    return this.isRunning ? new Timer(this.played(nowMs)) : this;
  }

  /** The playing time in whole milliseconds, without pauses. It never decreases, even if the clock is set back. */
  played(nowMs: number): number {
    return this.playedMs + (this.sinceMs === null ? 0 : Math.max(0, Math.floor(nowMs - this.sinceMs)));
  }

  get isRunning(): boolean {
    return this.sinceMs !== null;
  }
}

const two = (number: number) => String(number).padStart(2, "0");

/** A time for people: "12:34", "1:02:05". */
export function clockText(playedMs: number): string {
  const seconds = Math.floor(playedMs / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

/** A time in the text of a game: "0:12.340". */
export const timeText = (atMs: number): string => `${clockText(atMs)}.${String(atMs % 1000).padStart(3, "0")}`;
