"use strict";
// Camera of one panel: which cells are visible, and how large. `cell` is the size of a cell in CSS pixels.
AM.MAX_CELL = 84;
AM.FIT_CELL = 34;

AM.Camera = class {
  constructor(grid) {
    this.grid = grid;
    this.tall = grid.width > 6 * grid.height ? Math.min(4, grid.width / (5 * grid.height)) : 1; // flat pictures get high cells
    this.cell = 1;
    this.fitted = 1;
    this.x = 0; // cells hidden to the left of and above the view
    this.y = 0;
    this.view = { left: 0, top: 0, width: 1, height: 1 };
  }

  get cellY() {
    return Math.max(this.cell, Math.min(this.cell * this.tall, AM.FIT_CELL));
  }

  layout(view) {
    const atFit = this.cell === this.fitted;
    this.view = view;
    this.fitted = Math.min(AM.FIT_CELL, view.width / this.grid.width, view.height / this.grid.height / this.tall);
    if (atFit || this.cell < this.fitted) this.fit();
    else this.bound();
  }

  fit() {
    this.cell = this.fitted;
    this.x = this.y = 0;
  }

  get zoomed() {
    return this.cell > this.fitted * 1.001;
  }

  zoom(factor, px = this.view.left + this.view.width / 2, py = this.view.top + this.view.height / 2) {
    const at = this.toCell(px, py, true);
    this.cell = AM.clamp(this.cell * factor, this.fitted, Math.max(AM.MAX_CELL, this.fitted));
    if (this.cell / this.fitted < 1.01) return this.fit();
    this.x = at.x - (px - this.view.left) / this.cell;
    this.y = at.y - (py - this.view.top) / this.cellY;
    return this.bound();
  }

  pan(dx, dy) {
    this.x -= dx / this.cell;
    this.y -= dy / this.cellY;
    this.bound();
  }

  bound() {
    this.x = AM.clamp(this.x, 0, Math.max(0, this.grid.width - this.view.width / this.cell));
    this.y = AM.clamp(this.y, 0, Math.max(0, this.grid.height - this.view.height / this.cellY));
  }

  toPixel(x, y) {
    return { x: this.view.left + (x - this.x) * this.cell, y: this.view.top + (y - this.y) * this.cellY };
  }

  toCell(px, py, exact = false) {
    const x = (px - this.view.left) / this.cell + this.x;
    const y = (py - this.view.top) / this.cellY + this.y;
    return exact ? { x, y } : { x: Math.floor(x), y: Math.floor(y) };
  }

  visible() {
    return {
      x0: Math.max(0, Math.floor(this.x)),
      y0: Math.max(0, Math.floor(this.y)),
      x1: Math.min(this.grid.width, Math.ceil(this.x + this.view.width / this.cell)),
      y1: Math.min(this.grid.height, Math.ceil(this.y + this.view.height / this.cellY)),
    };
  }

  // Brings a cell into view; `close` also zooms in until it can be read.
  show(x, y, close = false) {
    if (close && this.cell < 14) this.cell = Math.max(this.fitted, 22);
    const [w, h] = [this.view.width / this.cell, this.view.height / this.cellY];
    if (x < this.x || x + 1 > this.x + w || close) this.x = x - w / 2;
    if (y < this.y || y + 1 > this.y + h || close) this.y = y - h / 2;
    this.bound();
  }
};
