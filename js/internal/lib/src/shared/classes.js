'use strict';
// What the web's interfaces have in common.

const custom = Symbol.for('nodejs.util.inspect.custom');

// interfaces makes classes look like the web's: enumerable members and a tag.
function webInterface(Class, name = Class.name) {
  for (const key of Object.getOwnPropertyNames(Class.prototype)) {
    if (key === 'constructor') continue;
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, key);
    Object.defineProperty(Class.prototype, key, { ...descriptor, enumerable: true });
  }
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
  return Class;
}

// inspectAs gives a class the text that Node's inspect shows: its name and properties.
function inspectAs(Class, properties) {
  Object.defineProperty(Class.prototype, custom, {
    configurable: true, writable: true, enumerable: false,
    value(depth, options, inspect) {
      const name = this.constructor && this.constructor.name || Class.name;
      if (depth < 0) return name;
      const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
      return `${name} ${inspect(properties.call(this), inner)}`;
    },
  });
}

module.exports = { custom, webInterface, inspectAs };
