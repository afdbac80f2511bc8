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
          let name = this.constructor && this.constructor.name || Class.name;
          if (depth < 0) return deep === void 0 ? name : deep(this);
          let inner = { ...options, depth: options.depth == null ? null : options.depth - 1 };
          return `${name} ${inspect(properties.call(this), inner)}`;
        }
      });
    }
    module2.exports = { custom, webInterface, inspectAs };
  }
});

// src/web/fetch/headers.js
var require_headers = __commonJS({
  "src/web/fetch/headers.js"(exports2, module2) {
    "use strict";
    var { invalidThis, validateFunction } = require("internal/errors"), { webInterface, custom } = require_classes(), token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, stateOf = /* @__PURE__ */ new WeakMap();
    function checkName(method, name) {
      if (name = `${name}`, !token.test(name)) throw new TypeError(`Headers.${method}: "${name}" is an invalid header name.`);
      return name.toLowerCase();
    }
    function checkValue(method, value) {
      value = `${value}`;
      for (let i = 0; i < value.length; i++)
        if (value.charCodeAt(i) > 255)
          throw new TypeError(`Cannot convert argument to a ByteString because the character at index ${i} has a value of ${value.charCodeAt(i)} which is greater than 255.`);
      if (value = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ""), /[\0\n\r]/.test(value)) throw new TypeError(`Headers.${method}: "${value}" is an invalid header value.`);
      return value;
    }
    function of(headers) {
      let s = headers != null ? stateOf.get(headers) : void 0;
      if (s === void 0) throw invalidThis("Headers");
      return s;
    }
    function mutable(headers) {
      let s = of(headers);
      if (s.immutable) throw new TypeError("immutable");
      return s;
    }
    function need(method, given, wanted) {
      if (given < wanted) throw new TypeError(`Headers.${method}: ${wanted} argument${wanted > 1 ? "s" : ""} required, but${given ? " only" : ""} ${given} present.`);
    }
    function sorted({ list }) {
      let names = [...new Set(list.map(([name]) => name))].sort(), pairs = [];
      for (let name of names) {
        let values = list.filter(([n]) => n === name).map(([, v]) => v);
        if (name === "set-cookie") for (let value of values) pairs.push([name, value]);
        else pairs.push([name, values.join(", ")]);
      }
      return pairs;
    }
    var Headers2 = class {
      constructor(init = void 0) {
        if (stateOf.set(this, { list: [], immutable: !1 }), init !== void 0) {
          if (init === null || typeof init != "object" && typeof init != "function")
            throw new TypeError('Headers constructor: init given is not one of ["sequence<sequence<ByteString>>", "record<ByteString, ByteString>"].');
          if (stateOf.has(init))
            for (let [name, value] of stateOf.get(init).list) this.append(name, value);
          else if (init[Symbol.iterator] != null)
            for (let pair of init) {
              let parts = pair != null && typeof pair == "object" && pair[Symbol.iterator] ? [...pair] : void 0;
              if (parts === void 0 || parts.length !== 2) throw new TypeError("Headers constructor: expected name/value pair to be length 2, found " + (parts ? parts.length : 0) + ".");
              this.append(parts[0], parts[1]);
            }
          else
            for (let key of Reflect.ownKeys(init)) {
              let descriptor = Reflect.getOwnPropertyDescriptor(init, key);
              descriptor !== void 0 && descriptor.enumerable && this.append(typeof key == "symbol" ? key : String(key), init[key]);
            }
        }
      }
      append(name, value) {
        let s = mutable(this);
        need("append", arguments.length, 2), s.list.push([checkName("append", name), checkValue("append", value)]);
      }
      delete(name) {
        let s = mutable(this);
        need("delete", arguments.length, 1), name = checkName("delete", name), s.list = s.list.filter(([n]) => n !== name);
      }
      get(name) {
        let s = of(this);
        need("get", arguments.length, 1), name = checkName("get", name);
        let values = s.list.filter(([n]) => n === name);
        return values.length ? values.map(([, v]) => v).join(", ") : null;
      }
      has(name) {
        let s = of(this);
        return need("has", arguments.length, 1), name = checkName("has", name), s.list.some(([n]) => n === name);
      }
      set(name, value) {
        let s = mutable(this);
        need("set", arguments.length, 2), name = checkName("set", name), value = checkValue("set", value);
        let i = s.list.findIndex(([n]) => n === name);
        i < 0 ? s.list.push([name, value]) : s.list = s.list.filter(([n], j) => n !== name || j === i).map((pair) => pair[0] === name ? [name, value] : pair);
      }
      getSetCookie() {
        return of(this).list.filter(([n]) => n === "set-cookie").map(([, v]) => v);
      }
      forEach(callback, thisArg = void 0) {
        of(this), validateFunction(callback, "callbackFn");
        for (let [name, value] of this) callback.call(thisArg, value, name, this);
      }
      *entries() {
        for (let i = 0, p; i < (p = sorted(of(this))).length; i++) yield p[i];
      }
      *keys() {
        for (let [name] of this.entries()) yield name;
      }
      *values() {
        for (let [, value] of this.entries()) yield value;
      }
    };
    webInterface(Headers2, "Headers");
    Object.defineProperty(Headers2.prototype, Symbol.iterator, { value: Headers2.prototype.entries, writable: !0, configurable: !0 });
    Object.defineProperty(Headers2.prototype, custom, {
      configurable: !0,
      writable: !0,
      value(depth, options, inspect) {
        let object = {};
        for (let [name, value] of of(this).list) object[name] = name in object ? `${object[name]}, ${value}` : value;
        return `Headers ${inspect(object, options)}`;
      }
    });
    function fromNetwork2(flat3) {
      let headers = new Headers2(), s = stateOf.get(headers);
      for (let i = 0; i < flat3.length; i += 2) s.list.push([flat3[i].toLowerCase(), flat3[i + 1]]);
      return s.immutable = !0, headers;
    }
    var flat2 = (headers) => sorted(of(headers)).flat();
    module2.exports = { Headers: Headers2, fromNetwork: fromNetwork2, flat: flat2 };
  }
});

