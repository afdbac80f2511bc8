"use strict";

// src/node/tty.js
var { ReadStream, WriteStream } = require("internal/stdio");
module.exports = {
  ReadStream,
  WriteStream,
  isatty: (fd) => !!{ 0: process.stdin, 1: process.stdout, 2: process.stderr }[fd]?.isTTY
};
