'use strict';
// Intl for the locale en-US: what toLocaleString and localeCompare do, and the segments of a text
// that are characters. What is missing throws when it is constructed, with an alternative, and no
// option is ignored.
const { withCode, hidden } = require('internal/errors');
const { characters } = require('../shared/characters');

const instead = 'a package such as @formatjs/intl has it, or a Go program can give it with js.WithGlobal';
const unavailable = (what) => withCode(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', `${what} is unavailable: Node has it, wakeful does not: ${instead}`);

// canonical returns the locales of a list in canonical form.
function canonical(locales) {
  if (locales === undefined) return [];
  if (locales === null) throw new TypeError('Cannot convert undefined or null to object');
  const list = typeof locales === 'string' ? [locales] : Array.from(Object(locales));
  return [...new Set(list.map((tag) => {
    if (typeof tag !== 'string' && (typeof tag !== 'object' || tag === null)) throw new TypeError('Incorrect locale information provided');
    if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(`${tag}`)) throw new RangeError(`Incorrect locale information provided`);
    return `${tag}`.toLowerCase().split('-').map((part, i, { length }) => {
      if (i === 0 || length < 2) return part;
      if (part.length === 4 && /^[a-z]+$/.test(part)) return part[0].toUpperCase() + part.slice(1);
      return part.length === 2 && i < 3 ? part.toUpperCase() : part;
    }).join('-');
  }))];
}
const english = (locales) => canonical(locales).filter((tag) => /^en(-US)?$/.test(tag));
// resolved checks the locales as toLocaleString does, and returns the one that is used.
function resolved(locales) {
  (0).toLocaleString(locales);
  return canonical(locales)[0] ?? 'en-US';
}

function define(Class, name, members) {
  hidden(Class, 'supportedLocalesOf', { supportedLocalesOf: (locales) => english(locales) }.supportedLocalesOf);
  Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: `Intl.${name}`, configurable: true });
  for (const [key, member] of Object.entries(members ?? {})) hidden(Class.prototype, key, member);
  return Class;
}
// callable makes a class that may be called without new.
function callable(Class) {
  const made = function (...args) { return Reflect.construct(Class, args, new.target ?? made); };
  Object.defineProperties(made, { name: { value: Class.name }, prototype: { value: Class.prototype, writable: false } });
  hidden(made, 'supportedLocalesOf', Class.supportedLocalesOf);
  hidden(Class.prototype, 'constructor', made);
  return made;
}
const unsupported = (of, name) => ({ [name]() { throw unavailable(`${of}.prototype.${name}`); } }[name]);

