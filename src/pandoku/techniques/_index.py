"""The outlines of all techniques, in the order of the registry.

Written by `./run python -m tests.techniques.make_index`.
"""

from pandoku.techniques._outline import Outline

__all__ = ["INDEX"]

INDEX = {
    "full-house": Outline("singles", weight=1.0),
    "cage-single": Outline("cage_singles", weight=1.9, needs=("cages",)),
    "naked-single": Outline("singles", weight=2.3),
    "hidden-single": Outline("singles", weight=1.5),
    "innie": Outline("cage_sums", weight=1.9, needs=("cages",)),
    "outie": Outline("cage_sums", weight=1.9, needs=("cages",)),
    "product-innie": Outline("cage_sums", weight=1.9, needs=("cages",)),
    "cage-partners": Outline("cage_combinations", weight=2.5, needs=("cages",)),
    "cage-bounds": Outline("cage_arguments", weight=2.6, needs=("cages",)),
    "cage-factors": Outline("cage_arguments", weight=3.2, needs=("cages",)),
    "cage-parity": Outline("cage_arguments", weight=3.2, needs=("cages",)),
    "cage-combinations": Outline("cage_combinations", weight=2.3, needs=("cages",)),
    "cage-hidden-single": Outline("cage_singles", weight=2.6, needs=("cages",)),
    "cage-permutations": Outline("cage_combinations", weight=3.0, needs=("cages",)),
    "cage-pointing": Outline(
        "cage_combinations", weight=3.0, needs=("cages",), joins="cage-combinations"
    ),
    "cage-overlap": Outline("cage_sums", weight=1.9, needs=("cages",)),
    "locked-pair": Outline("naked_subsets", weight=3.0),
    "locked-triple": Outline("naked_subsets", weight=3.6),
    "pointing": Outline("locked_candidates", weight=2.6),
    "claiming": Outline("locked_candidates", weight=2.8),
    "cage-line": Outline("cage_subsets", weight=3.1, needs=("cages",)),
    "cage-claiming": Outline("cage_subsets", weight=3.3, needs=("cages",)),
    "naked-pair": Outline("naked_subsets", weight=3.0),
    "killer-pair": Outline("cage_subsets", weight=4.1, needs=("cages",)),
    "naked-triple": Outline("naked_subsets", weight=3.6),
    "killer-triple": Outline("cage_subsets", weight=4.8, needs=("cages",)),
    "hidden-pair": Outline("hidden_subsets", weight=3.4),
    "hidden-triple": Outline("hidden_subsets", weight=4.0),
    "innies": Outline("cage_sums", weight=3.5, needs=("cages",)),
    "outies": Outline("cage_sums", weight=3.4, needs=("cages",)),
    "innies-and-outies": Outline("cage_sums", weight=3.6, needs=("cages",)),
    "cage-splitting": Outline("cage_sums", weight=3.0, needs=("cages",)),
    "product-innies": Outline("cage_sums", weight=3.5, needs=("cages",)),
    "house-parity": Outline("cage_arguments", weight=3.5, needs=("cages",)),
    "cage-claiming-pair": Outline("cage_subsets", weight=4.2, needs=("cages",)),
    "naked-quad": Outline("naked_subsets", weight=5.0),
    "killer-quad": Outline("cage_subsets", weight=5.4, needs=("cages",)),
    "hidden-quad": Outline("hidden_subsets", weight=5.4),
    "x-wing": Outline("fish", weight=3.2),
    "swordfish": Outline("fish", weight=3.8),
    "jellyfish": Outline("fish", weight=5.2),
    "cage-conflict": Outline("cage_conflicts", weight=6.8, needs=("cages",)),
    "two-cages": Outline("cage_conflicts", weight=7.2, needs=("cages",)),
    "house-fillings": Outline("house_fillings", weight=7.4, needs=("cages",)),
    "remote-pair": Outline("remote_pair", weight=7.1),
    "bug-plus-1": Outline("uniqueness", weight=5.6, needs=("unique",)),
    "skyscraper": Outline("two_links", weight=6.6),
    "dual-two-string-kite": Outline("two_links", weight=6.6, is_case_of="two-string-kite"),
    "two-string-kite": Outline("two_links", weight=6.6),
    "turbot-fish": Outline("two_links", weight=6.6),
    "dual-empty-rectangle": Outline("empty_rectangle", weight=7.2, is_case_of="empty-rectangle"),
    "empty-rectangle": Outline("empty_rectangle", weight=7.2),
    "w-wing": Outline("wings", weight=7.1),
    "xy-wing": Outline("wings", weight=4.2),
    "xyz-wing": Outline("wings", weight=4.4),
    "unique-rectangle-1": Outline("uniqueness", weight=4.5, needs=("unique",)),
    "unique-rectangle-2": Outline("uniqueness", weight=4.5, needs=("unique",)),
    "unique-rectangle-3": Outline("uniqueness", weight=4.5, needs=("unique",)),
    "unique-rectangle-4": Outline("uniqueness", weight=4.5, needs=("unique",)),
    "unique-rectangle-5": Outline("uniqueness", weight=4.5, needs=("unique",)),
    "unique-rectangle-6": Outline("uniqueness", weight=6.8, needs=("unique",)),
    "hidden-rectangle": Outline("uniqueness", weight=7.1, needs=("unique",)),
    "unique-loop-1": Outline("unique_loops", weight=4.6, needs=("unique",)),
    "unique-loop-2": Outline("unique_loops", weight=4.6, needs=("unique",)),
    "unique-loop-3": Outline("unique_loops", weight=4.7, needs=("unique",)),
    "unique-loop-4": Outline("unique_loops", weight=4.6, needs=("unique",)),
    "avoidable-rectangle-1": Outline("uniqueness", weight=6.8, needs=("unique",)),
    "avoidable-rectangle-2": Outline("uniqueness", weight=6.8, needs=("unique",)),
    "finned-x-wing": Outline("fish", weight=7.2),
    "sashimi-x-wing": Outline("fish", weight=7.2),
    "finned-swordfish": Outline("fish", weight=7.8),
    "sashimi-swordfish": Outline("fish", weight=7.8),
    "finned-jellyfish": Outline("fish", weight=7.8),
    "sashimi-jellyfish": Outline("fish", weight=7.8),
    "sue-de-coq": Outline("sue_de_coq", weight=8.3),
    "simple-colors-trap": Outline("coloring", weight=6.7),
    "simple-colors-wrap": Outline("coloring", weight=6.7),
    "multi-colors-trap": Outline("coloring", weight=6.8),
    "multi-colors-wrap": Outline("coloring", weight=6.8),
    "x-chain": Outline("chains", weight=6.6),
    "xy-chain": Outline("chains", weight=7.0),
    "continuous-loop": Outline("chains", weight=7.0),
    "alternating-chain": Outline("chains", weight=7.0),
    "discontinuous-loop": Outline("chains", weight=7.0),
    "grouped-continuous-loop": Outline("chains", weight=8.1),
    "grouped-alternating-chain": Outline("chains", weight=8.1),
    "grouped-discontinuous-loop": Outline("chains", weight=8.1),
    "cage-chain": Outline("cage_chains", weight=7.7, needs=("cages",)),
    "wxyz-wing": Outline("wings", weight=8.3),
    "als-xz": Outline("almost_locked_sets", weight=8.3),
    "als-xy-wing": Outline("almost_locked_sets", weight=8.3),
    "als-chain": Outline("almost_locked_sets", weight=8.4),
    "death-blossom": Outline("almost_locked_sets", weight=8.4),
    "cage-trial": Outline("cage_trials", weight=8.5, needs=("cages",)),
    "nishio": Outline("forcing_chains", weight=7.8),
    "cell-forcing-chain": Outline("forcing_chains", weight=8.3),
    "region-forcing-chain": Outline("forcing_chains", weight=8.3),
    "contradiction-forcing-chain": Outline("forcing_chains", weight=8.5),
    "cage-cell-forcing-chain": Outline("cage_forcing", weight=8.6, needs=("cages",)),
    "cage-region-forcing-chain": Outline("cage_forcing", weight=8.6, needs=("cages",)),
    "cage-contradiction-forcing-chain": Outline("cage_forcing", weight=8.8, needs=("cages",)),
    "cage-nested-forcing-chain": Outline("cage_forcing", weight=9.5, needs=("cages",)),
    "nested-forcing-chain": Outline("forcing_chains", weight=9.5),
    "common-peers": Outline("common_peers", weight=2.7, needs=("constraints",)),
    "parity-cells": Outline("digit_classes", weight=2.0, needs=("constraints",)),
    "high-and-low": Outline(
        "digit_classes", weight=2.0, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "parity-line": Outline(
        "digit_classes", weight=2.0, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "entropic-line": Outline(
        "digit_classes", weight=2.0, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "modular-line": Outline(
        "digit_classes", weight=2.0, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "digit-group-line": Outline(
        "digit_classes", weight=2.0, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "class-count": Outline("digit_classes", weight=2.5, needs=("constraints",)),
    "look-and-say": Outline("digit_counts", weight=2.3, needs=("constraints",)),
    "counting-circles": Outline("digit_counts", weight=2.5, needs=("constraints",)),
    "renban": Outline("digit_sets", weight=2.2, needs=("constraints",)),
    "renban-ranges": Outline(
        "digit_sets", weight=2.6, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "nabner": Outline("digit_sets", weight=2.2, needs=("constraints",)),
    "renban-pointing": Outline("digit_sets", weight=2.8, needs=("constraints",)),
    "nabner-pointing": Outline("digit_sets", weight=2.8, needs=("constraints",)),
    "dot-chain": Outline("dot_chains", weight=2.8, needs=("constraints",)),
    "dot-house": Outline("dot_house", weight=3.0, needs=("constraints",)),
    "dot-partners": Outline("dot_partners", weight=2.0, needs=("constraints",)),
    "no-dot": Outline("dotless_neighbors", weight=2.0, needs=("constraints",)),
    "equal-cells": Outline("equal_cells", weight=2.0, needs=("constraints",)),
    "same-values": Outline("equal_cells", weight=2.2, needs=("constraints",)),
    "equal-cells-sight": Outline("equal_cells", weight=2.8, needs=("constraints",)),
    "thermometer": Outline("increasing_lines", weight=2.0, needs=("constraints",)),
    "inequality": Outline("inequalities", weight=2.0, needs=("constraints",)),
    "inequality-count": Outline("inequalities", weight=2.4, needs=("constraints",)),
    "rule-of-45-with-lines": Outline("joined_sums", weight=3.5, needs=("constraints",)),
    "joined-sums": Outline("joined_sums", weight=3.6, needs=("constraints",)),
    "sum-bounds": Outline("line_sums", weight=2.3, needs=("constraints",)),
    "sum-combinations": Outline("line_sums", weight=2.5, needs=("constraints",)),
    "between-line": Outline(
        "lines_with_ends", weight=2.3, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "lockout-line": Outline(
        "lines_with_ends", weight=2.3, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "global-entropy": Outline(
        "neighbor_rules", weight=2.3, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "flatmates": Outline("neighbor_rules", weight=2.2, needs=("constraints",)),
    "sandwich-crusts": Outline("outside_sandwiches", weight=2.4, needs=("constraints",)),
    "sandwich-sums": Outline("outside_sandwiches", weight=2.5, needs=("constraints",)),
    "x-sums": Outline("outside_x_sums", weight=2.5, needs=("constraints",)),
    "numbered-room": Outline("pointing_cells", weight=2.2, needs=("constraints",)),
    "indexer": Outline("pointing_cells", weight=2.2, needs=("constraints",)),
    "quadruple": Outline("quadruples", weight=2.2, needs=("constraints",)),
    "quadruple-pointing": Outline("quadruples", weight=2.6, needs=("constraints",)),
    "rule-elimination": Outline("rule_elimination", weight=6.5, needs=("constraints",)),
    "rule-partners": Outline(
        "rule_partners", weight=2.6, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "rule-trial": Outline("rule_trials", weight=8.5, needs=("constraints",)),
    "arithmetic-sequence": Outline(
        "sequences", weight=2.2, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "phistomefel-ring": Outline("set_equivalence", weight=5.4, needs=("constraints",)),
    "set-equivalence": Outline("set_equivalence", weight=5.6, needs=("constraints",)),
    "skyscraper-clue": Outline("skyscrapers", weight=2.4, needs=("constraints",)),
    "rellik-cage": Outline("special_cages", weight=2.3, needs=("constraints",)),
    "equality-cage": Outline(
        "special_cages", weight=2.3, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "sum-cases": Outline(
        "sum_cases", weight=2.6, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "sum-pointing": Outline("sum_pointing", weight=2.8, needs=("constraints",)),
    "few-ways": Outline(
        "ways_of_rules", weight=2.5, needs=("constraints",), is_case_of="rule-elimination"
    ),
    "rule-pointing": Outline("ways_of_rules", weight=3.0, needs=("constraints",)),
    "rule-cases": Outline("ways_of_rules", weight=4.8, needs=("constraints",)),
    "rule-and-house": Outline("ways_together", weight=5.0, needs=("constraints",)),
    "cage-on-line": Outline(
        "ways_together", weight=3.2, needs=("constraints",), is_case_of="two-rules"
    ),
    "two-rules": Outline("ways_together", weight=6.2, needs=("constraints",)),
    "whisper": Outline(
        "whispers", weight=2.1, needs=("constraints",), is_case_of="rule-elimination"
    ),
}
