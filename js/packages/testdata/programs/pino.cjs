const pino = require('pino');
const logger = pino({ base: null, timestamp: false, level: 'debug', redact: ['secret'], formatters: { level: (label) => ({ level: label }) } }, { write: (line) => console.log('line', line.trim()) });
logger.info({ a: 1, secret: 'x' }, 'hello %s', 'world');
logger.child({ module: 'm' }).debug('child');
logger.error(Object.assign(new Error('bad'), { stack: 'S' }));
logger.trace('hidden');
