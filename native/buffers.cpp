#include "buffers.h"

#include <stdexcept>
#include <string>

#include "run.h"

namespace nb = nanobind;

namespace ascmove {
namespace {

constexpr i64 kReleaseFrom = 1 << 16;  // bytes written from which the GIL is released

void inside(const char* name, i64 stop, i64 size) {
  if (stop <= size) return;
  const std::string text = std::string("plan touches ") + name + " bytes up to " + std::to_string(stop) +
                           ", the buffer has " + std::to_string(size);
  throw nb::index_error(text.c_str());
}

}  // namespace

View::View(PyObject* object, bool writable, const char* name) {
  if (object == Py_None) return;
  if (PyObject_GetBuffer(object, &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0) {
    PyErr_Clear();
    const std::string text = std::string(name) + " is no " + (writable ? "writable " : "") + "contiguous buffer";
    throw std::invalid_argument(text);
  }
  held_ = true;
}

View::~View() {
  if (held_) PyBuffer_Release(&view_);
}

void run_on(const Plan& plan, const View& dst, const View& src, const View& words, const View& state) {
  inside("dst", plan.dst_stop, dst.size());
  inside("src", plan.src_stop, src.size());
  inside("quant", plan.word_stop, words.size());
  if (state.held()) inside("state", plan.dst_stop, state.size());
  const Buffers buffers{dst.data(), src.data(), words.data(), state.data()};
  if (plan.bytes < kReleaseFrom) {
    run(plan, buffers);
  } else {
    const nb::gil_scoped_release released;
    run(plan, buffers);
  }
}

}  // namespace ascmove
