"use strict";
// Colours of moved cells: a group (burst, fractal, loop index) or a place on the ramp (order, value).
AM.colourings = function (scene) {
  const found = [["burst", "burst"]];
  if (scene.panels.some((p) => p.grid.fractal)) found.push(["fractal", "fractal"]);
  if (scene.steps.length) {
    scene.steps[0].shape.forEach((n, k) => {
      if (n > 1) found.push([`loop:${k}`, `loop ${scene.loops[k] || k}`]);
    });
  }
  found.push(["order", "order"]);
  if (scene.panels.some((p) => p.texts)) found.push(["value", "value"]);
  return found;
};

// The burst of a turn: one run of the innermost loop.
AM.burstOf = (scene, turn) => {
  let burst = 0;
  for (let k = 0; k < turn.step; k++) burst += scene.steps[k].elements / scene.steps[k].shape[0];
  return burst + Math.floor((turn.order - scene.steps[turn.step].first) / scene.steps[turn.step].shape[0]);
};

AM.groupOf = function (scene, colouring, cell) {
  if (colouring === "burst") return AM.burstOf(scene, cell.turn);
  if (colouring === "fractal") {
    const panel = scene.panels.find((p) => p.grid.fractal);
    const element = cell.turn[panel.name];
    if (element < 0) return 0;
    return panel.grid.frame(element, panel.grid.digits.findIndex((d) => d.border === "fractal")).number;
  }
  return cell.turn.index[Number(colouring.slice(5))] || 0;
};

AM.ramp = function (share) {
  const stops = AM.looks.ramp;
  const at = AM.clamp(share, 0, 1) * (stops.length - 1);
  const k = Math.min(Math.floor(at), stops.length - 2);
  const mix = (from) => {
    const [a, b] = [stops[k], stops[k + 1]].map((c) => parseInt(c.slice(from, from + 2), 16));
    return Math.round(a + (b - a) * (at - k)).toString(16).padStart(2, "0");
  };
  return `#${mix(1)}${mix(3)}${mix(5)}`;
};

AM.valueRange = function (scene) {
  if (scene.valueRange) return scene.valueRange;
  let [low, high] = [Infinity, -Infinity];
  for (const panel of scene.panels) {
    for (const text of panel.texts || []) {
      const value = parseFloat(text);
      if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
  }
  scene.valueRange = low <= high ? [low, high] : [0, 0];
  return scene.valueRange;
};

// Fill of a moved cell.
AM.fill = function (scene, cells, element, cell) {
  const { colour } = AM.state;
  if (colour === "order") return AM.ramp(scene.total > 1 ? cell.turn.order / (scene.total - 1) : 0);
  if (colour === "value") {
    const [low, high] = AM.valueRange(scene);
    const value = parseFloat(cells.text(element));
    return Number.isFinite(value) ? AM.ramp(high > low ? (value - low) / (high - low) : 0) : AM.looks.kinds[4].fill;
  }
  return AM.looks.groups[AM.groupOf(scene, colour, cell) % AM.looks.groups.length];
};

AM.luminance = function (colour) {
  const part = (from) => {
    const c = parseInt(colour.slice(from, from + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
};

// Ink or white, whichever reads better.
AM.inkOn = function (colour) {
  AM.inks = AM.inks || new Map();
  if (!AM.inks.has(colour)) AM.inks.set(colour, AM.luminance(colour) > 0.18 ? AM.looks.ink : "#ffffff");
  return AM.inks.get(colour);
};
