"use strict";

// src/node/emitter_resource.js
var { AsyncResource } = require("async_hooks"), { invalidThis } = require("internal/errors"), Referencing = class extends AsyncResource {
  #emitter;
  constructor(emitter, type, options) {
    super(type, options), this.#emitter = emitter;
  }
  get eventEmitter() {
    return this.#emitter;
  }
};
module.exports = (EventEmitter) => {
  class EventEmitterAsyncResource extends EventEmitter {
    #resource;
    constructor(options = void 0) {
      let name;
      typeof options == "string" ? (name = options, options = void 0) : name = options?.name || new.target.name, super(options), this.#resource = new Referencing(this, name, options);
    }
    emit(event, ...args) {
      return own(this, () => this.#resource).runInAsyncScope(super.emit, this, event, ...args);
    }
    emitDestroy() {
      own(this, () => this.#resource).emitDestroy();
    }
    get asyncId() {
      return own(this, () => this.#resource).asyncId();
    }
    get triggerAsyncId() {
      return own(this, () => this.#resource).triggerAsyncId();
    }
    get asyncResource() {
      return own(this, () => this.#resource);
    }
  }
  function own(emitter, read) {
    if (!(emitter instanceof EventEmitterAsyncResource)) throw invalidThis("EventEmitterAsyncResource");
    return read();
  }
  return EventEmitterAsyncResource;
};
