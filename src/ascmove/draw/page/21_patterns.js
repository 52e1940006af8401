"use strict";
// Patterns over the ground of a cell, so that no kind is told by colour alone.
AM.patterns = new Map();

AM.strokes = {
  dots: (c) => {
    c.beginPath();
    c.arc(4, 4, 1, 0, 7);
    c.fill();
  },
  hatch: (c) => AM.lines(c, [[-1, 9, 9, -1], [-1, 1, 1, -1], [7, 9, 9, 7]]),
  back: (c) => AM.lines(c, [[-1, -1, 9, 9], [-1, 7, 1, 9], [7, -1, 9, 1]]),
  cross: (c) => AM.lines(c, [[0, 0, 8, 8], [0, 8, 8, 0]]),
  waves: (c) => AM.lines(c, [[0, 2, 4, 5], [4, 5, 8, 2]]),
};

AM.lines = function (c, lines) {
  c.beginPath();
  for (const [x0, y0, x1, y1] of lines) {
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
  }
  c.stroke();
};

AM.pattern = function (context, look) {
  const ratio = window.devicePixelRatio || 1;
  const key = `${look.pattern} ${look.ink} ${ratio}`;
  if (!AM.patterns.has(key)) {
    const tile = document.createElement("canvas");
    tile.width = tile.height = Math.round(8 * ratio);
    const c = tile.getContext("2d");
    c.scale(tile.width / 8, tile.width / 8);
    c.strokeStyle = c.fillStyle = look.ink;
    c.lineWidth = 1;
    AM.strokes[look.pattern](c);
    const pattern = context.createPattern(tile, "repeat");
    pattern.setTransform(new DOMMatrix().scale(8 / tile.width));
    AM.patterns.set(key, pattern);
  }
  return AM.patterns.get(key);
};

// Fills a rectangle in the look of a kind; tiny cells get the ground mixed with the ink instead of a pattern.
AM.paintKind = function (context, kind, x, y, w, h) {
  const look = AM.looks.kinds[kind];
  context.fillStyle = look.fill;
  context.fillRect(x, y, w, h);
  if (look.pattern === "solid") return;
  context.fillStyle = Math.min(w, h) < 4 ? look.ink + "59" : AM.pattern(context, look);
  context.fillRect(x, y, w, h);
};
