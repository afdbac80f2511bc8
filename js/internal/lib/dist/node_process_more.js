"use strict";

// src/node/process_more.js
var { withCode, invalidArgType, validateObject, validateInteger, validateString } = require("internal/errors"), capturing = !1, unavailable = (name, instead) => Object.defineProperty(function() {
  throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `process.${name} is unavailable: Node has it, wakeful does not: ${instead}`);
}, "name", { value: name }), mask = 18, warned = !1;
module.exports = {
  config: Object.freeze({ target_defaults: Object.freeze({ cflags: [], default_configuration: "Release", defines: [], include_dirs: [], libraries: [] }), variables: Object.freeze({ v8_enable_i18n_support: 1, node_module_version: 115, napi_build_version: "9", node_shared_openssl: !1 }) }),
  setUncaughtExceptionCaptureCallback(fn) {
    if (fn === null) {
      capturing = !1, native.capture(void 0);
      return;
    }
    if (typeof fn != "function") throw invalidArgType("fn", ["Function", "null"], fn);
    if (capturing)
      throw withCode(Error, "ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET", "`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active");
    capturing = !0, native.capture(fn);
  },
  hasUncaughtExceptionCaptureCallback: () => capturing,
  // The mask belongs to the Go program and all its runtimes. It is remembered, and not changed.
  umask(value) {
    let before = mask;
    if (value === void 0) return before;
    let next = value;
    if (typeof value == "string") {
      if (!/^[0-7]+$/.test(value)) throw withCode(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received ${require("util").inspect(value)}`);
      next = parseInt(value, 8);
    }
    return validateInteger(next, "mask", 0, 2 ** 32 - 1), mask = next & 511, before;
  },
  cpuUsage(previous) {
    let [user, system] = native.times();
    if (previous === void 0) return { user, system };
    validateObject(previous, "prevValue");
    for (let name of ["user", "system"]) {
      let { [name]: value } = previous;
      if (typeof value != "number") throw invalidArgType(`prevValue.${name}`, "number", value);
      if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) throw withCode(RangeError, "ERR_INVALID_ARG_VALUE", `The property 'prevValue.${name}' is invalid. Received ${value}`);
    }
    return { user: user - previous.user, system: system - previous.system };
  },
  resourceUsage() {
    let [userCPUTime, systemCPUTime] = native.times();
    return { userCPUTime, systemCPUTime, maxRSS: Math.trunc(process.memoryUsage().rss / 1024), sharedMemorySize: 0, unsharedDataSize: 0, unsharedStackSize: 0, minorPageFault: 0, majorPageFault: 0, swappedOut: 0, fsRead: 0, fsWrite: 0, ipcSent: 0, ipcReceived: 0, signalsCount: 0, voluntaryContextSwitches: 0, involuntaryContextSwitches: 0 };
  },
  assert(value, message) {
    if (warned || (warned = !0, process.emitWarning("process.assert() is deprecated. Please use the `assert` module instead.", "DeprecationWarning", "DEP0100")), !value) throw withCode(Error, "ERR_ASSERTION", message || "assertion error");
  },
  features: {
    inspector: !1,
    debug: !1,
    uv: !0,
    ipv6: !0,
    tls_alpn: !0,
    tls_sni: !0,
    tls_ocsp: !0,
    tls: !0,
    cached_builtins: !0,
    require_module: !1
  },
  getBuiltinModule(id) {
    validateString(id, "id");
    let { isBuiltin } = require("module");
    return isBuiltin(id) ? native.require(id.replace(/^node:/, "")) : void 0;
  },
  allowedNodeEnvironmentFlags: /* @__PURE__ */ new Set(),
  setSourceMapsEnabled(value) {
    if (typeof value != "boolean") throw invalidArgType("val", "boolean", value);
  },
  getActiveResourcesInfo: () => native.active(),
  _getActiveRequests: () => [],
  _getActiveHandles: () => [],
  constrainedMemory: () => 0,
  availableMemory: () => 0,
  getgroups: () => [process.getgid()],
  abort: unavailable("abort", "use process.exit"),
  kill(pid, signal) {
    if (pid != (pid | 0)) throw invalidArgType("pid", "number", pid);
    let { signals } = require("os").constants;
    if (typeof signal != "number") {
      if (signal ||= "SIGTERM", signals[signal] === void 0) throw withCode(TypeError, "ERR_UNKNOWN_SIGNAL", `Unknown signal: ${signal}`);
      signal = signals[signal];
    }
    return native.kill(pid | 0, signal | 0), !0;
  },
  dlopen: unavailable("dlopen", "a Go program can offer functions by js.WithModule"),
  binding: unavailable("binding", "use the public modules"),
  _rawDebug(...args) {
    native.raw(require("util").format(...args));
  },
  debugPort: 9229,
  report: void 0
};
for (let [name, value] of Object.entries(module.exports))
  typeof value == "function" && value.prototype !== void 0 && value.name === name && Object.defineProperty(value, "prototype", { value: void 0 });