// src/web/fetch/entries.js
var require_entries = __commonJS({
  "src/web/fetch/entries.js"(exports2, module2) {
    "use strict";
    var entriesOf = /* @__PURE__ */ new WeakMap();
    module2.exports = { entriesOf };
  }
});

// src/web/fetch/formdata.js
var require_formdata = __commonJS({
  "src/web/fetch/formdata.js"(exports2, module2) {
    "use strict";
    var { invalidThis, validateFunction } = require("internal/errors"), { webInterface, inspectAs } = require_classes(), { File } = require("internal/blob"), { bytesOf, concat } = require("internal/bytes"), { entriesOf } = require_entries(), of = (form) => {
      let entries = form != null ? entriesOf.get(form) : void 0;
      if (entries === void 0) throw invalidThis("FormData");
      return entries;
    };
    function need(method, given, wanted) {
      if (given < wanted) throw new TypeError(`FormData.${method}: ${wanted} argument${wanted > 1 ? "s" : ""} required, but${given ? " only" : ""} ${given} present.`);
    }
    function entry(method, args) {
      let [name, value, filename] = args;
      if (args.length > 2 && !bytesOf.has(value)) throw new TypeError(`FormData.${method}: parameter 2 is not of type 'Blob'.`);
      if (!bytesOf.has(value)) return [native.scalar(`${name}`), native.scalar(`${value}`)];
      let file = value;
      return (!(file instanceof File) || filename !== void 0) && (file = new File([file], filename !== void 0 ? filename : file.name ?? "blob", { type: file.type, lastModified: file.lastModified })), [native.scalar(`${name}`), file];
    }
    var FormData = class {
      constructor(form = void 0) {
        if (form !== void 0) throw new TypeError("FormData constructor: Argument 1 could not be converted to: undefined.");
        entriesOf.set(this, []);
      }
      append(...args) {
        let entries = of(this);
        need("append", args.length, 2), entries.push(entry("append", args));
      }
      delete(name) {
        let entries = of(this);
        need("delete", arguments.length, 1), entriesOf.set(this, entries.filter(([n]) => n !== `${name}`));
      }
      get(name) {
        need("get", arguments.length, 1);
        let found = of(this).find(([n]) => n === `${name}`);
        return found === void 0 ? null : found[1];
      }
      getAll(name) {
        return need("getAll", arguments.length, 1), of(this).filter(([n]) => n === `${name}`).map(([, v]) => v);
      }
      has(name) {
        return need("has", arguments.length, 1), of(this).some(([n]) => n === `${name}`);
      }
      set(...args) {
        let entries = of(this);
        need("set", args.length, 2);
        let made = entry("set", args), i = entries.findIndex(([n]) => n === made[0]);
        i < 0 ? entries.push(made) : entriesOf.set(this, entries.filter(([n], j) => n !== made[0] || j === i).map((e) => e[0] === made[0] ? made : e));
      }
      forEach(callback, thisArg = void 0) {
        of(this), validateFunction(callback, "callbackFn");
        for (let [name, value] of this) callback.call(thisArg, value, name, this);
      }
      *entries() {
        for (let i = 0; i < of(this).length; i++) yield of(this)[i].slice();
      }
      *keys() {
        for (let [name] of this.entries()) yield name;
      }
      *values() {
        for (let [, value] of this.entries()) yield value;
      }
    };
    webInterface(FormData, "FormData");
    Object.defineProperty(FormData.prototype, Symbol.iterator, { value: FormData.prototype.entries, writable: !0, configurable: !0 });
    inspectAs(FormData, function() {
      let object = {};
      for (let [name, value] of of(this))
        name in object ? Array.isArray(object[name]) ? object[name].push(value) : object[name] = [object[name], value] : object[name] = value;
      return object;
    });
    var escape = (name) => name.replace(/\r\n|\r|\n/g, "%0D%0A").replace(/"/g, "%22"), lines = (text) => text.replace(/\r\n|\r|\n/g, `\r
`);
    function encode(form) {
      let boundary = `----formdata-wakeful-${native.boundary()}`, parts = [], text = (t) => parts.push(new Uint8Array(native.encode(t)));
      for (let [name, value] of of(form)) {
        if (typeof value == "string") {
          text(`--${boundary}\r
Content-Disposition: form-data; name="${escape(lines(name))}"\r
\r
${lines(value)}\r
`);
          continue;
        }
        text(`--${boundary}\r
Content-Disposition: form-data; name="${escape(lines(name))}"; filename="${escape(value.name)}"\r
Content-Type: ${value.type || "application/octet-stream"}\r
\r
`), parts.push(bytesOf.get(value)), text(`\r
`);
      }
      return text(`--${boundary}--\r
`), { bytes: concat(parts), type: `multipart/form-data; boundary=${boundary}` };
    }
    function decode(bytes, contentType) {
      let type = contentType === null ? void 0 : native.mediaType(contentType), form = new FormData();
      if (type?.[0] === "multipart/form-data" && type[1] !== void 0) {
        let parts = native.parseMultipart(bytes, type[1]);
        if (parts === void 0) throw new TypeError("Failed to parse body as FormData.");
        for (let [name, filename, partType, data] of parts)
          filename === void 0 ? form.append(name, native.decodeUTF8(data)) : form.append(name, new File([data], filename, { type: partType }));
        return form;
      }
      if (type?.[0] === "application/x-www-form-urlencoded") {
        for (let [name, value] of new URLSearchParams(native.decodeUTF8(bytes))) form.append(name, value);
        return form;
      }
      throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
    }
    module2.exports = { FormData, encode, decode };
  }
});

// src/web/fetch/body.js
var require_body = __commonJS({
  "src/web/fetch/body.js"(exports2, module2) {
    "use strict";
    var { bytesOf, bytes, isBuffer, concat } = require("internal/bytes"), { entriesOf } = require_entries(), bodies = /* @__PURE__ */ new WeakMap();
    function extract(init) {
      if (init == null) return { body: null };
      if (typeof init == "string") return ofBytes(native.encode(init), "text/plain;charset=UTF-8");
      if (isBuffer(init)) return ofBytes(bytes(init).slice());
      if (bytesOf.has(init)) return ofBytes(bytesOf.get(init), init.type || void 0);
      if (entriesOf.has(init)) {
        let { bytes: encoded, type } = require_formdata().encode(init);
        return ofBytes(encoded, type);
      }
      if (init instanceof globalThis.URLSearchParams) return ofBytes(native.encode(init.toString()), "application/x-www-form-urlencoded;charset=UTF-8");
      if (typeof init == "object" && typeof init.getReader == "function") {
        if (init.locked) throw new TypeError("Response body object should not be disturbed or locked");
        return { body: { stream: init, used: !1 } };
      }
      return typeof init == "object" && Symbol.asyncIterator in init ? { body: { stream: fromIterable(init), used: !1 } } : ofBytes(native.encode(`${init}`), "text/plain;charset=UTF-8");
    }
    function ofBytes(buffer, type) {
      return { body: { bytes: buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer), used: !1 }, type };
    }
    function fromIterable(iterable) {
      let iterator = iterable[Symbol.asyncIterator]();
      return new globalThis.ReadableStream({
        async pull(controller) {
          let { done, value } = await iterator.next();
          done ? controller.close() : controller.enqueue(toBytes2(value));
        },
        cancel(reason) {
          return iterator.return?.(reason);
        }
      }, { highWaterMark: 0 });
    }
    function toBytes2(chunk) {
      if (isBuffer(chunk)) return bytes(chunk);
      if (typeof chunk == "string") return new Uint8Array(native.encode(chunk));
      throw new TypeError("Received non-Uint8Array chunk");
    }
    function streamOf2(body) {
      if (body.stream !== void 0) return body.stream;
      let { source: source2 } = body, rest = body.bytes;
      return body.stream = new globalThis.ReadableStream({
        type: "bytes",
        async pull(controller) {
          if (body.used = !0, source2 === void 0 && (rest.length > 0 && controller.enqueue(rest.slice()), rest = new Uint8Array(0), !controller.byobRequest))
            return controller.close();
          let chunk = source2 === void 0 ? null : await source2.read();
          if (chunk !== null) return controller.enqueue(chunk);
          controller.close(), controller.byobRequest?.respond(0);
        },
        cancel(reason) {
          body.used = !0, source2?.cancel(reason);
        }
      }, { highWaterMark: 0 }), body.stream;
    }
    var unusable = () => new TypeError("Body is unusable: Body has already been read"), disturbed2 = (body) => body.used || body.stream !== void 0 && (body.stream.locked || body.stream._disturbed === !0);
    async function consume(object) {
      let body = bodies.get(object);
      if (body === void 0) throw new TypeError("Illegal invocation");
      if (body === null) return new Uint8Array(0);
      if (disturbed2(body)) throw unusable();
      if (body.used = !0, body.stream === void 0) return body.source === void 0 ? body.bytes : body.source.readAll();
      let reader = body.stream.getReader(), parts = [];
      for (; ; ) {
        let { done, value } = await reader.read();
        if (done) return concat(parts);
        parts.push(toBytes2(value));
      }
    }
    function twice(body) {
      if (body === null) return [null, null];
      if (body.bytes !== void 0 && body.stream === void 0) return [body, { bytes: body.bytes, used: !1 }];
      let [one, two] = streamOf2(body).tee();
      return body.stream = one, body.used = !1, [body, { stream: two, used: !1 }];
    }
    function mixin() {
      return {
        get body() {
          let body = bodies.get(this);
          return body === null ? null : streamOf2(body);
        },
        get bodyUsed() {
          let body = bodies.get(this);
          return body !== null && (body.used || body.stream?._disturbed === !0);
        },
        async arrayBuffer() {
          let b = await consume(this);
          return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
        },
        async bytes() {
          return (await consume(this)).slice();
        },
        async blob() {
          return new (require("internal/blob")).Blob([await consume(this)], { type: (this.headers.get("content-type") ?? "").replace(/;\s+/g, ";") });
        },
        async text() {
          return native.decodeUTF8(await consume(this));
        },
        async json() {
          return JSON.parse(native.decodeUTF8(await consume(this)));
        },
        async formData() {
          let b = await consume(this);
          return require_formdata().decode(b, this.headers.get("content-type"));
        }
      };
    }
    module2.exports = { bodies, extract, streamOf: streamOf2, disturbed: disturbed2, twice, mixin, toBytes: toBytes2 };
  }
});

// src/web/fetch/state.js
var require_state = __commonJS({
  "src/web/fetch/state.js"(exports2, module2) {
    "use strict";
    var { Headers: Headers2 } = require_headers(), { bodies, extract, disturbed: disturbed2 } = require_body(), stateOf = /* @__PURE__ */ new WeakMap(), normal = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"], choices = {
      redirect: ["follow", "error", "manual"],
      mode: ["navigate", "same-origin", "no-cors", "cors"],
      credentials: ["omit", "same-origin", "include"],
      cache: ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"]
    }, defaults = { redirect: "follow", mode: "cors", credentials: "same-origin", cache: "default", referrer: "about:client", referrerPolicy: "", integrity: "", keepalive: !1 };
    function build2(input, init = {}) {
      if (init === null && (init = {}), typeof init != "object" && typeof init != "function") throw new TypeError('Request constructor: Expected init ("Request") to be one of: Null, Undefined, Object.');
      let from = input != null ? stateOf.get(input) : void 0, s = { ...defaults, method: "GET", ...from };
      from === void 0 && (s.url = parse(native.scalar(`${input}`)));
      for (let [key, allowed] of Object.entries(choices))
        if (init[key] !== void 0 && (s[key] = `${init[key]}`, !allowed.includes(s[key])))
          throw new TypeError(`Request constructor: ${s[key]} is not an accepted type. Expected one of ${allowed.join(", ")}.`);
      if (init.window != null) throw new TypeError("'window' option 'undefined' must be null");
      if (s.mode === "navigate") throw new TypeError("Request constructor: invalid request mode navigate.");
      if (init.referrer !== void 0 && (s.referrer = `${init.referrer}`), init.referrerPolicy !== void 0 && (s.referrerPolicy = `${init.referrerPolicy}`), init.keepalive !== void 0 && (s.keepalive = !!init.keepalive), init.integrity != null && `${init.integrity}` != "") throw new TypeError("Request constructor: the option integrity is not supported by this runtime.");
      init.method !== void 0 && (s.method = method(`${init.method}`)), s.signal = follow(init.signal === void 0 ? from?.signal : init.signal), s.headers = new Headers2(init.headers !== void 0 ? init.headers : from?.headers), s.duplex = "half";
      let inherited = from !== void 0 && init.body == null ? bodies.get(input) : null;
      if ((init.body != null || inherited !== null) && (s.method === "GET" || s.method === "HEAD")) throw new TypeError("Request with GET/HEAD method cannot have body.");
      if (inherited !== null) {
        if (disturbed2(inherited)) throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
        let body2 = { ...inherited };
        return inherited.used = !0, { state: s, body: body2 };
      }
      let { body, type } = extract(init.body);
      if (body?.stream !== void 0 && init.duplex === void 0) throw new TypeError("RequestInit: duplex option is required when sending a body.");
      return type !== void 0 && !s.headers.has("content-type") && s.headers.append("content-type", type), { state: s, body };
    }
    function parse(text) {
      let url = native.address(text);
      if (url === void 0) throw new TypeError(`Failed to parse URL from ${text}`, { cause: require("internal/url").invalid(text) });
      if (url.credentials) throw new TypeError(`Request cannot be constructed from a URL that includes credentials: ${text}`);
      return url;
    }
    function method(name) {
      let upper = name.toUpperCase();
      if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`'${name}' is not a valid HTTP method.`);
      if (["CONNECT", "TRACE", "TRACK"].includes(upper)) throw new TypeError(`'${name}' HTTP method is unsupported.`);
      return normal.includes(upper) ? upper : name;
    }
    function follow(signal) {
      if (signal != null && (typeof signal != "object" || !("aborted" in signal))) throw new TypeError("Failed to construct 'Request': member signal is not of type AbortSignal.");
      return signal == null ? void 0 : globalThis.AbortSignal.any([signal]);
    }
    module2.exports = { stateOf, defaults, build: build2, follow };
  }
});

// src/web/fetch/response.js
var require_response = __commonJS({
  "src/web/fetch/response.js"(exports2, module2) {
    "use strict";
    var { webInterface, inspectAs } = require_classes(), { Headers: Headers2, fromNetwork: fromNetwork2 } = require_headers(), { bodies, extract, disturbed: disturbed2, twice, mixin } = require_body(), stateOf = /* @__PURE__ */ new WeakMap(), withoutBody = [101, 204, 205, 304];
    function of(response) {
      let s = response != null ? stateOf.get(response) : void 0;
      if (s === void 0) throw new TypeError("Illegal invocation");
      return s;
    }
    function setUp(response, init, body, type) {
      let status = init?.status === void 0 ? 200 : Math.trunc(Number(init.status)) || 0;
      if (status < 200 || status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      let statusText = init?.statusText === void 0 ? "" : `${init.statusText}`;
      if (/[^\t\x20-\x7e\x80-\xff]/.test(statusText)) throw new TypeError("Invalid statusText");
      if (body !== null && withoutBody.includes(status)) throw new TypeError(`Response constructor: Invalid response status code ${status}`);
      let headers = new Headers2(init?.headers);
      type !== void 0 && !headers.has("content-type") && headers.append("content-type", type), stateOf.set(response, { type: "default", url: "", redirected: !1, status, statusText, headers }), bodies.set(response, body);
    }
    var Response = class _Response {
      constructor(body = null, init = void 0) {
        let extracted = extract(body);
        setUp(this, init, extracted.body, extracted.type);
      }
      static error() {
        let response = Object.create(_Response.prototype);
        return stateOf.set(response, { type: "error", url: "", redirected: !1, status: 0, statusText: "", headers: fromNetwork2([]) }), bodies.set(response, null), response;
      }
      static json(data, init = void 0) {
        let text = JSON.stringify(data);
        if (text === void 0) throw new TypeError("Value is not JSON serializable");
        let response = Object.create(_Response.prototype);
        return setUp(response, init, extract(text).body, "application/json"), response;
      }
      static redirect(url, status = 302) {
        let parsed;
        try {
          parsed = new globalThis.URL(`${url}`);
        } catch (cause) {
          throw new TypeError(`Failed to parse URL from ${url}`, { cause });
        }
        if (![301, 302, 303, 307, 308].includes(status)) throw new RangeError(`Invalid status code ${status}`);
        let response = Object.create(_Response.prototype);
        return stateOf.set(response, { type: "default", url: "", redirected: !1, status, statusText: "", headers: fromNetwork2(["location", parsed.href]) }), bodies.set(response, null), response;
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
        return of(this).status >= 200 && of(this).status <= 299;
      }
      get statusText() {
        return of(this).statusText;
      }
      get headers() {
        return of(this).headers;
      }
      clone() {
        let s = of(this), body = bodies.get(this);
        if (body !== null && disturbed2(body)) throw new TypeError("Response.clone: Body has already been consumed.");
        let copy = Object.create(_Response.prototype);
        stateOf.set(copy, { ...s, headers: new Headers2(s.headers) });
        let [one, two] = twice(body);
        return bodies.set(this, one), bodies.set(copy, two), copy;
      }
    };
    webInterface(Response, "Response", mixin());
    inspectAs(Response, function() {
      let shown = {};
      for (let key of ["status", "statusText", "headers", "body", "bodyUsed", "ok", "redirected", "type", "url"]) shown[key] = this[key];
      return shown;
    });
    function received(state, source2) {
      let response = Object.create(Response.prototype);
      return stateOf.set(response, { type: "basic", ...state }), bodies.set(response, source2 === null ? null : { source: source2, used: !1 }), response;
    }
    var sent = (value) => value !== null && typeof value == "object" ? stateOf.get(value) : void 0;
    module2.exports = { Response, received, withoutBody, sent };
  }
});

// src/web/fetch/request.js
var require_request = __commonJS({
  "src/web/fetch/request.js"(exports2, module2) {
    "use strict";
    var { webInterface, inspectAs } = require_classes(), { Headers: Headers2 } = require_headers(), { bodies, disturbed: disturbed2, twice, mixin } = require_body(), { stateOf, defaults, build: build2, follow } = require_state(), Request = class _Request {
      constructor(input, init = {}) {
        if (arguments.length < 1) throw new TypeError("Request constructor: 1 argument required, but only 0 present.");
        let { state, body } = build2(input, init);
        stateOf.set(this, state), bodies.set(this, body);
      }
      get method() {
        return of(this).method;
      }
      get url() {
        return of(this).url.href;
      }
      get headers() {
        return of(this).headers;
      }
      get destination() {
        return "";
      }
      get referrer() {
        return of(this).referrer;
      }
      get referrerPolicy() {
        return of(this).referrerPolicy;
      }
      get mode() {
        return of(this).mode;
      }
      get credentials() {
        return of(this).credentials;
      }
      get cache() {
        return of(this).cache;
      }
      get redirect() {
        return of(this).redirect;
      }
      get integrity() {
        return of(this).integrity;
      }
      get keepalive() {
        return of(this).keepalive;
      }
      get isReloadNavigation() {
        return !1;
      }
      get isHistoryNavigation() {
        return !1;
      }
      get signal() {
        let s = of(this);
        return s.signal ??= new (require("internal/abort")).AbortController().signal;
      }
      get duplex() {
        return "half";
      }
      clone() {
        let s = of(this), body = bodies.get(this);
        if (body !== null && disturbed2(body)) throw new TypeError("unusable");
        let copy = Object.create(_Request.prototype);
        stateOf.set(copy, { ...s, headers: new Headers2(s.headers), signal: follow(s.signal) });
        let [one, two] = twice(body);
        return bodies.set(this, one), bodies.set(copy, two), copy;
      }
    };
    webInterface(Request, "Request", mixin());
    inspectAs(Request, function() {
      let shown = {};
      for (let key of ["method", "url", "headers", "destination", "referrer", "referrerPolicy", "mode", "credentials", "cache", "redirect", "integrity", "keepalive", "isReloadNavigation", "isHistoryNavigation", "signal"]) shown[key] = this[key];
      return shown;
    });
    function of(request) {
      let s = request != null ? stateOf.get(request) : void 0;
      if (s === void 0) throw new TypeError("Illegal invocation");
      return s;
    }
    function incoming(state, source2) {
      let request = Object.create(Request.prototype);
      return stateOf.set(request, { ...defaults, ...state, duplex: "half" }), bodies.set(request, source2 === null ? null : { source: source2, used: !1 }), request;
    }
    module2.exports = { Request, incoming };
  }
});

// src/web/fetch/serve.js
var require_serve = __commonJS({
  "src/web/fetch/serve.js"(exports2, module2) {
    "use strict";
    var { AbortController } = require("internal/abort"), { fromNetwork: fromNetwork2, flat: flat2 } = require_headers(), { bodies, streamOf: streamOf2, disturbed: disturbed2, toBytes: toBytes2 } = require_body(), { incoming } = require_request(), { sent } = require_response();
    async function serve(handler, receiver, exchange, info) {
      let controller = new AbortController(), { signal } = controller, reader;
      exchange.onAbort(() => {
        controller.abort(), reader?.cancel(signal.reason).catch(() => {
        });
      });
      try {
        let request = requestOf(exchange, controller);
        if (request === void 0) return exchange.refuse();
        let response = await handler.call(receiver, request, info), { status, headers, body } = check(response);
        if (signal.aborted) {
          body !== null && await streamOf2(body).cancel(signal.reason);
          return;
        }
        if (body !== null && body.bytes !== void 0 && body.stream === void 0)
          return body.used = !0, exchange.respond(status, headers, body.bytes);
        if (body === null) return exchange.respond(status, headers);
        if (reader = streamOf2(body).getReader(), exchange.head)
          return exchange.respond(status, headers), await reader.cancel();
        for (await send2(exchange, controller, () => exchange.begin(status, headers)); ; ) {
          let { done, value } = await reader.read();
          if (done || signal.aborted) return;
          let chunk = toBytes2(value);
          chunk.byteLength > 0 && await send2(exchange, controller, () => exchange.write(chunk));
        }
      } catch (error) {
        reader?.cancel(error).catch(() => {
        }), (!signal.aborted || error !== signal.reason) && exchange.fail(error);
      }
    }
    async function send2(exchange, controller, write) {
      try {
        await write();
      } catch (error) {
        throw exchange.gone() ? (controller.abort(), controller.signal.reason) : error;
      }
    }
    function requestOf(exchange, controller) {
      let url = native.address(exchange.url);
      if (url === void 0) return;
      let { signal } = controller, attempt = async (read) => {
        if (signal.aborted) throw signal.reason;
        try {
          return await read();
        } catch (cause) {
          throw exchange.gone() && controller.abort(), signal.aborted ? signal.reason : new TypeError("the body of the request cannot be read", { cause });
        }
      }, source2 = exchange.hasBody ? { read: () => attempt(exchange.read), readAll: () => attempt(exchange.readAll), cancel() {
      } } : null;
      return incoming({ method: exchange.method, url, headers: fromNetwork2(exchange.headers), signal }, source2);
    }
    function check(response) {
      let state = sent(response);
      if (state === void 0) throw new TypeError("the handler of the request returned no Response");
      if (state.status === 0) throw new TypeError("the handler of the request returned Response.error()");
      let body = bodies.get(response);
      if (body !== null && disturbed2(body)) throw new TypeError("the handler of the request returned a Response whose body was used");
      let headers = flat2(state.headers);
      return state.type === "basic" && state.headers.has("content-encoding") && (headers = without(headers, ["content-encoding", "content-length"])), { status: state.status, headers, body };
    }
    function without(headers, names) {
      let rest = [];
      for (let i = 0; i < headers.length; i += 2) names.includes(headers[i]) || rest.push(headers[i], headers[i + 1]);
      return rest;
    }
    module2.exports = { serve };
  }
});

// src/web/fetch.js
var { Headers, fromNetwork, flat } = require_headers(), { disturbed, streamOf, toBytes } = require_body(), { build } = require_state(), failed = (cause) => new TypeError("fetch failed", { cause });
function fetch(input, init = void 0) {
  return start(...arguments);
}
async function start(input, init) {
  if (arguments.length < 1) throw new TypeError('The "input" argument must be specified');
  let { state, body } = build(input, init), { signal, url, method, headers, redirect } = state;
  if (signal?.aborted) throw signal.reason;
  if (url.protocol === "data:") return dataURL(url);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw failed(new Error(`unknown scheme: ${url.protocol} (fetch knows http, https and data)`));
  if (body !== null && disturbed(body)) throw new TypeError("Response body object should not be disturbed or locked");
  let streaming = body !== null && body.bytes === void 0;
  body !== null && (body.used = !0);
  let exchange = native.start(url.address, method, flat(headers), redirect, streaming ? void 0 : body?.bytes, streaming);
  return new Promise((resolve, reject) => {
    let reader, onAbort = () => {
      exchange.abort(), reader?.cancel(signal.reason).catch(() => {
      }), reject(signal.reason);
    }, over = () => signal?.removeEventListener("abort", onAbort);
    signal?.addEventListener("abort", onAbort), streaming && (reader = streamOf(body).getReader(), send(reader, exchange).catch((error) => {
      over(), exchange.abort(), reject(error);
    })), exchange.response.then((r) => {
      let hasBody = method !== "HEAD" && !require_response().withoutBody.includes(r.status);
      hasBody || (r.close(), over()), resolve(require_response().received({
        status: r.status,
        statusText: r.statusText,
        headers: fromNetwork(r.headers),
        url: r.url,
        redirected: r.url !== url.address
      }, hasBody ? source(r, signal, over) : null));
    }, (error) => {
      over(), reject(signal?.aborted ? signal.reason : failed(error));
    });
  });
}
async function send(reader, exchange) {
  for (; ; ) {
    let { done, value } = await reader.read();
    if (done) return exchange.end();
    let chunk = toBytes(value);
    if (!await exchange.write(chunk)) return reader.cancel();
  }
}
function source(r, signal, over) {
  let attempt = async (read) => {
    if (signal?.aborted) throw signal.reason;
    try {
      let chunk = await read();
      return (chunk === null || read === r.readAll) && over(), chunk;
    } catch (cause) {
      throw over(), signal?.aborted ? signal.reason : new TypeError("terminated", { cause });
    }
  };
  return {
    read: () => attempt(r.read),
    readAll: () => attempt(r.readAll),
    cancel() {
      over(), r.close();
    }
  };
}
function dataURL({ href, address }) {
  let { Response, received } = require_response(), hash = href.length === address.length + 1 ? href.length : address.length, comma = href.indexOf(",");
  if (comma < 0 || comma > hash) throw failed(new Error("invalid URL"));
  let type = href.slice(5, comma).trim(), base64 = /; *base64$/i.exec(type);
  base64 && (type = type.slice(0, base64.index)), type.startsWith(";") && (type = `text/plain${type}`);
  let bytes = native.dataBytes(href.slice(comma + 1, hash), base64 !== null);
  if (bytes === void 0) throw failed(new Error("invalid URL"));
  let contentType = native.mediaType(type) === void 0 ? "text/plain;charset=US-ASCII" : type, response = new Response(bytes, { headers: [["content-type", contentType]] });
  return received({ status: 200, statusText: "OK", headers: fromNetwork(["content-type", contentType]), url: href.slice(0, hash), redirected: !1 }, {
    async read() {
      let b = await response.bytes().catch(() => null);
      return b === null || b.length === 0 ? null : b;
    },
    readAll: () => response.bytes(),
    cancel() {
    }
  });
}
module.exports = {
  fetch,
  Headers,
  get Request() {
    return require_request().Request;
  },
  get Response() {
    return require_response().Response;
  },
  get FormData() {
    return require_formdata().FormData;
  },
  get serve() {
    return require_serve().serve;
  }
};
