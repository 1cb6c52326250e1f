// The rules of a model for the search that learns from its conflicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cages/model.hpp"
#include "nogoods/search.hpp"

namespace pandoku::cages {

// Runs a rule on the changes since its last run. Returns false if no filling is left.
bool filter_rule(Model& model, State& state, std::uint32_t rule);

// The nogood search itself handles houses and cells that see each other. Everything else is a rule
// here. A filter only uses the cells of its rule, and facts that were true before the search began.
class LearnedRules final : public nogoods::Rules {
  public:
    LearnedRules(Model& model, const State& state) : model_(model), state_(state) {
        state_.ignore_houses();
    }

    bool remove(int cell, Mask digits) override { return state_.remove(cell, digits); }
    Outcome run(std::uint32_t& rule, std::vector<Removal>& removals) override {
        state_.ignore_houses();
        for (Queue& queue : state_.rules) {
            if (queue.empty()) continue;
            rule = queue.pop();
            ++n_runs;
            const std::size_t mark = state_.mark();
            state_.emptied = State::kNoCell;
            if (!filter_rule(model_, state_, rule)) {
                if (state_.emptied != State::kNoCell) removals.push_back({state_.emptied, 0});
                return Outcome::failed;
            }
            state_.each_loss(
                mark, [&](std::uint16_t cell, Mask digits) { removals.push_back({cell, digits}); });
            return Outcome::removed;
        }
        return Outcome::idle;
    }
    std::span<const std::uint16_t> cells(std::uint32_t rule) const override {
        return model_.cells_of(model_.rules[rule]);
    }
    std::span<const std::uint16_t> peers(int cell) const override {
        if (!model_.has_cage_peers) return {};
        return model_.cage_peers[static_cast<std::size_t>(cell)];
    }
    void begin_level() override { marks_.push_back(state_.mark()); }
    void undo_to(int level) override {
        state_.undo(marks_[static_cast<std::size_t>(level)]);
        marks_.resize(static_cast<std::size_t>(level));
    }

    std::int64_t n_runs = 0;  // the number of runs of rules

  private:
    Model& model_;
    State state_;  // a separate copy, so that guessing may continue in the meantime
    std::vector<std::size_t> marks_;
};

// A search that begins at a state and keeps what it has learned when it is interrupted.
struct Learner {
    Learner(Model& model, const State& state)
        : rules(model, state),
          search(model.layout->order(), model.layout->n_cells(), model.layout->cells_of_houses()) {
        std::vector<Mask> masks(static_cast<std::size_t>(model.layout->n_cells()));
        for (std::size_t cell = 0; cell < masks.size(); ++cell)
            masks[cell] = state.at(static_cast<int>(cell));
        search.load(masks.data(), &rules);
    }
    LearnedRules rules;
    nogoods::Search search;
    std::vector<std::uint8_t> found;  // the digits of the solutions so far
};

}  // namespace pandoku::cages
