// Short messages at the edge of the page, read out by screen readers.

import { useEffect, useState } from "preact/hooks";

interface Toast {
  id: number;
  text: string;
  isError: boolean;
}

const SHOWN_MS = 6000;
let last = 0;
let show: (toast: Toast) => void = () => {};

/** Say something that needs no answer: "Link copied." */
export function say(text: string): void {
  show({ id: ++last, text, isError: false });
}

/** Say what went wrong, and the way out. */
export function complain(text: string): void {
  show({ id: ++last, text, isError: true });
}

export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  useEffect(() => {
    show = (toast) => {
      setToasts((before) => [...before.slice(-2), toast]);
      setTimeout(() => setToasts((before) => before.filter((each) => each.id !== toast.id)), SHOWN_MS);
    };
  }, []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.id} class={toast.isError ? "toast error" : "toast"}>{toast.text}</p>
      ))}
    </div>
  );
}
