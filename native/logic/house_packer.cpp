#include "logic/house_packer.hpp"

#include <algorithm>

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostKnown = std::size_t{1} << 14;  // states of houses with known results

}  // namespace

HousePacker::HousePacker(const Board& board, const CageRules& rules)
    : board_(board), rules_(rules) {
    for (int house = 0; house < board.layout().n_houses(); ++house) add_parts(house);
}

void HousePacker::add_parts(int house) {
    std::vector<Part>& parts = parts_.emplace_back();
    CellSet left = board_.layout().none();
    for (const int cell : board_.layout().cells(house))
        if (board_.is_open(cell)) left.add(cell);
    const CellSet open = left;
    for (std::size_t r = 0; r < rules_.all().size(); ++r) {
        const CageRule& rule = rules_.all()[r];
        if (rule.cage < 0) continue;
        Part part{static_cast<int>(r)};
        bool overlaps = false;
        for (const std::uint16_t cell : rule.cells) {
            if (!open.has(cell)) continue;
            overlaps |= !left.has(cell);
            part.cells.push_back(cell);
        }
        if (overlaps || part.cells.size() < 2) continue;
        part.sets.resize(rule.n_words * 64);
        for (std::size_t w = 0; w < rule.n_words; ++w)
            for (std::size_t p = 0; p < rule.cells.size(); ++p) {
                if (!open.has(rule.cells[p])) continue;
                const std::uint64_t* const of_digits = rules_.supports(rule, w, p);
                for (int d = 0; d < board_.order(); ++d)
                    each(of_digits[d],
                         [&](int i) { part.sets[w * 64 + static_cast<std::size_t>(i)] |= bit(d); });
            }
        for (const std::uint16_t cell : part.cells) left.drop(cell);
        number_sets(part);
        parts.push_back(std::move(part));
    }
    left.each([&](int cell) { parts.push_back({-1, {static_cast<std::uint16_t>(cell)}}); });
}

// Numbers the sets once, because sorting them in every run takes longer than the rest of it.
void HousePacker::number_sets(Part& part) {
    const std::vector<Mask> of_fillings = part.sets;
    std::sort(part.sets.begin(), part.sets.end());
    part.sets.erase(std::unique(part.sets.begin(), part.sets.end()), part.sets.end());
    for (const Mask set : of_fillings) {
        const auto at = std::lower_bound(part.sets.begin(), part.sets.end(), set);
        part.set_of.push_back(static_cast<std::uint16_t>(at - part.sets.begin()));
    }
}

void HousePacker::list_sets(const Part& part, std::span<const Mask> may,
                            const std::uint64_t* fillings, Remaining& left) const {
    left.sets.clear();
    if (part.rule < 0) return each(may[part.cells[0]], [&](int d) { left.sets.push_back(bit(d)); });
    const CageRule& rule = rules_.all()[static_cast<std::size_t>(part.rule)];
    left.place.assign(part.sets.size(), kGone);
    for (std::size_t w = 0; w < rule.n_words; ++w) {
        const std::uint16_t* const set_of = part.set_of.data() + w * 64;
        each(fillings[w], [&](int i) { left.place[set_of[i]] = 0; });
    }
    for (std::size_t set = 0; set < part.sets.size(); ++set) {
        if (left.place[set] == kGone) continue;
        left.place[set] = static_cast<std::uint16_t>(left.sets.size());
        left.sets.push_back(part.sets[set]);
    }
}

const std::uint64_t* HousePacker::words_of(const Part& part,
                                           std::span<const std::uint64_t> fillings) const {
    if (part.rule < 0) return nullptr;
    return fillings.data() + rules_.all()[static_cast<std::size_t>(part.rule)].first_word;
}

bool HousePacker::run(int house, std::span<const Mask> may, std::span<const std::uint64_t> fillings,
                      std::vector<Loss>& losses) {
    board_.pause();
    note_state(house, may, fillings);
    const auto known = known_.find(state_);
    if (known != known_.end()) {
        n_moves_ = known->second.n_moves;
        losses = known->second.losses;
        return known->second.is_possible;
    }
    losses.clear();
    const bool is_possible = share_out(house, may, fillings, losses);
    n_moves_ = packing_.n_moves();
    if (known_.size() >= kMostKnown) known_.clear();
    known_.emplace(state_, Known{is_possible, n_moves_, losses});
    return is_possible;
}

