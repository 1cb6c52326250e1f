// Files and texts that are dropped on a page, or pasted outside its fields.

import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../../api/asking";
import { listen } from "../../app/listen";
import { part } from "../../app/page";
import { complain } from "../../app/toasts";

/** Accept files and texts anywhere on the page. Returns whether something is dragged over it. */
export function useDrop(onFile: (file: File) => void, onText: (text: string) => void): boolean {
  const [isDragged, setDragged] = useState(false);
  const latest = useRef({ onFile, onText });
  latest.current = { onFile, onText };
  useEffect(() => {
    const take = (data: DataTransfer | null) => {
      const file = data?.files[0];
      const text = data?.getData("text/plain") || data?.getData("text/uri-list") || "";
      if (file) latest.current.onFile(file);
      else if (text.trim()) latest.current.onText(text);
      return Boolean(file || text.trim());
    };
    return listen({
      dragover(event) {
        event.preventDefault();
        setDragged(true);
      },
      dragleave: ({ relatedTarget }) => relatedTarget || setDragged(false),
      drop(event) {
        event.preventDefault();
        setDragged(false);
        take(event.dataTransfer);
      },
      paste(event) {
        const isInField = (event.target as Element).closest("input, textarea");
        if (!isInField && take(event.clipboardData)) event.preventDefault();
      },
    });
  }, []);
  return isDragged;
}

/** The cover of the page while something is dragged over it. */
export function Dropping({ isDragged }: { isDragged: boolean }) {
  return isDragged ? <div class="drop" aria-hidden="true">Drop it here to open it</div> : null;
}

/** Play a puzzle from a text or a file. Exported games are imported. */
export async function playGiven(given: string | File): Promise<void> {
  try {
    await (await part(() => import("./taking"))).take(given);
  } catch (error) {
    complain(sentence(error));
  }
}

/** Plays what is dropped on a page that has no other use for it. */
export function PlayDropped() {
  return <Dropping isDragged={useDrop((file) => void playGiven(file), (text) => void playGiven(text))} />;
}
