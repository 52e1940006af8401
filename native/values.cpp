// Each value says where it ends: bytes up to 0x7F are small ints, others say what follows.
#include "values.h"

#include <cstring>

namespace nb = nanobind;

namespace ascmove {
namespace {

enum : unsigned char { kWhole = 0x80, kFloat, kTuple, kMember, kIdentity, kNone, kFalse, kTrue, kRecord };

bool is_of(PyObject* value, const nb::object& type) {
  return Py_TYPE(value) == reinterpret_cast<PyTypeObject*>(type.ptr());
}

}  // namespace

void Classes::add_record(nb::object type, nb::tuple names) {
  Record record{std::move(type), {}};
  for (nb::handle name : names) {
    PyObject* interned = nb::borrow(name).release().ptr();
    PyUnicode_InternInPlace(&interned);
    record.names.push_back(nb::steal(interned));
  }
  records_.push_back(std::move(record));
}

void Classes::add_enumeration(nb::object type) { enumerations_.push_back(std::move(type)); }

bool Key::put(unsigned char byte) {
  if (size_ == text_.size()) return false;
  text_[size_++] = static_cast<char>(byte);
  return true;
}

bool Key::put(unsigned char kind, const void* payload) {
  if (size_ + 9 > text_.size()) return false;
  text_[size_] = static_cast<char>(kind);
  std::memcpy(text_.data() + size_ + 1, payload, 8);
  size_ += 9;
  return true;
}

void Key::add_identity(const void* object) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  const std::uint64_t number = address;
  put(kIdentity, &number);
}

bool Key::add(PyObject* value) {
  if (PyLong_CheckExact(value)) return add_whole(value);
  if (PyTuple_CheckExact(value)) return add_tuple(value);
  if (value == Py_None) return put(kNone);
  if (PyBool_Check(value)) return put(value == Py_True ? kTrue : kFalse);
  if (PyFloat_CheckExact(value)) {
    const double number = PyFloat_AS_DOUBLE(value);
    return put(kFloat, &number);
  }
  for (const nb::object& type : classes_.enumerations_) {
    if (!is_of(value, type)) continue;
    const std::uint64_t number = reinterpret_cast<std::uintptr_t>(value);
    return put(kMember, &number);
  }
  return add_record(value);
}

bool Key::add_whole(PyObject* value) {
  int overflow;
  const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow != 0) return false;
  return number >= 0 && number < 0x80 ? put(static_cast<unsigned char>(number)) : put(kWhole, &number);
}

bool Key::add_tuple(PyObject* value) {
  const Py_ssize_t count = PyTuple_GET_SIZE(value);
  if (count > 0xFF || !put(kTuple) || !put(static_cast<unsigned char>(count))) return false;
  for (Py_ssize_t k = 0; k < count; ++k) {
    if (!add(PyTuple_GET_ITEM(value, k))) return false;
  }
  return true;
}

bool Key::add_record(PyObject* value) {
  const auto& records = classes_.records_;
  std::size_t which = 0;
  while (which < records.size() && !is_of(value, records[which].type)) ++which;
  if (which == records.size() || !put(static_cast<unsigned char>(kRecord + which))) return false;
  if (PyTuple_Check(value)) return add_tuple(value);
  const nb::object fields = nb::steal(PyObject_GenericGetDict(value, nullptr));
  if (!fields) {
    PyErr_Clear();
    return false;
  }
  PyObject *name, *found;
  Py_ssize_t at = 0;
  for (const nb::object& expected : records[which].names) {
    if (!PyDict_Next(fields.ptr(), &at, &name, &found) || name != expected.ptr() || !add(found)) return false;
  }
  return !PyDict_Next(fields.ptr(), &at, &name, &found);
}

}  // namespace ascmove
