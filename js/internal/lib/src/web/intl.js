'use strict';
// Intl for the locale en-US: what toLocaleString and localeCompare do, and the segments of a text
// that are characters. What is missing throws when it is constructed, with an alternative, and no
// option is ignored.
const { withCode, hidden } = require('internal/errors');
const { characters } = require('../shared/characters');
const { zoneNames } = require('../shared/zone_names');

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
  const made = function (...args) { return Reflect.construct(Class, args.slice(0, 2), new.target ?? made); };
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
const choices = {
  weekday: ['narrow', 'short', 'long'], era: ['narrow', 'short', 'long'], year: ['2-digit', 'numeric'], month: ['2-digit', 'numeric', 'narrow', 'short', 'long'], day: ['2-digit', 'numeric'],
  dayPeriod: ['narrow', 'short', 'long'], hour: ['2-digit', 'numeric'], minute: ['2-digit', 'numeric'], second: ['2-digit', 'numeric'], fractionalSecondDigits: [1, 2, 3],
  timeZoneName: ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric'],
  formatMatcher: ['basic', 'best fit'], localeMatcher: ['lookup', 'best fit'], dateStyle: ['full', 'long', 'medium', 'short'], timeStyle: ['full', 'long', 'medium', 'short'], hourCycle: ['h11', 'h12', 'h23', 'h24'],
};
const fields = ['weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'timeZoneName'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const eras = { narrow: ['B', 'A'], short: ['BC', 'AD'], long: ['Before Christ', 'Anno Domini'] };
const styles = {
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, long: { year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' }, short: { year: '2-digit', month: 'numeric', day: 'numeric' },
};

// dateOptions returns the options of a DateTimeFormat. wanted says which fields its caller formats,
// if the options name none: date, time or any, and which ones then: date, time or all.
function dateOptions(options, wanted, defaults) {
  const given = {};
  if (options === null) throw new TypeError('Cannot convert undefined or null to object');
  options = options === undefined ? {} : Object(options);
  for (const name of ['calendar', 'numberingSystem']) {
    const value = options[name];
    const only = { calendar: 'gregory', numberingSystem: 'latn' }[name];
    if (value !== undefined && `${value}` !== only) throw new RangeError(`The option ${name} of Intl.DateTimeFormat has only the value ${only}, not ${value}`);
  }
  for (const [name, list] of Object.entries(choices)) {
    let value = options[name];
    if (value === undefined) continue;
    value = name === 'fractionalSecondDigits' ? Number(value) : `${value}`;
    if (!list.includes(value)) throw new RangeError(name === 'fractionalSecondDigits' ? `${name} value is out of range.` : `Value ${value} out of range for Intl.DateTimeFormat options property ${name}`);
    given[name] = value;
  }
  for (const name of ['dayPeriod']) if (given[name] !== undefined) throw new RangeError(`The option ${name} of Intl.DateTimeFormat is not supported: ${instead}`);
  if (/Generic$/.test(given.timeZoneName)) throw new RangeError(`The value ${given.timeZoneName} of the option timeZoneName is not supported: ${instead}`);
  if (options.hour12 !== undefined) given.hour12 = !!options.hour12;
  if (given.dateStyle !== undefined || given.timeStyle !== undefined) {
    for (const name of fields) if (given[name] !== undefined) throw new TypeError(`Can't set option ${name} when ${given.dateStyle !== undefined ? 'dateStyle' : 'timeStyle'} is used`);
    if (given.dateStyle !== undefined && wanted === 'time') throw new TypeError('Invalid option : dateStyle');
    if (given.timeStyle !== undefined && wanted === 'date') throw new TypeError('Invalid option : timeStyle');
  } else {
    const date = ['weekday', 'year', 'month', 'day'], time = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
    const looked = { date, time, any: [...date, ...time] }[wanted];
    if (looked.every((name) => given[name] === undefined)) {
      for (const name of [...defaults !== 'time' ? ['year', 'month', 'day'] : [], ...defaults !== 'date' ? ['hour', 'minute', 'second'] : []]) given[name] = 'numeric';
    }
  }
  return given;
}

class DateTimeFormat {
  #locale; #options; #zone; #shown; #format;
  constructor(locales, options, wanted = 'any', defaults = 'date') {
    this.#locale = resolved(locales);
    this.#options = dateOptions(options, wanted, defaults);
    const { timeZone } = Object(options);
    this.#zone = timeZone === undefined ? native.zone() : native.canonicalZone(`${timeZone}`);
    if (this.#zone === undefined) throw new RangeError(`Invalid time zone specified: ${timeZone}`);
    this.#shown = shown(this.#options);
  }
  get format() { return (this.#format ??= (date) => this.formatToParts(date).map(({ value }) => (value === '\u202f' ? ' ' : value)).join('')); }
  formatToParts(date) {
    const time = date === undefined ? Date.now() : Number(date);
    if (Number.isNaN(new Date(time).getTime())) throw new RangeError('Invalid time value');
    return parts(this.#shown, time, this.#zone);
  }
  resolvedOptions() {
    const { hourCycle, ...rest } = this.#shown;
    const made = { locale: this.#locale, calendar: 'gregory', numberingSystem: 'latn', timeZone: this.#zone };
    const { dateStyle, timeStyle } = this.#options;
    if (rest.hour !== undefined) Object.assign(made, { hourCycle, hour12: /^h1[12]$/.test(hourCycle) });
    if (dateStyle === undefined && timeStyle === undefined) for (const name of fields) if (rest[name] !== undefined) made[name] = rest[name];
    if (dateStyle !== undefined) made.dateStyle = dateStyle;
    if (timeStyle !== undefined) made.timeStyle = timeStyle;
    return made;
  }
}
define(DateTimeFormat, 'DateTimeFormat', Object.fromEntries(['formatRange', 'formatRangeToParts'].map((name) => [name, unsupported('Intl.DateTimeFormat', name)])));

// shown resolves styles, and the widths that the patterns of English have.
function shown(options) {
  const made = { ...styles[options.dateStyle] };
  const { timeStyle } = options;
  if (timeStyle !== undefined) {
    Object.assign(made, { hour: 'numeric', minute: 'numeric' });
    if (timeStyle !== 'short') made.second = 'numeric';
    if (timeStyle === 'full' || timeStyle === 'long') made.timeZoneName = timeStyle === 'full' ? 'long' : 'short';
  }
  for (const name of fields) if (options[name] !== undefined) made[name] = options[name];
  if (options.dateStyle !== undefined) made.joiner = /^(full|long)$/.test(options.dateStyle) ? ' at ' : ', ';
  if (made.hour !== undefined) {
    made.hourCycle = options.hour12 === undefined ? options.hourCycle ?? 'h12' : options.hour12 ? 'h12' : options.hourCycle === 'h23' ? 'h23' : 'h24';
    if (/^h2/.test(made.hourCycle)) made.hour = '2-digit';
    if (made.minute !== undefined) made.minute = '2-digit';
  }
  if (made.minute !== undefined && made.second !== undefined) made.minute = made.second = '2-digit';
  return made;
}

const two = (n) => String(n).padStart(2, '0');

// parts formats a time. Each pattern is a list of parts; those without a type are literals.
function parts(options, time, zone) {
  const [year, month, day, weekday, hour, minute, second, offset, daylight] = native.zoned(time, zone);
  const made = [];
  const put = (type, value) => made.push({ type, value });
  const literal = (value) => put('literal', value);
  const yearText = () => put('year', options.year === '2-digit' ? two(Math.abs(year <= 0 ? 1 - year : year) % 100) : String(year <= 0 ? 1 - year : year));
  const dayText = () => put('day', options.day === '2-digit' ? two(day) : String(day));
  const name = (list, at, width) => (width === 'long' ? list[at] : width === 'narrow' ? list[at][0] : list[at].slice(0, 3));
  const weekdayText = () => put('weekday', name(weekdays, weekday, options.weekday));
  const has = (field) => options[field] !== undefined;
  const named = has('month') && !/numeric|digit/.test(options.month);
  const some = has('year') || has('month') || has('day');
  if (has('era') && !some && !has('hour') && !has('minute') && !has('second')) options = { ...options, year: 'numeric', month: 'numeric', day: 'numeric' };
  if (has('weekday') && some) {
    // English puts the weekday last where it goes with a year or a day alone.
    if (has('month') && (has('day') || !has('year'))) { weekdayText(); literal(has('day') ? ', ' : ' '); }
  } else if (has('weekday')) weekdayText();
  if (named) {
    put('month', name(months, month - 1, options.month));
    if (has('day')) { literal(' '); dayText(); }
    if (has('year')) { literal(has('day') ? ', ' : ' '); yearText(); }
  } else {
    const numbers = [
      has('month') && (() => put('month', options.month === '2-digit' ? two(month) : String(month))), has('day') && dayText, has('year') && yearText,
    ].filter(Boolean);
    numbers.forEach((write, i) => { if (i > 0) literal('/'); write(); });
  }
  if (has('weekday') && some && !(has('month') && (has('day') || !has('year')))) { literal(' '); weekdayText(); }
  if (has('era')) { if (made.length > 0) literal(' '); put('era', eras[options.era][year > 0 ? 1 : 0]); }
  const clock = has('hour') || has('minute') || has('second') || has('fractionalSecondDigits');
  if (clock && made.length > 0) literal(has('joiner') ? options.joiner : options.month === 'long' ? ' at ' : has('weekday') && !some ? ' ' : ', ');
  let first = true;
  const next = (separator) => { if (!first) literal(separator); first = false; };
  if (has('hour')) {
    next('');
    const n = { h11: hour % 12, h12: hour % 12 || 12, h23: hour, h24: hour || 24 }[options.hourCycle];
    put('hour', options.hour === '2-digit' ? two(n) : String(n));
  }
  if (has('minute')) { next(':'); put('minute', options.minute === '2-digit' && (has('hour') || has('second')) ? two(minute) : String(minute)); }
  if (has('second')) { next(':'); put('second', options.second === '2-digit' && has('minute') ? two(second) : String(second)); }
  if (has('fractionalSecondDigits')) {
    next('.');
    const ms = ((Math.floor(time) % 1000) + 1000) % 1000;
    put('fractionalSecond', String(ms).padStart(3, '0').slice(0, options.fractionalSecondDigits));
  }
  if (has('hour') && /^h1/.test(options.hourCycle)) { literal('\u202f'); put('dayPeriod', hour < 12 ? 'AM' : 'PM'); }
  if (has('timeZoneName')) { if (made.length > 0) literal(clock ? ' ' : ', '); put('timeZoneName', zoneName(zone, options.timeZoneName, offset, daylight)); }
  return made;
}

function zoneName(zone, width, offset, daylight) {
  const names = zoneNames(zone);
  if (/^(short|long)$/.test(width)) {
    const known = names[(width === 'short' ? 2 : 0) + (daylight ? 1 : 0)];
    if (known) return known;
  }
  if (offset === 0) return 'GMT';
  const minutes = Math.abs(Math.trunc(offset / 60));
  const sign = offset < 0 ? '-' : '+';
  if (/^long/.test(width)) return `GMT${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  return `GMT${sign}${Math.trunc(minutes / 60)}${minutes % 60 ? `:${two(minutes % 60)}` : ''}`;
}

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

// formatDate is Date.prototype.toLocaleString and its kind, for options that Go does not format.
const formatDate = (time, locales, options, wanted, defaults) => new DateTimeFormat(locales, options, wanted, defaults).format(time);

module.exports = { Intl, formatDate };
