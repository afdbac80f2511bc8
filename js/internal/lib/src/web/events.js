'use strict';
// Event, CustomEvent and EventTarget as in Node: there is no tree of targets, listeners are called
// in the order in which they were added, and an exception in one is an uncaught exception of the
// next tick. Where Node's dispatch differs from the standard, this code follows the standard: a
// listener that is added during the dispatch is not called, a passive listener cannot prevent the
// default, an event is being dispatched until its last listener has returned, and a stopped event
// can be dispatched again.
const { withCode, hidden, invalidArgType, invalidArgValue, missingArgs, invalidThis, validateAbortSignal } = require('internal/errors');
const { webInterface, inspectAs } = require('../shared/classes');

const nextTick = process.nextTick;

// stateOf returns the private state of an event, or undefined for another value.
let stateOf;
const trust = {}; // as options: an event of the runtime itself

class Event {
  #state;
  static { stateOf = (event) => (event !== null && typeof event === 'object' && #state in event ? event.#state : undefined); }

  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    if (options != null && (typeof options !== 'object' || Array.isArray(options))) throw invalidArgType('options', 'object', options);
    this.#state = {
      type: `${type}`, bubbles: !!options?.bubbles, cancelable: !!options?.cancelable, composed: !!options?.composed,
      trusted: options === trust, timeStamp: native.now(), target: null, dispatching: false, prevented: false, stopped: false, stop: false, passive: false,
    };
  }
  initEvent(type, bubbles = false, cancelable = false) {
    const s = own(this);
    if (arguments.length === 0) throw missingArgs('type');
    if (s.dispatching) return;
    s.type = `${type}`;
    s.bubbles = !!bubbles;
    s.cancelable = !!cancelable;
    s.prevented = s.stopped = s.stop = false;
  }
  stopImmediatePropagation() {
    const s = own(this);
    s.stopped = s.stop = true;
  }
  preventDefault() {
    const s = own(this);
    if (!s.passive && s.cancelable) s.prevented = true;
  }
  get target() { return own(this).target; }
  get currentTarget() { return own(this).dispatching ? own(this).target : null; }
  get srcElement() { return own(this).target; }
  get type() { return own(this).type; }
  get cancelable() { return own(this).cancelable; }
  get defaultPrevented() { return own(this).prevented; }
  get timeStamp() { return own(this).timeStamp; }
  composedPath() { return own(this).dispatching ? [own(this).target] : []; }
  get returnValue() { return !own(this).prevented; }
  get bubbles() { return own(this).bubbles; }
  get composed() { return own(this).composed; }
  get eventPhase() { return own(this).dispatching ? 2 : 0; }
  get cancelBubble() { return own(this).stopped; }
  set cancelBubble(value) { if (value) own(this).stopped = true; else own(this); }
  stopPropagation() { own(this).stopped = true; }
}
webInterface(Event, 'Event');
Object.defineProperty(Event.prototype, 'isTrusted', { get: function isTrusted() { return stateOf(this)?.trusted === true; }, enumerable: true, configurable: false });
inspectAs(Event, function () {
  return { type: this.type, defaultPrevented: this.defaultPrevented, cancelable: this.cancelable, timeStamp: this.timeStamp };
});
for (const [value, name] of ['NONE', 'CAPTURING_PHASE', 'AT_TARGET', 'BUBBLING_PHASE'].entries()) Object.defineProperty(Event, name, { value, enumerable: true });

function own(event) {
  const s = stateOf(event);
  if (s === undefined) throw invalidThis('Event');
  return s;
}

