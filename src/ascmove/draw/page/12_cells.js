"use strict";
// Cells: what an element is to the transfer and which turn made it so. Small operands are worked out once.
AM.KIND = { UNTOUCHED: 0, UNDEFINED: 1, MOVED: 2, PAD: 3, UNKNOWN: 4, OUTSIDE: 5 };

AM.Cells = class {
  constructor(scene, panel) {
    this.scene = scene;
    this.panel = panel;
    this.side = panel.name;
    this.known = new Map();
    this.keep = panel.stop - panel.start <= 1 << 17;
  }

  isUndefined(element) {
    const runs = this.panel.undefined;
    let low = 0;
    let high = runs.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (element < runs[middle][0]) high = middle - 1;
      else if (element >= runs[middle][1]) low = middle + 1;
      else return true;
    }
    return false;
  }

  // {kind, turn}: the turn that writes the element last (dst) or reads it first (src).
  get(element) {
    const found = this.known.get(element);
    if (found) return found;
    const cell = this.work(element);
    if (!this.keep && this.known.size > 200000) this.known.clear();
    this.known.set(element, cell);
    return cell;
  }

  work(element) {
    const turn = this.turn(element);
    let kind = turn ? this.touchedKind(element, turn) : AM.KIND.UNTOUCHED;
    if (!turn && this.isUndefined(element)) kind = AM.KIND.UNDEFINED;
    if (turn && element >= this.panel.count) kind = AM.KIND.OUTSIDE;
    return { kind, turn };
  }

  turn(element) {
    const turns = AM.turnsOf(this.scene, this.side, element, 256);
    return turns.length ? (this.side === "src" ? turns[0] : turns[turns.length - 1]) : null;
  }

  touchedKind(element, turn) {
    if (this.side === "src") return this.isUndefined(element) ? AM.KIND.UNKNOWN : AM.KIND.MOVED;
    if (this.scene.steps[turn.step].pad) return AM.KIND.PAD;
    const source = this.scene.cells && this.scene.cells.src;
    return source && source.isUndefined(turn.src) ? AM.KIND.UNKNOWN : AM.KIND.MOVED;
  }

  before(element) {
    return this.isUndefined(element) ? AM.KIND.UNDEFINED : AM.KIND.UNTOUCHED;
  }

  text(element) {
    const texts = this.panel.texts;
    return texts ? texts[element - this.panel.start] : undefined;
  }

  bits(element) {
    const bits = this.panel.bits;
    return bits ? bits[element - this.panel.start] : undefined;
  }
};
