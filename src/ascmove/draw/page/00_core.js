"use strict";
// One namespace for the page. Python describes the transfer (steps, grids, looks); nothing here knows the domain.
const AM = { looks: null, scene: null, state: null, panels: [], listeners: [] };

// The scene lies in the page as JSON, deflated where that is worth it.
AM.readScene = async function (node) {
  const text = node.textContent.trim();
  if (node.dataset.encoding !== "deflate-base64") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
};

AM.bytes = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
AM.clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// An element with attributes and children; text is always text, never markup.
AM.el = function (tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((c) => c != null));
  return node;
};

// What the viewer shows: colour and text of cells, how far the transfer has run, what is pointed at and pinned.
AM.freshState = (scene) => ({
  colour: scene.panels.some((p) => p.tiles.length) ? "order" : "burst",
  text: scene.panels.some((p) => p.texts) ? "value" : "element",
  done: scene.total,
  hover: null,
  pin: null,
  cursor: { side: "dst", element: null },
});

AM.set = function (changes) {
  Object.assign(AM.state, changes);
  for (const listener of AM.listeners) listener(changes);
  AM.redraw();
};

AM.redraw = function () {
  if (AM.pending) return;
  AM.pending = requestAnimationFrame(() => {
    AM.pending = null;
    for (const panel of AM.panels) panel.draw();
  });
};

AM.number = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
