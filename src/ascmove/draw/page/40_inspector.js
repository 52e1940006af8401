"use strict";
// The inspector: both sides of the element in focus in words and numbers, and its value pipeline.
AM.Inspector = class {
  constructor(scene) {
    this.scene = scene;
    this.node = AM.el("section", { class: "inspector", "aria-label": "element in focus", "aria-live": "polite" });
    this.update();
  }

  update() {
    const focus = AM.focus() || this.stepFocus();
    const key = focus ? `${focus.side} ${focus.element} ${AM.state.pin ? 1 : 0}` : "";
    if (key === this.key) return;
    this.key = key;
    this.node.replaceChildren(...(focus ? this.facts(focus) : [AM.el("p", { class: "hint" },
      "Point at an element, or focus a picture and use W A S D: its counterpart lights up. Enter pins, Escape clears.")]));
  }

  stepFocus() {
    const { scene } = this;
    if (AM.state.done >= scene.total || AM.state.done < 1) return null;
    const turn = AM.turnAt(scene, AM.state.done - 1);
    return { side: "dst", element: turn.dst };
  }

  facts(focus) {
    const { scene } = this;
    const found = AM.counterparts(focus);
    const cell = scene.cells[focus.side].get(focus.element);
    const turn = focus.side === "dst" ? cell.turn : found.turns[0];
    const head = AM.el("h2", {}, this.headline(focus, cell, turn, found));
    const columns = [];
    if (!turn || turn.src >= 0 || focus.side === "src") columns.push(this.side("src", focus, turn, found));
    if (!turn && focus.side === "dst") columns.length = 0;
    if (turn || focus.side === "dst") columns.push(this.side("dst", focus, turn, found));
    return [head, AM.el("div", { class: "facts" }, ...columns), this.pipeline(turn)].filter((n) => n);
  }

  headline(focus, cell, turn, found) {
    if (!turn) return `${focus.side} element ${AM.number(focus.element)}: ${AM.looks.kinds[cell.kind].label}`;
    const step = this.scene.steps[turn.step];
    const names = turn.index.map((i, k) => (step.shape[k] > 1 ? `${this.scene.loops[k] || `loop ${k}`} = ${i}` : null));
    const where = names.filter((n) => n).reverse().join(", ");
    const more = focus.side === "src" && found.turns.length > 1 ? `, read ${found.turns.length}${found.turns.length >= 64 ? " or more" : ""} times` : "";
    const what = step.fill != null ? `pad 0x${step.fill}` : step.pad ? "pad (nearest value)" : step.mode ? step.mode : "move";
    return `turn ${AM.number(turn.order + 1)} of ${AM.number(this.scene.total)}: ${what}${where ? `, ${where}` : ""}${more}`;
  }

  side(side, focus, turn, found) {
    const panel = this.scene.panels.find((p) => p.name === side);
    const cells = this.scene.cells[side];
    const elements = [...found[side]].sort((a, b) => a - b);
    const element = side === focus.side ? focus.element : turn ? turn[side] : elements[0];
    const rows = [];
    const add = (name, value) => value != null && value !== "" && rows.push(AM.el("dt", {}, name), AM.el("dd", {}, value));
    const coordinate = panel.grid.coordinate(element).map(([name, value]) => `${name} ${AM.number(value)}`).join(", ");
    add("coordinate", coordinate);
    add("element", AM.number(element));
    add("byte offset", `${AM.number(element * panel.width)} (address ${AM.number(panel.address + element * panel.width)})`);
    const value = cells.text(element);
    if (panel.bits || !panel.texts) add("value", value == null ? (panel.texts ? "outside the tensor" : "not kept for a transfer of this size") : value);
    const bits = cells.bits(element);
    if (bits) add("raw bits", `0x${bits}`);
    if (elements.length > 1) add("also", elements.filter((e) => e !== element).slice(0, 12).map(AM.number).join(", ") + (elements.length > 13 ? " …" : ""));
    return AM.el("div", { "data-side": side }, AM.el("h3", {}, `${panel.heading} ${panel.dtype}`), AM.el("dl", {}, ...rows));
  }

  pipeline(turn) {
    const { rows, turns } = this.scene.pipelines;
    const row = turn ? rows[turns[turn.order]] : null;
    if (!row) return null;
    const [mode, ...stages] = row;
    const cells = stages.map(([name, type, value, parameter, bits]) => AM.el("li", {},
      AM.el("span", { class: "stage" }, name), AM.el("b", {}, value),
      AM.el("span", { class: "type" }, bits ? `${type} ${bits}` : type),
      parameter ? AM.el("span", { class: "parameter" }, `with ${parameter}`) : null));
    return AM.el("div", { class: "pipeline" }, AM.el("h3", {}, `value pipeline ${mode}`), AM.el("ol", {}, ...cells));
  }
};
