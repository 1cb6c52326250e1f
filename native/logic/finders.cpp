#include "logic/finders.hpp"

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
    board.watch(&sink.watch());
    try {
        finder.find(board, sink);
    } catch (const Stopped&) {
        sink.stop();
    }
    board.watch(nullptr);
}

}  // namespace pandoku::logic
