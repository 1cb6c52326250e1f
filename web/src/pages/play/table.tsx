// A game: the board, the pad, hints, and the dialogs.

import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../../api/asking";
import { Icon, type IconName } from "../../app/icons";
import { go } from "../../app/router";
import { late, part, useQuietHeader, useTitle } from "../../app/page";
import { play as playSound } from "../../app/sound";
import { complain, say, Toasts } from "../../app/toasts";
import { announce, Board, Pad, placeName, rulesOfCell, useKeys } from "../../board";
import type { Action } from "../../game/actions";
import { comparedTexts, briefText } from "../../game/expected";
import { type GameSession, NOT_RIGHT } from "../../game/session";
import { dumpsGame } from "../../game/text";
import { nameOf } from "../../model/puzzle";
import { sizedKind } from "../../model/words";
import type { Lit } from "../../picture/layers";
import { useSession } from "../../store/hooks";
import { usePreference } from "../../store/preferences";
import { openStore, type Saved } from "../../store/store";
import { noteOn } from "../home/beginning";
import { download, fileName } from "../home/download";
import { playGiven } from "../home/dropping";
import { CagePanel } from "./cage_panel";
import { useDifficulty, usePace } from "./difficulty";
import { CellRules } from "./cell_rules";
import { factsUnder, Heading, PlayClock } from "./head";
import { HintPanel } from "./hint_panel";
import { useHint } from "./hinting";
import { Menu, type MenuItem } from "./menu";
import { Notices } from "./notices";
import { Rules, ruleTexts } from "./rules";
import type { GameSheet } from "./sheets";
import "./play.css";

const loadSheets = () => import("./sheets");
const loadEnd = () => import("../../end");
const End = late(loadEnd);
/** With fewer empty cells, the end of the game is loaded, so that it is there even if the server is gone. */
const NEAR_END = 20;

const NONE: ReadonlySet<number> = new Set();
const DONE = "Done. Undo takes it back.";
/** Actions that do not end a pause, and work during it. */
const PASSIVE: ReadonlySet<Action["do"]> = new Set(["pause", "select", "none"]);

interface Props {
  session: GameSession;
  /** The saved data of the game. */
  saved: Saved;
  /** A sentence about a damaged part of the saved game, or "". */
  note: string;
  /** Called when the id of the game changes. */
  onFork(): void;
}

