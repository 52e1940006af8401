"use strict";
// Element offsets and cells of the picture: a number with mixed digits, each digit along one axis.
AM.Grid = class {
  constructor(panel) {
    this.digits = panel.digits.map(([name, pitch, size, axis, span, border, first]) => ({
      name, pitch, size, axis, span, border, first,
    }));
    this.falling = [...this.digits].reverse();
    this.bySpan = [...this.digits].sort((a, b) => b.span - a.span);
    this.coords = panel.coords;
    this.start = panel.start;
    this.stop = panel.stop;
    this.width = panel.columns;
    this.height = panel.rows;
    const fractal = this.digits.find((d) => d.border === "fractal");
    this.fractal = fractal ? fractal.pitch : 0;
    this.framed = this.digits.findIndex((d) => d.border !== "none"); // innermost digit with a border
  }

  // First element of the fractal or plane an element lies in, its running number, and the elements up to its end.
  frame(element, digit = this.framed) {
    let rest = element;
    let number = 0;
    let room = Infinity;
    for (let k = this.digits.length - 1; k >= digit; k--) {
      const { pitch, size } = this.digits[k];
      number = number * size + Math.floor(rest / pitch);
      const left = room - Math.floor(rest / pitch) * pitch;
      room = Math.min(pitch, left);
      rest %= pitch;
    }
    return { base: element - rest, number, room };
  }

  place(element) {
    const at = { x: 0, y: 0 };
    let rest = element;
    for (const d of this.falling) {
      at[d.axis] += (Math.floor(rest / d.pitch) - d.first) * d.span;
      rest %= d.pitch;
    }
    return at;
  }

  // The element in a cell, or -1 in a gap and outside.
  find(x, y) {
    if (x < 0 || y < 0) return -1;
    const rest = { x, y };
    let element = 0;
    for (const d of this.bySpan) {
      const value = Math.floor(rest[d.axis] / d.span);
      if (value >= d.size) return -1;
      rest[d.axis] -= value * d.span;
      element += (value + d.first) * d.pitch;
    }
    if (rest.x || rest.y || element < this.start || element >= this.stop) return -1;
    const back = this.place(element);
    return back.x === x && back.y === y ? element : -1;
  }

  coordinate(element) {
    const values = [];
    let rest = element;
    for (const d of this.falling) {
      values.unshift(Math.floor(rest / d.pitch));
      rest %= d.pitch;
    }
    return this.coords.map(([name, terms]) => [name, terms.reduce((sum, [k, weight]) => sum + values[k] * weight, 0)]);
  }
};
