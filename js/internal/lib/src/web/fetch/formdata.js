'use strict';
// FormData and its multipart encoding.
const { invalidThis, validateFunction } = require('internal/errors');
const { webInterface, inspectAs } = require('../../shared/classes');
const { File } = require('internal/blob');
const { bytesOf, concat } = require('internal/bytes');
const { entriesOf } = require('./entries');

const of = (form) => {
  const entries = form != null ? entriesOf.get(form) : undefined;
  if (entries === undefined) throw invalidThis('FormData');
  return entries;
};
function need(method, given, wanted) {
  if (given < wanted) throw new TypeError(`FormData.${method}: ${wanted} argument${wanted > 1 ? 's' : ''} required, but${given ? ' only' : ''} ${given} present.`);
}
function entry(method, args) {
  const [name, value, filename] = args;
  if (args.length > 2 && !bytesOf.has(value)) throw new TypeError(`FormData.${method}: parameter 2 is not of type 'Blob'.`);
  if (!bytesOf.has(value)) return [native.scalar(`${name}`), native.scalar(`${value}`)];
  let file = value;
  if (!(file instanceof File) || filename !== undefined) {
    file = new File([file], filename !== undefined ? filename : file.name ?? 'blob', { type: file.type, lastModified: file.lastModified });
  }
  return [native.scalar(`${name}`), file];
}

class FormData {
  constructor(form = undefined) {
    if (form !== undefined) throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
    entriesOf.set(this, []);
  }
  append(...args) {
    const entries = of(this);
    need('append', args.length, 2);
    entries.push(entry('append', args));
  }
  delete(name) {
    const entries = of(this);
    need('delete', arguments.length, 1);
    entriesOf.set(this, entries.filter(([n]) => n !== `${name}`));
  }
  get(name) {
    need('get', arguments.length, 1);
    const found = of(this).find(([n]) => n === `${name}`);
    return found === undefined ? null : found[1];
  }
  getAll(name) {
    need('getAll', arguments.length, 1);
    return of(this).filter(([n]) => n === `${name}`).map(([, v]) => v);
  }
  has(name) {
    need('has', arguments.length, 1);
    return of(this).some(([n]) => n === `${name}`);
  }
  set(...args) {
    const entries = of(this);
    need('set', args.length, 2);
    const made = entry('set', args);
    const i = entries.findIndex(([n]) => n === made[0]);
    if (i < 0) entries.push(made);
    else entriesOf.set(this, entries.filter(([n], j) => n !== made[0] || j === i).map((e) => (e[0] === made[0] ? made : e)));
  }
  forEach(callback, thisArg = undefined) {
    of(this);
    validateFunction(callback, 'callbackFn');
    for (const [name, value] of this) callback.call(thisArg, value, name, this);
  }
  * entries() { for (let i = 0; i < of(this).length; i++) yield of(this)[i].slice(); }
  * keys() { for (const [name] of this.entries()) yield name; }
  * values() { for (const [, value] of this.entries()) yield value; }
}
webInterface(FormData, 'FormData');
Object.defineProperty(FormData.prototype, Symbol.iterator, { value: FormData.prototype.entries, writable: true, configurable: true });
inspectAs(FormData, function () {
  const object = {};
  for (const [name, value] of of(this)) {
    if (!(name in object)) object[name] = value;
    else if (Array.isArray(object[name])) object[name].push(value);
    else object[name] = [object[name], value];
  }
  return object;
});

const escape = (name) => name.replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
const lines = (text) => text.replace(/\r\n|\r|\n/g, '\r\n');

// encode returns a form as multipart/form-data with its content type.
function encode(form) {
  const boundary = `----formdata-wakeful-${native.boundary()}`;
  const parts = [];
  const text = (t) => parts.push(new Uint8Array(native.encode(t)));
  for (const [name, value] of of(form)) {
    if (typeof value === 'string') {
      text(`--${boundary}\r\nContent-Disposition: form-data; name="${escape(lines(name))}"\r\n\r\n${lines(value)}\r\n`);
      continue;
    }
    text(`--${boundary}\r\nContent-Disposition: form-data; name="${escape(lines(name))}"; filename="${escape(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`);
    parts.push(bytesOf.get(value));
    text('\r\n');
  }
  text(`--${boundary}--\r\n`);
  return { bytes: concat(parts), type: `multipart/form-data; boundary=${boundary}` };
}

// decode parses a body by its content type.
function decode(bytes, contentType) {
  const type = contentType === null ? undefined : native.mediaType(contentType);
  const form = new FormData();
  if (type?.[0] === 'multipart/form-data' && type[1] !== undefined) {
    const parts = native.parseMultipart(bytes, type[1]);
    if (parts === undefined) throw new TypeError('Failed to parse body as FormData.');
    for (const [name, filename, partType, data] of parts) {
      if (filename === undefined) form.append(name, native.decodeUTF8(data));
      else form.append(name, new File([data], filename, { type: partType }));
    }
    return form;
  }
  if (type?.[0] === 'application/x-www-form-urlencoded') {
    for (const [name, value] of new URLSearchParams(native.decodeUTF8(bytes))) form.append(name, value);
    return form;
  }
  throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
}

module.exports = { FormData, encode, decode };
