'use strict';
// node:fs: files and folders, with callbacks, with promises and synchronously. fs_steps.js has the
// operations with several steps, fs_files.js the streams, and fs_handle.js FileHandle. fs_watch.js has
// the watchers. Go does the work: native.NAME(...) runs at once. native.request(NAME, ..., callback)
// and native.promise(NAME, ...) run on a worker. Each such call is one trip through the worker pool
// and the poll phase, as in Node.
const { withCode, invalidArgType, invalidArgValue, validateFunction, outOfRange, validateBoolean, validateInteger, validateObject, hidden, abortError, validateAbortSignal } = require('internal/errors');

// The numbers are Linux's on every system, and open translates them.
const constants = {
  UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, UV_DIRENT_UNKNOWN: 0, UV_DIRENT_FILE: 1, UV_DIRENT_DIR: 2, UV_DIRENT_LINK: 3, UV_DIRENT_FIFO: 4,
  UV_DIRENT_SOCKET: 5, UV_DIRENT_CHAR: 6, UV_DIRENT_BLOCK: 7, S_IFMT: 61440, S_IFREG: 32768, S_IFDIR: 16384, S_IFCHR: 8192, S_IFBLK: 24576, S_IFIFO: 4096, S_IFLNK: 40960, S_IFSOCK: 49152,
  O_CREAT: 64, O_EXCL: 128, UV_FS_O_FILEMAP: 0, O_NOCTTY: 256, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536, O_NOATIME: 262144, O_NOFOLLOW: 131072, O_SYNC: 1052672, O_DSYNC: 4096,
  O_DIRECT: 16384, O_NONBLOCK: 2048, S_IRWXU: 448, S_IRUSR: 256, S_IWUSR: 128, S_IXUSR: 64, S_IRWXG: 56, S_IRGRP: 32, S_IWGRP: 16, S_IXGRP: 8, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1,
  F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, UV_FS_COPYFILE_EXCL: 1, COPYFILE_EXCL: 1, UV_FS_COPYFILE_FICLONE: 2, COPYFILE_FICLONE: 2, UV_FS_COPYFILE_FICLONE_FORCE: 4, COPYFILE_FICLONE_FORCE: 4,
};

const isFD = (file) => typeof file === 'number';
function toFD(fd) {
  if (typeof fd !== 'number') throw invalidArgType('fd', 'number', fd);
  if (!Number.isInteger(fd)) throw outOfRange('fd', 'an integer', fd);
  if (fd < 0 || fd > 0x7fffffff) throw outOfRange('fd', '>= 0 && <= 2147483647', fd);
  return fd;
}
// at converts a position for Go: -1 means where the last operation ended. As in Node, so does what is
// no position.
const at = (position) => (typeof position === 'bigint' ? Number(position) : Number.isSafeInteger(position) ? position : -1);

function toPath(path, name = 'path') {
  let text = path;
  if (path instanceof Uint8Array) text = native.text(path);
  else if (path !== null && typeof path === 'object' && path.href && path.protocol) text = require('node:url').fileURLToPath(path);
  else if (typeof path !== 'string') throw invalidArgType(name, ['string', 'Buffer', 'URL'], path);
  if (text.includes('\0')) throw invalidArgValue(name, path, 'must be a string, Uint8Array, or URL without null bytes');
  return text;
}

function optionsOf(options, defaults) {
  if (options === undefined || options === null || typeof options === 'function') return defaults;
  if (typeof options === 'string') options = { encoding: options };
  if (typeof options !== 'object') throw invalidArgType('options', ['string', 'Object'], options);
  if (options.encoding != null && options.encoding !== 'buffer' && !require('node:buffer').Buffer.isEncoding(options.encoding)) {
    throw invalidArgValue('encoding', options.encoding, 'is invalid encoding');
  }
  return { ...defaults, ...options };
}

function modeOf(mode, name, otherwise) {
  if (mode === undefined || mode === null) return otherwise;
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode)) throw invalidArgValue(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    return parseInt(mode, 8);
  }
  if (typeof mode !== 'number') throw invalidArgType(name, 'number', mode);
  if (!Number.isInteger(mode)) throw outOfRange(name, 'an integer', mode);
  if (mode < 0 || mode > 0xffffffff) throw outOfRange(name, '>= 0 && <= 4294967295', mode);
  return mode;
}

