"use strict";
// Turns of the transfer: which loop indices touch an element, and what the n-th turn does. All from the strides.
AM.prepareSteps = function (scene) {
  let first = 0;
  for (const step of scene.steps) {
    step.first = first;
    step.elements = step.shape.reduce((a, b) => a * b, 1);
    first += step.elements;
    for (const side of ["src", "dst"]) step[side] = AM.prepareAccess(step, step[side]);
  }
  scene.total = first;
};

AM.prepareAccess = function (step, access) {
  if (!access) return null;
  const [offset, strides] = access;
  const loops = step.shape.map((n, k) => ({ k, n, stride: strides[k] })).sort((a, b) => b.stride - a.stride);
  let reach = 0;
  for (const loop of [...loops].reverse()) {
    loop.rest = reach;
    reach += (loop.n - 1) * loop.stride;
  }
  return { offset, strides, loops, last: offset + reach };
};

AM.at = (access, index) => access.strides.reduce((sum, stride, k) => sum + stride * index[k], access.offset);

AM.makeTurn = function (step, number, index) {
  let order = step.first;
  let weight = 1;
  step.shape.forEach((n, k) => {
    order += index[k] * weight;
    weight *= n;
  });
  const src = step.src ? AM.at(step.src, index) : -1;
  return { step: number, index: [...index], order, src, dst: AM.at(step.dst, index) };
};

// Calls visit(index) for every loop index that leads to the element, until it returns false.
AM.solve = function (access, element, index, visit, depth = 0, rest = element - access.offset) {
  if (depth === access.loops.length) return rest === 0 ? visit(index) : true;
  const { k, n, stride, rest: reach } = access.loops[depth];
  let low = 0;
  let high = n - 1;
  if (stride) {
    low = Math.max(low, Math.ceil((rest - reach) / stride));
    high = Math.min(high, Math.floor(rest / stride));
  } else if (rest > reach) return true;
  for (let i = low; i <= high; i++) {
    index[k] = i;
    if (AM.solve(access, element, index, visit, depth + 1, rest - i * stride) === false) return false;
  }
  return true;
};

// Turns that read (src) or write (dst) an element, in the order of the call; at most `most`.
AM.turnsOf = function (scene, side, element, most = 64) {
  const found = [];
  scene.steps.forEach((step, number) => {
    const access = step[side];
    if (!access || element < access.offset || element > access.last || found.length >= most) return;
    AM.solve(access, element, new Array(step.shape.length).fill(0), (index) => {
      found.push(AM.makeTurn(step, number, index));
      return found.length < most;
    });
  });
  return found.sort((a, b) => a.order - b.order);
};

AM.turnAt = function (scene, order) {
  const number = scene.steps.findIndex((s) => order >= s.first && order < s.first + s.elements);
  if (number < 0) return null;
  let rest = order - scene.steps[number].first;
  const index = scene.steps[number].shape.map((n) => {
    const i = rest % n;
    rest = Math.floor(rest / n);
    return i;
  });
  return AM.makeTurn(scene.steps[number], number, index);
};
