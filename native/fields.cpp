// What the functions of `calls/fields.py` take as it is, or nearly so; whatever they would look at is left to them.
#include "fields.h"

#include <nanobind/stl/string.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "garbage.h"

namespace nb = nanobind;

namespace ascmove {
namespace {

constexpr std::size_t kMost = 16;  // fields of a struct

// The first eight in the order of their names, see `add`.
enum class Kind {
  Whole,     // an int
  WholeOr0,  // an int; None stands for 0
  Word,      // an int that 64 bits hold
  WordOrNone,
  Flag,      // a bool
  Wholes,    // a list or tuple of ints; the field is a tuple
  Pads,      // the same; None stands for as many zeros as the last of Wholes holds
  Number,    // an int, float, bool or complex number, or a tuple
  Member,    // of an enumeration, or the name of one
  Instance,  // of a class
};

struct Field {
  nb::object name;
  Kind kind;
  nb::object type;   // of Member and Instance
  nb::object names;  // of Member: names and what they stand for
};

bool is_wholes(PyObject* value) {
  if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) return false;
  PyObject** items = PySequence_Fast_ITEMS(value);
  for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(value); ++k) {
    if (!PyLong_CheckExact(items[k])) return false;
  }
  return true;
}

PyObject* zeros(Py_ssize_t count) {
  PyObject* made = PyTuple_New(count);
  if (made == nullptr) return nullptr;
  for (Py_ssize_t k = 0; k < count; ++k) PyTuple_SET_ITEM(made, k, PyLong_FromLong(0));
  return made;
}

bool fits_a_word(PyObject* value) {
  int overflow;
  PyLong_AsLongLongAndOverflow(value, &overflow);
  return overflow == 0;
}

// The value that `field` holds for `given`, a new reference; null where Python has to look, or with an exception set.
// `size`: of the last list that is no pads.
PyObject* taken(const Field& field, PyObject* given, Py_ssize_t& size) {
  PyObject* found = nullptr;
  switch (field.kind) {
    case Kind::WordOrNone:
      if (given == Py_None) {
        found = given;
        break;
      }
      [[fallthrough]];
    case Kind::Word:
      if (PyLong_CheckExact(given) && fits_a_word(given)) found = given;
      break;
    case Kind::WholeOr0:
      if (given == Py_None) return PyLong_FromLong(0);
      [[fallthrough]];
    case Kind::Whole:
      if (PyLong_CheckExact(given)) found = given;
      break;
    case Kind::Flag:
      if (PyBool_Check(given)) found = given;
      break;
    case Kind::Pads:
      if (given == Py_None) return zeros(size);
      [[fallthrough]];
    case Kind::Wholes:
      if (!is_wholes(given)) break;
      if (field.kind == Kind::Wholes) size = PySequence_Fast_GET_SIZE(given);
      if (PyList_CheckExact(given)) return PyList_AsTuple(given);
      found = given;
      break;
    case Kind::Number:
      if (PyLong_CheckExact(given) || PyFloat_CheckExact(given) || PyBool_Check(given) ||
          PyComplex_CheckExact(given) || PyTuple_CheckExact(given)) {
        found = given;
      }
      break;
    case Kind::Member:
      if (PyUnicode_CheckExact(given)) {
        found = PyDict_GetItemWithError(field.names.ptr(), given);
        break;
      }
      [[fallthrough]];
    case Kind::Instance:
      if (Py_TYPE(given) == reinterpret_cast<PyTypeObject*>(field.type.ptr())) found = given;
      break;
  }
  Py_XINCREF(found);
  return found;
}

class Fields {
 public:
  void add(nb::str name, const std::string& kind) {
    static constexpr std::array<const char*, 8> names{"whole",  "whole or 0", "word", "word or none", "flag",
                                                      "wholes", "pads",       "number"};
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (kind == names[k]) return append(name, static_cast<Kind>(k), nb::none(), nb::none());
    }
    throw std::invalid_argument("no such kind of field");
  }
  void add_instance(nb::str name, nb::object type) { append(name, Kind::Instance, type, nb::none()); }
  void add_member(nb::str name, nb::object type, nb::dict names) { append(name, Kind::Member, type, names); }

  std::size_t size() const { return fields_.size(); }

  template <class F>
  void held(F&& seen) const {
    for (const Field& field : fields_) {
      seen(field.type);
      seen(field.names);
    }
  }

  // 1: all values were plain, and `target` holds them; 0: not so, and nothing was done; -1: an exception is set.
  int set(PyObject* target, PyObject* const* given) const {
    if (!PyDict_CheckExact(target)) return 0;
    PyObject* values[kMost];
    Py_ssize_t size = 0;
    std::size_t known = 0;
    while (known < fields_.size() && (values[known] = taken(fields_[known], given[known], size)) != nullptr) ++known;
    const bool plain = known == fields_.size();
    bool failed = !plain && PyErr_Occurred() != nullptr;
    for (std::size_t k = 0; k < known; ++k) {
      if (plain && !failed) failed = PyDict_SetItem(target, fields_[k].name.ptr(), values[k]) != 0;
      Py_DECREF(values[k]);
    }
    return failed ? -1 : plain;
  }

 private:
  void append(nb::str name, Kind kind, nb::object type, nb::object names) {
    if (fields_.size() == kMost) throw std::invalid_argument("too many fields");
    PyObject* interned = name.release().ptr();
    PyUnicode_InternInPlace(&interned);
    fields_.push_back({nb::steal(interned), kind, std::move(type), std::move(names)});
  }

  std::vector<Field> fields_;
};

PyObject* set(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  const Fields& fields = *nb::inst_ptr<Fields>(self);
  if (count != static_cast<Py_ssize_t>(fields.size()) + 1) {
    PyErr_SetString(PyExc_TypeError, "one value for each field behind the dictionary");
    return nullptr;
  }
  const int plain = fields.set(arguments[0], arguments + 1);
  return plain < 0 ? nullptr : PyBool_FromLong(plain);
}

PyMethodDef set_method{"set", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(set)), METH_FASTCALL,
                       "set(dictionary, *values): whether all values were plain and the fields are set."};

}  // namespace

void bind_fields(nb::module_& m) {
  nb::class_<Fields>(m, "Fields", nb::type_slots(collected<Fields>), "The fields of a parameter struct, in order.")
      .def(nb::init<>())
      .def("add", &Fields::add, nb::arg("name"), nb::arg("kind"))
      .def("add_instance", &Fields::add_instance, nb::arg("name"), nb::arg("type"))
      .def("add_member", &Fields::add_member, nb::arg("name"), nb::arg("type"), nb::arg("names"))
      .def_prop_ro("set", [](nb::handle self) {
        nb::cast<Fields&>(self);  // made by its constructor, or this says so
        return nb::steal(PyCFunction_New(&set_method, self.ptr()));
      });
}

}  // namespace ascmove
