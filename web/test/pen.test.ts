// The pen: lines of pieces, the gestures that draw them, and the keys of the modes for lines and letters.

import { describe, expect, it, test } from "vitest";
import { PenGesture } from "../src/board/drawing";
import { keyToAction } from "../src/board/keys";
import { alike } from "../src/board/selecting";
import { Game } from "../src/game/game";
import { colorOf, endsOf, pieceBetween, piecesAt, piecesOf, sideOf } from "../src/game/pen";
import { GameSession } from "../src/game/session";
import { dumpsGame, loadsGame } from "../src/game/text";
import { FOUR } from "./puzzles";

const ORDER = 4;

describe("a piece", () => {
  it("is the same from both ends, and has these ends", () => {
    const centers = [0.5, 1.5, 2.5, 3.5].flatMap((y) => [0.5, 1.5, 2.5, 3.5].map((x) => [x, y] as const));
    const corners = [0, 1, 2, 3, 4].flatMap((y) => [0, 1, 2, 3, 4].map((x) => [x, y] as const));
    let count = 0;
    for (const points of [centers, corners]) for (const a of points) for (const b of points) {
      const piece = pieceBetween(ORDER, a, b);
      if (!piece) continue;
      count += 1;
      expect(piece).toEqual(pieceBetween(ORDER, b, a));
      expect(endsOf(ORDER, piece).map(String).sort()).toEqual([a, b].map(String).sort());
      expect(piece[0]).toBeGreaterThanOrEqual(0);
      expect(piece[0]).toBeLessThan(16);
    }
    expect(count).toBe(2 * (42 + 40)); // between centers: 24 straight and 18 diagonal. Sides: 40
  });

  it("on the side of a cell is shared with its neighbor", () => {
    expect(sideOf(ORDER, 5, 1, 0)).toEqual(sideOf(ORDER, 6, -1, 0));
    expect(sideOf(ORDER, 5, 0, 1)).toEqual(sideOf(ORDER, 9, 0, -1));
    expect(piecesAt(ORDER, 5)).toHaveLength(12);
    expect(piecesAt(ORDER, 0)).toHaveLength(7);
  });
});

/** The ends of the pieces of a gesture through some points. */
function drawnBy(...points: [number, number][]): string[] {
  const gesture = new PenGesture(ORDER);
  const [first = [0, 0], ...rest] = points;
  gesture.press(...first);
  for (const each of rest) gesture.drag(...each);
  return gesture.end().map((piece) => endsOf(ORDER, piece).map((end) => end.join(" ")).sort().join(" to "));
}

test.each([
  ["a drag from cell to cell", [[0.4, 0.6], [1.4, 0.5], [1.5, 1.4]], ["0.5 0.5 to 1.5 0.5", "1.5 0.5 to 1.5 1.5"]],
  ["a quick drag", [[0.5, 0.5], [3.5, 0.5]], ["0.5 0.5 to 1.5 0.5", "1.5 0.5 to 2.5 0.5", "2.5 0.5 to 3.5 0.5"]],
  ["a diagonal", [[0.5, 0.5], [2.4, 2.5]], ["0.5 0.5 to 1.5 1.5", "1.5 1.5 to 2.5 2.5"]],
  ["back and forth", [[0.5, 0.5], [1.5, 0.5], [0.5, 0.5]], ["0.5 0.5 to 1.5 0.5"]],
  ["along sides", [[1.1, 1.1], [2.1, 1], [2, 1.9]], ["1 1 to 2 1", "2 1 to 2 2"]],
  ["beyond the grid", [[3.5, 0.5], [6, 0.5]], []],
  ["a tap on a side", [[1.95, 0.5]], ["2 0 to 2 1"]],
  ["a tap on the rim", [[0.5, 3.97]], ["0 4 to 1 4"]],
  ["a tap in the middle", [[1.5, 1.5]], []],
] as [string, [number, number][], string[]][])("%s", (_, points, lines) => {
  expect(drawnBy(...points)).toEqual(lines);
});

const pressed = (init: Partial<KeyboardEvent>) => ({ key: "", code: "", shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...init }) as KeyboardEvent;

test("in the mode for letters, keys are letters; elsewhere they choose a mode", () => {
  const b = pressed({ key: "b", code: "KeyB" });
  expect(keyToAction(b, 9, "letter")).toEqual({ do: "number", number: 2 });
  expect(keyToAction(b, 9, "digit")).toEqual({ do: "layer", layer: "pen" });
  expect(keyToAction(pressed({ key: "z", code: "KeyZ", ctrlKey: true }), 9, "letter")).toEqual({ do: "undo" });
  expect(keyToAction(pressed({ key: "5", code: "Digit5" }), 9, "letter")).toEqual({ do: "number", number: 5, layer: "digit" });
  expect(keyToAction(pressed({ key: "7", code: "Digit7" }), 9, "pen")).toBeNull();
  expect(keyToAction(pressed({ key: "n", code: "KeyN" }), 9, "pen")).toEqual({ do: "layer", layer: "letter" });
});

describe("a session", () => {
  const piece = pieceBetween(ORDER, [0.5, 0.5], [1.5, 0.5])!;
  const other = pieceBetween(ORDER, [1.5, 0.5], [2.5, 0.5])!;

  it("draws, changes the color, erases and undoes lines, which its text keeps", () => {
    const session = new GameSession({ game: Game.start(FOUR) });
    const inks = () => [piece, other].map((each) => colorOf(session.state.game.position, each));
    session.press({ do: "layer", layer: "pen" });
    session.press({ do: "draw", pieces: [piece, other] });
    expect(inks()).toEqual([1, 1]);
    session.press({ do: "number", number: 6 });
    session.press({ do: "draw", pieces: [other] });
    expect(inks()).toEqual([1, 6]);
    expect(session.press({ do: "number", number: 7 })).toBe("Colors go up to 6.");
    const { game } = session.state;
    expect(loadsGame(dumpsGame(game), FOUR).position).toEqual(game.position);
    session.press({ do: "draw", pieces: [other] });
    expect(inks()).toEqual([1, 0]);
    session.press({ do: "undo" });
    expect(inks()).toEqual([1, 6]);
    session.press({ do: "select", cells: [2], cursor: 2 });
    session.press({ do: "erase" });
    expect(inks()).toEqual([1, 0]);
    expect(piecesOf(ORDER, session.state.game.position.pen)).toEqual([[piece, 1]]);
  });

  it("writes letters as marks, and erases them after corner marks", () => {
    const cell = FOUR.givens.indexOf(0);
    const session = new GameSession({ game: Game.start(FOUR) });
    session.press({ do: "select", cells: [cell], cursor: cell });
    session.press({ do: "layer", layer: "letter" });
    session.press({ do: "number", number: 26 });
    expect(session.press({ do: "number", number: 27 })).toBe("Letters go up to Z.");
    session.press({ do: "layer", layer: "digit" });
    expect(session.state.game.position.letters[cell]).toBe(2 ** 25);
    expect([...alike(cell, session.state.game.position, "pen")]).toEqual([cell]);
    session.press({ do: "erase" });
    expect(session.state.game.position.letters[cell]).toBe(0);
  });
});
