// The form with the options. The main options are visible, and the others are folded.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { KindOffered, KindsAnswer, SmallBoard, TechniqueAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import { capital, titleOf } from "../../model/words";
import { BoardThumbnail } from "../home/thumbnail";
import { Cages, Tick } from "./cages";
import { Constraints } from "./constraints";
import { KeptLayout } from "./kept_layout";
import { Range } from "./range";
import { Symmetries } from "./symmetries";
import { Techniques } from "./techniques";
import { fitted, MOST_PUZZLES, takesConstraints, type Wishes } from "./wishes";

interface FormProps {
  offered: KindsAnswer;
  techniques: readonly TechniqueAnswer[];
  wishes: Wishes;
  isMaking: boolean;
  onChange(wishes: Wishes): void;
  onMake(): void;
}

export function Form({ offered, techniques, wishes, isMaking, onChange, onMake }: FormProps) {
  const kind = offered.kinds.find(({ name }) => name === wishes.kind) ?? offered.kinds[0]!;
  const change = (part: Partial<Wishes>) => onChange({ ...wishes, ...part });
  const hasLayout = wishes.like.trim() !== "";
  const fitting = techniques.filter(({ needs }) => kind.cages || needs !== "cages");
  return (
    <form
      class="panel wishes"
      aria-label="Wishes"
      noValidate // the server reports errors, including those in folded fields
      onSubmit={(event) => {
        event.preventDefault();
        onMake();
      }}
    >
      <Fold title="Keep a layout" isOpen={!!wishes.like}>
        <KeptLayout like={wishes.like} onChange={(like) => change({ like })} />
      </Fold>
      {!hasLayout && <Pick name="Kind" group="kind" all={offered.kinds.map((each) => each.name)} boards={offered.kinds.map((each) => each.board)} chosen={kind.name} onChoose={(name) => {
        const next = offered.kinds.find((each) => each.name === name);
        if (next) onChange(fitted(wishes, next));
      }} />}
      {!hasLayout && <p class="soft summary">{capital(kind.summary)}.</p>}
      {!hasLayout && <Size kind={kind} wishes={wishes} onChange={(part) => onChange(fitted({ ...wishes, ...part }, kind))} />}
      <Pick name="Difficulty" group="difficulty" all={["", ...offered.difficulties]} chosen={wishes.difficulty} onChoose={(difficulty) => change({ difficulty, rating: "" })} />
      {!hasLayout && takesConstraints(kind) && (
        <Fold title="Constraints" isOpen={!!(wishes.constraints || wishes.minimal || wishes.crossings)}>
          <Constraints offered={offered.constraints} wishes={wishes} change={change} />
        </Fold>
      )}
      {!hasLayout && kind.cages && (
        <Fold title="Cages" isOpen={!!(wishes.operations || wishes.cage_sizes || wishes.singles || wishes.largest_sum || wishes.hide_operations || wishes.clue_minimal)}>
          <Cages kind={kind} wishes={wishes} change={change} />
        </Fold>
      )}
      {!hasLayout && <Fold title="Givens" isOpen={!!(wishes.givens || wishes.symmetry)}>
        <Symmetries symmetries={offered.symmetries} chosen={wishes.symmetry} onChoose={(symmetry) => change({ symmetry })} />
        <Tick name="Minimal: every given is needed" value={wishes.givens === "minimal" ? "1" : ""} onChange={(on) => change({ givens: on && "minimal" })} />
        {wishes.givens !== "minimal" && (
          <Range name="How many givens" value={wishes.givens} least={0} most={Number(wishes.order || kind.usual) ** 2} onChange={(givens) => change({ givens })} />
        )}
      </Fold>}
      <Fold title="Techniques and rating" isOpen={!!(wishes.needs.length || wishes.at_most || wishes.rating || wishes.smooth)}>
        <Techniques techniques={fitting} wishes={wishes} change={change} />
        <Range name="Rating" help="Instead of a word. Up to 2.3 is easy, up to 3.4 medium, up to 6.4 hard." value={wishes.rating} least={1} most={12} step={0.1} onChange={(rating) => change({ rating, difficulty: "" })} />
        <Tick name="Spread the difficulty over several steps" value={wishes.smooth} onChange={(smooth) => change({ smooth })} />
      </Fold>
      <div class="row last">
        <label class="field">
          Puzzles
          <input type="number" min={1} max={MOST_PUZZLES} inputMode="numeric" required value={wishes.count} onChange={(event) => change({ count: event.currentTarget.value })} />
        </label>
        <label class="field grows">
          Seed
          <input inputMode="numeric" pattern="\d*" title="digits only" placeholder="random" autocomplete="off" value={wishes.seed} onChange={(event) => change({ seed: event.currentTarget.value })} />
        </label>
      </div>
      <button class="primary go" disabled={isMaking}><Icon name="make" /> Make</button>
    </form>
  );
}

function Size({ kind, wishes, onChange }: { kind: KindOffered; wishes: Wishes; onChange(part: Partial<Wishes>): void }) {
  const order = wishes.order || String(kind.usual);
  const boxes = kind.boxes[order];
  return (
    <div class="row">
      <label class="field">
        Size
        <select value={order} onChange={(event) => onChange({ order: event.currentTarget.value })}>
          {kind.orders.map((each) => <option key={each} value={String(each)}>{each}×{each}</option>)}
        </select>
      </label>
      {boxes && (
        <label class="field">
          Boxes
          <select value={wishes.box || boxes[0]} onChange={(event) => onChange({ box: event.currentTarget.value })}>
            {boxes.map((box) => <option key={box} value={box}>{box.replace("x", " rows × ")} columns</option>)}
          </select>
        </label>
      )}
    </div>
  );
}

interface PickProps {
  name: string;
  group: string;
  /** A choice of names, where "" means any. */
  all: readonly string[];
  /** A picture for each choice. */
  boards?: readonly SmallBoard[];
  chosen: string;
  onChoose(word: string): void;
}

function Pick({ name, group, all, boards, chosen, onChoose }: PickProps) {
  return (
    <fieldset>
      <legend>{name}</legend>
      <div class={boards ? "choices pictured" : "choices"}>
        {all.map((word, at) => (
          <label key={word}>
            <input type="radio" name={group} checked={word === chosen} onChange={() => onChoose(word)} />
            {boards?.[at] && <BoardThumbnail board={boards[at]} />}
            {titleOf(word) || "Any"}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A group of options, which is open at first if one of its options is set. */
function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ComponentChildren }) {
  const [atFirst] = useState(isOpen);
  return (
    <details open={atFirst}>
      <summary>{title}</summary>
      <div class="folded">{children}</div>
    </details>
  );
}
