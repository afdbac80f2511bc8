// Messages are cloned, and delivered in order, each in a callback of its own.
const { port1, port2 } = new MessageChannel();
const sent = { list: [1, new Map([[1, new Date(0)]])], n: null };
port1.on('message', (m) => { console.log(m, m !== sent); process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('job')); if (m === 'end') port1.close(); });
port2.postMessage(sent);
sent.n = 5;
port2.postMessage('end');
port1.on('close', () => console.log('closed'));
console.log('posted');
====
// onmessage starts a port, addEventListener does not.
const { port1, port2 } = new MessageChannel();
port1.onmessage = (e) => { console.log(e.constructor.name, e.data, e.type, e.target === port1, e.ports.length, e.origin, e.source, typeof e.isTrusted); port1.close(); };
port2.postMessage('x');
====
// Errors.
const { port1, port2 } = new MessageChannel();
const tried = (fn) => { try { console.log(fn()); } catch (e) { console.log(e.name, e.code); } };
tried(() => port1.postMessage());
tried(() => port1.postMessage(() => {}));
tried(() => port1.postMessage(1, [port1]));
tried(() => new MessagePort());
tried(() => port1.postMessage(port2));
tried(() => port1.postMessage(1, 5));
tried(() => port1.postMessage(1, { transfer: 5 }));
port1.close();
port1.postMessage('after close');
====
// An ArrayBuffer and a port are transferred.
const { port1, port2 } = new MessageChannel();
const other = new MessageChannel();
const memory = new ArrayBuffer(8);
port1.once('message', ({ memory: m, port }) => { console.log(m.byteLength); port.postMessage('through'); port1.close(); });
port2.postMessage({ memory, port: other.port1 }, [memory, other.port1]);
console.log(memory.byteLength);
other.port2.once('message', (m) => { console.log(m); other.port2.close(); });
====
// receiveMessageOnPort.
const { receiveMessageOnPort, MessageChannel: Channel } = require('worker_threads');
console.log(Channel === MessageChannel);
const { port1, port2 } = new MessageChannel();
port1.postMessage({ a: 1 });
port1.postMessage(undefined);
console.log(receiveMessageOnPort(port2), receiveMessageOnPort(port2), receiveMessageOnPort(port2));
try { receiveMessageOnPort({}); } catch (e) { console.log(e.code); }
====
// A port that nobody listens to does not keep the program, ref and unref do.
const { port1, port2 } = new MessageChannel();
port1.on('message', () => {});
port1.unref();
port2.ref();
setTimeout(() => { console.log('later'); port2.unref(); }, 1);
====
// A MessageEvent, and structuredClone of a port.
console.log(new MessageEvent('x', { data: 1, origin: 'o', lastEventId: 'i' }).data, new MessageEvent('x').data);
try { structuredClone(new MessageChannel().port1); } catch (e) { console.log(e.name); }
const { port1 } = new MessageChannel();
console.log(structuredClone({ port1 }, { transfer: [port1] }).port1 instanceof MessagePort);
