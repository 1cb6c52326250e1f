#include "logic/cage_net.hpp"

#include <algorithm>
#include <utility>

#include "logic/branch.hpp"

namespace pandoku::logic {

namespace {

constexpr std::size_t kMostKeptWords = std::size_t{1} << 22;  // 32 megabytes
constexpr std::size_t kMovesOfLook = 1024;                    // maximum work of sharing out a house
// In `changed_`: some fillings have become impossible.
constexpr std::uint32_t kFillings = std::uint32_t{1} << 31;

}  // namespace

CageNet::CageNet(const Board& board, Sink& sink)
    : board_(board),
      layout_(board.layout()),
      rules_(cage_rules_of(board, sink)),
      sink_(sink),
      by_(static_cast<std::size_t>(layout_.n_cells()) * board.order()),
      is_house_waiting_(static_cast<std::size_t>(layout_.n_houses())),
      changed_(rules_.all().size()),
      is_needed_(by_.size()) {
    start_.placed = layout_.none();
    for (int cell = 0; cell < layout_.n_cells(); ++cell) {
        start_.may.push_back(board.may(cell));
        if (!board.is_open(cell)) start_.placed.add(cell);
    }
    start_.fillings = rules_.all_fillings();
    now_ = start_;
}

bool CageNet::run(Candidate supposed) {
    forget_work();
    now_ = start_;
    events_.clear(), around_.clear(), proofs_.clear();
    is_stopped_ = false;
    supposed_ = supposed;
    version_ = kFirstVersion;
    singles_.push_back({Kind::supposed, supposed});
    return drain();
}

// ---- following

void CageNet::forget_work() {
    singles_.clear(), next_single_ = 0;
    for (; next_house_ < houses_.size(); ++next_house_) is_house_waiting_[houses_[next_house_]] = 0;
    houses_.clear(), next_house_ = 0;
    for (; next_rule_ < woken_.size(); ++next_rule_) changed_[woken_[next_rule_]] = 0;
    woken_.clear(), next_rule_ = 0;
    for (; next_share_ < shares_.size(); ++next_share_) is_share_waiting_[shares_[next_share_]] = 0;
    shares_.clear(), next_share_ = 0;
}

// Singles first, then houses, then cages and sums, because people look for them in this order.
bool CageNet::drain() {
    board_.pause();
    while (true) {
        if (next_single_ < singles_.size()) {
            const Event single = singles_[next_single_++];
            if (!now_.placed.has(single.candidate.cell) && !take(single)) return false;
        } else if (next_house_ < houses_.size()) {
            const int house = houses_[next_house_++];
            is_house_waiting_[static_cast<std::size_t>(house)] = 0;
            if (!look_at_house(house)) return false;
        } else if (next_rule_ < woken_.size()) {
            if (sink_.done()) return is_stopped_ = true;
            if (!narrow(woken_[next_rule_++])) return false;
        } else if (next_share_ < shares_.size()) {
            const int house = shares_[next_share_++];
            is_share_waiting_[static_cast<std::size_t>(house)] = 0;
            if (!share_out(house)) return false;
            if (sink_.done(1 + packer_->n_moves() / kMovesOfLook)) return is_stopped_ = true;
        } else {
            return true;
        }
    }
}

bool CageNet::take(const Event& single) {
    const auto [cell, digit] = single.candidate;
    const std::size_t number = events_.size();
    events_.push_back(single);
    now_.placed.add(cell);
    if (!remove(cell, may(cell) & ~bit(digit), number)) return false;
    for (const std::uint16_t peer : layout_.house_peers(cell))
        if ((may(peer) & bit(digit)) != 0 && !remove(peer, bit(digit), number)) return false;
    return true;
}

bool CageNet::remove(int cell, Mask digits, std::size_t event) {
    if (digits == 0) return true;
    each(digits, [&](int d) { by_[index(cell, d)] = static_cast<std::uint32_t>(event); });
    const Mask left = now_.may[static_cast<std::size_t>(cell)] &= ~digits;
    if (left == 0) return clash_ = {cell}, false;
    wake(cell);
    if (is_single(left) && !now_.placed.has(cell))
        singles_.push_back({Kind::naked, Step::make(cell, lowest(left))});
    return true;
}

void CageNet::wake(int cell) {
    for (const Place place : layout_.places(cell)) {
        if (!std::exchange(is_house_waiting_[place.house], 1)) houses_.push_back(place.house);
        if (packer_ && !std::exchange(is_share_waiting_[place.house], 1))
            shares_.push_back(place.house);
    }
    for (const auto [rule, position] : rules_.of(cell)) {
        if (changed_[rule] == 0) woken_.push_back(rule);
        changed_[rule] |= std::uint32_t{1} << position;
    }
}

bool CageNet::look_at_house(int house) {
    const auto cells = layout_.cells(house);
    Mask any = 0, several = 0, placed = 0;
    for (const int cell : cells) {
        const Mask mask = may(cell);
        several |= any & mask;
        any |= mask;
        if (now_.placed.has(cell)) placed |= mask;
    }
    if (any != layout_.all_digits())
        return clash_ = {-1, house, lowest(layout_.all_digits() & ~any)}, false;
    const Mask once = any & ~several & ~placed;
    if (once == 0) return true;
    for (const int cell : cells)
        each(may(cell) & once, [&](int d) {
            if (is_several(may(cell)))
                singles_.push_back({Kind::hidden, Step::make(cell, d), house});
        });
    return true;
}

bool CageNet::narrow(std::size_t number) {
    const CageRule& rule = rules_.all()[number];
    const std::uint32_t flags = std::exchange(changed_[number], 0), changed = flags & ~kFillings;
    std::uint64_t* const words = now_.fillings.data() + rule.first_word;
    std::uint64_t any = 0, dropped = flags & kFillings;
    for (std::size_t w = 0; w < rule.n_words; ++w) {
        const std::uint64_t before = words[w];
        if (before == 0) continue;
        std::uint64_t left = before;
        for (std::uint32_t rest = changed; rest != 0; rest &= rest - 1) {
            const auto p = static_cast<std::size_t>(std::countr_zero(rest));
            const std::uint64_t* const of_digits = rules_.supports(rule, w, p);
            // Each filling has a digit in this cell, which either remains or has been removed.
            const Mask here = may(rule.cells[p]);
            const Mask gone = start_.may[rule.cells[p]] & ~here;
            const bool are_few_gone = count(gone) < count(here);
            std::uint64_t with = 0;
            each(are_few_gone ? gone : here, [&](int d) { with |= of_digits[d]; });
            left &= are_few_gone ? ~with : with;
        }
        words[w] = left;
        any |= left, dropped |= before ^ left;
    }
    if (dropped == 0) return true;
    const std::size_t event = events_.size();
    const Event narrowed{Kind::rule, {}, static_cast<int>(number)};
    if (any == 0) {
        // Removes all remaining candidates of the cell with the fewest candidates.
        const auto fewer = [&](int a, int b) { return count(may(a)) < count(may(b)); };
        const int cell = *std::min_element(rule.cells.begin(), rule.cells.end(), fewer);
        events_.push_back(narrowed);
        return remove(cell, may(cell), event);
    }
    for (std::size_t p = 0; p < rule.cells.size(); ++p) {
        Mask missing = may(rule.cells[p]);
        if (!is_several(missing)) continue;
        for (std::size_t w = 0; w < rule.n_words && missing != 0; ++w) {
            if (words[w] == 0) continue;
            const std::uint64_t* const of_digits = rules_.supports(rule, w, p);
            each(missing,
                 [&](int d) { missing &= ~((of_digits[d] & words[w]) != 0 ? bit(d) : 0); });
        }
        if (missing == 0) continue;
        if (events_.size() == event) events_.push_back(narrowed);
        if (!remove(rule.cells[p], missing, event)) return false;
    }
    return true;
}

void CageNet::share_out_houses() {
    packer_.emplace(board_, rules_);
    witness_of_.clear();
    possible_in_.clear();
    is_share_waiting_.assign(static_cast<std::size_t>(layout_.n_houses()), 0);
}

// A separate event for each part of the house that loses candidates, so that each part has its own
// reason.
bool CageNet::share_out(int house) {
    const Event shared{Kind::house, {}, house};
    if (!packer_->run(house, now_.may, now_.fillings, losses_)) {
        const auto cells = layout_.cells(house);
        const auto fewer = [&](int a, int b) { return count(may(a)) < count(may(b)); };
        const int cell = *std::min_element(cells.begin(), cells.end(), [&](int a, int b) {
            const bool has_a = board_.is_open(a), has_b = board_.is_open(b);
            return has_a != has_b ? has_a : fewer(a, b);
        });
        events_.push_back(shared);
        return remove(cell, may(cell), events_.size() - 1);
    }
    int part = -1;
    for (const HousePacker::Loss& loss : losses_) {
        if (std::exchange(part, loss.part) != loss.part) events_.push_back(shared);
        if (!remove(loss.cell, loss.digits, events_.size() - 1)) return false;
    }
    return true;
}

// ---- trials within the trial

bool CageNet::enter(Candidate supposed) {
    around_.push_back({now_, events_.size(), supposed, version_});
    version_ = ++n_versions_;
    singles_.push_back({Kind::supposed, supposed});
    return drain();
}

void CageNet::keep_alone(Candidate candidate) {
    if (number_.empty()) number_.resize(by_.size());
    if ((alone_.size() + 1) * (now_.may.size() + now_.fillings.size()) > kMostKeptWords) return;
    alone_.push_back(now_);
    number_[index(candidate)] = alone_.size();
}

bool CageNet::is_possible(Candidate supposed) {
    const std::size_t number = number_.empty() ? 0 : number_[index(supposed)];
    if (is_known_possible(number)) return true;
    around_.push_back({now_, events_.size(), supposed, version_});
    if (number == 0) singles_.push_back({Kind::supposed, supposed});
    const bool is_open = (number == 0 || meet(alone_[number - 1])) && drain();
    if (is_open && !is_stopped_) keep_witness();
    leave();
    if (is_open && !is_stopped_) keep_possible(number);
    return is_open;
}

// Following only removes candidates, and its end does not depend on the order. So if all that a
// witness has is still left, its candidates remain, whatever else is left.
bool CageNet::is_known_possible(std::size_t number) const {
    const std::size_t n = alone_.size(), outer = number_.empty() ? 0 : number_[index(supposed_)];
    if (number == 0 || outer == 0 || possible_in_.empty()) return false;
    if (possible_in_[(outer - 1) * n + number - 1] == version_) return true;
    if (witness_of_.empty()) return false;
    const auto [low, high] = std::minmax(outer, number);
    const std::size_t witness = witness_of_[(low - 1) * n + high - 1];
    if (witness == 0) return false;
    const Mask* const left = witnesses_.data() + (witness - 1) * now_.may.size();
    for (std::size_t cell = 0; cell < now_.may.size(); ++cell)
        if ((left[cell] & ~now_.may[cell]) != 0) return false;
    return true;
}

void CageNet::keep_possible(std::size_t number) {
    const std::size_t n = alone_.size(), outer = number_.empty() ? 0 : number_[index(supposed_)];
    if (number == 0 || outer == 0 || n * n > kMostKeptWords) return;
    possible_in_.resize(n * n);
    possible_in_[(outer - 1) * n + number - 1] = version_;
}

// Any two candidates that are each the last of their cell are possible together.
void CageNet::keep_witness() {
    const std::size_t n = alone_.size();
    if (n * n > kMostKeptWords || !is_shared_out()) return;
    if (witnesses_.size() + now_.may.size() > kMostKeptWords) return;
    witness_of_.resize(n * n);
    witnesses_.insert(witnesses_.end(), now_.may.begin(), now_.may.end());
    const auto witness = static_cast<std::uint32_t>(witnesses_.size() / now_.may.size());
    met_.clear();
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        if (board_.is_open(cell) && is_single(may(cell)))
            if (const std::size_t number = number_[index(cell, lowest(may(cell)))]; number != 0)
                met_.push_back(number - 1);
    for (const std::size_t low : met_)
        for (const std::size_t high : met_)
            if (low < high) witness_of_[low * n + high] = witness;
}

// Whether the digits of all houses are shared out. Trials only look at the houses of cells that
// have changed since a state was stored.
bool CageNet::is_shared_out() {
    for (int house = 0; packer_ && house < layout_.n_houses(); ++house)
        if (!packer_->run(house, now_.may, now_.fillings, losses_) || !losses_.empty())
            return false;
    return true;
}

void CageNet::leave() {
    forget_work();
    events_.resize(around_.back().n_events);
    now_ = std::move(around_.back().state);
    version_ = around_.back().version;
    around_.pop_back();
}

// The intersection of both results. Returns false for a contradiction. Only removals that are new
// for both are followed.
bool CageNet::meet(const State& alone) {
    now_.placed |= alone.placed;
    for (std::size_t cell = 0; cell < now_.may.size(); ++cell) {
        const Mask before = now_.may[cell], left = before & alone.may[cell];
        if (left == 0) return false;
        if (left == before || left == alone.may[cell]) {
            now_.may[cell] = left;
            continue;
        }
        now_.may[cell] = left;
        wake(static_cast<int>(cell));
        if (is_single(left) && !now_.placed.has(static_cast<int>(cell)))
            singles_.push_back({Kind::naked, Step::make(static_cast<int>(cell), lowest(left))});
    }
    for (std::size_t r = 0; r < rules_.all().size(); ++r) {
        const CageRule& rule = rules_.all()[r];
        std::uint64_t lost_here = 0, lost_alone = 0, any = 0;
        for (std::size_t w = rule.first_word; w < rule.first_word + rule.n_words; ++w) {
            const std::uint64_t before = now_.fillings[w], left = before & alone.fillings[w];
            lost_here |= before ^ left, lost_alone |= alone.fillings[w] ^ left, any |= left;
            now_.fillings[w] = left;
        }
        if (any == 0) return false;
        if (lost_here == 0 || lost_alone == 0) continue;
        if (changed_[r] == 0) woken_.push_back(static_cast<std::uint32_t>(r));
        changed_[r] |= kFillings;
    }
    return true;
}

int CageNet::leave_with_proof() {
    look_up();
    need_clash();
    const std::size_t first = around_.back().n_events;
    Proof proof{around_.back().supposed, told(first), {}, clash_};
    for (std::size_t number = 0; number < first; ++number) {
        for (const Candidate gone : needed_[number]) {
            is_needed_[index(gone)] = 0;
            proof.gone.push_back(gone);
        }
        needed_[number].clear();
    }
    std::sort(proof.gone.begin(), proof.gone.end());
    proofs_.push_back(std::move(proof));
    leave();
    return static_cast<int>(proofs_.size()) - 1;
}

bool CageNet::rule_out(int proof) {
    const Candidate candidate = proofs_[static_cast<std::size_t>(proof)].candidate;
    events_.push_back({Kind::proved, candidate, proof});
    version_ = ++n_versions_;
    return remove(candidate.cell, bit(candidate.digit), events_.size() - 1) && drain();
}

// ---- reasons

void CageNet::need(Candidate gone) {
    if (std::exchange(is_needed_[index(gone)], 1)) return;
    needed_[by_[index(gone)]].push_back(gone);
}

void CageNet::need(int cell, Mask digits) {
    each(digits, [&](int d) { need(Step::make(cell, d)); });
}

void CageNet::need_places(int house, int digit, int but) {
    each(board_.where(house, digit), [&](int p) {
        const int cell = layout_.cells(house)[p];
        if (cell != but) need(cell, bit(digit));
    });
}

void CageNet::need_reasons(std::size_t number) {
    const auto& [kind, candidate, where] = events_[number];
    switch (kind) {
        case Kind::supposed: break;
        case Kind::naked:
            need(candidate.cell, board_.at(candidate.cell) & ~bit(candidate.digit));
            break;
        case Kind::hidden: need_places(where, candidate.digit, candidate.cell); break;
        case Kind::rule: need_fillings(number); break;
        case Kind::house: need_parts(number); break;
        case Kind::proved:
            for (const Candidate gone : proofs_[static_cast<std::size_t>(where)].gone) need(gone);
            break;
    }
}

// Removals that, together, leave no filling of the rule with any of the needed candidates. As few
// as possible, preferring removals that are needed anyway or came early.
void CageNet::need_fillings(std::size_t number) {
    const CageRule& rule = rules_.all()[static_cast<std::size_t>(events_[number].where)];
    std::vector<std::uint64_t> refuted(rule.n_words);
    const auto position_of = [&](int cell) {
        return static_cast<std::size_t>(std::find(rule.cells.begin(), rule.cells.end(), cell) -
                                        rule.cells.begin());
    };
    for (const Candidate gone : needed_[number])
        for (std::size_t w = 0; w < rule.n_words; ++w)
            refuted[w] |= rules_.supports(rule, w, position_of(gone.cell))[gone.digit];
    std::vector<Candidate> offs;
    for (const std::uint16_t cell : rule.cells)
        each(board_.at(cell) & ~may(cell), [&](int d) {
            if (by_[index(cell, d)] < number) offs.push_back(Step::make(cell, d));
        });
    std::stable_sort(offs.begin(), offs.end(), [&](Candidate a, Candidate b) {
        const bool has_a = is_needed_[index(a)], has_b = is_needed_[index(b)];
        return has_a != has_b ? has_b : by_[index(a)] > by_[index(b)];
    });
    // For each filling, the number of removals that refute it.
    std::vector<std::uint16_t> n_refuting(rule.n_words * 64);
    const auto each_refuted = [&](Candidate off, auto&& f) {
        const std::size_t p = position_of(off.cell);
        for (std::size_t w = 0; w < rule.n_words; ++w)
            each(rules_.supports(rule, w, p)[off.digit] & refuted[w],
                 [&](int i) { f(n_refuting[w * 64 + static_cast<std::size_t>(i)]); });
    };
    for (const Candidate off : offs) each_refuted(off, [](std::uint16_t& n) { ++n; });
    for (const Candidate off : offs) {
        bool is_alone = false;
        each_refuted(off, [&](std::uint16_t& n) { is_alone |= n == 1; });
        if (is_alone) {
            rests_on_[number].push_back(off);
            need(off);
        } else {
            each_refuted(off, [](std::uint16_t& n) { --n; });
        }
    }
    std::sort(rests_on_[number].begin(), rests_on_[number].end());
}

// The cages of a house and the removals that, together, rule out the needed candidates, preferring
// removals that are needed anyway or came early.
void CageNet::need_parts(std::size_t number) {
    std::vector<Candidate> gone;
    for (int cell = 0; cell < layout_.n_cells(); ++cell)
        each(board_.at(cell) & ~may(cell), [&](int d) {
            if (by_[index(cell, d)] < number) gone.push_back(Step::make(cell, d));
        });
    std::stable_sort(gone.begin(), gone.end(), [&](Candidate a, Candidate b) {
        const bool has_a = is_needed_[index(a)], has_b = is_needed_[index(b)];
        return has_a != has_b ? has_b : by_[index(a)] > by_[index(b)];
    });
    auto reason = packer_->why(events_[number].where, needed_[number], std::move(gone));
    for (const Candidate off : reason.gone) need(off);
    rests_on_[number] = std::move(reason.gone);
    cages_of_[number] = std::move(reason.cages);
    leaves_none_[number] = reason.leaves_none;
}

// The needed events, in order. `needed_` has the events that the end is based on, and event `last`
// is also needed.
std::vector<Step> CageNet::told(std::size_t first, std::size_t last) {
    std::vector<Step> branch;
    for (std::size_t number = events_.size(); number-- > first;) {
        if (needed_[number].empty() && number != first && number != last) continue;
        need_reasons(number);
        branch.push_back(step_of(number));
    }
    std::reverse(branch.begin(), branch.end());
    for (std::size_t number = first; number < events_.size(); ++number) {
        for (const Candidate gone : needed_[number]) is_needed_[index(gone)] = 0;
        needed_[number].clear(), rests_on_[number].clear(), cages_of_[number].clear();
    }
    return branch;
}

Step CageNet::step_of(std::size_t number) const {
    const auto& [kind, candidate, where] = events_[number];
    if (kind == Kind::supposed) return assumption(candidate);
    if (kind == Kind::naked) return single_in_branch(board_, candidate);
    if (kind == Kind::hidden) return single_in_branch(board_, candidate, where);
    Step step;
    if (kind == Kind::proved) {
        const Proof& proof = proofs_[static_cast<std::size_t>(where)];
        step.technique = "contradiction-forcing-chain";
        step.eliminations.push_back(candidate);
        step.mark(candidate.cell, "source");
        step.mark(candidate.cell, candidate.digit, "source");
        for (const Candidate gone : proof.gone) step.mark(gone.cell, gone.digit, "off");
        mark(proof.clash, step);
        step.branches.push_back(proof.branch);
        return step;
    }
    step.eliminations = needed_[number];
    std::sort(step.eliminations.begin(), step.eliminations.end());
    if (kind == Kind::house) {
        step.technique = "house-fillings";
        step.houses.push_back(where);
        for (const int cage : cages_of_[number]) step.cages.push_back({cage});
        if (leaves_none_[number] != 0)
            for (const Candidate gone : step.eliminations)
                step.mark(gone.cell, gone.digit, "contradiction");
    } else if (const CageRule& rule = rules_.all()[static_cast<std::size_t>(where)];
               rule.cage >= 0) {
        step.technique = "cage";
        step.cages.push_back({rule.cage});
    } else {
        step.technique = "sum";
        cite_sum(board_, step, rules_.sum(rule.sum));
    }
    for (const Candidate off : rests_on_[number]) step.mark(off.cell, off.digit, "off");
    return step;
}

void CageNet::look_up() {
    if (needed_.size() < events_.size()) needed_.resize(events_.size());
    rests_on_.resize(needed_.size()), cages_of_.resize(needed_.size());
    leaves_none_.resize(needed_.size());
}

std::vector<Step> CageNet::why_false(Candidate candidate) {
    look_up();
    need(candidate);
    return told();
}

std::vector<Step> CageNet::why_true(Candidate candidate) {
    look_up();
    const auto makes_true = [&](const Event& event) {
        return event.kind != Kind::rule && event.kind != Kind::house &&
               event.kind != Kind::proved && event.candidate == candidate;
    };
    const auto event = std::find_if(events_.begin(), events_.end(), makes_true);
    return told(0, static_cast<std::size_t>(event - events_.begin()));
}

std::vector<Step> CageNet::why_clash() {
    look_up();
    need_clash();
    return told();
}

void CageNet::need_clash() {
    if (clash_.cell >= 0)
        need(clash_.cell, board_.at(clash_.cell));
    else
        need_places(clash_.house, clash_.digit, -1);
}

void CageNet::mark(const Clash& clash, Step& step) const {
    if (clash.cell >= 0)
        mark_bare_cell(board_, clash.cell, step);
    else
        mark_bare_house(board_, clash.house, clash.digit, step);
}

}  // namespace pandoku::logic
