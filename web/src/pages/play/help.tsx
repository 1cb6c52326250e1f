// The keys, from the table that the board itself uses.

import { Dialog } from "../../app/dialog";
import { keyGroups } from "../../board";

export function Help({ order, isOpen, onClose }: { order: number; isOpen: boolean; onClose(): void }) {
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      {isOpen && keyGroups(order).map(({ title, lines }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {lines.map(({ keys, what }) => (
              <div key={what}>
                <dt>{keys.map((chord, at) => (
                  <span key={chord.join()}>{at > 0 && " or "}{chord.map((key) => <kbd key={key}>{key}</kbd>)}</span>
                ))}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
