// The menu: actions that are not needed at every move.

import { Dialog } from "../../app/dialog";
import { Icon, type IconName } from "../../app/icons";
import { PageLinks } from "../../app/page";

export interface MenuItem {
  icon: IconName;
  name: string;
  act(): void;
  isOff?: boolean;
}

interface Props {
  groups: readonly (readonly MenuItem[])[];
  isOpen: boolean;
  onClose(): void;
}

export function Menu({ groups, isOpen, onClose }: Props) {
  return (
    <Dialog title="Game" isOpen={isOpen} onClose={onClose} class="game-menu">
      {groups.map((entries, at) => (
        <ul key={at} class="entries">
          {entries.map(({ icon, name, act, isOff }) => (
            <li key={name}>
              <button class="quiet" disabled={isOff} onClick={() => { onClose(); act(); }}>
                <Icon name={icon} /> {name}
              </button>
            </li>
          ))}
        </ul>
      ))}
      <nav class="entries pages" aria-label="Other pages"><a href="./">Home</a><PageLinks current="play" /></nav>
    </Dialog>
  );
}
