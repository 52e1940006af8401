// A small coverage-guided driver for compilers without libFuzzer: inputs that reach new edges are kept and mutated.
// Usage: fuzz_plan [seconds] [seed]; an input that ends the program is printed, and `fuzz_plan - HEX` runs it again.
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t kEdges = 1 << 16;
std::uint8_t seen_now[kEdges];   // edges of the running input
std::uint8_t seen_ever[kEdges];  // and of all inputs
std::uintptr_t before = 0;

using Input = std::vector<std::uint8_t>;

const Input* running = nullptr;

void show_input(int) {
  for (const std::uint8_t byte : *running) std::fprintf(stderr, "%02x", byte);
  std::fprintf(stderr, "\n");
}

int run_again(const char* hex) {
  Input input;
  for (; hex[0] && hex[1]; hex += 2) {
    const char pair[3] = {hex[0], hex[1], 0};
    input.push_back(static_cast<std::uint8_t>(std::strtol(pair, nullptr, 16)));
  }
  return LLVMFuzzerTestOneInput(input.data(), input.size());
}

Input mutated(const Input& from, const Input& other, std::mt19937& random) {
  Input input = from;
  for (unsigned i = 1 + random() % 6; i > 0; --i) {
    const std::size_t at = input.empty() ? 0 : random() % input.size();
    switch (random() % 5) {
      case 0: if (!input.empty()) input[at] = static_cast<std::uint8_t>(random()); break;
      case 1: if (!input.empty()) input[at] = static_cast<std::uint8_t>(input[at] + random() % 5 - 2); break;
      case 2: input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random())); break;
      case 3: if (!input.empty()) input.erase(input.begin() + static_cast<std::ptrdiff_t>(at)); break;
      default: if (at < other.size()) input.insert(input.end(), other.begin() + static_cast<std::ptrdiff_t>(at), other.end());
    }
  }
  if (input.size() > 200) input.resize(200);
  return input;
}

bool found_new() {
  bool news = false;
  for (std::size_t i = 0; i < kEdges; ++i) {
    if (seen_now[i] && !seen_ever[i]) seen_ever[i] = news = true;
    seen_now[i] = 0;
  }
  return news;
}

}  // namespace

extern "C" void __sanitizer_cov_trace_pc() {
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  seen_now[(here ^ before) % kEdges] = 1;
  before = here >> 1;
}

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "-") == 0) return run_again(argv[2]);
  std::signal(SIGABRT, show_input);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 30;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  std::vector<Input> corpus;
  for (int i = 0; i < 50; ++i) {
    Input input(60);
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(random());
    corpus.push_back(input);
  }
  const auto start = std::chrono::steady_clock::now();
  long runs = 0;
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    const Input input = mutated(corpus[random() % corpus.size()], corpus[random() % corpus.size()], random);
    running = &input;
    LLVMFuzzerTestOneInput(input.data(), input.size());
    ++runs;
    if (found_new()) corpus.push_back(input);
  }
  std::size_t edges = 0;
  for (const std::uint8_t edge : seen_ever) edges += edge;
  std::printf("%ld inputs, %zu kept, %zu edges, no finding\n", runs, corpus.size(), edges);
}
