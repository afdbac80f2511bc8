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

// src/web/fetch/headers.js
var require_headers = __commonJS({
  "src/web/fetch/headers.js"(exports2, module2) {
    "use strict";
    var { invalidThis, validateFunction } = require("internal/errors"), { webInterface, custom } = require_classes(), stateOf;
    function checkName(method, name) {
      if (name = `${name}`, !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw new TypeError(`Headers.${method}: "${name}" is an invalid header name.`);
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
      let s = stateOf(headers);
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
      if (list.length < 2) return list;
      let names = [...new Set(list.map(([name]) => name))].sort(), pairs = [];
      for (let name of names) {
        let values = list.filter(([n]) => n === name).map(([, v]) => v);
        if (name === "set-cookie") for (let value of values) pairs.push([name, value]);
        else pairs.push([name, values.join(", ")]);
      }
      return pairs;
    }
    var Headers = class {
      #state = { list: [], immutable: !1 };
      static {
        stateOf = (value) => value !== null && typeof value == "object" && #state in value ? value.#state : void 0;
      }
      constructor(init = void 0) {
        if (init === void 0) return;
        if (init === null || typeof init != "object" && typeof init != "function")
          throw new TypeError('Headers constructor: init given is not one of ["sequence<sequence<ByteString>>", "record<ByteString, ByteString>"].');
        let from = stateOf(init);
        if (from !== void 0)
          this.#state.list = from.list.slice();
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
    webInterface(Headers, "Headers");
    Object.defineProperty(Headers.prototype, Symbol.iterator, { value: Headers.prototype.entries, writable: !0, configurable: !0 });
    Object.defineProperty(Headers.prototype, custom, {
      configurable: !0,
      writable: !0,
      value(depth, options, inspect) {
        let object = {};
        for (let [name, value] of of(this).list) object[name] = name in object ? `${object[name]}, ${value}` : value;
        return `Headers ${inspect(object, options)}`;
      }
    });
    function fromNetwork(flat2) {
      let headers = new Headers(), s = stateOf(headers);
      for (let i = 0; i < flat2.length; i += 2) s.list.push([flat2[i].toLowerCase(), flat2[i + 1]]);
      return s.immutable = !0, headers;
    }
    var flat = (headers) => sorted(of(headers)).flat();
    function addType(headers, type) {
      let { list } = stateOf(headers);
      type !== void 0 && !list.some(([name]) => name === "content-type") && list.push(["content-type", type]);
    }
    module2.exports = { Headers, fromNetwork, flat, addType };
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
    var { bytesOf, bytes, isBuffer, concat } = require("internal/bytes"), { entriesOf } = require_entries();
    function extract(init) {
      if (init == null) return { body: null };
      if (typeof init == "string") return { body: { text: init, used: !1 }, type: "text/plain;charset=UTF-8" };
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
    function held(body) {
      return body.text !== void 0 && (body.bytes = new Uint8Array(native.encode(body.text)), body.text = void 0), body.bytes;
    }
    function fromIterable(iterable) {
      let iterator = iterable[Symbol.asyncIterator]();
      return new globalThis.ReadableStream({
        async pull(controller) {
          let { done, value } = await iterator.next();
          done ? controller.close() : controller.enqueue(toBytes(value));
        },
        cancel(reason) {
          return iterator.return?.(reason);
        }
      }, { highWaterMark: 0 });
    }
    function toBytes(chunk) {
      if (isBuffer(chunk)) return bytes(chunk);
      if (typeof chunk == "string") return new Uint8Array(native.encode(chunk));
      throw new TypeError("Received non-Uint8Array chunk");
    }
    function streamOf(body) {
      if (body.stream !== void 0) return body.stream;
      let { source } = body, rest = held(body);
      return body.stream = new globalThis.ReadableStream({
        type: "bytes",
        async pull(controller) {
          if (body.used = !0, source === void 0 && (rest.length > 0 && controller.enqueue(rest.slice()), rest = new Uint8Array(0), !controller.byobRequest))
            return controller.close();
          let chunk = source === void 0 ? null : await source.read();
          if (chunk !== null) return controller.enqueue(chunk);
          controller.close(), controller.byobRequest?.respond(0);
        },
        cancel(reason) {
          body.used = !0, source?.cancel(reason);
        }
      }, { highWaterMark: 0 }), body.stream;
    }
    function twice(body) {
      if (body === null) return [null, null];
      if (held(body) !== void 0 && body.stream === void 0) return [body, { bytes: body.bytes, used: !1 }];
      let [one, two] = streamOf(body).tee();
      return body.stream = one, body.used = !1, [body, { stream: two, used: !1 }];
    }
    module2.exports = { extract, held, streamOf, twice, toBytes };
  }
});

// src/web/fetch/initial.js
var require_initial = __commonJS({
  "src/web/fetch/initial.js"(exports2, module2) {
    "use strict";
    var { Headers, addType } = require_headers(), withoutBody = [101, 204, 205, 304];
    function stateFor(init, { body, type }) {
      let s = { type: "default", url: "", redirected: !1, status: 200, statusText: "", headers: void 0, contentType: type, body };
      if (init === void 0) return s;
      if (init?.status !== void 0 && (s.status = Math.trunc(Number(init.status)) || 0), s.status < 200 || s.status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
      if (init?.statusText !== void 0 && (s.statusText = `${init.statusText}`), s.statusText !== "" && /[^\t\x20-\x7e\x80-\xff]/.test(s.statusText)) throw new TypeError("Invalid statusText");
      if (body !== null && withoutBody.includes(s.status)) throw new TypeError(`Response constructor: Invalid response status code ${s.status}`);
      let headers = init?.headers;
      return headers !== void 0 && (s.headers = new Headers(headers), addType(s.headers, type)), s;
    }
    module2.exports = { stateFor };
  }
});

// src/web/fetch/state.js
var require_state = __commonJS({
  "src/web/fetch/state.js"(exports2, module2) {
    "use strict";
    var { Headers, addType } = require_headers(), { extract } = require_body(), { disturbed } = require("internal/fetch").consume, known = { stateOf: () => {
    } }, normal = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"], choices = {
      redirect: ["follow", "error", "manual"],
      mode: ["navigate", "same-origin", "no-cors", "cors"],
      credentials: ["omit", "same-origin", "include"],
      cache: ["default", "no-store", "reload", "no-cache", "force-cache", "only-if-cached"]
    }, choosing = ["redirect", "mode", "credentials", "cache"], defaults = { redirect: "follow", mode: "cors", credentials: "same-origin", cache: "default", referrer: "about:client", referrerPolicy: "", integrity: "", keepalive: !1, duplex: "half" };
    function build(input, init = void 0) {
      let from = known.stateOf(input);
      if (init === void 0 && from === void 0)
        return { __proto__: defaults, method: "GET", url: parse(`${input}`), signal: void 0, headers: void 0, body: null };
      if (init ??= {}, typeof init != "object" && typeof init != "function") throw new TypeError('Request constructor: Expected init ("Request") to be one of: Null, Undefined, Object.');
      let s = { __proto__: defaults, method: from?.method ?? "GET", url: void 0, signal: void 0, headers: void 0, body: null };
      if (from !== void 0) for (let key of Object.keys(defaults)) s[key] = from[key];
      s.url = from === void 0 ? parse(`${input}`) : from.url.address === void 0 ? parse(from.url.href) : from.url;
      for (let key of choosing) {
        if (init[key] === void 0) continue;
        s[key] = `${init[key]}`;
        let allowed = choices[key];
        if (!allowed.includes(s[key])) throw new TypeError(`Request constructor: ${s[key]} is not an accepted type. Expected one of ${allowed.join(", ")}.`);
      }
      if (init.window != null) throw new TypeError("'window' option 'undefined' must be null");
      if (s.mode === "navigate") throw new TypeError("Request constructor: invalid request mode navigate.");
      if (init.referrer !== void 0 && (s.referrer = `${init.referrer}`), init.referrerPolicy !== void 0 && (s.referrerPolicy = `${init.referrerPolicy}`), init.keepalive !== void 0 && (s.keepalive = !!init.keepalive), init.integrity != null && `${init.integrity}` != "") throw new TypeError("Request constructor: the option integrity is not supported by this runtime.");
      init.method !== void 0 && (s.method = method(`${init.method}`)), s.signal = follow(init.signal === void 0 ? from?.signal : init.signal), s.headers = new Headers(init.headers !== void 0 ? init.headers : from && headersOf(from));
      let inherited = from !== void 0 && init.body == null ? from.body : null;
      if ((init.body != null || inherited !== null) && (s.method === "GET" || s.method === "HEAD")) throw new TypeError("Request with GET/HEAD method cannot have body.");
      if (inherited !== null) {
        if (disturbed(inherited)) throw new TypeError("Cannot construct a Request with a Request object that has already been used.");
        return s.body = { ...inherited }, inherited.used = !0, s;
      }
      if (init.body == null) return s;
      let { body, type } = extract(init.body);
      if (body.stream !== void 0 && init.duplex === void 0) throw new TypeError("RequestInit: duplex option is required when sending a body.");
      return addType(s.headers, type), s.body = body, s;
    }
    function headersOf(state) {
      return state.headers ??= new Headers();
    }
    function parse(text) {
      let url = native.address(text);
      if (url === void 0) {
        let input = native.scalar(text);
        throw new TypeError(`Failed to parse URL from ${input}`, { cause: require("internal/url").invalid(input) });
      }
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
    module2.exports = { known, defaults, build, follow, headersOf };
  }
});

// src/web/fetch/general.js
var require_general = __commonJS({
  "src/web/fetch/general.js"(exports2, module2) {
    "use strict";
    var { fromNetwork, flat } = require_headers(), { held, streamOf, toBytes } = require_body(), { disturbed } = require("internal/fetch").consume, { sent, madeFrom } = require("internal/fetch").response, { build } = require_state(), failed = (cause) => new TypeError("fetch failed", { cause });
    function general(...args) {
      try {
        if (args.length < 1) throw new TypeError('The "input" argument must be specified');
        return start(build(args[0], args[1]));
      } catch (error) {
        return Promise.reject(error);
      }
    }
    function start({ signal, url, method, headers, redirect, body }) {
      if (signal?.aborted) throw signal.reason;
      if (url.protocol === "data:") return dataURL(url);
      if (url.protocol !== "http:" && url.protocol !== "https:") throw failed(new Error(`unknown scheme: ${url.protocol} (fetch knows http, https and data)`));
      if (body !== null && disturbed(body)) throw new TypeError("Response body object should not be disturbed or locked");
      let bytes = body === null ? void 0 : held(body), streaming = body !== null && bytes === void 0;
      body !== null && (body.used = !0);
      let exchange = native.start(url.address, method, headers === void 0 ? void 0 : flat(headers), redirect, bytes, streaming), { address } = url, answer = native.answer(exchange, address);
      return signal === void 0 && !streaming ? answer : attended(exchange, answer, signal, streaming ? streamOf(body) : void 0);
    }
    var nothing = () => {
    };
    function attended(exchange, answer, signal, stream) {
      return new Promise((resolve, reject) => {
        let reader, onAbort = () => {
          native.abort(exchange), reader?.cancel(signal.reason).catch(nothing), reject(signal.reason);
        }, over = () => signal?.removeEventListener("abort", onAbort);
        signal?.addEventListener("abort", onAbort), stream !== void 0 && (reader = stream.getReader(), send(reader, exchange).catch((error) => {
          over(), native.abort(exchange), reject(error);
        })), answer.then((response) => {
          let { body } = sent(response);
          body === null ? over() : body.attend(signal, over), resolve(response);
        }, (error) => {
          over(), reject(signal?.aborted ? signal.reason : error);
        });
      });
    }
    async function send(reader, exchange) {
      for (; ; ) {
        let { done, value } = await reader.read();
        if (done) return native.end(exchange);
        let chunk = toBytes(value);
        if (!await native.write(exchange, chunk)) return reader.cancel();
      }
    }
    function dataURL({ href, address }) {
      let hash = href.length === address.length + 1 ? href.length : address.length, comma = href.indexOf(",");
      if (comma < 0 || comma > hash) throw failed(new Error("invalid URL"));
      let type = href.slice(5, comma).trim(), base64 = /; *base64$/i.exec(type);
      base64 && (type = type.slice(0, base64.index)), type.startsWith(";") && (type = `text/plain${type}`);
      let bytes = native.dataBytes(href.slice(comma + 1, hash), base64 !== null);
      if (bytes === void 0) throw failed(new Error("invalid URL"));
      let contentType = native.mediaType(type) === void 0 ? "text/plain;charset=US-ASCII" : type;
      return Promise.resolve(madeFrom({
        type: "basic",
        url: href.slice(0, hash),
        redirected: !1,
        status: 200,
        statusText: "OK",
        headers: fromNetwork(["content-type", contentType]),
        body: { bytes: new Uint8Array(bytes), used: !1 }
      }));
    }
    module2.exports = { general };
  }
});

// src/web/fetch/request.js
var require_request = __commonJS({
  "src/web/fetch/request.js"(exports2, module2) {
    "use strict";
    var { webInterface, inspectAs } = require_classes(), { Headers } = require_headers(), { twice } = require_body(), { disturbed, mixin } = require("internal/fetch").consume, { known, defaults, build, follow, headersOf } = require_state(), made = /* @__PURE__ */ Symbol("made"), Request = class _Request {
      #state;
      static {
        known.stateOf = (value) => value !== null && typeof value == "object" && #state in value ? value.#state : void 0;
      }
      constructor(input, init = void 0) {
        if (arguments.length < 1) throw new TypeError("Request constructor: 1 argument required, but only 0 present.");
        this.#state = input === made ? init : build(input, init);
      }
      get method() {
        return of(this).method;
      }
      get url() {
        return of(this).url.href;
      }
      get headers() {
        return headersOf(of(this));
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
        let s = of(this);
        if (s.body !== null && disturbed(s.body)) throw new TypeError("unusable");
        let [one, two] = twice(s.body);
        s.body = one;
        let copy = { ...defaults, headers: new Headers(headersOf(s)), signal: follow(s.signal), body: two };
        for (let key of copied) copy[key] = s[key];
        return new _Request(made, copy);
      }
    }, copied = ["method", "url"];
    for (let key in defaults) copied.push(key);
    webInterface(Request, "Request", mixin(of));
    inspectAs(Request, function() {
      let shown = {};
      for (let key of ["method", "url", "headers", "destination", "referrer", "referrerPolicy", "mode", "credentials", "cache", "redirect", "integrity", "keepalive", "isReloadNavigation", "isHistoryNavigation", "signal"]) shown[key] = this[key];
      return shown;
    });
    function of(request) {
      let s = known.stateOf(request);
      if (s === void 0) throw new TypeError("Illegal invocation");
      return s;
    }
    var incoming = (state) => new Request(made, state);
    module2.exports = { Request, incoming };
  }
});

// src/web/fetch/serve.js
var require_serve = __commonJS({
  "src/web/fetch/serve.js"(exports2, module2) {
    "use strict";
    var { fromNetwork } = require_headers(), { held, streamOf, toBytes } = require_body(), { disturbed } = require("internal/fetch").consume, { incoming } = require_request(), { sent, flatHeaders } = require("internal/fetch").response, { defaults } = require_state(), Served = class {
      constructor(exchange, method, href, hasBody) {
        this.exchange = exchange, this.method = method, this.url = { href }, this.body = hasBody ? { source: this, used: !1 } : null, this.controller = void 0, this.reader = void 0;
      }
      get headers() {
        return this.made ??= fromNetwork(native.requestHeaders(this.exchange));
      }
      get signal() {
        return this.controlled().signal;
      }
      controlled() {
        return this.controller === void 0 && (this.controller = new (require("internal/abort")).AbortController(), native.onAbort(this.exchange, () => {
          this.controller.abort(), this.reader?.cancel(this.signal.reason).catch(() => {
          });
        })), this.controller;
      }
      aborted() {
        return this.controller === void 0 ? native.aborted(this.exchange) : this.signal.aborted;
      }
      async attempt(read) {
        if (this.aborted()) throw this.signal.reason;
        try {
          return await read(this.exchange);
        } catch (cause) {
          throw native.gone(this.exchange) && this.controlled().abort(), this.aborted() ? this.signal.reason : new TypeError("the body of the request cannot be read", { cause });
        }
      }
      read() {
        return this.attempt(native.readRequest);
      }
      readAll() {
        return this.attempt(native.readWholeRequest);
      }
      cancel() {
      }
    };
    Object.setPrototypeOf(Served.prototype, defaults);
    function serve(handler, receiver, exchange, info, method, href, hasBody) {
      let served = new Served(exchange, method, href, hasBody);
      try {
        let response = handler.call(receiver, incoming(served), info);
        return sent(response) === void 0 ? later(served, response) : answer(served, response);
      } catch (error) {
        fail(served, error);
      }
    }
    async function later(served, response) {
      try {
        await answer(served, await response);
      } catch (error) {
        fail(served, error);
      }
    }
    function fail(served, error) {
      served.reader?.cancel(error).catch(() => {
      }), (!served.aborted() || error !== served.signal.reason) && native.fail(served.exchange, error);
    }
    function answer(served, response) {
      let { exchange } = served, { status, headers, body } = check(response);
      return served.aborted() ? body === null ? void 0 : streamOf(body).cancel(served.signal.reason) : body === null ? native.respond(exchange, status, headers) : body.stream === void 0 && (body.text !== void 0 || body.bytes !== void 0) ? (body.used = !0, native.respond(exchange, status, headers, body.text ?? held(body))) : stream(served, status, headers, streamOf(body)).catch((error) => fail(served, error));
    }
    async function stream(served, status, headers, body) {
      let { exchange, signal } = served, reader = served.reader = body.getReader();
      if (served.method === "HEAD")
        return native.respond(exchange, status, headers), reader.cancel();
      for (await send(served, native.begin(exchange, status, headers)); ; ) {
        let { done, value } = await reader.read();
        if (done || signal.aborted) return;
        let chunk = toBytes(value);
        chunk.byteLength > 0 && await send(served, native.writeResponse(exchange, chunk));
      }
    }
    async function send(served, write) {
      try {
        await write;
      } catch (error) {
        throw native.gone(served.exchange) ? (served.controlled().abort(), served.signal.reason) : error;
      }
    }
    function check(response) {
      let state = sent(response);
      if (state === void 0) throw new TypeError("the handler of the request returned no Response");
      let { status, body } = state;
      if (status === 0) throw new TypeError("the handler of the request returned Response.error()");
      if (body !== null && disturbed(body)) throw new TypeError("the handler of the request returned a Response whose body was used");
      let headers = flatHeaders(state);
      return state.type === "basic" && state.headers.has("content-encoding") && (headers = without(headers, ["content-encoding", "content-length"])), { status, headers, body };
    }
    function without(headers, names) {
      let rest = [];
      for (let i = 0; i < headers.length; i += 2) names.includes(headers[i]) || rest.push(headers[i], headers[i + 1]);
      return rest;
    }
    module2.exports = { serve };
  }
});

// src/web/fetch_parts.js
module.exports = {
  ...require_headers(),
  ...require_body(),
  ...require_initial(),
  get general() {
    return require_general().general;
  },
  get Request() {
    return require_request().Request;
  },
  get FormData() {
    return require_formdata().FormData;
  },
  get decode() {
    return require_formdata().decode;
  },
  get serve() {
    return require_serve().serve;
  }
};
