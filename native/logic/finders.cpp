#include "logic/finders.hpp"

#include "logic/first_steps.hpp"

namespace pandoku::logic {

#define FINDER(row) extern const Finder row;
#include "logic/finders.inl"
#undef FINDER

namespace {

constexpr const Finder* kFinders[] = {
#define FINDER(row) &row,
#include "logic/finders.inl"
#undef FINDER
};

}  // namespace

std::span<const Finder* const> finders() { return kFinders; }

void run(const Finder& finder, const Board& board, Sink& sink) {
    FirstSteps* const known = board.first_steps();
    if (known != nullptr && known->give(finder, board, sink)) return;
    board.watch(&sink.watch());
    try {
        finder.find(board, sink);
    } catch (const Stopped&) {
        sink.stop();
    }
    board.watch(nullptr);
    if (known != nullptr) known->keep(finder, board, sink);
}

}  // namespace pandoku::logic
