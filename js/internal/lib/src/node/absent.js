'use strict';
// Node's modules that are not built in. Each loads, so that a package that only imports it runs.
// What a program calls of it throws, with an alternative in the message. Constants, and questions
// that have an answer here, such as worker_threads.isMainThread, are as in Node.
const { withCode, validateString } = require('internal/errors');
const { zlib, dns } = require('../shared/absent_constants');

// The functions and classes that throw, by module.
const names = {
  child_process: '_forkChild ChildProcess exec execFile execFileSync execSync fork spawn spawnSync',
  cluster: 'Worker setupPrimary setupMaster fork disconnect',
  dgram: '_createSocketHandle createSocket Socket',
  dns: 'lookup lookupService Resolver setDefaultResultOrder setServers resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse',
  domain: 'Domain createDomain create',
  http2: 'connect createServer createSecureServer getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake Http2ServerRequest Http2ServerResponse',
  inspector: 'open waitForDebugger Session',
  'inspector/promises': 'open waitForDebugger Session',
  repl: 'start writer REPLServer Recoverable',
  tls: 'convertALPNProtocols checkServerIdentity createSecureContext SecureContext TLSSocket Server createServer connect createSecurePair',
  trace_events: 'createTracing',
  v8: 'cachedDataVersionTag getHeapSnapshot getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics setFlagsFromString Serializer Deserializer DefaultSerializer DefaultDeserializer deserialize takeCoverage stopCoverage serialize writeHeapSnapshot queryObjects setHeapSnapshotNearHeapLimit GCProfiler',
  vm: 'Script createContext createScript runInContext runInNewContext compileFunction measureMemory SourceTextModule SyntheticModule',
  wasi: 'WASI',
  worker_threads: 'markAsUntransferable moveMessagePortToContext postMessageToThread Worker BroadcastChannel',
  zlib: 'crc32 Deflate Inflate Gzip Gunzip DeflateRaw InflateRaw Unzip BrotliCompress BrotliDecompress deflate deflateSync gzip gzipSync deflateRaw deflateRawSync unzip unzipSync inflate inflateSync gunzip gunzipSync inflateRaw inflateRawSync brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync createDeflate createInflate createDeflateRaw createInflateRaw createGzip createGunzip createUnzip createBrotliCompress createBrotliDecompress',
};
names['dns/promises'] = names.dns;

// What has an answer, by module.
const answers = {
  // A program that looks for another one, as for a compiler, learns that it cannot be started.
  child_process: () => ({
    spawnSync(file) {
      validateString(file, 'file');
      const error = Object.assign(new Error(`spawnSync ${file} EACCES`), { errno: -13, code: 'EACCES', syscall: `spawnSync ${file}`, path: file, spawnargs: [] });
      return { error, status: null, signal: null, output: null, pid: 0, stdout: null, stderr: null };
    },
  }),
  cluster: () => ({ isWorker: false, isMaster: true, isPrimary: true, workers: {}, settings: {}, SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2 }),
  dns: () => ({ ...dns.flags, ...dns.codes, getDefaultResultOrder: () => 'verbatim', getServers: () => [], promises: absent('dns/promises', native.instead('dns')) }),
  'dns/promises': () => ({ ...dns.codes, getDefaultResultOrder: () => 'verbatim', getServers: () => [] }),
  domain: () => ({ _stack: [], active: null }),
  http2: () => ({ constants: {}, sensitiveHeaders: Symbol('sensitiveHeaders') }),
  inspector: () => ({ console, url: () => undefined, close() {} }),
  'inspector/promises': () => ({ console, url: () => undefined, close() {} }),
  repl: () => ({ REPL_MODE_SLOPPY: Symbol('repl-sloppy'), REPL_MODE_STRICT: Symbol('repl-strict'), builtinModules: require('node:module').builtinModules.filter((name) => name[0] !== '_') }),
  tls: () => ({ CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600, DEFAULT_ECDH_CURVE: 'auto', DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3', rootCertificates: [], getCiphers: () => [] }),
  trace_events: () => ({ getEnabledCategories: () => undefined }),
  v8: () => ({
    promiseHooks: throwing('v8.promiseHooks', 'createHook onInit onBefore onAfter onSettled', native.instead('v8.promiseHooks')),
    startupSnapshot: { isBuildingSnapshot: () => 0, ...throwing('v8.startupSnapshot', 'addDeserializeCallback addSerializeCallback setDeserializeMainFunction', native.instead('v8')) },
  }),
  vm: () => ({
    isContext: () => false,
    runInThisContext(code) {
      validateString(code, 'code');
      return (0, eval)(code);
    },
    constants: {},
  }),
  worker_threads: () => ({
    isMainThread: true, resourceLimits: {}, threadId: 0, SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'), parentPort: null, workerData: null,
    ...environmentData(), ...require('internal/message_channel'),
  }),
  zlib: () => ({ constants: { ...zlib.constants }, codes: { ...zlib.codes } }),
};

function environmentData() {
  const data = new Map();
  return {
    getEnvironmentData: (key) => data.get(key),
    setEnvironmentData(key, value) {
      if (value === undefined) data.delete(key); else data.set(key, value);
    },
  };
}

// throwing makes functions that may be called, constructed or extended, and throw.
function throwing(module, list, instead) {
  const made = {};
  for (const name of list.split(' ')) {
    const fn = function () {
      throw withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${module}.${name} is unavailable: Node has it, wakeful does not: ${instead}`);
    };
    Object.defineProperty(fn, 'name', { value: name });
    made[name] = fn;
  }
  return made;
}

function absent(module, instead) {
  const exports = module === 'cluster' ? new (require('events'))() : {};
  Object.assign(exports, throwing(module, names[module], instead), answers[module]?.());
  return exports;
}

module.exports = absent;
