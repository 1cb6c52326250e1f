// Runs a fuzz target without libFuzzer, on given files or on inputs made here. Without
// instrumentation, this is many times as fast. So use it for many inputs, and use libFuzzer for new
// code.
//
//   fuzz_x FILE...                   each file (or each file of a folder) once
//   fuzz_x --random N [SEED] [FILE...]   N inputs, the same in every run with the same seed: any
//                                    bytes, and what becomes of the files when bytes are changed
//
// An input that ends the process, or takes longer than a minute, is written to crash-SEED-NUMBER.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Input = std::vector<std::uint8_t>;

constexpr unsigned kLongestS = 60;

Input bytes_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", path.string().c_str());
        std::exit(2);
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Input> inputs_of(int n, char** names) {
    std::vector<Input> inputs;
    for (int i = 0; i < n; ++i) {
        std::vector<fs::path> paths{names[i]};
        if (fs::is_directory(paths[0])) paths.assign(fs::directory_iterator(names[i]), {});
        std::sort(paths.begin(), paths.end());
        for (const auto& path : paths) inputs.push_back(bytes_of(path));
    }
    return inputs;
}

// The current input, which is written to a file if it ends the process.
Input running;
unsigned long seed = 20;
long n_run = 0;

void write_down(int signal) {
    char name[64];
    std::snprintf(name, sizeof name, "crash-%lu-%ld", seed, n_run);
    if (std::FILE* file = std::fopen(name, "wb")) {
        std::fwrite(running.data(), 1, running.size(), file);
        std::fclose(file);
    }
    std::fprintf(stderr, "signal %d at input %ld of seed %lu: %s\n", signal, n_run, seed, name);
    std::signal(signal, SIG_DFL);
    std::raise(signal == SIGALRM ? SIGABRT : signal);
}

void run(Input input) {
    running = std::move(input);
    if (n_run % 1024 == 0) alarm(kLongestS);
    LLVMFuzzerTestOneInput(running.data(), running.size());
    ++n_run;
}

// Small inputs as well as large ones, with random bytes, sparse bits, or few different values.
Input any_bytes(std::mt19937& rng) {
    Input bytes(rng() % (std::size_t{4} << (rng() % 9)));
    const unsigned style = rng() % 3, most = 1 + rng() % 40;
    for (auto& byte : bytes) {
        const unsigned value = rng();
        byte = static_cast<std::uint8_t>(style == 0   ? value
                                         : style == 1 ? value & (value >> 8) & (value >> 16)
                                                      : value % most);
    }
    return bytes;
}

// An input with a few changed bytes, or with part of another input in place of its end.
Input changed(std::mt19937& rng, const std::vector<Input>& inputs) {
    Input bytes = inputs[rng() % inputs.size()];
    if (rng() % 4 == 0) {
        const Input& other = inputs[rng() % inputs.size()];
        const std::size_t at = rng() % (std::min(bytes.size(), other.size()) + 1);
        bytes.resize(at);
        bytes.insert(bytes.end(), other.begin() + static_cast<std::ptrdiff_t>(at), other.end());
    }
    for (unsigned n = 1 + rng() % 6; n > 0; --n) {
        const std::size_t at = rng() % (bytes.size() + 1);
        const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const unsigned value = rng(), way = value >> 8;
        if (at == bytes.size() || way % 8 == 0)
            bytes.insert(place, static_cast<std::uint8_t>(value));
        else if (way % 8 == 1)
            bytes.erase(place);
        else if (way % 8 == 2)
            *place = static_cast<std::uint8_t>(*place + (value % 2 == 0 ? 1 : -1));
        else
            *place = static_cast<std::uint8_t>(value);
    }
    return bytes;
}

}  // namespace

int main(int argc, char** argv) {
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGALRM})
        std::signal(signal, write_down);
    const auto start = std::chrono::steady_clock::now();
    if (argc >= 3 && std::strcmp(argv[1], "--random") == 0) {
        const long n = std::atol(argv[2]);
        if (argc >= 4) seed = std::strtoul(argv[3], nullptr, 10);
        const auto inputs = inputs_of(std::max(0, argc - 4), argv + 4);
        std::mt19937 rng(static_cast<std::uint32_t>(seed));
        while (n_run < n)
            run(inputs.empty() || rng() % 4 == 0 ? any_bytes(rng) : changed(rng, inputs));
    } else {
        for (auto& input : inputs_of(argc - 1, argv + 1)) run(std::move(input));
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    std::printf("%ld inputs, %.1f s, %.1f s of processor time\n", n_run, wall.count(), cpu);
    return 0;
}
