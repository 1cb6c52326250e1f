// The dialogs of a game, loaded with the first of them, or with the menu.

import type { Action } from "../../game/actions";
import type { Game } from "../../game/game";
import { Checkpoints } from "./checkpoints";
import { KeyHelp } from "./help";
import { FogDialog, RevealDialog } from "./reveal";
import { Settings } from "./settings";
import { ShareDialog } from "./share";

export type GameSheet = "settings" | "help" | "share" | "checkpoints" | "reveal" | "explain";

interface Props {
  game: Game;
  /** Whether a part of the puzzle is in fog. */
  isSecret: boolean;
  open: GameSheet | null;
  onClose(sheet: GameSheet): void;
  act(action: Action): void;
  /** Show the path, once the player has confirmed it. */
  onExplain(): void;
}

export default function Sheets({ game, isSecret, open, onClose, act, onExplain }: Props) {
  const { puzzle } = game;
  const sheetOf = (name: GameSheet) => ({ isOpen: open === name, onClose: () => onClose(name) });
  return (
    <>
      <Settings {...sheetOf("settings")} />
      <KeyHelp order={puzzle.order} {...sheetOf("help")} />
      <FogDialog {...sheetOf("explain")} onExplain={onExplain} />
      <ShareDialog puzzle={puzzle} isSecret={isSecret} {...sheetOf("share")} />
      <Checkpoints
        game={game} {...sheetOf("checkpoints")}
        onKeep={(kept) => act({ do: "checkpoint", name: kept })} onReturn={(kept) => act({ do: "return", name: kept })}
      />
      <RevealDialog {...sheetOf("reveal")} onReveal={() => act({ do: "reveal" })} />
    </>
  );
}
