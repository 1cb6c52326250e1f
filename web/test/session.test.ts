// A session: the effect of presses, their messages, and the clock.

import { describe, expect, test } from "vitest";
import { Game } from "../src/game/game";
import type { Keeper } from "../src/game/keeper";
import { nowhere } from "../src/game/keeper";
import { ELSEWHERE, GameSession } from "../src/game/session";
import { emptyOf, FOUR, NINE, OPEN } from "./puzzles";

const empty = emptyOf(FOUR);
const [first = 0, second = 0] = empty;

class Clock {
  ms = 0;
  readonly read = () => this.ms;
}

function begun(options: { puzzle?: typeof FOUR; keeper?: Keeper; check?: "off" } = {}) {
  const clock = new Clock();
  const { puzzle = FOUR, ...rest } = options;
  const session = new GameSession({ game: Game.start(puzzle), clock: clock.read, ...rest });
  return { clock, session };
}

describe("a press", () => {
  test("goes to the chosen cells in the chosen layer", () => {
    const { session } = begun();
    expect(session.press({ do: "number", number: 1 })).toBe("Choose a cell first.");
    session.select([first, second], first);
    session.press({ do: "layer", layer: "corner" });
    session.press({ do: "number", number: 2 });
    session.press({ do: "number", number: 3, layer: "center" });
    const { corner, center } = session.state.game.position;
    expect([corner[first], corner[second], center[first]]).toEqual([2, 2, 4]);
    session.press({ do: "turn", by: -1 });
    session.press({ do: "turn", by: -1 });
    expect(session.state.layer).toBe("pen");
  });

  test("that cannot be says why", () => {
    const { session } = begun();
    const given = FOUR.givens.findIndex((digit) => digit > 0);
    expect(session.press({ do: "put", cell: given, number: 1 })).toBe("That is a given.");
    expect(session.press({ do: "put", cell: first, number: 5 })).toBe("Digits go up to 4.");
    expect(session.press({ do: "undo" })).toBe("Nothing to undo.");
    expect(session.press({ do: "redo" })).toBe("Nothing to redo.");
    expect(session.press({ do: "rewind" })).toBe("There is no mistake.");
    expect(session.press({ do: "checkpoint", name: "\n" })).toBe("The move 'checkpoint' does not suit this game.");
    expect(session.state.game.moves).toEqual([]);
  });

  test("is heard by those who listen, with a new state", () => {
    const { session } = begun();
    const before = session.state;
    let heard = 0;
    const stop = session.subscribe(() => (heard += 1));
    session.press({ do: "put", cell: first, number: 1 });
    expect(heard).toBe(1);
    expect(session.state).not.toBe(before);
    stop();
    session.press({ do: "undo" });
    expect(heard).toBe(1);
  });

  test("selects all, none, or the others", () => {
    const { session } = begun();
    session.select([0], 0);
    session.press({ do: "invert" });
    expect(session.state.selected.size).toBe(15);
    session.press({ do: "all" });
    expect(session.state.selected.size).toBe(16);
    session.press({ do: "none" });
    expect([session.state.selected.size, session.state.cursor]).toEqual([0, 0]);
  });

  test("fills the chosen cells, or all if one is chosen", () => {
    const { session } = begun();
    session.select([first, second], first);
    session.press({ do: "fill" });
    expect(session.state.game.position.center.filter(Boolean).length).toBe(2);
    session.select([first], first);
    session.press({ do: "fill" });
    expect(session.state.game.position.center.filter(Boolean).length).toBe(empty.length);
  });
});

describe("a check", () => {
  test("shows mistakes until the next digit", () => {
    const { session } = begun({ puzzle: NINE, check: "off" });
    const [cell = 0, other = 0] = emptyOf(NINE);
    const right = NINE.solution?.[cell] ?? 0;
    session.press({ do: "put", cell, number: (right % 9) + 1 });
    expect(session.state.mistakes.size).toBe(0);
    expect(session.press({ do: "check" })).toBe("1 cell wrong.");
    expect([...session.state.mistakes]).toEqual([cell]);
    session.press({ do: "put", cell: other, number: 1, layer: "corner" });
    expect(session.state.mistakes.size).toBe(1);
    session.press({ do: "put", cell, number: right });
    expect(session.state.mistakes.size).toBe(0);
    expect(session.press({ do: "check" })).toBe(`All right so far: ${emptyOf(NINE).length - 1} cells to go.`);
    expect(session.state.game.moves.filter(({ verb }) => verb === "check").length).toBe(2);
  });

  test("promises no more than is known of a puzzle without a single solution", () => {
    const { session } = begun({ puzzle: OPEN });
    expect(session.press({ do: "check" })).toMatch(/^No broken rules so far/);
    expect(session.press({ do: "reveal" })).toMatch(/solution.*[^.]\.$/);
  });

  test("says so when the grid is full but not right", () => {
    const { session } = begun();
    const last = empty.at(-1) ?? 0;
    const right = (cell: number) => FOUR.solution?.[cell] ?? 0;
    for (const cell of empty.slice(0, -1)) session.press({ do: "put", cell, number: right(cell) });
    expect(session.press({ do: "put", cell: last, number: (right(last) % 4) + 1 })).toBe("The grid is full, but not right yet.");
    expect(session.press({ do: "put", cell: last, number: right(last) })).toBe("");
    expect(session.press({ do: "check" })).toBe("Solved: everything is right.");
  });
});

describe("the clock", () => {
  test("stands still while the player pauses or the page is hidden", () => {
    const { session, clock } = begun();
    clock.ms = 1000;
    session.press({ do: "pause" });
    expect(session.press({ do: "put", cell: first, number: 1 })).toBe("The game is paused.");
    clock.ms = 5000;
    expect([session.playedMs(), session.state.isPaused]).toEqual([1000, true]);
    session.press({ do: "pause" });
    clock.ms = 6000;
    session.hide();
    clock.ms = 9000;
    expect([session.playedMs(), session.state.isPaused]).toEqual([2000, false]);
    session.show();
    clock.ms = 9500;
    session.press({ do: "put", cell: first, number: 1 });
    expect(session.state.game.moves[0]?.atMs).toBe(2500);
  });

  test("stays paused when a hidden page is seen again", () => {
    const { session, clock } = begun();
    session.press({ do: "pause" });
    session.hide();
    session.show();
    clock.ms = 1000;
    expect(session.playedMs()).toBe(0);
  });

  test("stops when the puzzle is solved, and goes on if that is undone", () => {
    const { session, clock } = begun();
    clock.ms = 700;
    session.press({ do: "reveal" });
    clock.ms = 2000;
    expect(session.playedMs()).toBe(700);
    session.press({ do: "undo" });
    clock.ms = 2500;
    expect(session.playedMs()).toBe(1200);
  });
});

describe("where a game is kept", () => {
  test("hears of every move, and of the time when the page is hidden", () => {
    const kept: [number, number][] = [];
    const keeper = { ...nowhere, keep: (game: Game, playedMs: number) => void kept.push([game.moves.length, playedMs]) };
    const { session, clock } = begun({ keeper });
    session.press({ do: "put", cell: first, number: 1 });
    session.press({ do: "put", cell: first, number: 2 });
    clock.ms = 800;
    session.hide();
    expect(kept).toEqual([[1, 0], [2, 0], [2, 800]]);
  });

  test("lets no move pass while another window plays", () => {
    const { session } = begun({ keeper: { ...nowhere, saving: "elsewhere" } });
    expect(session.press({ do: "put", cell: first, number: 1 })).toBe(ELSEWHERE);
    expect(session.state.game.moves).toEqual([]);
  });
});
