"use strict";

// src/node/fs.js
var { withCode, invalidArgType, invalidArgValue, validateFunction, outOfRange, validateBoolean, validateInteger, validateObject, hidden, abortError, validateAbortSignal } = require("internal/errors"), constants = {
  UV_FS_SYMLINK_DIR: 1,
  UV_FS_SYMLINK_JUNCTION: 2,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  UV_DIRENT_UNKNOWN: 0,
  UV_DIRENT_FILE: 1,
  UV_DIRENT_DIR: 2,
  UV_DIRENT_LINK: 3,
  UV_DIRENT_FIFO: 4,
  UV_DIRENT_SOCKET: 5,
  UV_DIRENT_CHAR: 6,
  UV_DIRENT_BLOCK: 7,
  S_IFMT: 61440,
  S_IFREG: 32768,
  S_IFDIR: 16384,
  S_IFCHR: 8192,
  S_IFBLK: 24576,
  S_IFIFO: 4096,
  S_IFLNK: 40960,
  S_IFSOCK: 49152,
  O_CREAT: 64,
  O_EXCL: 128,
  UV_FS_O_FILEMAP: 0,
  O_NOCTTY: 256,
  O_TRUNC: 512,
  O_APPEND: 1024,
  O_DIRECTORY: 65536,
  O_NOATIME: 262144,
  O_NOFOLLOW: 131072,
  O_SYNC: 1052672,
  O_DSYNC: 4096,
  O_DIRECT: 16384,
  O_NONBLOCK: 2048,
  S_IRWXU: 448,
  S_IRUSR: 256,
  S_IWUSR: 128,
  S_IXUSR: 64,
  S_IRWXG: 56,
  S_IRGRP: 32,
  S_IWGRP: 16,
  S_IXGRP: 8,
  S_IRWXO: 7,
  S_IROTH: 4,
  S_IWOTH: 2,
  S_IXOTH: 1,
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  UV_FS_COPYFILE_EXCL: 1,
  COPYFILE_EXCL: 1,
  UV_FS_COPYFILE_FICLONE: 2,
  COPYFILE_FICLONE: 2,
  UV_FS_COPYFILE_FICLONE_FORCE: 4,
  COPYFILE_FICLONE_FORCE: 4
}, isFD = (file) => typeof file == "number";
function toFD(fd) {
  if (typeof fd != "number") throw invalidArgType("fd", "number", fd);
  if (!Number.isInteger(fd)) throw outOfRange("fd", "an integer", fd);
  if (fd < 0 || fd > 2147483647) throw outOfRange("fd", ">= 0 && <= 2147483647", fd);
  return fd;
}
var at = (position) => typeof position == "bigint" ? Number(position) : Number.isSafeInteger(position) ? position : -1;
function toPath(path, name = "path") {
  let text = path;
  if (path instanceof Uint8Array) text = native.text(path);
  else if (path !== null && typeof path == "object" && path.href && path.protocol) text = require("url").fileURLToPath(path);
  else if (typeof path != "string") throw invalidArgType(name, ["string", "Buffer", "URL"], path);
  if (text.includes("\0")) throw invalidArgValue(name, path, "must be a string, Uint8Array, or URL without null bytes");
  return text;
}
function optionsOf(options, defaults) {
  if (options == null || typeof options == "function") return defaults;
  if (typeof options == "string" && (options = { encoding: options }), typeof options != "object") throw invalidArgType("options", ["string", "Object"], options);
  if (options.encoding != null && options.encoding !== "buffer" && !require("buffer").Buffer.isEncoding(options.encoding))
    throw invalidArgValue("encoding", options.encoding, "is invalid encoding");
  return { ...defaults, ...options };
}
function modeOf(mode, name, otherwise) {
  if (mode == null) return otherwise;
  if (typeof mode == "string") {
    if (!/^[0-7]+$/.test(mode)) throw invalidArgValue(name, mode, "must be a 32-bit unsigned integer or an octal string");
    return parseInt(mode, 8);
  }
  if (typeof mode != "number") throw invalidArgType(name, "number", mode);
  if (!Number.isInteger(mode)) throw outOfRange(name, "an integer", mode);
  if (mode < 0 || mode > 4294967295) throw outOfRange(name, ">= 0 && <= 4294967295", mode);
  return mode;
}
function flagOf(mode) {
  return mode == null ? 0 : (validateInteger(mode, "mode", 0, 7), mode);
}
function bytesOf(data, encoding) {
  if (typeof data == "string") return require("buffer").Buffer.from(data, encoding ?? "utf8");
  if (ArrayBuffer.isView(data)) return data;
  throw invalidArgType("data", ["string", "Buffer", "TypedArray", "DataView"], data);
}
function namer(options) {
  let { encoding } = optionsOf(options, {});
  return encoding == null || encoding === "utf8" || encoding === "utf-8" ? identity : (name) => decoded(require("buffer").Buffer.from(name), encoding);
}
function decoded(bytes, encoding) {
  if (encoding === "utf8" || encoding === "utf-8") return native.text(bytes);
  let { Buffer: Buffer2 } = require("buffer"), buffer = Buffer2.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding == null || encoding === "buffer" ? buffer : buffer.toString(encoding);
}
var statKeys = ["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks", "atimeMs", "mtimeMs", "ctimeMs", "birthtimeMs"], Stats = class {
  // A program gives the values one by one.
  constructor(s, ...values) {
    values.length > 0 && (s = Object.fromEntries(statKeys.map((key, i) => [key, [s, ...values][i]])));
    for (let key of statKeys) this[key] = s[key];
    for (let key of ["atime", "mtime", "ctime", "birthtime"]) this[key] = new Date(Math.round(s[`${key}Ms`]));
  }
}, BigIntStats = class {
  constructor(s) {
    for (let key of statKeys.slice(0, 10)) this[key] = s[key];
    for (let unit of ["Ms", "Ns"]) for (let key of ["atime", "mtime", "ctime", "birthtime"]) this[key + unit] = s[key + unit];
    for (let key of ["atime", "mtime", "ctime", "birthtime"]) this[key] = new Date(Number(s[`${key}Ms`]));
  }
}, StatFs = class {
}, statistics = (name, file, options) => [[name, file, options?.bigint === !0], (s) => options?.bigint === !0 ? new BigIntStats(s) : new Stats(s)], kinds = { isDirectory: 16384, isFile: 32768, isBlockDevice: 24576, isCharacterDevice: 8192, isSymbolicLink: 40960, isFIFO: 4096, isSocket: 49152 }, Dirent = class {
  #mode;
  constructor(name, path, mode) {
    this.name = name, this.parentPath = path, this.path = path, this.#mode = mode;
  }
  static is(entry, kind) {
    return (entry.#mode & 61440) === kind;
  }
};
for (let [name, kind] of Object.entries(kinds)) {
  for (let { prototype } of [Stats, BigIntStats]) hidden(prototype, name, { [name]() {
    return (Number(this.mode) & 61440) === kind;
  } }[name]);
  hidden(Dirent.prototype, name, { [name]() {
    return Dirent.is(this, kind);
  } }[name]);
}
var flagNames = ["r", "r+", "w", "wx", "w+", "wx+", "a", "ax", "a+", "ax+"], flagAliases = { rs: "r", sr: "r", "rs+": "r+", "sr+": "r+", xw: "wx", "xw+": "wx+", xa: "ax", "xa+": "ax+", as: "a", sa: "a", "as+": "a+", "sa+": "a+" };
function flagsOf(flag) {
  if (flag == null) return "r";
  if (typeof flag == "number")
    return validateInteger(flag, "flags", -2147483648, 2147483647), flag;
  if (flagNames.includes(flag)) return flag;
  if (Object.hasOwn(flagAliases, flag)) return flagAliases[flag];
  throw invalidArgValue("flags", flag);
}
var operations = {
  readFile(path, options) {
    let { encoding, flag } = optionsOf(options, { encoding: null });
    return [isFD(path) ? ["readAll", toFD(path)] : ["readFile", toPath(path), flagsOf(flag)], (bytes) => decoded(bytes, encoding)];
  },
  writeFile: (path, data, options) => writing(path, data, options, "w"),
  appendFile: (path, data, options) => writing(path, data, options, "a"),
  stat: (path, options) => statistics("stat", toPath(path), options),
  lstat: (path, options) => statistics("lstat", toPath(path), options),
  access: (path, mode) => [["access", toPath(path), flagOf(mode)]],
  readdir(path, options) {
    let { withFileTypes, recursive } = optionsOf(options, { withFileTypes: !1, recursive: !1 }), at2 = toPath(path), named = namer(options);
    return [["readdir", at2, !!recursive], (entries) => entries.map(([name, folder, mode]) => withFileTypes ? new Dirent(named(name), folder === "" ? at2 : `${at2.replace(/\/$/, "")}/${folder}`, mode) : named(folder === "" ? name : `${folder}/${name}`))];
  },
  mkdir(path, options) {
    let { mode, recursive } = typeof options == "number" || typeof options == "string" ? { mode: options } : optionsOf(options, {});
    return recursive !== void 0 && validateBoolean(recursive, "options.recursive"), [["mkdir", toPath(path), modeOf(mode, "mode", 511), !!recursive]];
  },
  mkdtemp(prefix, options) {
    let path = toPath(prefix, "prefix");
    return path.endsWith("X") && warnOnce("mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html"), [["mkdtemp", path], namer(options)];
  },
  rm(path, options) {
    let { force, recursive } = optionsOf(options, { force: !1, recursive: !1 });
    return [["rm", toPath(path), !!force, !!recursive]];
  },
  rmdir(path, options) {
    let at2 = toPath(path);
    return options?.recursive ? (warnOnce("In future versions of Node.js, fs.rmdir(path, { recursive: true }) will be removed. Use fs.rm(path, { recursive: true }) instead", "DeprecationWarning", "DEP0147"), [isFile(at2) ? ["rmdir", at2] : ["rm", at2, !1, !0]]) : [["rmdir", at2]];
  },
  unlink: (path) => [["unlink", toPath(path)]],
  rename: (from, to) => [["rename", toPath(from, "oldPath"), toPath(to, "newPath")]],
  copyFile: (from, to, mode) => [["copyFile", toPath(from, "src"), toPath(to, "dest"), flagOf(mode)]],
  symlink: (target, path, type) => (checkLinkType(type), [["symlink", toPath(target, "target"), toPath(path)]]),
  link: (from, to) => [["link", toPath(from, "existingPath"), toPath(to, "newPath")]],
  readlink: (path, options) => [["readlink", toPath(path)], namer(options)],
  realpath: (path, options) => [["realpath", toPath(path)], namer(options)],
  chmod: (path, mode) => [["chmod", toPath(path), required(mode, "mode")]],
  truncate(path, length = 0) {
    return isFD(path) ? (warnOnce("Using fs.truncate with a file descriptor is deprecated. Please use fs.ftruncate with a file descriptor instead.", "DeprecationWarning", "DEP0081"), operations.ftruncate(path, length)) : [["truncate", toPath(path), lengthOf(length)]];
  },
  open: (path, flags, mode) => [["open", toPath(path), flagsOf(flags ?? "r"), modeOf(mode, "mode", 438)]],
  close: (fd) => [["close", toFD(fd)]],
  fstat: (fd, options) => statistics("fstat", toFD(fd), options),
  ftruncate: (fd, length = 0) => [["ftruncate", toFD(fd), lengthOf(length)]],
  fsync: (fd) => [["fsync", toFD(fd)]],
  fdatasync: (fd) => [["fsync", toFD(fd)]],
  // read takes a buffer and the range to fill, as positional arguments or as options.
  read(...args) {
    let [fd, buffer, offset, length, position] = args;
    if (toFD(fd), !ArrayBuffer.isView(buffer) && (buffer === void 0 || typeof buffer == "object" && (buffer !== null || args.length === 2)) ? { buffer = Buffer.alloc(16384), offset, length, position } = buffer ?? {} : (args.length === 3 || offset !== null && typeof offset == "object") && (offset != null && validateObject(offset, "options"), { offset, length, position } = offset ?? {}), !ArrayBuffer.isView(buffer)) throw invalidArgType("buffer", ["Buffer", "TypedArray", "DataView"], buffer);
    if (offset ??= 0, validateInteger(offset, "offset", 0), length = length === void 0 ? buffer.byteLength - offset : length | 0, length !== 0) {
      if (buffer.byteLength === 0) throw invalidArgValue("buffer", buffer, "is empty and cannot be written");
      if (length < 0) throw outOfRange("length", ">= 0", length);
      if (offset + length > buffer.byteLength) throw outOfRange("length", `<= ${buffer.byteLength - offset}`, length);
      checkPosition(position, length);
    }
    return [["read", fd, length, at(position)], (bytes) => (new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset), { bytesRead: bytes.length, buffer })];
  },
  // write takes a buffer and a range, or a string.
  write(fd, data, offset, length, position) {
    if (toFD(fd), typeof data == "string") {
      if (length === "hex" && data.length % 2 !== 0) throw invalidArgValue("encoding", length, `is invalid for data of length ${data.length}`);
      let bytes = bytesOf(data, typeof length == "string" ? length : "utf8");
      return [["write", fd, bytes, at(offset)], (bytesWritten) => ({ bytesWritten, buffer: data })];
    }
    if (!ArrayBuffer.isView(data)) throw invalidArgType("buffer", ["string", "Buffer", "TypedArray", "DataView"], data);
    if (offset !== null && typeof offset == "object" && ({ offset, length, position } = offset), offset ??= 0, validateInteger(offset, "offset", 0), typeof length != "number" && (length = data.byteLength - offset), offset > data.byteLength) throw outOfRange("offset", `<= ${data.byteLength}`, offset);
    if (length > data.byteLength - offset) throw outOfRange("length", `<= ${data.byteLength - offset}`, length);
    validateInteger(length, "length", 0, 2147483647);
    let part = new Uint8Array(data.buffer, data.byteOffset + offset, length);
    return [["write", fd, part, typeof position == "number" ? position : -1], (bytesWritten) => ({ bytesWritten, buffer: data })];
  },
  fchmod: (fd, mode) => [["fchmod", toFD(fd), required(mode, "mode")]],
  statfs: (path, options) => [["statfs", toPath(path), options?.bigint === !0], (s) => Object.assign(new StatFs(), s)],
  chown: (path, uid, gid) => [["chown", toPath(path), id(uid, "uid"), id(gid, "gid")]],
  lchown: (path, uid, gid) => [["lchown", toPath(path), id(uid, "uid"), id(gid, "gid")]],
  fchown: (fd, uid, gid) => [["fchown", toFD(fd), id(uid, "uid"), id(gid, "gid")]],
  futimes: (fd, atime, mtime) => [["futimes", toFD(fd), seconds(atime, "atime"), seconds(mtime, "mtime")]],
  lutimes: (path, atime, mtime) => [["lutimes", toPath(path), seconds(atime, "atime"), seconds(mtime, "mtime")]],
  utimes: (path, atime, mtime) => [["utimes", toPath(path), seconds(atime, "atime"), seconds(mtime, "mtime")]]
};
function writing(path, data, options, usualFlag) {
  let { encoding, mode, flag, flush } = optionsOf(options, { encoding: "utf8", mode: 438, flag: usualFlag });
  return flush != null && validateBoolean(flush, "options.flush"), isFD(path) ? [["write", toFD(path), bytesOf(data, encoding), -1], () => {
  }] : [[flush ? "writeAndFlush" : "writeFile", toPath(path), bytesOf(data, encoding), flagsOf(flag || usualFlag), modeOf(mode, "mode", 438)]];
}
function checkLinkType(type) {
  if (type != null && typeof type != "function" && !["dir", "file", "junction"].includes(type))
    throw withCode(Error, "ERR_FS_INVALID_SYMLINK_TYPE", `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);
}
function id(value, name) {
  return validateInteger(value, name, -1, 4294967295), value;
}
function required(mode, name) {
  if (mode == null) throw invalidArgType(name, "number", mode);
  return modeOf(mode, name);
}
function isFile(path) {
  try {
    return (native.lstat(path, !1).mode & 61440) !== 16384;
  } catch {
    return !1;
  }
}
var warnings = /* @__PURE__ */ new Set();
function warnOnce(...warning) {
  warnings.has(warning[0]) || (warnings.add(warning[0]), process.emitWarning(...warning));
}
function checkPosition(position, length) {
  if (position != null)
    if (typeof position == "bigint") {
      let most = 2n ** 63n - 1n - BigInt(length);
      if (position < -1n || position > most) throw outOfRange("position", `>= -1 && <= ${most}`, position);
    } else if (typeof position == "number") validateInteger(position, "position", -1);
    else throw invalidArgType("position", ["integer", "bigint"], position);
}
function lengthOf(length) {
  return validateInteger(length, "len"), Math.max(0, length);
}
function seconds(time, name) {
  if (typeof time == "string" && +time == time) return +time;
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1e3 : time;
  if (time instanceof Date) return time.getTime() / 1e3;
  throw invalidArgType(name, ["Date", "Time in seconds"], time);
}
var identity = (value) => value, thrown = (error) => {
  if (error !== null) throw error;
}, ofDescriptors = /* @__PURE__ */ new Set(["open", "close", "fstat", "ftruncate", "fsync", "fdatasync", "read", "write", "fchmod", "fchown", "futimes"]), pairs = { read: "bytesRead", write: "bytesWritten" }, promises = { constants }, FileHandle, fs = { constants, Stats, Dirent }, promised = (...given) => native.promise(...given).then(void 0, (error) => Promise.reject(error));
function writeAndFlushSync(path, data, flag, mode) {
  let fd = native.open(path, flag, mode);
  try {
    native.write(fd, data, -1), fs.fsyncSync(fd);
  } finally {
    native.close(fd);
  }
}
var loaded;
function steps() {
  return loaded ??= require("internal/fs_steps")({ fs, operations, bytesOf, request: native.request, promised, native }), loaded;
}
var several = /* @__PURE__ */ new Set(["readFile", "readAll", "writeFile", "writeAndFlush", "truncate", "rm", "mkdir", "realpath", "readdir"]), severalPromised = /* @__PURE__ */ new Set(["readFile", "writeFile", "appendFile", "truncate", "rm", "mkdir", "readdir"]);
for (let [name, operation] of Object.entries(operations)) {
  let asPromise = severalPromised.has(name) ? { [name](...args) {
    return FileHandle !== void 0 && args[0] instanceof FileHandle && name.endsWith("File") ? args[0][name](...args.slice(1)) : steps().promises[name](...args);
  } }[name] : { async [name](...args) {
    let [[fn, ...given], make = identity] = operation(...args);
    return make(await promised(fn, ...given));
  } }[name];
  ofDescriptors.has(name) || (promises[name] = asPromise);
  let sync = `${name}Sync`;
  fs[sync] = { [sync](...args) {
    if (name === "read" && !ArrayBuffer.isView(args[1])) throw invalidArgType("buffer", ["Buffer", "TypedArray", "DataView"], args[1]);
    let [[fn, ...given], make = identity] = operation(...args), result = make((fn === "writeAndFlush" ? writeAndFlushSync : native[fn])(...given));
    return name in pairs ? result[pairs[name]] : result;
  } }[sync];
  let results = (value) => name in pairs ? [value[pairs[name]], value.buffer] : value === void 0 ? [] : [value];
  fs[name] = { [name](...args) {
    let last = args[args.length - 1], callback = typeof last == "function" ? args.pop() : name === "close" && args.length === 1 ? thrown : void 0;
    name !== "truncate" && (!ofDescriptors.has(name) || name === "open") && validateFunction(callback, "cb");
    let [[fn, ...given], make = identity] = operation(...args);
    validateFunction(callback, "cb");
    let done = (error, value) => {
      if (error !== null) return callback(error);
      let made;
      try {
        made = results(make(value));
      } catch (failure) {
        return callback(failure);
      }
      return callback(null, ...made);
    };
    several.has(fn) ? steps().callbacks[fn](given, args[args.length - 1]?.signal, done) : fn === "read" && given[1] === 0 ? process.nextTick(done, null, new Uint8Array(0)) : native.request(fn, ...given, done);
  } }[name], name in pairs && Object.defineProperty(fs[name], /* @__PURE__ */ Symbol.for("nodejs.util.promisify.custom"), { value: asPromise });
}
fs.createReadStream = function(path, options) {
  return require("internal/fs_files").createReadStream(path, options);
};
fs.createWriteStream = function(path, options) {
  return require("internal/fs_files").createWriteStream(path, options);
};
for (let name of ["ReadStream", "WriteStream"])
  Object.defineProperty(fs, name, { get: () => require("internal/fs_files")[name], enumerable: !0, configurable: !0 });
promises.open = async function(path, flags, mode) {
  let [[fn, ...given]] = operations.open(path, flags, mode);
  return FileHandle ??= require("internal/fs_handle")(fs, { operations, promised, native, steps: steps() }), new FileHandle(await promised(fn, ...given));
};
var watchers, watching = () => watchers ??= require("internal/fs_watch")(fs, { toPath, native });
for (let name of ["watch", "watchFile", "unwatchFile"]) fs[name] = { [name]: (...args) => watching()[name](...args) }[name];
promises.watch = function(...args) {
  return watching().watchPromise(...args);
};
for (let name of ["readv", "writev", "readvSync", "writevSync"])
  fs[name] = { [name]: (...args) => require("internal/fs_vectors")[name](...args) }[name];
for (let name of ["readv", "writev"]) Object.defineProperty(fs[name], /* @__PURE__ */ Symbol.for("nodejs.util.promisify.custom"), { value: (...args) => require("internal/fs_vectors").promises[name](...args) });
for (let name of ["opendir", "opendirSync"]) fs[name] = { [name]: (...args) => require("internal/fs_dir")[name](...args) }[name];
promises.opendir = async function(...args) {
  return require("internal/fs_dir").opendirPromise(...args);
};
Object.defineProperty(fs, "Dir", { get: () => require("internal/fs_dir").Dir, enumerable: !0, configurable: !0 });
for (let name of ["realpath", "realpathSync"]) fs[name].native = Object.defineProperty((...args) => fs[name](...args), "name", { value: name });
var { statSync, lstatSync } = fs, optional = (original) => (path, options) => {
  try {
    return original(path, options);
  } catch (error) {
    if (options?.throwIfNoEntry === !1 && (error.code === "ENOENT" || error.code === "ENOTDIR")) return;
    throw error;
  }
};
fs.statSync = Object.defineProperty(optional(statSync), "name", { value: "statSync" });
fs.lstatSync = Object.defineProperty(optional(lstatSync), "name", { value: "lstatSync" });
fs.existsSync = function(path) {
  try {
    return native.access(toPath(path), 0), !0;
  } catch {
    return !1;
  }
};
fs.exists = function(path, callback) {
  validateFunction(callback, "cb");
  let at2;
  try {
    at2 = toPath(path);
  } catch {
    callback(!1);
    return;
  }
  native.request("access", at2, 0, (error) => callback(error === null));
};
var withPromises = { exists: (path) => new Promise((resolve) => fs.exists(path, resolve)) };
Object.defineProperty(fs.exists, /* @__PURE__ */ Symbol.for("nodejs.util.promisify.custom"), { value: withPromises.exists });
Object.assign(fs, { F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4, promises, _toUnixTimestamp: (time, name = "time") => seconds(time, name) });
module.exports = fs;
