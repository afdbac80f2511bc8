"use strict";

// src/node/diagnostics_channel.js
var { validateFunction, invalidArgType } = require("internal/errors"), channels = /* @__PURE__ */ new Map(), Channel = class {
  #subscribers = [];
  #stores = /* @__PURE__ */ new Map();
  constructor(name) {
    this.name = name;
  }
  get hasSubscribers() {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }
  subscribe(subscription) {
    validateFunction(subscription, "subscription"), this.#subscribers = [...this.#subscribers, subscription];
  }
  unsubscribe(subscription) {
    let at = this.#subscribers.indexOf(subscription);
    return at < 0 ? !1 : (this.#subscribers = this.#subscribers.filter((_, i) => i !== at), !0);
  }
  bindStore(store, transform) {
    this.#stores.set(store, transform);
  }
  unbindStore(store) {
    return this.#stores.delete(store);
  }
  publish(data) {
    for (let subscriber of this.#subscribers)
      try {
        subscriber(data, this.name);
      } catch (error) {
        process.nextTick(() => {
          throw error;
        });
      }
  }
  runStores(data, fn, thisArg, ...args) {
    let run = () => (this.publish(data), Reflect.apply(fn, thisArg, args));
    for (let [store, transform] of this.#stores) {
      let next = run;
      run = () => {
        let context = data;
        if (transform !== void 0)
          try {
            context = transform(data);
          } catch (error) {
            return process.nextTick(() => {
              throw error;
            }), next();
          }
        return store.run(context, next);
      };
    }
    return run();
  }
};
function channel(name) {
  let known = channels.get(name);
  if (known !== void 0) return known;
  if (typeof name != "string" && typeof name != "symbol") throw invalidArgType("channel", ["string", "symbol"], name);
  let made = new Channel(name);
  return channels.set(name, made), made;
}
var subscribe = (name, subscription) => channel(name).subscribe(subscription), unsubscribe = (name, subscription) => channel(name).unsubscribe(subscription), hasSubscribers = (name) => channels.get(name)?.hasSubscribers ?? !1, events = ["start", "end", "asyncStart", "asyncEnd", "error"], TracingChannel = class {
  constructor(given) {
    for (let name of events) {
      let found;
      if (typeof given == "string") found = channel(`tracing:${given}:${name}`);
      else if (given !== null && typeof given == "object") {
        if (found = given[name], Object.getPrototypeOf(found), !(found instanceof Channel)) throw invalidArgType(`nameOrChannels.${name}`, ["Channel"], found);
      } else throw invalidArgType("nameOrChannels", ["string", "TracingChannel", "Object"], given);
      Object.defineProperty(this, name, { value: found, enumerable: !1, writable: !1, configurable: !1 });
    }
  }
  get hasSubscribers() {
    return events.some((name) => this[name].hasSubscribers);
  }
  subscribe(handlers) {
    for (let name of events) handlers[name] && this[name]?.subscribe(handlers[name]);
  }
  unsubscribe(handlers) {
    let done = !0;
    for (let name of events) handlers[name] && !this[name]?.unsubscribe(handlers[name]) && (done = !1);
    return done;
  }
  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    let { start, end, error } = this;
    return start.runStores(context, () => {
      try {
        let result = Reflect.apply(fn, thisArg, args);
        return context.result = result, result;
      } catch (thrown) {
        throw context.error = thrown, error.publish(context), thrown;
      } finally {
        end.publish(context);
      }
    });
  }
  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    let { start, end, asyncStart, asyncEnd, error } = this, reject = (reason) => (context.error = reason, error.publish(context), asyncStart.publish(context), asyncEnd.publish(context), Promise.reject(reason)), resolve = (result) => (context.result = result, asyncStart.publish(context), asyncEnd.publish(context), result);
    return start.runStores(context, () => {
      try {
        let promise = Reflect.apply(fn, thisArg, args);
        return promise instanceof Promise || (promise = Promise.resolve(promise)), promise.then(resolve, reject);
      } catch (thrown) {
        throw context.error = thrown, error.publish(context), thrown;
      } finally {
        end.publish(context);
      }
    });
  }
  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    let { start, end, asyncStart, asyncEnd, error } = this, callback = args.at(position);
    validateFunction(callback, "callback");
    function wrapped(...given) {
      let [failure, result] = given;
      failure ? (context.error = failure, error.publish(context)) : context.result = result, asyncStart.runStores(context, () => {
        try {
          return Reflect.apply(callback, this, given);
        } finally {
          asyncEnd.publish(context);
        }
      });
    }
    return args.splice(position, 1, wrapped), start.runStores(context, () => {
      try {
        return Reflect.apply(fn, thisArg, args);
      } catch (thrown) {
        throw context.error = thrown, error.publish(context), thrown;
      } finally {
        end.publish(context);
      }
    });
  }
};
module.exports = { channel, hasSubscribers, subscribe, tracingChannel: (given) => new TracingChannel(given), unsubscribe, Channel };