// Numbers.
class NumberFormat {
  #locale; #options; #format;
  constructor(locales, options) {
    this.#locale = resolved(locales);
    this.#options = { ...options };
    (0).toLocaleString(this.#locale, this.#options);
  }
  get format() {
    return (this.#format ??= (value) => (typeof value === 'bigint' ? value : Number(value)).toLocaleString(this.#locale, this.#options));
  }
  resolvedOptions() {
    const { minimumFractionDigits: least = 0, maximumFractionDigits: most = Math.max(3, least), useGrouping = 'auto' } = this.#options;
    return {
      locale: this.#locale, numberingSystem: 'latn', style: 'decimal', minimumIntegerDigits: 1, minimumFractionDigits: least, maximumFractionDigits: most,
      useGrouping: useGrouping === true ? 'always' : useGrouping && `${useGrouping}`, notation: 'standard', signDisplay: 'auto',
      roundingMode: 'halfExpand', roundingIncrement: 1, trailingZeroDisplay: 'auto', roundingPriority: 'auto',
    };
  }
}
define(NumberFormat, 'NumberFormat', { formatToParts: unsupported('Intl.NumberFormat', 'formatToParts'), formatRange: unsupported('Intl.NumberFormat', 'formatRange') });

// Dates.
class DateTimeFormat {
  #locale; #options; #format;
  constructor(locales, options) {
    this.#locale = resolved(locales);
    this.#options = { ...options };
    new Date(0).toLocaleDateString(this.#locale, this.#options);
  }
  get format() {
    return (this.#format ??= (date) => {
      const time = date === undefined ? Date.now() : Number(date);
      if (Number.isNaN(new Date(time).getTime())) throw new RangeError('Invalid time value');
      return new Date(time).toLocaleDateString(this.#locale, this.#options);
    });
  }
  resolvedOptions() {
    const { timeZone } = this.#options;
    return { locale: this.#locale, calendar: 'gregory', numberingSystem: 'latn', timeZone: timeZone === undefined ? native.zone() : `${timeZone}`, year: 'numeric', month: 'numeric', day: 'numeric' };
  }
}
define(DateTimeFormat, 'DateTimeFormat', Object.fromEntries(['formatToParts', 'formatRange', 'formatRangeToParts'].map((name) => [name, unsupported('Intl.DateTimeFormat', name)])));

// Strings.
class Collator {
  #locale; #options; #compare;
  constructor(locales, options) {
    this.#locale = resolved(locales);
    this.#options = { ...options };
    ''.localeCompare('', this.#locale, this.#options);
  }
  get compare() { return (this.#compare ??= (a, b) => `${a}`.localeCompare(`${b}`, this.#locale, this.#options)); }
  resolvedOptions() {
    const { sensitivity = 'variant', numeric = false } = this.#options;
    return { locale: this.#locale, usage: 'sort', sensitivity: `${sensitivity}`, ignorePunctuation: false, collation: 'default', numeric: !!numeric, caseFirst: 'false' };
  }
}
define(Collator, 'Collator');

class Segmenter {
  #locale;
  constructor(locales, options = {}) {
    this.#locale = resolved(locales);
    const { granularity = 'grapheme' } = Object(options);
    if (!['grapheme', 'word', 'sentence'].includes(granularity)) throw new RangeError(`Value ${granularity} out of range for Intl.Segmenter options property granularity`);
    if (granularity !== 'grapheme') throw unavailable(`The granularity ${granularity} of Intl.Segmenter`);
  }
  segment(input) { return new Segments(`${input}`); }
  resolvedOptions() { return { locale: this.#locale, granularity: 'grapheme' }; }
}
define(Segmenter, 'Segmenter');

class Segments {
  #input; #ends;
  constructor(input) { this.#input = input; }
  containing(index = 0) {
    this.#ends ??= characters(this.#input);
    index = Math.trunc(Number(index)) || 0;
    if (index < 0 || index >= this.#input.length) return undefined;
    let low = 0, high = this.#ends.length - 1; // the first end behind index
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle] > index) high = middle; else low = middle + 1;
    }
    return this.#at(low);
  }
  #at(i) {
    const from = i === 0 ? 0 : this.#ends[i - 1];
    return { segment: this.#input.slice(from, this.#ends[i]), index: from, input: this.#input };
  }
  *[Symbol.iterator]() {
    this.#ends ??= characters(this.#input);
    for (let i = 0; i < this.#ends.length; i++) yield this.#at(i);
  }
}

const Intl = {};
Object.defineProperty(Intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
hidden(Intl, 'getCanonicalLocales', function getCanonicalLocales(locales) { return canonical(locales); });
hidden(Intl, 'supportedValuesOf', function supportedValuesOf() { throw unavailable('Intl.supportedValuesOf'); });
for (const Class of [DateTimeFormat, NumberFormat, Collator]) hidden(Intl, Class.name, callable(Class));
hidden(Intl, 'Segmenter', Segmenter);
for (const name of ['DisplayNames', 'ListFormat', 'Locale', 'PluralRules', 'RelativeTimeFormat']) {
  hidden(Intl, name, define({ [name]: class { constructor() { throw unavailable(`Intl.${name}`); } } }[name], name));
}

module.exports = { Intl };
