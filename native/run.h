// Running a compiled Plan on buffers.
#pragma once

#include "plan.h"

namespace ascmove {

struct Buffers {
  char* dst;
  const char* src;
  const char* words;
  char* state;  // null: byte states are not kept
};

// The buffers must hold what the Plan's extents say.
void run(const Plan& plan, const Buffers& buffers);

// The parts, one file each.
void run_copy(const Step& step, char* dst, const char* src);
void run_fill(const Step& step, char* dst);
void run_convert(const Step& step, char* dst, const char* src, const char* words);
void run_state(const Step& step, char* state);

}  // namespace ascmove
