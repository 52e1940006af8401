"use strict";
// One operand: a canvas with its cells or tiles, borders, boxes, marks and dimension lines.
AM.MOST_CELLS = 60000; // cells drawn one by one; more are shown as tiles

AM.Panel = class {
  constructor(scene, data) {
    this.scene = scene;
    this.data = data;
    this.name = data.name;
    this.grid = data.grid;
    this.cells = scene.cells[data.name];
    this.camera = new AM.Camera(this.grid);
    this.dimensions = new AM.Dimensions(data);
    this.tiles = data.tiles.map((t) => ({ ...t, main: AM.bytes(t.main), share: AM.bytes(t.share) }));
    this.canvas = AM.el("canvas", {
      tabindex: "0",
      role: "application",
      "aria-roledescription": "element grid",
      "aria-label": `${data.heading}: ${data.title}, ${this.grid.width} by ${this.grid.height} cells`,
      "aria-describedby": "keys",
    });
    this.context = this.canvas.getContext("2d");
    this.zoomText = AM.el("span", { class: "zoom" });
    const button = (label, title, act) => AM.el("button", { type: "button", title, "aria-label": title, onclick: act }, label);
    this.node = AM.el("section", { class: "panel", "aria-label": data.heading },
      AM.el("header", {},
        AM.el("h2", {}, AM.el("span", { class: "side" }, data.heading), ` ${data.title}`),
        AM.el("div", { class: "zoomer" }, this.zoomText,
          button("−", `zoom out of ${data.name}`, () => this.zoom(1 / 1.6)),
          button("+", `zoom into ${data.name}`, () => this.zoom(1.6)),
          button("fit", `show all of ${data.name}`, () => this.fit()))),
      this.canvas);
  }

  zoom(factor, px, py) {
    this.camera.zoom(factor, px, py);
    AM.redraw();
  }

  fit() {
    this.camera.fit();
    AM.redraw();
  }

  layout() {
    const width = Math.max(200, Math.floor(this.node.clientWidth - 2));
    const limit = Math.max(240, Math.floor(window.innerHeight * 0.62));
    let cell = Math.min(AM.FIT_CELL, width / this.grid.width);
    const rowHeight = () => Math.max(cell, Math.min(cell * this.camera.tall, AM.FIT_CELL));
    for (let k = 0; k < 4; k++) {
      this.dimensions.arrange(this.context, cell, rowHeight(), cell * this.grid.width, width);
      const { top, right } = this.dimensions;
      cell = Math.min(AM.FIT_CELL, (width - right - 8) / this.grid.width, Math.max(90, limit - top) / this.grid.height / this.camera.tall);
    }
    const { top, right } = this.dimensions;
    const labels = 14 * this.dimensions.y.length + 8;
    const height = Math.max(rowHeight() * this.grid.height, Math.min(labels, 150), 96);
    const ratio = window.devicePixelRatio || 1;
    const total = Math.ceil(top + height + 10);
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(total * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(total * ratio);
      this.canvas.style.width = `${width}px`;
      this.canvas.style.height = `${total}px`;
    }
    this.size = { width, height: total, ratio };
    this.camera.layout({ left: 2, top, width: Math.max(40, width - right - 8), height });
  }

  draw() {
    if (!this.size) this.layout();
    const { width, height, ratio } = this.size;
    const c = this.context;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = "#ffffff";
    c.fillRect(0, 0, width, height);
    const { view, cell } = this.camera;
    c.save();
    c.beginPath();
    c.rect(view.left - 1, view.top - 1, view.width + 2, view.height + 2);
    c.clip();
    const seen = this.camera.visible();
    const count = (seen.x1 - seen.x0) * (seen.y1 - seen.y0);
    this.exact = count <= AM.MOST_CELLS || !this.tiles.length;
    if (this.exact) AM.drawCells(this, seen);
    else AM.drawTiles(this, seen);
    if (this.exact) AM.drawBorders(this, seen);
    AM.drawBoxes(this);
    AM.drawMarks(this);
    AM.drawPointers(this);
    c.restore();
    this.dimensions.draw(c, this.camera);
    this.zoomText.textContent = this.exact ? `${cell < 10 ? cell.toFixed(1) : Math.round(cell)} px per element` : "overview";
  }

  elementAt(px, py) {
    const { view } = this.camera;
    if (px < view.left || py < view.top || px > view.left + view.width || py > view.top + view.height) return -1;
    const { x, y } = this.camera.toCell(px, py);
    return this.grid.find(x, y);
  }

  show(element, close = false) {
    if (element < this.data.start || element >= this.data.stop) return;
    const { x, y } = this.grid.place(element);
    this.camera.show(x, y, close);
  }
};
