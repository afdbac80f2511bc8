'use strict';
// node:diagnostics_channel: named channels, and tracing channels made of five of them.
const { validateFunction, invalidArgType } = require('internal/errors');

const channels = new Map();

class Channel {
  #subscribers = []; #stores = new Map();
  constructor(name) {
    this.name = name;
  }
  get hasSubscribers() { return this.#subscribers.length > 0 || this.#stores.size > 0; }
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this.#subscribers = [...this.#subscribers, subscription];
  }
  unsubscribe(subscription) {
    const at = this.#subscribers.indexOf(subscription);
    if (at < 0) return false;
    this.#subscribers = this.#subscribers.filter((_, i) => i !== at);
    return true;
  }
  bindStore(store, transform) { this.#stores.set(store, transform); }
  unbindStore(store) { return this.#stores.delete(store); }
  publish(data) {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(data, this.name);
      } catch (error) {
        process.nextTick(() => { throw error; });
      }
    }
  }
  runStores(data, fn, thisArg, ...args) {
    let run = () => {
      this.publish(data);
      return Reflect.apply(fn, thisArg, args);
    };
    for (const [store, transform] of this.#stores) {
      const next = run;
      run = () => {
        let context = data;
        if (transform !== undefined) {
          try {
            context = transform(data);
          } catch (error) {
            process.nextTick(() => { throw error; });
            return next();
          }
        }
        return store.run(context, next);
      };
    }
    return run();
  }
}

function channel(name) {
  const known = channels.get(name);
  if (known !== undefined) return known;
  if (typeof name !== 'string' && typeof name !== 'symbol') throw invalidArgType('channel', ['string', 'symbol'], name);
  const made = new Channel(name);
  channels.set(name, made);
  return made;
}

const subscribe = (name, subscription) => channel(name).subscribe(subscription);
const unsubscribe = (name, subscription) => channel(name).unsubscribe(subscription);
const hasSubscribers = (name) => channels.get(name)?.hasSubscribers ?? false;

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

class TracingChannel {
  constructor(given) {
    for (const name of events) {
      let found;
      if (typeof given === 'string') found = channel(`tracing:${given}:${name}`);
      else if (given !== null && typeof given === 'object') {
        found = given[name];
        Object.getPrototypeOf(found); // as in Node, undefined has another error
        if (!(found instanceof Channel)) throw invalidArgType(`nameOrChannels.${name}`, ['Channel'], found);
      } else throw invalidArgType('nameOrChannels', ['string', 'TracingChannel', 'Object'], given);
      Object.defineProperty(this, name, { value: found, enumerable: false, writable: false, configurable: false });
    }
  }
  get hasSubscribers() { return events.some((name) => this[name].hasSubscribers); }
  subscribe(handlers) {
    for (const name of events) if (handlers[name]) this[name]?.subscribe(handlers[name]);
  }
  unsubscribe(handlers) {
    let done = true;
    for (const name of events) if (handlers[name] && !this[name]?.unsubscribe(handlers[name])) done = false;
    return done;
  }
  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const { start, end, error } = this;
    return start.runStores(context, () => {
      try {
        const result = Reflect.apply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }
  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const { start, end, asyncStart, asyncEnd, error } = this;
    const reject = (reason) => {
      context.error = reason;
      error.publish(context);
      asyncStart.publish(context);
      asyncEnd.publish(context);
      return Promise.reject(reason);
    };
    const resolve = (result) => {
      context.result = result;
      asyncStart.publish(context);
      asyncEnd.publish(context);
      return result;
    };
    return start.runStores(context, () => {
      try {
        let promise = Reflect.apply(fn, thisArg, args);
        if (!(promise instanceof Promise)) promise = Promise.resolve(promise);
        return promise.then(resolve, reject);
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }
  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const { start, end, asyncStart, asyncEnd, error } = this;
    const callback = args.at(position);
    validateFunction(callback, 'callback');
    function wrapped(...given) {
      const [failure, result] = given;
      if (failure) {
        context.error = failure;
        error.publish(context);
      } else {
        context.result = result;
      }
      asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, this, given);
        } finally {
          asyncEnd.publish(context);
        }
      });
    }
    args.splice(position, 1, wrapped);
    return start.runStores(context, () => {
      try {
        return Reflect.apply(fn, thisArg, args);
      } catch (thrown) {
        context.error = thrown;
        error.publish(context);
        throw thrown;
      } finally {
        end.publish(context);
      }
    });
  }
}

module.exports = { channel, hasSubscribers, subscribe, tracingChannel: (given) => new TracingChannel(given), unsubscribe, Channel };
