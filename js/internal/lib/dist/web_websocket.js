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
    var custom = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), { webInterface: webInterface2 } = native;
    function inspectAs2(Class, properties, deep) {
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
    module2.exports = { custom, webInterface: webInterface2, inspectAs: inspectAs2 };
  }
});

// src/web/websocket.js
var { missingArgs, invalidThis } = require("internal/errors"), { Event, EventTarget, handlerAttribute, fire } = require("internal/events"), { DOMException } = require("internal/domexception"), { MessageEvent } = require("internal/message_channel"), { bytesOf, bytes, isBuffer } = require("internal/bytes"), { webInterface, inspectAs } = require_classes(), CloseEvent = class extends Event {
  #wasClean;
  #code;
  #reason;
  constructor(type, options = void 0) {
    if (arguments.length === 0) throw missingArgs("type");
    super(type, options), this.#wasClean = !!options?.wasClean, this.#code = options?.code === void 0 ? 0 : Number(options.code) & 65535, this.#reason = options?.reason === void 0 ? "" : native.scalar(`${options.reason}`);
  }
  get wasClean() {
    return this.#wasClean;
  }
  get code() {
    return this.#code;
  }
  get reason() {
    return this.#reason;
  }
};
webInterface(CloseEvent, "CloseEvent");
var ErrorEvent = class extends Event {
  #error;
  constructor(error) {
    super("error"), this.#error = error;
  }
  get message() {
    return this.#error.message;
  }
  get error() {
    return this.#error;
  }
};
webInterface(ErrorEvent, "ErrorEvent");
var CONNECTING = 0, OPEN = 1, CLOSING = 2, CLOSED = 3, token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, longestReason = 123, stateOf, WebSocket = class extends EventTarget {
  #state;
  static {
    stateOf = (socket) => socket !== null && typeof socket == "object" && #state in socket ? socket.#state : void 0;
  }
  constructor(url, protocols = []) {
    if (arguments.length === 0) throw missingArgs("url");
    super();
    let address = parse(native.scalar(`${url}`)), wanted = protocolList(protocols), s = this.#state = { socket: this, url: address.href, readyState: CONNECTING, protocol: "", extensions: "", binaryType: "blob", buffered: 0, exchange: void 0 }, requested = address.href.replace(/^ws/, "http");
    s.exchange = native.open(requested, wanted, {
      open(protocol, extensions) {
        s.readyState = OPEN, s.protocol = protocol, s.extensions = extensions, fire(s.socket, new Event("open"));
      },
      text(data) {
        s.readyState === OPEN && fire(s.socket, new MessageEvent("message", { data, origin: originOf(address) }));
      },
      binary(data) {
        s.readyState === OPEN && fire(s.socket, new MessageEvent("message", { data: s.binaryType === "blob" ? new (require("internal/blob")).Blob([data]) : data.buffer, origin: originOf(address) }));
      },
      sent(n) {
        s.buffered -= n;
      },
      close(clean, code, reason, error) {
        s.readyState = CLOSED, error !== void 0 && fire(s.socket, new ErrorEvent(error)), fire(s.socket, new CloseEvent("close", { wasClean: clean, code, reason }));
      }
    });
  }
  get url() {
    return own(this).url;
  }
  get readyState() {
    return own(this).readyState;
  }
  get bufferedAmount() {
    return own(this).buffered;
  }
  get extensions() {
    return own(this).extensions;
  }
  get protocol() {
    return own(this).protocol;
  }
  get binaryType() {
    return own(this).binaryType;
  }
  set binaryType(value) {
    let s = own(this);
    value = `${value}`, (value === "blob" || value === "arraybuffer") && (s.binaryType = value);
  }
  send(data) {
    let s = own(this);
    if (arguments.length === 0) throw missingArgs("data");
    let content, text = !1;
    if (isBuffer(data) ? content = bytes(data) : bytesOf.has(data) ? content = bytesOf.get(data) : (content = new Uint8Array(native.encode(`${data}`)), text = !0), s.readyState === CONNECTING) throw new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", "InvalidStateError");
    s.buffered += content.byteLength, s.readyState === OPEN && !s.exchange.send(text, content) && (s.readyState = CLOSING);
  }
  close(code = void 0, reason = void 0) {
    let s = own(this);
    if (code !== void 0 && (code = clamp(code)), reason !== void 0 && (reason = native.scalar(`${reason}`)), code !== void 0 && code !== 1e3 && (code < 3e3 || code > 4999))
      throw new DOMException(`Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`, "InvalidAccessError");
    if (reason !== void 0 && native.encode(reason).byteLength > longestReason)
      throw new DOMException(`Failed to execute 'close' on 'WebSocket': The close reason must not be greater than ${longestReason} UTF-8 bytes.`, "SyntaxError");
    s.readyState >= CLOSING || (s.readyState = CLOSING, s.exchange.close(code ?? (reason ? 1e3 : 0), reason ?? ""));
  }
};
webInterface(WebSocket, "WebSocket");
for (let type of ["open", "error", "close", "message"]) handlerAttribute(WebSocket, type);
for (let [name, value] of Object.entries({ CONNECTING, OPEN, CLOSING, CLOSED }))
  for (let object of [WebSocket, WebSocket.prototype]) Object.defineProperty(object, name, { value, enumerable: !0 });
inspectAs(WebSocket, function() {
  let { url, readyState, bufferedAmount, extensions, protocol, binaryType } = this;
  return { url, readyState, bufferedAmount, extensions, protocol, binaryType };
});
function own(socket) {
  let s = stateOf(socket);
  if (s === void 0) throw invalidThis("WebSocket");
  return s;
}
function parse(text) {
  let { URL } = require("internal/url"), url;
  try {
    url = new URL(text), (url.protocol === "http:" || url.protocol === "https:") && (url = new URL(url.href.replace(/^http/, "ws")));
  } catch {
    throw new DOMException(`Failed to construct 'WebSocket': The URL '${text}' is invalid.`, "SyntaxError");
  }
  if (url.protocol !== "ws:" && url.protocol !== "wss:")
    throw new DOMException(`Failed to construct 'WebSocket': The URL's scheme must be either 'http', 'https', 'ws', or 'wss'. '${url.protocol.slice(0, -1)}' is not allowed.`, "SyntaxError");
  if (url.href.includes("#"))
    throw new DOMException(`Failed to construct 'WebSocket': The URL contains a fragment identifier ('${url.hash.slice(1)}'). Fragment identifiers are not allowed in WebSocket URLs.`, "SyntaxError");
  return url;
}
var originOf = (url) => `${url.protocol}//${url.host}`;
function protocolList(protocols) {
  let list = protocols !== null && (typeof protocols == "object" || typeof protocols == "function") && protocols[Symbol.iterator] != null ? [...protocols] : [protocols], seen = /* @__PURE__ */ new Set();
  return list.map((protocol) => {
    if (protocol = `${protocol}`, !token.test(protocol)) throw new DOMException(`Failed to construct 'WebSocket': The subprotocol '${protocol}' is invalid.`, "SyntaxError");
    let lower = protocol.toLowerCase();
    if (seen.has(lower)) throw new DOMException(`Failed to construct 'WebSocket': The subprotocol '${protocol}' is duplicated.`, "SyntaxError");
    return seen.add(lower), protocol;
  });
}
function clamp(value) {
  if (value = Math.min(Math.max(Number(value), 0), 65535), Number.isNaN(value)) return 0;
  let low = Math.floor(value);
  return value - low !== 0.5 ? Math.round(value) : low % 2 === 0 ? low : low + 1;
}
module.exports = { WebSocket, CloseEvent };
