// A path, one view at a time: a picture, a text that highlights parts of the picture, and buttons
// for forward and back. The address has the id of the view, so that a link leads to a step.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ExplainAnswer } from "../../api/answers";
import { go } from "../../app/router";
import { Icon } from "../../app/icons";
import { listen } from "../../app/listen";
import { count as counted, sizedKind } from "../../model/words";
import { PictureView } from "../../picture/figure";
import type { Lit } from "../../picture/layers";
import { boardAfter, codeOf, digitsAfter } from "./boards";
import { Controls } from "./controls";
import { usePictures } from "./pictures";
import { usePrint } from "./print";
import { Rail } from "./rail";
import { playFrom } from "./start-game";
import { useSwipe } from "./swipe";
import { progressOf, viewAt, viewsOf } from "./views";
import { ViewText } from "./words";

interface WalkProps {
  link: string;
  query: URLSearchParams;
  request: Record<string, unknown>;
  answer: ExplainAnswer;
}

const NEXT = ["ArrowRight", "j"];
const BACK = ["ArrowLeft", "k"];
// Elements that handle arrow keys themselves.
const FIELDS = "input:not([type=checkbox]), select, textarea, dialog";

export function Walk({ link, query, request, answer }: WalkProps) {
  const isFolded = query.get("all") === null;
  const views = useMemo(() => viewsOf(answer, isFolded), [answer, isFolded]);
  const step = query.get("step") ?? "0";
  const at = viewAt(views, step);
  const view = views[at]!;
  const chosen = view.steps.length === 1 ? view.steps[0] : view.steps.find((each) => `${each.number}` === step);
  const count = answer.steps.length;
  const pictures = usePictures(request, count);
  const [lit, setLit] = useState<Lit[] | null>(null);
  const text = useRef<HTMLDivElement>(null);

  const addressOf = (changes: Record<string, string | null>): string => {
    const next = new URLSearchParams(query);
    next.set("p", link);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return `explain?${next}`;
  };
  const show = (id: string) => {
    setLit(null);
    go(addressOf({ step: id }), { replace: true });
  };
  const goTo = (to: number) => {
    const target = views[Math.max(0, Math.min(views.length - 1, to))];
    if (target && target.id !== step) show(target.id);
  };
  const first = chosen ?? view.steps[0];
  const wanted = first?.number;
  useEffect(() => {
    if (wanted !== undefined && !pictures.problem) pictures.want(wanted);
  }, [wanted, request, count, pictures.problem]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest(FIELDS)) return;
      const lines = [...(text.current?.querySelectorAll<HTMLElement>("[data-line], .line[tabindex]") ?? [])];
      const line = lines.indexOf(document.activeElement as HTMLElement);
      if (NEXT.includes(event.key)) goTo(at + 1);
      else if (BACK.includes(event.key)) goTo(at - 1);
      else if (event.key === "Home") goTo(0);
      else if (event.key === "End") goTo(views.length - 1);
      else if (event.key === "ArrowDown" && lines[line + 1]) lines[line + 1]!.focus();
      else if (event.key === "ArrowUp" && lines[line - 1]) lines[line - 1]!.focus();
      else return;
      event.preventDefault();
    };
    return listen({ keydown: press });
  });

  const swipe = useSwipe((by) => goTo(at + by));
  const print = usePrint(answer, pictures);
  const picture = chosen ? pictures.of(chosen.number) : boardAfter(answer, view);
  const { puzzle } = answer;
  const done = first ? first.number - 1 : view.kind === "end" ? count : 0;
  return (
    <article class="walk">
      <header class="walk-head">
        <h1>{puzzle.title || sizedKind(puzzle.about)}</h1>
        <p class="soft">
          {[puzzle.title && sizedKind(puzzle.about), answer.rating?.text, counted(count, "step")].filter(Boolean).join(" · ")}
        </p>
        <div class="row walk-actions">
          <button onClick={() => void playFrom(answer, done)}><Icon name="play" /> <span>Play from here</span></button>
          <button onClick={print.start} disabled={print.isBusy}><Icon name="print" /> <span>{print.isBusy ? "Drawing…" : "Print"}</span></button>
        </div>
      </header>
      <Rail views={views} at={at} count={count} hardest={answer.hardest} onGo={goTo} />
      <div class="walk-body">
        <div class="walk-picture" {...swipe}>
          {picture ? (
            <PictureView picture={picture} lit={lit} />
          ) : pictures.problem ? (
            <div class="notice error" role="alert">
              <p>{pictures.problem}</p>
              <button onClick={pictures.retry}>Try again</button>
            </div>
          ) : (
            <div class="walk-waiting" aria-hidden="true" />
          )}
        </div>
        <div class="walk-text" ref={text}>
          <ViewText
            answer={answer}
            view={view}
            chosen={chosen}
            onLight={setLit}
            onShow={show}
            onContinue={() => go(addressOf({ at: codeOf(digitsAfter(answer, answer.steps)), step: null }))}
            hrefOf={(number) => addressOf({ step: `${number}` })}
          />
        </div>
      </div>
      <Controls
        answer={answer}
        query={query}
        place={progressOf(view, count)}
        at={at}
        last={views.length - 1}
        onGo={goTo}
        onHardest={() => show(`${answer.hardest}`)}
        onChange={(changes) => go(addressOf(changes), { replace: true })}
      />
      <p class="visually-hidden" role="status">{progressOf(view, count)}. {view.steps.length ? view.title : ""}</p>
      {print.handout}
    </article>
  );
}
