"use strict";
// Controls: colouring, cell text, stepping, go to an element.
AM.TEXTS = [["value", "value"], ["element", "element number"], ["byte", "byte offset"], ["coordinate", "coordinate"],
  ["order", "order"], ["bits", "raw bits"], ["none", "nothing"]];

AM.Controls = class {
  constructor(scene) {
    this.scene = scene;
    this.colour = this.select("colour by", "colour", AM.colourings(scene));
    this.text = this.select("cell text", "text", AM.TEXTS);
    this.slider = AM.el("input", { type: "range", id: "step", min: "0", max: String(scene.total), step: "1", value: String(scene.total),
      oninput: () => AM.stepTo(Number(this.slider.value)) });
    this.count = AM.el("output", { for: "step" });
    const button = (label, title, act) => AM.el("button", { type: "button", title, "aria-label": title, onclick: act }, label);
    this.stepper = AM.el("div", { class: "stepper" },
      AM.el("label", { for: "step" }, "step"),
      button("|◀", "to the start (Home)", () => AM.stepTo(0)),
      button("◀", "one turn back (left arrow)", () => AM.step(-1)), this.slider,
      button("▶", "one turn on (right arrow)", () => AM.step(1)),
      button("▶|", "to the end (End)", () => AM.stepTo(scene.total)), this.count);
    this.side = AM.el("select", { id: "goto-side", "aria-label": "side to go to" },
      ...scene.panels.map((p) => AM.el("option", { value: p.name, selected: p.name === "dst" }, p.name)));
    this.goto = AM.el("input", { type: "number", id: "goto", min: "0", placeholder: "element", "aria-label": "element to go to" });
    const jump = () => AM.goTo(this.side.value, Number(this.goto.value));
    this.goto.addEventListener("keydown", (event) => event.key === "Enter" && jump());
    const go = AM.el("div", { class: "goto" }, AM.el("label", { for: "goto" }, "go to"), this.side, this.goto,
      AM.el("button", { type: "button", onclick: jump }, "go"));
    const parts = [this.colour, this.text];
    if (scene.total) parts.push(this.stepper);
    this.node = AM.el("div", { class: "controls", role: "toolbar", "aria-label": "what the picture shows" }, ...parts, go);
    this.update();
  }

  select(label, name, options) {
    const node = AM.el("select", { id: name, onchange: () => AM.set({ [name]: node.value }) },
      ...options.map(([value, text]) => AM.el("option", { value }, text)));
    node.value = AM.state[name];
    return AM.el("div", { class: "choice" }, AM.el("label", { for: name }, label), node);
  }

  update() {
    const { done } = AM.state;
    this.slider.value = String(done);
    this.count.textContent = `${AM.number(done)} / ${AM.number(this.scene.total)}`;
    for (const name of ["colour", "text"]) this[name].querySelector("select").value = AM.state[name];
  }
};

AM.stepTo = function (done) {
  const { scene } = AM;
  const to = AM.clamp(Math.round(done), 0, scene.total);
  AM.set({ done: to, hover: null, pin: null });
  const turn = to > 0 && to < scene.total ? AM.turnAt(scene, to - 1) : null;
  if (turn) {
    for (const panel of AM.panels) if (turn[panel.name] >= 0 && panel.camera.zoomed) panel.show(turn[panel.name]);
  }
};

// One turn, or one burst, on or back; from the end of the transfer "on" starts again.
AM.step = function (direction, burst = false) {
  const { scene, state } = AM;
  if (!scene.total) return;
  if (state.done >= scene.total && direction > 0) return AM.stepTo(1);
  const turn = AM.turnAt(scene, AM.clamp(state.done - 1, 0, scene.total - 1));
  return AM.stepTo(state.done + direction * (burst ? scene.steps[turn.step].shape[0] : 1));
};

AM.goTo = function (side, element) {
  const panel = AM.panels.find((p) => p.name === side);
  if (!panel || !Number.isInteger(element) || element < panel.data.start || element >= panel.data.stop) {
    AM.say(`${side} shows the elements ${panel.data.start} to ${panel.data.stop - 1}`);
    return;
  }
  panel.show(element, true);
  AM.set({ pin: { side, element }, hover: null, cursor: { side, element } });
  const other = AM.panels.find((p) => p !== panel);
  const partner = other ? [...AM.counterparts({ side, element })[other.name]][0] : undefined;
  if (partner !== undefined) other.show(partner, true);
  AM.redraw();
};
