"use strict";
// Pointer and keyboard. Everything a pointer can do has a key; the list under "keys" names them.
AM.KEYS = [["← →", "one turn back or on"], ["Shift ← →", "one burst back or on"], ["Home End", "start, end"],
  ["W A S D", "move the cell in a focused picture"], ["Enter", "pin the cell"], ["Escape", "clear"],
  ["+ − 0", "zoom in, out, show all"], ["Tab", "next control or picture"]];

AM.listen = function (panel) {
  const { canvas } = panel;
  const local = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  let drag = null;
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = local(event);
    if (drag && (drag.moved || Math.hypot(x - drag.x, y - drag.y) > 4)) {
      if (panel.camera.zoomed) {
        panel.camera.pan(x - drag.x, y - drag.y);
        canvas.setPointerCapture(event.pointerId);
      }
      drag = { x, y, moved: true };
      AM.redraw();
      return;
    }
    AM.point(panel, panel.elementAt(x, y));
  });
  canvas.addEventListener("pointerleave", () => AM.point(panel, -1));
  canvas.addEventListener("pointerdown", (event) => {
    const [x, y] = local(event);
    drag = { x, y, moved: false };
  });
  canvas.addEventListener("pointerup", (event) => {
    const was = drag;
    drag = null;
    if (!was || was.moved) return;
    const element = panel.elementAt(...local(event));
    if (element >= 0) AM.pin(panel.name, element);
    else AM.set({ pin: null, hover: null });
  });
  canvas.addEventListener("wheel", (event) => {
    if (!panel.camera.zoomed && event.deltaY > 0) return; // let the page scroll
    event.preventDefault();
    panel.zoom(Math.exp(-event.deltaY / 300), ...local(event));
  }, { passive: false });
  canvas.addEventListener("focus", () => AM.moveCursor(panel, 0, 0));
  canvas.addEventListener("blur", () => AM.set({ hover: null }));
  canvas.addEventListener("keydown", (event) => AM.panelKey(panel, event));
};

AM.point = function (panel, element) {
  const hover = element >= 0 ? { side: panel.name, element } : null;
  const old = AM.state.hover;
  if ((old && old.side) === (hover && hover.side) && (old && old.element) === (hover && hover.element)) return;
  AM.set({ hover });
};

AM.pin = function (side, element) {
  const { pin } = AM.state;
  const same = pin && pin.side === side && pin.element === element;
  AM.set({ pin: same ? null : { side, element }, hover: null, cursor: { side, element } });
};

AM.moveCursor = function (panel, dx, dy) {
  const { cursor } = AM.state;
  let element = cursor.side === panel.name ? cursor.element : null;
  if (element == null || element < panel.data.start || element >= panel.data.stop) element = panel.data.start;
  const at = panel.grid.place(element);
  for (let far = 1; far <= 3 && (dx || dy); far++) { // over the gap between planes
    const next = panel.grid.find(at.x + dx * far, at.y + dy * far);
    if (next >= 0) {
      element = next;
      break;
    }
  }
  panel.show(element);
  const focus = { side: panel.name, element };
  AM.set({ cursor: focus, hover: dx || dy ? focus : AM.state.hover });
};

AM.panelKey = function (panel, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { w: [0, -1], a: [-1, 0], s: [0, 1], d: [1, 0] };
  const move = moves[event.key.toLowerCase()];
  const { cursor } = AM.state;
  if (move) AM.moveCursor(panel, ...move);
  else if (event.key === "Enter" || event.key === " ") AM.pin(panel.name, cursor.side === panel.name ? cursor.element : panel.data.start);
  else if (event.key === "+" || event.key === "=") AM.keyZoom(panel, 1.6);
  else if (event.key === "-") AM.keyZoom(panel, 1 / 1.6);
  else if (event.key === "0") panel.fit();
  else return;
  event.preventDefault();
};

AM.keyZoom = function (panel, factor) {
  const { side, element } = AM.state.cursor;
  panel.zoom(factor);
  if (side === panel.name && element != null) panel.show(element);
  AM.redraw();
};

AM.pageKey = function (event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, summary, [contenteditable]")) return;
  if (event.key === "ArrowLeft") AM.step(-1, event.shiftKey);
  else if (event.key === "ArrowRight") AM.step(1, event.shiftKey);
  else if (event.key === "Home") AM.stepTo(0);
  else if (event.key === "End") AM.stepTo(AM.scene.total);
  else if (event.key === "Escape") AM.set({ pin: null, hover: null });
  else return;
  event.preventDefault();
};
