// Games for components: the state of a session, and the session of a saved game.

import { useEffect, useState } from "preact/hooks";
import type { GameSession, SessionState } from "../game/session";
import { preference, watchPreferences } from "./preferences";
import { openStore } from "./store";

/** The state of a session; while the page is hidden, its clock stands still. */
export function useSession(session: GameSession): SessionState {
  const [state, setState] = useState(session.state);
  useEffect(() => {
    const update = () => setState(session.state);
    const look = () => (document.hidden ? session.hide() : session.show());
    const leave = () => session.hide();
    update();
    look();
    const stop = session.subscribe(update);
    document.addEventListener("visibilitychange", look);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", look);
    };
  }, [session]);
  return state;
}

export interface OpenedGame {
  session: GameSession | null;
  /** What of the record was damaged, as a sentence, or "". */
  note: string;
  /** Why there is no such game, as a sentence, or "". */
  problem: string;
}

const OPENING: OpenedGame = { session: null, note: "", problem: "" };

/** The session of a saved game, with the player's preferences; it is closed with the component. */
export function useGame(id: string): OpenedGame {
  const [opened, setOpened] = useState(OPENING);
  useEffect(() => {
    let session: GameSession | null = null;
    let isGone = false;
    const wishes = () => ({ tidy: preference("tidy"), check: preference("check") });
    const stop = watchPreferences(() => session?.prefer(wishes()));
    setOpened(OPENING);
    openStore()
      .then((store) => store.session(id, wishes()))
      .then((found) => {
        session = found.session;
        if (isGone) session.close();
        else setOpened({ ...found, problem: "" });
      })
      .catch((error: unknown) => setOpened({ ...OPENING, problem: (error as Error).message }));
    return () => {
      isGone = true;
      stop();
      session?.close();
    };
  }, [id]);
  return opened;
}
