// The constraints to place on the grid: kinds that are chosen one by one, each with a number.

import { useState } from "preact/hooks";
import type { ConstraintOffered } from "../../api/answers";
import { Tick } from "./cages";
import type { Wishes } from "./wishes";

const MOST = 12;

interface Props {
  offered: readonly ConstraintOffered[];
  wishes: Wishes;
  change(part: Partial<Wishes>): void;
}

export function Constraints({ offered, wishes, change }: Props) {
  const [sought, setSought] = useState("");
  const chosen = chosenIn(wishes.constraints);
  const word = sought.trim().toLowerCase();
  const fits = ({ name, title, text }: ConstraintOffered) => `${name} ${title} ${text}`.toLowerCase().includes(word);
  // Chosen kinds are always shown, so that nothing is part of the request without being seen.
  const shown = offered.filter((each) => chosen.has(each.name) || fits(each));
  const put = (name: string, number: string | null) => {
    if (number === null) chosen.delete(name);
    else chosen.set(name, number);
    change({ constraints: textOf(chosen) });
  };
  return (
    <>
      <label class="field">
        Find a kind
        <input
          type="search" value={sought} placeholder="such as line, dot or sum" autocomplete="off"
          onInput={(event) => setSought(event.currentTarget.value)}
          onKeyDown={(event) => { if (event.key === "Enter") event.preventDefault(); }}
        />
        <span class="soft" role="status">{word && (offered.some(fits) ? `${offered.filter(fits).length} of ${offered.length} kinds` : "No kind has this word in its name or its rule.")}</span>
      </label>
      <fieldset>
        <legend class="visually-hidden">Constraints</legend>
        <div class="choices">
          {shown.map(({ name, title, text }) => (
            <label key={name} title={text}>
              <input type="checkbox" checked={chosen.has(name)} onChange={(event) => put(name, event.currentTarget.checked ? "" : null)} />
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      {offered.filter(({ name, counts }) => counts && chosen.has(name)).map(({ name, title, all }) => (
        <label key={name} class="field">
          {title}
          <select value={chosen.get(name)} onChange={(event) => put(name, event.currentTarget.value)}>
            <option value="">as many as needed</option>
            {all && <option value="all">all, and no others</option>}
            {Array.from({ length: MOST }, (_, at) => <option key={at} value={String(at + 1)}>{at + 1}</option>)}
          </select>
        </label>
      ))}
      {chosen.size > 0 && (
        <>
          <Tick name="No givens" value={wishes.givens === "0" ? "1" : ""} onChange={(on) => change({ givens: on && "0" })} />
          <Tick name="Lines may cross" value={wishes.crossings} onChange={(crossings) => change({ crossings })} />
          <Tick name="Minimal: every part is needed" value={wishes.minimal} onChange={(minimal) => change({ minimal })} />
        </>
      )}
    </>
  );
}

/** The chosen kinds with their numbers: "thermometer 4, arrow" gives thermometer: "4", arrow: "". */
export function chosenIn(text: string): Map<string, string> {
  const items = text.split(",").map((item) => item.trim()).filter(Boolean);
  return new Map(items.map((item) => {
    const [, name, number] = /^(.*?)(?: (\d\S*|all))?$/.exec(item)!;
    return [name!, number ?? ""];
  }));
}

function textOf(chosen: ReadonlyMap<string, string>): string {
  return [...chosen].map(([name, number]) => (number ? `${name} ${number}` : name)).join(", ");
}
