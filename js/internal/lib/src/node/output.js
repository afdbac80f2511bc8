'use strict';
// process.stdout and process.stderr before they are streams: plain objects. Their prototype turns
// them into streams at the first use of any other property.
module.exports = (object, upgrade) => Object.setPrototypeOf(object, new Proxy({}, {
  get(_, key, receiver) {
    upgrade();
    return receiver === object ? object[key] : Reflect.get(Object.getPrototypeOf(object), key, receiver);
  },
  has(_, key) { return key in upgrade(); },
  getPrototypeOf: () => upgrade(),
}));
