// The form for a new puzzle: kind, size and difficulty in one row, and the progress while the
// puzzle is made.

import { useState } from "preact/hooks";
import type { MakeableAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { read } from "../../api/client";
import { useSeen } from "../../app/seen";
import { Waiting } from "../../app/waiting";
import { useMaking } from "./making";
import { keepWish, lastWish, type Wish } from "./wishes";
import { capital, titleOf } from "../../model/words";

interface Props {
  /** Called when a game was started. */
  onMade(id: string): void;
}

export function NewPuzzle({ onMade }: Props) {
  const [wish, setWish] = useState<Wish>(lastWish);
  const [form, isSeen] = useSeen<HTMLFormElement>();
  const { answer: offer, ...asked } = useAnswer(isSeen ? "makeable" : "", (signal) => read<MakeableAnswer>("makeable", signal));
  const making = useMaking(onMade);
  const kind = offer?.kinds.find(({ name }) => name === wish.kind) ?? offer?.kinds[0];

  const change = (part: Partial<Wish>) => {
    const next = { ...wish, ...part };
    const chosen = offer?.kinds.find(({ name }) => name === next.kind);
    if (chosen && !chosen.orders.includes(next.order)) next.order = chosen.usual;
    setWish(next);
    keepWish(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void making.begin({ ...wish, kind: kind?.name ?? wish.kind });
  };
  const { tried, isBusy } = making;

  return (
    <form ref={form} class="new" onSubmit={submit} aria-label="New puzzle">
      <label>
        <span>Kind</span>
        <select value={kind?.name ?? wish.kind} onChange={(event) => change({ kind: event.currentTarget.value })}>
          {(offer?.kinds ?? [{ name: wish.kind }]).map(({ name }) => <option key={name} value={name}>{titleOf(name)}</option>)}
        </select>
      </label>
      <label>
        <span>Size</span>
        <select value={String(wish.order)} onChange={(event) => change({ order: Number(event.currentTarget.value) })}>
          {(kind?.orders ?? [wish.order]).map((order) => <option key={order} value={String(order)}>{order}×{order}</option>)}
        </select>
      </label>
      <label>
        <span>Difficulty</span>
        <select value={wish.difficulty} onChange={(event) => change({ difficulty: event.currentTarget.value })}>
          {(offer?.difficulties ?? [wish.difficulty].filter(Boolean)).map((name) => <option key={name} value={name}>{capital(name)}</option>)}
          <option value="">Any</option>
        </select>
      </label>
      {!isBusy
        ? <button class="primary">Make and play</button>
        : <button type="button" onClick={making.stop}>Stop</button>}
      <p class="new-says" role="status">
        {isBusy
          ? <span class="busy"><Waiting words={`Making a puzzle${tried > 1 ? `: ${tried} tried` : ""}…`} /></span>
          : making.problem || asked.problem || (kind && sentence(kind.summary))}
      </p>
    </form>
  );
}
