// A call made again: its compiled Plan on the same buffers, as long as what it was judged by is as it was. Where it is
// not, `moves/prepared.py` is asked, which also says what all this does.
#include "repeated.h"

#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "buffers.h"
#include "garbage.h"
#include "values.h"

namespace nb = nanobind;

namespace ascmove {
namespace {

// An attribute, and what it was.
struct Watch {
  nb::object owner, name, value;

  bool as_it_was() const {
    PyObject* found = PyObject_GetAttr(owner.ptr(), name.ptr());
    if (found == nullptr) {
      PyErr_Clear();
      return false;
    }
    Py_DECREF(found);
    return found == value.ptr();
  }

  template <class F>
  void held(F&& seen) const {
    seen(owner);
    seen(value);
  }
};

// What is called behind the run, unless the attribute says that it need not be.
struct Then {
  nb::object call;
  Watch unless;
};

// An object of a class of slots, with the values that its `__init__` would give it.
struct Result {
  nb::object type;
  std::vector<std::pair<nb::object, nb::object>> slots;

  PyObject* make() const {
    auto* made_of = reinterpret_cast<PyTypeObject*>(type.ptr());
    PyObject* made = made_of->tp_alloc(made_of, 0);
    for (const auto& [name, value] : slots) {
      if (made != nullptr && PyObject_GenericSetAttr(made, name.ptr(), value.ptr()) != 0) Py_CLEAR(made);
    }
    return made;
  }
};

// A prepared call. What it looks at first: attributes that never change in most programs, and those it follows, which
// Python settles whenever it has found them to be right.
class Repeat {
 public:
  Repeat(nb::object plan, nb::object dst, nb::object src, nb::object core, nb::object otherwise, nb::object result)
      : plan_(plan), core_(core), otherwise_(otherwise), result_{result, {}},
        compiled_(nb::cast<const Plan*>(plan)), dst_(dst.ptr(), true, "dst"), src_(src.ptr(), false, "src"),
        none_(Py_None, false, "none") {}

  void watch(nb::object owner, nb::str name) { watches_.push_back({owner, name, nb::getattr(owner, name)}); }
  void follow(nb::object owner, nb::str name) { followed_.push_back({owner, name, {}}); }
  void give(nb::str name, nb::object value) { result_.slots.emplace_back(name, value); }
  void then(nb::object call) { then_.push_back({call, {}}); }
  void then_unless(nb::object call, nb::object owner, nb::str name, nb::object value) {
    then_.push_back({call, {owner, name, value}});
  }
  // What is followed is right as it is now.
  void settle() {
    for (Watch& w : followed_) w.value = nb::getattr(w.owner, w.name);
  }

  // The result, a new reference; null with an exception set.
  PyObject* run(PyObject* trace, PyObject* append) const {
    for (const auto* watches : {&followed_, &watches_}) {
      for (const Watch& w : *watches) {
        if (!w.as_it_was()) return PyObject_CallNoArgs(otherwise_.ptr());
      }
    }
    run_on(*compiled_, dst_, src_, none_, none_);
    for (const Then& t : then_) {
      if (t.unless.owner && t.unless.as_it_was()) continue;
      if (!nb::steal(PyObject_CallNoArgs(t.call.ptr()))) return nullptr;
    }
    nb::object made = nb::steal(result_.make());
    const nb::object kept = nb::steal(PyObject_GetAttr(core_.ptr(), trace));
    if (!made || !kept || !nb::steal(PyObject_CallMethodOneArg(kept.ptr(), append, made.ptr()))) return nullptr;
    return made.release().ptr();
  }

  template <class F>
  void held(F&& seen) const {
    for (const nb::object* object : {&plan_, &core_, &otherwise_, &result_.type}) seen(*object);
    for (const auto& [name, value] : result_.slots) seen(value);
    for (const Watch& w : watches_) w.held(seen);
    for (const Watch& w : followed_) w.held(seen);
    for (const Then& t : then_) {
      seen(t.call);
      t.unless.held(seen);
    }
  }

 private:
  nb::object plan_, core_, otherwise_;
  Result result_;
  const Plan* compiled_;
  View dst_, src_, none_;
  std::vector<Watch> watches_, followed_;
  std::vector<Then> then_;
};

// Finds the Repeat of a call by its source and the values of its arguments; `otherwise` is asked where there is none.
class Repeats {
 public:
  explicit Repeats(nb::object otherwise) : otherwise_(otherwise) {}

