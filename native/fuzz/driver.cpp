// Runs a fuzz target without libFuzzer: over the files given, or over bytes made here.
//
//   fuzz_x FILE...        each file (or each file of a folder) once
//   fuzz_x --random N     N inputs, the same in every run
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

bool run_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", path.string().c_str());
        return false;
    }
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return true;
}

// Small inputs as well as large ones; whole bytes, sparse bits, and few different values.
std::vector<std::uint8_t> random_bytes(std::mt19937& rng) {
    std::vector<std::uint8_t> bytes(rng() % (std::size_t{1} << (rng() % 12)));
    const unsigned style = rng() % 3, most = 1 + rng() % 40;
    for (auto& byte : bytes) {
        const unsigned value = rng();
        byte = static_cast<std::uint8_t>(style == 0   ? value
                                         : style == 1 ? value & (value >> 8) & (value >> 16)
                                                      : value % most);
    }
    return bytes;
}

}  // namespace

int main(int argc, char** argv) {
    long n_run = 0;
    if (argc == 3 && std::strcmp(argv[1], "--random") == 0) {
        std::mt19937 rng(20);
        for (const long n = std::atol(argv[2]); n_run < n; ++n_run) {
            const auto bytes = random_bytes(rng);
            LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        }
    } else {
        for (int i = 1; i < argc; ++i) {
            std::vector<fs::path> paths{argv[i]};
            if (fs::is_directory(paths[0])) paths.assign(fs::directory_iterator(argv[i]), {});
            for (const auto& path : paths) {
                if (!run_file(path)) return 2;
                ++n_run;
            }
        }
    }
    std::printf("%ld inputs\n", n_run);
    return 0;
}
