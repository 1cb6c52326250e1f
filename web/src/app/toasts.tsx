// Short messages in the bar above the page, announced by screen readers. They never cover a board, a
// keypad or tools, and only their buttons react to the pointer.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { Icon } from "./icons";

/** A button of a message: "Undo", "Reload". */
export interface Offer {
  name: string;
  act(): void;
}

interface Toast {
  id: number;
  text: string;
  isError: boolean;
  offer: Offer | undefined;
}

const SHOWN_MS = 6000;
const OFFERED_MS = 15000; // time to read a message and to reach its button by keyboard
const MOST = 3; // messages that wait behind the current one
let last = 0;
let toasts: readonly Toast[] = []; // messages may be shown before a place for them exists
const places = new Set<() => void>();

function change(after: readonly Toast[]): void {
  toasts = after;
  for (const show of places) show();
}

const drop = (id: number) => change(toasts.filter((each) => each.id !== id));

/** Show a message: "Link copied." With `offer`, the message has a button. */
export function say(text: string, offer?: Offer, isError = false): void {
  const toast = { id: ++last, text, isError, offer };
  change([...toasts.filter((each) => each.text !== text).slice(1 - MOST), toast]);
  setTimeout(() => drop(toast.id), offer ? OFFERED_MS : SHOWN_MS);
}

/** Show an error with a way out. */
export function complain(text: string, offer?: Offer): void {
  say(text, offer, true);
}

/**
 * A place for messages: the bar of the page, or the head of a game if the bar is hidden. All places have the same
 * messages, and the style sheet shows one place.
 */
export function Toasts() {
  const [, render] = useState({});
  const [whole, setWhole] = useState("");
  useEffect(() => {
    const show = () => render({});
    places.add(show);
    show();
    return () => void places.delete(show);
  }, []);
  return (
    <>
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map((toast) => <Shown key={toast.id} toast={toast} onMore={() => setWhole(toast.text)} />)}
      </div>
      <Dialog title="Message" isOpen={whole !== ""} onClose={() => setWhole("")}><p class="toast-whole">{whole}</p></Dialog>
    </>
  );
}

function Shown({ toast: { id, text, isError, offer }, onMore }: { toast: Toast; onMore(): void }) {
  const words = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
    setCut(scrollHeight > clientHeight + 1);
  }, []);
  const take = () => {
    drop(id);
    offer?.act();
  };
  return (
    <div class={isError ? "toast error" : "toast"}>
      <span ref={words} class="toast-words">{text}</span>
      {isCut && <button class="toast-offer" onClick={onMore}>More</button>}
      {offer && <button class="toast-offer" onClick={take}>{offer.name}</button>}
      <button class="icon-button" aria-label="Dismiss" onClick={() => drop(id)}><Icon name="close" size={16} /></button>
    </div>
  );
}
