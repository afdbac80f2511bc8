'use strict';
// node:events. This is our own code, because the npm package events equals Node 11's and lacks
// errorMonitor, captureRejections, signals, on and getEventListeners.
const { withCode, invalidArgType, outOfRange, validateFunction, validateBoolean, validateInteger, validateAbortSignal, abortError, hidden } = require('internal/errors');
const { FIFO } = require('../shared/fifo');

const errorMonitor = Symbol('events.errorMonitor');
const captureRejection = Symbol.for('nodejs.rejection');
const kCapture = Symbol('kCapture');
const kShape = Symbol('shapeMode'); // Node's inspect shows it
let defaultMaxListeners = 10;
let captureByDefault = false;

function EventEmitter(options) { EventEmitter.init.call(this, options); }
EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
// An object that was made without the constructor captures rejections if that is the default.
Object.defineProperty(EventEmitter.prototype, kCapture, {
  get: () => captureByDefault,
  set(value) { Object.defineProperty(this, kCapture, { value, writable: true, enumerable: true, configurable: true }); },
  enumerable: false, configurable: true,
});

EventEmitter.init = function init(options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
    this[kShape] = false;
  }
  this._maxListeners = this._maxListeners || undefined;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = captureByDefault;
  }
};

function checkCount(n, name) {
  if (typeof n !== 'number') throw invalidArgType(name, 'number', n);
  if (n < 0 || Number.isNaN(n)) throw outOfRange(name, '>= 0', n);
}
const maxListenersOf = (emitter) => (emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners);

EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  checkCount(n, 'setMaxListeners');
  this._maxListeners = n;
  return this;
};
EventEmitter.prototype.getMaxListeners = function getMaxListeners() { return maxListenersOf(this); };

EventEmitter.prototype.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') {
    if (events !== undefined && events[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
    if (events === undefined || events.error === undefined) throw unhandled(args[0]);
  }
  const handler = events === undefined ? undefined : events[type];
  if (handler === undefined) return false;
  if (typeof handler === 'function') {
    const result = handler.apply(this, args);
    if (result !== undefined && result !== null && this[kCapture]) addCatch(this, result, type, args);
    return true;
  }
  const listeners = handler.slice();
  for (let i = 0; i < listeners.length; i++) {
    const result = listeners[i].apply(this, args);
    if (result !== undefined && result !== null && this[kCapture]) addCatch(this, result, type, args);
  }
  return true;
};

