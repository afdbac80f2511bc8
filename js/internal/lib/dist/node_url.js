"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/url/node_modules/punycode/punycode.js
var require_punycode = __commonJS({
  "node_modules/url/node_modules/punycode/punycode.js"(exports2, module2) {
    (function(root) {
      var freeExports = typeof exports2 == "object" && exports2 && !exports2.nodeType && exports2, freeModule = typeof module2 == "object" && module2 && !module2.nodeType && module2, freeGlobal = typeof global == "object" && global;
      (freeGlobal.global === freeGlobal || freeGlobal.window === freeGlobal || freeGlobal.self === freeGlobal) && (root = freeGlobal);
      var punycode, maxInt = 2147483647, base = 36, tMin = 1, tMax = 26, skew = 38, damp = 700, initialBias = 72, initialN = 128, delimiter = "-", regexPunycode = /^xn--/, regexNonASCII = /[^\x20-\x7E]/, regexSeparators = /[\x2E\u3002\uFF0E\uFF61]/g, errors = {
        overflow: "Overflow: input needs wider integers to process",
        "not-basic": "Illegal input >= 0x80 (not a basic code point)",
        "invalid-input": "Invalid input"
      }, baseMinusTMin = base - tMin, floor = Math.floor, stringFromCharCode = String.fromCharCode, key;
      function error(type) {
        throw new RangeError(errors[type]);
      }
      function map(array, fn) {
        for (var length = array.length, result = []; length--; )
          result[length] = fn(array[length]);
        return result;
      }
      function mapDomain(string, fn) {
        var parts = string.split("@"), result = "";
        parts.length > 1 && (result = parts[0] + "@", string = parts[1]), string = string.replace(regexSeparators, ".");
        var labels = string.split("."), encoded = map(labels, fn).join(".");
        return result + encoded;
      }
      function ucs2decode(string) {
        for (var output = [], counter = 0, length = string.length, value, extra; counter < length; )
          value = string.charCodeAt(counter++), value >= 55296 && value <= 56319 && counter < length ? (extra = string.charCodeAt(counter++), (extra & 64512) == 56320 ? output.push(((value & 1023) << 10) + (extra & 1023) + 65536) : (output.push(value), counter--)) : output.push(value);
        return output;
      }
      function ucs2encode(array) {
        return map(array, function(value) {
          var output = "";
          return value > 65535 && (value -= 65536, output += stringFromCharCode(value >>> 10 & 1023 | 55296), value = 56320 | value & 1023), output += stringFromCharCode(value), output;
        }).join("");
      }
      function basicToDigit(codePoint) {
        return codePoint - 48 < 10 ? codePoint - 22 : codePoint - 65 < 26 ? codePoint - 65 : codePoint - 97 < 26 ? codePoint - 97 : base;
      }
      function digitToBasic(digit, flag) {
        return digit + 22 + 75 * (digit < 26) - ((flag != 0) << 5);
      }
      function adapt(delta, numPoints, firstTime) {
        var k = 0;
        for (delta = firstTime ? floor(delta / damp) : delta >> 1, delta += floor(delta / numPoints); delta > baseMinusTMin * tMax >> 1; k += base)
          delta = floor(delta / baseMinusTMin);
        return floor(k + (baseMinusTMin + 1) * delta / (delta + skew));
      }
      function decode(input) {
        var output = [], inputLength = input.length, out, i = 0, n = initialN, bias = initialBias, basic, j, index, oldi, w, k, digit, t, baseMinusT;
        for (basic = input.lastIndexOf(delimiter), basic < 0 && (basic = 0), j = 0; j < basic; ++j)
          input.charCodeAt(j) >= 128 && error("not-basic"), output.push(input.charCodeAt(j));
        for (index = basic > 0 ? basic + 1 : 0; index < inputLength; ) {
          for (oldi = i, w = 1, k = base; index >= inputLength && error("invalid-input"), digit = basicToDigit(input.charCodeAt(index++)), (digit >= base || digit > floor((maxInt - i) / w)) && error("overflow"), i += digit * w, t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias, !(digit < t); k += base)
            baseMinusT = base - t, w > floor(maxInt / baseMinusT) && error("overflow"), w *= baseMinusT;
          out = output.length + 1, bias = adapt(i - oldi, out, oldi == 0), floor(i / out) > maxInt - n && error("overflow"), n += floor(i / out), i %= out, output.splice(i++, 0, n);
        }
        return ucs2encode(output);
      }
      function encode(input) {
        var n, delta, handledCPCount, basicLength, bias, j, m, q, k, t, currentValue, output = [], inputLength, handledCPCountPlusOne, baseMinusT, qMinusT;
        for (input = ucs2decode(input), inputLength = input.length, n = initialN, delta = 0, bias = initialBias, j = 0; j < inputLength; ++j)
          currentValue = input[j], currentValue < 128 && output.push(stringFromCharCode(currentValue));
        for (handledCPCount = basicLength = output.length, basicLength && output.push(delimiter); handledCPCount < inputLength; ) {
          for (m = maxInt, j = 0; j < inputLength; ++j)
            currentValue = input[j], currentValue >= n && currentValue < m && (m = currentValue);
          for (handledCPCountPlusOne = handledCPCount + 1, m - n > floor((maxInt - delta) / handledCPCountPlusOne) && error("overflow"), delta += (m - n) * handledCPCountPlusOne, n = m, j = 0; j < inputLength; ++j)
            if (currentValue = input[j], currentValue < n && ++delta > maxInt && error("overflow"), currentValue == n) {
              for (q = delta, k = base; t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias, !(q < t); k += base)
                qMinusT = q - t, baseMinusT = base - t, output.push(
                  stringFromCharCode(digitToBasic(t + qMinusT % baseMinusT, 0))
                ), q = floor(qMinusT / baseMinusT);
              output.push(stringFromCharCode(digitToBasic(q, 0))), bias = adapt(delta, handledCPCountPlusOne, handledCPCount == basicLength), delta = 0, ++handledCPCount;
            }
          ++delta, ++n;
        }
        return output.join("");
      }
      function toUnicode(input) {
        return mapDomain(input, function(string) {
          return regexPunycode.test(string) ? decode(string.slice(4).toLowerCase()) : string;
        });
      }
      function toASCII(input) {
        return mapDomain(input, function(string) {
          return regexNonASCII.test(string) ? "xn--" + encode(string) : string;
        });
      }
      if (punycode = {
        /**
         * A string representing the current Punycode.js version number.
         * @memberOf punycode
         * @type String
         */
        version: "1.4.1",
        /**
         * An object of methods to convert from JavaScript's internal character
         * representation (UCS-2) to Unicode code points, and back.
         * @see <https://mathiasbynens.be/notes/javascript-encoding>
         * @memberOf punycode
         * @type Object
         */
        ucs2: {
          decode: ucs2decode,
          encode: ucs2encode
        },
        decode,
        encode,
        toASCII,
        toUnicode
      }, typeof define == "function" && typeof define.amd == "object" && define.amd)
        define("punycode", function() {
          return punycode;
        });
      else if (freeExports && freeModule)
        if (module2.exports == freeExports)
          freeModule.exports = punycode;
        else
          for (key in punycode)
            punycode.hasOwnProperty(key) && (freeExports[key] = punycode[key]);
      else
        root.punycode = punycode;
    })(exports2);
  }
});

