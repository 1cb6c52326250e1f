// The play page: a saved game (`game=ID`), or the puzzle of a link (`p=LINK`).

import { useEffect, useState } from "preact/hooks";
import type { OpenAnswer } from "../../api/answers";
import { sentence } from "../../api/asking";
import { call } from "../../api/client";
import { Failure } from "../../app/boundary";
import { go } from "../../app/router";
import type { PageProps } from "../../app/shell";
import { complain } from "../../app/toasts";
import type { GameSession } from "../../game/session";
import { preference } from "../../store/preferences";
import { openStore, type Saved } from "../../store/store";
import { begin } from "../home/beginning";
import { openText, textOf } from "../home/opening";
import { Table } from "./table";

interface Opened {
  session: GameSession;
  saved: Saved;
  /** What was damaged, or "". */
  note: string;
}

export default function Play({ query }: PageProps) {
  const id = query.get("game") ?? "";
  const link = query.get("p") ?? "";
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    // The address of the game that is on the table already.
    if (opened && opened.session.id === id) return;
    let isLeft = false;
    setProblem("");
    openGame(id, link).then(
      (found) => {
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

  const importGame = async (file: File) => {
    try {
      go(`play?game=${await begin(await openText(await textOf(file)))}`);
    } catch (error) {
      complain(sentence(error));
    }
  };

  if (problem) return <Failure title="This puzzle cannot be opened" detail={problem} />;
  if (!opened) return <p class="loading" aria-live="polite">Opening the puzzle…</p>;
  return <Table key={opened.saved.id} {...opened} onFork={() => show(opened.session.id, opened.saved)} onImport={importGame} />;
}

/** The address has the game for this browser, and the puzzle for everybody else. */
function show(id: string, { puzzle }: Saved): void {
  go(`play?game=${id}&p=${encodeURIComponent(puzzle.link)}`, { replace: true });
}

const GONE = "This game is not in this browser any more.";

async function openGame(id: string, link: string): Promise<Opened> {
  const store = await openStore();
  const all = await store.list();
  const known = all.find((game) => game.id === id)
    ?? (link ? all.find((game) => game.puzzle.link === link && !game.isSolved) : all.find((game) => !game.isSolved));
  let found = known?.id;
  if (!found) {
    if (!link) throw new Error(id ? GONE : "There is no game to go on with yet.");
    found = await begin(await call<OpenAnswer>("open", { link }));
  }
  const saved = known ?? (await store.list()).find((game) => game.id === found);
  if (!saved) throw new Error(GONE);
  const { session, note } = await store.session(found, { tidy: preference("tidy"), check: preference("check") });
  return { session, saved, note };
}
