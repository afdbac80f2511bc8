// The parts of assert that the suite uses.
const assert = (value, message) => { if (!value) throw new Error(message || 'assertion failed: ' + value); };
assert.strictEqual = (a, b, message) => { if (!Object.is(a, b)) throw new Error(message || String(a) + ' is not ' + String(b)); };
assert.notStrictEqual = (a, b, message) => { if (Object.is(a, b)) throw new Error(message || String(a) + ' is what it must not be'); };
module.exports = assert;
