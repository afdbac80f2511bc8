'use strict';
// The Streams Standard, from web-streams-polyfill, and the Encoding Standard's streams, which are
// built on it.
const { withCode, invalidThis } = require('internal/errors');
native.coded = (code, message) => withCode(TypeError, code, message);
const streams = require('npm:web-streams-polyfill');
const { webInterface, inspectAs } = require('../shared/classes');
const { TransformStream } = streams;

// textStream makes a class of the Encoding Standard. make returns the values of its properties.
function textStream(name, properties, make) {
  const all = new WeakMap();
  const valueOf = (stream, property) => {
    const values = all.get(stream);
    if (values === undefined) throw invalidThis(name);
    return values[property];
  };
  const Class = class { constructor(...args) { all.set(this, make(...args)); } };
  for (const property of properties) {
    Object.defineProperty(Class.prototype, property, Object.getOwnPropertyDescriptor({ get [property]() { return valueOf(this, property); } }, property));
  }
  inspectAs(Class, function () { return Object.fromEntries(properties.map((property) => [property, valueOf(this, property)])); });
  return webInterface(Class, name);
}

const TextEncoderStream = textStream('TextEncoderStream', ['encoding', 'readable', 'writable'], () => {
  const encoder = new TextEncoder();
  let high = ''; // a high surrogate that waits for its low surrogate
  const { readable, writable } = new TransformStream({
    transform(chunk, controller) {
      chunk = high + chunk;
      high = /[\ud800-\udbff]$/.test(chunk) ? chunk.slice(-1) : '';
      if (high) chunk = chunk.slice(0, -1);
      if (chunk) controller.enqueue(encoder.encode(chunk));
    },
    flush(controller) { if (high) controller.enqueue(encoder.encode('\ufffd')); },
  });
  return { encoding: 'utf-8', readable, writable };
});

const TextDecoderStream = textStream('TextDecoderStream', ['encoding', 'fatal', 'ignoreBOM', 'readable', 'writable'], (label = 'utf-8', options = {}) => {
  const decoder = new TextDecoder(label, options);
  const { readable, writable } = new TransformStream({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      if (text) controller.enqueue(text);
    },
    flush(controller) {
      const text = decoder.decode();
      if (text) controller.enqueue(text);
    },
  });
  const { encoding, fatal, ignoreBOM } = decoder;
  return { encoding, fatal, ignoreBOM, readable, writable };
});

// stream.finished and other functions of Node read this promise from a stream, under a symbol that
// its modules share. The state is watched from the first read on.
const closedPromise = Symbol.for('nodejs.webstream.isClosedPromise');
for (const { prototype } of [streams.ReadableStream, streams.WritableStream]) {
  const known = new WeakMap();
  Object.defineProperty(prototype, closedPromise, {
    configurable: true,
    get() {
      let watched = known.get(this);
      if (watched === undefined) known.set(this, watched = { promise: watch(this) });
      return watched;
    },
  });
}

// stream.addAbortSignal of Node ends a stream with the function under this symbol.
const controllerError = Symbol.for('nodejs.webstream.controllerErrorFunction');
for (const [Class, controller] of [[streams.ReadableStream, '_readableStreamController'], [streams.WritableStream, '_writableStreamController']]) {
  Object.defineProperty(Class.prototype, controllerError, { configurable: true, get() { return (error) => this[controller].error(error); } });
}

// The bundler has changed the names of some classes.
for (const [name, Class] of Object.entries(streams)) Object.defineProperty(Class, 'name', { value: name, configurable: true });

function watch(stream) {
  const promise = new Promise((resolve, reject) => {
    let state = stream._state;
    // The error is stored after the state.
    const settle = () => {
      if (state === 'closed') resolve();
      else if (state === 'errored') Promise.resolve().then(() => reject(stream._storedError));
    };
    Object.defineProperty(stream, '_state', {
      configurable: true, enumerable: true,
      get: () => state,
      set(value) {
        state = value;
        settle();
      },
    });
    settle();
  });
  promise.catch(() => {}); // other code handles the stream's error
  return promise;
}

inspectAs(streams.ReadableStream, function () {
  return { locked: this.locked, state: this._state, supportsBYOB: this._readableStreamController instanceof streams.ReadableByteStreamController };
});
inspectAs(streams.WritableStream, function () { return { locked: this.locked, state: this._state }; });

module.exports = { ...streams, TextEncoderStream, TextDecoderStream };
