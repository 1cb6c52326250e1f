// The techniques that the player has practiced, with their signs.

import { useAnswer } from "../../api/asking";
import { capital } from "../../model/words";
import { learned, solvedOf } from "../../store/learned";
import { catalog } from "../learn/catalog";
import { TechniqueSign } from "../learn/sign";
import "../learn/learn.css";

const MASTERED = 3; // drills that were solved without help

export function Mastered() {
  const { answer: all } = useAnswer("techniques", catalog);
  if (!all) return null; // without a server, the page has no signs
  const { lessons } = learned();
  const begun = all.map((each) => ({ ...each, nRight: solvedOf(each).length })).filter(({ name, nRight }) => nRight > 0 || lessons.includes(name));
  const mastered = begun.filter(({ nRight }) => nRight >= MASTERED);
  const started = begun.filter(({ nRight }) => nRight < MASTERED);
  return (
    <section aria-labelledby="techniques">
      <div class="row heading spread">
        <h2 id="techniques">Techniques</h2>
        <a class="button quiet" href="learn">The course</a>
      </div>
      {!begun.length && <p class="soft">Read a lesson and solve its drills. {MASTERED} right answers master a technique, and its sign appears here.</p>}
      {mastered.length > 0 && <Signs title={`Mastered: ${mastered.length} of ${all.length}`} of={mastered} />}
      {started.length > 0 && <Signs title="Begun" of={started} />}
    </section>
  );
}

function Signs({ title, of }: { title: string; of: readonly (Parameters<typeof TechniqueSign>[0] & { name: string; title: string; nRight: number })[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul class="signs">
        {of.map(({ name, title: words, sign, nRight }) => (
          <li key={name}>
            <a href={`learn/${name}`}>
              <TechniqueSign sign={sign} />
              <span>{capital(words)}</span>
              {nRight < MASTERED && <small class="soft">{nRight} of {MASTERED} drills</small>}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
