// Objects that hold others, seen by Python's garbage collector.
#pragma once

#include <nanobind/nanobind.h>

namespace ascmove {

// Shows the collector what a T holds: `T::held` calls a function with each reference. Such an object needs no way to
// let go, as a tuple needs none: every circle through it passes a dictionary, a class or an instance that has one.
template <class T>
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nanobind::inst_ready(self)) return 0;
  int stopped = 0;
  nanobind::inst_ptr<T>(self)->held([&](const nanobind::object& object) {
    if (object && stopped == 0) stopped = visit(object.ptr(), arg);
  });
  return stopped;
}

template <class T>
inline PyType_Slot collected[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse<T>)}, {0, nullptr}};

}  // namespace ascmove
