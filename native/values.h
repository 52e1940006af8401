// Arguments as bytes: equal bytes mean values that are equal and of equal types.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <vector>

namespace ascmove {

// The classes whose instances are taken apart, beside numbers and tuples.
class Classes {
 public:
  struct Record {
    nanobind::object type;
    std::vector<nanobind::object> names;  // of its fields, in order
  };

  void add_record(nanobind::object type, nanobind::tuple names);  // no names are needed of a kind of tuple
  void add_enumeration(nanobind::object type);  // a member is what it is

  template <class F>
  void held(F&& seen) const {
    for (const Record& record : records_) seen(record.type);
    for (const nanobind::object& type : enumerations_) seen(type);
  }

 private:
  friend class Key;
  std::vector<Record> records_;
  std::vector<nanobind::object> enumerations_;
};

class Key {
 public:
  explicit Key(const Classes& classes) : classes_(classes) {}

  void add_identity(const void* object);
  bool add(PyObject* value);  // false: of another kind, or too long
  PyObject* bytes() const { return PyBytes_FromStringAndSize(text_.data(), static_cast<Py_ssize_t>(size_)); }

 private:
  bool put(unsigned char byte);
  bool put(unsigned char kind, const void* payload);  // 8 bytes
  bool add_whole(PyObject* value);
  bool add_tuple(PyObject* value);
  bool add_record(PyObject* value);

  const Classes& classes_;
  std::array<char, 256> text_;
  std::size_t size_ = 0;
};

}  // namespace ascmove
