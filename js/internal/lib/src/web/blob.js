'use strict';
// Blob and File: immutable bytes.
const { invalidArgType, missingArgs, invalidThis } = require('internal/errors');
const { webInterface, inspectAs } = require('../shared/classes');
const { bytesOf, bytes, isBuffer, concat } = require('internal/bytes');

const adopted = {};

function of(blob) {
  const b = blob != null ? bytesOf.get(blob) : undefined;
  if (b === undefined) throw invalidThis('Blob');
  return b;
}

let typeOf;

class Blob {
  #type = '';
  static { typeOf = (blob) => blob.#type; }
  constructor(sources = [], options = undefined) {
    if (sources === adopted) {
      bytesOf.set(this, options.bytes);
      this.#type = options.type;
      return;
    }
    if (sources === null || typeof sources !== 'object' || typeof sources[Symbol.iterator] !== 'function') throw invalidArgType('sources', 'a sequence', sources);
    if (options != null && typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
    const type = options?.type === undefined ? '' : `${options.type}`;
    const nativeEndings = options?.endings !== undefined && `${options.endings}` === 'native';
    const parts = [];
    for (const source of sources) {
      if (isBuffer(source)) parts.push(bytes(source));
      else if (bytesOf.has(source)) parts.push(bytesOf.get(source));
      else parts.push(new Uint8Array(native.encode(nativeEndings ? `${source}`.replace(/\r\n?/g, '\n') : `${source}`)));
    }
    bytesOf.set(this, concat(parts));
    this.#type = /[^\u0020-\u007e]/.test(type) ? '' : type.toLowerCase();
  }
  get size() { return of(this).length; }
  get type() { of(this); return this.#type; }
  slice(start = 0, end = this.size, contentType = '') {
    const b = of(this);
    const clamp = (n) => (n < 0 ? Math.max(b.length + n, 0) : Math.min(n, b.length));
    const from = clamp(Math.trunc(start) || 0);
    const to = Math.max(clamp(Math.trunc(end) || 0), from);
    const type = `${contentType}`;
    return new Blob(adopted, { bytes: b.subarray(from, to), type: /[^\u0020-\u007e]/.test(type) ? '' : type.toLowerCase() });
  }
  async arrayBuffer() {
    const b = of(this);
    return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
  }
  async bytes() { return of(this).slice(); }
  async text() { return native.decodeUTF8(of(this)); }
  stream() {
    const b = of(this);
    const { ReadableStream } = globalThis;
    let at = 0;
    return new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (at >= b.length) {
          controller.close();
          controller.byobRequest?.respond(0);
          return;
        }
        const chunk = b.slice(at, at + 65536);
        at += chunk.length;
        controller.enqueue(chunk);
      },
    });
  }
}
webInterface(Blob, 'Blob');
inspectAs(Blob, function () { return { size: this.size, type: this.type }; });

class File extends Blob {
  #name; #lastModified;
  constructor(sources, name, options = undefined) {
    if (arguments.length < 2) throw missingArgs('fileBits', 'fileName');
    super(sources, options);
    this.#name = native.scalar(`${name}`);
    const { lastModified = Date.now() } = options ?? {};
    this.#lastModified = Math.trunc(lastModified) || 0;
  }
  get name() { return this.#name; }
  get lastModified() { return this.#lastModified; }
}
webInterface(File, 'File');
inspectAs(File, function () { return { size: this.size, type: this.type, name: this.name, lastModified: this.lastModified }; });

// A clone of a Blob shares its bytes. As in Node, the clone of a File is a Blob.
require('internal/platform').platform.push((value) => (bytesOf.has(value) ? new Blob(adopted, { bytes: of(value), type: typeOf(value) }) : undefined));

// Blobs by their URL. A Blob is kept until its URL is revoked.
const byURL = new Map();
function createObjectURL(blob) {
  if (!bytesOf.has(blob)) throw invalidArgType('obj', 'Blob', blob);
  const url = `blob:nodedata:${globalThis.crypto.randomUUID()}`;
  byURL.set(url, blob);
  return url;
}

module.exports = { Blob, File, byURL, createObjectURL };
