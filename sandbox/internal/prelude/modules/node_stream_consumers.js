"use strict";
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __forAwait = (obj, it, method) => (it = obj[__knownSymbol("asyncIterator")]) ? it.call(obj) : (obj = obj[__knownSymbol("iterator")](), it = {}, method = (key, fn) => (fn = obj[key]) && (it[key] = (arg) => new Promise((yes, no, done) => (arg = fn.call(obj, arg), done = arg.done, Promise.resolve(arg.value).then((value) => yes({ value, done }), no)))), method("next"), method("return"), it);

// src/node/stream_consumers.js
async function blob(stream) {
  let parts = [];
  try {
    for (var iter = __forAwait(stream), more, temp, error; more = !(temp = await iter.next()).done; more = !1) {
      let part = temp.value;
      parts.push(part);
    }
  } catch (temp) {
    error = [temp];
  } finally {
    try {
      more && (temp = iter.return) && await temp.call(iter);
    } finally {
      if (error)
        throw error[0];
    }
  }
  return new Blob(parts);
}
async function arrayBuffer(stream) {
  return (await blob(stream)).arrayBuffer();
}
async function buffer(stream) {
  return Buffer.from(await arrayBuffer(stream));
}
async function text(stream) {
  let decoder = new TextDecoder(), all = "";
  try {
    for (var iter = __forAwait(stream), more, temp, error; more = !(temp = await iter.next()).done; more = !1) {
      let part = temp.value;
      all += typeof part == "string" ? part : decoder.decode(part, { stream: !0 });
    }
  } catch (temp) {
    error = [temp];
  } finally {
    try {
      more && (temp = iter.return) && await temp.call(iter);
    } finally {
      if (error)
        throw error[0];
    }
  }
  return all + decoder.decode();
}
async function json(stream) {
  return JSON.parse(await text(stream));
}
module.exports = { arrayBuffer, blob, buffer, json, text };
