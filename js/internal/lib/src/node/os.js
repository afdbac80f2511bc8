'use strict';
// node:os.
const os = native.facts();
const constant = (name) => () => os[name];

module.exports = {
  arch: constant('arch'),
  availableParallelism: constant('parallelism'),
  cpus: () => Array.from({ length: os.parallelism }, () => ({ model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } })),
  endianness: constant('endianness'),
  freemem: () => native.memory()[1],
  homedir: () => (os.platform === 'win32' ? undefined : process.env.HOME) || native.home(),
  hostname: () => native.hostname(),
  loadavg: () => native.load(),
  machine: constant('machine'),
  networkInterfaces: () => native.interfaces(),
  platform: constant('platform'),
  release: constant('release'),
  tmpdir() {
    const { TMPDIR, TMP, TEMP } = process.env;
    const path = os.platform === 'win32' ? native.temporary() : TMPDIR || TMP || TEMP || '/tmp';
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  },
  totalmem: () => native.memory()[0],
  type: constant('type'),
  uptime: () => native.uptime(),
  userInfo: () => native.user(),
  version: constant('version'),
  constants: Object.freeze({
    __proto__: null, UV_UDP_REUSEADDR: 4, errno: Object.freeze({ __proto__: null, ...os.errno }), signals: Object.freeze({ __proto__: null, ...os.signals }),
    priority: Object.freeze({ __proto__: null, PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20 }),
    dlopen: Object.freeze({ __proto__: null, RTLD_LAZY: 1, RTLD_NOW: 2, RTLD_GLOBAL: 256, RTLD_LOCAL: 0, RTLD_DEEPBIND: 8 }),
  }),
};
for (const name of ['EOL', 'devNull']) Object.defineProperty(module.exports, name, { value: os[name], enumerable: true, configurable: true, writable: false });
for (const name of ['arch', 'availableParallelism', 'endianness', 'freemem', 'homedir', 'hostname', 'machine', 'platform', 'release', 'tmpdir', 'totalmem', 'type', 'uptime', 'version']) {
  // As in Node, such a function is its own result where a primitive value is wanted.
  Object.defineProperty(module.exports[name], Symbol.toPrimitive, { value: () => module.exports[name](), configurable: true });
}
