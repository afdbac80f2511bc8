'use strict';
// The Streams Standard, by web-streams-polyfill, and the streams of the Encoding
// Standard on top.
const streams = require('npm:web-streams-polyfill');
const { webInterface } = require('../shared/classes');
const { TransformStream } = streams;

class TextEncoderStream {
  #transform;
  constructor() {
    const encoder = new TextEncoder();
    let high = ''; // the first half of a pair of surrogates, until the second comes
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        chunk = high + chunk;
        high = /[\ud800-\udbff]$/.test(chunk) ? chunk.slice(-1) : '';
        if (high) chunk = chunk.slice(0, -1);
        if (chunk) controller.enqueue(encoder.encode(chunk));
      },
      flush(controller) { if (high) controller.enqueue(encoder.encode('\ufffd')); },
    });
  }
  get encoding() { return 'utf-8'; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

class TextDecoderStream {
  #decoder;
  #transform;
  constructor(encoding = 'utf-8', options = {}) {
    const decoder = new TextDecoder(encoding, options);
    this.#decoder = decoder;
    this.#transform = new TransformStream({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text) controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text) controller.enqueue(text);
      },
    });
  }
  get encoding() { return this.#decoder.encoding; }
  get fatal() { return this.#decoder.fatal; }
  get ignoreBOM() { return this.#decoder.ignoreBOM; }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
}

module.exports = {
  ...streams,
  TextEncoderStream: webInterface(TextEncoderStream, 'TextEncoderStream'),
  TextDecoderStream: webInterface(TextDecoderStream, 'TextDecoderStream'),
};
