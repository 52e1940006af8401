// Fuzz target: bytes become a Plan and buffers of exactly the size it needs. Plain moves are compared with a loop
// over elements; conversions and everything else between levels, and between the small and the large ways.
// Sanitizers see every access outside the buffers.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "run.h"
#include "run/limits.h"
#include "run/tuning.h"

namespace {

using namespace ascmove;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  std::uint32_t next(std::uint32_t below) {
    std::uint32_t value = 0;
    for (int i = 0; i < 2 && left_ > 0; ++i, --left_) value = value << 8 | *data_++;
    return below ? value % below : value;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

// Strides that keep turns apart (dense or with gaps), or any at all where `free`.
std::vector<i64> strides(Bytes& from, const std::vector<i64>& shape, bool free) {
  std::vector<i64> found;
  i64 reach = 1;
  for (const i64 n : shape) {
    const i64 gap = static_cast<i64>(from.next(5)) * static_cast<i64>(from.next(9));
    const i64 stride = free && from.next(3) == 0 ? static_cast<i64>(from.next(20)) : reach + (from.next(2) ? gap : 0);
    found.push_back(stride);
    reach += (n - 1) * stride;
  }
  for (std::size_t k = found.size(); free && k > 1; --k) std::swap(found[k - 1], found[from.next(static_cast<std::uint32_t>(k))]);
  return found;
}

Conversion conversion(Bytes& from) {
  Conversion c;
  c.work = from.next(8) == 0 ? Work::Shift16 : Work::Convert;
  c.source = static_cast<Source>(from.next(kSources));
  c.store = static_cast<Store>(from.next(kStores));
  const std::uint32_t words = from.next(3);
  c.has_word = words == 1;
  c.reads_words = words == 2;
  if (c.work == Work::Shift16 && words == 0) c.has_word = true;
  if (words) c.multiplier = static_cast<Multiplier>(1 + from.next(3));
  c.shift = static_cast<Shift>(from.next(3));
  c.relu_source = words && from.next(2);
  c.relu_result = from.next(2);
  c.saturate = from.next(4) != 0;
  for (int i = 0; i < 4; ++i) c.word = c.word << 16 | from.next(0);
  return c;
}

i64 width_of(Store store) {
  return store == Store::Double ? 8 : store == Store::Float ? 4 : store == Store::Half || store == Store::BFloat16 ? 2 : 1;
}

Widths widths_for(const Description& d) {
  const Conversion& c = d.conversion;
  if (c.work == Work::Shift16) return {2, 4, 8};
  return {width_of(c.store), c.source == Source::Half ? 2 : 4, 8};
}

Description description(Bytes& from, bool converts) {
  Description d;
  i64 size = 1;
  for (std::uint32_t k = 1 + from.next(5); k > 0; --k) {
    const i64 n = 1 + static_cast<i64>(from.next(static_cast<std::uint32_t>(4000 / size < 70 ? 4000 / size : 70)));
    d.shape.push_back(n);
    size *= n;
  }
  d.ordered = from.next(4) == 0;
  d.dst_strides = strides(from, d.shape, d.ordered);
  d.src_strides = strides(from, d.shape, true);
  d.word_strides = strides(from, d.shape, true);
  d.dst = from.next(20);
  d.src = from.next(20);
  d.kind = converts ? Kind::Convert : from.next(4) == 0 ? Kind::Fill : Kind::Copy;
  d.fill = from.next(0) * 0x100010001ULL;
  d.role = static_cast<std::uint8_t>(1 + from.next(2));
  return d;
}

std::vector<char> noise(i64 size, std::uint32_t seed) {
  std::vector<char> found(static_cast<std::size_t>(size));
  for (char& byte : found) byte = static_cast<char>((seed = seed * 1664525U + 1013904223U) >> 24);
  return found;
}

struct Job {
  Plan plan;
  std::vector<char> dst, src, words;
  i64 askew = 0;  // of the destination, to a line of the cache

  std::vector<char> run(const char* level, const Limits& how, bool shared) const {
    use_level(level);
    limits() = how;
    std::vector<char> state(dst.size());
    constexpr std::align_val_t kLine{64};
    char* room = static_cast<char*>(::operator new(static_cast<std::size_t>(askew) + dst.size(), kLine));
    char* to = room + askew;  // ends where the memory ends
    std::copy(dst.begin(), dst.end(), to);
    ascmove::run(plan, {to, shared ? to : src.data(), words.data(), state.data()});
    std::vector<char> out(to, to + dst.size());
    ::operator delete(room, kLine);
    out.insert(out.end(), state.begin(), state.end());
    return out;
  }
};

void naive(const Description& d, i64 width, std::vector<char>& dst, const std::vector<char>& src) {
  std::vector<i64> at(d.shape.size());
  for (;;) {
    i64 to = d.dst, from = d.src;
    for (std::size_t k = 0; k < at.size(); ++k) {
      to += at[k] * d.dst_strides[k];
      from += at[k] * d.src_strides[k];
    }
    const char* value = d.kind == Kind::Fill ? reinterpret_cast<const char*>(&d.fill) : src.data() + from * width;
    std::memcpy(dst.data() + to * width, value, static_cast<std::size_t>(width));
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == d.shape[k]) at[k++] = 0;
    if (k == at.size()) return;
  }
}

void same(const std::vector<char>& a, const std::vector<char>& b, const std::vector<Description>& steps,
          const char* what) {
  if (a.size() >= b.size() && std::memcmp(a.data(), b.data(), b.size()) == 0) return;
  std::size_t at = 0;
  while (a[at] == b[at]) ++at;
  std::fprintf(stderr, "results differ at byte %zu of %zu: %s\n", at, b.size(), what);
  for (const Description& d : steps) {
    std::fprintf(stderr, "kind %d ordered %d dst %ld src %ld\n", static_cast<int>(d.kind), d.ordered,
                 static_cast<long>(d.dst), static_cast<long>(d.src));
    for (std::size_t k = 0; k < d.shape.size(); ++k)
      std::fprintf(stderr, "  %ld turns: dst %ld src %ld word %ld\n", static_cast<long>(d.shape[k]),
                   static_cast<long>(d.dst_strides[k]), static_cast<long>(d.src_strides[k]),
                   static_cast<long>(d.word_strides[k]));
  }
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes from(data, size);
  const bool converts = from.next(2);
  std::vector<Description> steps;
  steps.push_back(description(from, converts));
  Widths widths{i64{1} << from.next(4), 0, 8};
  widths.src = widths.dst;
  if (converts) {
    steps[0].conversion = conversion(from);
    widths = widths_for(steps[0]);
  } else if (from.next(2)) {  // often a padded box: a fill and a move inside of it
    Description pad = steps[0], move = steps[0];
    pad.kind = Kind::Fill;
    move.kind = Kind::Copy;
    pad.ordered = move.ordered = false;
    i64 distance = 1;
    for (std::size_t k = 0; k < pad.shape.size(); ++k) {
      const i64 left = from.next(4);
      pad.shape[k] += left + from.next(4);
      pad.dst_strides[k] = move.dst_strides[k] = distance;
      move.dst += left * distance;
      distance *= pad.shape[k];
    }
    if (distance < 100000) steps = {pad, move};
  }
  Job job{Plan(widths), {}, {}, {}};
  job.askew = from.next(2) ? 0 : from.next(64);
  for (const Description& d : steps) job.plan.add(d);
  if (job.plan.dst_stop + job.plan.src_stop + job.plan.word_stop > 4000000) return 0;
  const bool shared = from.next(6) == 0 && job.plan.src_stop <= job.plan.dst_stop;
  job.dst = noise(job.plan.dst_stop, from.next(0));
  job.src = noise(job.plan.src_stop, from.next(0));
  job.words = noise(job.plan.word_stop, from.next(0));

  const Limits small{i64{1} << 40, i64{1} << 40, i64{1} << 40, 1}, large{1, 1, 1, 1};
  const std::vector<char> first = job.run("baseline", small, shared);
  if (!converts && !shared) {
    std::vector<char> expected = job.dst;
    for (const Description& d : steps) naive(d, widths.dst, expected, job.src);
    same(first, expected, steps, "loop over elements");
  }
  const char* names[4];
  const int count = levels(names);
  for (int i = 0; i < count; ++i) {
    same(job.run(names[i], small, shared), first, steps, names[i]);
    for (const char* maker : {"common", "amd"}) {
      use_tuning(maker);
      same(job.run(names[i], large, shared), first, steps, "the large way");
    }
  }
  return 0;
}
