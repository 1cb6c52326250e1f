// Which puzzle to explain: pasted, typed or dropped, in any format.

import { useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { call } from "../../api/client";
import { go } from "../../app/router";
import { say } from "../../app/toasts";
import { codeOf } from "./boards";

const LARGEST = 1_000_000; // characters

export function Ask() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function open(text: string) {
    setBusy(true);
    setProblem("");
    try {
      const { puzzle, board, more, note } = await call<OpenAnswer>("open", { text });
      if (more) say(`The text has ${more + 1} puzzles. This is the first.`);
      else if (note) say(note);
      const at = board && board.digits.some((digit, cell) => digit !== puzzle.givens[cell]) ? `&at=${codeOf(board.digits)}` : "";
      go(`explain?p=${encodeURIComponent(puzzle.link)}${at}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  }

  async function take(file: File | undefined) {
    if (!file) return;
    if (file.size > LARGEST) return setProblem(`${file.name} is too large: a puzzle has at most a million characters.`);
    const read = await file.text();
    setText(read);
    await open(read);
  }

  return (
    <div class="ask">
      <h1>Explain a puzzle</h1>
      <p class="soft">
        Paste a puzzle that you are stuck in, with the digits that you have found. You get the whole
        way to the solution, step by step, with a reason and a picture for each.
      </p>
      <form
        class="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          void open(text);
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <label for="ask-text">Puzzle</label>
        <textarea
          id="ask-text"
          rows={11}
          value={text}
          maxLength={LARGEST}
          spellcheck={false}
          autocapitalize="off"
          aria-describedby="ask-formats"
          aria-invalid={problem ? true : undefined}
          placeholder={"53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79"}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <p id="ask-formats" class="soft">
          Any common format of Sudoku, Killer or Calcudoku: 81 characters, a grid, a link of another
          program, a file. You can also drop a file here.
        </p>
        {problem && <p class="notice error ask-problem" role="alert">{problem}</p>}
        <div class="row">
          <button class="primary" type="submit" disabled={isBusy || !text.trim()}>Explain</button>
          <label class="button file">
            Open a file
            <input type="file" class="visually-hidden" onChange={(event) => void take(event.currentTarget.files?.[0])} />
          </label>
          <a class="button quiet" href="learn">Learn the techniques first</a>
        </div>
      </form>
    </div>
  );
}