// src/modern/qs.js
var require_qs = __commonJS({
  "src/modern/qs.js"(exports2, module2) {
    "use strict";
    var { parse: parse2, stringify } = require("querystring");
    module2.exports = { parse: (text) => parse2(text), stringify: (object) => stringify(object) };
  }
});

// node_modules/url/url.js
var require_url = __commonJS({
  "node_modules/url/url.js"(exports2) {
    "use strict";
    var punycode = require_punycode();
    function Url() {
      this.protocol = null, this.slashes = null, this.auth = null, this.host = null, this.port = null, this.hostname = null, this.hash = null, this.search = null, this.query = null, this.pathname = null, this.path = null, this.href = null;
    }
    var protocolPattern = /^([a-z0-9.+-]+:)/i, portPattern = /:[0-9]*$/, simplePathPattern = /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/, delims = [
      "<",
      ">",
      '"',
      "`",
      " ",
      "\r",
      `
`,
      "	"
    ], unwise = [
      "{",
      "}",
      "|",
      "\\",
      "^",
      "`"
    ].concat(delims), autoEscape = ["'"].concat(unwise), nonHostChars = [
      "%",
      "/",
      "?",
      ";",
      "#"
    ].concat(autoEscape), hostEndingChars = [
      "/",
      "?",
      "#"
    ], hostnameMaxLen = 255, hostnamePartPattern = /^[^/\\#?:]*$/, hostnamePartStart = /^([^/\\#?:]*)(.*)$/, unsafeProtocol = {
      javascript: !0,
      "javascript:": !0
    }, hostlessProtocol = {
      javascript: !0,
      "javascript:": !0
    }, slashedProtocol = {
      http: !0,
      https: !0,
      ftp: !0,
      gopher: !0,
      ws: !0,
      wss: !0,
      "ws:": !0,
      "wss:": !0,
      file: !0,
      "http:": !0,
      "https:": !0,
      "ftp:": !0,
      "gopher:": !0,
      "file:": !0
    }, querystring = require_qs();
    function urlParse(url, parseQueryString, slashesDenoteHost) {
      if (url && typeof url == "object" && url instanceof Url)
        return url;
      var u = new Url();
      return u.parse(url, parseQueryString, slashesDenoteHost), u;
    }
    Url.prototype.parse = function(url, parseQueryString, slashesDenoteHost) {
      if (typeof url != "string")
        throw new TypeError("Parameter 'url' must be a string, not " + typeof url);
      var queryIndex = url.indexOf("?"), splitter = queryIndex !== -1 && queryIndex < url.indexOf("#") ? "?" : "#", uSplit = url.split(splitter), slashRegex = /\\/g;
      uSplit[0] = uSplit[0].replace(slashRegex, "/"), url = uSplit.join(splitter);
      var rest = url;
      if (rest = rest.trim(), !slashesDenoteHost && url.split("#").length === 1) {
        var simplePath = simplePathPattern.exec(rest);
        if (simplePath)
          return this.path = rest, this.href = rest, this.pathname = simplePath[1], simplePath[2] ? (this.search = simplePath[2], parseQueryString ? this.query = querystring.parse(this.search.substr(1)) : this.query = this.search.substr(1)) : parseQueryString && (this.search = null, this.query = { __proto__: null }), this;
      }
      var proto = protocolPattern.exec(rest);
      if (proto) {
        proto = proto[0];
        var lowerProto = proto.toLowerCase();
        this.protocol = lowerProto, rest = rest.substr(proto.length);
      }
      if (slashesDenoteHost || proto || rest.match(/^\/\/[^@/]+@[^@/]+/)) {
        var slashes = rest.substr(0, 2) === "//";
        slashes && !(proto && hostlessProtocol[proto]) && (rest = rest.substr(2), this.slashes = !0);
      }
      if (!hostlessProtocol[proto] && (slashes || proto && !slashedProtocol[proto])) {
        for (var hostEnd = -1, i = 0; i < hostEndingChars.length; i++) {
          var hec = rest.indexOf(hostEndingChars[i]);
          hec !== -1 && (hostEnd === -1 || hec < hostEnd) && (hostEnd = hec);
        }
        var auth, atSign;
        hostEnd === -1 ? atSign = rest.lastIndexOf("@") : atSign = rest.lastIndexOf("@", hostEnd), atSign !== -1 && (auth = rest.slice(0, atSign), rest = rest.slice(atSign + 1), this.auth = decodeURIComponent(auth)), hostEnd = -1;
        for (var i = 0; i < nonHostChars.length; i++) {
          var hec = rest.indexOf(nonHostChars[i]);
          hec !== -1 && (hostEnd === -1 || hec < hostEnd) && (hostEnd = hec);
        }
        hostEnd === -1 && (hostEnd = rest.length), this.host = rest.slice(0, hostEnd), rest = rest.slice(hostEnd), this.parseHost(), this.hostname = this.hostname || "";
        var ipv6Hostname = this.hostname[0] === "[" && this.hostname[this.hostname.length - 1] === "]";
        if (!ipv6Hostname)
          for (var hostparts = this.hostname.split(/\./), i = 0, l = hostparts.length; i < l; i++) {
            var part = hostparts[i];
            if (part && !part.match(hostnamePartPattern)) {
              for (var newpart = "", j = 0, k = part.length; j < k; j++)
                part.charCodeAt(j) > 127 ? newpart += "x" : newpart += part[j];
              if (!newpart.match(hostnamePartPattern)) {
                var validParts = hostparts.slice(0, i), notHost = hostparts.slice(i + 1), bit = part.match(hostnamePartStart);
                bit && (validParts.push(bit[1]), notHost.unshift(bit[2])), notHost.length && (rest = "/" + notHost.join(".") + rest), this.hostname = validParts.join(".");
                break;
              }
            }
          }
        if (this.hostname.length > hostnameMaxLen ? this.hostname = "" : this.hostname = this.hostname.toLowerCase(), !ipv6Hostname && this.hostname && (this.hostname = native.toASCII(this.hostname), !this.hostname || /[\0\t\n\r #%/:<>?@[\\\]^|]/.test(this.hostname)))
          throw native.invalidURL(url);
        var p = this.port ? ":" + this.port : "", h = this.hostname || "";
        this.host = h + p, this.href += this.host, ipv6Hostname && (this.hostname = this.hostname.substr(1, this.hostname.length - 2), rest[0] !== "/" && (rest = "/" + rest));
      }
      if (!unsafeProtocol[lowerProto])
        for (var i = 0, l = autoEscape.length; i < l; i++) {
          var ae = autoEscape[i];
          if (rest.indexOf(ae) !== -1) {
            var esc = encodeURIComponent(ae);
            esc === ae && (esc = escape(ae)), rest = rest.split(ae).join(esc);
          }
        }
      var hash = rest.indexOf("#");
      hash !== -1 && (this.hash = rest.substr(hash), rest = rest.slice(0, hash));
      var qm = rest.indexOf("?");
      if (qm !== -1 ? (this.search = rest.substr(qm), this.query = rest.substr(qm + 1), parseQueryString && (this.query = querystring.parse(this.query)), rest = rest.slice(0, qm)) : parseQueryString && (this.search = null, this.query = { __proto__: null }), rest && (this.pathname = rest), slashedProtocol[lowerProto] && this.hostname && !this.pathname && (this.pathname = "/"), this.pathname || this.search) {
        var p = this.pathname || "", s = this.search || "";
        this.path = p + s;
      }
      return this.href = this.format(), this;
    };
    function urlFormat(obj) {
      return typeof obj == "string" && (obj = urlParse(obj)), obj instanceof Url ? obj.format() : Url.prototype.format.call(obj);
    }
    Url.prototype.format = function() {
      var auth = this.auth || "";
      auth && (auth = encodeURIComponent(auth), auth = auth.replace(/%3A/i, ":"), auth += "@");
      var protocol = this.protocol || "", pathname = this.pathname || "", hash = this.hash || "", host = !1, query = "";
      this.host ? host = auth + this.host : this.hostname && (host = auth + (this.hostname.indexOf(":") === -1 ? this.hostname : "[" + this.hostname + "]"), this.port && (host += ":" + this.port)), this.query && typeof this.query == "object" && Object.keys(this.query).length && (query = querystring.stringify(this.query, {
        arrayFormat: "repeat",
        addQueryPrefix: !1
      }));
      var search = this.search || query && "?" + query || "";
      return protocol && protocol.substr(-1) !== ":" && (protocol += ":"), !this.slashes && !host && protocol === "file:" ? host = "//" : this.slashes || slashedProtocol[protocol] && host ? (host = "//" + (host || ""), pathname && pathname.charAt(0) !== "/" && (pathname = "/" + pathname)) : host || (host = ""), hash && hash.charAt(0) !== "#" && (hash = "#" + hash), search && search.charAt(0) !== "?" && (search = "?" + search), pathname = pathname.replace(/[?#]/g, function(match) {
        return encodeURIComponent(match);
      }), search = search.replace("#", "%23"), protocol + host + pathname + search + hash;
    };
    function urlResolve(source, relative) {
      return urlParse(source, !1, !0).resolve(relative);
    }
    Url.prototype.resolve = function(relative) {
      return this.resolveObject(urlParse(relative, !1, !0)).format();
    };
    function urlResolveObject(source, relative) {
      return source ? urlParse(source, !1, !0).resolveObject(relative) : relative;
    }
    Url.prototype.resolveObject = function(relative) {
      if (typeof relative == "string") {
        var rel = new Url();
        rel.parse(relative, !1, !0), relative = rel;
      }
      for (var result = new Url(), tkeys = Object.keys(this), tk = 0; tk < tkeys.length; tk++) {
        var tkey = tkeys[tk];
        result[tkey] = this[tkey];
      }
      if (result.hash = relative.hash, relative.href === "")
        return result.href = result.format(), result;
      if (relative.slashes && !relative.protocol) {
        for (var rkeys = Object.keys(relative), rk = 0; rk < rkeys.length; rk++) {
          var rkey = rkeys[rk];
          rkey !== "protocol" && (result[rkey] = relative[rkey]);
        }
        return slashedProtocol[result.protocol] && result.hostname && !result.pathname && (result.pathname = "/", result.path = result.pathname), result.href = result.format(), result;
      }
      if (relative.protocol && relative.protocol !== result.protocol) {
        if (!slashedProtocol[relative.protocol]) {
          for (var keys = Object.keys(relative), v = 0; v < keys.length; v++) {
            var k = keys[v];
            result[k] = relative[k];
          }
          return result.href = result.format(), result;
        }
        if (result.protocol = relative.protocol, !relative.host && relative.protocol !== "file:" && !hostlessProtocol[relative.protocol]) {
          for (var relPath = (relative.pathname || "").split("/"); relPath.length && !(relative.host = relPath.shift()); )
            ;
          relative.host || (relative.host = ""), relative.hostname || (relative.hostname = ""), relPath[0] !== "" && relPath.unshift(""), relPath.length < 2 && relPath.unshift(""), result.pathname = relPath.join("/");
        } else
          result.pathname = relative.pathname;
        if (result.search = relative.search, result.query = relative.query, result.host = relative.host || "", result.auth = relative.auth, result.hostname = relative.hostname || relative.host, result.port = relative.port, result.pathname || result.search) {
          var p = result.pathname || "", s = result.search || "";
          result.path = p + s;
        }
        return result.slashes = result.slashes || relative.slashes, result.href = result.format(), result;
      }
      var isSourceAbs = result.pathname && result.pathname.charAt(0) === "/", isRelAbs = relative.host || relative.pathname && relative.pathname.charAt(0) === "/", mustEndAbs = isRelAbs || isSourceAbs || result.host && relative.pathname, removeAllDots = mustEndAbs, srcPath = result.pathname && result.pathname.split("/") || [], relPath = relative.pathname && relative.pathname.split("/") || [], psychotic = result.protocol && !slashedProtocol[result.protocol];
      if (psychotic && (result.hostname = "", result.port = null, result.host && (srcPath[0] === "" ? srcPath[0] = result.host : srcPath.unshift(result.host)), result.host = "", relative.protocol && (relative.hostname = null, relative.port = null, relative.host && (relPath[0] === "" ? relPath[0] = relative.host : relPath.unshift(relative.host)), relative.host = null), mustEndAbs = mustEndAbs && (relPath[0] === "" || srcPath[0] === "")), isRelAbs)
        typeof relative.host == "string" && relative.host !== result.host && (result.auth = null), typeof relative.host == "string" && (result.port = relative.port), result.host = relative.host || relative.host === "" ? relative.host : result.host, result.hostname = relative.hostname || relative.hostname === "" ? relative.hostname : result.hostname, result.search = relative.search, result.query = relative.query, srcPath = relPath;
      else if (relPath.length)
        srcPath || (srcPath = []), srcPath.pop(), srcPath = srcPath.concat(relPath), result.search = relative.search, result.query = relative.query;
      else if (relative.search != null) {
        if (psychotic) {
          result.host = srcPath.shift(), result.hostname = result.host;
          var authInHost = result.host && result.host.indexOf("@") > 0 ? result.host.split("@") : !1;
          authInHost && (result.auth = authInHost.shift(), result.hostname = authInHost.shift(), result.host = result.hostname);
        }
        return result.search = relative.search, result.query = relative.query, (result.pathname !== null || result.search !== null) && (result.path = (result.pathname ? result.pathname : "") + (result.search ? result.search : "")), result.href = result.format(), result;
      }
      if (!srcPath.length)
        return result.pathname = null, result.search ? result.path = "/" + result.search : result.path = null, result.href = result.format(), result;
      for (var last = srcPath.slice(-1)[0], hasTrailingSlash = (result.host || relative.host || srcPath.length > 1) && (last === "." || last === "..") || last === "", up = 0, i = srcPath.length; i >= 0; i--)
        last = srcPath[i], last === "." ? srcPath.splice(i, 1) : last === ".." ? (srcPath.splice(i, 1), up++) : up && (srcPath.splice(i, 1), up--);
      if (!mustEndAbs && !removeAllDots)
        for (; up--; up)
          srcPath.unshift("..");
      mustEndAbs && srcPath[0] !== "" && (!srcPath[0] || srcPath[0].charAt(0) !== "/") && srcPath.unshift(""), hasTrailingSlash && srcPath.join("/").substr(-1) !== "/" && srcPath.push("");
      var isAbsolute = srcPath[0] === "" || srcPath[0] && srcPath[0].charAt(0) === "/";
      if (psychotic) {
        result.hostname = isAbsolute ? "" : srcPath.length ? srcPath.shift() : "", result.host = result.hostname;
        var authInHost = result.host && result.host.indexOf("@") > 0 ? result.host.split("@") : !1;
        authInHost && (result.auth = authInHost.shift(), result.hostname = authInHost.shift(), result.host = result.hostname);
      }
      return mustEndAbs = mustEndAbs || result.host && srcPath.length, mustEndAbs && !isAbsolute && srcPath.unshift(""), srcPath.length > 0 ? result.pathname = srcPath.join("/") : (result.pathname = null, result.path = null), (result.pathname !== null || result.search !== null) && (result.path = (result.pathname ? result.pathname : "") + (result.search ? result.search : "")), result.auth = relative.auth || result.auth, result.slashes = result.slashes || relative.slashes, result.href = result.format(), result;
    };
    Url.prototype.parseHost = function() {
      var host = this.host, port = portPattern.exec(host);
      port && (port = port[0], port !== ":" && (this.port = port.substr(1)), host = host.substr(0, host.length - port.length)), host && (this.hostname = host);
    };
    exports2.parse = urlParse;
    exports2.resolve = urlResolve;
    exports2.resolveObject = urlResolveObject;
    exports2.format = urlFormat;
    exports2.Url = Url;
  }
});

// src/node/url.js
var old = require_url(), { withCode, invalidArgType, validateString, validateObject, missingArgs } = require("internal/errors"), { URL, URLSearchParams } = require("internal/url");
native.invalidURL = (input) => Object.assign(withCode(TypeError, "ERR_INVALID_URL", "Invalid URL"), { input });
function isURL(value) {
  return !!(value?.href && value.protocol && value.auth === void 0 && value.path === void 0);
}
function fileURLToPath(path) {
  if (typeof path == "string") path = new URL(path);
  else if (!isURL(path)) throw invalidArgType("path", ["string", "URL"], path);
  if (path.protocol !== "file:") throw withCode(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  let { pathname, hostname } = path;
  if (hostname !== "") throw withCode(TypeError, "ERR_INVALID_FILE_URL_HOST", `File URL host must be "localhost" or empty on ${process.platform}`);
  if (/%2f/i.test(pathname)) throw withCode(TypeError, "ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
  return decodeURIComponent(pathname);
}
function pathToFileURL(filepath, options) {
  validateString(filepath, "path");
  let windows = options?.windows ?? process.platform === "win32", slashes = (path) => windows ? path.replaceAll("\\", "/") : path, resolved = slashes(require("path")[windows ? "win32" : "posix"].resolve(filepath)).replace(/^\/\/\?\/(UNC(?=\/))?/, (prefix, unc) => unc ? "/" : "");
  slashes(filepath).endsWith("/") && !resolved.endsWith("/") && (resolved += "/");
  let escaped = resolved.replace(/[%\\\n\r\t?#[\]^|~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  return new URL(`file:${windows ? escaped.replace(/^(?!\/\/)/, "///") : `//${escaped}`}`);
}
function urlToHttpOptions(url) {
  let { hostname, protocol, hash, search, pathname, href, port, username, password } = url, options = {
    __proto__: null,
    ...url,
    protocol,
    hostname: hostname && hostname[0] === "[" ? hostname.slice(1, -1) : hostname,
    hash,
    search,
    pathname,
    path: `${pathname || ""}${search || ""}`,
    href
  };
  return port !== "" && (options.port = Number(port)), (username || password) && (options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`), options;
}
function format(url, options) {
  if (!(url instanceof URL)) {
    if (typeof url != "string" && (url === null || typeof url != "object")) throw invalidArgType("urlObject", ["Object", "string"], url);
    return old.format(url);
  }
  options && validateObject(options, "options");
  let { fragment = !0, unicode = !1, search = !0, auth = !0 } = options ?? {}, copy = new URL(url.href);
  return fragment || (copy.hash = ""), search || (copy.search = ""), auth || (copy.username = "", copy.password = ""), unicode && copy.hostname ? copy.href.replace(copy.hostname, native.toUnicode(copy.hostname)) : copy.href;
}
function parse(url, parseQueryString, slashesDenoteHost) {
  return url instanceof old.Url || validateString(url, "url"), old.parse(url, parseQueryString, slashesDenoteHost);
}
module.exports = {
  Url: old.Url,
  parse,
  resolve(from, to) {
    return parse(from, !1, !0).resolveObject(parse(to, !1, !0)).format();
  },
  resolveObject(from, to) {
    return from ? parse(from, !1, !0).resolveObject(typeof to == "string" ? parse(to, !1, !0) : to) : to;
  },
  format,
  URL,
  URLSearchParams,
  domainToASCII(domain) {
    if (arguments.length === 0) throw missingArgs("domain");
    try {
      return new URL(`ws://${domain}`).hostname;
    } catch {
      return "";
    }
  },
  domainToUnicode(domain) {
    if (arguments.length === 0) throw missingArgs("domain");
    try {
      return native.toUnicode(new URL(`ws://${domain}`).hostname);
    } catch {
      return "";
    }
  },
  fileURLToPath,
  pathToFileURL,
  urlToHttpOptions
};
