// Asks for confirmation before the player gives up, and before actions that lift the fog.

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

export function FogDialog({ isOpen, onClose, onExplain }: { isOpen: boolean; onClose(): void; onExplain(): void }) {
  return (
    <Dialog title="Explain it step by step?" isOpen={isOpen} onClose={onClose}>
      <p>The path shows the complete puzzle, with all that lies in the fog. A hint keeps to what you can see.</p>
      <div class="row">
        <button onClick={onClose}>Play on</button>
        <button class="danger" onClick={() => { onClose(); onExplain(); }}>Show the path</button>
      </div>
    </Dialog>
  );
}
