"use strict";

// src/node/output.js
module.exports = (object, upgrade) => Object.setPrototypeOf(object, new Proxy({}, {
  get(_, key, receiver) {
    return upgrade(), receiver === object ? object[key] : Reflect.get(Object.getPrototypeOf(object), key, receiver);
  },
  has(_, key) {
    return key in upgrade();
  },
  getPrototypeOf: () => upgrade()
}));
