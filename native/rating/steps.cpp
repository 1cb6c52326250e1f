#include "rating/steps.hpp"

namespace pandoku::rating {

namespace {

using logic::Step;

int in_layout(int house) { return house < 9 ? house + 18 : house - 9; }

class Teller {
  public:
    Teller(const Grid& grid, const Hint& hint) : grid_(grid), hint_(hint) {}

    Step run() {
        step_.technique = name();
        if (hint_.placed >= 0) step_.place(hint_.placed / 9, hint_.placed % 9);
        for (int i = 0; i < hint_.n_removals; ++i)
            each9(hint_.removals[i].digits,
                  [&](int d) { step_.eliminate(hint_.removals[i].cell, d); });
        tell();
        return std::move(step_);
    }

  private:
    const char* name() const {
        const bool is_loop = hint_.n_cells > 4, is_hidden = hint_.house2 == 0;
        switch (hint_.technique) {
            case Technique::hidden_single:
                return is_one(grid_.open[hint_.house]) ? "full-house" : "hidden-single";
            case Technique::direct_pointing: return "direct-pointing";
            case Technique::direct_claiming: return "direct-claiming";
            case Technique::direct_hidden_pair: return "direct-hidden-pair";
            case Technique::naked_single: return "naked-single";
            case Technique::direct_hidden_triplet: return "direct-hidden-triple";
            case Technique::pointing: return "pointing";
            case Technique::claiming: return "claiming";
            case Technique::naked_pair: return "naked-pair";
            case Technique::x_wing: return "x-wing";
            case Technique::hidden_pair: return "hidden-pair";
            case Technique::naked_triplet: return "naked-triple";
            case Technique::swordfish: return "swordfish";
            case Technique::hidden_triplet: return "hidden-triple";
            case Technique::xy_wing: return "xy-wing";
            case Technique::xyz_wing: return "xyz-wing";
            case Technique::unique_loop_1: return is_loop ? "unique-loop-1" : "unique-rectangle-1";
            case Technique::unique_loop_2: return is_loop ? "unique-loop-2" : "unique-rectangle-2";
            case Technique::unique_loop_3:
                if (is_hidden)
                    return is_loop ? "unique-loop-3-hidden" : "unique-rectangle-3-hidden";
                return is_loop ? "unique-loop-3" : "unique-rectangle-3";
            case Technique::unique_loop_4: return is_loop ? "unique-loop-4" : "unique-rectangle-4";
            case Technique::naked_quad: return "naked-quad";
            case Technique::jellyfish: return "jellyfish";
            case Technique::hidden_quad: return "hidden-quad";
            case Technique::bug_1: return "bug-1";
            case Technique::bug_2: return "bug-2";
            case Technique::bug_3: return "bug-3";
            case Technique::bug_4: return "bug-4";
            case Technique::aligned_pair_exclusion: return "aligned-pair-exclusion";
            case Technique::aligned_triplet_exclusion: return "aligned-triplet-exclusion";
            default: return nullptr;  // chains
        }
    }

    void tell() {
        switch (hint_.technique) {
            case Technique::hidden_single: return hidden_single();
            case Technique::naked_single: return naked_single();
            case Technique::direct_pointing:
            case Technique::direct_claiming: return direct_locking();
            case Technique::pointing:
            case Technique::claiming: return locking(std::countr_zero(hint_.digits));
            case Technique::direct_hidden_pair:
            case Technique::direct_hidden_triplet: mark_placed(); [[fallthrough]];
            case Technique::naked_pair:
            case Technique::hidden_pair:
            case Technique::naked_triplet:
            case Technique::hidden_triplet:
            case Technique::naked_quad:
            case Technique::hidden_quad: return set();
            case Technique::x_wing:
            case Technique::swordfish:
            case Technique::jellyfish: return fish();
            case Technique::xy_wing:
            case Technique::xyz_wing: return wing();
            case Technique::unique_loop_1:
            case Technique::unique_loop_2:
            case Technique::unique_loop_3:
            case Technique::unique_loop_4: return unique_loop();
            case Technique::bug_1:
            case Technique::bug_2:
            case Technique::bug_3:
            case Technique::bug_4: return bug();
            case Technique::aligned_pair_exclusion:
            case Technique::aligned_triplet_exclusion: return exclusion();
            default: return;
        }
    }

    void mark_all(int cell, Set digits, const char* role) {
        step_.mark(cell, role);
        each9(grid_.at[cell] & digits, [&](int d) { step_.mark(cell, d, role); });
    }
    void mark_placed() {
        step_.mark(hint_.placed / 9, "single");
        step_.mark(hint_.placed / 9, hint_.placed % 9, "proves");
    }
    // The cell that holds a digit and sees another cell, or -1 if the candidate was removed in
    // another way.
    int holder(int cell, int d) const {
        for (const int peer : kTables.peer[cell])
            if (grid_.digit[peer] == d + 1) return peer;
        return -1;
    }