  void add_record(nb::object type, nb::tuple names) { classes_.add_record(type, names); }
  void add_enumeration(nb::object type) { classes_.add_enumeration(type); }

  // Where a destination keeps the call; null: it is of a kind that is not kept.
  nb::object key(PyObject* src, PyObject* arguments) const {
    Key made(classes_);
    made.add_identity(src);
    return nb::steal(made.add(arguments) ? made.bytes() : nullptr);
  }

  // Of (dst, src, arguments): the result, a new reference; null with an exception set.
  PyObject* again(PyObject* const* call) const {
    const nb::object found = find(call[0], call[1], call[2]);
    if (found) return nb::inst_ptr<Repeat>(found)->run(trace_.ptr(), append_.ptr());
    PyErr_Clear();  // Python meets the same problem
    return PyObject_Vectorcall(otherwise_.ptr(), call, 3, nullptr);
  }

  template <class F>
  void held(F&& seen) const {
    seen(otherwise_);
    classes_.held(seen);
  }

 private:
  nb::object find(PyObject* dst, PyObject* src, PyObject* arguments) const {
    const nb::object kept = nb::steal(PyObject_GetAttr(dst, prepared_.ptr()));
    if (!kept || !PyDict_CheckExact(kept.ptr()) || PyDict_GET_SIZE(kept.ptr()) == 0) return {};
    const nb::object name = key(src, arguments);
    if (!name) return {};
    nb::object found = nb::borrow(PyDict_GetItemWithError(kept.ptr(), name.ptr()));
    return found && Py_TYPE(found.ptr()) == repeat_type_ ? found : nb::object();
  }

  nb::object otherwise_;
  Classes classes_;
  PyTypeObject* repeat_type_ = reinterpret_cast<PyTypeObject*>(nb::type<Repeat>().ptr());
  nb::object prepared_ = nb::steal(PyUnicode_InternFromString("prepared"));
  nb::object trace_ = nb::steal(PyUnicode_InternFromString("trace"));
  nb::object append_ = nb::steal(PyUnicode_InternFromString("append"));
};

PyObject* again(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
  if (count != 3 || !PyTuple_CheckExact(arguments[2])) {
    PyErr_SetString(PyExc_TypeError, "again(dst, src, arguments)");
    return nullptr;
  }
  try {
    return nb::inst_ptr<Repeats>(self)->again(arguments);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::exception& problem) {
    PyErr_SetString(PyExc_RuntimeError, problem.what());
    return nullptr;
  }
}

PyMethodDef again_method{"again", reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(again)), METH_FASTCALL,
                         "again(dst, src, arguments): what the call gives, made again, or what `otherwise` says."};

}  // namespace

void bind_repeated(nb::module_& m) {
  nb::class_<Repeat>(m, "Repeat", nb::type_slots(collected<Repeat>), "A call that may be made again.")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object, nb::object, nb::object>(), nb::arg("plan"),
           nb::arg("dst"), nb::arg("src"), nb::arg("core"), nb::arg("otherwise"), nb::arg("result"))
      .def("give", &Repeat::give, nb::arg("name"), nb::arg("value"))
      .def("watch", &Repeat::watch, nb::arg("owner"), nb::arg("name"))
      .def("follow", &Repeat::follow, nb::arg("owner"), nb::arg("name"))
      .def("then", &Repeat::then, nb::arg("call"))
      .def("then_unless", &Repeat::then_unless, nb::arg("call"), nb::arg("owner"), nb::arg("name"), nb::arg("value"))
      .def("settle", &Repeat::settle);
  nb::class_<Repeats>(m, "Repeats", nb::type_slots(collected<Repeats>), "Finds calls that were made before.")
      .def(nb::init<nb::object>(), nb::arg("otherwise"))
      .def("add_record", &Repeats::add_record, nb::arg("type"), nb::arg("names"))
      .def("add_enumeration", &Repeats::add_enumeration, nb::arg("type"))
      .def("key", [](const Repeats& self, nb::handle src, nb::tuple arguments) -> nb::object {
             const nb::object made = self.key(src.ptr(), arguments.ptr());
             return made ? made : nb::none();
           }, nb::arg("src"), nb::arg("arguments"))
      .def_prop_ro("again", [](nb::handle self) {
        nb::cast<Repeats&>(self);  // made by its constructor, or this says so
        return nb::steal(PyCFunction_New(&again_method, self.ptr()));
      });
}

}  // namespace ascmove
