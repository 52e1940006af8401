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

// Any Step that is not a box, on one thread or, where it is large, on several.
void run_task(const Task& task);
// The fill and the move of a box, around the caches.
void run_box(const Box& box, const Widths& widths, char* dst, const char* src);

// The forms, one file each.
void run_whole(const Task& work, i64 bytes);
void run_cells(const Task& work);
void run_converted_cells(const Task& work);
void run_transpose(const Task& work);
void run_strided(const Task& work);            // InOrder and Strided
void run_converted_strided(const Task& work);  // InOrder and Strided
void run_fill(const Task& work);
void run_state(const Step& step, char* state);

}  // namespace ascmove
