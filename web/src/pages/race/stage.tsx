// The race: the lanes side by side, the controls, and the results.

import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { EngineRun, RaceAnswer, Trace } from "../../api/answers";
import { Icon } from "../../app/icons";
import { type RaceClock, useClock } from "./clock";
import { Finish, hasArrived, ranked } from "./finish";
import { lengthOf, nextEvent } from "./frames";
import { Lane } from "./lane";

const USUAL_S = 30; // the initial duration of the longest record
const SLOWEST = 2; // events per second

interface Recorded extends EngineRun {
  trace: Trace;
}

export function Stage({ answer: { puzzle, runs } }: { answer: RaceAnswer }) {
  const recorded = useMemo(() => runs.filter((run): run is Recorded => run.trace !== null), [runs]);
  const end = Math.max(0, ...recorded.map(({ trace }) => lengthOf(trace)));
  const clock = useClock(end);
  const { now, isRunning, jump, run } = clock;
  const stage = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    clock.setSpeed(Math.max(SLOWEST, end / USUAL_S));
    run(end > 0);
    stage.current?.focus({ preventScroll: true });
    stage.current?.scrollIntoView({ block: "start" });
  }, []);
  const step = () => jump(nextEvent(recorded.map(({ trace }) => trace), now));
  const isOver = ({ trace }: EngineRun) => !trace || now >= lengthOf(trace);
  const arrived = ranked(runs).filter(hasArrived);
  const place = (each: EngineRun) => (hasArrived(each) ? ordinal(arrived.indexOf(each) + 1) : "");
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOwn = (event.target as Element).closest("button, input");
    const act = {
      " ": () => run(!isRunning), ArrowRight: step, Home: () => jump(0), End: () => jump(end),
      "+": () => clock.setSpeed(clock.speed * 2), "-": () => clock.setSpeed(Math.max(SLOWEST, clock.speed / 2)),
    }[event.key];
    if (!act || isOwn) return;
    event.preventDefault();
    act();
  };
  return (
    <section class="stage" ref={stage} tabIndex={-1} aria-label="The race" onKeyDown={press}>
      {end > 0 && <Controls clock={clock} end={end} onStep={step} onFull={() => fillScreen(stage.current)} />}
      <ul class="lanes">
        {recorded.map((each) => <Lane key={each.engine} puzzle={puzzle} run={each} trace={each.trace} now={now} place={place(each)} />)}
      </ul>
      <Finish runs={runs} isOver={isOver} />
      <p class="visually-hidden" role="status">{now >= end && "The race is over."}</p>
    </section>
  );
}

function fillScreen(stage: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void stage?.requestFullscreen?.().catch(() => undefined);
}

const ordinal = (n: number) => `${n}${["st", "nd", "rd"][n - 1] ?? "th"}`;

interface ControlsProps {
  clock: RaceClock;
  end: number;
  onStep(): void;
  onFull(): void;
}

function Controls({ clock: { now, isRunning, speed, setSpeed, run, jump }, end, onStep, onFull }: ControlsProps) {
  const isOver = now >= end;
  const most = Math.log2(Math.max(1000, end));
  const start = () => {
    if (isOver) jump(0);
    run(!isRunning || isOver);
  };
  return (
    <div class="row controls">
      <button class="primary" onClick={start}>
        <Icon name={isRunning ? "pause" : isOver ? "restart" : "play"} />
        {isRunning ? "Pause" : isOver ? "Again" : "Continue"}
      </button>
      <button class="icon-button" aria-label="From the start" title="From the start (Home)" onClick={() => jump(0)}><Icon name="first" /></button>
      <button class="icon-button" aria-label="One step" title="One step (→)" onClick={onStep}><Icon name="next" /></button>
      <button class="icon-button" aria-label="To the end" title="To the end (End)" onClick={() => jump(end)}><Icon name="last" /></button>
      <label class="speed">
        Speed
        <input type="range" min={1} max={most} step={0.25} value={Math.log2(speed)} aria-valuetext={`${Math.round(speed)} events a second`} onInput={(event) => setSpeed(2 ** Number(event.currentTarget.value))} />
        <output class="number">{Math.round(speed).toLocaleString("en")} a second</output>
      </label>
      <span class="events number">{Math.floor(now).toLocaleString("en")} <span class="soft">of {end.toLocaleString("en")} events</span></span>
      {document.fullscreenEnabled && (
        <button class="quiet icon-button" aria-label="Full screen" title="Full screen" onClick={onFull}><Icon name="full" /></button>
      )}
    </div>
  );
}
