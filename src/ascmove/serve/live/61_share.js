"use strict";
// Share links and exports. A link holds the case behind "#", which browsers never send to a server.
AM.pack = async function (text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let raw = "";
  for (const byte of bytes) raw += String.fromCharCode(byte);
  return btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

AM.unpack = async function (packed) {
  const bytes = AM.bytes(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
};

AM.keepLink = async function (text) {
  history.replaceState(null, "", `#case=${await AM.pack(text)}`);
};

AM.linkedCase = async function () {
  const packed = new URLSearchParams(location.hash.slice(1)).get("case");
  if (!packed) return null;
  try {
    return await AM.unpack(packed);
  } catch {
    AM.problem("the link holds no case that can be read");
    return null;
  }
};

AM.save = function (name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = AM.el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

AM.copyText = async function (text, what) {
  try {
    await navigator.clipboard.writeText(text);
    AM.tell(`${what} copied`);
  } catch {
    AM.save(`${what.replace(/\W+/g, "-")}.txt`, "text/plain", text);
  }
};

AM.exportDrawing = async function (kind) {
  const response = await AM.post(`/api/${kind}`, { text: AM.editor.text.value, colour: AM.state ? AM.state.colour : "burst" });
  if (!response.ok) AM.problem(await response.text());
  else AM.save(`transfer.${kind}`, kind === "svg" ? "image/svg+xml" : "text/html", await response.text());
};
