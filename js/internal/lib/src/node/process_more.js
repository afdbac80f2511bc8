'use strict';
// Members of process that few programs use.
const { withCode, invalidArgType, validateObject, validateInteger } = require('internal/errors');

let capturing = false;

const unavailable = (name, instead) => Object.defineProperty(function () {
  throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `process.${name} is unavailable: Node has it, wakeful does not: ${instead}`);
}, 'name', { value: name });

let mask = 0o022;

module.exports = {
  config: Object.freeze({ target_defaults: Object.freeze({ cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [] }), variables: Object.freeze({ v8_enable_i18n_support: 0, node_shared_openssl: false }) }),
  setUncaughtExceptionCaptureCallback(fn) {
    if (fn === null) {
      capturing = false;
      native.capture(undefined);
      return;
    }
    if (typeof fn !== 'function') throw invalidArgType('fn', ['Function', 'null'], fn);
    if (capturing) {
      throw withCode(Error, 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET', '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
    }
    capturing = true;
    native.capture(fn);
  },
  hasUncaughtExceptionCaptureCallback: () => capturing,
  // The mask belongs to the Go program and all its runtimes. It is remembered, and not changed.
  umask(value) {
    const before = mask;
    if (value === undefined) return before;
    let next = value;
    if (typeof value === 'string') {
      if (!/^[0-7]+$/.test(value)) throw withCode(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received ${require('node:util').inspect(value)}`);
      next = parseInt(value, 8);
    }
    validateInteger(next, 'mask', 0, 2 ** 32 - 1);
    mask = next & 0o777;
    return before;
  },
  cpuUsage(previous) {
    const [user, system] = native.times();
    if (previous === undefined) return { user, system };
    validateObject(previous, 'prevValue');
    for (const name of ['user', 'system']) {
      const { [name]: value } = previous;
      if (typeof value !== 'number') throw invalidArgType(`prevValue.${name}`, 'number', value);
      if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) throw withCode(RangeError, 'ERR_INVALID_ARG_VALUE', `The property 'prevValue.${name}' is invalid. Received ${value}`);
    }
    return { user: user - previous.user, system: system - previous.system };
  },
  resourceUsage() {
    const [userCPUTime, systemCPUTime] = native.times();
    return { userCPUTime, systemCPUTime, maxRSS: Math.trunc(process.memoryUsage().rss / 1024), sharedMemorySize: 0, unsharedDataSize: 0, unsharedStackSize: 0, minorPageFault: 0, majorPageFault: 0, swappedOut: 0, fsRead: 0, fsWrite: 0, ipcSent: 0, ipcReceived: 0, signalsCount: 0, voluntaryContextSwitches: 0, involuntaryContextSwitches: 0 };
  },
  assert(value, message) { if (!value) throw withCode(Error, 'ERR_ASSERTION', message || 'assertion error'); },
  allowedNodeEnvironmentFlags: new Set(),
  setSourceMapsEnabled(value) { if (typeof value !== 'boolean') throw invalidArgType('val', 'boolean', value); },
  getActiveResourcesInfo: unavailable('getActiveResourcesInfo', 'wakeful run --why says what keeps a program alive'),
  _getActiveRequests: () => [],
  _getActiveHandles: () => [],
  constrainedMemory: () => undefined,
  availableMemory: () => 0,
  getgroups: () => [process.getgid()],
  abort: unavailable('abort', 'use process.exit'),
  kill: unavailable('kill', 'a Go program can offer signals to processes by js.WithModule'),
  dlopen: unavailable('dlopen', 'a Go program can offer functions by js.WithModule'),
  binding: unavailable('binding', 'use the public modules'),
  _rawDebug(...args) { native.raw(require('node:util').format(...args)); },
  debugPort: 9229,
  report: undefined,
};
for (const [name, value] of Object.entries(module.exports)) {
  if (typeof value === 'function' && value.prototype !== undefined && value.name === name) Object.defineProperty(value, 'prototype', { value: undefined });
}
