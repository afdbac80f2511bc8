'use strict';
// util.parseArgs, from the package on which Node's is based.
const { parseArgs } = require('npm:@pkgjs/parseargs');
const { withCode } = require('internal/errors');

module.exports = { parseArgs(config) {
  try {
    return parseArgs({ args: process.argv.slice(process.argv[1]?.startsWith('-') ? 1 : 2), ...config });
  } catch (error) {
    throw error.code === undefined ? error : withCode(TypeError, error.code, error.message);
  }
} };
