'use strict';
// node:os.
const os = native.facts();
const constant = (name) => () => os[name];

module.exports = {
  EOL: os.EOL,
  devNull: os.devNull,
  arch: constant('arch'),
  availableParallelism: constant('parallelism'),
  cpus: () => Array.from({ length: os.parallelism }, () => ({ model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } })),
  endianness: constant('endianness'),
  freemem: () => native.memory()[1],
  homedir: () => native.home(),
  hostname: () => native.hostname(),
  loadavg: () => native.load(),
  machine: constant('machine'),
  networkInterfaces: () => native.interfaces(),
  platform: constant('platform'),
  release: constant('release'),
  tmpdir: () => native.temporary(),
  totalmem: () => native.memory()[0],
  type: constant('type'),
  uptime: () => native.uptime(),
  userInfo: () => native.user(),
  version: constant('version'),
  constants: { signals: os.signals, errno: os.errno },
};
