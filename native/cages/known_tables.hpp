// Tables of cages that nothing has narrowed yet. If cages have the same operation and target, and
// their cells see each other in the same way, then they have the same fillings. So their table is
// made once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "grid/arithmetic.hpp"
#include "grid/fillings.hpp"

namespace pandoku::cages {

// The inputs that determine the table of a cage, in addition to the order, and its maximum size.
struct Shape {
    std::int64_t target;
    std::uint64_t rest;

    bool operator==(const Shape&) const = default;

    // No key if a term has lost a candidate or is subtracted.
    static std::optional<Shape> of(const Goal& goal, std::span<const Term> terms,
                                   std::int64_t most_fillings) {
        std::uint64_t rest = static_cast<std::uint64_t>(most_fillings);
        rest = rest << 8 | static_cast<std::uint8_t>(goal.operation);
        rest = rest << 4 | terms.size();
        for (std::size_t i = 0; i < terms.size(); ++i) {
            if (count(terms[i].may) != goal.order || terms[i].sign < 0) return {};
            rest = rest << i | terms[i].apart;  // the terms before it that must hold other digits
        }
        return Shape{goal.target, rest};
    }
};

class KnownTables {
  public:
    struct Table {
        std::int64_t n_fillings = -1;         // -1: too many
        std::int64_t steps = 0;               // the cost of listing them
        std::vector<std::uint64_t> supports;  // [word][position][digit]
    };

    const Table* find(const Shape& shape) const {
        const auto found = tables_.find(shape);
        return found == tables_.end() ? nullptr : &found->second;
    }
    // If there is no more room, forgets all other tables first.
    const Table* add(const Shape& shape, Table table) {
        n_words_ += table.supports.size() + kOverhead;
        if (n_words_ > kMostWords) {
            tables_.clear();
            n_words_ = table.supports.size() + kOverhead;
        }
        return &tables_.insert_or_assign(shape, std::move(table)).first->second;
    }

  private:
    static constexpr std::size_t kMostWords = std::size_t{1} << 18, kOverhead = 16;

    struct Hash {
        std::size_t operator()(const Shape& shape) const {
            std::uint64_t hash = shape.rest * 0x9e3779b97f4a7c15;
            hash ^= hash >> 29;
            hash = (hash ^ static_cast<std::uint64_t>(shape.target)) * 0xbf58476d1ce4e5b9;
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };
    std::unordered_map<Shape, Table, Hash> tables_;
    std::size_t n_words_ = 0;
};

}  // namespace pandoku::cages
