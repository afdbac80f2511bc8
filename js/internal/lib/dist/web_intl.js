"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// src/shared/characters.js
var require_characters = __commonJS({
  "src/shared/characters.js"(exports2) {
    "use strict";
    var within = (ranges) => (c) => {
      for (let i = 0; i < ranges.length; i += 2) if (c >= ranges[i] && c <= ranges[i + 1]) return !0;
      return !1;
    }, apart = within([
      4139,
      4140,
      4152,
      4152,
      4194,
      4196,
      4199,
      4205,
      4227,
      4227,
      4231,
      4236,
      4239,
      4239,
      4250,
      4252,
      6753,
      6753,
      6755,
      6756,
      43643,
      43643,
      43645,
      43645,
      71456,
      71457
    ]), joining = within([8204, 8205, 3635, 3635, 3763, 3763, 65438, 65439, 127995, 127999, 917536, 917631]), prepended = within([
      1536,
      1541,
      1757,
      1757,
      1807,
      1807,
      2192,
      2193,
      2274,
      2274,
      3406,
      3406,
      69821,
      69821,
      69837,
      69837,
      70082,
      70083,
      71999,
      71999,
      72001,
      72001,
      72250,
      72250,
      72324,
      72329,
      73030,
      73030,
      73474,
      73474
    ]), region = within([127462, 127487]), control = (c) => c < 32 || c >= 127 && c < 160 || c === 173 || c > 768 && !joining(c) && !prepended(c) && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(c)), joins = (c) => c >= 768 && (joining(c) || !apart(c) && /\p{M}/u.test(String.fromCodePoint(c))), pictograph = (c) => c === 169 || c === 174 || c === 8252 || c === 8265 || c >= 8448 && c < 13056 && /[\p{So}\p{Sm}]/u.test(String.fromCodePoint(c)) || c >= 126976 && c < 129792 && !region(c) && !joining(c), leading = within([4352, 4447, 43360, 43388]), vowel = within([4448, 4519, 55216, 55238]), trailing = within([4520, 4607, 55243, 55291]), syllable = within([44032, 55203]);
    function hangul(a, b) {
      return leading(a) ? leading(b) || vowel(b) || syllable(b) : (vowel(a) || syllable(a) && (a - 44032) % 28 === 0) && (vowel(b) || trailing(b)) || (trailing(a) || syllable(a)) && trailing(b);
    }
    exports2.characters = (text) => {
      let ends = [], before, at = 0, regions = 0, picture = !1;
      for (let letter of text) {
        let c = letter.codePointAt(0);
        if (before !== void 0) {
          let together = !1;
          before < 768 && c < 768 ? together = before === 13 && c === 10 : !control(before) && !control(c) && (together = joins(c) || prepended(before) || hangul(before, c) || picture && before === 8205 && pictograph(c) || region(before) && region(c) && regions % 2 === 1), together || ends.push(at);
        }
        regions = region(c) ? regions + 1 : 0, picture = pictograph(c) || picture && joins(c), before = c, at += letter.length;
      }
      return at > 0 && ends.push(at), ends;
    };
  }
});

