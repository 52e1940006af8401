// Plans on Python's buffers.
#pragma once

#include <nanobind/nanobind.h>

#include "plan.h"

namespace ascmove {

// A buffer, held; None is an empty one.
class View {
 public:
  View(PyObject* object, bool writable, const char* name);
  ~View();
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  char* data() const { return held_ ? static_cast<char*>(view_.buf) : nullptr; }
  i64 size() const { return held_ ? static_cast<i64>(view_.len) : 0; }
  bool held() const { return held_; }

 private:
  Py_buffer view_;
  bool held_ = false;
};

// Compares sizes with extents (IndexError before anything is written) and runs, without the GIL where it takes long.
void run_on(const Plan& plan, const View& dst, const View& src, const View& words, const View& state);

}  // namespace ascmove
