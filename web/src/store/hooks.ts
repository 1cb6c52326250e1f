// The state of a game for components.

import { useEffect, useState } from "preact/hooks";
import { listen } from "../app/listen";
import type { GameSession, SessionState } from "../game/session";

/** The state of a session. Its clock stops while the page is hidden. */
export function useSession(session: GameSession): SessionState {
  const [state, setState] = useState(session.state);
  useEffect(() => {
    const update = () => setState(session.state);
    const look = () => (document.hidden ? session.hide() : session.show());
    update();
    look();
    const stop = session.subscribe(update);
    const deaf = listen({ visibilitychange: look, pageshow: look, pagehide: () => session.hide() });
    return () => {
      stop();
      deaf();
    };
  }, [session]);
  return state;
}
