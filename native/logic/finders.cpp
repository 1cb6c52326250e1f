// The table of finders: the names by which techniques ask for them.
#include "logic/finders.hpp"

namespace pandoku::logic {

namespace {

template <int size, Shared shared>
void naked(const Board& board, Sink& sink) {
    find_naked_subsets(board, sink, size, shared);
}
template <int size>
void hidden(const Board& board, Sink& sink) {
    find_hidden_subsets(board, sink, size);
}
template <int size, Fins fins>
void fish(const Board& board, Sink& sink) {
    find_fish(board, sink, size, fins);
}
template <bool from_box>
void locked(const Board& board, Sink& sink) {
    find_locked(board, sink, from_box);
}

constexpr Finder kFinders[] = {
    {"full-house", find_full_houses},
    {"naked-single", find_naked_singles},
    {"hidden-single", find_hidden_singles},
    {"pointing", locked<true>},
    {"claiming", locked<false>},
    {"locked-pair", naked<2, Shared::several_houses>},
    {"locked-triple", naked<3, Shared::several_houses>},
    {"naked-pair", naked<2, Shared::one_house>},
    {"naked-triple", naked<3, Shared::one_house>},
    {"naked-quad", naked<4, Shared::one_house>},
    {"hidden-pair", hidden<2>},
    {"hidden-triple", hidden<3>},
    {"hidden-quad", hidden<4>},
    {"x-wing", fish<2, Fins::none>},
    {"swordfish", fish<3, Fins::none>},
    {"jellyfish", fish<4, Fins::none>},
    {"finned-x-wing", fish<2, Fins::some>},
    {"finned-swordfish", fish<3, Fins::some>},
    {"finned-jellyfish", fish<4, Fins::some>},
    {"sashimi-x-wing", fish<2, Fins::sashimi>},
    {"sashimi-swordfish", fish<3, Fins::sashimi>},
    {"sashimi-jellyfish", fish<4, Fins::sashimi>},
};

}  // namespace

std::span<const Finder> finders() { return kFinders; }

}  // namespace pandoku::logic
