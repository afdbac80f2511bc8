'use strict';
// lazyStream makes a class a Transform stream that loads node:stream when it is used as one. Most
// programs call update and digest alone.

const methods = ['on', 'once', 'off', 'addListener', 'removeListener', 'removeAllListeners', 'emit', 'listeners', 'listenerCount', 'eventNames', 'setMaxListeners', 'getMaxListeners', 'prependListener',
  'pipe', 'unpipe', 'read', 'write', 'end', 'push', 'unshift', 'pause', 'resume', 'isPaused', 'setEncoding', 'destroy', 'cork', 'uncork', Symbol.asyncIterator];

function lazyStream(Class) {
  const { prototype } = Class;
  const upgrade = () => {
    const { Transform } = require('node:stream');
    if (Object.getPrototypeOf(prototype) === Transform.prototype) return Transform;
    for (const name of methods) delete prototype[name];
    Object.setPrototypeOf(prototype, Transform.prototype);
    Object.setPrototypeOf(Class, Transform);
    return Transform;
  };
  for (const name of methods) {
    Object.defineProperty(prototype, name, {
      configurable: true, enumerable: false, writable: true,
      value(...args) {
        upgrade();
        return this[name](...args);
      },
    });
  }
  // The state of a stream is made when something first asks for it.
  for (const name of ['_readableState', '_writableState', '_events']) {
    Object.defineProperty(prototype, name, {
      configurable: true, enumerable: false,
      get() {
        if (this === prototype) return undefined;
        const Transform = upgrade();
        for (const state of ['_readableState', '_writableState', '_events']) Object.defineProperty(this, state, { value: undefined, writable: true, configurable: true, enumerable: true });
        Transform.call(this, { decodeStrings: true });
        return this[name];
      },
      set(value) { Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }); },
    });
  }
}

module.exports = { lazyStream };
