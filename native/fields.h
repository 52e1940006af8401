// Fields of parameter structs, set at once from plain arguments.
#pragma once

#include <nanobind/nanobind.h>

namespace ascmove {

void bind_fields(nanobind::module_& m);

}  // namespace ascmove
