const { EventEmitter } = require('eventemitter3');
const e = new EventEmitter();
e.on('a', function (x) { console.log('a', x, this.k); }, { k: 1 }).once('a', () => console.log('once'));
console.log(e.emit('a', 5), e.emit('a', 6), e.emit('b'), e.listenerCount('a'), e.eventNames());
