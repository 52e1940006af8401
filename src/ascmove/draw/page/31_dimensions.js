"use strict";
// Dimension lines: above the grid for x, to the right of it for y, stacked so that no two labels meet.
AM.TIER = 17;
AM.SHORT = { element: " el", elements: " el", inclusive: "", bursts: "", burst: "", rows: "", row: "", columns: "", column: "" };
AM.shortUnit = (unit) => AM.SHORT[unit] ?? ` ${unit}`;

AM.Dimensions = class {
  constructor(panel) {
    const named = panel.dims.map(([field, label, value, unit, axis, low, high, broken]) => ({
      field, label, value, unit, axis, low, high, broken,
    }));
    this.x = named.filter((d) => d.axis === "x").sort((a, b) => a.high - a.low - (b.high - b.low));
    this.y = named.filter((d) => d.axis === "y").sort((a, b) => a.high - a.low - (b.high - b.low));
  }

  // Labels, tiers and margins for a grid of this many pixels per cell in a panel `width` wide.
  arrange(context, cell, cellY, gridWidth, width) {
    this.font = width < 440 ? "10px ui-monospace, monospace" : "11px ui-monospace, monospace";
    context.font = this.font;
    for (const d of [...this.x, ...this.y]) {
      d.text = width < 440 ? `${d.label}=${d.value}${AM.shortUnit(d.unit)}` : `${d.label} = ${d.value} ${d.unit}`.trimEnd();
      d.size = context.measureText(d.text).width;
    }
    this.top = this.tiersAbove(cell, gridWidth) * AM.TIER + 6;
    this.lanes = AM.Dimensions.lanes(this.y, cellY);
    this.labels = Math.max(0, ...this.y.map((d) => d.size));
    this.right = this.y.length ? this.lanes * 11 + this.labels + 22 : 6;
  }

  tiersAbove(cell, gridWidth) {
    const tiers = [];
    for (const d of this.x) {
      const [a, b] = [d.low * cell, d.high * cell];
      d.place = d.size + 14 <= b - a ? "inside" : b + d.size + 6 <= gridWidth ? "right" : "left";
      if (d.place === "left" && a - d.size - 6 < -4) d.place = "right";
      const from = d.place === "left" ? a - d.size - 8 : a;
      const to = d.place === "right" ? b + d.size + 8 : b;
      d.tier = tiers.findIndex((taken) => taken.every(([low, high]) => to + 4 <= low || from >= high + 4));
      if (d.tier < 0) d.tier = tiers.push([]) - 1;
      tiers[d.tier].push([from, to]);
    }
    return tiers.length;
  }

  static lanes(lines, cell) {
    const lanes = [];
    for (const d of lines) {
      const [a, b] = [d.low * cell, d.high * cell];
      d.lane = lanes.findIndex((taken) => taken.every(([low, high]) => b + 2 <= low || a >= high + 2));
      if (d.lane < 0) d.lane = lanes.push([]) - 1;
      lanes[d.lane].push([a, b]);
    }
    return lanes.length;
  }

  draw(context, camera) {
    context.font = this.font;
    context.lineWidth = 1;
    const shown = this.x.filter((d) => this.drawX(context, camera, d));
    for (const d of shown) this.labelX(context, camera, d);
    this.drawAllY(context, camera);
  }

  static colour(d) {
    return d.broken ? AM.looks.red : AM.looks.blue;
  }

  drawX(context, camera, d) {
    const { left, top, width } = camera.view;
    const [a, b] = [camera.toPixel(d.low, 0).x, camera.toPixel(d.high, 0).x];
    if (b <= left || a >= left + width) return false;
    const y = top - 9 - d.tier * AM.TIER;
    const [x0, x1] = [Math.max(a, left), Math.min(b, left + width)];
    context.strokeStyle = context.fillStyle = AM.Dimensions.colour(d);
    AM.lines(context, [[x0, y, x1, y], ...(a >= left ? [[a, y - 4, a, top]] : []),
      ...(b <= left + width ? [[b, y - 4, b, top]] : [])]);
    d.at = [x0, x1];
    return true;
  }

  // Labels come after all lines, so that no line runs through one.
  labelX(context, camera, d) {
    const [x0, x1] = d.at;
    const y = camera.view.top - 9 - d.tier * AM.TIER;
    let at = (x0 + x1) / 2 - d.size / 2;
    if (d.size + 14 > x1 - x0) at = d.place === "left" ? x0 - d.size - 5 : x1 + 5;
    context.fillStyle = "#ffffff";
    context.fillRect(at - 3, y - 7, d.size + 6, 14);
    context.fillStyle = AM.Dimensions.colour(d);
    context.textBaseline = "middle";
    context.fillText(d.text, at, y + 0.5);
  }

  drawAllY(context, camera) {
    const { left, top, width, height } = camera.view;
    const edge = left + Math.min(width, (camera.grid.width - camera.x) * camera.cell);
    const bottom = top + Math.min(height, (camera.grid.height - camera.y) * camera.cellY);
    const shown = [];
    for (const d of this.y) {
      const [a, b] = [camera.toPixel(0, d.low).y, camera.toPixel(0, d.high).y];
      if (b > top && a < bottom + 1) shown.push([d, Math.max(a, top), Math.min(b, bottom), a >= top, b <= bottom + 1]);
    }
    let free = top - 6;
    for (const [d, y0, y1, startsHere, endsHere] of shown.sort((p, q) => p[1] + p[2] - q[1] - q[2])) {
      const x = edge + 9 + d.lane * 11;
      const middle = (y0 + y1) / 2;
      const label = Math.max(middle, free + 8);
      free = label + 6;
      context.strokeStyle = context.fillStyle = AM.Dimensions.colour(d);
      const at = edge + 14 + this.lanes * 11;
      AM.lines(context, [[x, y0, x, y1], [x, middle, at, label],
        ...(startsHere ? [[edge, y0, x + 4, y0]] : []), ...(endsHere ? [[edge, y1, x + 4, y1]] : [])]);
      context.textBaseline = "middle";
      context.fillText(d.text, at + 3, label + 0.5);
    }
  }
};
