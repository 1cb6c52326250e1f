// The pages of an exported file: the question for the name, the list of puzzles, a puzzle, and the
// sheet of results.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Game } from "../game/game";
import { clockText } from "../game/timer";
import { sizedKind } from "../model/words";
import type { FilePuzzle } from "./data";
import { keep, keeps, keyOf, readKept, recall } from "./keeping";
import { Player } from "./player";
import { ResultSheet } from "./result";
import type { Loaded } from "./use_data";
import { useGuideData, useHash } from "./use_data";

const NAME = "name";

export function App({ data: file, entries }: Loaded) {
  const place = useHash();
  const nameKey = `${file.id}.${NAME}`;
  const [name, setName] = useState(file.named ? recall(nameKey) ?? "" : "");
  // People who share a device have separate games.
  const data = useMemo(() => (name ? { ...file, id: `${file.id}.${name}` } : file), [name]);
  const enter = (given: string) => {
    keep(nameKey, given);
    setName(given);
    location.hash = "";
  };
  const isAlone = entries.length === 1;
  const at = isAlone && place !== "sheet" ? 0 : Number(place) - 1;
  useEffect(() => scrollTo(0, 0), [place]);
  if (data.named && !name) return <NamePage title={data.title} count={entries.length} onName={enter} />;
  if (data.named && place === "sheet") return <ResultSheet {...{ data, entries, name }} onOther={() => enter("")} />;
  const entry = entries[at];
  if (entry) {
    const after = isAlone ? null : at + 1 < entries.length ? `#${at + 2}` : "#";
    return <Prepared key={at} {...{ data, entries, at, entry, after }} />;
  }
  return <ListPage {...{ data, entries, name }} />;
}

interface PreparedProps extends Loaded {
  at: number;
  entry: FilePuzzle;
  after: string | null;
}

/** A puzzle, shown after its guide has been unpacked. */
function Prepared({ data, at, entry, after }: PreparedProps) {
  const guide = useGuideData(data.guides[at] ?? "");
  if (guide === undefined) return <p class="loading">Opening…</p>;
  return <Player {...{ data, entry, guide, after }} />;
}

interface NameProps {
  title: string;
  count: number;
  onName(name: string): void;
}

function NamePage({ title, count, onName }: NameProps) {
  const [typed, setTyped] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (typed.trim()) onName(typed.trim().slice(0, 80));
  };
  return (
    <main class="narrow">
      <h1>{title}</h1>
      <p>{count === 1 ? "One puzzle." : `${count} puzzles.`} Your name goes on the sheet at the end; it stays on this device.</p>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          Your name
          <input value={typed} maxLength={80} autoComplete="off" required autoFocus onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button class="primary" type="submit">Begin</button>
      </form>
    </main>
  );
}

interface ListProps extends Loaded {
  name: string;
}

function ListPage({ data, entries, name }: ListProps) {
  const kept = entries.map((entry) => readKept(keyOf(data, entry)));
  const nDone = kept.filter((each) => each?.solved).length;
  return (
    <main>
      <header class="list-head">
        <div>
          <h1>{data.title}</h1>
          <p class="soft">{name && `${name} · `}{nDone} of {entries.length} solved</p>
        </div>
        <div class="row">
          {data.named && <a class="button" href="#sheet">Results</a>}
          <button type="button" onClick={() => print()}>Print</button>
        </div>
      </header>
      {!keeps && <p class="notice">This browser cannot save games from this file: they are lost when you close it.</p>}
      <ol class="cards">
        {entries.map((entry, at) => (
          <li key={at}>
            <a class={`card${kept[at]?.solved ? " done" : ""}`} href={`#${at + 1}`}>
              <Thumbnail number={at + 1} />
              <b>{at + 1}. {entry.name}</b>
              <span class="soft">{sizedKind(entry.about)}</span>
              <span class="state">{stateOf(entry, kept[at] ?? null)}</span>
            </a>
          </li>
        ))}
      </ol>
    </main>
  );
}

function stateOf(entry: FilePuzzle, kept: ReturnType<typeof readKept>): string {
  if (kept?.solved) return `Solved in ${clockText(kept.playedMs)}`;
  const nEmpty = Game.start(entry).digits.filter((digit) => !digit).length;
  return kept?.filled ? `${kept.filled} of ${nEmpty} cells filled` : "Not started";
}

/** The picture that the printed sheet also shows. */
function Thumbnail({ number }: { number: number }) {
  const show = (place: HTMLSpanElement | null) => {
    const picture = document.querySelector(`#paper-${number} svg`);
    if (place && picture && !place.firstChild) place.append(picture.cloneNode(true));
  };
  return <span class="thumbnail" aria-hidden="true" ref={show} />;
}
