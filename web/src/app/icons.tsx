// Icons: strokes on a grid of 24, in the colour of the text. An icon is decoration; the button
// around it has the words.

const STROKES = {
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  back: "M19 12H5m6-6-6 6 6 6",
  check: "m5 12.5 4.5 4.5L19 7.5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11m-5-4.5 5 4.5 5-4.5M5 20h14",
  erase: "M9 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H9l-6-7zM12 9.5l5 5m0-5-5 5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  fill: "M4 4h16v16H4zM8 8v.01M12 8v.01M16 8v.01M8 12v.01M12 12v.01M16 12v.01M8 16v.01M12 16v.01M16 16v.01",
  first: "M18 6l-7 6 7 6M6 6v12",
  flag: "M6 21V4m0 1h11l-2 4 2 4H6",
  full: "M9 4H4v5M15 4h5v5M20 15v5h-5M4 15v5h5",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.8M12 16.5v.01",
  hint: "M9.5 18h5M10.5 21h3M8.5 15c-1.5-1.2-2.5-3-2.5-5a6 6 0 0 1 12 0c0 2-1 3.8-2.5 5-.6.5-1 1.2-1 2v1h-5v-1c0-.8-.4-1.5-1-2z",
  home: "m4 11 8-7 8 7v9h-5v-6H9v6H4z",
  keyboard: "M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M17.5 10v.01M8 14.5h8",
  last: "m6 6 7 6-7 6M18 6v12",
  learn: "M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zm0 0V20",
  link: "M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7L12 17.7",
  make: "M12 3v4m0 10v4M3 12h4m10 0h4M6 6l2.5 2.5m7 7L18 18M18 6l-2.5 2.5m-7 7L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  next: "m9 5 7 7-7 7",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5v15l12.5-7.5z",
  previous: "m15 5-7 7 7 7",
  print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
  race: "M5 21V4m0 0h14v9H5M9.7 4v9M14.3 4v9M5 8.5h14",
  redo: "M19 9H9.5a5 5 0 0 0 0 10H14m5-10-4-4m4 4-4 4",
  restart: "M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5",
  settings: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  share: "M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8",
  stop: "M6 6h12v12H6z",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7",
  undo: "M5 9h9.5a5 5 0 0 1 0 10H10M5 9l4-4M5 9l4 4",
  upload: "M12 16V5m-5 4.5L12 5l5 4.5M5 20h14",
} as const;

export type IconName = keyof typeof STROKES;

/** Icons that are surfaces rather than strokes. */
const FILLED = new Set<IconName>(["play", "stop"]);

/** An icon; `size` is in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={FILLED.has(name) ? "currentColor" : "none"}
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={STROKES[name]} />
    </svg>
  );
}

/** The mark of pandoku: a panda in the nine cells of a box. `public/icon.svg` is the same. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg class="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect class="mark-paper" x="2" y="2" width="28" height="28" rx="7" />
      <path d="M2 11V9A7 7 0 0 1 9 2H11V7A4 4 0 0 1 7 11zM30 11V9A7 7 0 0 0 23 2H21V7A4 4 0 0 0 25 11z" />
      <path class="mark-grid" d="M11.3 3V29M20.7 3V29M3 11.3H29M3 20.7H29" />
      <ellipse cx="8.5" cy="16" rx="2.7" ry="3.4" transform="rotate(25 8.5 16)" />
      <ellipse cx="23.5" cy="16" rx="2.7" ry="3.4" transform="rotate(-25 23.5 16)" />
      <path class="mark-nose" d="M13.6 23.2h4.8c.6 0 .8.6.4 1l-2 2c-.4.4-1.2.4-1.6 0l-2-2c-.4-.4-.2-1 .4-1z" />
      <rect class="mark-edge" x="2" y="2" width="28" height="28" rx="7" />
    </svg>
  );
}
