'use strict';
// What process.stdout and process.stderr are before they are streams: plain objects
// whose prototype makes streams of them when anything is asked of it.
module.exports = (object, upgrade) => Object.setPrototypeOf(object, new Proxy({}, {
  get(_, key, receiver) {
    upgrade();
    return receiver === object ? object[key] : Reflect.get(Object.getPrototypeOf(object), key, receiver);
  },
  has(_, key) { return key in upgrade(); },
  getPrototypeOf: () => upgrade(),
}));
