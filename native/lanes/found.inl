// Storage and checks of solutions. Part of kernel.inl. Every solution is written as digits, even if
// it is only counted. These digits are checked against the houses and the puzzle from the caller.

namespace pandoku::lanes::PANDOKU_ISA {
namespace {

// The place where a solution of a puzzle is stored, after `count` earlier solutions.
inline verify::Claim place_of(Search& s, std::int64_t puzzle, std::int64_t count) {
    const std::int64_t n_cells = s.tables->n_cells;
    if (count < s.keep) return {s.solutions + (puzzle * s.keep + count) * n_cells, puzzle};
    std::uint8_t* const row = s.spare + s.next_spare * n_cells;
    s.next_spare = (s.next_spare + 1) % static_cast<int>(spare_rows(*s.tables));
    return {row, puzzle};
}

// Prefetches the memory for storing and checking a solution, because waiting for it would take
// longer than both.
inline void fetch_for(const Search& s, const verify::Claim& found) {
    const std::int64_t n_cells = s.tables->n_cells;
    __builtin_prefetch(found.digits, 1);
    __builtin_prefetch(found.digits + n_cells - 1, 1);
    if (s.input != Input::digits8) return;
    const auto* const givens = static_cast<const std::uint8_t*>(s.puzzles) + found.puzzle * n_cells;
    __builtin_prefetch(givens);
    __builtin_prefetch(givens + n_cells - 1);
}

inline bool keep_puzzles(const Search& s, const verify::Claim* claims, int n) {
    const int n_cells = s.tables->n_cells;
    if (s.input == Input::masks32)
        return keep_candidates(claims, n, static_cast<const std::uint32_t*>(s.puzzles), n_cells);
    if (s.input == Input::masks64)
        return keep_candidates(claims, n, static_cast<const std::uint64_t*>(s.puzzles), n_cells);
    const auto* const givens = static_cast<const std::uint8_t*>(s.puzzles);
#ifdef __SSE2__
    if (n_cells >= PANDOKU_VECTOR_BYTES)
        return keep_givens<PANDOKU_VECTOR_BYTES>(claims, n, givens, n_cells);
    if (n_cells >= 16) return keep_givens<16>(claims, n, givens, n_cells);
#endif
    return keep_each_given(claims, n, givens, n_cells);
}

// Whether a single claim is correct, checked without vectors.
inline bool holds(const Search& s, const verify::Claim& found) {
    return verify::houses_hold(s.tables->named, found.digits) && keep_puzzles(s, &found, 1);
}

// Checks the waiting claims. No solutions may be collected at this time. The first incorrect claim
// becomes `wrong`.
inline void check_claims(Search& s) {
    const int n = s.n_claims;
    s.n_claims = 0;
#ifdef __SSE2__
    constexpr int kFew = 3;  // for this many or fewer, checking them one by one is faster
    const int order = s.tables->order;
    if (n > kFew && order >= kLeastTurned && order <= kMostTurned &&
        houses_hold_in_all(s.tables->named, s.claims, n, static_cast<std::uint8_t*>(s.solved)) &&
        keep_puzzles(s, s.claims, n))
        return;
#endif
    for (int k = 0; k < n; ++k)
        if (s.wrong.puzzle < 0 && !holds(s, s.claims[k])) s.wrong = s.claims[k];
}

// Adds a claim for a stored solution.
inline void claim(Search& s, const verify::Claim& found) {
    s.claims[s.n_claims++] = found;
    if (s.n_claims == kClaims || s.tables->order > kMostTurned) check_claims(s);
}

}  // namespace
}  // namespace pandoku::lanes::PANDOKU_ISA
