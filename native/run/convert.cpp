// Moves that convert: rows that are dense on both sides go straight through a kernel, all others are gathered first.
#include <algorithm>

#include "run.h"
#include "run/nest.h"
#include "run/words.h"

namespace ascmove {
namespace {

ConvertRows kernel_of(const Step& step) {
  const Conversion& c = step.conversion;
  const Kernels& k = kernels();
  const Scale scale = c.reads_words ? Scale::Vector : c.has_word ? Scale::Scalar : Scale::None;
  switch (c.work) {
    case Work::ReluBits: return k.relu[width_index(step.dst_width)];
    case Work::Shift16: return k.shift16[static_cast<int>(scale)];
    default: return k.convert[static_cast<int>(c.source)][static_cast<int>(scale)][static_cast<int>(c.store)];
  }
}

class ConvertRun {
 public:
  ConvertRun(const Step& step, char* dst, const char* src, const char* words)
      : step_(step), kernel_(kernel_of(step)), k_(step.constants), arrays_(step), dst_(dst), src_(src), words_(words) {}

  void block(i64 d, i64 s, i64 q, const Loop& a, const Loop& b) {
    const bool dense = a.d == step_.dst_width && a.s == step_.src_width;
    const bool words = step_.conversion.reads_words;
    const i64 width = words || !dense ? std::min(a.n, kBlock) : a.n;
    const i64 height = (words && b.q != 0) || !dense ? std::max<i64>(1, kBlock / width) : b.n;
    for (i64 j = 0; j < b.n; j += height) {
      for (i64 i = 0; i < a.n; i += width) {
        const i64 n0 = std::min(width, a.n - i), n1 = std::min(height, b.n - j);
        const i64 step_of_words =
            words ? arrays_.decode(k_, words_ + q + i * a.q + j * b.q, n0, a.q, n1, b.q) : 0;
        char* to = dst_ + d + i * a.d + j * b.d;
        const char* from = src_ + s + i * a.s + j * b.s;
        if (dense) {
          kernel_({to, from, n0, n1, b.d, b.s, step_of_words}, k_);
        } else {
          staged(to, from, n0, n1, a, b, step_of_words);
        }
      }
    }
  }

 private:
  void staged(char* to, const char* from, i64 n0, i64 n1, const Loop& a, const Loop& b, i64 step_of_words) {
    const Kernels& k = kernels();
    const i64 sw = step_.src_width, dw = step_.dst_width;
    k.copy({in_, from, sw, n0, sw, a.s, n1, n0 * sw, b.s});
    kernel_({out_, in_, n0, n1, n0 * dw, n0 * sw, step_of_words}, k_);
    k.copy({to, out_, dw, n0, a.d, dw, n1, b.d, n0 * dw});
  }

  const Step& step_;
  ConvertRows kernel_;
  Constants k_;
  WordArrays arrays_;
  char* dst_;
  const char* src_;
  const char* words_;
  alignas(64) char in_[kBlock * 8];
  alignas(64) char out_[kBlock * 8];
};

}  // namespace

void run_convert(const Step& step, char* dst, const char* src, const char* words) {
  ConvertRun job(step, dst, src, words);
  const Nest& nest = step.nest;
  const Inner in(nest);
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, nest.s, nest.q,
       [&](i64 d, i64 s, i64 q) { job.block(d, s, q, in.a, in.b); });
}

}  // namespace ascmove
