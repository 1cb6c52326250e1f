#!/bin/bash -eu
# Builds every fuzz target into $OUT: those of the core with libFuzzer, the readers with atheris.
# OSS-Fuzz sets CC, CXX, CXXFLAGS, LIB_FUZZING_ENGINE, OUT and WORK.
root=$(cd "$(dirname "$0")" && pwd)
[ -f "$root/CMakeLists.txt" ] || root=${SRC:-..}/pandoku
cd "$root"

cmake -S . -B "$WORK/native" -G Ninja -DPANDOKU_BUILD_MODULE=OFF -DPANDOKU_BUILD_TESTS=ON \
    -DPANDOKU_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
targets=()
for source in native/fuzz/fuzz_*.cpp; do
    name=$(basename "$source" .cpp)
    targets+=("$name")
done
cmake --build "$WORK/native" --target "${targets[@]}"
corpora="$WORK/native/native/fuzz/corpora"
for name in "${targets[@]}"; do
    cp "$WORK/native/native/fuzz/$name" "$OUT/"
    [ ! -d "$corpora/$name" ] || zip -jqr "$OUT/${name}_seed_corpus.zip" "$corpora/$name"
done

# The core of the package is compiled as users have it; atheris follows the Python code.
if command -v compile_python_fuzzer >/dev/null; then
    env -u CFLAGS -u CXXFLAGS pip3 install . pytest
    PYTHONPATH=. compile_python_fuzzer deploy/oss-fuzz/fuzz_readers.py --paths . \
        --collect-all pandoku --hidden-import tests.fuzz.readers
    zip -jqr "$OUT/fuzz_readers_seed_corpus.zip" "$corpora/fuzz_readers"
fi
