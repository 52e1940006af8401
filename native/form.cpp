// Choosing how a Step is walked.
#include "form.h"

#include <algorithm>

#include "plan.h"

namespace ascmove {
namespace {

// Index of the loop along which the source is dense, 0 when there is none behind the first.
std::size_t dense_in_source(const std::vector<Loop>& loops, i64 width) {
  for (std::size_t k = 1; k < loops.size(); ++k)
    if (loops[k].s == width) return k;
  return 0;
}

void move_to_second(std::vector<Loop>& loops, std::size_t k) {
  std::rotate(loops.begin() + 1, loops.begin() + static_cast<std::ptrdiff_t>(k),
              loops.begin() + static_cast<std::ptrdiff_t>(k) + 1);
}

}  // namespace

void choose_form(Step& step) {
  std::vector<Loop>& loops = step.nest.loops;
  const bool converts = step.kind == Kind::Convert;
  const i64 from = converts ? step.src_width : step.chunk, to = converts ? step.dst_width : step.chunk;
  if (step.ordered) {
    step.form = Form::InOrder;
  } else if (step.kind == Kind::Fill) {
    step.form = Form::Strided;
  } else if (!converts && loops.empty()) {
    step.form = Form::Whole;
  } else if (!converts && step.chunk > 8) {
    step.form = Form::Cells;
  } else if (converts && (loops.empty() || (loops[0].d == to && loops[0].s == from))) {
    step.form = Form::Cells;
  } else if (loops[0].d == to && dense_in_source(loops, from) != 0 && (converts || step.chunk == step.dst_width)) {
    step.form = Form::Transpose;
    move_to_second(loops, dense_in_source(loops, from));
  } else {
    step.form = Form::Strided;
  }
}

}  // namespace ascmove
