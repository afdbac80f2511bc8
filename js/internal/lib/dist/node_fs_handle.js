"use strict";

// src/node/fs_handle.js
module.exports = (fs, { operations, promised, native, steps }) => {
  let { afterwards } = steps, methods = {}, names = { read: "read", write: "write", stat: "fstat", truncate: "ftruncate", sync: "fsync", datasync: "fdatasync", chmod: "fchmod", chown: "fchown", utimes: "futimes" };
  for (let [method, name] of Object.entries(names))
    methods[method] = async (fd, ...args) => {
      if (method === "read") {
        let options = ArrayBuffer.isView(args[0]) ? 1 : 0;
        args[options]?.length === null && (args[options] = { ...args[options], length: void 0 }), typeof args[1] == "number" && (args = [args[0], args[1], args[2] ?? void 0, args[3]]);
      }
      let [[fn, ...given], make] = operations[name](fd, ...args);
      if (method === "read" && given[1] === 0) return { __proto__: null, ...make(new Uint8Array(0)) };
      if (method === "write" && given[1].byteLength === 0) return { __proto__: null, ...make(0) };
      let result = await promised(fn, ...given);
      return method === "read" || method === "write" ? { __proto__: null, ...make(result) } : make === void 0 ? result : make(result);
    };
  for (let method of ["readFile", "writeFile", "appendFile"]) methods[method] = (fd, ...args) => steps.promises[method === "appendFile" ? "writeFile" : method](fd, ...args);
  for (let method of ["readv", "writev"]) methods[method] = (fd, ...args) => require("internal/fs_vectors").promises[method](fd, ...args);
  class FileHandle extends require("events") {
    #fd;
    #users = 1;
    #closing = null;
    #closed;
    constructor(fd) {
      super(), this.#fd = fd;
    }
    get fd() {
      return this.#fd;
    }
    close() {
      return this.#fd === -1 ? Promise.resolve() : this.#closing !== null ? this.#closing : (this.#users--, this.#closing = afterwards(this.#users === 0 ? this.#end() : new Promise((resolve, reject) => {
        this.#closed = { resolve, reject };
      }), () => {
        this.#closing = null;
      }), this.emit("close"), this.#closing);
    }
    #end() {
      let fd = this.#fd;
      return this.#fd = -1, native.promise("close", fd);
    }
    async #call(method, ...args) {
      if (this.#fd === -1) throw Object.assign(new Error("file closed"), { code: "EBADF", syscall: names[method] ?? method });
      this.#users++;
      try {
        return await methods[method](this.#fd, ...args);
      } finally {
        this.#users--, this.#users === 0 && this.#end().then(this.#closed.resolve, this.#closed.reject);
      }
    }
    read(...args) {
      return this.#call("read", ...args);
    }
    write(...args) {
      return this.#call("write", ...args);
    }
    readv(...args) {
      return this.#call("readv", ...args);
    }
    writev(...args) {
      return this.#call("writev", ...args);
    }
    readFile(options) {
      return this.#call("readFile", options);
    }
    writeFile(data, options) {
      return this.#call("writeFile", data, options);
    }
    appendFile(data, options) {
      return this.#call("appendFile", data, options);
    }
    stat(options) {
      return this.#call("stat", options);
    }
    truncate(length) {
      return this.#call("truncate", length);
    }
    chmod(mode) {
      return this.#call("chmod", mode);
    }
    chown(uid, gid) {
      return this.#call("chown", uid, gid);
    }
    utimes(atime, mtime) {
      return this.#call("utimes", atime, mtime);
    }
    readableWebStream() {
      return require("stream").Readable.toWeb(this.createReadStream({ autoClose: !1 }));
    }
    sync() {
      return this.#call("sync");
    }
    datasync() {
      return this.#call("datasync");
    }
    createReadStream(options) {
      return fs.createReadStream(void 0, { ...options, fd: this });
    }
    createWriteStream(options) {
      return fs.createWriteStream(void 0, { ...options, fd: this });
    }
    readLines(options) {
      return require("readline").createInterface({ input: this.createReadStream(options), crlfDelay: 1 / 0 });
    }
  }
  return Symbol.asyncDispose && require("internal/errors").hidden(FileHandle.prototype, Symbol.asyncDispose, { async [Symbol.asyncDispose]() {
    return this.close();
  } }[Symbol.asyncDispose]), FileHandle;
};