void HousePacker::note_state(int house, std::span<const Mask> may,
                             std::span<const std::uint64_t> fillings) {
    state_.assign(1, static_cast<std::uint64_t>(house));
    for (const Part& part : parts_[static_cast<std::size_t>(house)]) {
        if (part.rule < 0) {
            state_.push_back(may[part.cells[0]]);
            continue;
        }
        const CageRule& rule = rules_.all()[static_cast<std::size_t>(part.rule)];
        const std::uint64_t* const words = words_of(part, fillings);
        state_.insert(state_.end(), words, words + rule.n_words);
        for (const std::uint16_t cell : rule.cells) state_.push_back(may[cell]);
    }
}

std::size_t HousePacker::HashOfState::operator()(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : state) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
}

bool HousePacker::share_out(int house, std::span<const Mask> may,
                            std::span<const std::uint64_t> fillings, std::vector<Loss>& losses) {
    const std::vector<Part>& parts = parts_[static_cast<std::size_t>(house)];
    if (remaining_.size() < parts.size()) remaining_.resize(parts.size());
    taken_.clear();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        list_sets(parts[i], may, words_of(parts[i], fillings), remaining_[i]);
        taken_.push_back(&remaining_[i].sets);
    }
    const Packing::End end = packing_.run(taken_);
    if (end == Packing::End::none) return false;
    if (end == Packing::End::too_many) return true;
    for (std::size_t i = 0; i < parts.size(); ++i)
        find_losses(static_cast<int>(i), parts[i], may, words_of(parts[i], fillings), remaining_[i],
                    packing_.occurs()[i], losses);
    return true;
}

void HousePacker::find_losses(int number, const Part& part, std::span<const Mask> may,
                              const std::uint64_t* fillings, const Remaining& remaining,
                              std::span<const std::uint8_t> occurs,
                              std::vector<Loss>& losses) const {
    if (std::find(occurs.begin(), occurs.end(), 0) == occurs.end()) return;
    const std::vector<Mask>& sets = remaining.sets;
    if (part.rule < 0) {
        Mask lost = 0;
        for (std::size_t s = 0; s < sets.size(); ++s) lost |= occurs[s] == 0 ? sets[s] : 0;
        losses.push_back({number, part.cells[0], lost});
        return;
    }
    const CageRule& rule = rules_.all()[static_cast<std::size_t>(part.rule)];
    std::vector<std::uint64_t> left(rule.n_words);
    for (std::size_t w = 0; w < rule.n_words; ++w) {
        const std::uint16_t* const set_of = part.set_of.data() + w * 64;
        each(fillings[w], [&](int i) {
            if (occurs[remaining.place[set_of[i]]] != 0) left[w] |= bit(i);
        });
    }
    for (std::size_t p = 0; p < rule.cells.size(); ++p) {
        Mask lost = may[rule.cells[p]];
        for (std::size_t w = 0; w < rule.n_words; ++w) {
            if (left[w] == 0) continue;
            const std::uint64_t* const of_digits = rules_.supports(rule, w, p);
            each(lost, [&](int d) { lost &= ~((of_digits[d] & left[w]) != 0 ? bit(d) : 0); });
        }
        if (lost != 0) losses.push_back({number, rule.cells[p], lost});
    }
}

// ---- reasons

