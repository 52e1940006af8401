// Python binding: ascmove._native.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "buffers.h"
#include "copies.h"
#include "fields.h"
#include "repeated.h"
#include "run/limits.h"
#include "run/tuning.h"

namespace nb = nanobind;
using namespace ascmove;

namespace {

void run_plan(const Plan& plan, nb::handle dst, nb::handle src, nb::handle words, nb::handle state) {
  const View to(dst.ptr(), true, "dst"), from(src.ptr(), false, "src");
  const View parameters(words.ptr(), false, "quant"), states(state.ptr(), true, "state");
  run_on(plan, to, from, parameters, states);
}

// Copies as many bytes as the smaller buffer has, `times` times.
template <void (*Copy)(char*, const char*, i64)>
void copy_buffers(nb::handle dst, nb::handle src, i64 times) {
  const View to(dst.ptr(), true, "dst"), from(src.ptr(), false, "src");
  const i64 size = to.size() < from.size() ? to.size() : from.size();
  const nb::gil_scoped_release released;
  for (i64 i = 0; i < times; ++i) Copy(to.data(), from.data(), size);
}

using Numbers = std::vector<i64>;

Description description(const Numbers& shape, i64 dst, const Numbers& dst_strides, std::uint8_t role, bool ordered) {
  Description d;
  d.shape = shape;
  d.dst = dst;
  d.dst_strides = dst_strides;
  d.role = role;
  d.ordered = ordered;
  return d;
}

void add_fill(Plan& plan, const Numbers& shape, i64 dst, const Numbers& dst_strides, std::uint8_t role, bool ordered,
              std::uint64_t pattern) {
  Description d = description(shape, dst, dst_strides, role, ordered);
  d.kind = Kind::Fill;
  d.fill = pattern;
  plan.add(d);
}

void add_copy(Plan& plan, const Numbers& shape, i64 dst, const Numbers& dst_strides, std::uint8_t role, bool ordered,
              i64 src, const Numbers& src_strides) {
  Description d = description(shape, dst, dst_strides, role, ordered);
  d.src = src;
  d.src_strides = src_strides;
  plan.add(d);
}

// `numbers`: the fields of Conversion in order, enumerations by number.
void add_convert(Plan& plan, const Numbers& shape, i64 dst, const Numbers& dst_strides, std::uint8_t role,
                 bool ordered, i64 src, const Numbers& src_strides, i64 word, const Numbers& word_strides,
                 const std::vector<std::uint64_t>& numbers) {
  Description d = description(shape, dst, dst_strides, role, ordered);
  d.kind = Kind::Convert;
  d.src = src;
  d.src_strides = src_strides;
  if (numbers.size() != 12) throw std::invalid_argument("a conversion has 12 numbers");
  if (numbers[0] > 2 || numbers[1] >= kSources || numbers[2] >= kStores || numbers[3] > 3 || numbers[4] > 2)
    throw std::invalid_argument("no such conversion");
  Conversion& c = d.conversion;
  c.work = static_cast<Work>(numbers[0]);
  c.source = static_cast<Source>(numbers[1]);
  c.store = static_cast<Store>(numbers[2]);
  c.multiplier = static_cast<Multiplier>(numbers[3]);
  c.shift = static_cast<Shift>(numbers[4]);
  c.relu_source = numbers[5] != 0;
  c.relu_result = numbers[6] != 0;
  c.saturate = numbers[7] != 0;
  c.has_word = numbers[8] != 0;
  c.reads_words = numbers[9] != 0;
  c.word = numbers[10];
  c.relu_high = numbers[11];
  d.word = word;
  d.word_strides = word_strides;
  plan.add(d);
}

void set_limits(i64 stream_from, i64 large_from, i64 thread_from, int threads) {
  const Limits built;
  limits().stream_from = stream_from ? stream_from : built.stream_from;
  limits().large_from = large_from ? large_from : built.large_from;
  limits().thread_from = thread_from ? thread_from : built.thread_from;
  limits().threads = threads ? threads : built.threads;
}

std::vector<std::string> level_names() {
  const char* names[4];
  const int count = levels(names);
  return {names, names + count};
}

}  // namespace

NB_MODULE(_native, m) {
  nb::set_leak_warnings(false);  // whoever keeps a function of the package past the end keeps objects of ours, too
  m.doc() = "Loops, conversions and processor dispatch of ascmove; knows nothing of calls and rules.";
  nb::class_<Plan>(m, "Plan", "A compiled Plan.")
      .def(
          "__init__", [](Plan* self, i64 dst, i64 src, i64 word) { new (self) Plan(Widths{dst, src, word}); },
          nb::arg("dst_width"), nb::arg("src_width"), nb::arg("word_width"))
      .def("add_fill", &add_fill)
      .def("add_copy", &add_copy)
      .def("add_convert", &add_convert)
      .def("require_words", [](Plan& plan, i64 bytes) { plan.word_stop = std::max(plan.word_stop, bytes); },
           "Asks for parameter words that are named but not read, too.")
      .def("run", &run_plan, nb::arg("dst"), nb::arg("src"), nb::arg("quant").none(), nb::arg("state").none());
  bind_fields(m);
  bind_repeated(m);
  m.def("copy_by_library", &copy_buffers<copy_by_library>, nb::arg("dst"), nb::arg("src"), nb::arg("times") = 1);
  m.def("copy_by_streaming", &copy_buffers<copy_by_streaming>, nb::arg("dst"), nb::arg("src"), nb::arg("times") = 1);
  m.def("set_limits", &set_limits, nb::arg("stream_from"), nb::arg("large_from"), nb::arg("thread_from"),
        nb::arg("threads"), "Sizes in bytes at which the way of working changes, and threads; for tests. 0: as built.");
  m.def("level", [] { return kernels().name; }, "The instruction-set level in use.");
  m.def("levels", &level_names, "The levels that this processor and build have, worst first.");
  m.def("use_tuning", &use_tuning, nb::arg("name"), "Choose \"common\" or \"amd\"; False when there is none of that name.");
  m.def("tuning", [] { return tuning().name; }, "The tuning in use.");
  m.def("use_level", &use_level, nb::arg("name"), "Choose a level; False when there is none of that name.");
}