// flagOf is modeOf for what access and copyFile get: a number of few bits.
function flagOf(mode) {
  if (mode === undefined || mode === null) return 0;
  validateInteger(mode, 'mode', 0, 7);
  return mode;
}

function bytesOf(data, encoding) {
  if (typeof data === 'string') return require('node:buffer').Buffer.from(data, encoding ?? 'utf8');
  if (ArrayBuffer.isView(data)) return data;
  throw invalidArgType('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// namer returns what makes a name of a file from Go's text, in the encoding of the options.
function namer(options) {
  const { encoding } = optionsOf(options, {});
  if (encoding == null || encoding === 'utf8' || encoding === 'utf-8') return identity;
  return (name) => decoded(require('node:buffer').Buffer.from(name), encoding);
}

function decoded(bytes, encoding) {
  if (encoding === 'utf8' || encoding === 'utf-8') return native.text(bytes);
  const { Buffer } = require('node:buffer');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding == null || encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

const statKeys = ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs'];
class Stats {
  // A program gives the values one by one.
  constructor(s, ...values) {
    if (values.length > 0) s = Object.fromEntries(statKeys.map((key, i) => [key, [s, ...values][i]]));
    for (const key of statKeys) this[key] = s[key];
    for (const key of ['atime', 'mtime', 'ctime', 'birthtime']) this[key] = new Date(Math.round(s[`${key}Ms`]));
  }
}
class BigIntStats {
  constructor(s) {
    for (const key of statKeys.slice(0, 10)) this[key] = s[key];
    for (const unit of ['Ms', 'Ns']) for (const key of ['atime', 'mtime', 'ctime', 'birthtime']) this[key + unit] = s[key + unit];
    for (const key of ['atime', 'mtime', 'ctime', 'birthtime']) this[key] = new Date(Number(s[`${key}Ms`]));
  }
}
class StatFs {}
const statistics = (name, file, options) => [[name, file, options?.bigint === true], (s) => (options?.bigint === true ? new BigIntStats(s) : new Stats(s))];
const kinds = { isDirectory: 0o040000, isFile: 0o100000, isBlockDevice: 0o060000, isCharacterDevice: 0o020000, isSymbolicLink: 0o120000, isFIFO: 0o010000, isSocket: 0o140000 };

class Dirent {
  #mode;
  constructor(name, path, mode) {
    this.name = name;
    this.parentPath = path;
    this.path = path;
    this.#mode = mode;
  }
  static is(entry, kind) { return (entry.#mode & 0o170000) === kind; }
}
for (const [name, kind] of Object.entries(kinds)) {
  for (const { prototype } of [Stats, BigIntStats]) hidden(prototype, name, { [name]() { return (Number(this.mode) & 0o170000) === kind; } }[name]);
  hidden(Dirent.prototype, name, { [name]() { return Dirent.is(this, kind); } }[name]);
}

// Names of flags, and other spellings of them. The letter s asks for synchronous writes, which are
// not made here.
const flagNames = ['r', 'r+', 'w', 'wx', 'w+', 'wx+', 'a', 'ax', 'a+', 'ax+'];
const flagAliases = { rs: 'r', sr: 'r', 'rs+': 'r+', 'sr+': 'r+', xw: 'wx', 'xw+': 'wx+', xa: 'ax', 'xa+': 'ax+', as: 'a', sa: 'a', 'as+': 'a+', 'sa+': 'a+' };
function flagsOf(flag) {
  if (flag === undefined || flag === null) return 'r';
  if (typeof flag === 'number') {
    validateInteger(flag, 'flags', -2147483648, 2147483647);
    return flag;
  }
  if (flagNames.includes(flag)) return flag;
  if (Object.hasOwn(flagAliases, flag)) return flagAliases[flag];
  throw invalidArgValue('flags', flag);
}

// Each operation checks its arguments, names Go's function with its arguments, and converts the
// result.
const operations = {
  readFile(path, options) {
    const { encoding, flag } = optionsOf(options, { encoding: null });
    return [isFD(path) ? ['readAll', toFD(path)] : ['readFile', toPath(path), flagsOf(flag)], (bytes) => decoded(bytes, encoding)];
  },
  writeFile: (path, data, options) => writing(path, data, options, 'w'),
  appendFile: (path, data, options) => writing(path, data, options, 'a'),
  stat: (path, options) => statistics('stat', toPath(path), options),
  lstat: (path, options) => statistics('lstat', toPath(path), options),
  access: (path, mode) => [['access', toPath(path), flagOf(mode)]],
  readdir(path, options) {
    const { withFileTypes, recursive } = optionsOf(options, { withFileTypes: false, recursive: false });
    const at = toPath(path);
    const named = namer(options);
    return [['readdir', at, !!recursive], (entries) => entries.map(([name, folder, mode]) => {
      if (!withFileTypes) return named(folder === '' ? name : `${folder}/${name}`);
      return new Dirent(named(name), folder === '' ? at : `${at.replace(/\/$/, '')}/${folder}`, mode);
    })];
  },
  mkdir(path, options) {
    const { mode, recursive } = typeof options === 'number' || typeof options === 'string' ? { mode: options } : optionsOf(options, {});
    if (recursive !== undefined) validateBoolean(recursive, 'options.recursive');
    return [['mkdir', toPath(path), modeOf(mode, 'mode', 0o777), !!recursive]];
  },
  mkdtemp(prefix, options) {
    const path = toPath(prefix, 'prefix');
    if (path.endsWith('X')) warnOnce('mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html');
    return [['mkdtemp', path], namer(options)];
  },
  rm(path, options) {
    const { force, recursive } = optionsOf(options, { force: false, recursive: false });
    return [['rm', toPath(path), !!force, !!recursive]];
  },
  rmdir(path, options) {
    const at = toPath(path);
    if (!options?.recursive) return [['rmdir', at]];
    warnOnce('In future versions of Node.js, fs.rmdir(path, { recursive: true }) will be removed. Use fs.rm(path, { recursive: true }) instead', 'DeprecationWarning', 'DEP0147');
    return [isFile(at) ? ['rmdir', at] : ['rm', at, false, true]];
  },
  unlink: (path) => [['unlink', toPath(path)]],
  rename: (from, to) => [['rename', toPath(from, 'oldPath'), toPath(to, 'newPath')]],
  copyFile: (from, to, mode) => [['copyFile', toPath(from, 'src'), toPath(to, 'dest'), flagOf(mode)]],
  symlink: (target, path, type) => (checkLinkType(type), [['symlink', toPath(target, 'target'), toPath(path)]]),
  link: (from, to) => [['link', toPath(from, 'existingPath'), toPath(to, 'newPath')]],
  readlink: (path, options) => [['readlink', toPath(path)], namer(options)],
  realpath: (path, options) => [['realpath', toPath(path)], namer(options)],
  chmod: (path, mode) => [['chmod', toPath(path), required(mode, 'mode')]],
  truncate(path, length = 0) {
    if (!isFD(path)) return [['truncate', toPath(path), lengthOf(length)]];
    warnOnce('Using fs.truncate with a file descriptor is deprecated. Please use fs.ftruncate with a file descriptor instead.', 'DeprecationWarning', 'DEP0081');
    return operations.ftruncate(path, length);
  },
  open: (path, flags, mode) => [['open', toPath(path), flagsOf(flags ?? 'r'), modeOf(mode, 'mode', 0o666)]],
  close: (fd) => [['close', toFD(fd)]],
  fstat: (fd, options) => statistics('fstat', toFD(fd), options),
  ftruncate: (fd, length = 0) => [['ftruncate', toFD(fd), lengthOf(length)]],
  fsync: (fd) => [['fsync', toFD(fd)]],
  fdatasync: (fd) => [['fsync', toFD(fd)]],
  // read takes a buffer and the range to fill, as positional arguments or as options.
  read(...args) {
    let [fd, buffer, offset, length, position] = args;
    toFD(fd);
    if (!ArrayBuffer.isView(buffer) && (buffer === undefined || (typeof buffer === 'object' && (buffer !== null || args.length === 2)))) {
      ({ buffer = Buffer.alloc(16384), offset, length, position } = buffer ?? {});
    } else if (args.length === 3 || (offset !== null && typeof offset === 'object')) {
      if (offset !== undefined && offset !== null) validateObject(offset, 'options');
      ({ offset, length, position } = offset ?? {});
    }
    if (!ArrayBuffer.isView(buffer)) throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    offset ??= 0;
    validateInteger(offset, 'offset', 0);
    length = length === undefined ? buffer.byteLength - offset : length | 0;
    if (length !== 0) {
      if (buffer.byteLength === 0) throw invalidArgValue('buffer', buffer, 'is empty and cannot be written');
      if (length < 0) throw outOfRange('length', '>= 0', length);
      if (offset + length > buffer.byteLength) throw outOfRange('length', `<= ${buffer.byteLength - offset}`, length);
      checkPosition(position, length);
    }
    return [['read', fd, length, at(position)], (bytes) => {
      new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes, offset);
      return { bytesRead: bytes.length, buffer };
    }];
  },
  // write takes a buffer and a range, or a string.
  write(fd, data, offset, length, position) {
    toFD(fd);
    if (typeof data === 'string') {
      if (length === 'hex' && data.length % 2 !== 0) throw invalidArgValue('encoding', length, `is invalid for data of length ${data.length}`);
      const bytes = bytesOf(data, typeof length === 'string' ? length : 'utf8');
      return [['write', fd, bytes, at(offset)], (bytesWritten) => ({ bytesWritten, buffer: data })];
    }
    if (!ArrayBuffer.isView(data)) throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    if (offset !== null && typeof offset === 'object') ({ offset, length, position } = offset);
    offset ??= 0;
    validateInteger(offset, 'offset', 0);
    if (typeof length !== 'number') length = data.byteLength - offset;
    if (offset > data.byteLength) throw outOfRange('offset', `<= ${data.byteLength}`, offset);
    if (length > data.byteLength - offset) throw outOfRange('length', `<= ${data.byteLength - offset}`, length);
    validateInteger(length, 'length', 0, 2147483647);
    const part = new Uint8Array(data.buffer, data.byteOffset + offset, length);
    return [['write', fd, part, typeof position === 'number' ? position : -1], (bytesWritten) => ({ bytesWritten, buffer: data })];
  },
  fchmod: (fd, mode) => [['fchmod', toFD(fd), required(mode, 'mode')]],
  statfs: (path, options) => [['statfs', toPath(path), options?.bigint === true], (s) => Object.assign(new StatFs(), s)],
  chown: (path, uid, gid) => [['chown', toPath(path), id(uid, 'uid'), id(gid, 'gid')]],
  lchown: (path, uid, gid) => [['lchown', toPath(path), id(uid, 'uid'), id(gid, 'gid')]],
  fchown: (fd, uid, gid) => [['fchown', toFD(fd), id(uid, 'uid'), id(gid, 'gid')]],
  futimes: (fd, atime, mtime) => [['futimes', toFD(fd), seconds(atime, 'atime'), seconds(mtime, 'mtime')]],
  lutimes: (path, atime, mtime) => [['lutimes', toPath(path), seconds(atime, 'atime'), seconds(mtime, 'mtime')]],
  utimes: (path, atime, mtime) => [['utimes', toPath(path), seconds(atime, 'atime'), seconds(mtime, 'mtime')]],
};
function writing(path, data, options, usualFlag) {
  const { encoding, mode, flag, flush } = optionsOf(options, { encoding: 'utf8', mode: 0o666, flag: usualFlag });
  if (flush !== undefined && flush !== null) validateBoolean(flush, 'options.flush');
  if (isFD(path)) return [['write', toFD(path), bytesOf(data, encoding), -1], () => undefined];
  return [[flush ? 'writeAndFlush' : 'writeFile', toPath(path), bytesOf(data, encoding), flagsOf(flag || usualFlag), modeOf(mode, 'mode', 0o666)]];
}
function checkLinkType(type) {
  if (type !== undefined && type !== null && typeof type !== 'function' && !['dir', 'file', 'junction'].includes(type)) {
    throw withCode(Error, 'ERR_FS_INVALID_SYMLINK_TYPE', `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);
  }
}
function id(value, name) {
  validateInteger(value, name, -1, 4294967295);
  return value;
}
function required(mode, name) {
  if (mode === undefined || mode === null) throw invalidArgType(name, 'number', mode);
  return modeOf(mode, name);
}
function isFile(path) {
  try {
    return (native.lstat(path, false).mode & 0o170000) !== 0o040000;
  } catch {
    return false;
  }
}
const warnings = new Set();
function warnOnce(...warning) {
  if (warnings.has(warning[0])) return;
  warnings.add(warning[0]);
  process.emitWarning(...warning);
}
function checkPosition(position, length) {
  if (position === undefined || position === null) return;
  if (typeof position === 'bigint') {
    const most = 2n ** 63n - 1n - BigInt(length);
    if (position < -1n || position > most) throw outOfRange('position', `>= -1 && <= ${most}`, position);
  } else if (typeof position === 'number') validateInteger(position, 'position', -1);
  else throw invalidArgType('position', ['integer', 'bigint'], position);
}
function lengthOf(length) {
  validateInteger(length, 'len');
  return Math.max(0, length);
}
// seconds converts a time for Go. A negative number means now, as in Node.
function seconds(time, name) {
  if (typeof time === 'string' && +time == time) return +time; // eslint-disable-line eqeqeq
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return time.getTime() / 1000;
  throw invalidArgType(name, ['Date', 'Time in seconds'], time);
}

const identity = (value) => value;
const thrown = (error) => { if (error !== null) throw error; };
// Operations on a descriptor are methods of FileHandle and not functions of fs/promises.
const ofDescriptors = new Set(['open', 'close', 'fstat', 'ftruncate', 'fsync', 'fdatasync', 'read', 'write', 'fchmod', 'fchown', 'futimes']);
// Operations with two results pass both to a callback. The synchronous form returns one.
const pairs = { read: 'bytesRead', write: 'bytesWritten' };
const promises = { constants };
let FileHandle;
const fs = { constants, Stats, Dirent };

// promised is one step of fs/promises. It settles as many microtasks after the step as in Node.
const promised = (...given) => native.promise(...given).then(undefined, (error) => Promise.reject(error));

// As in Node, the flush is a call of fs's function for it, which programs can replace.
function writeAndFlushSync(path, data, flag, mode) {
  const fd = native.open(path, flag, mode);
  try {
    native.write(fd, data, -1);
    fs.fsyncSync(fd);
  } finally {
    native.close(fd);
  }
}

let loaded;
function steps() {
  loaded ??= require('internal/fs_steps')({ fs, operations, bytesOf, request: native.request, promised, native });
  return loaded;
}
// Operations with several steps, by the name of Go's function, which does all steps at once, and
// those that take several steps with a promise, too.
const several = new Set(['readFile', 'readAll', 'writeFile', 'writeAndFlush', 'truncate', 'rm', 'mkdir', 'realpath', 'readdir']);
const severalPromised = new Set(['readFile', 'writeFile', 'appendFile', 'truncate', 'rm', 'mkdir', 'readdir']);

for (const [name, operation] of Object.entries(operations)) {
  const asPromise = severalPromised.has(name)
    ? { [name](...args) {
      if (FileHandle !== undefined && args[0] instanceof FileHandle && name.endsWith('File')) return args[0][name](...args.slice(1));
      return steps().promises[name](...args);
    } }[name]
    : { async [name](...args) {
      const [[fn, ...given], make = identity] = operation(...args);
      return make(await promised(fn, ...given));
    } }[name];
  if (!ofDescriptors.has(name)) promises[name] = asPromise;

  const sync = `${name}Sync`;
  fs[sync] = { [sync](...args) {
    if (name === 'read' && !ArrayBuffer.isView(args[1])) throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], args[1]);
    const [[fn, ...given], make = identity] = operation(...args);
    const result = make((fn === 'writeAndFlush' ? writeAndFlushSync : native[fn])(...given));
    return name in pairs ? result[pairs[name]] : result;
  } }[sync];

  const results = (value) => (name in pairs ? [value[pairs[name]], value.buffer] : value === undefined ? [] : [value]);
  fs[name] = { [name](...args) {
    const last = args[args.length - 1], callback = typeof last === 'function' ? args.pop() : name === 'close' && args.length === 1 ? thrown : undefined;
    if (name !== 'truncate' && (!ofDescriptors.has(name) || name === 'open')) validateFunction(callback, 'cb');
    const [[fn, ...given], make = identity] = operation(...args);
    validateFunction(callback, 'cb');
    const done = (error, value) => {
      if (error !== null) return callback(error);
      let made;
      try {
        made = results(make(value));
      } catch (failure) {
        return callback(failure);
      }
      return callback(null, ...made);
    };
    if (several.has(fn)) steps().callbacks[fn](given, args[args.length - 1]?.signal, done);
    else if (fn === 'read' && given[1] === 0) process.nextTick(done, null, new Uint8Array(0));
    else native.request(fn, ...given, done);
  } }[name];
  if (name in pairs) Object.defineProperty(fs[name], Symbol.for('nodejs.util.promisify.custom'), { value: asPromise });
}

// The streams need the module stream, which is loaded at the first use of one of them.
fs.createReadStream = function createReadStream(path, options) { return require('internal/fs_files').createReadStream(path, options); };
fs.createWriteStream = function createWriteStream(path, options) { return require('internal/fs_files').createWriteStream(path, options); };
for (const name of ['ReadStream', 'WriteStream']) {
  Object.defineProperty(fs, name, { get: () => require('internal/fs_files')[name], enumerable: true, configurable: true });
}
promises.open = async function open(path, flags, mode) {
  const [[fn, ...given]] = operations.open(path, flags, mode);
  FileHandle ??= require('internal/fs_handle')(fs, { operations, promised, native, steps: steps() });
  return new FileHandle(await promised(fn, ...given));
};

// Watchers are loaded at their first use.
let watchers;
const watching = () => (watchers ??= require('internal/fs_watch')(fs, { toPath, native }));
for (const name of ['watch', 'watchFile', 'unwatchFile']) fs[name] = { [name]: (...args) => watching()[name](...args) }[name];
promises.watch = function watch(...args) { return watching().watchPromise(...args); };

// Vectored reads and writes, and open folders, are loaded at their first use.
for (const name of ['readv', 'writev', 'readvSync', 'writevSync']) {
  fs[name] = { [name]: (...args) => require('internal/fs_vectors')[name](...args) }[name];
}
for (const name of ['readv', 'writev']) Object.defineProperty(fs[name], Symbol.for('nodejs.util.promisify.custom'), { value: (...args) => require('internal/fs_vectors').promises[name](...args) });
for (const name of ['opendir', 'opendirSync']) fs[name] = { [name]: (...args) => require('internal/fs_dir')[name](...args) }[name];
promises.opendir = async function opendir(...args) { return require('internal/fs_dir').opendirPromise(...args); };
Object.defineProperty(fs, 'Dir', { get: () => require('internal/fs_dir').Dir, enumerable: true, configurable: true });
for (const name of ['realpath', 'realpathSync']) fs[name].native = Object.defineProperty((...args) => fs[name](...args), 'name', { value: name });

// An option of stat decides whether a missing file is an error.
const { statSync, lstatSync } = fs;
const optional = (original) => (path, options) => {
  try {
    return original(path, options);
  } catch (error) {
    if (options?.throwIfNoEntry === false && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
};
fs.statSync = Object.defineProperty(optional(statSync), 'name', { value: 'statSync' });
fs.lstatSync = Object.defineProperty(optional(lstatSync), 'name', { value: 'lstatSync' });

fs.existsSync = function existsSync(path) {
  try {
    native.access(toPath(path), 0);
    return true;
  } catch {
    return false;
  }
};
fs.exists = function exists(path, callback) {
  validateFunction(callback, 'cb');
  let at;
  try {
    at = toPath(path);
  } catch {
    callback(false);
    return;
  }
  native.request('access', at, 0, (error) => callback(error === null));
};
const withPromises = { exists: (path) => new Promise((resolve) => fs.exists(path, resolve)) };
Object.defineProperty(fs.exists, Symbol.for('nodejs.util.promisify.custom'), { value: withPromises.exists });
Object.assign(fs, { F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4, promises, _toUnixTimestamp: (time, name = 'time') => seconds(time, name) });

module.exports = fs;
