// The setup of a race: a puzzle and the engines.

import type { EngineOffered } from "../../api/answers";
import { Icon } from "../../app/icons";
import { dayOf } from "../home/texts";

/** The puzzle to use: a text in any format, a link, or today's puzzle of a kind. */
export type Source = { text: string } | { link: string } | { daily: string; kind: string };

export const EXAMPLES: readonly { name: string; text: string }[] = [
  { name: "A first 4×4", text: "..4....3.....3.1" },
  { name: "Calcudoku 4×4", text: "abbc\ndeec\ndfeg\nhfgg\na 4 =\nb 1 -\nc 12 *\nd 2 /\ne 18 *\nf 5 +\ng 1 -\nh 3 =" },
  { name: "Escargot", text: "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.." },
];
const DAILY = ["sudoku", "killer", "calcudoku"];

interface SetupProps {
  engines: readonly EngineOffered[];
  chosen: ReadonlySet<string>;
  onEngines(chosen: ReadonlySet<string>): void;
  text: string;
  onText(text: string): void;
  isBusy: boolean;
  onRace(source: Source): void;
}

export function Setup({ engines, chosen, onEngines, text, onText, isBusy, onRace }: SetupProps) {
  const turn = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onEngines(next);
  };
  return (
    <form
      class="panel setup"
      aria-label="Puzzle and engines"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onRace({ text });
      }}
    >
      <div class="stack">
        <fieldset disabled={isBusy}>
          <legend>Start with</legend>
          <div class="choices">
            {EXAMPLES.map(({ name, text: own }) => <button key={name} type="button" onClick={() => onRace({ text: own })}>{name}</button>)}
            {DAILY.map((kind) => <button key={kind} type="button" onClick={() => onRace({ daily: dayOf(new Date()), kind })}>Today’s {kind}</button>)}
          </div>
        </fieldset>
        <label class="field">
          or a puzzle of your own
          <textarea rows={3} value={text} spellcheck={false} placeholder="paste it in any format, or a link" onInput={(event) => onText(event.currentTarget.value)} />
        </label>
      </div>
      <div class="stack">
        <fieldset>
          <legend>Engines</legend>
          <div class="choices">
            {engines.map(({ name, summary, events }) => (
              <label key={name} title={summary}>
                <input type="checkbox" checked={chosen.has(name)} onChange={() => turn(name)} />
                {name}{events && <Icon name="eye" size={16} />}
              </label>
            ))}
          </div>
          <p class="soft small">You can watch the engines with an eye. The others are too fast to show.</p>
        </fieldset>
        <button class="primary" disabled={isBusy || !text.trim() || !chosen.size}><Icon name="race" /> Race</button>
      </div>
    </form>
  );
}
