// Opening a puzzle from a text, a link, a file or a date. The server reads it in any format.

import type { OpenAnswer } from "../../api/answers";
import { call } from "../../api/client";
import { placeIn } from "../../app/router";

const MOST_BYTES = 1_000_000;
const MOST_EXPORTED = 50_000_000;
const EXPORTED = /^\s*\{\s*"format":\s*"pandoku (games|course) /;

/** Thrown, before a text is sent, if it cannot be a puzzle. */
export class UnfitError extends Error {}

/**
 * The server's answer for a text, or for puzzle `nth` (from 1) of a collection. The text may be a
 * link of this page.
 */
export async function openText(text: string, nth?: number, signal?: AbortSignal): Promise<OpenAnswer> {
  const trimmed = text.trim();
  if (!trimmed) throw new UnfitError("There is nothing to open yet: paste a puzzle, or choose a file.");
  if (isTooLarge(text)) throw tooLarge(text.length);
  const link = linkIn(trimmed);
  if (link) return call<OpenAnswer>("open", { link }, signal);
  return call<OpenAnswer>("open", nth ? { text, nth } : { text }, signal);
}

/** Whether a text is too long to be opened. */
export function isTooLarge(text: string): boolean {
  return text.length > MOST_BYTES;
}

/** The puzzle in an address such as "https://.../play?p=..." or "https://.../#/play?p=...", or "". */
export function linkIn(text: string): string {
  if (/\s/.test(text) || !URL.canParse(text, document.baseURI)) return "";
  const { pathname, searchParams, hash } = new URL(text, document.baseURI);
  const place = placeIn(hash);
  if (place) return /^(play|explain)$/.test(place.path) ? place.query.get("p") ?? "" : "";
  return /\/(play|explain)$/.test(pathname) ? searchParams.get("p") ?? "" : "";
}

/** Whether a text is an export of all games of a browser, or of the progress in the course. */
export function isExport(text: string): boolean {
  return EXPORTED.test(text.slice(0, 100));
}

/** The text of a chosen or dropped file. */
export async function textOf(file: File): Promise<string> {
  const most = isExport(await file.slice(0, 100).text()) ? MOST_EXPORTED : MOST_BYTES;
  if (file.size > most) throw tooLarge(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
  if (text.includes("\0")) {
    throw new UnfitError(`${file.name} is not a text file: copy the puzzle's digits from it.`);
  }
  return text;
}

function tooLarge(bytes: number): UnfitError {
  return new UnfitError(`This has ${(bytes / 1_000_000).toFixed(1)} MB, and at most 1 MB can be opened. Split it into smaller parts.`);
}
