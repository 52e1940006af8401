// Plain moves of dense pieces: rows of cells, a panel of few cells at a time so that few streams are read.
// Large destinations are written around the caches, a row of the panel at once.
#include <algorithm>

#include "run.h"
#include "run/limits.h"
#include "run/nest.h"
#include "run/seam.h"
#include "run/tuning.h"

namespace ascmove {
namespace {

struct Panel {
  char* to;
  const char* from;
  i64 chunk;
  Loop cells, rows;
  i64 ahead;
  Seam seam;

  Chunks all() const { return {to, from, chunk, cells.n, cells.d, cells.s, rows.n, rows.d, rows.s, ahead}; }
};

void store_panel(const Panel& p) { kernels().copy(p.all()); }

void stream_panel(const Panel& p) { kernels().copy_streamed(p.all()); }

// Cells too short or askew for streaming stores, but dense in the destination: a row of them is gathered first.
void stream_rows(const Panel& p) {
  const Kernels& k = kernels();
  alignas(64) char stage[kStage];
  const i64 cells = p.cells.n + p.seam.cells(p.chunk), run = p.chunk * cells, together = std::max<i64>(1, kStaged / run);
  for (i64 r = 0; r < p.rows.n; r += together) {
    const i64 rows = std::min(together, p.rows.n - r);
    k.copy({stage, p.from + r * p.rows.s, p.chunk, cells, p.chunk, p.cells.s, rows, run, p.rows.s, p.ahead});
    p.seam.stream(p.to + r * p.rows.d, p.rows.d, stage, run, p.chunk * p.cells.n, rows);
  }
}

void stream_cells(const Panel& p) {
  const Kernels& k = kernels();
  for (i64 r = 0; r < p.rows.n; ++r)
    for (i64 c = 0; c < p.cells.n; ++c)
      k.stream(p.to + r * p.rows.d + c * p.cells.d, p.from + r * p.rows.s + c * p.cells.s, p.chunk);
}

using PanelWork = void (*)(const Panel&);

PanelWork work_for(const Task& t, const Loop& cells, i64 in_panel) {
  const i64 chunk = t.step.chunk;
  if (!t.streams) return store_panel;
  if (chunk % 16 == 0 && chunk <= kRow && aligned(t.nest, t.dst, kLine, cells.d == chunk ? 1 : 0)) return stream_panel;
  if (chunk >= kStreamRun) return stream_cells;
  return cells.d == chunk && chunk * in_panel >= kStreamRun ? stream_rows : store_panel;
}

}  // namespace

void run_cells(const Task& t) {
  const Inner in(t.nest);
  const i64 chunk = t.step.chunk;
  const bool large = t.step.bytes() >= limits().large_from;
  const i64 fits = in.b.n == 1 && !t.streams ? in.a.n : std::max<i64>(1, std::min(kPanel, kRow / chunk));
  const PanelWork work = work_for(t, in.a, std::min(in.a.n, fits));
  const i64 panel = std::min(in.a.n, work == stream_panel ? std::min(fits, tuning().panel) : fits);
  const bool seams = work == stream_rows && steps_by(t.nest, kLine, 1);
  const i64 ahead = large && in.b.s <= 4096 ? tuning().rows_ahead * in.b.s : 0;
  const i64 block = in.a.n > panel ? tuning().rows_together : in.b.n;
  for (i64 row = 0; row < in.b.n; row += block) {
    Loop rows = in.b;
    rows.n = std::min(block, in.b.n - row);
    for (i64 first = 0; first < in.a.n; first += panel) {
      Loop cells = in.a;
      cells.n = std::min(panel, in.a.n - first);
      walk(t.nest.loops.data(), in.outer, static_cast<int>(t.nest.loops.size()),
           t.nest.d + first * in.a.d + row * in.b.d, t.nest.s + first * in.a.s + row * in.b.s, 0,
           [&](i64 d, i64 s, i64) {
             const Seam seam = seams ? Seam(t.dst + d, first * chunk, cells.n * chunk, in.a.n * chunk) : Seam();
             work({t.dst + d, t.src + s, chunk, cells, rows, ahead, seam});
           });
    }
  }
}

void run_whole(const Task& t, i64 bytes) {
  char* to = t.dst + t.nest.d;
  const char* from = t.src + t.nest.s;
  if (t.streams) {
    kernels().stream(to, from, bytes);
  } else {
    kernels().copy({to, from, bytes, 1, 0, 0, 1, 0, 0, 512});
  }
}

}  // namespace ascmove
