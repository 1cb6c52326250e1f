#include "logic/cage_rules.hpp"

#include <algorithm>

#include "grid/arithmetic.hpp"

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostRuleFillings = 1 << 14;
// Maximum number of open cells: longer sums cost more than they contribute.
constexpr std::size_t kMostSumFillings = 300;
constexpr std::int64_t kMostRuleSteps = 200'000;  // maximum number of digits to try for one rule
constexpr std::size_t kMostRuleSupports = std::size_t{1} << 22;  // words of all rules: 32 megabytes

}  // namespace

CageRules::CageRules(const Board& board, Sink& sink)
    : order_(static_cast<std::size_t>(board.order())),
      watches_(static_cast<std::size_t>(board.layout().n_cells())) {
    add_cages(board, sink);
    add_sums(board, sink);
    for (std::size_t r = 0; r < all_.size(); ++r)
        for (std::size_t p = 0; p < all_[r].cells.size(); ++p)
            watches_[all_[r].cells[p]].push_back(
                {static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(p)});
}

void CageRules::add_cages(const Board& board, Sink& sink) {
    for (int c = 0; c < board.n_cages() && !sink.done(); ++c) {
        const Cage& cage = board.cages()[c];
        if (cage.operation == '.' && cage.repeats) continue;
        if (!cage.is_small() || cage.operation == '.') {
            has_all_cages_ = false;
            continue;
        }
        CageRule rule{c};
        for (const std::uint16_t cell : cage.cells) rule.cells.push_back(cell);
        const std::vector<int> signs(rule.cells.size(), 1);
        const Goal goal{cage.operation, cage.target, board.order()};
        if (!add(board, std::move(rule), goal, signs)) has_all_cages_ = false;
    }
}

void CageRules::add_sums(const Board& board, Sink& sink) {
    for (const Equation& equation : sums_of(board)) {
        if (sink.done()) return;
        CageRule rule;
        rule.sum = static_cast<int>(sums_.size());
        std::vector<int> signs;
        // If there are only minus cells, they are treated as plus cells.
        const bool is_turned = equation.plus.empty();
        for (const std::uint16_t cell : equation.plus) rule.cells.push_back(cell);
        for (const std::uint16_t cell : equation.minus) rule.cells.push_back(cell);
        for (std::size_t i = 0; i < rule.cells.size(); ++i)
            signs.push_back((i < equation.plus.size()) != is_turned ? 1 : -1);
        const std::int64_t total = is_turned ? -equation.total : equation.total;
        sums_.push_back(equation);
        add(board, std::move(rule), {'+', total, board.order()}, signs);
    }
}

bool CageRules::add(const Board& board, CageRule rule, const Goal& goal,
                    std::span<const int> signs) {
    board.pause();
    const std::size_t n = rule.cells.size(), block = n * order_;
    std::array<Term, Fillings::kMaxTerms> terms;
    for (std::size_t i = 0; i < n; ++i) {
        terms[i] = {board.may(rule.cells[i]), 0, signs[i]};
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && board.sight().sees(rule.cells[i], rule.cells[j]))
                terms[i].apart |= std::uint32_t{1} << j;
    }
    rule.first_support = supports_.size();
    rule.first_word = all_fillings_.size();
    const std::size_t most = rule.cage >= 0 ? kMostRuleFillings : kMostSumFillings;
    std::size_t n_fillings = 0;
    std::int64_t steps = kMostRuleSteps;
    Fillings fillings(goal, {terms.data(), n});
    const bool is_all = fillings.each(steps, [&](const std::uint8_t* digits) {
        if (n_fillings == most) return false;
        if (n_fillings % 64 == 0) supports_.resize(supports_.size() + block, 0);
        std::uint64_t* word = supports_.data() + supports_.size() - block;
        for (std::size_t p = 0; p < n; ++p) word[p * order_ + digits[p]] |= bit(n_fillings % 64);
        ++n_fillings;
        return true;
    });
    if (!is_all || supports_.size() > kMostRuleSupports) {
        supports_.resize(rule.first_support);
        return false;
    }
    rule.n_words = (n_fillings + 63) / 64;
    all_fillings_.insert(all_fillings_.end(), rule.n_words, ~std::uint64_t{0});
    if (n_fillings % 64 != 0) all_fillings_.back() = bit(n_fillings % 64) - 1;
    all_.push_back(std::move(rule));
    return true;
}

bool CageRules::rules_out(Candidate candidate) const {
    for (const auto [number, position] : of(candidate.cell)) {
        const CageRule& rule = all_[number];
        std::uint64_t any = 0;
        for (std::size_t w = 0; w < rule.n_words; ++w)
            any |= supports(rule, w, position)[candidate.digit];
        if (any == 0) return true;
    }
    return false;
}

const CageRules& cage_rules_of(const Board& board, Sink& sink) {
    return board.kept<CageRules>(Kept::cage_rules, [&] { return CageRules(board, sink); });
}

}  // namespace pandoku::logic
