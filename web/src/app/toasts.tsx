// Short messages in the bar above the page, read out by screen readers. They never lie over a board, a
// keypad or tools, and only their buttons take the pointer: a press beside them reaches what is there.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog";
import { Icon } from "./icons";

/** What a message offers: "Undo", "Reload". */
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
const OFFERED_MS = 15000; // time to read it and to get there by keyboard
const MOST = 3; // wait for their turn behind the last one
let last = 0;
let toasts: readonly Toast[] = []; // also those said before there is a place for them
const places = new Set<() => void>();

function change(after: readonly Toast[]): void {
  toasts = after;
  for (const show of places) show();
}

const drop = (id: number) => change(toasts.filter((each) => each.id !== id));

/** Say something that needs no answer: "Link copied."; an offer adds a button. */
export function say(text: string, offer?: Offer, isError = false): void {
  const toast = { id: ++last, text, isError, offer };
  change([...toasts.filter((each) => each.text !== text).slice(1 - MOST), toast]);
  setTimeout(() => drop(toast.id), offer ? OFFERED_MS : SHOWN_MS);
}

/** Say what went wrong, and the way out. */
export function complain(text: string, offer?: Offer): void {
  say(text, offer, true);
}

/**
 * A place for messages: the bar of the page, and the head of a game where the bar is hidden. All places have the same
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
