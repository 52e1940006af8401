// Calls made again.
#pragma once

#include <nanobind/nanobind.h>

namespace ascmove {

void bind_repeated(nanobind::module_& m);

}  // namespace ascmove
