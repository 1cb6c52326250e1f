// The keys in words, loaded on demand.

import { useAnswer } from "../../api/asking";
import { Dialog } from "../../app/dialog";

/** Groups of lines: keys in words, with + between keys that are pressed together, and their effects. */
type Keys = Record<string, [keys: string, what: string][]>;

export function KeyHelp({ order, isOpen, onClose }: { order: number; isOpen: boolean; onClose(): void }) {
  const { answer, problem } = useAnswer(isOpen ? "keys" : "", async (signal) => {
    return (await fetch("keys.json", { signal })).json() as Promise<Keys>;
  });
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      {problem && <p class="notice">{problem}</p>}
      {Object.entries(answer ?? {}).map(([title, lines]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {lines.filter(([keys]) => order > 9 || keys !== "1 0").map(([keys, what]) => (
              <div key={what}>
                <dt>{keys.split(" ").map((chord, at) => <span key={chord}>{at > 0 && " or "}{chord.split("+").map(shown)}</span>)}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

const shown = (key: string) => <kbd key={key}>{key.replace("_", " ")}</kbd>;
