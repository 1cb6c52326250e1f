// The results: a picture of each puzzle, with actions for this puzzle, and actions for all puzzles.

import { useState } from "preact/hooks";
import type { GenerateAnswer, Made } from "../../api/answers";
import { Icon } from "../../app/icons";
import { urlOf } from "../../app/router";
import { complain, say } from "../../app/toasts";
import type { PuzzleDocument } from "../../model/puzzle";
import { sizedKind } from "../../model/words";
import { Drawn } from "../../picture/figure";
import { download } from "../home/download";
import { ShareDialog } from "../play/share";
import { sheetOf } from "./sheet";

const BESIDE = 0.8; // cells: space for coordinates and the border of a picture
const LARGEST = 482; // points: the size of a single puzzle on its sheet

export function Results({ answer, address }: { answer: GenerateAnswer; address: string }) {
  const [shared, setShared] = useState<PuzzleDocument | null>(null);
  const { puzzles, missing, seed } = answer;
  return (
    <>
      <div class="row spread results-head">
        <h2>{puzzles.length === 1 ? "One puzzle" : `${puzzles.length} puzzles`}</h2>
        {puzzles.length > 0 && <ForAll made={puzzles} address={address} seed={seed} />}
      </div>
      {missing.map(({ index, text }) => <p key={index} class="notice">{text}</p>)}
      <ol class="made" style={onPaper(puzzles)}>
        {puzzles.map((made) => <Card key={made.index} made={made} onShare={() => setShared(made.puzzle)} />)}
      </ol>
      {shared && <ShareDialog puzzle={shared} isOpen onClose={() => setShared(null)} />}
    </>
  );
}

/** Returns the variables of the style for print. */
function onPaper(puzzles: readonly Made[]): Record<string, string> {
  const cells = Math.max(...puzzles.map(({ puzzle }) => puzzle.order), 1) + BESIDE;
  const { columns, side } = sheetOf(cells, puzzles.some(({ puzzle }) => puzzle.cages.length > 0), Math.max(puzzles.length, 1));
  return { "--columns": `${columns}`, "--side": `${Math.min(side, LARGEST).toFixed(1)}pt` };
}

function Card({ made: { puzzle, rating, text, index }, onShare }: { made: Made; onShare(): void }) {
  const name = `Puzzle ${index + 1}`;
  const link = encodeURIComponent(puzzle.link);
  return (
    <li class="panel">
      <a class="shown" href={`play?p=${link}`} aria-label={`Play ${name}`}><Drawn picture={puzzle.picture} /></a>
      <div class="row said">
        <p>
          <strong>{name}</strong>
          <span class="soft">{[sizedKind(puzzle.about), rating && `${rating.words} (${rating.number})`, rating?.effort].filter(Boolean).join(" · ")}</span>
        </p>
        <button class="quiet icon-button" aria-label={`Share ${name}`} title="Share" onClick={onShare}><Icon name="share" /></button>
        <button class="quiet icon-button" aria-label={`Copy ${name} as text`} title="Copy as text" onClick={() => copy(text, `${name} is copied as text.`, "download the text")}><Icon name="copy" /></button>
      </div>
      <div class="row actions">
        <a class="button primary" href={`play?p=${link}`}>Play</a>
        <a class="button" href={`explain?p=${link}`}>Explain</a>
      </div>
    </li>
  );
}

function copy(text: string, done: string, otherwise: string): void {
  navigator.clipboard.writeText(text).then(
    () => say(done),
    () => complain(`The browser does not allow copying here: ${otherwise} instead.`),
  );
}

function ForAll({ made, address, seed }: { made: readonly Made[]; address: string; seed: string }) {
  const save = () => download(`pandoku-${seed}.txt`, `${made.map(({ text }) => text.trim()).join("\n")}\n`);
  const saveJson = () => {
    // Each puzzle is in the format json, with additional data in `extra`.
    const puzzles = made.map(({ puzzle, rating }) => ({
      ...JSON.parse(puzzle.line), solution: puzzle.solution,
      extra: { rating, link: urlOf(`play?p=${encodeURIComponent(puzzle.link)}`).href },
    }));
    download(`pandoku-${seed}.json`, `${JSON.stringify({ wishes: address, puzzles }, null, 2)}\n`, "application/json");
  };
  return (
    <div class="row for-all">
      <button class="quiet" onClick={save}><Icon name="download" /> Text</button>
      <button class="quiet" onClick={saveJson}><Icon name="download" /> JSON</button>
      <button class="quiet" onClick={() => print()}><Icon name="print" /> Print</button>
      <button class="quiet" onClick={() => copy(address, "The link makes the same puzzles again.", "copy the address of this page")}><Icon name="link" /> Copy the link</button>
    </div>
  );
}
