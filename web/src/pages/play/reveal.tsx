// Giving up asks first.

import { Dialog } from "../../app/dialog";

export function RevealDialog({ isOpen, onClose, onReveal }: { isOpen: boolean; onClose(): void; onReveal(): void }) {
  return (
    <Dialog title="Show the solution?" isOpen={isOpen} onClose={onClose}>
      <p>The game ends with it. Undo takes it back, but the game does not count as solved by you.</p>
      <div class="row">
        <button onClick={onClose}>Play on</button>
        <button class="danger" onClick={() => { onClose(); onReveal(); }}>Show the solution</button>
      </div>
    </Dialog>
  );
}
