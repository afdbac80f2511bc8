const debug = require('debug');
debug.enable('app:*,-app:skip');
debug.log = (...args) => console.log('log', args.length, String(args[0]).replace(/\+\d+ms/, '+ms').replace(/^\S+Z /, ''));
const log = debug('app:main');
log('hello %s %o %d', 'x', { a: 1 }, 5);
console.log(log.enabled, debug('app:skip').enabled, debug('other').enabled, log.extend('sub').namespace);
