'use strict';
// Replaces readable-stream's copy of Node's errors with the runtime's own.
const errors = require('internal/errors');

// coded makes a class of errors. message computes the text from the constructor's arguments.
const coded = (code, message, Base = Error) => function NodeError(...args) { return errors.withCode(Base, code, message(...args)); };
const fixed = (make) => function NodeError(...args) { return make(...args); };

// Newer versions of Node accept any view of memory as a chunk.
const views = (expected) => (expected.includes('Uint8Array') ? expected.flatMap((e) => (e === 'Uint8Array' ? ['TypedArray', 'DataView'] : e)) : expected);

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

function returned(input, name, value) {
  return `Expected ${input} to be returned from the "${name}" function but got${errors.received(value).slice(' Received'.length)}.`;
}

module.exports = {
  AbortError,
  hideStackFrames: (fn) => fn,
  aggregateTwoErrors(inner, outer) {
    if (!inner || !outer || inner === outer) return inner || outer;
    if (Array.isArray(outer.errors)) {
      outer.errors.push(inner);
      return outer;
    }
    const error = new AggregateError([outer, inner], outer.message);
    error.code = outer.code;
    return error;
  },
  codes: {
    ERR_INVALID_ARG_TYPE: fixed((name, expected, value) => errors.invalidArgType(name, views(expected), value)),
    ERR_INVALID_ARG_VALUE: fixed(errors.invalidArgValue),
    ERR_OUT_OF_RANGE: fixed(errors.outOfRange),
    ERR_MISSING_ARGS: fixed(errors.missingArgs),
    ERR_ILLEGAL_CONSTRUCTOR: fixed(errors.illegalConstructor),
    ERR_INVALID_RETURN_VALUE: coded('ERR_INVALID_RETURN_VALUE', returned, TypeError),
    ERR_MULTIPLE_CALLBACK: coded('ERR_MULTIPLE_CALLBACK', () => 'Callback called multiple times'),
    ERR_METHOD_NOT_IMPLEMENTED: coded('ERR_METHOD_NOT_IMPLEMENTED', (name) => `The ${name} method is not implemented`),
    ERR_STREAM_ALREADY_FINISHED: coded('ERR_STREAM_ALREADY_FINISHED', (name) => `Cannot call ${name} after a stream was finished`),
    ERR_STREAM_CANNOT_PIPE: coded('ERR_STREAM_CANNOT_PIPE', () => 'Cannot pipe, not readable'),
    ERR_STREAM_DESTROYED: coded('ERR_STREAM_DESTROYED', (name) => `Cannot call ${name} after a stream was destroyed`),
    ERR_STREAM_NULL_VALUES: coded('ERR_STREAM_NULL_VALUES', () => 'May not write null values to stream', TypeError),
    ERR_STREAM_PREMATURE_CLOSE: coded('ERR_STREAM_PREMATURE_CLOSE', () => 'Premature close'),
    ERR_STREAM_PUSH_AFTER_EOF: coded('ERR_STREAM_PUSH_AFTER_EOF', () => 'stream.push() after EOF'),
    ERR_STREAM_UNSHIFT_AFTER_END_EVENT: coded('ERR_STREAM_UNSHIFT_AFTER_END_EVENT', () => 'stream.unshift() after end event'),
    ERR_STREAM_WRITE_AFTER_END: coded('ERR_STREAM_WRITE_AFTER_END', () => 'write after end'),
    ERR_UNKNOWN_ENCODING: coded('ERR_UNKNOWN_ENCODING', (name) => `Unknown encoding: ${require('node:util').format('%s', name)}`, TypeError),
  },
};
