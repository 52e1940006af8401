"use strict";
// What lies over the cells: named boxes, findings, and the elements that are pointed at.
AM.drawBoxes = function (panel) {
  const { context: c, camera } = panel;
  c.lineWidth = 2;
  c.setLineDash([6, 4]);
  c.strokeStyle = AM.looks.ink;
  for (const [, x, y, w, h] of panel.data.boxes) {
    const p = camera.toPixel(x, y);
    c.strokeRect(p.x, p.y, w * camera.cell, h * camera.cellY);
  }
  c.setLineDash([]);
};

AM.drawMarks = function (panel) {
  const { context: c, camera } = panel;
  const taken = new Map();
  for (const [code, severity, , , element] of panel.data.marks) {
    const cell = panel.grid.place(element);
    const p = camera.toPixel(cell.x, cell.y);
    const [size, high] = [Math.max(camera.cell, 5), Math.max(camera.cellY, 5)];
    const { left, top, width, height } = camera.view;
    if (p.x + size < left || p.y + high < top || p.x > left + width || p.y > top + height) continue;
    c.strokeStyle = c.fillStyle = AM.looks.red;
    c.lineWidth = 3;
    c.setLineDash(severity === "error" ? [] : [4, 3]);
    c.strokeRect(p.x - 1, p.y - 1, size + 2, high + 2);
    c.setLineDash([]);
    c.lineWidth = 1.5;
    AM.lines(c, [[p.x, p.y, p.x + size, p.y + high], [p.x, p.y + high, p.x + size, p.y]]);
    const key = `${cell.x} ${cell.y}`;
    const row = taken.get(key) || 0;
    taken.set(key, row + 1);
    AM.drawTag(panel, code, p.x + size + 4, p.y + row * 17, size);
  }
};

AM.drawTag = function (panel, code, x, y) {
  const { context: c, camera } = panel;
  c.font = "bold 11px ui-monospace, monospace";
  const width = c.measureText(code).width + 8;
  const left = AM.clamp(x, camera.view.left, camera.view.left + camera.view.width - width);
  const top = AM.clamp(y, camera.view.top, camera.view.top + camera.view.height - 16);
  c.fillStyle = AM.looks.red;
  c.fillRect(left, top, width, 16);
  c.fillStyle = "#ffffff";
  c.textBaseline = "middle";
  c.fillText(code, left + 4, top + 8.5);
};

// The element pointed at, those on the other side that belong to it, the turn of the slider, the keyboard's cell.
AM.drawPointers = function (panel) {
  const { state, scene } = AM;
  const focus = AM.focus();
  if (state.done < scene.total && state.done > 0) {
    const turn = AM.turnAt(scene, state.done - 1);
    if (turn && turn[panel.name] >= 0) AM.outline(panel, turn[panel.name], AM.looks.ink, 3);
  }
  if (focus) {
    for (const element of AM.counterparts(focus)[panel.name] || []) AM.outline(panel, element, AM.looks.ink, 3);
  }
  if (state.cursor.side === panel.name && state.cursor.element != null && document.activeElement === panel.canvas) {
    AM.outline(panel, state.cursor.element, AM.looks.blue, 2);
  }
};

AM.outline = function (panel, element, colour, width) {
  if (element < panel.data.start || element >= panel.data.stop) return;
  const { context: c, camera } = panel;
  const cell = panel.grid.place(element);
  const p = camera.toPixel(cell.x, cell.y);
  const [size, high] = [Math.max(camera.cell, 6), Math.max(camera.cellY, 6)];
  c.strokeStyle = "#ffffff";
  c.lineWidth = width + 3;
  c.strokeRect(p.x, p.y, size, high);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.strokeRect(p.x, p.y, size, high);
};

AM.focus = () => AM.state.hover || AM.state.pin;

// Elements of both sides that belong to the one in focus, and the turns between them.
AM.counterparts = function (focus) {
  const key = `${focus.side} ${focus.element}`;
  if (AM.counterpartKey !== key || AM.counterpartScene !== AM.scene) {
    const turns = AM.turnsOf(AM.scene, focus.side, focus.element);
    const found = { turns, src: new Set(), dst: new Set() };
    found[focus.side] = new Set([focus.element]);
    const writer = turns[turns.length - 1];
    for (const turn of focus.side === "dst" && writer ? [writer] : turns) {
      if (turn.src >= 0) found.src.add(turn.src);
      found.dst.add(turn.dst);
    }
    [AM.counterpartKey, AM.counterpartScene, AM.counterpartFound] = [key, AM.scene, found];
  }
  return AM.counterpartFound;
};
