'use strict';
// node:stream/consumers: collects all data of a stream or another async iterable.

async function blob(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return new Blob(parts);
}

async function arrayBuffer(stream) { return (await blob(stream)).arrayBuffer(); }

async function buffer(stream) { return Buffer.from(await arrayBuffer(stream)); }

async function text(stream) {
  const decoder = new TextDecoder();
  let all = '';
  for await (const part of stream) all += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  return all + decoder.decode();
}

async function json(stream) { return JSON.parse(await text(stream)); }

module.exports = { arrayBuffer, blob, buffer, json, text };
