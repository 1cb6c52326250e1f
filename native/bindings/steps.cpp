#include "bindings/steps.hpp"

#include <nanobind/stl/vector.h>

#include <vector>

namespace pandoku::bindings {

namespace {

nb::tuple pair_of(logic::Candidate c) { return nb::make_tuple(c.cell, c.digit + 1); }

nb::tuple pairs_of(const std::vector<logic::Candidate>& candidates) {
    nb::list out;
    for (const auto candidate : candidates) out.append(pair_of(candidate));
    return nb::tuple(out);
}

nb::tuple digits_of(const std::vector<std::uint8_t>& fillings) {
    nb::list out;
    for (const std::uint8_t digit : fillings) out.append(digit + 1);
    return nb::tuple(out);
}

nb::tuple digits_of(Mask set) {
    nb::list out;
    each(set, [&](int digit) { out.append(digit + 1); });
    return nb::tuple(out);
}

// Returns (cage, all fillings in one sequence, combinations).
nb::tuple fact_of(const logic::CageFact& fact) {
    nb::list combinations;
    for (const Mask set : fact.combinations) combinations.append(digits_of(set));
    return nb::make_tuple(fact.cage, digits_of(fact.fillings), nb::tuple(combinations));
}

}  // namespace

nb::tuple tuple_of_step(const char* technique, const logic::Step& step) {
    nb::list cells, candidates, cages, links, branches, parts;
    for (const auto& spot : step.cells) cells.append(nb::make_tuple(spot.cell, spot.role));
    for (const auto& [candidate, role] : step.candidates)
        candidates.append(nb::make_tuple(candidate.cell, candidate.digit + 1, role));
    for (const logic::CageFact& fact : step.cages) cages.append(fact_of(fact));
    for (const auto& link : step.links)
        links.append(nb::make_tuple(pairs_of(link.from), pairs_of(link.to), link.strong, link.house,
                                    link.cage, link.is_alike, link.constraint));
    for (const auto& branch : step.branches) {
        nb::list steps;
        for (const auto& inner : branch) steps.append(tuple_of_step(inner.technique, inner));
        branches.append(nb::tuple(steps));
    }
    for (const auto& part : step.parts)
        parts.append(tuple_of_step(part.technique != nullptr ? part.technique : technique, part));
    return nb::make_tuple(technique, pairs_of(step.placements), pairs_of(step.eliminations),
                          nb::tuple(cells), nb::tuple(candidates), step.houses, nb::tuple(cages),
                          nb::tuple(links), nb::tuple(branches), nb::tuple(parts));
}

}  // namespace pandoku::bindings