export function Table({ session, saved, note, onFork }: Props) {
  const { title, started } = saved;
  const state = useSession(session);
  const { game, selected, cursor, layer, isPaused, mistakes } = state;
  const { puzzle, seen } = game;
  const [sheet, setSheet] = useState<GameSheet | "menu" | null>(null);
  const [said, setSaid] = useState("");
  const [lit, setLit] = useState<Lit[] | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [tidy] = usePreference("tidy");
  const [check] = usePreference("check");
  const [isTimed] = usePreference("timer");
  const [hasPeers] = usePreference("peers");
  const [hasSame] = usePreference("same");
  const [isDigitFirst] = usePreference("digitFirst");
  const { text: difficulty, level, isExpected, time } = useDifficulty(puzzle, saved.difficulty);
  const pace = usePace();
  const name = title || puzzle.title || sizedKind(puzzle.about);
  useTitle(name);
  // The games of a difficulty are compared at the end.
  useEffect(() => {
    if (level && !saved.difficulty) void openStore().then((store) => store.rate(session.id, level));
  }, [level]);
  useQuietHeader();
  useEffect(() => session.prefer({ tidy, check }), [session, tidy, check]);
  const chooser = useRef<HTMLInputElement>(null);

  const tell = (words: string) => {
    setSaid(words);
    if (words) announce(words);
  };
  const hinting = useHint({
    game: () => session.state.game,
    onHint: (hint) => {
      session.move((now, atMs) => now.hint(hint.level, hint.technique, { atMs }));
    },
    onStep: (changes) => tell(session.move((now, atMs) => now.applyHint(changes, { tidy, atMs }), DONE)),
    onRepair: (repair) => tell(session.move((now, atMs) => now.repair(repair, { atMs }), DONE)),
  });
  useEffect(() => hinting.follow(game), [game]);
  useEffect(() => setLit(null), [hinting.hint]);
  // The focused element was removed with the hint, so focus the board.
  useEffect(() => {
    if (!hinting.hint && game.moves.length && document.activeElement === document.body) focusBoard();
  }, [hinting.hint]);

  const isOver = game.isSolved;
  const isSecret = !!puzzle.fog && !isOver;
  // Players who use the keyboard start on the board, and the focus follows the cursor.
  useEffect(() => {
    if (!isOver && isFree()) session.press({ do: "select", cells: [firstOf(game)], cursor: firstOf(game) });
  }, []);
  const wasOver = useRef(isOver);
  // The animation is only shown when the game is solved, not when it is opened again.
  const isWon = isOver && !wasOver.current && !game.isRevealed;
  const isNearEnd = game.digits.filter((digit) => !digit).length < NEAR_END;
  useEffect(() => {
    // If it cannot be loaded now, it is loaded at the end.
    if (isNearEnd && !isOver) loadEnd().then((end) => setWave(() => end.Wave), () => undefined);
  }, [isNearEnd]);
  const [Wave, setWave] = useState<Awaited<ReturnType<typeof loadEnd>>["Wave"]>();
  const heard = useRef({ game, mistakes });
  useEffect(() => {
    const before = heard.current;
    heard.current = { game, mistakes };
    if (game.digits === before.game.digits || game.moves.length <= before.game.moves.length || isOver) return;
    playSound([...mistakes].some((cell) => !before.mistakes.has(cell)) ? "wrong" : "digit");
  }, [game, mistakes]);
  const [hasCellRules, setCellRules] = useState(false);
  const cellRules = cursor === null || isPaused ? [] : rulesOfCell(seen, cursor, game.position.fog);
  const readRules = () => {
    if (cursor === null || isPaused) return;
    if (!hasCellRules) announce(`${placeName(puzzle.order, cursor)}: ${cellRules.join(", ")}`);
    setCellRules(!hasCellRules);
  };
  const act = (action: Action) => {
    if (action.do === "help") return setSheet("help");
    if (action.do === "rules") return readRules();
    // While the board is hidden, a press only ends the pause: nothing is entered unseen.
    if (isPaused && !PASSIVE.has(action.do)) return tell(session.press({ do: "pause" }));
    if (action.do === "hint") return isOver ? undefined : hinting.ask();
    tell(session.press(action));
  };
  const keys = useKeys({ order: puzzle.order, layer, take: act });
  const press = (number: number) => {
    if (isDigitFirst && layer !== "pen" && layer !== "letter") setChosen(number === chosen ? null : number);
    else act(number ? { do: "number", number } : { do: "erase" });
  };
  const put = (cell: number) => {
    if (chosen !== null) setSaid(session.press({ do: "put", cell, number: chosen }));
  };
  const only = selected.size === 1 ? [...selected][0] ?? null : null;
  const same = isDigitFirst && chosen ? chosen : only === null ? 0 : game.digits[only] ?? 0;

  const explain = () => go(`explain?p=${encodeURIComponent(puzzle.link)}`);
  const isWhole = puzzle.solution && !puzzle.solution.includes(0);
  const text = () => dumpsGame(session.state.game, { title, started });
  const groups: MenuItem[][] = [
    [
      { icon: "flag", name: "Checkpoints", act: () => setSheet("checkpoints") },
      { icon: "back", name: "Back to before the first mistake", act: () => act({ do: "rewind" }), isOff: !puzzle.solution || isOver },
      { icon: "restart", name: "Start again", act: () => restart(), isOff: !game.canUndo },
      { icon: "eye", name: "Show the solution", act: () => setSheet("reveal"), isOff: !isWhole || isOver },
    ],
    [
      { icon: "share", name: "Share the puzzle", act: () => setSheet("share") },
      { icon: "learn", name: "Explain it step by step", act: () => (isSecret ? setSheet("explain") : explain()) },
      { icon: "print", name: "Print as it is", act: () => print() },
      { icon: "print", name: "Print the puzzle alone", act: printBlank },
      { icon: "download", name: "Export the game", act: () => download(fileName(name), text()) },
      { icon: "upload", name: "Import a game", act: () => chooser.current?.click() },
    ],
    [
      { icon: "settings", name: "Settings", act: () => setSheet("settings") },
      { icon: "keyboard", name: "Keys", act: () => setSheet("help") },
      ...(document.fullscreenEnabled ? [{ icon: "full" as const, name: "Full screen", act: () => void fullScreen() }] : []),
    ],
  ];
  const restart = () => {
    const words = session.press({ do: "restart" });
    if (words) say("Back at the start.", { name: "Undo", act: () => session.press({ do: "redo" }) });
  };
  // Only the rules of the houses, which fit in a line.
  const isPlain = !puzzle.cages.length && !puzzle.constraints.length && (puzzle.told?.length ?? 1) < 2;
  const says = <p class="play-says" aria-hidden="true">{said === NOT_RIGHT ? "" : said}</p>;
  const [Sheets, setSheets] = useState<Awaited<ReturnType<typeof loadSheets>>["default"]>();
  useEffect(() => {
    if (!sheet || Sheets) return;
    part(loadSheets).then((loaded) => setSheets(() => loaded.default), (error) => {
      if (sheet === "menu") return; // which works without them
      setSheet(null);
      complain(sentence(error));
    });
  }, [sheet]);
  // A sheet that is replaced by another sheet reports its closing late.
  const close = (name: GameSheet | "menu") => setSheet((now) => (now === name ? null : now));

  return (
    <div class={`play${isPlain ? " brief" : ""}`}>
      <header class="play-head">
        <a class="button quiet icon-button play-home" href="./" aria-label="Home"><Icon name="home" /></a>
        <Heading puzzle={puzzle} name={name} rating={isExpected ? [difficulty, !isOver && time ? briefText(time, pace) : ""].filter(Boolean).join(" · ") : null} />
        <PlayClock
          played={() => session.playedMs()} isPaused={isPaused} isOver={isOver} isShown={isTimed}
          onPause={() => act({ do: "pause" })}
        />
        <button class="quiet icon-button" aria-label="Game menu" aria-haspopup="dialog" onClick={() => setSheet("menu")}>
          <Icon name="menu" />
        </button>
        <Toasts />
      </header>
      <Rules puzzle={seen} note={noteOn(session.id)} isFolded={hinting.isOpen} />
      <div class="play-board">
        <Board
          puzzle={seen} position={game.position} picture={hinting.hint?.picture ?? null}
          selected={isOver ? NONE : selected} cursor={cursor} mistakes={mistakes} same={hasSame && !isOver ? same : 0} paused={isPaused}
          layer={keys.layer} showsPeers={hasPeers} onPut={isDigitFirst && chosen !== null && layer !== "pen" && layer !== "letter" ? put : null}
          ink={state.ink} onDraw={(pieces) => act({ do: "draw", pieces })}
          onSelect={(cells, to) => session.select(cells, to)} onKey={keys.onKey} label={name} lit={lit}
          onEscape={hinting.isOpen ? hinting.close : hasCellRules ? () => setCellRules(false) : null}
          isReadOnly={isOver}
          paper={{ facts: factsUnder(puzzle, puzzle.title || sizedKind(puzzle.about), difficulty), rules: ruleTexts(seen) }}
        />
        {isWon && Wave && <Wave puzzle={puzzle} />}
        {isPaused && <button class="primary play-on" onClick={() => act({ do: "pause" })}>Continue</button>}
      </div>
      <div class="play-side">
        <Notices
          session={session} saving={state.saving} puzzle={puzzle} note={note} onFork={onFork}
          onCheck={game.isFull && !isOver && !isPaused ? () => act({ do: "check" }) : null}
        />
        {isOver ? <End game={game} saved={saved} difficulty={level} expected={time ? comparedTexts(time, pace) : []} isWon={isWon} text={text} onUndo={() => act({ do: "undo" })} /> : (
          <div class="play-hands">
            <Pad
              order={puzzle.order} layer={keys.layer} pending={keys.pending} chosen={isDigitFirst ? chosen : undefined}
              onLayer={(next) => act({ do: "layer", layer: next })} onDigit={press} onErase={() => press(0)}
              remaining={(digit) => game.remaining(digit)} ink={state.ink}
            />
            <div class="tools" role="toolbar" aria-label="Tools">
              <Tool icon="undo" name="Undo" keys="Ctrl+Z" isOff={!game.canUndo} act={() => act({ do: "undo" })} />
              <Tool icon="redo" name="Redo" keys="Ctrl+Y" isOff={!game.canRedo} act={() => act({ do: "redo" })} />
              <Tool icon="fill" name="Fill" keys="candidates" act={() => act({ do: "fill" })} />
              <Tool icon="check" name="Check" keys="Enter" act={() => act({ do: "check" })} />
              <Tool icon="hint" name="Hint" keys="H" isOff={hinting.isBusy} act={() => act({ do: "hint" })} />
            </div>
            {says}
          </div>
        )}
        {isOver && says}
      </div>
      <div class="play-words">
        {!isPaused && <HintPanel hinting={hinting} onLight={setLit} />}
        {hasCellRules && cellRules.length > 0 && cursor !== null && <CellRules name={nameOf(puzzle.order, cursor)} rules={cellRules} onClose={() => setCellRules(false)} />}
        {puzzle.cages.length > 0 && !isPaused && !isOver && <CagePanel game={game} cell={cursor} />}
      </div>
      <Menu groups={groups} isOpen={sheet === "menu"} onClose={() => close("menu")} />
      {Sheets && <Sheets game={game} isSecret={isSecret} open={sheet === "menu" ? null : sheet} onClose={close} act={act} onExplain={explain} />}
      <input
        ref={chooser} type="file" hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) void playGiven(file);
        }}
      />
    </div>
  );
}

/** Whether no element of the page has the focus yet. */
function isFree(): boolean {
  const at = document.activeElement;
  return !at || at === document.body || at.id === "main";
}

/** The first empty cell that is visible. */
function firstOf({ digits, position: { fog } }: GameSession["state"]["game"]): number {
  const clear = digits.findIndex((digit, cell) => !digit && !fog?.has(cell));
  return Math.max(0, clear < 0 ? digits.indexOf(0) : clear);
}

function focusBoard(): void {
  document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
}

interface ToolProps {
  icon: IconName;
  name: string;
  /** The key. For a tool without a key, its effect. */
  keys: string;
  isOff?: boolean;
  act(): void;
}

function Tool({ icon, name, keys, isOff = false, act }: ToolProps) {
  return (
    <button title={`${name} (${keys})`} aria-disabled={isOff} onClick={act}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}

/** Print the puzzle without the player's digits and marks. */
function printBlank(): void {
  document.body.classList.add("print-blank");
  print();
  document.body.classList.remove("print-blank");
}

function fullScreen(): Promise<void> {
  const wish = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return wish.catch(() => complain("The browser does not allow full screen here."));
}
