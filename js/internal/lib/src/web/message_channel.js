'use strict';
// MessageChannel, MessagePort and MessageEvent. Both ports belong to one runtime. A message is
// cloned when it is posted, and delivered in a callback of its own. As in Node, a port is an
// EventTarget that also has the methods of an EventEmitter. A port that was started keeps the
// program running until it is closed.
const { withCode, invalidThis, missingArgs, invalidArgType } = require('internal/errors');
const { Event, EventTarget, handlerAttribute, watchers } = require('internal/events');
const { DOMException } = require('internal/domexception');
const { clone: cloneWith, platform, transferable } = require('internal/clone');
const { webInterface, inspectAs } = require('../shared/classes');

class MessageEvent extends Event {
  #data; #origin; #lastEventId; #source; #ports;
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    super(type, options);
    this.#data = options?.data === undefined ? null : options.data;
    this.#origin = options?.origin === undefined ? '' : `${options.origin}`;
    this.#lastEventId = options?.lastEventId === undefined ? '' : `${options.lastEventId}`;
    this.#source = options?.source ?? null;
    if (this.#source !== null && !(this.#source instanceof MessagePort)) throw invalidArgType('init.source', 'MessagePort', this.#source);
    this.#ports = options?.ports === undefined ? [] : [...options.ports];
  }
  get data() { return this.#data; }
  get origin() { return this.#origin; }
  get lastEventId() { return this.#lastEventId; }
  get source() { return this.#source; }
  get ports() { return this.#ports; }
}
webInterface(MessageEvent, 'MessageEvent');

const token = {};
let stateOf;

class MessagePort extends EventTarget {
  #state;
  static { stateOf = (port) => (port !== null && typeof port === 'object' && #state in port ? port.#state : undefined); }
  constructor(given, state) {
    if (given !== token) throw withCode(TypeError, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
    super();
    this.#state = state;
    state.port = this;
    watchers.set(this, (type, size) => {
      if (type !== 'message') return;
      if (size > 0) { this.ref(); this.start(); } else this.unref();
    });
  }
  postMessage(value, options = undefined) {
    const s = own(this);
    if (arguments.length === 0) throw missingArgs('message');
    let transfer = [];
    if (options !== undefined && options !== null) {
      if (typeof options !== 'object') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'Optional transferList argument must be an iterable');
      const list = typeof options[Symbol.iterator] === 'function' ? options : options.transfer;
      if (list !== undefined && list !== null) {
        if (typeof list[Symbol.iterator] !== 'function') throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'Optional options.transfer argument must be an iterable');
        transfer = [...list];
      }
    }
    if (transfer.includes(this)) throw new DOMException('Transfer list contains source port', 'DataCloneError');
    const target = s.other;
    const message = cloneWith(value, transfer);
    if (target === undefined || s.closing || target.closing) return;
    target.queue.push(message);
    deliverLater(target);
  }
  start() {
    const s = own(this);
    s.started = true;
    deliverLater(s);
  }
  close(callback) {
    const s = own(this);
    if (typeof callback === 'function') this.once('close', callback);
    shut(s);
    if (s.other !== undefined) shut(s.other);
  }
  ref() {
    const s = own(this);
    if (!s.closed && s.release === undefined) s.release = native.keepAlive();
  }
  unref() {
    const s = own(this);
    s.release?.();
    s.release = undefined;
  }
  hasRef() { return own(this).release !== undefined; }
}
webInterface(MessagePort, 'MessagePort');
inspectAs(MessagePort, function () { return { active: !own(this).closed, refed: own(this).release !== undefined }; });

function own(port) {
  const s = stateOf(port);
  if (s === undefined) throw invalidThis('MessagePort');
  return s;
}

// The methods of an EventEmitter. A listener of message gets the data, one of another event the
// event.
const wrappers = new WeakMap(); // by port: by type and listener, the EventTarget's listener
function wrapper(port, type, listener) {
  let byType = wrappers.get(port);
  if (byType === undefined) wrappers.set(port, byType = new Map());
  let byListener = byType.get(type);
  if (byListener === undefined) byType.set(type, byListener = new Map());
  let wrapped = byListener.get(listener);
  if (wrapped === undefined) {
    wrapped = function (event) { return listener.call(port, 'data' in event ? event.data : event); };
    byListener.set(listener, wrapped);
  }
  return wrapped;
}
const emitter = {
  on(type, listener) { this.addEventListener(type, wrapper(this, type, listener)); return this; },
  once(type, listener) { this.addEventListener(type, wrapper(this, type, listener), { once: true }); return this; },
  off(type, listener) { this.removeEventListener(type, wrapper(this, type, listener)); return this; },
  emit(type, value) { return this.dispatchEvent(new MessageEvent(type, { data: value })); },
};
emitter.addListener = emitter.on;
emitter.removeListener = emitter.off;
for (const [name, value] of Object.entries(emitter)) Object.defineProperty(MessagePort.prototype, name, { value, writable: true, configurable: true, enumerable: true });
for (const type of ['message', 'messageerror', 'close']) handlerAttribute(MessagePort, type);

const newState = () => ({ port: undefined, other: undefined, queue: [], started: false, posted: false, closed: false, closing: false, release: undefined });

function deliverLater(s) {
  if (s.posted || !s.started || s.closed || s.queue.length === 0) return;
  s.posted = true;
  native.post(() => deliver(s));
}

// deliver hands one message over. The next one gets its own callback, so nextTicks and microtasks
// run in between.
function deliver(s) {
  s.posted = false;
  if (s.closed || s.queue.length === 0) return;
  const { value, ports } = s.queue.shift();
  deliverLater(s);
  s.port.dispatchEvent(new MessageEvent('message', { data: value, ports }));
}

function shut(s) {
  if (s.closing) return;
  s.closing = true;
  native.post(() => {
    while (s.started && s.queue.length > 0 && !s.closed) deliver(s);
    s.closed = true;
    s.release?.();
    s.release = undefined;
    s.port?.dispatchEvent(new Event('close'));
  });
}

class MessageChannel {
  constructor() {
    const a = newState(), b = newState();
    a.other = b;
    b.other = a;
    Object.defineProperty(this, 'port1', { value: new MessagePort(token, a), enumerable: true, configurable: true, writable: true });
    Object.defineProperty(this, 'port2', { value: new MessagePort(token, b), enumerable: true, configurable: true, writable: true });
  }
}

// A port can be transferred, which moves its state to a new port, and cannot be copied.
transferable.push({
  is: (value) => stateOf(value) !== undefined,
  move(port) {
    const s = own(port);
    if (s.closed || s.closing) throw new DOMException('MessagePort in transfer list is already detached', 'DataCloneError');
    port.unref();
    const moved = { ...s, port: undefined, started: false, posted: false, release: undefined };
    if (s.other !== undefined) s.other.other = moved;
    Object.assign(s, { other: undefined, closed: true, closing: true, queue: [] });
    return new MessagePort(token, moved);
  },
});
platform.push((value, refuse) => {
  if (stateOf(value) !== undefined) throw withCode(TypeError, 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST', 'Object that needs transfer was found in message but not listed in transferList');
  return undefined;
});

// receiveMessageOnPort takes the oldest message of a port without its event.
function receiveMessageOnPort(port) {
  const s = stateOf(port);
  if (s === undefined) throw withCode(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');
  if (s.queue.length === 0) return undefined;
  return { message: s.queue.shift().value };
}

module.exports = { MessageChannel, MessagePort, MessageEvent, receiveMessageOnPort };
