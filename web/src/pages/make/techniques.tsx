// Options for techniques: techniques that the puzzle must need, and the hardest technique.

import { useState } from "preact/hooks";
import type { TechniqueAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import type { Wishes } from "./wishes";

interface Props {
  techniques: readonly TechniqueAnswer[];
  wishes: Wishes;
  change(part: Partial<Wishes>): void;
}

export function Techniques({ techniques, wishes: { needs, at_most }, change }: Props) {
  const title = (name: string) => techniques.find((each) => each.name === name)?.title ?? name;
  return (
    <>
      <Adding techniques={techniques.filter(({ name }) => !needs.includes(name))} onAdd={(name) => change({ needs: [...needs, name] })} />
      {needs.length > 0 && (
        <ul class="needed" aria-label="Needed techniques">
          {needs.map((name) => (
            <li key={name} class="tag">
              {title(name)}
              <button type="button" class="quiet icon-button" aria-label={`Remove ${title(name)}`} onClick={() => change({ needs: needs.filter((each) => each !== name) })}>
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label class="field">
        Nothing harder than
        <select value={at_most} onChange={(event) => change({ at_most: event.currentTarget.value })}>
          <option value="">any technique</option>
          {techniques.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
        </select>
      </label>
    </>
  );
}

/** A field that finds a technique while the user types, and adds it. */
function Adding({ techniques, onAdd }: { techniques: readonly TechniqueAnswer[]; onAdd(name: string): void }) {
  const [text, setText] = useState("");
  const type = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    const found = techniques.find(({ name, title }) => name === wanted || title.toLowerCase() === wanted);
    if (found) onAdd(found.name);
    setText(found ? "" : typed);
  };
  return (
    <label class="field">
      Needs a technique
      <input list="techniques" value={text} placeholder="type, such as X-Wing" autocomplete="off" onInput={(event) => type(event.currentTarget.value)} />
      <span class="soft">The puzzle cannot be solved without it. You can add several.</span>
      <datalist id="techniques">{techniques.map(({ name, title }) => <option key={name} value={title} />)}</datalist>
    </label>
  );
}
