// A puzzle of an exported file: the board, the pad, and the hints of its guide.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Dialog } from "../app/dialog";
import { Icon } from "../app/icons";
import { Board, Pad, placeName, rulesOfCell, useKeys } from "../board";
import type { Action } from "../game/actions";
import { judgedBy } from "../game/checks";
import { GameSession } from "../game/session";
import { KeyHelp } from "../pages/play/help";
import { capital, stopped, sizedKind } from "../model/words";
import { useSession } from "../store/hooks";
import type { FileData, FilePuzzle, GuideData } from "./data";
import { Guide } from "./guide";
import { FileHintPanel } from "./hint_panel";
import type { Hint } from "./hints";
import { Ladder } from "./hints";
import { FileKeeper, keeps, keyOf, openGame } from "./keeping";
import { Clock, FileSolved } from "./parts";

interface PlayerProps {
  data: FileData;
  entry: FilePuzzle;
  guide: GuideData | null;
  /** The address of the next view, or null if this is the only puzzle. */
  after: string | null;
}

type Open = "menu" | "keys" | "ask" | null;

/** A saved game and its keeper. */
function start({ data, entry, guide }: PlayerProps) {
  const key = keyOf(data, entry);
  const { game, kept } = openGame(key, entry, guide);
  const keeper = new FileKeeper(key, entry, kept);
  return { keeper, session: new GameSession({ game, playedMs: kept.playedMs, keeper }), ladder: new Ladder(data.sentences, guide && new Guide(entry, guide)) };
}

