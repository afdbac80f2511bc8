"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/absent_constants.js
var require_absent_constants = __commonJS({
  "src/shared/absent_constants.js"(exports2, module2) {
    "use strict";
    var http = {
      methods: "ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK UNLOCK UNSUBSCRIBE",
      status: {
        100: "Continue",
        101: "Switching Protocols",
        102: "Processing",
        103: "Early Hints",
        200: "OK",
        201: "Created",
        202: "Accepted",
        203: "Non-Authoritative Information",
        204: "No Content",
        205: "Reset Content",
        206: "Partial Content",
        207: "Multi-Status",
        208: "Already Reported",
        226: "IM Used",
        300: "Multiple Choices",
        301: "Moved Permanently",
        302: "Found",
        303: "See Other",
        304: "Not Modified",
        305: "Use Proxy",
        307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request",
        401: "Unauthorized",
        402: "Payment Required",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        411: "Length Required",
        412: "Precondition Failed",
        413: "Payload Too Large",
        414: "URI Too Long",
        415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed",
        418: "I'm a Teapot",
        421: "Misdirected Request",
        422: "Unprocessable Entity",
        423: "Locked",
        424: "Failed Dependency",
        425: "Too Early",
        426: "Upgrade Required",
        428: "Precondition Required",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates",
        507: "Insufficient Storage",
        508: "Loop Detected",
        509: "Bandwidth Limit Exceeded",
        510: "Not Extended",
        511: "Network Authentication Required"
      }
    }, dns2 = {
      flags: { ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8 },
      codes: {}
    };
    for (let name of "NODATA FORMERR SERVFAIL NOTFOUND NOTIMP REFUSED BADQUERY BADNAME BADFAMILY BADRESP CONNREFUSED TIMEOUT EOF FILE NOMEM DESTRUCTION BADSTR BADFLAGS NONAME BADHINTS NOTINITIALIZED LOADIPHLPAPI ADDRGETNETWORKPARAMS CANCELLED".split(" "))
      dns2.codes[name] = name === "EOF" ? name : `E${name}`;
    var zlib2 = {
      constants: {
        Z_NO_FLUSH: 0,
        Z_PARTIAL_FLUSH: 1,
        Z_SYNC_FLUSH: 2,
        Z_FULL_FLUSH: 3,
        Z_FINISH: 4,
        Z_BLOCK: 5,
        Z_OK: 0,
        Z_STREAM_END: 1,
        Z_NEED_DICT: 2,
        Z_ERRNO: -1,
        Z_STREAM_ERROR: -2,
        Z_DATA_ERROR: -3,
        Z_MEM_ERROR: -4,
        Z_BUF_ERROR: -5,
        Z_VERSION_ERROR: -6,
        Z_NO_COMPRESSION: 0,
        Z_BEST_SPEED: 1,
        Z_BEST_COMPRESSION: 9,
        Z_DEFAULT_COMPRESSION: -1,
        Z_FILTERED: 1,
        Z_HUFFMAN_ONLY: 2,
        Z_RLE: 3,
        Z_FIXED: 4,
        Z_DEFAULT_STRATEGY: 0,
        ZLIB_VERNUM: 4880,
        DEFLATE: 1,
        INFLATE: 2,
        GZIP: 3,
        GUNZIP: 4,
        DEFLATERAW: 5,
        INFLATERAW: 6,
        UNZIP: 7,
        BROTLI_DECODE: 8,
        BROTLI_ENCODE: 9,
        Z_MIN_WINDOWBITS: 8,
        Z_MAX_WINDOWBITS: 15,
        Z_DEFAULT_WINDOWBITS: 15,
        Z_MIN_CHUNK: 64,
        Z_MAX_CHUNK: 1 / 0,
        Z_DEFAULT_CHUNK: 16384,
        Z_MIN_MEMLEVEL: 1,
        Z_MAX_MEMLEVEL: 9,
        Z_DEFAULT_MEMLEVEL: 8,
        Z_MIN_LEVEL: -1,
        Z_MAX_LEVEL: 9,
        Z_DEFAULT_LEVEL: -1,
        BROTLI_OPERATION_PROCESS: 0,
        BROTLI_OPERATION_FLUSH: 1,
        BROTLI_OPERATION_FINISH: 2,
        BROTLI_OPERATION_EMIT_METADATA: 3,
        BROTLI_PARAM_MODE: 0,
        BROTLI_MODE_GENERIC: 0,
        BROTLI_MODE_TEXT: 1,
        BROTLI_MODE_FONT: 2,
        BROTLI_DEFAULT_MODE: 0,
        BROTLI_PARAM_QUALITY: 1,
        BROTLI_MIN_QUALITY: 0,
        BROTLI_MAX_QUALITY: 11,
        BROTLI_DEFAULT_QUALITY: 11,
        BROTLI_PARAM_LGWIN: 2,
        BROTLI_MIN_WINDOW_BITS: 10,
        BROTLI_MAX_WINDOW_BITS: 24,
        BROTLI_LARGE_MAX_WINDOW_BITS: 30,
        BROTLI_DEFAULT_WINDOW: 22,
        BROTLI_PARAM_LGBLOCK: 3,
        BROTLI_MIN_INPUT_BLOCK_BITS: 16,
        BROTLI_MAX_INPUT_BLOCK_BITS: 24,
        BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING: 4,
        BROTLI_PARAM_SIZE_HINT: 5,
        BROTLI_PARAM_LARGE_WINDOW: 6,
        BROTLI_PARAM_NPOSTFIX: 7,
        BROTLI_PARAM_NDIRECT: 8,
        BROTLI_DECODER_RESULT_ERROR: 0,
        BROTLI_DECODER_RESULT_SUCCESS: 1,
        BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: 2,
        BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: 3,
        BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION: 0,
        BROTLI_DECODER_PARAM_LARGE_WINDOW: 1,
        BROTLI_DECODER_NO_ERROR: 0,
        BROTLI_DECODER_SUCCESS: 1,
        BROTLI_DECODER_NEEDS_MORE_INPUT: 2,
        BROTLI_DECODER_NEEDS_MORE_OUTPUT: 3,
        BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_NIBBLE: -1,
        BROTLI_DECODER_ERROR_FORMAT_RESERVED: -2,
        BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_META_NIBBLE: -3,
        BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_ALPHABET: -4,
        BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_SAME: -5,
        BROTLI_DECODER_ERROR_FORMAT_CL_SPACE: -6,
        BROTLI_DECODER_ERROR_FORMAT_HUFFMAN_SPACE: -7,
        BROTLI_DECODER_ERROR_FORMAT_CONTEXT_MAP_REPEAT: -8,
        BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_1: -9,
        BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_2: -10,
        BROTLI_DECODER_ERROR_FORMAT_TRANSFORM: -11,
        BROTLI_DECODER_ERROR_FORMAT_DICTIONARY: -12,
        BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS: -13,
        BROTLI_DECODER_ERROR_FORMAT_PADDING_1: -14,
        BROTLI_DECODER_ERROR_FORMAT_PADDING_2: -15,
        BROTLI_DECODER_ERROR_FORMAT_DISTANCE: -16,
        BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET: -19,
        BROTLI_DECODER_ERROR_INVALID_ARGUMENTS: -20,
        BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES: -21,
        BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS: -22,
        BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP: -25,
        BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1: -26,
        BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2: -27,
        BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES: -30,
        BROTLI_DECODER_ERROR_UNREACHABLE: -31
      },
      codes: {}
    };
    for (let name of ["Z_OK", "Z_STREAM_END", "Z_NEED_DICT", "Z_ERRNO", "Z_STREAM_ERROR", "Z_DATA_ERROR", "Z_MEM_ERROR", "Z_BUF_ERROR", "Z_VERSION_ERROR"])
      zlib2.codes[name] = zlib2.constants[name], zlib2.codes[zlib2.constants[name]] = name;
    module2.exports = { http, dns: dns2, zlib: zlib2 };
  }
});

