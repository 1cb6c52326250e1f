// Opens a puzzle that is pasted, typed, dropped, or in a file. In a collection, the player chooses
// a puzzle.

import { useRef, useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { Waiting } from "../../app/waiting";
import { useWork } from "../../app/work";
import { sizedKind } from "../../model/words";
import { Dropping, useDrop } from "./dropping";
import { isExport, isTooLarge, openText, textOf } from "./opening";
import { storedAt, storedText } from "./short_link";
import { Thumbnail } from "./thumbnail";

interface Props {
  onOpened(opened: OpenAnswer): void;
  /** Import an export of all games of a browser. Without this function, such a text is an error. */
  onImport?(text: string): Promise<void>;
  /** The label of the button that opens a puzzle of a collection. */
  chosen?: string;
}

interface Collection {
  text: string;
  nth: number;
  of: number;
  shown: OpenAnswer;
}

export function OpenPuzzle({ onOpened, onImport, chosen = "Play this one" }: Props) {
  const [text, setText] = useState("");
  const { isBusy, problem, run } = useWork();
  const [many, setMany] = useState<Collection | null>(null);
  const [short, setShort] = useState<{ text: string; address: string } | null>(null);
  const fetchShort = () => run(async (signal) => {
    if (!short) return;
    setShort(null);
    const packed = await storedText(short.address, signal);
    // Without the puzzle, the server names the way to copy it by hand.
    const shown = await openText(packed || short.text).catch((error: Error) => {
      throw packed ? error : new Error(`The puzzle could not be fetched. ${error.message}`);
    });
    onOpened(shown);
  });
  const chooser = useRef<HTMLInputElement>(null);

  const open = (asked: string) => run(async () => {
    setMany(null);
    const stored = storedAt(asked);
    setShort(stored ? { text: asked, address: stored } : null);
    if (stored) return;
    if (onImport && isExport(asked)) return onImport(asked);
    const shown = await openText(asked);
    if (shown.more > 0) setMany({ text: asked, nth: 1, of: shown.more + 1, shown });
    else onOpened(shown);
  });
  const openFile = (file: File | undefined) => run(async () => {
    if (file) await open(await textOf(file));
  });
  const turn = (nth: number) => run(async () => {
    if (!many || nth < 1 || nth > many.of) return;
    setMany({ ...many, nth, shown: await openText(many.text, nth) });
  });
  // A huge text would block the field for many seconds.
  const take = (given: string) => {
    setText(isTooLarge(given) ? "" : given);
    void open(given);
  };
  const isDragged = useDrop((file) => void openFile(file), take);
  const pasteLarge = (event: ClipboardEvent) => {
    const given = event.clipboardData?.getData("text/plain") ?? "";
    if (!isTooLarge(given)) return;
    event.preventDefault();
    take(given);
  };
  const openAtCtrlEnter = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void open(text);
  };

  return (
    <section class="open panel" aria-labelledby="open">
      <h2 id="open">Open a puzzle</h2>
      <form class="stack" onSubmit={(event) => { event.preventDefault(); void open(text); }}>
        <label class="visually-hidden" for="text">A puzzle in any format, a saved game, or a link</label>
        <textarea
          id="text" rows={2} value={text} spellcheck={false} autocomplete="off"
          placeholder="Paste digits, a grid, a saved game or a link"
          onInput={(event) => setText(event.currentTarget.value)} onKeyDown={openAtCtrlEnter}
          onPaste={pasteLarge}
        />
        <div class="row">
          <button class="primary" disabled={isBusy}>{isBusy ? "Reading…" : "Open"}</button>
          <button type="button" onClick={() => chooser.current?.click()}>Choose a file</button>
          <input
            ref={chooser} type="file" hidden
            onChange={(event) => { void openFile(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }}
          />
          {isBusy
            ? <span class="soft" role="status"><Waiting words="" /></span>
            : <span class="soft wide">or drop one anywhere on this page</span>}
        </div>
      </form>
      {problem && <p class="notice error" role="alert">{problem}</p>}
      {short && (
        <div class="notice" role="alert">
          <p>This short link contains only the number of a puzzle. Fetch the puzzle from <a href={short.address} rel="noreferrer noopener" target="_blank">{short.address}</a>? That server will see your IP address.</p>
          <div class="row">
            <button class="primary" onClick={fetchShort}>Fetch it</button>
            <button onClick={() => setShort(null)}>Cancel</button>
          </div>
        </div>
      )}
      {many && (
        <div class="many panel" role="group" aria-label="Puzzles in this text">
          <Thumbnail puzzle={many.shown.puzzle} />
          <div class="stack">
            <p><strong>{many.shown.puzzle.title || sizedKind(many.shown.puzzle.about)}</strong></p>
            <div class="row">
              <label>
                Puzzle 
                <input
                  type="number" min={1} max={many.of} value={many.nth}
                  onChange={(event) => turn(Number(event.currentTarget.value))}
                />
              </label>
              <span>of {many.of}</span>
            </div>
            <button class="primary" disabled={isBusy} onClick={() => onOpened(many.shown)}>{chosen}</button>
          </div>
        </div>
      )}
      <Dropping isDragged={isDragged} />
    </section>
  );
}
