// Links that contain the puzzle: one to this page, and one for each program that can open it.

import { useEffect, useRef, useState } from "preact/hooks";
import type { LinkOffered, ShareAnswer } from "../../api/answers";
import { sentence, useAnswer } from "../../api/asking";
import { call } from "../../api/client";
import { Dialog } from "../../app/dialog";
import { Icon } from "../../app/icons";
import { urlOf } from "../../app/router";
import { Waiting } from "../../app/waiting";
import type { PuzzleDocument } from "../../model/puzzle";
import { sizedKind } from "../../model/words";
import { download, fileName } from "../home/download";

/** The address at which a puzzle is played. */
export function addressOf({ link }: Pick<PuzzleDocument, "link">): string {
  return urlOf(`play?p=${encodeURIComponent(link)}`).href;
}

interface Props {
  puzzle: PuzzleDocument;
  /** Whether a part of the puzzle is in fog and must not be revealed. */
  isSecret?: boolean;
  isOpen: boolean;
  onClose(): void;
}

export function ShareDialog({ puzzle, isSecret = false, isOpen, onClose }: Props) {
  const [state, setState] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState("");
  const own = addressOf(puzzle);
  const address = shown || own;
  useEffect(() => {
    setState("");
    setShown("");
  }, [isOpen]);
  // If the browser cannot copy a link, the link is shown, so that the player can copy it by hand.
  useEffect(() => {
    if (shown) field.current?.select();
  }, [shown]);
  const digits = puzzle.order < 10 ? puzzle.givens.map((given) => given || ".").join("") : "";
  const isWhole = !puzzle.cages.length && !puzzle.constraints?.length;
  const copy = async (link: string, words: string) => {
    try {
      await navigator.clipboard.writeText(link);
      setShown("");
      setState(words);
    } catch {
      setShown(link);
      field.current?.select();
      setState("It is selected: press Ctrl+C.");
    }
  };
  const share = () => {
    navigator.share({ title: puzzle.title || "A puzzle", url: own }).catch(() => undefined);
  };
  return (
    <Dialog title="Share this puzzle" isOpen={isOpen} onClose={onClose} class="share">
      <p>The link contains the puzzle, but not what you have filled in.</p>
      <label class="visually-hidden" for="address">Link to this puzzle</label>
      <input id="address" ref={field} class="wide" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <div class="row buttons">
        <button class="primary" onClick={() => copy(own, "Copied.")}>Copy the link</button>
        {digits && !isSecret && <button onClick={() => copy(digits, isWhole ? "The digits are copied." : "The digits are copied, without the other rules.")}>Copy the digits</button>}
        <button onClick={() => download(fileName(puzzle.title || sizedKind(puzzle.about), "json"), `${puzzle.line}\n`, "application/json")}>Save a file</button>
        {"share" in navigator && <button onClick={share}>Share…</button>}
      </div>
      <p role="status" class="soft">{state}</p>
      {isOpen && <Programs puzzle={puzzle} isSecret={isSecret} onCopy={({ link, program }) => copy(link, `The link for ${program} is copied.`)} />}
    </Dialog>
  );
}

interface ProgramsProps extends Pick<Props, "puzzle" | "isSecret"> {
  onCopy(offered: LinkOffered): Promise<void>;
}

/**
 * A line for each program that opens links, with buttons to copy or open the link, or the reason
 * why there is no link.
 */
function Programs({ puzzle: { line }, isSecret, onCopy }: ProgramsProps) {
  const { answer, problem, retry } = useAnswer(line, (signal) => call<ShareAnswer>("share", { puzzle: line }, signal));
  const [copied, setCopied] = useState("");
  const wordsOn = (offered: LinkOffered) => (isSecret && offered.why_not ? "Not all of this puzzle fits in its links." : lossesOf(offered));
  const copy = (offered: LinkOffered) => void onCopy(offered).then(() => setCopied(offered.format));
  return (
    <section class="programs" aria-labelledby="programs">
      <h3 id="programs">Open it in another program</h3>
      {problem && <p class="notice" role="alert">{problem} <button onClick={retry}>Try again</button></p>}
      {!answer && !problem && <p class="loading"><Waiting words="Making links…" /></p>}
      <ul>
        {answer?.links.map((each) => (
          <li key={each.format}>
            <span class="program">
              <strong>{each.program}</strong>
              {wordsOn(each) && <span class="soft small" id={`about-${each.format}`}>{wordsOn(each)}</span>}
            </span>
            <button
              aria-label={`Copy the link for ${each.program}`} disabled={!each.link}
              aria-describedby={wordsOn(each) ? `about-${each.format}` : undefined} onClick={() => copy(each)}
            >
              <Icon name={copied === each.format ? "check" : "copy"} /> Copy
            </button>
            {each.link && (
              <a class="button" href={each.link} target="_blank" rel="noopener noreferrer" aria-label={`Open in ${each.program}, in a new tab`}>Open</a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reason why there is no link, or the data that the link leaves out, or "". */
function lossesOf({ why_not: reason, left_out: lost }: LinkOffered): string {
  if (reason) return sentence(reason);
  const names = lost.filter((name) => name === "title" || name === "author");
  return names.length ? `Without the ${names.join(" and the ")}.` : "";
}
