// The floating-point state that conversions need: nearest even, denormals kept, whatever the caller's thread has set.
#pragma once

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace ascmove {

class FloatEnvironment {
 public:
#if defined(__SSE2__)
  FloatEnvironment() : saved_(_mm_getcsr()) {
    if ((saved_ & kWatched) != kWanted) _mm_setcsr((saved_ & ~kWatched) | kWanted);
  }
  ~FloatEnvironment() {
    if ((saved_ & kWatched) != kWanted) _mm_setcsr(saved_);
  }

 private:
  // flush-to-zero, rounding, exception masks, denormals-are-zero
  static constexpr unsigned kWatched = 0x8000 | 0x6000 | 0x1F80 | 0x0040;
  static constexpr unsigned kWanted = 0x1F80;
  unsigned saved_;
#else
  FloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_;
#endif
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
};

}  // namespace ascmove
