// A page with a board and a keypad only, which the tests of the board drive: window.show({...}).

import { render } from "preact";
import { useState } from "preact/hooks";
import "../../src/app/effects";
import { Board, Pad, useKeys } from "../../src/board";
import type { Action } from "../../src/game/actions";
import { Game } from "../../src/game/game";
import type { Layer } from "../../src/game/edits";
import type { Picture } from "../../src/model/picture";
import type { PuzzleDocument } from "../../src/model/puzzle";
import { PictureView } from "../../src/picture/figure";
import "../../src/styles/tokens.css";
import "../../src/styles/base.css";
import "./main.css";

interface Scene {
  puzzle?: PuzzleDocument;
  picture?: Picture | null;
  /** Show the picture as a figure, without a board. */
  isFigure?: boolean;
  entered?: [Layer, number, number[]][];
  paused?: boolean;
  lit?: { cells: number[]; digits: number[] } | null;
  digitFirst?: boolean;
}

function Table({ puzzle, picture, entered = [], paused, lit, digitFirst }: Scene & { puzzle: PuzzleDocument }) {
  const [game, setGame] = useState(() => entered.reduce((g, [layer, number, cells]) => g.enter(layer, number, cells), Game.start(puzzle)));
  const [selection, setSelection] = useState<{ cells: ReadonlySet<number>; cursor: number | null }>({ cells: new Set(), cursor: null });
  const [layer, setLayer] = useState<Layer>("digit");
  const [chosen, setChosen] = useState(0);
  const cells = [...selection.cells].sort((a, b) => a - b);
  const enter = (number: number, own: Layer) => {
    if (cells.length) setGame((before) => before.enter(own, number, cells));
  };
  const take = (action: Action) => {
    Object.assign(window, { actions: [...((window as any).actions ?? []), action] });
    if (action.do === "number") enter(action.number, action.layer ?? layer);
    if (action.do === "erase" && cells.length) setGame(game.erase(cells, action.layer ?? layer));
    if (action.do === "undo" && game.canUndo) setGame(game.undo());
    if (action.do === "redo" && game.canRedo) setGame(game.redo());
    if (action.do === "layer") setLayer(action.layer);
  };
  const keys = useKeys({ order: puzzle.order, layer, take });
  const mistakes = new Set(game.conflicts().flatMap((each) => [...each.cells]));
  const same = selection.cursor === null ? 0 : game.position.digits[selection.cursor] ?? 0;
  const digitsAt = (cell: number) => ({
    digit: game.position.digits[cell], corner: game.position.corner[cell], center: game.position.center[cell],
  });
  Object.assign(window, { selection, digitsAt });
  return (
    <div class="table">
      <Board
        puzzle={puzzle} position={game.position} picture={picture ?? null} selected={selection.cells} cursor={selection.cursor}
        mistakes={mistakes} same={same} paused={paused ?? false} layer={keys.layer} showsPeers label="Puzzle" lit={lit ?? null}
        onPut={digitFirst ? (cell) => setGame((before) => before.enter(layer, chosen, [cell])) : null}
        onSelect={(selected, cursor) => setSelection({ cells: selected, cursor })} onKey={keys.onKey}
      />
      <div class="side">
        <Pad
          order={puzzle.order} layer={keys.layer} pending={keys.pending} remaining={(digit) => game.remaining(digit)}
          onLayer={setLayer} onDigit={digitFirst ? setChosen : (number) => enter(number, keys.layer)} {...(digitFirst && { chosen })}
          onErase={() => take({ do: "erase" })}
        >
          <button type="button" onClick={() => take({ do: "undo" })}>Undo</button>
          <button type="button" onClick={() => take({ do: "redo" })}>Redo</button>
        </Pad>
      </div>
    </div>
  );
}

function Page(scene: Scene) {
  return (
    <main>
      <h1 class="visually-hidden">Board</h1>
      {scene.puzzle && <Table {...scene} puzzle={scene.puzzle} />}
      {scene.isFigure && scene.picture && <PictureView picture={scene.picture} lit={scene.lit ?? null} />}
      <p class="outside">Outside</p>
    </main>
  );
}

const root = document.getElementById("app") as HTMLElement;
Object.assign(window, {
  show: (scene: Scene) => {
    render(null, root);
    render(<Page {...scene} />, root);
  },
});
