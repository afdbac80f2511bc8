'use strict';
// node:stream/consumers: collects all data of a stream or another async iterable.

async function buffer(stream) {
  const parts = [];
  for await (const part of stream) {
    if (typeof part === 'string') parts.push(Buffer.from(part));
    else if (part instanceof ArrayBuffer) parts.push(Buffer.from(part));
    else parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
  }
  return Buffer.concat(parts);
}

async function text(stream) {
  const decoder = new TextDecoder();
  let all = '';
  for await (const part of stream) all += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  return all + decoder.decode();
}

async function arrayBuffer(stream) {
  const b = await buffer(stream);
  return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
}

async function json(stream) { return JSON.parse(await text(stream)); }

async function blob(stream) { return new Blob([await buffer(stream)]); }

module.exports = { arrayBuffer, blob, buffer, json, text };
