// Which kernel converts.
#include "run/converter.h"

#include <algorithm>

namespace ascmove {

Converter::Converter(const Task& task)
    : step_(task.step), constants_(task.step.constants), arrays_(task.step), words_(task.words) {
  const Conversion& c = step_.conversion;
  const Kernels& k = kernels();
  const int scale = static_cast<int>(c.reads_words ? Scale::Vector : c.has_word ? Scale::Scalar : Scale::None);
  if (c.work == Work::ReluBits) {
    kernel_ = k.relu[width_index(step_.dst_width)];
  } else if (c.work == Work::Shift16) {
    kernel_ = k.shift16[scale];
  } else {
    const int source = static_cast<int>(c.source), store = static_cast<int>(c.store);
    // fp8_e8m0_t keeps NaN even where it saturates
    const bool keeps = c.store == Store::E8M0 || (!c.saturate && c.store != Store::Float && c.store != Store::Byte);
    kernel_ = k.convert[source][scale][keeps ? static_cast<int>(Store::Float) : store];
    streamed_ = k.convert_streamed[source][scale][store];
    if (keeps) kept_ = k.kept[store];
  }
}

// Results that keep overflow and NaN: as float first, then to the destination, 256 elements at a time.
void Converter::through_floats(const Rows& rows) {
  constexpr i64 kPiece = 256;
  alignas(64) float values[kPiece];
  Constants plain = constants_;
  plain.keep_result = ~0U;
  plain.nan_bits = 0x7FC00000U;
  for (i64 c = 0; c < rows.n1 * rows.n2; ++c) {
    const i64 r = c / rows.n1, j = c % rows.n1;
    const char* cell = rows.src + r * rows.s2 + j * rows.s1;
    char* to = rows.dst + r * rows.d2 + j * rows.d1;
    for (i64 i = 0; i < rows.n0; i += kPiece) {
      const i64 n = std::min(kPiece, rows.n0 - i), at = j * rows.words + i;
      if (reads_words()) {
        plain.ms = constants_.ms + at;
        plain.counts = constants_.counts + at;
        plain.askeds = constants_.askeds + at;
      }
      kernel_({reinterpret_cast<char*>(values), cell + i * step_.src_width, n, 1, 0, 0}, plain);
      kept_({to + i * step_.dst_width, reinterpret_cast<const char*>(values), n, 1, 0, 0}, constants_);
    }
  }
}

}  // namespace ascmove
