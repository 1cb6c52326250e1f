// Positions that are saved under a name: save the current position, or return to a saved one.

import { useState } from "preact/hooks";
import { Dialog } from "../../app/dialog";
import type { Game } from "../../game/game";

const LONGEST = 40;

interface Props {
  game: Game;
  isOpen: boolean;
  onClose(): void;
  onKeep(name: string): void;
  onReturn(name: string): void;
}

export function Checkpoints({ game, isOpen, onClose, onKeep, onReturn }: Props) {
  const kept = [...game.checkpoints];
  const offered = `Position ${kept.length + 1}`;
  const [name, setName] = useState("");
  const keep = (event: Event) => {
    event.preventDefault();
    onKeep(name.trim() || offered);
    setName("");
    onClose();
  };
  return (
    <Dialog title="Checkpoints" isOpen={isOpen} onClose={onClose}>
      <form class="row" onSubmit={keep}>
        <label class="visually-hidden" for="checkpoint">Name</label>
        <input
          id="checkpoint" class="grow" maxLength={LONGEST} placeholder={offered} value={name} autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button class="primary">Keep this position</button>
      </form>
      {kept.length > 0 && (
        <ul class="kept">
          {kept.reverse().map(([each, position]) => (
            <li key={each}>
              <button onClick={() => { onReturn(each); onClose(); }}>
                <span class="grow">{each}</span>
                <span class="soft">{position.digits.filter(Boolean).length} digits</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
