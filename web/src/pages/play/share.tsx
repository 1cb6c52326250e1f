// A link that holds the puzzle: shared by the system, copied, or shown to be copied by hand.

import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../app/dialog";
import type { PuzzleDocument } from "../../model/puzzle";

/** The address at which a puzzle is played. */
export function addressOf({ link }: Pick<PuzzleDocument, "link">): string {
  return new URL(`play?p=${encodeURIComponent(link)}`, document.baseURI).href;
}

interface Props {
  puzzle: PuzzleDocument;
  isOpen: boolean;
  onClose(): void;
}

export function ShareDialog({ puzzle, isOpen, onClose }: Props) {
  const [state, setState] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const address = addressOf(puzzle);
  useEffect(() => setState(""), [isOpen]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setState("Copied.");
    } catch {
      field.current?.select();
      setState("The link is selected: press Ctrl+C.");
    }
  };
  const share = () => {
    navigator.share({ title: puzzle.title || "A puzzle", url: address }).catch(() => undefined);
  };
  return (
    <Dialog title="Share this puzzle" isOpen={isOpen} onClose={onClose}>
      <p>The link holds the puzzle itself, without what you have filled in.</p>
      <label class="visually-hidden" for="address">Link to this puzzle</label>
      <input id="address" ref={field} class="wide" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      <div class="row buttons">
        <button class="primary" onClick={copy}>Copy the link</button>
        {"share" in navigator && <button onClick={share}>Share…</button>}
      </div>
      <p role="status" class="soft">{state}</p>
    </Dialog>
  );
}
