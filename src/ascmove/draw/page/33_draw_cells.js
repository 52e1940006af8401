"use strict";
// Cells one by one, their text, and the borders between them.
AM.drawCells = function (panel, seen) {
  const { context: c, camera, scene, cells } = panel;
  const size = camera.cell;
  const withText = size >= 16 && AM.state.text !== "none";
  c.textAlign = "center";
  c.textBaseline = "middle";
  for (let y = seen.y0; y < seen.y1; y++) {
    for (let x = seen.x0; x < seen.x1; x++) {
      const element = panel.grid.find(x, y);
      if (element < 0) continue;
      const at = camera.toPixel(x, y);
      const ink = AM.drawCell(panel, element, at, size);
      if (withText) AM.drawText(c, AM.cellText(panel, element, cells.get(element)), at, camera, ink);
    }
  }
  c.textAlign = "left";
  if (size >= 7) AM.drawGrid(panel, seen);
  return scene;
};

// Draws the ground of a cell and returns the ink for its text.
AM.drawCell = function (panel, element, at, size) {
  const { context: c, scene, cells } = panel;
  const high = panel.camera.cellY;
  const cell = cells.get(element);
  const later = cell.turn && cell.turn.order >= AM.state.done;
  const near = cell.kind === AM.KIND.PAD && cell.turn.src >= 0; // a pad that copies an element shows its colour
  if ((cell.kind !== AM.KIND.MOVED && !near) || later) {
    const before = later && panel.name === "dst" ? cells.before(element) : cell.kind;
    if (!later || panel.name === "dst") {
      AM.paintKind(c, before, at.x, at.y, size, high);
      return AM.looks.ink;
    }
  }
  c.fillStyle = AM.fill(scene, cells, element, cell);
  const ink = AM.inkOn(c.fillStyle);
  c.fillRect(at.x, at.y, size, high);
  if (near) {
    const look = AM.looks.kinds[AM.KIND.PAD];
    c.fillStyle = size < 4 ? look.ink + "59" : AM.pattern(c, look);
    c.fillRect(at.x, at.y, size, high);
  }
  if (!later) return ink;
  c.fillStyle = "rgba(255,255,255,0.72)";
  c.fillRect(at.x, at.y, size, high);
  return AM.looks.ink;
};

AM.cellText = function (panel, element, cell) {
  const hidden = panel.name === "dst" && cell.turn && cell.turn.order >= AM.state.done;
  switch (AM.state.text) {
    case "value": return hidden ? "" : panel.cells.text(element) || "";
    case "bits": return hidden ? "" : panel.cells.bits(element) || "";
    case "element": return String(element);
    case "byte": return String(element * panel.data.width);
    case "order": return cell.turn ? String(cell.turn.order) : "";
    case "coordinate": return panel.grid.coordinate(element).map(([, v]) => v).join(",");
    default: return "";
  }
};

AM.drawText = function (c, text, at, camera, ink) {
  const [size, high] = [camera.cell, camera.cellY];
  if (!text) return;
  const fitting = Math.floor((size - 3) / (text.length * 0.61));
  if (fitting < 6) return;
  const font = Math.min(fitting, 14, Math.floor(high * 0.5));
  c.font = `${font}px ui-monospace, monospace`;
  if (ink === AM.looks.ink) {
    const wide = text.length * font * 0.61 + 2;
    c.fillStyle = "rgba(255,255,255,0.72)";
    c.fillRect(at.x + (size - wide) / 2, at.y + high / 2 - font * 0.55, wide, font * 1.1);
  }
  c.fillStyle = ink;
  c.fillText(text, at.x + size / 2, at.y + high / 2 + 0.5);
};

// Thin lines around cells, a stronger one where a 32-byte block begins.
AM.drawGrid = function (panel, seen) {
  const { context: c, camera } = panel;
  const [size, high] = [camera.cell, camera.cellY];
  const along = panel.grid.digits[0].axis;
  const blocks = [];
  c.strokeStyle = "rgba(0,0,0,0.16)";
  c.lineWidth = 1;
  c.beginPath();
  for (let y = seen.y0; y < seen.y1; y++) {
    for (let x = seen.x0; x < seen.x1; x++) {
      const element = panel.grid.find(x, y);
      if (element < 0) continue;
      const at = camera.toPixel(x, y);
      c.rect(Math.round(at.x) + 0.5, Math.round(at.y) + 0.5, Math.round(size), Math.round(high));
      if ((panel.data.address + element * panel.data.width) % 32 === 0) {
        blocks.push(along === "x" ? [at.x, at.y, at.x, at.y + high] : [at.x, at.y, at.x + size, at.y]);
      }
    }
  }
  c.stroke();
  c.strokeStyle = "#3d5a80";
  c.lineWidth = 1.6;
  AM.lines(c, blocks);
};

// Thick borders around whole fractals and planes.
AM.drawBorders = function (panel, seen) {
  const { context: c, camera, grid } = panel;
  if (grid.framed < 0) return;
  const first = grid.digits[grid.framed];
  const spans = { x: 1, y: 1 };
  for (const d of grid.digits.slice(0, grid.framed)) spans[d.axis] = (d.size - 1) * d.span + 1;
  if (camera.cell * Math.max(spans.x, spans.y) < 8) return;
  c.strokeStyle = "#17324d";
  c.lineWidth = camera.cell >= 5 ? 2 : 1;
  c.beginPath();
  const done = new Set();
  for (let y = seen.y0; y < seen.y1; y++) {
    for (let x = seen.x0; x < seen.x1; x++) {
      const element = grid.find(x, y);
      if (element < 0) continue;
      const { base, room } = grid.frame(element);
      if (done.has(base)) continue;
      done.add(base);
      if (room < first.pitch || base + first.pitch > panel.data.stop) continue;
      const at = grid.place(base);
      const p = camera.toPixel(at.x, at.y);
      c.rect(p.x, p.y, spans.x * camera.cell, spans.y * camera.cellY);
    }
  }
  c.stroke();
};
