// Almost locked sets and their links: worked out once for all techniques that look at a board.
#include "logic/als.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostSets = 2000;

class Collector {
  public:
    explicit Collector(const Board& board) : board_(board), layout_(board.layout()) {}

    // Size by size; a size with too many is left out, and so are all that follow. So what is
    // found does not depend on the order of the houses.
    std::vector<Als> run() {
        for (size_ = 1; size_ <= most_set(board_.order()); ++size_) {
            const std::size_t before = found_.size();
            for (int house = 0; house < layout_.n_houses() && found_.size() <= kMostSets; ++house) {
                open_.clear();
                for (const int cell : layout_.cells(house))
                    if (const int n = count(board_.at(cell)); n >= 2 && n <= size_ + 1)
                        open_.push_back(cell);
                choose(house, 0, 0);
            }
            if (found_.size() > kMostSets) {
                found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(before), found_.end());
                break;
            }
        }
        return std::move(found_);
    }

  private:
    void choose(int house, std::size_t next, Mask digits) {
        const auto n = static_cast<int>(chosen_.size());
        if (n == size_) {
            if (count(digits) == size_ + 1) add(house, digits);
            return;
        }
        for (std::size_t i = next; i < open_.size() && found_.size() <= kMostSets; ++i) {
            const Mask grown = digits | board_.at(open_[i]);
            if (count(grown) > size_ + 1) continue;
            chosen_.push_back(open_[i]);
            choose(house, i + 1, grown);
            chosen_.pop_back();
        }
    }

    void add(int house, Mask digits) {
        Als als{house, chosen_, layout_.none(), digits, {}};
        for (const int cell : chosen_) als.set.add(cell);
        for (const Place place : layout_.places(chosen_[0]))
            if (place.house < house && als.set.is_within(layout_.house_set(place.house)))
                return;  // told with that house
        als.of_digit.reserve(2 * static_cast<std::size_t>(count(digits)));
        each(digits, [&](int digit) {
            const CellSet with = als.set & board_.cells_with(digit);
            CellSet sight = board_.cells_with(digit);
            with.each([&](int cell) { sight &= layout_.sight(cell); });
            als.of_digit.push_back(with);
            als.of_digit.push_back(sight);
        });
        found_.push_back(std::move(als));
    }

    const Board& board_;
    const Layout& layout_;
    int size_ = 0;
    std::vector<int> open_, chosen_;
    std::vector<Als> found_;
};

// The links of all sets, digit by digit: a digit's places in each set lie side by side.
class Linker {
  public:
    Linker(const Board& board, AlsTable& table) : n_words_(board.layout().n_words()), table_(table) {
        of_digit_.resize(static_cast<std::size_t>(board.order()));
    }

    void run() {
        const auto n = static_cast<int>(table_.sets.size());
        std::vector<Mask> shared(table_.sets.size());
        table_.links.resize(table_.sets.size());
        // From the last set to the first: the lists hold the sets that come later.
        for (int i = n - 1; i >= 0; --i) {
            const Als& als = table_.sets[i];
            each(als.digits, [&](int digit) {
                auto& [ids, words] = of_digit_[digit];
                const std::uint64_t* sight = als.sight(digit).words();
                for (std::size_t k = 0; k < ids.size(); ++k) {
                    std::uint64_t unseen = 0;
                    for (int w = 0; w < n_words_; ++w) unseen |= words[k * n_words_ + w] & ~sight[w];
                    if (unseen == 0) shared[ids[k]] |= bit(digit);
                }
                ids.push_back(i);
                words.insert(words.end(), als.with(digit).words(), als.with(digit).words() + n_words_);
            });
            for (int j = i + 1; j < n; ++j)
                if (const Mask digits = std::exchange(shared[j], 0); digits != 0) {
                    table_.links[i].push_back({j, digits});
                    table_.links[j].push_back({i, digits});
                }
        }
        for (auto& links : table_.links)
            std::sort(links.begin(), links.end(),
                      [](const AlsLink& a, const AlsLink& b) { return a.set < b.set; });
    }

  private:
    struct Places {
        std::vector<int> sets;
        std::vector<std::uint64_t> words;
    };
    int n_words_;
    AlsTable& table_;
    std::vector<Places> of_digit_;
};

}  // namespace

const AlsTable& almost_locked_sets(const Board& board) {
    auto& kept = board.kept(Kept::almost_locked_sets);
    if (!kept) {
        auto table = std::make_shared<AlsTable>();
        table->sets = Collector(board).run();
        Linker(board, *table).run();
        kept = std::move(table);
    }
    return *static_cast<const AlsTable*>(kept.get());
}

void mark_set(const Board& board, Step& step, const Als& als, std::size_t number) {
    static constexpr const char* kRoles[] = {"set-a", "set-b", "set-c", "set-d", "set-e", "set-f",
                                             "set-g", "set-h", "set-i", "set-j", "set-k"};
    static_assert(std::size(kRoles) == kMostSetsInStep);
    for (const int cell : als.cells) step.mark_all(board, cell, als.digits, kRoles[number]);
    step.houses.push_back(als.house);
}

void mark_restricted(Step& step, const Als& als, int digit) {
    als.with(digit).each([&](int cell) { step.mark(cell, digit, "restricted"); });
}

void eliminate_once(Step& step, const CellSet& cells, int digit) {
    cells.each([&](int cell) {
        const Candidate gone = Step::make(cell, digit);
        if (std::find(step.eliminations.begin(), step.eliminations.end(), gone) ==
            step.eliminations.end())
            step.eliminations.push_back(gone);
    });
}

}  // namespace pandoku::logic
