"""Forcing chains through cages."""
from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.techniques.forcing_chains import TECHNIQUES as _T
__all__ = ["TECHNIQUES"]
_one = _T[1]
TECHNIQUES = tuple(
    Technique(name=n, summary=n, find=finder(n), what=_one.what, reason=_one.reason, look_for="x.", why="x.")
    for n in ("cage-cell-forcing-chain", "cage-region-forcing-chain", "cage-contradiction-forcing-chain", "cage-nested-forcing-chain")
)
