"use strict";
// The form: one input per field of the case model. The case is a plain object; inputs write into it, and read from it.
AM.reach = function (object, path, make = false) {
  let at = object;
  for (const key of path.slice(0, -1)) {
    if (at[key] == null || typeof at[key] !== "object" || Array.isArray(at[key])) {
      if (!make) return undefined;
      at[key] = {};
    }
    at = at[key];
  }
  return at;
};

AM.value = function (object, path) {
  const at = AM.reach(object, path);
  return at == null ? undefined : at[path[path.length - 1]];
};

AM.put = function (object, path, value) {
  const at = AM.reach(object, path, true);
  if (value === undefined) delete at[path[path.length - 1]];
  else at[path[path.length - 1]] = value;
};

// Text of an input to a value; throws an Error with what is wrong.
AM.readers = {
  whole: (text) => AM.readWhole(text),
  list: (text) => text.split(",").map((part) => AM.readWhole(part)),
  json: (text) => {
    if (/^[\w.+-]+$/.test(text) && !/^(true|false|null)$/.test(text)) return Number.isNaN(Number(text)) || /^0x/i.test(text) ? text : Number(text);
    try {
      return JSON.parse(text);
    } catch {
      throw new Error("not JSON, a number or a word");
    }
  },
};

AM.readWhole = function (text) {
  const word = text.trim();
  if (/^-?\d+$/.test(word) && Number.isSafeInteger(Number(word))) return Number(word);
  if (/^-?0x[0-9a-f]+$/i.test(word)) return word;
  if (/^-?\d+$/.test(word)) return `${word.startsWith("-") ? "-" : ""}0x${BigInt(word.replace("-", "")).toString(16)}`;
  throw new Error(`${word || "nothing"} is no whole number`);
};

AM.shown = (value) => {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((v) => typeof v === "number")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

AM.Form = class {
  constructor(family, object, changed) {
    this.object = object;
    this.changed = changed;
    this.inputs = [];
    const groups = new Map();
    for (const field of AM.forms[family]) {
      if (field.path[0] === "call") continue;
      const name = field.path.length > 1 ? field.path[0] : "call";
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(field);
    }
    const order = ["call", "params", "src", "dst"];
    const sorted = [...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
    const titles = { src: "source", dst: "destination", params: "parameters" };
    this.node = AM.el("div", { class: "form" }, ...sorted.map(([name, fields]) => {
      const usual = fields.filter((f) => !f.rare || AM.value(object, f.path) != null);
      const rare = fields.filter((f) => !usual.includes(f));
      const more = rare.length ? AM.el("details", {}, AM.el("summary", {}, "more"), ...rare.flatMap((f) => this.rows(f))) : null;
      return AM.el("fieldset", {}, AM.el("legend", {}, titles[name] || name), ...usual.flatMap((f) => this.rows(f)), more);
    }));
  }

  rows(field) {
    if (field.kind !== "rows") return [this.row(field, field.path.slice(-2).join(".").replace(/^(src|dst|params)\./, ""), field.hint)];
    const value = AM.value(this.object, field.path) || [];
    const names = field.rows.length ? field.rows : Array.from({ length: Math.max(1, value.length) }, (_, k) => `${field.path.at(-1)}[${k}]`);
    const parts = names.map((name, k) => this.row({ ...field, row: k }, name, k === 0 ? field.hint : null));
    if (!field.rows.length) {
      parts.push(AM.el("div", { class: "actions" },
        AM.el("button", { type: "button", onclick: () => this.resize(field, value.length + 1) }, `add an axis to ${field.path.at(-1)}`),
        value.length > 1 ? AM.el("button", { type: "button", onclick: () => this.resize(field, value.length - 1) }, `remove an axis from ${field.path.at(-1)}`) : null));
    }
    return parts;
  }

  resize(field, count) {
    const value = (AM.value(this.object, field.path) || []).slice(0, count);
    while (value.length < count) value.push([0, 0, 0, 1, 1]);
    AM.put(this.object, field.path, value);
    this.changed(true);
  }

  row(field, name, hint) {
    const id = `f-${field.path.join("-")}${field.row === undefined ? "" : `-${field.row}`}`;
    const whole = AM.value(this.object, field.path);
    const value = field.row === undefined ? whole : (whole || [])[field.row];
    const input = this.input(field, id, value);
    const bad = AM.el("p", { class: "bad", id: `${id}-bad`, hidden: true });
    input.setAttribute("aria-describedby", `${id}-bad`);
    this.inputs.push({ field, name, input, bad });
    return AM.el("div", { class: "field" }, AM.el("label", { for: id }, name), input, hint && field.kind === "rows" ? AM.el("p", { class: "hint" }, hint) : null, bad);
  }

  input(field, id, value) {
    const take = (read) => () => this.take(field, id, read);
    if (field.kind === "flag") {
      const box = AM.el("input", { type: "checkbox", id, onchange: take((node) => node.checked) });
      box.checked = value === undefined || value === null ? Boolean(field.default) : Boolean(value);
      return box;
    }
    if (field.kind === "choice") {
      const known = field.choices.includes(value) || value == null ? field.choices : [value, ...field.choices];
      const node = AM.el("select", { id, onchange: take((s) => s.value || undefined) },
        value == null && field.default === undefined ? AM.el("option", { value: "" }, "") : null,
        ...known.map((c) => AM.el("option", { value: c }, c)));
      node.value = value == null ? field.default ?? "" : value;
      return node;
    }
    const read = AM.readers[field.kind === "rows" ? "list" : field.kind];
    return AM.el("input", { type: "text", id, spellcheck: "false", autocomplete: "off", value: AM.shown(value),
      placeholder: field.default === undefined ? (field.kind === "json" && field.hint) || "" : AM.shown(field.default),
      title: field.hint || "",
      oninput: take((node) => (node.value.trim() ? read(node.value.trim()) : undefined)) });
  }

  take(field, id, read) {
    const entry = this.inputs.find((e) => e.input.id === id);
    try {
      const value = read(entry.input);
      AM.Form.flag(entry, "");
      if (field.row === undefined) AM.put(this.object, field.path, value);
      else {
        const rows = [...(AM.value(this.object, field.path) || [])];
        rows[field.row] = value === undefined ? [] : value;
        AM.put(this.object, field.path, rows);
      }
      this.changed(false);
    } catch (error) {
      AM.Form.flag(entry, error.message);
    }
  }

  static flag(entry, message) {
    entry.input.setAttribute("aria-invalid", message ? "true" : "false");
    entry.bad.textContent = message;
    entry.bad.hidden = !message;
  }

  // Errors stand beside the field that they name.
  showFindings(findings) {
    for (const entry of this.inputs) {
      const full = entry.field.path.join(".");
      const bare = entry.field.path.at(-1);
      const mine = findings.filter((f) => f.severity === "error" && f.field).filter((f) => {
        const name = f.field.replace(/\[\d+\]/g, "");
        if (entry.field.row !== undefined) return f.field.startsWith(entry.name) || name === entry.name;
        return full === f.field || full.endsWith(`.${name}`) || (bare === name && entry.field.path[0] === "params");
      });
      AM.Form.flag(entry, mine.map((f) => `${f.code}: ${f.message}`).join("\n"));
    }
  }
};
