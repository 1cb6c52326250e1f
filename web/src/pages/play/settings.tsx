// The preferences of the player, stored in this browser.

import { Dialog } from "../../app/dialog";
import { type Check, CHECKS } from "../../game/checks";
import { usePreference } from "../../store/preferences";

const WORDS: Record<Check, string> = { off: "None", conflicts: "Broken rules", solution: "All wrong digits" };
const TICKS = [
  ["tidy", "A digit removes the marks that it rules out"],
  ["timer", "Show the time"],
  ["peers", "Shade what the selected cell sees"],
  ["same", "Highlight the same digit"],
  ["digitFirst", "Digit first: choose a digit, then press cells"],
  ["places", "Candidates in fixed places, up to 9×9"],
  ["letters", "Letters on colors"],
  ["beginner", "Hints for beginners: steps with few notes first"],
  ["sound", "Sounds"],
] as const;

export function Settings({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const [check, setCheck] = usePreference("check");
  return (
    <Dialog title="Settings" isOpen={isOpen} onClose={onClose}>
      <fieldset>
        <legend>Show mistakes at once</legend>
        <div class="choices">
          {CHECKS.map((each) => (
            <label key={each}>
              <input type="radio" name="check" checked={check === each} onChange={() => setCheck(each)} />
              {WORDS[each]}
            </label>
          ))}
        </div>
      </fieldset>
      {TICKS.map(([name, words]) => <Tick key={name} name={name} words={words} />)}
    </Dialog>
  );
}

function Tick({ name, words }: { name: (typeof TICKS)[number][0]; words: string }) {
  const [isOn, set] = usePreference(name);
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
      {words}
    </label>
  );
}
