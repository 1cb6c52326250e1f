#include "rating/names.hpp"

namespace pandoku::rating {

namespace {

// The first name of each technique. Loops have a name for rectangles and a name for longer loops.
// Dynamic chains have a name for each level.
struct Names {
    std::vector<std::string> all;
    std::vector<int> first;

    Names() {
        constexpr const char* kPlain[] = {"Hidden Single",
                                          "Direct Pointing",
                                          "Direct Claiming",
                                          "Direct Hidden Pair",
                                          "Naked Single",
                                          "Direct Hidden Triplet",
                                          "Pointing",
                                          "Claiming",
                                          "Naked Pair",
                                          "X-Wing",
                                          "Hidden Pair",
                                          "Naked Triplet",
                                          "Swordfish",
                                          "Hidden Triplet",
                                          "XY-Wing",
                                          "XYZ-Wing",
                                          "type 1",
                                          "type 2",
                                          "type 3",
                                          "type 4",
                                          "Naked Quad",
                                          "Jellyfish",
                                          "Hidden Quad",
                                          "BUG type 1",
                                          "BUG type 2",
                                          "BUG type 3",
                                          "BUG type 4",
                                          "Aligned Pair Exclusion",
                                          "Bidirectional X-Cycle",
                                          "Bidirectional Y-Cycle",
                                          "Turbot Fish",
                                          "Forcing X-Chain",
                                          "Bidirectional Cycle",
                                          "Forcing Chain",
                                          "Aligned Triplet Exclusion",
                                          "Nishio Forcing Chains",
                                          "Cell Forcing Chains",
                                          "Region Forcing Chains",
                                          "Contradiction",
                                          "Double",
                                          "Cell",
                                          "Region"};
        constexpr const char* kSuffixes[kLevels] = {
            "",
            " (+)",
            " (+ Forcing Chains)",
            " (+ Multiple Forcing Chains)",
            " (+ Dynamic Forcing Chains)",
            " (+ Dynamic Forcing Chains (+))",
            " (+ Dynamic Forcing Chains (+ Forcing Chains))",
            " (+ Dynamic Forcing Chains (+ Multiple Forcing Chains))"};
        for (const char* const plain : kPlain) {
            const auto which = static_cast<Technique>(first.size());
            first.push_back(static_cast<int>(all.size()));
            if (which >= Technique::unique_loop_1 && which <= Technique::unique_loop_4) {
                all.push_back(std::string("Unique Rectangle ") + plain);
                all.push_back(std::string("Unique Loop ") + plain);
            } else if (which >= Technique::dynamic_contradiction) {
                for (const char* const suffix : kSuffixes)
                    all.push_back(std::string("Dynamic ") + plain + " Forcing Chains" + suffix);
            } else {
                all.emplace_back(plain);
            }
        }
    }
};

const Names& table() {
    static const Names names;
    return names;
}

}  // namespace

const std::vector<std::string>& names() { return table().all; }

int name_of(const Hint& hint) {
    const int first = table().first[static_cast<std::size_t>(hint.technique)];
    const bool is_loop = hint.technique >= Technique::unique_loop_1 &&
                         hint.technique <= Technique::unique_loop_4 && hint.n_cells > 4;
    return first + is_loop + hint.level;
}

}  // namespace pandoku::rating
