// The files of Python in the browser: the list, and functions that fetch, check and unpack each file.

/** A file in the folder "python". */
export interface PythonFile {
  name: string;
  /** Its size in bytes, as it is in the folder. */
  size: number;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
}

/** The list of the files, "python/files.json". */
export interface FileList {
  version: string;
  files: readonly PythonFile[];
}

/** The reason why a worker ends: a broken download, lack of memory, an old browser, or a mistake in the code. */
export type StartFailure = "download" | "memory" | "browser" | "defect";

/** Thrown if Python cannot start. */
export class StartError extends Error {
  constructor(readonly failure: StartFailure, detail: string) {
    super(detail);
  }
}

const cutOff = (name: string) => new StartError("download", `expected the whole file ${name}, found a part of it`);

/** The list of files in a folder, whose address ends with a slash. */
export async function listOfFiles(folder: string): Promise<FileList> {
  const response = await fetch(`${folder}files.json`, { credentials: "omit" }).catch(() => null);
  const list = response?.ok ? ((await response.json().catch(() => null)) as FileList | null) : null;
  if (!Array.isArray(list?.files)) throw cutOff("files.json");
  return list;
}

export const totalSize = ({ files }: FileList): number => files.reduce((sum, { size }) => sum + size, 0);

/**
 * The address of a file. It contains the hash, so that caches never mix versions. The server ignores
 * the hash.
 */
export const addressIn = (folder: string, { name, sha256 }: PythonFile): string => `${folder}${name}?${sha256.slice(0, 12)}`;

/** Fetch a file and check it. `onBytes` is called with the number of new bytes. Before a second try, it is negative. */
export async function fetchFile(folder: string, file: PythonFile, onBytes: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  let seen = 0;
  const count = (bytes: number) => {
    seen += bytes;
    onBytes(bytes);
  };
  for (const cache of ["default", "reload"] as const) {
    count(-seen);
    const bytes = await bytesOf(addressIn(folder, file), cache, count).catch(() => null);
    if (bytes && (await isWhole(file, bytes))) {
      count(file.size - seen);
      return bytes;
    }
  }
  throw cutOff(file.name);
}

async function bytesOf(address: string, cache: RequestCache, onBytes: (count: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address, { cache, credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return joined(parts);
    parts.push(value);
    onBytes(value.length);
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Some servers send a gzipped file as an encoding. The browser unpacks it, so its hash is unknown. */
const isUnpacked = (name: string, bytes: Uint8Array) => name.endsWith(".gz") && !(bytes[0] === 0x1f && bytes[1] === 0x8b);

async function isWhole({ name, size, sha256 }: PythonFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (isUnpacked(name, bytes)) return bytes.length > size;
  if (bytes.length !== size) return false;
  if (!globalThis.crypto?.subtle) return true; // over plain http, browsers compute no hashes
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

/** The name and the content of a file without its gzip. */
export async function unpacked(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<[name: string, bytes: Uint8Array<ArrayBuffer>]> {
  if (!name.endsWith(".gz")) return [name, bytes];
  const inner = name.slice(0, -".gz".length);
  if (isUnpacked(name, bytes)) return [inner, bytes];
  if (typeof DecompressionStream === "undefined") throw new StartError("browser", "expected a browser with DecompressionStream");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return [inner, new Uint8Array(await new Response(stream).arrayBuffer())];
}
