// The messages between the page and the worker with Python.

import type { StartFailure, FileList } from "./files";

export type ToWorker =
  /** Start Python from a folder. `list` is the list of files that an earlier worker of this page used. */
  | { kind: "start"; folder: string; list: FileList | null }
  | { kind: "ask"; name: string; body: string };

export type FromWorker =
  | { kind: "loading"; loaded: number; total: number }
  | { kind: "ready"; list: FileList }
  | { kind: "failed"; failure: StartFailure; detail: string }
  /** `text` is the progress as JSON. */
  | { kind: "progress"; text: string }
  /** `text` is `{"answer": ...}` or `{"error": ...}`. */
  | { kind: "answer"; text: string };
