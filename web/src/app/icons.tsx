// Icons in the color of the text. An icon is decoration, and the button around it has a label.

/**
 * The file with the drawings, or "" if they are in the document itself. Set in Vite's
 * configuration.
 */
declare const __ICONS__: string;

/** The drawings in `public/icons.svg` other than the mark. */
export const ICONS = [
  "auto", "back", "check", "clock", "close", "copy", "download", "erase", "eye", "fill", "first",
  "flag", "full", "help", "hint", "home", "keyboard", "last", "learn", "link", "make", "menu", "moon",
  "more", "next", "pause", "play", "previous", "print", "race", "redo", "restart", "settings", "share",
  "stop", "sun", "undo", "upload",
  "mode-digit", "mode-corner", "mode-center", "mode-color", "mode-letter", "mode-pen",
] as const;

export type IconName = (typeof ICONS)[number];

/** An icon; `size` is in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <use href={`${__ICONS__}#${name}`} />
    </svg>
  );
}

/** The mark of pandoku. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <use href={`${__ICONS__}#mark`} />
    </svg>
  );
}
