// Short links, which have only the number of a puzzle in a store on the web. The page may fetch from a store only if the
// server allows it (`pandoku serve --allow-fetch`), and asks the player first.

const MOST_BYTES = 1_000_000;
const LIMIT_MS = 15_000;
const LONGEST = 80;
/** The beginnings of packed puzzles, which need no store. */
const PACKED = /^(scl|ctc|fpuz|scf|classic)/;

/** The addresses of the stores that the server allows. The number of a puzzle follows an address. */
const stores = (): string[] => [...document.querySelectorAll<HTMLMetaElement>('meta[name="pandoku-store"]')].map(({ content }) => content);

/** The address of the stored puzzle of a short link, or "" for other texts and for stores that are not allowed. */
export function storedAt(text: string, allowed = stores()): string {
  const found = /^(?:https?:\/\/)?(?:www\.)?([\w.-]+)\/(?:sudoku\/)?(?:fog\/)?([\w-]+(?:\/[\w-]+)*)(?:\?[^\s#]*)?$/i.exec(text.trim());
  const [, host = "", number = ""] = found ?? [];
  if (!number || number.length > LONGEST || PACKED.test(number)) return "";
  const store = allowed.find((each) => new URL(each).hostname === host.toLowerCase());
  return store ? store + number : "";
}

/** The text at an address of a store, or "" if it cannot be fetched. */
export async function storedText(address: string, signal: AbortSignal): Promise<string> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", redirect: "error", signal: limit });
    const text = response.ok ? await response.text() : "";
    return text.length <= MOST_BYTES ? text.trim() : "";
  } catch {
    return ""; // no connection, or the store does not answer other pages
  }
}