function unhandled(error) {
  if (error instanceof Error) return error;
  let text;
  try {
    text = require('node:util').inspect(error);
  } catch {
    text = error;
  }
  const made = withCode(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${text})`);
  made.context = error;
  return made;
}

function addCatch(emitter, promise, type, args) {
  try {
    const { then } = promise;
    if (typeof then === 'function') {
      then.call(promise, undefined, (error) => process.nextTick(() => {
        if (typeof emitter[captureRejection] === 'function') {
          emitter[captureRejection](error, type, ...args);
          return;
        }
        const before = emitter[kCapture];
        try {
          emitter[kCapture] = false;
          emitter.emit('error', error);
        } finally {
          emitter[kCapture] = before;
        }
      }));
    }
  } catch (error) {
    emitter.emit('error', error);
  }
}

function add(emitter, type, listener, prepend) {
  validateFunction(listener, 'listener');
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit('newListener', type, listener.listener ?? listener);
    events = emitter._events;
  }
  const existing = events[type];
  if (existing === undefined) {
    events[type] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  const list = typeof existing === 'function' ? (events[type] = prepend ? [listener, existing] : [existing, listener]) : existing;
  if (list === existing) {
    if (prepend) list.unshift(listener);
    else list.push(listener);
  }
  const most = maxListenersOf(emitter);
  if (most > 0 && list.length > most && !list.warned) {
    list.warned = true;
    const name = emitter.constructor?.name ?? 'EventEmitter';
    const warning = new Error(`Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners added to [${name}]. MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`);
    Object.assign(warning, { name: 'MaxListenersExceededWarning', emitter, type, count: list.length });
    process.emitWarning(warning);
  }
  return emitter;
}

EventEmitter.prototype.addListener = function addListener(type, listener) { return add(this, type, listener, false); };
EventEmitter.prototype.on = EventEmitter.prototype.addListener;
EventEmitter.prototype.prependListener = function prependListener(type, listener) { return add(this, type, listener, true); };

function wrapOnce(emitter, type, listener) {
  let fired = false;
  function wrapped(...args) {
    if (fired) return undefined;
    emitter.removeListener(type, wrapped);
    fired = true;
    return listener.apply(emitter, args);
  }
  wrapped.listener = listener;
  return wrapped;
}
EventEmitter.prototype.once = function once(type, listener) {
  validateFunction(listener, 'listener');
  return this.on(type, wrapOnce(this, type, listener));
};
EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  validateFunction(listener, 'listener');
  return this.prependListener(type, wrapOnce(this, type, listener));
};

EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  validateFunction(listener, 'listener');
  const events = this._events;
  const list = events === undefined ? undefined : events[type];
  if (list === undefined) return this;
  if (list === listener || list.listener === listener) {
    remove(this, type);
    if (events.removeListener) this.emit('removeListener', type, list.listener || listener);
    return this;
  }
  if (typeof list === 'function') return this;
  let at = list.length - 1;
  while (at >= 0 && list[at] !== listener && list[at].listener !== listener) at--;
  if (at < 0) return this;
  list.splice(at, 1);
  if (list.length === 1) events[type] = list[0];
  if (events.removeListener !== undefined) this.emit('removeListener', type, listener);
  return this;
};
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

function remove(emitter, type) {
  if (--emitter._eventsCount === 0) emitter._events = Object.create(null);
  else delete emitter._events[type];
}

EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = Object.create(null);
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      remove(this, type);
    }
    return this;
  }
  if (arguments.length === 0) {
    for (const key of Reflect.ownKeys(events)) if (key !== 'removeListener') this.removeAllListeners(key);
    this.removeAllListeners('removeListener');
    this._events = Object.create(null);
    this._eventsCount = 0;
    return this;
  }
  const list = events[type];
  if (typeof list === 'function') this.removeListener(type, list);
  else if (list !== undefined) for (let i = list.length - 1; i >= 0; i--) this.removeListener(type, list[i]);
  return this;
};

function listenersOf(emitter, type, unwrap) {
  const list = emitter._events?.[type];
  if (list === undefined) return [];
  const all = typeof list === 'function' ? [list] : list.slice();
  return unwrap ? all.map((l) => l.listener ?? l) : all;
}
EventEmitter.prototype.listeners = function listeners(type) { return listenersOf(this, type, true); };
EventEmitter.prototype.rawListeners = function rawListeners(type) { return listenersOf(this, type, false); };
EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  const list = this._events?.[type];
  if (list === undefined) return 0;
  if (listener != null) return listenersOf(this, type, false).filter((l) => l === listener || l.listener === listener).length;
  return typeof list === 'function' ? 1 : list.length;
};
EventEmitter.prototype.eventNames = function eventNames() { return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : []; };

// once resolves with the arguments of the next event.
async function once(emitter, name, options = {}) {
  if (options === null || typeof options !== 'object') throw invalidArgType('options', 'Object', options);
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  return new Promise((resolve, reject) => {
    const onError = (error) => {
      off(emitter, name, onEvent);
      if (signal != null) signal.removeEventListener('abort', onAbort);
      reject(error);
    };
    const onEvent = (...args) => {
      if (typeof emitter.removeListener === 'function') emitter.removeListener('error', onError);
      if (signal != null) signal.removeEventListener('abort', onAbort);
      resolve(args);
    };
    function onAbort() {
      off(emitter, name, onEvent);
      off(emitter, 'error', onError);
      reject(abortError(signal.reason));
    }
    listen(emitter, name, onEvent, true);
    if (name !== 'error' && typeof emitter.once === 'function') emitter.once('error', onError);
    if (signal != null) signal.addEventListener('abort', onAbort, { once: true });
  });
}

function listen(emitter, name, listener, onlyOnce) {
  if (typeof emitter.on === 'function') {
    if (onlyOnce) emitter.once(name, listener);
    else emitter.on(name, listener);
  } else if (typeof emitter.addEventListener === 'function') {
    emitter.addEventListener(name, listener, { once: onlyOnce });
  } else {
    throw invalidArgType('emitter', 'EventEmitter', emitter);
  }
}
function off(emitter, name, listener) {
  if (typeof emitter.removeListener === 'function') emitter.removeListener(name, listener);
  else if (typeof emitter.removeEventListener === 'function') emitter.removeEventListener(name, listener);
}

// With firstParameter, on yields only the first parameter of each event. readline uses it.
const firstParameter = Symbol.for('wakeful.events.firstParameter');

function watermark(value, name, otherwise) {
  if (value === undefined || value === null) return otherwise;
  validateInteger(value, name, 1);
  return value;
}

// on returns an async iterator of the arguments of events. Events wait until they are requested. If
// too many wait, the emitter is paused if it can be.
function on(emitter, event, options = {}) {
  if (options === null || typeof options !== 'object') throw invalidArgType('options', 'Object', options);
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal.reason);
  const high = watermark(options.highWaterMark ?? options.highWatermark, 'options.highWaterMark', Number.MAX_SAFE_INTEGER);
  const low = watermark(options.lowWaterMark ?? options.lowWatermark, 'options.lowWaterMark', 1);
  const events = new FIFO();
  const waiting = new FIFO();
  let failure;
  let finished = false;
  let paused = false;

  const arrive = (value) => {
    if (waiting.length > 0) {
      waiting.shift().resolve({ value, done: false });
      return;
    }
    events.push(value);
    if (!paused && events.length > high) {
      paused = true;
      emitter.pause();
    }
  };
  const onEvent = options[firstParameter] ? (value) => arrive(value) : (...args) => arrive(args);
  const onError = (error) => {
    if (waiting.length > 0) waiting.shift().reject(error);
    else if (error) failure = { error }; // Node forgets undefined and the like
    iterator.return();
  };
  const onAbort = () => onError(abortError(signal.reason));
  const closers = [...(options.close ?? [])].map((name) => [name, () => iterator.return()]);

  const iterator = {
    next() {
      if (events.length > 0) {
        const value = events.shift();
        if (paused && events.length < low) {
          paused = false;
          emitter.resume();
        }
        return Promise.resolve({ value, done: false });
      }
      if (failure !== undefined) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (finished) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => { waiting.push({ resolve, reject }); });
    },
    return() {
      off(emitter, event, onEvent);
      if (event !== 'error') off(emitter, 'error', onError);
      for (const [name, listener] of closers) off(emitter, name, listener);
      if (signal) signal.removeEventListener('abort', onAbort);
      finished = true;
      while (waiting.length > 0) waiting.shift().resolve({ value: undefined, done: true });
      return Promise.resolve({ value: undefined, done: true });
    },
    throw(error) {
      if (!(error instanceof Error)) throw invalidArgType('EventEmitter.AsyncIterator', 'Error', error);
      onError(error);
    },
    [Symbol.asyncIterator]() { return this; },
  };
  listen(emitter, event, onEvent, false);
  if (event !== 'error' && typeof emitter.on === 'function') emitter.on('error', onError);
  for (const [name, listener] of closers) listen(emitter, name, listener, false);
  if (signal) signal.addEventListener('abort', onAbort, { once: true });
  return iterator;
}

function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === 'function') return emitter.listeners(type);
  const list = require('internal/events').listenersOf(emitter, type);
  if (list === undefined) throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter);
  return list;
}

function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidArgType('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  let dispose;
  if (signal.aborted) queueMicrotask(() => listener());
  else {
    signal.addEventListener('abort', listener, require('internal/events').firm);
    dispose = () => signal.removeEventListener('abort', listener);
  }
  return { [Symbol.dispose ?? Symbol.for('SymbolDispose')]() { dispose?.(); } };
}

function setDefault(n) {
  defaultMaxListeners = n;
  require('internal/events').setMost(n);
}

for (const name of Object.keys(EventEmitter.prototype)) {
  const { [name]: method } = EventEmitter.prototype;
  if (typeof method === 'function') hidden(method, 'name', name);
}
for (const [name, alias] of [['addListener', 'on'], ['removeListener', 'off']]) hidden(EventEmitter.prototype[alias], 'name', name);

Object.defineProperty(EventEmitter, 'EventEmitterAsyncResource', {
  enumerable: true, configurable: true,
  get() {
    const value = require('internal/emitter_resource')(EventEmitter);
    Object.defineProperty(EventEmitter, 'EventEmitterAsyncResource', { value, writable: true, enumerable: true, configurable: true });
    return value;
  },
});

Object.assign(EventEmitter, {
  once, on, getEventListeners, addAbortListener,
  EventEmitter,
  usingDomains: false,
  errorMonitor,
  captureRejectionSymbol: captureRejection,
  getMaxListeners(emitter) {
    if (typeof emitter?.getMaxListeners === 'function') return maxListenersOf(emitter);
    const { isTarget, limitOf } = require('internal/events');
    if (isTarget(emitter)) return limitOf(emitter);
    throw invalidArgType('emitter', ['EventEmitter', 'EventTarget'], emitter);
  },
  setMaxListeners(n = defaultMaxListeners, ...targets) {
    checkCount(n, 'setMaxListeners');
    if (targets.length === 0) setDefault(n);
    for (const target of targets) {
      if (require('internal/events').isTarget(target)) require('internal/events').setLimit(target, n);
      else if (typeof target.setMaxListeners === 'function') target.setMaxListeners(n);
      else throw invalidArgType('eventTargets', ['EventEmitter', 'EventTarget'], target);
    }
  },
  listenerCount: (emitter, type) => (typeof emitter.listenerCount === 'function' ? emitter.listenerCount(type) : EventEmitter.prototype.listenerCount.call(emitter, type)),
});
Object.defineProperties(EventEmitter, {
  defaultMaxListeners: {
    enumerable: true, configurable: true,
    get: () => defaultMaxListeners,
    set(n) {
      checkCount(n, 'defaultMaxListeners');
      setDefault(n);
    },
  },
  captureRejections: {
    enumerable: true, configurable: true,
    get: () => captureByDefault,
    set(value) {
      validateBoolean(value, 'EventEmitter.captureRejections');
      captureByDefault = value;
    },
  },
});

// process inherits from EventEmitter. Its own methods are Go's.
let last = process;
while (![null, Object.prototype, EventEmitter.prototype].includes(Object.getPrototypeOf(last))) last = Object.getPrototypeOf(last);
if (last !== process && Object.getPrototypeOf(last) === Object.prototype) Object.setPrototypeOf(last, EventEmitter.prototype);

module.exports = EventEmitter;