class CustomEvent extends Event {
  #detail;
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw missingArgs('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }
  get detail() {
    if (!(#detail in this)) throw invalidThis('CustomEvent');
    return this.#detail;
  }
}
webInterface(CustomEvent, 'CustomEvent');

// all maps a target to its listeners: from a type to the head of a list. A dispatch walks the list
// while listeners change it. A removed listener still has its link to the next one, and an added
// one has a number that is too high.
const all = new WeakMap();
let numbers = 0;
const watchers = new WeakMap(); // by target: called with a type and the new number of its listeners
const limits = new WeakMap(); // by target, if not the default: the number of listeners above which a warning is emitted
let most = 10; // the default for new targets
const warned = new WeakSet();

// firm are the options of a listener of the runtime itself. It is called even if a program's
// listener has stopped the event.
const firm = { once: true };

class EventTarget {
  constructor() {
    all.set(this, new Map());
    if (most !== 10) limits.set(this, most);
  }

  addEventListener(type, listener, options = undefined) {
    const heads = headsOf(this);
    if (arguments.length < 2) throw missingArgs('type', 'listener');
    const { capture, once, passive, signal } = flatten(options);
    let entry;
    if (signal) {
      if (signal.aborted) return;
      const target = this;
      entry = { remove() { target.removeEventListener(type, listener, options); } };
      signal.addEventListener('abort', entry.remove, firm);
    }
    if (!validListener(listener)) {
      const warning = new Error(`addEventListener called with ${listener} which has no effect.`);
      hidden(warning, 'name', 'AddEventListenerArgumentTypeWarning');
      process.emitWarning(Object.assign(warning, { target: this, type }));
      return;
    }
    type = text(type);
    let head = heads.get(type);
    if (head === undefined) heads.set(type, head = { size: 0, next: undefined, firm: false });
    let last = head;
    for (let e = head.next; e !== undefined; last = e, e = e.next) if (e.listener === listener && e.capture === capture) return;
    last.next = Object.assign(entry ?? {}, {
      number: ++numbers, listener, call: callOf(listener), capture, once, passive, signal, firm: options === firm, removed: false, previous: last, next: undefined,
    });
    if (options === firm) head.firm = true;
    head.size++;
    added(this, type, head.size);
  }

  removeEventListener(type, listener, options = undefined) {
    const heads = headsOf(this);
    if (arguments.length < 2) throw missingArgs('type', 'listener');
    if (!validListener(listener)) return;
    type = text(type);
    const capture = typeof options === 'boolean' ? options : !!options?.capture;
    const head = heads.get(type);
    for (let e = head?.next; e !== undefined; e = e.next) {
      if (e.listener !== listener || e.capture !== capture) continue;
      drop(this, type, head, e);
      if (head.size === 0) heads.delete(type);
      return;
    }
  }

  dispatchEvent(event) {
    const heads = headsOf(this);
    if (arguments.length < 1) throw missingArgs('event');
    const s = stateOf(event);
    if (s === undefined) throw invalidArgType('event', 'Event', event);
    if (s.dispatching) throw withCode(Error, 'ERR_EVENT_RECURSION', `The event "${event.type}" is already being dispatched`);
    s.target = this;
    const head = heads.get(s.type);
    if (head !== undefined) dispatch(this, s.type, head, event, s);
    else s.stopped = s.stop = false;
    return !s.prevented;
  }
}
webInterface(EventTarget, 'EventTarget');
inspectAs(EventTarget, () => ({}));

function headsOf(target) {
  const heads = target != null ? all.get(target) : undefined;
  if (heads === undefined) throw invalidThis('EventTarget');
  return heads;
}

function text(type) {
  if (typeof type === 'symbol') throw invalidArgValue('value', type);
  return `${type}`;
}

function validListener(listener) {
  if (typeof listener === 'function' || typeof listener?.handleEvent === 'function') return true;
  if (listener == null) return false;
  if (typeof listener === 'object') return true;
  throw invalidArgType('listener', 'EventListener', listener);
}

// callOf returns the function to call for a listener. An object's method is looked up for each
// call, and its exceptions come from a promise.
function callOf(listener) {
  if (typeof listener === 'function') return listener;
  return async (event) => { if (listener.handleEvent) await listener.handleEvent(event); };
}

function flatten(options) {
  if (options === undefined || options === null) return { capture: false, once: false, passive: false, signal: undefined };
  if (typeof options === 'boolean') return { capture: options, once: false, passive: false, signal: undefined };
  if (typeof options !== 'object' && typeof options !== 'function') throw invalidArgType('options', 'Object', options);
  const once = !!options.once, capture = !!options.capture, passive = !!options.passive;
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  return { capture, once, passive, signal };
}

function added(target, type, size) {
  watchers.get(target)?.(type, size);
  const limit = limits.get(target) ?? 10;
  if (limit === 0 || size <= limit || warned.has(target)) return;
  warned.add(target);
  const name = require('node:util').inspect(target, { depth: -1 });
  const warning = new Error(`Possible EventTarget memory leak detected. ${size} ${type} listeners added to ${name}. MaxListeners is ${limit}. Use events.setMaxListeners() to increase limit`);
  hidden(warning, 'name', 'MaxListenersExceededWarning');
  process.emitWarning(Object.assign(warning, { target, type, count: size }));
}

function drop(target, type, head, entry) {
  entry.previous.next = entry.next;
  if (entry.next !== undefined) entry.next.previous = entry.previous;
  entry.removed = true;
  head.size--;
  watchers.get(target)?.(type, head.size);
  if (entry.signal) entry.signal.removeEventListener('abort', entry.remove);
}

function dispatch(target, type, head, event, s) {
  const newest = numbers;
  s.dispatching = true;
  for (let e = head.next; e !== undefined && e.number <= newest && (head.firm || !s.stop); e = e.next) {
    if (e.removed || s.stop && !e.firm) continue;
    if (e.once) {
      drop(target, type, head, e);
      if (head.size === 0) all.get(target).delete(type);
    }
    s.passive = e.passive;
    try {
      const result = e.call.call(target, event);
      if (result !== undefined && result !== null) {
        const { then } = result;
        if (typeof then === 'function') then.call(result, undefined, uncaught);
      }
    } catch (error) {
      uncaught(error);
    }
  }
  s.dispatching = s.passive = s.stopped = s.stop = false;
}

function uncaught(error) { nextTick(() => { throw error; }); }

// trusted dispatches an event of the runtime itself.
function trusted(target, type) {
  if (all.get(target).has(type)) target.dispatchEvent(new Event(type, trust));
}

// fire dispatches any event of the runtime itself.
function fire(target, event) {
  stateOf(event).trusted = true;
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

// listenersOf returns the listeners of a type, or undefined if target is not an EventTarget.
function listenersOf(target, type) {
  const heads = target !== null && typeof target === 'object' ? all.get(target) : undefined;
  if (heads === undefined) return undefined;
  const list = [];
  for (let e = heads.get(type)?.next; e !== undefined; e = e.next) list.push(e.listener);
  return list;
}

const isTarget = (value) => value !== null && typeof value === 'object' && all.has(value);
const limitOf = (target) => limits.get(target) ?? 10;
const setLimit = (target, n) => { limits.set(target, n); };
const setMost = (n) => { most = n; };

module.exports = { Event, CustomEvent, EventTarget, listenersOf, isTarget, limitOf, setLimit, setMost, watchers, trusted, fire, firm, handlerAttribute };
