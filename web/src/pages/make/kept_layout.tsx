// A layout to keep: a puzzle that is pasted, linked to, or in a file. Its clues stay in place and get new values.

import { useRef, useState } from "preact/hooks";
import { useAnswer } from "../../api/asking";
import { useWork } from "../../app/work";
import { openText, textOf } from "../home/opening";
import { Thumbnail } from "../home/thumbnail";

interface Props {
  /** The puzzle in the format json, or "". */
  like: string;
  onChange(like: string): void;
}

export function KeptLayout({ like, onChange }: Props) {
  return like
    ? <Shown like={like} onChange={onChange} />
    : <Opening onChange={onChange} />;
}

function Shown({ like, onChange }: Props) {
  const { answer, problem } = useAnswer(like, (signal) => openText(like, undefined, signal));
  return (
    <>
      {answer && <div class="layout"><Thumbnail puzzle={answer.puzzle} /></div>}
      {problem && <p class="notice error" role="alert">{problem}</p>}
      <p class="soft">Lines, dots, cages, clues and the places of givens stay. They get new totals, numbers and digits.</p>
      <div class="row"><button type="button" onClick={() => onChange("")}>Remove this layout</button></div>
    </>
  );
}

function Opening({ onChange }: Pick<Props, "onChange">) {
  const [text, setText] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const { isBusy, problem, run } = useWork();
  const open = (asked: string) => run(async (signal) => onChange((await openText(asked, undefined, signal)).puzzle.line));
  const openFile = (file: File | undefined) => run(async () => {
    if (file) await open(await textOf(file));
  });
  return (
    <>
      <label class="field">
        A puzzle with this layout
        <textarea
          rows={2} value={text} spellcheck={false} autocomplete="off" placeholder="Paste a grid, a link, or the text of a setter’s program"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={() => void open(text)}>{isBusy ? "Reading…" : "Use it"}</button>
        <button type="button" onClick={() => chooser.current?.click()}>Choose a file</button>
        <input ref={chooser} type="file" hidden onChange={(event) => { void openFile(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} />
      </div>
      {problem && <p class="notice error" role="alert">{problem}</p>}
    </>
  );
}
