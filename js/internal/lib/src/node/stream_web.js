'use strict';
// node:stream/web: the web's streams, which are globals too.
for (const name of [
  'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest',
  'ReadableByteStreamController', 'ReadableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController',
  'WritableStream', 'WritableStreamDefaultController', 'WritableStreamDefaultWriter', 'ByteLengthQueuingStrategy',
  'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream',
]) exports[name] = globalThis[name];
