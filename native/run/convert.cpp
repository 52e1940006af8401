// Moves that convert dense pieces: rows of cells straight through a kernel, a panel of few cells at a time; large
// destinations are written around the caches from a row buffer.
#include <algorithm>

#include "run.h"
#include "run/converter.h"
#include "run/limits.h"
#include "run/nest.h"
#include "run/seam.h"
#include "run/tuning.h"

namespace ascmove {
namespace {

// Loops of a nest whose first loop is the dense one: elements of a cell, cells of a row, rows.
struct Sides {
  Loop cell{1, 0, 0, 0}, cells{1, 0, 0, 0}, rows{1, 0, 0, 0};
  int outer;

  explicit Sides(const Nest& nest) {
    const auto count = static_cast<int>(nest.loops.size());
    if (count > 0) cell = nest.loops[0];
    if (count > 1) cells = nest.loops[1];
    if (count > 2) rows = nest.loops[2];
    outer = std::min(count, 3);
  }
};

class Panels {
 public:
  // `cell`: elements of a cell that go together.
  Panels(const Task& task, const Sides& all, i64 cell) : task_(task), converter_(task) {
    const i64 chunk = cell * task.step.dst_width, most = std::max<i64>(1, kBlock / cell);
    direct_ = task.streams && all.cell.n % 16 == 0 && all.cells.d % 16 == 0 && converter_.can_stream() &&
              aligned(task.nest, task.dst, kLine, 2);
    large_ = task.step.bytes() >= limits().large_from;
    cells_ = std::min(most, kPanel);
    if (task.streams) {  // short cells need more to make a long run; at the ends of one beside whole lines, more yet
      const i64 panel = tuning().panel, run = direct_ ? tuning().run : 4 * tuning().run;
      cells_ = std::min(most, std::clamp(run / chunk, panel, 2 * panel));
    }
    seams_ = all.cells.d == chunk && cells_ + (kLine + chunk - 2) / chunk <= most && steps_by(task.nest, kLine, 2);
  }

  // How many cells of a row go together.
  i64 cells() const { return cells_; }

  // `before` and `behind`: cells of the row outside of the piece.
  void piece(i64 d, i64 s, i64 q, const Sides& p, i64 before, i64 behind) {
    const i64 width = task_.step.dst_width, chunk = p.cell.n * width, run = chunk * p.cells.n;
    const bool joined = p.cells.n == 1 || p.cells.d == chunk;
    const bool staged = task_.streams && !direct_ && joined && run >= kStreamRun && run + kLine + chunk <= kStage;
    const Seam seam = staged && seams_ ? Seam(task_.dst + d, before * chunk, run, (before + behind) * chunk + run) : Seam();
    const i64 cells = p.cells.n + seam.cells(chunk), pitch = chunk * cells;
    const i64 ahead = large_ && p.rows.n > 1 && p.rows.s <= 4096 ? tuning().rows_ahead * p.rows.s : 0;
    const i64 together = p.rows.q != 0 ? 1 : staged ? std::max<i64>(1, kStaged / pitch) : p.rows.n;
    for (i64 r = 0; r < p.rows.n; r += together) {
      const i64 rows = std::min(together, p.rows.n - r);
      char* to = task_.dst + d + r * p.rows.d;
      const Rows all{staged ? stage_ : to, task_.src + s + r * p.rows.s, p.cell.n, cells, p.cells.d, p.cells.s, 0,
                     ahead, rows, staged ? pitch : p.rows.d, p.rows.s};
      converter_.rows(all, q + r * p.rows.q, p.cell.q, p.cells.q, direct_);
      if (staged) seam.stream(to, p.rows.d, stage_, pitch, run, rows);
    }
  }

 private:
  const Task& task_;
  Converter converter_;
  bool direct_, large_, seams_;
  i64 cells_;
  alignas(64) char stage_[kStage];
};

}  // namespace

void run_converted_cells(const Task& t) {
  const Sides all(t.nest);
  const i64 cell = std::min(all.cell.n, std::min(kBlock, kRow / t.step.dst_width));
  Panels panels(t, all, cell);
  const i64 cells = panels.cells();
  const i64 rows = all.cells.n > cells ? tuning().rows_together : all.rows.n;
  for (i64 r = 0; r < all.rows.n; r += rows) {
    for (i64 c = 0; c < all.cells.n; c += cells) {
      for (i64 e = 0; e < all.cell.n; e += cell) {
        Sides part = all;
        part.cell.n = std::min(cell, all.cell.n - e);
        part.cells.n = std::min(cells, all.cells.n - c);
        part.rows.n = std::min(rows, all.rows.n - r);
        const auto start = [&](auto side) {
          return r * all.rows.*side + c * all.cells.*side + e * all.cell.*side;
        };
        walk(t.nest.loops.data(), all.outer, static_cast<int>(t.nest.loops.size()), t.nest.d + start(&Loop::d),
             t.nest.s + start(&Loop::s), t.nest.q + start(&Loop::q),
             [&](i64 d, i64 s, i64 q) { panels.piece(d, s, q, part, c, all.cells.n - c - part.cells.n); });
      }
    }
  }
}

void run_converted_strided(const Task& t) {
  const Nest& nest = t.nest;
  const Inner in(nest);
  const Kernels& k = kernels();
  const i64 sw = t.step.src_width, dw = t.step.dst_width;
  const i64 width = std::min(in.a.n, kBlock), height = std::max<i64>(1, kBlock / width);
  Converter converter(t);
  alignas(64) char gathered[kBlock * 8], converted[kBlock * 8];
  walk(nest.loops.data(), in.outer, static_cast<int>(nest.loops.size()), nest.d, nest.s, nest.q,
       [&](i64 d, i64 s, i64 q) {
         for (i64 j = 0; j < in.b.n; j += height) {
           for (i64 i = 0; i < in.a.n; i += width) {
             const i64 n0 = std::min(width, in.a.n - i), n1 = std::min(height, in.b.n - j);
             k.copy({gathered, t.src + s + i * in.a.s + j * in.b.s, sw, n0, sw, in.a.s, n1, n0 * sw, in.b.s});
             converter.rows({converted, gathered, n0, n1, n0 * dw, n0 * sw}, q + i * in.a.q + j * in.b.q, in.a.q, in.b.q);
             k.copy({t.dst + d + i * in.a.d + j * in.b.d, converted, dw, n0, in.a.d, dw, n1, in.b.d, n0 * dw});
           }
         }
       });
}

}  // namespace ascmove
