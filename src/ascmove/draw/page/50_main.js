"use strict";
// Start: a scene becomes panels, controls and words. `AM.open` may be called again with another scene.
AM.prepare = function (scene) {
  AM.prepareSteps(scene);
  scene.cells = {};
  for (const panel of scene.panels) {
    panel.grid = new AM.Grid(panel);
    for (const map of panel.tiles) map.kinds = [...new Set(AM.bytes(map.main))].filter((k) => k !== 255);
    scene.cells[panel.name] = new AM.Cells(scene, panel);
  }
  return scene;
};

AM.open = function (scene, root) {
  const kept = AM.state;
  AM.scene = AM.prepare(scene);
  AM.state = AM.freshState(scene);
  AM.recall(kept);
  AM.listeners = [];
  AM.panels = scene.panels.map((data) => new AM.Panel(scene, data));
  const controls = new AM.Controls(scene);
  const inspector = new AM.Inspector(scene);
  AM.listeners.push(() => controls.update(), () => inspector.update(), AM.remember);
  AM.status = AM.el("p", { class: "status", role: "status" });
  root.replaceChildren(...[controls.node, AM.legend(scene), AM.el("div", { class: "panels" }, ...AM.panels.map((p) => p.node)),
    AM.status, AM.findingList(scene), inspector.node, AM.words(scene)].filter((n) => n));
  for (const panel of AM.panels) AM.listen(panel);
  AM.layout();
};

AM.say = (text) => {
  AM.status.textContent = text;
};

AM.layout = function () {
  for (const panel of AM.panels) panel.layout();
  AM.redraw();
};

// Choices stay in the address of the page, so that a link shows the same picture (a notebook cell has no address).
AM.remember = function () {
  const { colour, text, done, pin } = AM.state;
  const parts = new URLSearchParams({ colour, text });
  if (done < AM.scene.total) parts.set("step", String(done));
  if (pin) parts.set("pin", `${pin.side}:${pin.element}`);
  if (!AM.live && location.protocol !== "about:") history.replaceState(null, "", `#${parts}`);
};

AM.recall = function (kept) {
  const { scene, state } = AM;
  const parts = AM.live ? new URLSearchParams(kept ? { colour: kept.colour, text: kept.text } : {}) : new URLSearchParams(location.hash.slice(1));
  const known = new Set(AM.colourings(scene).map(([name]) => name));
  if (known.has(parts.get("colour"))) state.colour = parts.get("colour");
  if (AM.TEXTS.some(([name]) => name === parts.get("text"))) state.text = parts.get("text");
  if (parts.has("step")) state.done = AM.clamp(Number(parts.get("step")) || 0, 0, scene.total);
  const [side, element] = (parts.get("pin") || "").split(":");
  if (scene.cells[side] && /^\d+$/.test(element)) state.pin = { side, element: Number(element) };
};

AM.start = async function () {
  AM.looks = JSON.parse(document.getElementById("looks").textContent);
  window.addEventListener("resize", () => AM.layout());
  document.addEventListener("keydown", AM.pageKey);
  const node = document.getElementById("scene");
  if (!node) return;
  AM.open(await AM.readScene(node), document.getElementById("viewer"));
  document.documentElement.dataset.ready = "yes";
};

AM.start();
