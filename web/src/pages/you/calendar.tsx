// A calendar of the daily puzzles. A press on a day shows its puzzles, which can still be played.

import { useRef, useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import type { Saved } from "../../store/store";
import { DAILY_KINDS, gameOn } from "../home/days";
import { Dailies } from "../home/daily";
import { dayLater, dayOf, dayText } from "../home/texts";
import { later, monthOf, weeksOf } from "./months";

const FIRST = "2020-01-01"; // the calendar begins here
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface Props {
  saved: readonly Saved[];
  onOpened(opened: OpenAnswer, difficulty?: string): void;
  onResume(id: string): void;
}

export function Calendar(props: Props) {
  const today = dayOf(new Date());
  const [day, setDay] = useState(today);
  const grid = useRef<HTMLTableElement>(null);
  const isOpen = (each: string) => each >= FIRST && each <= today;
  const month = monthOf(day);
  const turn = (by: number) => {
    const [year, number] = later(month, by);
    const first = dayOf(new Date(year, number, 1));
    setDay(first > today ? today : first);
  };
  const move = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = dayLater(day, by);
    if (!isOpen(next)) return;
    setDay(next);
    // The day may be in another month, which is shown first.
    setTimeout(() => grid.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus());
  };
  const name = dayText(day, { month: "long", year: "numeric" });
  return (
    <section class="panel calendar" aria-labelledby="calendar">
      <div class="row spread">
        <h2 id="calendar">Daily puzzles</h2>
        <div class="row month">
          <button class="quiet icon-button" aria-label="Previous month" disabled={!isOpen(dayLater(`${day.slice(0, 7)}-01`, -1))} onClick={() => turn(-1)}><Icon name="previous" /></button>
          <span aria-live="polite">{name}</span>
          <button class="quiet icon-button" aria-label="Next month" disabled={day.slice(0, 7) >= today.slice(0, 7)} onClick={() => turn(1)}><Icon name="next" /></button>
        </div>
      </div>
      <div class="calendar-parts">
        <table ref={grid} onKeyDown={move} aria-label={name}>
          <thead><tr>{WEEKDAYS.map((each) => <th key={each} scope="col"><abbr title={each}>{each.slice(0, 2)}</abbr></th>)}</tr></thead>
          <tbody>
            {weeksOf(month).map((week, at) => (
              <tr key={at}>{week.map((each, weekday) => <td key={weekday}>{each && <Day day={each} saved={props.saved} isOpen={isOpen(each)} isChosen={each === day} isToday={each === today} onChoose={() => setDay(each)} />}</td>)}</tr>
            ))}
          </tbody>
        </table>
        <div class="calendar-day">
          <h3>{day === today ? "Today" : dayText(day, { weekday: "long", month: "long", day: "numeric" })}</h3>
          <Dailies key={day} day={day} {...props} />
        </div>
      </div>
    </section>
  );
}

interface DayProps {
  day: string;
  saved: readonly Saved[];
  isOpen: boolean;
  isChosen: boolean;
  isToday: boolean;
  onChoose(): void;
}

/** A day with a mark for each puzzle that was begun or solved. The variant is marked on its Monday. */
function Day({ day, saved, isOpen, isChosen, isToday, onChoose }: DayProps) {
  const marks = DAILY_KINDS.flatMap((kind) => {
    const game = gameOn(saved, day, kind);
    const isHere = game?.puzzle.line.includes(day);
    return game && isHere ? [{ kind, isSolved: game.isSolved && !game.isRevealed }] : [];
  });
  const told = marks.map(({ kind, isSolved }) => `, ${kind} ${isSolved ? "solved" : "started"}`).join("");
  return (
    <button
      class="quiet calendar-button" disabled={!isOpen} tabIndex={isChosen ? 0 : -1} aria-pressed={isChosen} onClick={onChoose}
      aria-current={isToday ? "date" : undefined} aria-label={`${dayText(day, { month: "long", day: "numeric" })}${told}`}
    >
      <span>{Number(day.slice(8))}</span>
      <span class="calendar-marks">{marks.map(({ kind, isSolved }) => <i key={kind} class={isSolved ? "solved" : ""} />)}</span>
    </button>
  );
}
