"use strict";
// Legend, findings, parameters, loop nest and C++: the words beside the picture.
AM.legend = function (scene) {
  const kinds = new Set();
  for (const panel of scene.panels) {
    if (panel.tiles.length) panel.tiles[0].kinds.forEach((k) => kinds.add(k));
    else for (let e = panel.start; e < panel.stop; e++) kinds.add(scene.cells[panel.name].get(e).kind);
  }
  const items = [...kinds].sort().map((kind) => {
    const swatch = AM.el("canvas", { width: "28", height: "18", "aria-hidden": "true" });
    const c = swatch.getContext("2d");
    if (kind === AM.KIND.MOVED) {
      AM.looks.groups.slice(0, 3).forEach((colour, k) => {
        c.fillStyle = colour;
        c.fillRect(k * 9.4, 0, 9.4, 18);
      });
    } else AM.paintKind(c, kind, 0, 0, 28, 18);
    c.strokeStyle = "#555555";
    c.strokeRect(0.5, 0.5, 27, 17);
    return AM.el("li", {}, swatch, AM.looks.kinds[kind].label);
  });
  const line = (name, label) => AM.el("li", {}, AM.el("span", { class: `stroke ${name}` }), label);
  items.push(line("block", "32-byte block"));
  if (scene.panels.some((p) => p.grid.fractal)) items.push(line("fractal", "fractal"));
  if (scene.panels.some((p) => p.boxes.length)) items.push(...scene.panels.flatMap((p) => p.boxes.map(([label]) => label))
    .filter((label, k, all) => all.indexOf(label) === k)
    .map((label) => AM.el("li", {}, AM.el("span", { class: "stroke dashed" }), label)));
  return AM.el("ul", { class: "legend", "aria-label": "legend" }, ...items);
};

AM.findingList = function (scene) {
  if (!scene.findings.length) return null;
  const places = new Map();
  for (const panel of scene.panels) for (const mark of panel.marks) places.set(`${mark[0]} ${mark[3]}`, [panel.name, mark[4]]);
  const items = scene.findings.map((f) => {
    const place = places.get(`${f.code} ${f.field}`);
    const show = place ? AM.el("button", { type: "button", onclick: () => AM.goTo(...place) }, `show at ${place[0]} ${place[1]}`) : null;
    const facts = [["field", f.field && `${f.field} = ${f.shown || f.value}`], ["required", f.limit], ["effect", f.effect],
      ["nearest legal", f.nearest.join(" or ")], ["help", f.help], ["rule", f.source], ["evidence", f.evidence]];
    return AM.el("li", { class: f.severity, "data-code": f.code },
      AM.el("p", {}, AM.el("b", { class: "code" }, `${f.severity} ${f.code}`), ` ${f.message} `, show),
      AM.el("dl", {}, ...facts.filter(([, v]) => v).flatMap(([n, v]) => [AM.el("dt", {}, n), AM.el("dd", {}, v)])),
      f.mending.length ? AM.el("pre", { class: "mending", "aria-label": "replacement" }, f.mending.join("\n")) : null);
  });
  return AM.el("section", { class: "findings", "aria-label": "findings" }, AM.el("ul", {}, ...items));
};

AM.words = function (scene) {
  const rows = scene.fields.map(([name, value, broken]) => AM.el("tr", { class: broken ? "broken" : null },
    AM.el("th", { scope: "row" }, name), AM.el("td", {}, AM.number(value))));
  const part = (title, ...content) => AM.el("details", {}, AM.el("summary", {}, title), ...content);
  const keys = AM.KEYS.flatMap(([k, what]) => [AM.el("dt", {}, AM.el("kbd", {}, k)), AM.el("dd", {}, what)]);
  return AM.el("section", { class: "words", "aria-label": "in words" },
    rows.length ? part("parameters", AM.el("table", {}, AM.el("tbody", {}, ...rows))) : null,
    scene.nest ? part("loop nest", AM.el("pre", {}, scene.nest)) : null,
    scene.cpp ? part("C++ initialiser", AM.el("pre", {}, scene.cpp)) : null,
    part("keys", AM.el("dl", { id: "keys" }, ...keys)));
};
