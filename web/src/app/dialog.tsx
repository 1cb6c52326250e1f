// A dialog: centered on a desktop, and a sheet from below on a phone. The browser's
// <dialog> keeps the focus inside, closes with Escape and restores the focus.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called when the user closes it with Escape, the button, or a press outside. */
  onClose(): void;
  /** An additional class for width and layout. */
  class?: string;
  children: ComponentChildren;
}

export function Dialog({ title, isOpen, onClose, children, ...rest }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  const pressBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    <dialog ref={dialog} class={`sheet ${rest.class ?? ""}`} aria-label={title} onClose={onClose} onClick={pressBeside}>
      {isOpen && (
        <div class="sheet-body">
          <header class="sheet-head">
            <h2>{title}</h2>
            <button class="quiet icon-button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
