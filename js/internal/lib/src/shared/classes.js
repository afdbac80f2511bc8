'use strict';
// Common parts of the web's interfaces.

const custom = Symbol.for('nodejs.util.inspect.custom');

// webInterface gives a class the properties of the web's interfaces: enumerable members and a tag.
// The name is an argument, because the bundler may have changed the name of the class. A third
// argument is an object whose members become those of the class.
const { webInterface } = native;

// inspectAs sets the text that Node's inspect shows for a class: its name and properties, or the
// result of deep when it is nested too deeply. Without deep this is the name.
function inspectAs(Class, properties, deep) {
  Object.defineProperty(Class.prototype, custom, {
    configurable: true, writable: true, enumerable: false,
    value(depth, options, inspect) {
      const name = this?.constructor?.name || Class.name;
      if (depth < 0) return deep === undefined ? name : deep(this);
      return `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
    },
  });
}

module.exports = { custom, webInterface, inspectAs };