    void hidden_single() {
        const int cell = hint_.placed / 9, d = hint_.placed % 9;
        step_.houses.push_back(in_layout(hint_.house));
        if (is_one(grid_.open[hint_.house])) return step_.mark(cell, "single");
        mark_placed();
        Cells told;
        each9(grid_.open[hint_.house], [&](int p) {
            const int other = kTables.cell[hint_.house][p];
            const int by = other == cell ? -1 : holder(other, d);
            if (by < 0 || told.has(by)) return;
            told.add(by);
            step_.mark(by, "excludes");
        });
    }

    void naked_single() {
        mark_placed();
        for (int d = 0; d < 9; ++d)
            if (const int by = holder(hint_.placed / 9, d); by >= 0 && d != hint_.placed % 9)
                step_.mark(by, "excludes");
    }

    void locking(int d) {
        each9(grid_.where[hint_.house][d], [&](int p) {
            step_.mark(kTables.cell[hint_.house][p], "pattern");
            step_.mark(kTables.cell[hint_.house][p], d, "proves");
        });
        step_.houses = {in_layout(hint_.house), in_layout(hint_.house2)};
    }

    void direct_locking() {
        locking(hint_.placed % 9);
        step_.houses.push_back(in_layout(hint_.house3));
        step_.mark(hint_.placed / 9, "single");
    }

    void set() {
        each9(hint_.positions,
              [&](int p) { mark_all(kTables.cell[hint_.house][p], hint_.digits, "pattern"); });
        step_.houses.push_back(in_layout(hint_.house));
    }

    void fish() {
        const int d = std::countr_zero(hint_.digits);
        const int cover = hint_.house == 9 ? 18 : 9;
        Set covers = 0;
        each9(hint_.positions, [&](int line) {
            const int house = hint_.house + line;
            step_.houses.push_back(in_layout(house));
            covers |= grid_.where[house][d];
            each9(grid_.where[house][d], [&](int p) {
                step_.mark(kTables.cell[house][p], "pattern");
                step_.mark(kTables.cell[house][p], d, "proves");
            });
        });
        each9(covers, [&](int line) { step_.houses.push_back(in_layout(cover + line)); });
    }

    void wing() {
        const auto others = static_cast<Set>(~hint_.digits);
        for (int i = 0; i < hint_.n_cells; ++i) {
            const int cell = hint_.cells[i];
            mark_all(cell, others, i == 0 ? "pivot" : "wing");
            each9(grid_.at[cell] & hint_.digits, [&](int z) { step_.mark(cell, z, "z"); });
        }
    }

    void unique_loop() {
        const Set pair = hint_.digits;
        for (int i = 0; i < hint_.n_cells; ++i) {
            const int cell = hint_.cells[i];
            const Set extra = grid_.at[cell] & static_cast<Set>(~pair);
            step_.mark(cell, extra != 0 ? "roof" : "floor");
            each9(grid_.at[cell] & pair, [&](int d) { step_.mark(cell, d, "pair"); });
            each9(extra, [&](int d) { step_.mark(cell, d, "extra"); });
        }
        if (hint_.house < 0) return;
        step_.houses.push_back(in_layout(hint_.house));
        if (hint_.technique != Technique::unique_loop_3) return;
        each9(hint_.positions, [&](int p) {
            const int cell = kTables.cell[hint_.house][p];
            Set removed = 0;
            for (int i = 0; i < hint_.n_removals; ++i)
                if (hint_.removals[i].cell == cell) removed = hint_.removals[i].digits;
            mark_all(cell, static_cast<Set>(~removed), "subset");
        });
    }

    void bug() {
        for (int i = 0; i < hint_.n_cells; ++i) {
            const int cell = hint_.cells[i];
            step_.mark(cell, "pattern");
            each9(hint_.extras[i], [&](int d) { step_.mark(cell, d, "extra"); });
            if (hint_.technique == Technique::bug_4)
                each9(hint_.positions, [&](int d) { step_.mark(cell, d, "pair"); });
        }
        if (hint_.house < 0) return;
        step_.houses.push_back(in_layout(hint_.house));
        if (hint_.technique == Technique::bug_3)
            each9(hint_.positions,
                  [&](int p) { mark_all(kTables.cell[hint_.house][p], 0x1ff, "subset"); });
    }

    void exclusion() {
        Cells common{~std::uint64_t{0}, ~std::uint64_t{0}};
        Set digits = 0;
        for (int i = 0; i < hint_.n_cells; ++i) {
            mark_all(hint_.cells[i], 0x1ff, "pattern");
            common = common & kTables.sight[hint_.cells[i]];
            digits |= grid_.at[hint_.cells[i]];
        }
        common.each([&](int cell) {
            const int n = size_of(grid_.at[cell]);
            if (n >= 2 && n <= hint_.n_cells && (grid_.at[cell] & ~digits) == 0)
                mark_all(cell, 0x1ff, "excludes");
        });
    }

    const Grid& grid_;
    const Hint& hint_;
    Step step_;
};

}  // namespace

Step step_of(const Grid& grid, const Hint& hint) { return Teller(grid, hint).run(); }

}  // namespace pandoku::rating
