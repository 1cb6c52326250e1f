// The worker with Python and the compiled core. It answers one call at a time. To stop a call, the
// page ends the worker.

import { fetchFile, type FileList, listOfFiles, totalSize, StartError, unpacked } from "./files";
import type { FromWorker, ToWorker } from "./messages";

declare const self: DedicatedWorkerGlobalScope;

type Answer = (name: string, body: string, report: (text: string) => void) => string;
type Contents = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

interface Pyodide {
  FS: { mkdirTree(path: string): void; writeFile(path: string, bytes: Uint8Array): void };
  unpackArchive(bytes: Uint8Array, format: string, options?: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): { answer: Answer };
}

const CODE = "pandoku.zip";
const HOME = "/home/pandoku"; // the unpacked code
const TYPES: Readonly<Record<string, string>> = { wasm: "application/wasm", json: "application/json" };
const REPORT_MS = 100; // between two reports of the download

const send = (message: FromWorker) => self.postMessage(message);
let answer: Answer;

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") void start(data.folder, data.list).catch(fail);
  else ask(data.name, data.body);
});

function fail(error: unknown): void {
  const detail = String(error);
  const failure = error instanceof StartError ? error.failure : isMemory(error) ? "memory" : "defect";
  send({ kind: "failed", failure, detail });
}

const isMemory = (error: unknown) => error instanceof RangeError || /memory|MemoryError|out of bounds/i.test(String(error));

function ask(name: string, body: string): void {
  try {
    send({ kind: "answer", text: answer(name, body, (text) => send({ kind: "progress", text })) });
  } catch (error) {
    fail(error);
  }
}

async function start(folder: string, known: FileList | null): Promise<void> {
  if (typeof WebAssembly === "undefined") throw new StartError("browser", "expected a browser with WebAssembly");
  const [list, contents] = await load(folder, known);
  const pyodide = await begin(folder, contents);
  install(pyodide, contents);
  ({ answer } = pyodide.pyimport("pandoku.calls.local"));
  send({ kind: "ready", list });
}

/** Fetch all files. A list that this page used before may have been replaced since, so a new one is tried then. */
async function load(folder: string, known: FileList | null): Promise<[FileList, Contents]> {
  const list = known ?? (await listOfFiles(folder));
  try {
    return [list, await fetchAll(folder, list)];
  } catch (error) {
    if (!known) throw error;
    return load(folder, null);
  }
}

async function fetchAll(folder: string, list: FileList): Promise<Contents> {
  const total = totalSize(list);
  let loaded = 0;
  let told = 0;
  const count = (bytes: number) => {
    loaded += bytes;
    if (loaded < total && performance.now() - told < REPORT_MS) return;
    told = performance.now();
    send({ kind: "loading", loaded, total });
  };
  const all = list.files.map(async (file) => unpacked(file.name, await fetchFile(folder, file, count)));
  return new Map(await Promise.all(all));
}

async function begin(folder: string, contents: Contents): Promise<Pyodide> {
  const { loadPyodide } = await script(contents, "pyodide.mjs");
  const { default: createPyodideModule } = await script(contents, "pyodide.asm.mjs");
  // Python asks for its other files with fetch. They are here already, and nothing else is ever requested.
  self.fetch = async (input) => {
    const name = new URL(input instanceof Request ? input.url : input).pathname.split("/").pop() ?? "";
    const bytes = contents.get(name);
    const headers = { "Content-Type": TYPES[name.split(".").pop() ?? ""] ?? "application/octet-stream" };
    return bytes ? new Response(bytes, { headers }) : new Response(null, { status: 404 });
  };
  return (await loadPyodide({ indexURL: folder, createPyodideModule, checkAPIVersion: false })) as Pyodide;
}

/** A script among the files, whose bytes have been checked. */
async function script(contents: Contents, name: string): Promise<{ loadPyodide: (options: object) => Promise<unknown>; default: unknown }> {
  const bytes = contents.get(name);
  if (!bytes) throw new StartError("download", `expected the file ${name} in the list`);
  const address = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
  try {
    return await import(/* @vite-ignore */ address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Unpack wheels and the code, and put the compiled core in the package. */
function install(pyodide: Pyodide, contents: Contents): void {
  pyodide.FS.mkdirTree(`${HOME}/pandoku`);
  for (const [name, bytes] of contents) {
    if (name.endsWith(".whl")) pyodide.unpackArchive(bytes, "wheel");
    else if (name === CODE) pyodide.unpackArchive(bytes, "zip", { extractDir: HOME });
    else if (name.endsWith(".so")) pyodide.FS.writeFile(`${HOME}/pandoku/${name}`, bytes);
  }
  pyodide.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
}