export function Player(props: PlayerProps) {
  const { data, entry, after } = props;
  const { keeper, session, ladder } = useMemo(() => start(props), [entry]);
  const state = useSession(session);
  const { game, selected, cursor, isPaused } = state;
  const [hint, setHint] = useState<Hint | null>(null);
  const [said, setSaid] = useState("");
  const [open, setOpen] = useState<Open>(null);
  const [mayHint, setMayHint] = useState(data.hints === "free");
  const isSolved = game.isSolved;
  useEffect(() => () => session.close(), [session]);
  useEffect(() => setSaid(""), [isSolved]);
  // A hint is outdated once a digit has changed.
  useEffect(() => setHint(null), [game.digits]);

  const doHint = () => {
    const { changes, repair } = hint ?? {};
    if (changes || repair) {
      session.move((each, atMs) => (changes ? each.applyHint(changes, { tidy: true, atMs }) : repair ? each.repair(repair, { atMs }) : each));
      setHint(null);
      return;
    }
    const next = ladder.next({ game, told: new Set(keeper.record.told) }, hint);
    if (next.changes && next.number !== null) keeper.told(next.number);
    if (next.level !== hint?.level) session.move((each, atMs) => each.hint(next.level, "", { atMs }));
    setHint(next);
  };
  const askHint = () => {
    if (data.hints === "none" || isSolved || isPaused) return;
    if (mayHint) doHint();
    else setOpen("ask");
  };
  const take = (action: Action) => {
    if (action.do === "hint") askHint();
    else if (action.do === "help") setOpen("keys");
    else if (action.do === "none") setHint(null);
    else if (action.do === "rules") {
      if (cursor !== null && !isPaused) setSaid(`${capital(placeName(entry.order, cursor))}: ${rulesOfCell(game.seen, cursor, game.position.fog).join(", ")}.`);
    }
    else setSaid(session.press(action));
  };
  const keys = useKeys({ order: entry.order, layer: state.layer, take });
  const same = selected.size === 1 ? game.digits[[...selected][0] ?? 0] ?? 0 : 0;
  // A dialog that is replaced by another dialog reports its closing a moment later.
  const close = (which: Open) => setOpen((now) => (now === which ? null : now));

  return (
    <main class="player">
      <header class="player-head">
        {after && <a class="button quiet icon-button" href="#" aria-label="All puzzles"><Icon name="back" /></a>}
        <h1>{entry.name}</h1>
        <Clock session={session} />
        <button type="button" class="quiet icon-button" aria-label={isPaused ? "Continue" : "Pause"} disabled={isSolved} onClick={() => take({ do: "pause" })}>
          <Icon name={isPaused ? "play" : "pause"} />
        </button>
        <button type="button" class="quiet icon-button" aria-label="Menu" onClick={() => setOpen("menu")}><Icon name="more" /></button>
      </header>
      <div class="table">
        <div class="board-place">
          <Board
            puzzle={game.seen} position={game.position} picture={hint?.picture ?? null} selected={selected} cursor={cursor}
            mistakes={state.mistakes} same={same} paused={isPaused} layer={keys.layer} showsPeers
            ink={state.ink} onDraw={(pieces) => take({ do: "draw", pieces })}
            onSelect={(cells, at) => session.select(cells, at)} onKey={keys.onKey} label={entry.name} isReadOnly={isSolved}
          />
        </div>
        <div class="side">
          {state.saving === "elsewhere" && (
            <p class="notice">This game continues in another window. <button type="button" onClick={() => session.takeOver()}>Continue here</button></p>
          )}
          {isSolved ? (
            <FileSolved {...{ data, after, unchecked: entry.judge ? "" : entry.unchecked, playedMs: session.playedMs(), solved: keeper.record.solved, hints: keeper.record.hints }} />
          ) : (
            <>
              <Pad
                order={entry.order} layer={keys.layer} pending={keys.pending} isOff={isPaused} remaining={(digit) => game.remaining(digit)} ink={state.ink}
                onLayer={(layer) => take({ do: "layer", layer })} onDigit={(number) => take({ do: "number", number })} onErase={() => take({ do: "erase" })}
              >
                <button type="button" aria-label="Undo" disabled={!game.canUndo} onClick={() => take({ do: "undo" })}><Icon name="undo" /></button>
                <button type="button" aria-label="Redo" disabled={!game.canRedo} onClick={() => take({ do: "redo" })}><Icon name="redo" /></button>
              </Pad>
              <div class="deeds">
                {data.hints === "free" || mayHint ? (
                  <button type="button" onClick={askHint}><Icon name="hint" />Hint</button>
                ) : null}
                <button type="button" onClick={() => take({ do: "check" })}><Icon name="check" />Check</button>
                <button type="button" onClick={() => take({ do: "fill" })}><Icon name="fill" />Marks</button>
              </div>
            </>
          )}
          {/* Below what is pressed, which stays where it is. */}
          <p class="said" role="status">{said}</p>
          {hint && <FileHintPanel hint={hint} onMore={askHint} onClose={() => setHint(null)} />}
          {!keeps && <p class="soft">This browser cannot save games from this file: the game is lost when you close it.</p>}
        </div>
      </div>
      <p class="soft rules">{entry.about && `${sizedKind(entry.about)}. `}{game.seen.rules} {judgedBy(entry)} {entry.problem && `Note: ${stopped(entry.problem)}`}</p>
      <Dialog title="Menu" isOpen={open === "menu"} onClose={() => close("menu")}>
        <div class="stack menu">
          {data.hints === "ask" && !mayHint && <button type="button" onClick={() => setOpen("ask")}>Ask for a hint</button>}
          <button type="button" onClick={() => (take({ do: "restart" }), close("menu"))}>Start again</button>
          <button type="button" onClick={() => (close("menu"), setTimeout(print))}>Print</button>
          <button type="button" onClick={() => setOpen("keys")}>Keys</button>
          {data.named && <a class="button" href="#sheet">Results</a>}
        </div>
      </Dialog>
      <Dialog title="Ask for a hint?" isOpen={open === "ask"} onClose={() => close("ask")}>
        <p>Look once more: is there a cell with one digit left, or a row with one place for a digit? {data.named && "Your sheet says how many hints you took."}</p>
        <p class="row">
          <button type="button" class="primary" onClick={() => (setMayHint(true), doHint(), close("ask"))}>Show a hint</button>
          <button type="button" onClick={() => close("ask")}>Not yet</button>
        </p>
      </Dialog>
      <KeyHelp order={entry.order} isOpen={open === "keys"} onClose={() => close("keys")} />
    </main>
  );
}
