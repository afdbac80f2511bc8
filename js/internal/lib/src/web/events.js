'use strict';
// Event, CustomEvent and EventTarget, as Node has them: no tree of targets, and an
// error in a listener is an uncaught exception of the next tick.
const { withCode, invalidArgType, missingArgs, invalidThis } = require('internal/errors');
const { webInterface, inspectAs } = require('../shared/classes');

const nextTick = process.nextTick;
const flags = new WeakMap(); // of an event: dispatching, stopped, and what EventTarget sets

class Event {
  #type; #bubbles; #cancelable; #composed; #timeStamp; #defaultPrevented = false; #propagationStopped = false;

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    if (options != null && typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
    this.#type = `${type}`;
    this.#bubbles = !!options?.bubbles;
    this.#cancelable = !!options?.cancelable;
    this.#composed = !!options?.composed;
    this.#timeStamp = native.now();
    flags.set(this, { dispatching: false, stop: false, passive: false, target: null, current: null, prevent: () => { this.#defaultPrevented = true; }, reset: () => { this.#propagationStopped = false; } });
    Object.defineProperty(this, 'isTrusted', { get: isTrusted, enumerable: false, configurable: false });
  }
  get type() { return this.#type; }
  get target() { return flags.get(this).target; }
  get currentTarget() { return flags.get(this).current; }
  get srcElement() { return flags.get(this).target; }
  get eventPhase() { return flags.get(this).dispatching ? 2 : 0; }
  get bubbles() { return this.#bubbles; }
  get cancelable() { return this.#cancelable; }
  get composed() { return this.#composed; }
  get timeStamp() { return this.#timeStamp; }
  get defaultPrevented() { return this.#cancelable && this.#defaultPrevented; }
  get returnValue() { return !this.defaultPrevented; }
  get cancelBubble() { return this.#propagationStopped; }
  set cancelBubble(value) { if (value) this.stopPropagation(); }
  composedPath() { return flags.get(this).dispatching ? [flags.get(this).target] : []; }
  preventDefault() { if (!flags.get(this).passive) this.#defaultPrevented = true; }
  stopPropagation() { this.#propagationStopped = true; }
  stopImmediatePropagation() { flags.get(this).stop = true; }
  initEvent(type, bubbles = false, cancelable = false) {
    if (arguments.length === 0) throw missingArgs('type');
    if (flags.get(this).dispatching) return;
    this.#type = `${type}`;
    this.#bubbles = !!bubbles;
    this.#cancelable = !!cancelable;
  }
}
function isTrusted() { return flags.get(this)?.trusted === true; }
webInterface(Event, 'Event');
inspectAs(Event, function () {
  return { type: this.type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.timeStamp };
});
for (const [i, name] of ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].entries()) {
  Object.defineProperty(Event, name, { value: i, enumerable: true });
  Object.defineProperty(Event.prototype, name, { value: i, enumerable: true });
}

class CustomEvent extends Event {
  #detail;
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }
  get detail() { return this.#detail; }
}
webInterface(CustomEvent, 'CustomEvent');

// listenersOf maps a target to its listeners: type to an array, in order.
const listenersOf = new WeakMap();
const watchers = new WeakMap(); // of a target: called when it gets its first and loses its last listener of a type

class EventTarget {
  constructor() { listenersOf.set(this, new Map()); }

  addEventListener(type, listener, options = undefined) {
    const all = of(this);
    if (arguments.length < 2) throw missingArgs('type', 'listener');
    const { capture, once, passive, signal } = flatten(options);
    if (!validListener(listener)) {
      process.emitWarning(`addEventListener called with ${listener} which has no effect.`, 'AddEventListenerArgumentTypeWarning');
      return;
    }
    if (signal?.aborted) return;
    type = `${type}`;
    let list = all.get(type);
    if (list === undefined) all.set(type, list = []);
    if (list.some((l) => l.listener === listener && l.capture === capture)) return;
    const entry = { listener, capture, once, passive, removed: false, signal: undefined, remove: undefined };
    if (signal) {
      entry.signal = signal;
      entry.remove = () => this.removeEventListener(type, listener, capture);
      signal.addEventListener('abort', entry.remove, { once: true });
    }
    list.push(entry);
    if (list.length === 1) watchers.get(this)?.(type, true);
  }

  removeEventListener(type, listener, options = undefined) {
    const all = of(this);
    if (arguments.length < 2) throw missingArgs('type', 'listener');
    if (!validListener(listener)) return;
    type = `${type}`;
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    const list = all.get(type);
    const i = list === undefined ? -1 : list.findIndex((l) => l.listener === listener && l.capture === capture);
    if (i >= 0) drop(this, all, type, list, i);
  }

  dispatchEvent(event) {
    const all = of(this);
    if (arguments.length < 1) throw missingArgs('event');
    const f = event !== null && typeof event === 'object' ? flags.get(event) : undefined;
    if (f === undefined) throw invalidArgType('event', 'Event', event);
    if (f.dispatching) throw withCode(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`);
    dispatch(this, all, event, f);
    return !event.defaultPrevented;
  }
}
webInterface(EventTarget, 'EventTarget');
inspectAs(EventTarget, () => ({}));

function of(target) {
  const all = target != null ? listenersOf.get(target) : undefined;
  if (all === undefined) throw invalidThis('EventTarget');
  return all;
}

function validListener(listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null)) return true;
  if (listener == null) return false;
  throw invalidArgType('listener', 'EventListener', listener);
}

function flatten(options) {
  if (typeof options === 'boolean') return { capture: options, once: false, passive: false, signal: undefined };
  if (options == null) return { capture: false, once: false, passive: false, signal: undefined };
  if (typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
  const { signal } = options;
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) throw invalidArgType('options.signal', 'AbortSignal', signal);
  return { capture: !!options.capture, once: !!options.once, passive: !!options.passive, signal };
}

function drop(target, all, type, list, i) {
  const entry = list[i];
  entry.removed = true;
  all.set(type, list = list.filter((_, j) => j !== i)); // a dispatch goes on with the old array
  if (entry.signal) entry.signal.removeEventListener('abort', entry.remove);
  if (list.length === 0) {
    all.delete(type);
    watchers.get(target)?.(type, false);
  }
}

function dispatch(target, all, event, f) {
  f.target = f.current = target;
  f.dispatching = true;
  f.stop = false;
  const list = all.get(event.type);
  if (list !== undefined) {
    for (const entry of list.length === 1 ? [list[0]] : list.slice()) {
      if (entry.removed) continue;
      if (entry.once) {
        const now = all.get(event.type);
        const i = now === undefined ? -1 : now.indexOf(entry);
        if (i >= 0) drop(target, all, event.type, now, i);
      }
      f.passive = entry.passive;
      try {
        const { listener } = entry;
        let result;
        if (typeof listener === 'function') result = listener.call(target, event);
        else if (typeof listener.handleEvent === 'function') result = listener.handleEvent(event);
        if (result != null && typeof result.then === 'function') result.then(undefined, uncaught);
      } catch (error) {
        uncaught(error);
      }
      f.passive = false;
      if (f.stop) break;
    }
  }
  f.dispatching = false;
  f.current = null;
  f.reset();
}

function uncaught(error) { nextTick(() => { throw error; }); }

// trusted dispatches an event of the runtime's own.
function trusted(target, type) {
  if (!listenersOf.get(target).has(type)) return;
  const event = new Event(type);
  flags.get(event).trusted = true;
  target.dispatchEvent(event);
}

// handlerAttribute defines onTYPE.
function handlerAttribute(Class, type) {
  const handlers = new WeakMap();
  Object.defineProperty(Class.prototype, `on${type}`, {
    configurable: true, enumerable: true,
    get() { return handlers.get(this)?.handler ?? null; },
    set(value) {
      const handler = typeof value === 'function' || (typeof value === 'object' && value !== null) ? value : null;
      const old = handlers.get(this);
      if (old !== undefined && handler !== null) {
        old.handler = handler;
        return;
      }
      if (old !== undefined) {
        handlers.delete(this);
        this.removeEventListener(type, old.listener);
      }
      if (handler === null) return;
      const entry = { handler, listener(event) { if (typeof entry.handler === 'function') return entry.handler.call(this, event); } };
      handlers.set(this, entry);
      this.addEventListener(type, entry.listener);
    },
  });
}

module.exports = { Event, CustomEvent, EventTarget, listenersOf, watchers, trusted, handlerAttribute };
