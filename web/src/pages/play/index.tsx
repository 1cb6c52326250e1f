// The play page: a saved game (`game=ID`), or the puzzle of a link (`p=LINK`).

import { useEffect, useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { sentence } from "../../api/asking";
import { call } from "../../api/client";
import { Failure } from "../../app/boundary";
import { go } from "../../app/router";
import { late, type PageProps } from "../../app/page";
import { say } from "../../app/toasts";
import { Waiting } from "../../app/waiting";
import { GameSession } from "../../game/session";
import { preference } from "../../store/preferences";
import { openStore, type Saved, type Store } from "../../store/store";
import { begin } from "../home/beginning";
import type { Lost } from "./begin";
import { Table } from "./table";

const Begin = late(() => import("./begin"));

interface Opened {
  session: GameSession;
  saved: Saved;
  /** A sentence about a damaged part, or "". */
  note: string;
}

/** There is no game to show. If the address names a game, it is `lost`. */
interface Missing {
  lost: Lost | null;
}

export default function Play({ query }: PageProps) {
  const id = query.get("game") ?? "";
  const link = query.get("p") ?? "";
  const [opened, setOpened] = useState<Opened | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    // The game of this address is already open.
    if (opened && opened.session.id === id) return;
    let isLeft = false;
    setProblem("");
    setMissing(null);
    openGame(id, link).then(
      (found) => {
        if ("lost" in found) {
          if (isLeft) return;
          setOpened(null);
          return setMissing(found);
        }
        if (isLeft) return found.session.close();
        setOpened(found);
        show(found.session.id, found.saved);
      },
      (error: unknown) => {
        if (!isLeft) setProblem(sentence(error));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [id, link]);
  useEffect(() => () => opened?.session.close(), [opened]);

  if (problem) return <Failure title="This puzzle cannot be opened" detail={problem} />;
  if (missing) return <Begin {...missing} />;
  if (!opened) return <p class="loading" aria-live="polite"><Waiting words="Opening the puzzle…" /></p>;
  const fork = () => show(opened.session.id, opened.saved);
  return <Table key={opened.saved.id} {...opened} onFork={fork} />;
}

/** The address has the id of the game for this browser, and the puzzle for other browsers. */
function show(id: string, { puzzle }: Saved): void {
  go(`play?game=${id}&p=${encodeURIComponent(puzzle.link)}`, { replace: true });
}

/**
 * The document of a game from an earlier version lacks the judge and the fog, so request the puzzle
 * again.
 */
async function renew(store: Store, { id, puzzle }: Saved): Promise<void> {
  if (puzzle.judge !== undefined) return;
  const now = await call<OpenAnswer>("open", { text: puzzle.line }).catch(() => null);
  if (now?.puzzle.key === puzzle.key) await store.renew(id, now.puzzle);
}

const OTHER = "That game is not in this browser. ";

/**
 * The game of an address, or `Missing`. If another game is opened instead, the player gets a
 * notice.
 */
async function openGame(id: string, link: string): Promise<Opened | Missing> {
  const store = await openStore();
  const all = await store.list();
  const named = all.find((game) => game.id === id);
  const isBinned = !named && id !== "" && (await store.isBinned(id));
  if (!named && (isBinned || (id && !link))) return { lost: { id, link, isBinned } };
  const known = named ?? all.find((game) => !game.isSolved && (!link || game.puzzle.link === link));
  if (!known && !link) return { lost: null };
  const found = known?.id ?? (await begin(await call<OpenAnswer>("open", { link })));
  const saved = known ?? (await store.list()).find((game) => game.id === found);
  if (!saved) return { lost: { id: found, link, isBinned: false } };
  if (id && !named) say(OTHER + (known ? "This is another game of its puzzle." : "This is its puzzle, from the start."));
  await renew(store, saved);
  const { options, note } = await store.resume(found);
  const session = new GameSession({ ...options, tidy: preference("tidy"), check: preference("check") });
  return { session, saved, note };
}
