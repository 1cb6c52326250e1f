#include "rating/tree.hpp"

namespace pandoku::rating {

int Closure::count(const Tree& tree, int node, int most) {
    if (stamps_.size() < tree.nodes.size()) stamps_.resize(tree.nodes.size() + 256);
    ++stamp_;
    nodes_.clear();
    nodes_.push_back(static_cast<std::uint16_t>(node));
    stamps_[node] = stamp_;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (static_cast<int>(nodes_.size()) > most) break;
        tree.each_parent(tree.nodes[nodes_[i]], [&](std::uint16_t parent) {
            if (stamps_[parent] == stamp_) return;
            stamps_[parent] = stamp_;
            nodes_.push_back(parent);
        });
    }
    return static_cast<int>(nodes_.size());
}

}  // namespace pandoku::rating
