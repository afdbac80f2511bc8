'use strict';
// What the web's interfaces have in common.

const custom = Symbol.for('nodejs.util.inspect.custom');

// webInterface makes a class look like the web's: enumerable members and a tag. The
// name is given because the bundler may have changed that of the class.
function webInterface(Class, name) {
  Object.defineProperty(Class, 'name', { value: name, configurable: true });
  for (const key of Object.getOwnPropertyNames(Class.prototype)) {
    if (key === 'constructor') continue;
    const descriptor = Object.getOwnPropertyDescriptor(Class.prototype, key);
    Object.defineProperty(Class.prototype, key, { ...descriptor, enumerable: true });
  }
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });
  return Class;
}

// inspectAs gives a class the text that Node's inspect shows: its name and properties,
// and what deep says when it is nested too deep, the name if there is no deep.
function inspectAs(Class, properties, deep) {
  Object.defineProperty(Class.prototype, custom, {
    configurable: true, writable: true, enumerable: false,
    value(depth, options, inspect) {
      const name = this.constructor && this.constructor.name || Class.name;
      if (depth < 0) return deep === undefined ? name : deep(this);
      const inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
      return `${name} ${inspect(properties.call(this), inner)}`;
    },
  });
}

module.exports = { custom, webInterface, inspectAs };
