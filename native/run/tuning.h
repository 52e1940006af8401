// What differs between processors of different makers: measured, see docs/native.md.
#pragma once

#include "run/limits.h"

namespace ascmove {

struct Tuning {
  const char* name;
  i64 panel;          // cells of a row that go around the caches together: as many streams are read
  i64 run;            // bytes of a row that converting panels aim at there
  i64 rows_together;  // rows of all panels before the next rows: their pages stay known to the TLB
  i64 rows_ahead;     // how many rows ahead of the work to prefetch
  i64 box;            // bytes of a block that is padded before it is written
  bool down;          // tiles of a large transposition follow one another down the source, not along its rows
};

// Those of this processor, unless others were asked for.
const Tuning& tuning();
// Choose "common" or "amd"; false when there is none of that name. Any of them gives the same bytes.
bool use_tuning(const char* name);

}  // namespace ascmove
