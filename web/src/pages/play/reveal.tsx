// Asks for confirmation before the player gives up, and before actions that lift the fog.

import { Dialog } from "../../app/dialog";

export function RevealDialog({ isOpen, onClose, onReveal }: { isOpen: boolean; onClose(): void; onReveal(): void }) {
  return (
    <Dialog title="Show the solution?" isOpen={isOpen} onClose={onClose}>
      <p>This ends the game. You can undo it, but the game will not count as solved by you.</p>
      <div class="row">
        <button onClick={onClose}>Keep playing</button>
        <button class="danger" onClick={() => { onClose(); onReveal(); }}>Show the solution</button>
      </div>
    </Dialog>
  );
}

export function FogDialog({ isOpen, onClose, onExplain }: { isOpen: boolean; onClose(): void; onExplain(): void }) {
  return (
    <Dialog title="Explain it step by step?" isOpen={isOpen} onClose={onClose}>
      <p>The path shows the complete puzzle, including everything in the fog. Hints use only what you can see.</p>
      <div class="row">
        <button onClick={onClose}>Keep playing</button>
        <button class="danger" onClick={() => { onClose(); onExplain(); }}>Show the path</button>
      </div>
    </Dialog>
  );
}
