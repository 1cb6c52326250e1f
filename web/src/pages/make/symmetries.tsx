// The symmetries of givens, each as a small picture. Cells of the same shade are all givens or all empty.

import type { SymmetryOffered } from "../../api/answers";
import { capital } from "../../model/words";

const SIDE = 5; // the pictures of the server are 5x5
const TITLES: Record<string, string> = {
  "rotate-180": "Half turn",
  "rotate-90": "Quarter turn",
  "mirror-columns": "Left and right",
  "mirror-rows": "Top and bottom",
  "mirror-both": "Both mirrors",
  antidiagonal: "Other diagonal",
  "both-diagonals": "Both diagonals",
};
// Cells whose orbits are shown. They are chosen so that all symmetries look different.
const SHOWN = [1, 5, 8] as const;

interface Props {
  symmetries: readonly SymmetryOffered[];
  chosen: string;
  onChoose(name: string): void;
}

export function Symmetries({ symmetries, chosen, onChoose }: Props) {
  return (
    <fieldset>
      <legend>Symmetry of givens and constraints</legend>
      <div class="choices symmetries">
        {symmetries.map(({ name, orbits }) => (
          <label key={name}>
            <input type="radio" name="symmetry" checked={(chosen || "none") === name} onChange={() => onChoose(name === "none" ? "" : name)} />
            <Sign orbits={orbits} />
            <span>{TITLES[name] ?? capital(name)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sign({ orbits }: { orbits: readonly number[] }) {
  const shade = (orbit: number) => SHOWN.findIndex((cell) => orbits[cell] === orbit);
  return (
    <svg class="symmetry" viewBox={`-0.25 -0.25 ${SIDE + 0.5} ${SIDE + 0.5}`} width="44" height="44" aria-hidden="true">
      <rect class="sheet" width={SIDE} height={SIDE} />
      {orbits.map((orbit, cell) => shade(orbit) >= 0 && (
        <rect key={cell} class={`orbit-${shade(orbit)}`} x={(cell % SIDE) + 0.1} y={Math.floor(cell / SIDE) + 0.1} width="0.8" height="0.8" rx="0.15" />
      ))}
    </svg>
  );
}
