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

// What a Step works on; the nest may be a part of the Step's own.
struct Task {
  const Step& step;
  const Nest& nest;
  char* dst;
  const char* src;
  const char* words;
  bool streams;  // go around the caches
};

// The forms, one file each.
void run_whole(const Task& work);
void run_cells(const Task& work);
void run_converted_cells(const Task& work);
void run_transpose(const Task& work);
void run_strided(const Task& work);            // InOrder and Strided
void run_converted_strided(const Task& work);  // InOrder and Strided
void run_fill(const Task& work);
void run_state(const Step& step, char* state);

}  // namespace ascmove