bool HousePacker::has_cell(const Part& part, int cell) const {
    const auto& cells =
        part.rule < 0 ? part.cells : rules_.all()[static_cast<std::size_t>(part.rule)].cells;
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

std::vector<std::uint64_t> HousePacker::fillings_of(const CageRule& rule,
                                                    std::span<const Mask> may) const {
    std::vector<std::uint64_t> words(rule.n_words);
    for (std::size_t w = 0; w < rule.n_words; ++w) {
        words[w] = rules_.all_fillings()[rule.first_word + w];
        for (std::size_t p = 0; p < rule.cells.size(); ++p) {
            std::uint64_t held = 0;
            const std::uint64_t* const of_digits = rules_.supports(rule, w, p);
            each(may[rule.cells[p]], [&](int d) { held |= of_digits[d]; });
            words[w] &= held;
        }
    }
    return words;
}

// Shares out the digits among these parts only. `of_first` has the fillings of the first part's
// rule.
Packing::End HousePacker::pack(int house, std::span<const int> numbers, std::span<const Mask> may,
                               std::vector<std::uint64_t>& of_first) {
    board_.pause();
    if (remaining_.size() < numbers.size()) remaining_.resize(numbers.size());
    taken_.clear();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Part& each_part = part(house, numbers[i]);
        std::vector<std::uint64_t> words;
        if (each_part.rule >= 0)
            words = fillings_of(rules_.all()[static_cast<std::size_t>(each_part.rule)], may);
        list_sets(each_part, may, words.data(), remaining_[i]);
        if (remaining_[i].sets.empty()) return Packing::End::none;
        taken_.push_back(&remaining_[i].sets);
        if (i == 0) of_first = std::move(words);
    }
    return packing_.run(taken_);
}

// Whether these parts, with the losing part first, leave none of the lost candidates.
bool HousePacker::is_impossible(int house, std::span<const int> numbers, std::span<const Mask> may,
                                std::span<const Candidate> lost) {
    std::vector<std::uint64_t> of_first;
    const Packing::End end = pack(house, numbers, may, of_first);
    if (end != Packing::End::some) return end == Packing::End::none;
    std::vector<Loss> losses;
    find_losses(0, part(house, numbers[0]), may, of_first.data(), remaining_[0],
                packing_.occurs()[0], losses);
    return std::all_of(lost.begin(), lost.end(), [&](Candidate candidate) {
        return std::any_of(losses.begin(), losses.end(), [&](const Loss& loss) {
            return loss.cell == candidate.cell && (loss.digits & bit(candidate.digit)) != 0;
        });
    });
}

HousePacker::Reason HousePacker::why(int house, std::span<const Candidate> lost,
                                     std::vector<Candidate> gone) {
    std::vector<Mask> may;
    for (int cell = 0; cell < board_.layout().n_cells(); ++cell) may.push_back(board_.may(cell));
    for (const Candidate off : gone) may[off.cell] &= ~bit(off.digit);
    // The losing part, then as few other parts as possible. Large parts are left out first.
    std::vector<int> numbers;
    const auto n_parts = static_cast<int>(parts_[static_cast<std::size_t>(house)].size());
    for (int i = 0; i < n_parts; ++i) numbers.push_back(i);
    const auto loses = [&](int i) { return has_cell(part(house, i), lost[0].cell); };
    std::rotate(numbers.begin(), std::find_if(numbers.begin(), numbers.end(), loses),
                numbers.end());
    const auto n_candidates = [&](int i) {
        int n = 0;
        for (const std::uint16_t cell : part(house, i).cells) n += count(may[cell]);
        return n;
    };
    std::stable_sort(numbers.begin() + 1, numbers.end(),
                     [&](int a, int b) { return n_candidates(a) < n_candidates(b); });
    for (std::size_t i = numbers.size(); i-- > 1;) {
        std::vector<int> fewer = numbers;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (is_impossible(house, fewer, may, lost)) numbers = std::move(fewer);
    }
    Reason reason;
    for (const int i : numbers)
        if (part(house, i).rule >= 0)
            reason.cages.push_back(
                rules_.all()[static_cast<std::size_t>(part(house, i).rule)].cage);
    for (const Candidate off : gone) {
        const auto has = [&](int i) { return has_cell(part(house, i), off.cell); };
        if (std::none_of(numbers.begin(), numbers.end(), has)) continue;
        may[off.cell] |= bit(off.digit);
        if (is_impossible(house, numbers, may, lost)) continue;
        may[off.cell] &= ~bit(off.digit);
        reason.gone.push_back(off);
    }
    std::sort(reason.gone.begin(), reason.gone.end());
    std::vector<std::uint64_t> of_first;
    reason.leaves_none = pack(house, numbers, may, of_first) == Packing::End::none;
    return reason;
}

}  // namespace pandoku::logic
