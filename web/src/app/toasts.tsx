// Short messages at the edge of the page, read out by screen readers.

import { useEffect, useState } from "preact/hooks";
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
let last = 0;
const early: Toast[] = []; // said before there is a place for it
let show = (toast: Toast): void => void early.push(toast);

/** Say something that needs no answer: "Link copied."; an offer adds a button. */
export function say(text: string, offer?: Offer, isError = false): void {
  show({ id: ++last, text, isError, offer });
}

/** Say what went wrong, and the way out. */
export function complain(text: string, offer?: Offer): void {
  say(text, offer, true);
}

export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const drop = (id: number) => setToasts((before) => before.filter((each) => each.id !== id));
  useEffect(() => {
    show = (toast) => {
      setToasts((before) => [...before.filter((each) => each.text !== toast.text).slice(-2), toast]);
      setTimeout(() => drop(toast.id), toast.offer ? OFFERED_MS : SHOWN_MS);
    };
    early.splice(0).forEach(show);
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => <Shown key={toast.id} toast={toast} drop={() => drop(toast.id)} />)}
    </div>
  );
}

function Shown({ toast: { text, isError, offer }, drop }: { toast: Toast; drop(): void }) {
  const take = () => {
    drop();
    offer?.act();
  };
  return (
    <div class={isError ? "toast error" : "toast"}>
      <span>{text}</span>
      {offer && <button class="toast-offer" onClick={take}>{offer.name}</button>}
      <button class="icon-button" aria-label="Dismiss" onClick={drop}><Icon name="close" size={16} /></button>
    </div>
  );
}
