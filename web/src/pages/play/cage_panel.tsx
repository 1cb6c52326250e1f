// The cage of the selected cell: its clue, and the sets of digits that still fill it.

import type { CageAnswer } from "../../api/answers";
import { useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import type { Game } from "../../game/game";
import { nameOf } from "../../model/puzzle";
import { count } from "../../model/words";

const WAIT_MS = 120; // delay, so that a held arrow key sends only one request
const MOST_SETS = 40;

export function CagePanel({ game, cell }: { game: Game; cell: number | null }) {
  const { digits, center, fog } = game.position;
  // The size of a cage that is partly in fog is unknown.
  const at = cell === null ? -1 : game.puzzle.cages.findIndex(({ cells }) => cells.includes(cell) && !cells.some((each) => fog?.has(each)));
  const cage = game.puzzle.cages[at];
  const asked = cage ? JSON.stringify([game.puzzle.key, at, digits, center]) : "";
  const { answer, problem } = useAnswer(
    asked,
    (signal) => call<CageAnswer>("cage", { puzzle: game.puzzle.line, digits: [...digits], center: [...center], entered: fog ? game.entered : [], cage: at }, signal),
    WAIT_MS,
  );
  if (!cage) return null;
  const placed = cage.cells.map((each) => digits[each] ?? 0).filter(Boolean);
  const left = cage.op === "+" && cage.target !== null && placed.length && placed.length < cage.cells.length
    ? `, ${cage.target - placed.reduce((sum, digit) => sum + digit, 0)} left` : "";
  return (
    <section class="cage panel" aria-label="Cage" tabIndex={0}>
      <h2>
        Cage {cage.clue || "without a clue"}
        <span class="soft"> {count(cage.cells.length, "cell")}{left}</span>
      </h2>
      {problem && <p class="soft">{problem}</p>}
      {/* The answer before stays until the next one is there: nothing flickers while digits are entered. */}
      {!problem && answer?.cells.includes(cell ?? -1) && <Ways answer={answer} order={game.puzzle.order} />}
    </section>
  );
}

function Ways({ answer, order }: { answer: CageAnswer; order: number }) {
  const { combinations, complete, count, required } = answer;
  if (!combinations.length) return <p class="soft">{complete ? "No digits fit anymore." : "Too many ways to list."}</p>;
  const shown = combinations.slice(0, MOST_SETS);
  const more = combinations.length - shown.length;
  const isLong = combinations.some(({ digits }) => digits.some((digit) => digit > 9));
  return (
    <>
      {complete && count === 0 && <p><strong class="bad">No digits fit anymore.</strong></p>}
      <ul class="ways">
        {shown.map(({ digits, possible }) => {
          const words = digits.join(isLong ? " " : "");
          return <li key={words}>{possible ? words : <s aria-label={`${words}, not possible`}>{words}</s>}</li>;
        })}
      </ul>
      {(more > 0 || !complete) && <p class="soft">{more > 0 ? `and ${more} more` : "and more"}</p>}
      {count > 1 && required.length > 0 && <p><span class="soft">In all</span> {required.join(" ")}</p>}
      {answer.cells.length <= 6 && complete && count > 0 && (
        <dl class="cage-cells">
          {answer.cells.map((cell, at) => (
            <div key={cell}><dt>{nameOf(order, cell)}</dt><dd>{answer.candidates[at]?.join(" ")}</dd></div>
          ))}
        </dl>
      )}
    </>
  );
}
