"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/classes.js
var require_classes = __commonJS({
  "src/shared/classes.js"(exports2, module2) {
    "use strict";
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface } = native;
    function inspectAs(Class, properties, deep) {
      Object.defineProperty(Class.prototype, custom, {
        configurable: !0,
        writable: !0,
        enumerable: !1,
        value(depth, options, inspect) {
          let name = this?.constructor?.name || Class.name;
          return depth < 0 ? deep === void 0 ? name : deep(this) : `${name} ${inspect(properties.call(this), { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
        }
      });
    }
    module2.exports = { custom, webInterface, inspectAs };
  }
});

// src/web/fetch/consume.js
var require_consume = __commonJS({
  "src/web/fetch/consume.js"(exports2, module2) {
    "use strict";
    var loaded, late = () => loaded ??= require("internal/fetch_parts"), unusable = () => new TypeError("Body is unusable: Body has already been read"), disturbed = (body) => body.used || body.stream !== void 0 && (body.stream.locked || body.stream._disturbed === !0);
    function consume(state, make, ofText) {
      let { body } = state;
      try {
        if (body === null) return Promise.resolve(make(late().held(late().extract("").body)));
        if (disturbed(body)) throw unusable();
        if (body.used = !0, ofText !== void 0 && body.from !== void 0 && body.stream === void 0) {
          let text = body.wholeText();
          if (text !== void 0) return Promise.resolve(ofText(text));
        }
        let bytes = body.stream !== void 0 ? readAll(body.stream.getReader()) : body.source !== void 0 ? body.source.readAll() : late().held(body);
        return bytes instanceof Promise ? bytes.then(make) : Promise.resolve(make(bytes));
      } catch (error) {
        return Promise.reject(error);
      }
    }
    async function readAll(reader) {
      let parts = [];
      for (; ; ) {
        let { done, value } = await reader.read();
        if (done) return require("internal/bytes").concat(parts);
        parts.push(late().toBytes(value));
      }
    }
    var itself = (text) => text;
    function mixin(of) {
      let read = (object, make, ofText) => {
        try {
          return consume(of(object), make, ofText);
        } catch (error) {
          return Promise.reject(error);
        }
      };
      return {
        get body() {
          let { body } = of(this);
          return body === null ? null : late().streamOf(body);
        },
        get bodyUsed() {
          let { body } = of(this);
          return body !== null && (body.used || body.stream?._disturbed === !0);
        },
        arrayBuffer() {
          return read(this, (b) => b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength));
        },
        bytes() {
          return read(this, (b) => b.slice());
        },
        blob() {
          return read(this, (b) => new (require("internal/blob")).Blob([b], { type: (this.headers.get("content-type") ?? "").replace(/;\s+/g, ";") }));
        },
        text() {
          return read(this, native.decodeUTF8, itself);
        },
        json() {
          return read(this, (b) => JSON.parse(native.decodeUTF8(b)), JSON.parse);
        },
        formData() {
          return read(this, (b) => late().decode(b, this.headers.get("content-type")));
        }
      };
    }
    module2.exports = { late, disturbed, mixin };
  }
});

// src/web/fetch/response.js
var require_response = __commonJS({
  "src/web/fetch/response.js"(exports2, module2) {
    "use strict";
    var { webInterface, inspectAs } = require_classes(), { late, disturbed, mixin } = require_consume(), stateOf, made = /* @__PURE__ */ Symbol("made");
    function of(response) {
      let s = stateOf(response);
      if (s === void 0) throw new TypeError("Illegal invocation");
      return s;
    }
    var redirectStatus = [301, 302, 303, 307, 308], bare = (type, status, headers) => new Response(made, { type, url: "", redirected: !1, status, statusText: "", headers: late().fromNetwork(headers), body: null }), Response = class _Response {
      #state;
      static {
        stateOf = (value) => value !== null && typeof value == "object" && #state in value ? value.#state : void 0;
      }
      constructor(body = null, init = void 0) {
        this.#state = body === made ? init : late().stateFor(init, late().extract(body));
      }
      static error() {
        return bare("error", 0, []);
      }
      static json(data, init = void 0) {
        let text = JSON.stringify(data);
        if (text === void 0) throw new TypeError("Value is not JSON serializable");
        return new _Response(made, late().stateFor(init, { body: late().extract(text).body, type: "application/json" }));
      }
      static redirect(url, status = 302) {
        let parsed;
        try {
          parsed = new globalThis.URL(`${url}`);
        } catch (cause) {
          throw new TypeError(`Failed to parse URL from ${url}`, { cause });
        }
        if (!redirectStatus.includes(status)) throw new RangeError(`Invalid status code ${status}`);
        return bare("default", status, ["location", parsed.href]);
      }
      get type() {
        return of(this).type;
      }
      get url() {
        return of(this).url;
      }
      get redirected() {
        return of(this).redirected;
      }
      get status() {
        return of(this).status;
      }
      get ok() {
        let { status } = of(this);
        return status >= 200 && status <= 299;
      }
      get statusText() {
        return of(this).statusText;
      }
      get headers() {
        return headersOf(of(this));
      }
      clone() {
        let s = of(this);
        if (s.body !== null && disturbed(s.body)) throw new TypeError("Response.clone: Body has already been consumed.");
        let [one, two] = late().twice(s.body);
        s.body = one;
        let { type, url, redirected, status, statusText } = s;
        return new _Response(made, { type, url, redirected, status, statusText, headers: new (late()).Headers(headersOf(s)), body: two });
      }
    };
    webInterface(Response, "Response", mixin(of));
    inspectAs(Response, function() {
      let shown = {};
      for (let key of ["status", "statusText", "headers", "body", "bodyUsed", "ok", "redirected", "type", "url"]) shown[key] = this[key];
      return shown;
    });
    function headersOf(s) {
      return s.headers === void 0 && (s.headers = new (late()).Headers(), late().addType(s.headers, s.contentType)), s.headers;
    }
    function flatHeaders(s) {
      return s.headers !== void 0 ? late().flat(s.headers) : s.contentType === void 0 ? [] : ["content-type", s.contentType];
    }
    var nothing = () => {
    }, Received = class {
      constructor(from, status, address, hasBody) {
        this.from = from, this.status = status, this.address = address, this.body = hasBody ? this : null, this.used = !1;
      }
      get type() {
        return "basic";
      }
      get url() {
        return native.responseURL(this.from);
      }
      get redirected() {
        return this.url !== this.address;
      }
      get statusText() {
        return native.statusText(this.from);
      }
      get headers() {
        return this.made ??= late().fromNetwork(native.responseHeaders(this.from));
      }
      get source() {
        return this;
      }
      // attend says which signal aborts the reading, and what to call at its end.
      attend(signal, over) {
        this.signal = signal, this.over = over;
      }
      read() {
        return this.check(), native.read(this.from).then((chunk) => (chunk === null && this.over(), chunk), (cause) => this.terminated(cause));
      }
      // wholeText returns the text of a short body that is there already, or undefined.
      wholeText() {
        this.check();
        let text = native.takeText(this.from);
        return text !== void 0 && this.over(), text;
      }
      // readAll returns bytes that are there already, or a promise.
      readAll() {
        this.check();
        let all = native.readAll(this.from);
        return all instanceof Promise ? all.then((bytes) => (this.over(), bytes), (cause) => this.terminated(cause)) : (this.over(), all);
      }
      check() {
        if (this.signal?.aborted) throw this.signal.reason;
      }
      terminated(cause) {
        throw this.over(), this.signal?.aborted ? this.signal.reason : new TypeError("terminated", { cause });
      }
      cancel() {
        this.over(), native.close(this.from);
      }
    };
    Received.prototype.over = nothing;
    var received2 = (from, status, address, hasBody) => new Response(made, new Received(from, status, address, hasBody)), madeFrom = (state) => new Response(made, state);
    module2.exports = { Response, received: received2, madeFrom, flatHeaders, sent: (value) => stateOf(value) };
  }
});

// src/web/fetch.js
var received, answered = (r, status, address, hasBody) => (received ??= require_response().received)(r, status, address, hasBody), fetch = native.fetch((...args) => require("internal/fetch_parts").general(...args), answered);
module.exports = {
  fetch,
  consume: require_consume(),
  get response() {
    return require_response();
  },
  get Response() {
    return require_response().Response;
  },
  get Headers() {
    return require("internal/fetch_parts").Headers;
  },
  get Request() {
    return require("internal/fetch_parts").Request;
  },
  get FormData() {
    return require("internal/fetch_parts").FormData;
  },
  get serve() {
    return require("internal/fetch_parts").serve;
  }
};