// src/web/intl.js
var { withCode, hidden } = require("internal/errors"), { characters } = require_characters(), instead = "a package such as @formatjs/intl has it, or a Go program can give it with js.WithGlobal", unavailable = (what) => withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `${what} is unavailable: Node has it, wakeful does not: ${instead}`);
function canonical(locales) {
  if (locales === void 0) return [];
  if (locales === null) throw new TypeError("Cannot convert undefined or null to object");
  let list = typeof locales == "string" ? [locales] : Array.from(Object(locales));
  return [...new Set(list.map((tag) => {
    if (typeof tag != "string" && (typeof tag != "object" || tag === null)) throw new TypeError("Incorrect locale information provided");
    if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(`${tag}`)) throw new RangeError("Incorrect locale information provided");
    return `${tag}`.toLowerCase().split("-").map((part, i, { length }) => i === 0 || length < 2 ? part : part.length === 4 && /^[a-z]+$/.test(part) ? part[0].toUpperCase() + part.slice(1) : part.length === 2 && i < 3 ? part.toUpperCase() : part).join("-");
  }))];
}
var english = (locales) => canonical(locales).filter((tag) => /^en(-US)?$/.test(tag));
function resolved(locales) {
  return 0 .toLocaleString(locales), canonical(locales)[0] ?? "en-US";
}
function define(Class, name, members) {
  hidden(Class, "supportedLocalesOf", (locales) => english(locales)), Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: !0 });
  for (let [key, member] of Object.entries(members ?? {})) hidden(Class.prototype, key, member);
  return Class;
}
function callable(Class) {
  let made = function(...args) {
    return Reflect.construct(Class, args, new.target ?? made);
  };
  return Object.defineProperties(made, { name: { value: Class.name }, prototype: { value: Class.prototype, writable: !1 } }), hidden(made, "supportedLocalesOf", Class.supportedLocalesOf), hidden(Class.prototype, "constructor", made), made;
}
var unsupported = (of, name) => ({ [name]() {
  throw unavailable(`${of}.prototype.${name}`);
} })[name], NumberFormat = class {
  #locale;
  #options;
  #format;
  constructor(locales, options) {
    this.#locale = resolved(locales), this.#options = { ...options }, 0 .toLocaleString(this.#locale, this.#options);
  }
  get format() {
    return this.#format ??= (value) => (typeof value == "bigint" ? value : Number(value)).toLocaleString(this.#locale, this.#options);
  }
  resolvedOptions() {
    let { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(3, least), useGrouping = "auto" } = this.#options;
    return {
      locale: this.#locale,
      numberingSystem: "latn",
      style: "decimal",
      minimumIntegerDigits: 1,
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      useGrouping: useGrouping === !0 ? "always" : useGrouping && `${useGrouping}`,
      notation: "standard",
      signDisplay: "auto",
      roundingMode: "halfExpand",
      roundingIncrement: 1,
      trailingZeroDisplay: "auto",
      roundingPriority: "auto"
    };
  }
};
define(NumberFormat, "NumberFormat", { formatToParts: unsupported("Intl.NumberFormat", "formatToParts"), formatRange: unsupported("Intl.NumberFormat", "formatRange") });
var DateTimeFormat = class {
  #locale;
  #options;
  #format;
  constructor(locales, options) {
    this.#locale = resolved(locales), this.#options = { ...options }, (/* @__PURE__ */ new Date(0)).toLocaleDateString(this.#locale, this.#options);
  }
  get format() {
    return this.#format ??= (date) => {
      let time = date === void 0 ? Date.now() : Number(date);
      if (Number.isNaN(new Date(time).getTime())) throw new RangeError("Invalid time value");
      return new Date(time).toLocaleDateString(this.#locale, this.#options);
    };
  }
  resolvedOptions() {
    let { timeZone } = this.#options;
    return { locale: this.#locale, calendar: "gregory", numberingSystem: "latn", timeZone: timeZone === void 0 ? native.zone() : `${timeZone}`, year: "numeric", month: "numeric", day: "numeric" };
  }
};
define(DateTimeFormat, "DateTimeFormat", Object.fromEntries(["formatToParts", "formatRange", "formatRangeToParts"].map((name) => [name, unsupported("Intl.DateTimeFormat", name)])));
var Collator = class {
  #locale;
  #options;
  #compare;
  constructor(locales, options) {
    this.#locale = resolved(locales), this.#options = { ...options }, "".localeCompare("", this.#locale, this.#options);
  }
  get compare() {
    return this.#compare ??= (a, b) => `${a}`.localeCompare(`${b}`, this.#locale, this.#options);
  }
  resolvedOptions() {
    let { sensitivity = "variant", numeric = !1 } = this.#options;
    return { locale: this.#locale, usage: "sort", sensitivity: `${sensitivity}`, ignorePunctuation: !1, collation: "default", numeric: !!numeric, caseFirst: "false" };
  }
};
define(Collator, "Collator");
var Segmenter = class {
  #locale;
  constructor(locales, options = {}) {
    this.#locale = resolved(locales);
    let { granularity = "grapheme" } = Object(options);
    if (!["grapheme", "word", "sentence"].includes(granularity)) throw new RangeError(`Value ${granularity} out of range for Intl.Segmenter options property granularity`);
    if (granularity !== "grapheme") throw unavailable(`The granularity ${granularity} of Intl.Segmenter`);
  }
  segment(input) {
    return new Segments(`${input}`);
  }
  resolvedOptions() {
    return { locale: this.#locale, granularity: "grapheme" };
  }
};
define(Segmenter, "Segmenter");
var Segments = class {
  #input;
  #ends;
  constructor(input) {
    this.#input = input;
  }
  containing(index = 0) {
    if (this.#ends ??= characters(this.#input), index = Math.trunc(Number(index)) || 0, index < 0 || index >= this.#input.length) return;
    let low = 0, high = this.#ends.length - 1;
    for (; low < high; ) {
      let middle = low + high >> 1;
      this.#ends[middle] > index ? high = middle : low = middle + 1;
    }
    return this.#at(low);
  }
  #at(i) {
    let from = i === 0 ? 0 : this.#ends[i - 1];
    return { segment: this.#input.slice(from, this.#ends[i]), index: from, input: this.#input };
  }
  *[Symbol.iterator]() {
    this.#ends ??= characters(this.#input);
    for (let i = 0; i < this.#ends.length; i++) yield this.#at(i);
  }
}, Intl = {};
Object.defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: !0 });
hidden(Intl, "getCanonicalLocales", function(locales) {
  return canonical(locales);
});
hidden(Intl, "supportedValuesOf", function() {
  throw unavailable("Intl.supportedValuesOf");
});
for (let Class of [DateTimeFormat, NumberFormat, Collator]) hidden(Intl, Class.name, callable(Class));
hidden(Intl, "Segmenter", Segmenter);
for (let name of ["DisplayNames", "ListFormat", "Locale", "PluralRules", "RelativeTimeFormat"])
  hidden(Intl, name, define({ [name]: class {
    constructor() {
      throw unavailable(`Intl.${name}`);
    }
  } }[name], name));
module.exports = { Intl };
