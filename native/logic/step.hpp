// What a finder hands over: a deduction and the facts that prove it, as plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "logic/board.hpp"

namespace pandoku::logic {

struct Candidate {
    std::uint16_t cell;
    std::uint8_t digit;
    bool operator==(const Candidate&) const = default;
    auto operator<=>(const Candidate&) const = default;
};

// Roles are words that the telling side knows: they are never made up at run time.
struct Marked {
    Candidate candidate;
    const char* role;
};
struct Spot {
    std::uint16_t cell;
    const char* role;
};

// From one node of a chain to the next; a node is one candidate, or several of one digit.
struct Link {
    std::vector<Candidate> from, to;
    bool strong;
    int house;  // in which it holds; -1: in a cell
};

// A cage that a step rests on.
struct CageFact {
    int cage;
    std::vector<std::uint8_t> fillings;  // 0-based, one digit for each of its cells
};

struct Step {
    const char* technique = nullptr;  // of a step inside a branch; the finder's name otherwise
    bool is_told = true;              // where steps are only counted, marks are left out
    std::vector<Candidate> placements, eliminations;
    std::vector<Spot> cells;
    std::vector<Marked> candidates;
    std::vector<int> houses;
    std::vector<CageFact> cages;
    std::vector<Link> links;
    std::vector<std::vector<Step>> branches;  // for each assumption, it and what follows from it

    void place(int cell, int digit) { placements.push_back(make(cell, digit)); }
    void eliminate(int cell, int digit) { eliminations.push_back(make(cell, digit)); }
    void mark(int cell, const char* role) {
        if (is_told) cells.push_back({static_cast<std::uint16_t>(cell), role});
    }
    void mark(int cell, int digit, const char* role) {
        if (is_told) candidates.push_back({make(cell, digit), role});
    }
    // Marks the cell, and those of its candidates that are among `digits`.
    void mark_all(const Board& board, int cell, Mask digits, const char* role) {
        mark(cell, role);
        each(board.at(cell) & digits, [&](int d) { mark(cell, d, role); });
    }
    void clear() {
        placements.clear(), eliminations.clear(), cells.clear();
        candidates.clear(), houses.clear(), cages.clear();
        links.clear(), branches.clear();
    }
    static Candidate make(int cell, int digit) {
        return {static_cast<std::uint16_t>(cell), static_cast<std::uint8_t>(digit)};
    }
};

// Takes the steps a finder has, and says when it has enough. Filling reuses one step's memory.
//
// A search also ends after kMostLooks looks, each at one more combination, link or cell. No board
// of a puzzle that people solve comes near; without it some that are made to would take hours.
class Sink {
  public:
    static constexpr std::size_t kMostLooks = std::size_t{1} << 24;

    // `poll` is asked now and then; when it says false the finder is to end.
    explicit Sink(std::size_t limit, std::function<bool()> poll = {}, bool is_told = true)
        : limit_(limit), poll_(std::move(poll)), is_told_(is_told) {}

    Step& start() {
        draft_.clear();
        draft_.is_told = is_told_;
        return draft_;
    }
    // Takes the step that was started, unless it changes nothing.
    void finish() {
        if (draft_.placements.empty() && draft_.eliminations.empty()) return;
        if (done_) return;
        ++n_taken_;
        // A finder may start another before it asks whether it is done: the last one is put aside.
        std::swap(draft_, last_);
        if (limit_ != 1) steps_.push_back(last_);
        done_ = n_taken_ >= limit_;
    }
    // Asked before the next `n_looks` of them.
    bool done(std::size_t n_looks = 1) {
        looks_ += n_looks;
        if (looks_ >= next_poll_ && !done_) ask();
        return done_;
    }

    bool was_stopped() const { return was_stopped_; }
    std::size_t n_taken() const { return n_taken_; }
    const Step& last() const { return last_; }
    const std::vector<Step>& steps() const { return steps_; }
    void reopen() {
        next_poll_ -= looks_;
        n_taken_ = looks_ = 0, done_ = was_stopped_;
        steps_.clear();
    }

  private:
    static constexpr std::size_t kLooksPerPoll = std::size_t{1} << 14;
    void ask() {
        next_poll_ = looks_ + kLooksPerPoll;
        was_stopped_ = poll_ && !poll_();
        done_ = was_stopped_ || looks_ > kMostLooks;
    }
    std::size_t limit_, n_taken_ = 0, looks_ = 0, next_poll_ = kLooksPerPoll;
    std::function<bool()> poll_;
    bool is_told_;
    bool done_ = false, was_stopped_ = false;
    Step draft_, last_;
    std::vector<Step> steps_;
};

}  // namespace pandoku::logic
