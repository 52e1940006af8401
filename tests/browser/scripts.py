"""JavaScript that the tests run in the page."""

from __future__ import annotations

#: centre of an element's cell in CSS pixels of the window
CENTRE = """([side, element]) => {
  const panel = AM.panels.find((p) => p.name === side);
  const cell = panel.grid.place(element);
  const p = panel.camera.toPixel(cell.x, cell.y);
  const box = panel.canvas.getBoundingClientRect();
  return [box.left + p.x + panel.camera.cell / 2, box.top + p.y + panel.camera.cellY / 2];
}"""

#: colour of the canvas at a part of an element's cell: [side, element, share of the width, share of the height]
PIXEL = """([side, element, fx, fy]) => {
  const panel = AM.panels.find((p) => p.name === side);
  const cell = panel.grid.place(element);
  const p = panel.camera.toPixel(cell.x, cell.y);
  const at = [p.x + panel.camera.cell * fx, p.y + panel.camera.cellY * fy];
  const [x, y] = at.map((v) => Math.round(v * panel.size.ratio));
  return [...panel.context.getImageData(x, y, 1, 1).data];
}"""

#: kind, order and cell of every element, and whether the cell leads back to the element
CELLS = """(side) => {
  const panel = AM.panels.find((p) => p.name === side);
  const all = [];
  for (let e = panel.data.start; e < panel.data.stop; e++) {
    const cell = panel.cells.get(e);
    const at = panel.grid.place(e);
    all.push([cell.kind, cell.turn ? cell.turn.order : -1, at.x, at.y, panel.grid.find(at.x, at.y) === e]);
  }
  return all;
}"""

#: what has the focus, in words
FOCUSED = """() => {
  const node = document.activeElement;
  return (node.id || node.getAttribute('aria-label') || node.textContent || '').slice(0, 40);
}"""

#: milliseconds for drawing both panels
DRAW = """() => {
  const began = performance.now();
  AM.panels.forEach((p) => p.draw());
  return performance.now() - began;
}"""

NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))"

#: boxes of everything that must not overlap
BOXES = """() => [...document.querySelectorAll('button, select, input, output, h1, h2, canvas[role]')]
  .map((n) => n.getBoundingClientRect()).filter((b) => b.width).map((b) => [b.left, b.top, b.right, b.bottom])"""

#: whether cells and dimension lines of each panel keep within it
WITHIN = """() => AM.panels.map((p) => p.camera.cell * p.grid.width + p.dimensions.right <= p.size.width
  && p.dimensions.top + p.camera.cellY * p.grid.height <= p.size.height)"""

#: the lowest contrast of any text with its ground
CONTRAST = """() => {
  const parse = (c) => (c.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const part = (v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const ground = (node) => {
    while (node && parse(getComputedStyle(node).backgroundColor)[3] === 0) node = node.parentElement;
    return node ? parse(getComputedStyle(node).backgroundColor) : [255, 255, 255];
  };
  let worst = 99;
  for (const node of document.querySelectorAll('main *')) {
    if (!node.textContent.trim() || node.children.length || node.tagName === 'CANVAS') continue;
    const [dark, bright] = [light(ground(node)), light(parse(getComputedStyle(node).color))].sort((a, b) => a - b);
    worst = Math.min(worst, (bright + 0.05) / (dark + 0.05));
  }
  return worst;
}"""
