#!/bin/sh
# Makes three data sets: Sudokus, Killers and Calcudokus, rated, split, and explained.
#
#   sh examples/datasets/make.sh FOLDER [SUDOKUS [CAGED [EXPLAINED]]]
#
# By default a million Sudokus, of which ten thousand are explained, and twenty thousand each of the
# others, all of them explained. A run that was stopped goes on when it is started again.
set -eu

folder=$1
sudokus=${2:-1M} caged=${3:-20k} explained=${4:-10k}

batch() {
    verb=$1
    shift
    pandoku batch "$verb" "$@" --resume
}

mkdir -p "$folder"
cd "$folder"

batch generate "$sudokus" --seed 2026 -o sudoku/made
batch rate sudoku/made -o sudoku/rated --techniques
batch split sudoku/rated -o sudoku/split --test 5% --validation 1%
batch explain sudoku/split -o sudoku/explained --sample "$explained" --words
pandoku batch export sudoku/split sudoku/explained -o sudoku/set --to hub

# There are only a few solutions of a 6x6 Calcudoku, up to symmetry, and each belongs to one split.
for kind in killer calcudoku; do
    case $kind in killer) order=9 ;; *) order=8 ;; esac
    batch generate "$caged" "$kind" "$order" --seed 2026 -o "$kind/made"
    batch rate "$kind/made" -o "$kind/rated" --techniques
    batch split "$kind/rated" -o "$kind/split" --test 5% --validation 1%
    batch explain "$kind/split" -o "$kind/explained" # --words take three times as long
    pandoku batch export "$kind/split" "$kind/explained" -o "$kind/set" --to hub
done
