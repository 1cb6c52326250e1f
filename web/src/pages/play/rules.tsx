// The rules of a puzzle: in the words of its setter if there are any, otherwise in ours. Each has a sample of its
// shapes. As many as fit are shown, and a button shows all of them.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../app/dialog";
import { judgedBy } from "../../game/checks";
import type { PuzzleDocument, ToldRule } from "../../model/puzzle";
import type { Key } from "../../model/picture";
import { Swatch } from "../../picture/legend";

interface Props {
  puzzle: PuzzleDocument;
  /** A sentence about how the rules were read, or "". */
  note: string;
  /** Whether a hint needs the room, so that only the first rule is shown. */
  isFolded: boolean;
}

export function Rules({ puzzle, note, isFolded }: Props) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLUListElement>(null);
  const { told, samples } = rulesOf(puzzle);
  const notes = [...told.filter(({ by }) => by === "note").map(({ text }) => text), judgedBy(puzzle), note].filter(Boolean);
  const words = told.map(({ text }) => text).join("\n") + notes.join("\n");
  useFit(box, `${isFolded} ${words}`);
  // Games of earlier versions do not have rules.
  if (!told.length) return null;
  const lines = <Lines told={told} samples={samples} notes={notes} />;
  return (
    <section class={isFolded ? "play-rules folded" : "play-rules"} aria-label="Rules">
      <ul ref={box} class="rules">{lines}</ul>
      <button class="quiet rules-more" aria-haspopup="dialog" onClick={() => setOpen(true)}>All rules</button>
      <Dialog title="Rules" isOpen={isOpen} onClose={() => setOpen(false)}><ul class="rules">{lines}</ul></Dialog>
    </section>
  );
}

interface LinesProps {
  told: readonly ToldRule[];
  /** The sample of each kind of constraint. */
  samples: readonly Sample[];
  notes: readonly string[];
}

function Lines({ told, samples, notes }: LinesProps) {
  const setter = told.filter(({ by }) => by === "setter");
  const sampleOf = ({ text }: ToldRule) => samples.find(({ key }) => key?.text === text)?.key;
  return (
    <>
      {setter.length > 0
        ? setter.map(({ text }) => <Line key={text} text={text} />)
        : told.filter(({ by = "rules" }) => by === "rules").map((rule) => <Line key={rule.text} sample={sampleOf(rule)} text={rule.text} />)}
      {setter.length > 0 && samples.length > 0 && (
        <li class="rules-kinds">
          {samples.map(({ key, kind }) => <span key={kind}>{key && <Swatch sign={key} />}{kind}</span>)}
        </li>
      )}
      {notes.map((text) => <Line key={text} text={text} isNote />)}
    </>
  );
}

function Line({ text, sample, isNote = false }: { text: ComponentChildren; sample?: Key | undefined; isNote?: boolean }) {
  return <li class={isNote ? "soft" : ""}>{sample && <Swatch sign={sample} />}<span>{text}</span></li>;
}

interface Sample {
  /** The sample in the legend of the picture. Missing for rules without a picture. */
  key: Key | undefined;
  kind: string;
}

/** The sentences of the rules, and a sample of each kind of constraint. */
function rulesOf({ told, rules, picture }: PuzzleDocument): { told: readonly ToldRule[]; samples: readonly Sample[] } {
  // Games of earlier versions have their rules as one text.
  const all: readonly ToldRule[] = told ?? (rules ? [{ cells: [], text: rules, by: "setter" }] : []);
  const kinds = new Map<string, Sample>();
  for (const { text, kind } of all) {
    const key = picture.legend.find((each) => each.sign === "rule" && each.text === text);
    if (kind) kinds.set(`${kind} ${key ? text : ""}`, { key, kind });
  }
  return { told: all, samples: [...kinds.values()] };
}

/** The sentences of the rules, in the words of the setter if there are any. */
export function ruleTexts(puzzle: PuzzleDocument): string[] {
  const { told } = rulesOf(puzzle);
  const setter = told.filter(({ by }) => by === "setter");
  return (setter.length ? setter : told.filter(({ by = "rules" }) => by === "rules")).map(({ text }) => text);
}

/** Hides the lines of a list that do not fit completely, and shows the button after the list only then. */
function useFit(box: { current: HTMLUListElement | null }, words: string): void {
  const fit = () => {
    if (box.current) fitLines(box.current, box.current.nextElementSibling as HTMLElement);
  };
  useLayoutEffect(fit, [words]);
  useEffect(() => {
    const page = box.current?.parentElement?.parentElement;
    if (!page) return;
    const seen = new ResizeObserver(fit);
    seen.observe(page);
    return () => seen.disconnect();
  }, [words]);
}

/** If the first line is too long for the list, it ends with the last line of text that fits. */
function fitLines(list: HTMLUListElement, more: HTMLElement): void {
  const lines = [...list.children] as HTMLElement[];
  for (const line of lines) {
    line.hidden = false;
    line.classList.remove("rules-long");
  }
  more.hidden = true;
  if (list.scrollHeight <= list.clientHeight + 1) return;
  more.hidden = false;
  const { top } = list.getBoundingClientRect();
  const end = top + list.clientHeight + 1;
  const ends = lines.map((line) => line.getBoundingClientRect().bottom);
  const [first] = lines;
  if (first && (ends[0] ?? 0) > end) {
    first.classList.add("rules-long");
    first.style.setProperty("--lines", `${Math.max(1, Math.floor((end - top) / parseFloat(getComputedStyle(first).lineHeight)))}`);
  }
  lines.forEach((line, at) => {
    line.hidden = at > 0 && (ends[at] ?? 0) > end;
  });
}
