const { EventEmitter } = require('events');
const e = new EventEmitter();
process.on('exit', (code) => console.log('code', code));
setTimeout(() => e.emit('error', new Error('no listener for me')), 1);
