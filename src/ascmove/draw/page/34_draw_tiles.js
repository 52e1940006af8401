"use strict";
// The aggregated map of a large operand. Shares are exact; the hue of a tile is that of its middle element.
AM.drawTiles = function (panel, seen) {
  const { camera } = panel;
  const tiles = panel.tiles;
  let chosen = tiles[tiles.length - 1];
  for (const map of tiles) {
    if (map.side * camera.cell <= 14) {
      chosen = map;
      break;
    }
  }
  const size = chosen.side * camera.cell;
  const last = { x: Math.ceil(seen.x1 / chosen.side), y: Math.ceil(seen.y1 / chosen.side) };
  for (let ty = Math.floor(seen.y0 / chosen.side); ty < last.y; ty++) {
    for (let tx = Math.floor(seen.x0 / chosen.side); tx < last.x; tx++) {
      AM.drawTile(panel, chosen, tx, ty, size);
    }
  }
};

AM.drawTile = function (panel, map, tx, ty, size) {
  const at = ty * map.columns + tx;
  const kind = map.main[at];
  if (tx >= map.columns || ty >= map.rows || kind === 255 || kind === undefined) return;
  const { context: c, camera } = panel;
  const p = camera.toPixel(tx * map.side, ty * map.side);
  const w = Math.min(size, (panel.grid.width - tx * map.side) * camera.cell);
  const h = Math.min(map.side, panel.grid.height - ty * map.side) * camera.cellY;
  if (kind !== AM.KIND.MOVED) {
    AM.paintKind(c, kind, p.x, p.y, w, h);
    return;
  }
  const sample = AM.tileSample(panel, map, tx, ty);
  const share = map.share[at] / 255;
  if (share < 1) AM.paintKind(c, AM.KIND.UNTOUCHED, p.x, p.y, w, h);
  if (!sample || sample.cell.turn.order >= AM.state.done) {
    c.fillStyle = "#e8eef5";
  } else c.fillStyle = AM.fill(panel.scene, panel.cells, sample.element, sample.cell);
  c.globalAlpha = 0.25 + 0.75 * share;
  c.fillRect(p.x, p.y, w + 0.5, h + 0.5);
  c.globalAlpha = 1;
};

// A moved element of a tile: near its middle, or in a coarse search over it.
AM.tileSample = function (panel, map, tx, ty) {
  map.samples = map.samples || new Map();
  const key = ty * map.columns + tx;
  if (map.samples.has(key)) return map.samples.get(key);
  let found = null;
  const steps = [0.5, 0.25, 0.75, 0.1, 0.9];
  for (const fy of steps) {
    for (const fx of steps) {
      const x = Math.floor((tx + fx) * map.side);
      const y = Math.floor((ty + fy) * map.side);
      const element = panel.grid.find(x, y);
      if (element < 0) continue;
      const cell = panel.cells.work(element);
      if (cell.turn) found = { element, cell };
      if (found) break;
    }
    if (found) break;
  }
  map.samples.set(key, found);
  return found;
};
