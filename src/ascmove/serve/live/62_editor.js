"use strict";
// The editor: example menu, family, form and text of the case. Each change asks for findings and picture anew.
AM.live = true;

AM.post = (path, body, signal) => fetch(path, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal,
});

AM.problem = function (text) {
  const node = document.getElementById("problem");
  node.textContent = text;
  node.hidden = !text;
};

AM.tell = (text) => {
  AM.editor.note.textContent = text;
};

AM.Editor = class {
  constructor(node) {
    this.menu = AM.el("select", { id: "example", onchange: () => this.example(this.menu.value) },
      ...AM.examples.map((e) => AM.el("option", { value: e.name }, e.title)));
    this.family = AM.el("select", { id: "family", onchange: () => this.pickFamily(this.family.value) },
      ...Object.keys(AM.forms).map((name) => AM.el("option", { value: name }, name)));
    this.formNode = AM.el("div", {});
    this.text = AM.el("textarea", { id: "case", spellcheck: "false", oninput: () => this.later({ text: this.text.value }) });
    this.note = AM.el("p", { class: "status", role: "status" });
    const button = (label, act) => AM.el("button", { type: "button", onclick: act }, label);
    const pick = (label, control) => AM.el("div", { class: "pick" }, AM.el("label", { for: control.id }, label), control);
    const fold = AM.el("details", { class: "fold", open: window.innerWidth > 860 }, AM.el("summary", {}, "form and text"), this.formNode,
      AM.el("label", { for: "case" }, "the case as text (YAML or JSON; paste one here)"), this.text);
    node.replaceChildren(pick("example", this.menu), pick("call family", this.family), fold,
      AM.el("div", { class: "actions" },
        button("share link", () => AM.copyText(location.href, "link")),
        button("save case", () => AM.save("case.yaml", "application/yaml", this.text.value)),
        button("copy C++", () => AM.scene && AM.copyText(AM.scene.cpp, "C++")),
        button("save SVG", () => AM.exportDrawing("svg")),
        button("save page", () => AM.exportDrawing("html"))), this.note);
  }

  example(name) {
    const found = AM.examples.find((e) => e.name === name);
    this.text.value = found.text;
    this.ask({ text: found.text });
  }

  pickFamily(family) {
    const found = AM.examples.find((e) => e.text.includes(`call: ${family}\n`));
    this.menu.value = found.name;
    this.example(found.name);
  }

  later(request) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(request), 160);
  }

  async ask(request) {
    clearTimeout(this.timer);
    if (this.running) this.running.abort();
    this.running = new AbortController();
    const viewer = document.getElementById("viewer");
    viewer.classList.add("busy");
    try {
      const response = await AM.post("/api/case", request, this.running.signal);
      if (!response.ok) throw new Error(await response.text());
      await this.take(request, await response.json());
    } catch (error) {
      if (error.name === "AbortError") return;
      AM.problem(`no answer: ${error.message}`);
    }
    viewer.classList.remove("busy");
    document.documentElement.dataset.answers = String(Number(document.documentElement.dataset.answers || 0) + 1);
  }

  async take(request, answer) {
    AM.problem(answer.error || "");
    if (answer.error) return;
    if (request.text === undefined) this.text.value = answer.yaml;
    else if (document.activeElement === null || !this.formNode.contains(document.activeElement)) this.show(answer.case);
    AM.open(answer.scene, document.getElementById("viewer"));
    if (this.form) this.form.showFindings(answer.scene.findings);
    await AM.keepLink(answer.yaml);
  }

  show(object) {
    this.family.value = object.call;
    this.form = new AM.Form(object.call, object, (anew) => {
      if (anew) this.show(object);
      this.later({ case: object });
    });
    const open = [...this.formNode.querySelectorAll("details")].map((d) => d.open);
    this.formNode.replaceChildren(this.form.node);
    [...this.formNode.querySelectorAll("details")].forEach((d, k) => {
      d.open = Boolean(open[k]);
    });
  }
};

AM.startLive = async function () {
  AM.forms = JSON.parse(document.getElementById("forms").textContent);
  AM.examples = JSON.parse(document.getElementById("examples").textContent);
  AM.editor = new AM.Editor(document.getElementById("editor"));
  const linked = await AM.linkedCase();
  if (linked) {
    AM.editor.text.value = linked;
    await AM.editor.ask({ text: linked });
  } else {
    AM.editor.menu.value = "nddma_constant_pad";
    await AM.editor.ask({ text: AM.examples.find((e) => e.name === "nddma_constant_pad").text });
    AM.editor.text.value = AM.examples.find((e) => e.name === "nddma_constant_pad").text;
  }
  document.documentElement.dataset.ready = "yes";
};

AM.startLive();