// src/node/absent.js
var { withCode, validateString } = require("internal/errors"), { zlib, dns } = require_absent_constants(), names = {
  child_process: "_forkChild ChildProcess exec execFile execFileSync execSync fork spawn spawnSync",
  cluster: "Worker setupPrimary setupMaster fork disconnect",
  dgram: "_createSocketHandle createSocket Socket",
  dns: "lookup lookupService Resolver setDefaultResultOrder setServers resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse",
  domain: "Domain createDomain create",
  http2: "connect createServer createSecureServer getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake Http2ServerRequest Http2ServerResponse",
  inspector: "open waitForDebugger Session",
  "inspector/promises": "open waitForDebugger Session",
  repl: "start writer REPLServer Recoverable",
  tls: "convertALPNProtocols checkServerIdentity createSecureContext SecureContext TLSSocket Server createServer connect createSecurePair",
  trace_events: "createTracing",
  v8: "cachedDataVersionTag getHeapSnapshot getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics setFlagsFromString Serializer Deserializer DefaultSerializer DefaultDeserializer deserialize takeCoverage stopCoverage serialize writeHeapSnapshot queryObjects setHeapSnapshotNearHeapLimit GCProfiler",
  vm: "Script createContext createScript runInContext runInNewContext compileFunction measureMemory SourceTextModule SyntheticModule",
  wasi: "WASI",
  worker_threads: "markAsUntransferable moveMessagePortToContext postMessageToThread Worker BroadcastChannel",
  zlib: "crc32 Deflate Inflate Gzip Gunzip DeflateRaw InflateRaw Unzip BrotliCompress BrotliDecompress deflate deflateSync gzip gzipSync deflateRaw deflateRawSync unzip unzipSync inflate inflateSync gunzip gunzipSync inflateRaw inflateRawSync brotliCompress brotliCompressSync brotliDecompress brotliDecompressSync createDeflate createInflate createDeflateRaw createInflateRaw createGzip createGunzip createUnzip createBrotliCompress createBrotliDecompress"
};
names["dns/promises"] = names.dns;
var answers = {
  // A program that looks for another one, as for a compiler, learns that it cannot be started.
  child_process: () => ({
    spawnSync(file) {
      return validateString(file, "file"), { error: Object.assign(new Error(`spawnSync ${file} EACCES`), { errno: -13, code: "EACCES", syscall: `spawnSync ${file}`, path: file, spawnargs: [] }), status: null, signal: null, output: null, pid: 0, stdout: null, stderr: null };
    }
  }),
  cluster: () => ({ isWorker: !1, isMaster: !0, isPrimary: !0, workers: {}, settings: {}, SCHED_NONE: 1, SCHED_RR: 2, schedulingPolicy: 2 }),
  dns: () => ({ ...dns.flags, ...dns.codes, getDefaultResultOrder: () => "verbatim", getServers: () => [], promises: absent("dns/promises", native.instead("dns")) }),
  "dns/promises": () => ({ ...dns.codes, getDefaultResultOrder: () => "verbatim", getServers: () => [] }),
  domain: () => ({ _stack: [], active: null }),
  http2: () => ({ constants: {}, sensitiveHeaders: /* @__PURE__ */ Symbol("sensitiveHeaders") }),
  inspector: () => ({ console, url: () => {
  }, close() {
  } }),
  "inspector/promises": () => ({ console, url: () => {
  }, close() {
  } }),
  repl: () => ({ REPL_MODE_SLOPPY: /* @__PURE__ */ Symbol("repl-sloppy"), REPL_MODE_STRICT: /* @__PURE__ */ Symbol("repl-strict"), builtinModules: require("module").builtinModules.filter((name) => name[0] !== "_") }),
  tls: () => ({ CLIENT_RENEG_LIMIT: 3, CLIENT_RENEG_WINDOW: 600, DEFAULT_ECDH_CURVE: "auto", DEFAULT_MIN_VERSION: "TLSv1.2", DEFAULT_MAX_VERSION: "TLSv1.3", rootCertificates: [], getCiphers: () => [] }),
  trace_events: () => ({ getEnabledCategories: () => {
  } }),
  v8: () => ({
    promiseHooks: throwing("v8.promiseHooks", "createHook onInit onBefore onAfter onSettled", native.instead("v8.promiseHooks")),
    startupSnapshot: { isBuildingSnapshot: () => 0, ...throwing("v8.startupSnapshot", "addDeserializeCallback addSerializeCallback setDeserializeMainFunction", native.instead("v8")) }
  }),
  vm: () => ({
    isContext: () => !1,
    runInThisContext(code) {
      return validateString(code, "code"), (0, eval)(code);
    },
    constants: {}
  }),
  worker_threads: () => ({
    isMainThread: !0,
    resourceLimits: {},
    threadId: 0,
    SHARE_ENV: /* @__PURE__ */ Symbol.for("nodejs.worker_threads.SHARE_ENV"),
    parentPort: null,
    workerData: null,
    ...environmentData(),
    ...require("internal/message_channel")
  }),
  zlib: () => ({ constants: { ...zlib.constants }, codes: { ...zlib.codes } })
};
function environmentData() {
  let data = /* @__PURE__ */ new Map();
  return {
    getEnvironmentData: (key) => data.get(key),
    setEnvironmentData(key, value) {
      value === void 0 ? data.delete(key) : data.set(key, value);
    }
  };
}
function throwing(module2, list, instead) {
  let made = {};
  for (let name of list.split(" ")) {
    let fn = function() {
      throw withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `${module2}.${name} is unavailable: Node has it, wakeful does not: ${instead}`);
    };
    Object.defineProperty(fn, "name", { value: name }), made[name] = fn;
  }
  return made;
}
function absent(module2, instead) {
  let exports2 = module2 === "cluster" ? new (require("events"))() : {};
  return Object.assign(exports2, throwing(module2, names[module2], instead), answers[module2]?.()), exports2;
}
module.exports = absent;
