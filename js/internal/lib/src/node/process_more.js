'use strict';
// Members of process that few programs use.
const { withCode, invalidArgType, validateObject, validateInteger, validateString } = require('internal/errors');

let capturing = false;

const unavailable = (name, instead) => Object.defineProperty(function () {
  throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `process.${name} is unavailable: Node has it, wakeful does not: ${instead}`);
}, 'name', { value: name });

let mask = 0o022, warned = false;

module.exports = {
  config: Object.freeze({ target_defaults: Object.freeze({ cflags: [], default_configuration: 'Release', defines: [], include_dirs: [], libraries: [] }), variables: Object.freeze({ v8_enable_i18n_support: 1, node_module_version: 115, napi_build_version: '9', node_shared_openssl: false }) }),
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
  assert(value, message) {
    if (!warned) {
      warned = true;
      process.emitWarning('process.assert() is deprecated. Please use the `assert` module instead.', 'DeprecationWarning', 'DEP0100');
    }
    if (!value) throw withCode(Error, 'ERR_ASSERTION', message || 'assertion error');
  },
  features: {
    inspector: false, debug: false, uv: true, ipv6: true, tls_alpn: true, tls_sni: true, tls_ocsp: true, tls: true, cached_builtins: true,
    require_module: false,
  },
  getBuiltinModule(id) {
    validateString(id, 'id');
    const { isBuiltin } = require('node:module');
    return isBuiltin(id) ? native.require(id.replace(/^node:/, '')) : undefined;
  },
  allowedNodeEnvironmentFlags: new Set(),
  setSourceMapsEnabled(value) { if (typeof value !== 'boolean') throw invalidArgType('val', 'boolean', value); },
  getActiveResourcesInfo: () => native.active(),
  _getActiveRequests: () => [],
  _getActiveHandles: () => [],
  constrainedMemory: () => 0,
  availableMemory: () => 0,
  getgroups: () => [process.getgid()],
  abort: unavailable('abort', 'use process.exit'),
  kill(pid, signal) {
    if (pid != (pid | 0)) throw invalidArgType('pid', 'number', pid); // eslint-disable-line eqeqeq
    const { signals } = require('node:os').constants;
    if (typeof signal !== 'number') {
      signal ||= 'SIGTERM';
      if (signals[signal] === undefined) throw withCode(TypeError, 'ERR_UNKNOWN_SIGNAL', `Unknown signal: ${signal}`);
      signal = signals[signal];
    }
    native.kill(pid | 0, signal | 0);
    return true;
  },
  dlopen: unavailable('dlopen', 'a Go program can offer functions by js.WithModule'),
  binding: unavailable('binding', 'use the public modules'),
  _rawDebug(...args) { native.raw(require('node:util').format(...args)); },
  debugPort: 9229,
  report: undefined,
};
for (const [name, value] of Object.entries(module.exports)) {
  if (typeof value === 'function' && value.prototype !== undefined && value.name === name) Object.defineProperty(value, 'prototype', { value: undefined });
}
