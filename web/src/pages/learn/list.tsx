// All techniques in order of difficulty, with the course before them.

import type { TechniqueAnswer } from "../../api/answers";
import { Icon } from "../../app/icons";
import { Refused } from "../../app/refused";
import { go } from "../../app/router";
import { capital } from "../../model/words";
import { useAnswer } from "../../api/asking";
import { solvedOf } from "../../store/learned";
import { catalog } from "./catalog";
import { CoursePanel } from "./course";
import { TechniqueSign } from "./sign";

const MOST_OPEN = 12; // techniques that are listed at once on a phone

const isWide = () => matchMedia("(min-width: 40rem)").matches;

const FILTERS: readonly [needs: string, title: string][] = [
  ["", "All"],
  ["plain", "Without cages"],
  ["cages", "With cages"],
];

export function List({ query }: { query: URLSearchParams }) {
  const asked = useAnswer("techniques", catalog);
  const { answer: all, problem } = asked;
  const [words, needs] = [query.get("find") ?? "", query.get("for") ?? ""];

  const filter = (changes: { find?: string; for?: string }) => {
    const next = new URLSearchParams(Object.entries({ find: words, for: needs, ...changes }).filter(([, value]) => value));
    go(next.size ? `learn?${next}` : "learn", { replace: true });
  };
  if (problem) return <Refused title="Learn" asked={asked} />;
  if (!all) return <p class="loading" aria-live="polite">Loading…</p>;
  const shown = all.filter((each) => suits(each, words, needs));
  return (
    <div class="learn">
      <header class="learn-head">
        <h1>Learn</h1>
        <p class="soft">
          {all.length} techniques, from the first ones you need to the last resorts. Each has an example, a near miss and
          boards to practice on.
        </p>
      </header>
      {!words && !needs && <CoursePanel />}
      <section aria-labelledby="all-techniques">
        <h2 id="all-techniques">All techniques</h2>
        <div class="learn-filter" role="search">
          <input
            type="search"
            value={words}
            placeholder="Find: wing, pair, sum…"
            aria-label="Find a technique"
            onInput={(event) => filter({ find: event.currentTarget.value })}
          />
          <div class="row" role="group" aria-label="Which puzzles">
            {FILTERS.map(([value, title]) => (
              <button key={value} aria-pressed={needs === value} onClick={() => filter({ for: value })}>{title}</button>
            ))}
          </div>
        </div>
        <p class="visually-hidden" role="status">{shown.length} techniques</p>
        {[...new Set(shown.map((each) => each.level))].map((level) => (
          <Group key={level} level={level} of={shown.filter((each) => each.level === level)} isOpen={isWide() || shown.length <= MOST_OPEN} />
        ))}
        {!shown.length && (
          <p>
            No technique has “{words}” in its names. <button class="quiet" onClick={() => filter({ find: "", for: "" })}>Show all</button>
          </p>
        )}
      </section>
    </div>
  );
}

function suits(each: TechniqueAnswer, words: string, needs: string): boolean {
  if (needs && (each.needs === "cages") !== (needs === "cages")) return false;
  const known = [each.title, each.name, each.family, ...each.aliases, each.summary].join(" ").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => known.includes(word));
}

/** The techniques of a level. On a phone, they are listed after a press on their heading. */
function Group({ level, of, isOpen }: { level: string; of: readonly TechniqueAnswer[]; isOpen: boolean }) {
  return (
    <details class="group" open={isOpen}>
      <summary><h3>{capital(level)} <span class="soft">{of.length}</span></h3></summary>
      <ul class="cards">
        {of.map((each) => (
          <li key={each.name}>
            <a class="card" href={`learn/${each.name}`}>
              <TechniqueSign sign={each.sign} />
              <span class="card-text">
                <strong>{capital(each.title)}</strong>
                <span class="card-line">{each.summary}</span>
                <small>
                  {each.score > 0 ? each.score.toFixed(1) : each.level}
                  {each.needs !== "every puzzle" && ` · ${each.needs}`}
                  {solvedOf(each).length ? <span class="card-done"> · <Icon name="check" size={14} /> practiced</span> : null}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
