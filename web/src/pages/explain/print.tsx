// The path on paper: all views in columns, with pictures of the important steps. It is made on
// demand, because a long path has megabytes of pictures.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ExplainAnswer } from "../../api/answers";
import { complain } from "../../app/toasts";
import { stopped, sizedKind } from "../../model/words";
import { Boards, Drawn } from "../../picture/figure";
import { boardAfter } from "./boards";
import type { Pictures } from "./pictures";
import { conclusionOf, type View, viewsOf } from "./views";

/** Prints a path. Place `handout` anywhere on the page, because it is only visible in print. */
export function usePrint(answer: ExplainAnswer, pictures: Pictures): { start(): void; isBusy: boolean; handout: ComponentChildren } {
  const [state, setState] = useState<"idle" | "drawing" | "ready">("idle");
  const views = viewsOf(answer, true);

  useEffect(() => {
    if (state !== "ready") return;
    print();
    setState("idle");
  }, [state]);

  async function start() {
    setState("drawing");
    try {
      await pictures.all(views.filter((view) => view.kind === "step").map((view) => view.steps[0]!.number));
      setState("ready");
    } catch (error) {
      setState("idle");
      complain((error as Error).message);
    }
  }

  return {
    start: () => void start(),
    isBusy: state !== "idle",
    handout: state === "ready" && (
      <div class={`handout${answer.puzzle.cages.length || answer.puzzle.order > 9 ? " wide" : ""}`}>
        {views.map((view) => <Section key={view.id} answer={answer} view={view} pictures={pictures} />)}
      </div>
    ),
  };
}

function Section({ answer, view, pictures }: { answer: ExplainAnswer; view: View; pictures: Pictures }) {
  const [first, last] = [view.steps[0], view.steps.at(-1)];
  if (view.kind === "step" && first) {
    const picture = pictures.of(first.number);
    return (
      <section>
        <h2>{first.number}. {view.title}</h2>
        {picture && <Drawn picture={picture} />}
        <Boards pictures={picture?.boards} />
        <p>{first.text.join(" ")}</p>
      </section>
    );
  }
  if (view.kind === "routine") {
    return (
      <section>
        <h2>{first!.number}–{last!.number}. {view.title}</h2>
        <p>{view.steps.map(conclusionOf).join(", ")}.</p>
      </section>
    );
  }
  return (
    <section class={view.kind}>
      <h2>{view.kind === "start" ? answer.puzzle.title || sizedKind(answer.puzzle.about) : view.title}</h2>
      <Drawn picture={boardAfter(answer, view)} />
      <p>{view.kind === "end" ? stopped(answer.missing || answer.summary) : answer.rating?.text}</p>
    </section>
  );
}
