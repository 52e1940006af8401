// Limits, and the number of threads that the environment asks for.
#include "run/limits.h"

#include <cstdlib>

namespace ascmove {
namespace {

constexpr int kMostThreads = 64;

Limits from_environment() {
  Limits found;
  if (const char* text = std::getenv("ASCMOVE_THREADS")) {
    const long asked = std::strtol(text, nullptr, 10);
    if (asked >= 1) found.threads = asked < kMostThreads ? static_cast<int>(asked) : kMostThreads;
  }
  return found;
}

}  // namespace

Limits& limits() {
  static Limits current = from_environment();
  return current;
}

}  // namespace ascmove
