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

// src/shared/zone_names.js
var require_zone_names = __commonJS({
  "src/shared/zone_names.js"(exports2, module2) {
    "use strict";
    var names = {
      "Greenwich Mean Time": "Africa Abidjan Accra Bamako Banjul Bissau Conakry Dakar Freetown Lome Monrovia Nouakchott Ouagadougou Sao_Tome;America Danmarkshavn;Antarctica Troll;Atlantic Reykjavik St_Helena;Europe Guernsey Isle_of_Man Jersey",
      "East Africa Time": "Africa Addis_Ababa Asmera Dar_es_Salaam Djibouti Kampala Mogadishu Nairobi;Indian Antananarivo Comoro Mayotte",
      "Central European Standard Time": "Africa Algiers Tunis",
      "West Africa Time": "Africa Bangui Brazzaville Douala Kinshasa Lagos Libreville Luanda Malabo Ndjamena Niamey Porto-Novo",
      "Central Africa Time": "Africa Blantyre Bujumbura Gaborone Harare Juba Khartoum Kigali Lubumbashi Lusaka Maputo Windhoek",
      "Eastern European Standard Time|Eastern European Summer Time": "Africa Cairo;Asia Beirut Famagusta Gaza Hebron Nicosia;Europe Athens Bucharest Chisinau Helsinki Kiev Mariehamn Riga Sofia Tallinn Vilnius Kyiv",
      "Central European Standard Time|Central European Summer Time": "Africa Ceuta;Arctic Longyearbyen;Europe Amsterdam Andorra Belgrade Berlin Bratislava Brussels Budapest Busingen Copenhagen Gibraltar Ljubljana Luxembourg Madrid Malta Monaco Oslo Paris Podgorica Prague Rome San_Marino Sarajevo Skopje Stockholm Tirane Vaduz Vatican Vienna Warsaw Zagreb Zurich",
      "South Africa Standard Time": "Africa Johannesburg Maseru Mbabane",
      "Eastern European Standard Time": "Africa Tripoli;Europe Kaliningrad",
      "Hawaii-Aleutian Standard Time|Hawaii-Aleutian Daylight Time|HAST|HADT": "America Adak",
      "Alaska Standard Time|Alaska Daylight Time|AKST|AKDT": "America Anchorage Juneau Metlakatla Nome Sitka Yakutat",
      "Atlantic Standard Time||AST": "America Anguilla Antigua Aruba Barbados Blanc-Sablon Curacao Dominica Grenada Guadeloupe Kralendijk Lower_Princes Marigot Martinique Montserrat Port_of_Spain Puerto_Rico Santo_Domingo St_Barthelemy St_Kitts St_Lucia St_Thomas St_Vincent Tortola",
      "Brasilia Standard Time": "America Araguaina Bahia Belem Fortaleza Maceio Recife Santarem Sao_Paulo",
      "Argentina Standard Time": "America Argentina/La_Rioja Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Buenos_Aires Catamarca Cordoba Jujuy Mendoza Argentina/Buenos_Aires",
      "Paraguay Standard Time|Paraguay Summer Time": "America Asuncion",
      "Central Standard Time||CST": "America Bahia_Banderas Belize Chihuahua Costa_Rica El_Salvador Guatemala Managua Merida Mexico_City Monterrey Regina Swift_Current Tegucigalpa",
      "Amazon Standard Time": "America Boa_Vista Campo_Grande Cuiaba Manaus Porto_Velho",
      "Colombia Standard Time": "America Bogota",
      "Mountain Standard Time|Mountain Daylight Time|MST|MDT": "America Boise Cambridge_Bay Ciudad_Juarez Denver Edmonton Inuvik;US Mountain",
      "Eastern Standard Time||EST": "America Cancun Cayman Coral_Harbour Jamaica Panama",
      "Venezuela Time": "America Caracas",
      "French Guiana Time": "America Cayenne",
      "Central Standard Time|Central Daylight Time|CST|CDT": "America Chicago Indiana/Knox Indiana/Tell_City Matamoros Menominee North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Ojinaga Rankin_Inlet Resolute Winnipeg;US Central",
      "Chile Standard Time|Chile Summer Time": "America Coyhaique Santiago",
      "Mountain Standard Time||MST": "America Creston Dawson_Creek Fort_Nelson Phoenix",
      "Yukon Time": "America Dawson Whitehorse",
      "Eastern Standard Time|Eastern Daylight Time|EST|EDT": "America Detroit Grand_Turk Indiana/Marengo Indiana/Petersburg Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Iqaluit Kentucky/Monticello Louisville Nassau New_York Port-au-Prince Toronto Indiana/Indianapolis;US Eastern",
      "Acre Standard Time": "America Eirunepe Rio_Branco",
      "Atlantic Standard Time|Atlantic Daylight Time|AST|ADT": "America Glace_Bay Goose_Bay Halifax Moncton Thule;Atlantic Bermuda",
      "West Greenland Standard Time|Greenland Summer Time": "America Godthab",
      "Ecuador Time": "America Guayaquil",
      "Guyana Time": "America Guyana",
      "Cuba Standard Time|Cuba Daylight Time": "America Havana",
      "Mexican Pacific Standard Time": "America Hermosillo Mazatlan",
      "Bolivia Time": "America La_Paz",
      "Peru Standard Time": "America Lima",
      "Pacific Standard Time|Pacific Daylight Time|PST|PDT": "America Los_Angeles Tijuana Vancouver;US Pacific",
      "St. Pierre & Miquelon Standard Time|St. Pierre & Miquelon Daylight Time": "America Miquelon",
      "Uruguay Standard Time": "America Montevideo",
      "Fernando de Noronha Standard Time": "America Noronha",
      "Suriname Time": "America Paramaribo",
      "East Greenland Standard Time": "America Scoresbysund",
      "Newfoundland Standard Time|Newfoundland Daylight Time": "America St_Johns",
      "Australian Western Standard Time": "Antarctica Casey;Australia Perth",
      "Davis Time": "Antarctica Davis",
      "Dumont d\u2019Urville Time": "Antarctica DumontDUrville",
      "Australian Eastern Standard Time|Australian Eastern Daylight Time": "Antarctica Macquarie;Australia Hobart Melbourne Sydney",
      "Mawson Time": "Antarctica Mawson",
      "New Zealand Standard Time|New Zealand Daylight Time": "Antarctica McMurdo;Pacific Auckland",
      "Rothera Time": "Antarctica Rothera",
      "Syowa Time": "Antarctica Syowa",
      "Vostok Time": "Antarctica Vostok",
      "Arabian Standard Time": "Asia Aden Baghdad Bahrain Kuwait Qatar Riyadh",
      "Kazakhstan Time|East Kazakhstan Time": "Asia Almaty Qostanay",
      "Kamchatka Standard Time": "Asia Anadyr Kamchatka",
      "West Kazakhstan Time": "Asia Aqtau Aqtobe Atyrau Oral Qyzylorda",
      "Turkmenistan Standard Time": "Asia Ashgabat",
      "Azerbaijan Standard Time": "Asia Baku",
      "Indochina Time": "Asia Bangkok Phnom_Penh Saigon Vientiane Ho_Chi_Minh",
      "Krasnoyarsk Standard Time": "Asia Barnaul Krasnoyarsk Novokuznetsk Novosibirsk Tomsk",
      "Kyrgyzstan Time": "Asia Bishkek",
      "Brunei Time": "Asia Brunei",
      "India Standard Time": "Asia Calcutta Colombo Kolkata",
      "Yakutsk Standard Time": "Asia Chita Khandyga Yakutsk",
      "Bangladesh Standard Time": "Asia Dhaka",
      "Timor-Leste Time": "Asia Dili",
      "Gulf Standard Time": "Asia Dubai Muscat",
      "Tajikistan Time": "Asia Dushanbe",
      "Hong Kong Standard Time": "Asia Hong_Kong",
      "Khovd Standard Time": "Asia Hovd",
      "Irkutsk Standard Time": "Asia Irkutsk",
      "Western Indonesia Time": "Asia Jakarta Pontianak",
      "Eastern Indonesia Time": "Asia Jayapura",
      "Israel Standard Time|Israel Daylight Time": "Asia Jerusalem",
      "Afghanistan Time": "Asia Kabul",
      "Pakistan Standard Time": "Asia Karachi",
      "Nepal Time": "Asia Katmandu Kathmandu",
      "Malaysia Time": "Asia Kuala_Lumpur Kuching",
      "China Standard Time": "Asia Macau Shanghai",
      "Magadan Standard Time": "Asia Magadan Sakhalin Srednekolymsk",
      "Central Indonesia Time": "Asia Makassar",
      "Philippine Standard Time": "Asia Manila",
      "Omsk Standard Time": "Asia Omsk",
      "Korean Standard Time": "Asia Pyongyang Seoul",
      "Myanmar Time": "Asia Rangoon Yangon",
      "Uzbekistan Standard Time": "Asia Samarkand Tashkent",
      "Singapore Standard Time": "Asia Singapore",
      "Taiwan Standard Time": "Asia Taipei",
      "Georgia Standard Time": "Asia Tbilisi",
      "Iran Standard Time": "Asia Tehran",
      "Bhutan Time": "Asia Thimphu",
      "Japan Standard Time": "Asia Tokyo",
      "Ulaanbaatar Standard Time": "Asia Ulaanbaatar",
      "Vladivostok Standard Time": "Asia Ust-Nera Vladivostok",
      "Yekaterinburg Standard Time": "Asia Yekaterinburg",
      "Armenia Standard Time": "Asia Yerevan",
      "Azores Standard Time|Azores Summer Time": "Atlantic Azores",
      "Western European Standard Time|Western European Summer Time": "Atlantic Canary Faeroe Madeira;Europe Lisbon",
      "Cape Verde Standard Time": "Atlantic Cape_Verde",
      "South Georgia Time": "Atlantic South_Georgia",
      "Falkland Islands Standard Time": "Atlantic Stanley",
      "Australian Central Standard Time|Australian Central Daylight Time": "Australia Adelaide Broken_Hill",
      "Australian Eastern Standard Time": "Australia Brisbane Lindeman",
      "Australian Central Standard Time": "Australia Darwin",
      "Australian Central Western Standard Time": "Australia Eucla",
      "Lord Howe Standard Time|Lord Howe Daylight Time": "Australia Lord_Howe",
      "Samara Standard Time": "Europe Astrakhan Samara Saratov Ulyanovsk",
      "Greenwich Mean Time|Irish Standard Time": "Europe Dublin",
      "T\xFCrkiye Standard Time": "Europe Istanbul",
      "Moscow Standard Time": "Europe Kirov Minsk Moscow Simferopol Volgograd",
      "Greenwich Mean Time|British Summer Time": "Europe London",
      "Indian Ocean Time": "Indian Chagos",
      "Christmas Island Time": "Indian Christmas",
      "Cocos Islands Time": "Indian Cocos",
      "French Southern & Antarctic Time": "Indian Kerguelen",
      "Seychelles Time": "Indian Mahe",
      "Maldives Time": "Indian Maldives",
      "Mauritius Standard Time": "Indian Mauritius",
      "R\xE9union Time": "Indian Reunion",
      "Samoa Standard Time": "Pacific Apia",
      "Chatham Standard Time|Chatham Daylight Time": "Pacific Chatham",
      "Easter Island Standard Time|Easter Island Summer Time": "Pacific Easter",
      "Vanuatu Standard Time": "Pacific Efate",
      "Phoenix Islands Time": "Pacific Enderbury",
      "Tokelau Time": "Pacific Fakaofo",
      "Fiji Standard Time": "Pacific Fiji",
      "Tuvalu Time": "Pacific Funafuti",
      "Galapagos Time": "Pacific Galapagos",
      "Gambier Time": "Pacific Gambier",
      "Solomon Islands Time": "Pacific Guadalcanal",
      "Chamorro Standard Time": "Pacific Guam Saipan",
      "Hawaii-Aleutian Standard Time||HST": "Pacific Honolulu",
      "Line Islands Time": "Pacific Kiritimati",
      "Kosrae Time": "Pacific Kosrae",
      "Marshall Islands Time": "Pacific Kwajalein Majuro",
      "Marquesas Time": "Pacific Marquesas",
      "American Samoa Standard Time": "Pacific Midway Pago_Pago",
      "Nauru Time": "Pacific Nauru",
      "Niue Time": "Pacific Niue",
      "Norfolk Island Standard Time|Norfolk Island Daylight Time": "Pacific Norfolk",
      "New Caledonia Standard Time": "Pacific Noumea",
      "Palau Time": "Pacific Palau",
      "Pitcairn Time": "Pacific Pitcairn",
      "Pohnpei Time": "Pacific Ponape",
      "Papua New Guinea Time": "Pacific Port_Moresby",
      "Cook Islands Standard Time": "Pacific Rarotonga",
      "Tahiti Time": "Pacific Tahiti",
      "Gilbert Islands Time": "Pacific Tarawa",
      "Tonga Standard Time": "Pacific Tongatapu",
      "Chuuk Time": "Pacific Truk",
      "Wake Island Time": "Pacific Wake",
      "Wallis & Futuna Time": "Pacific Wallis"
    }, byZone;
    function zoneNames2(zone) {
      if (byZone === void 0) {
        byZone = /* @__PURE__ */ new Map();
        for (let key of Object.keys(names)) {
          let made = key.split("|");
          for (let area of names[key].split(";")) {
            let [first, ...cities] = area.split(" ");
            for (let city of cities) byZone.set(`${first}/${city}`, made);
          }
        }
        byZone.set("UTC", ["Coordinated Universal Time", "", "UTC"]);
      }
      return byZone.get(zone) ?? [];
    }
    module2.exports = { zoneNames: zoneNames2 };
  }
});

// src/web/intl.js
var { withCode, hidden } = require("internal/errors"), { characters } = require_characters(), { zoneNames } = require_zone_names(), instead = "a package such as @formatjs/intl has it, or a Go program can give it with js.WithGlobal", unavailable = (what) => withCode(Error, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM", `${what} is unavailable: Node has it, wakeful does not: ${instead}`);
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
    return Reflect.construct(Class, args.slice(0, 2), new.target ?? made);
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
var choices = {
  weekday: ["narrow", "short", "long"],
  era: ["narrow", "short", "long"],
  year: ["2-digit", "numeric"],
  month: ["2-digit", "numeric", "narrow", "short", "long"],
  day: ["2-digit", "numeric"],
  dayPeriod: ["narrow", "short", "long"],
  hour: ["2-digit", "numeric"],
  minute: ["2-digit", "numeric"],
  second: ["2-digit", "numeric"],
  fractionalSecondDigits: [1, 2, 3],
  timeZoneName: ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"],
  formatMatcher: ["basic", "best fit"],
  localeMatcher: ["lookup", "best fit"],
  dateStyle: ["full", "long", "medium", "short"],
  timeStyle: ["full", "long", "medium", "short"],
  hourCycle: ["h11", "h12", "h23", "h24"]
}, fields = ["weekday", "era", "year", "month", "day", "dayPeriod", "hour", "minute", "second", "fractionalSecondDigits", "timeZoneName"], months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"], weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"], eras = { narrow: ["B", "A"], short: ["BC", "AD"], long: ["Before Christ", "Anno Domini"] }, styles = {
  full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  long: { year: "numeric", month: "long", day: "numeric" },
  medium: { year: "numeric", month: "short", day: "numeric" },
  short: { year: "2-digit", month: "numeric", day: "numeric" }
};
function dateOptions(options, wanted, defaults) {
  let given = {};
  if (options === null) throw new TypeError("Cannot convert undefined or null to object");
  options = options === void 0 ? {} : Object(options);
  for (let name of ["calendar", "numberingSystem"]) {
    let value = options[name], only = { calendar: "gregory", numberingSystem: "latn" }[name];
    if (value !== void 0 && `${value}` !== only) throw new RangeError(`The option ${name} of Intl.DateTimeFormat has only the value ${only}, not ${value}`);
  }
  for (let [name, list] of Object.entries(choices)) {
    let value = options[name];
    if (value !== void 0) {
      if (value = name === "fractionalSecondDigits" ? Number(value) : `${value}`, !list.includes(value)) throw new RangeError(name === "fractionalSecondDigits" ? `${name} value is out of range.` : `Value ${value} out of range for Intl.DateTimeFormat options property ${name}`);
      given[name] = value;
    }
  }
  for (let name of ["dayPeriod"]) if (given[name] !== void 0) throw new RangeError(`The option ${name} of Intl.DateTimeFormat is not supported: ${instead}`);
  if (/Generic$/.test(given.timeZoneName)) throw new RangeError(`The value ${given.timeZoneName} of the option timeZoneName is not supported: ${instead}`);
  if (options.hour12 !== void 0 && (given.hour12 = !!options.hour12), given.dateStyle !== void 0 || given.timeStyle !== void 0) {
    for (let name of fields) if (given[name] !== void 0) throw new TypeError(`Can't set option ${name} when ${given.dateStyle !== void 0 ? "dateStyle" : "timeStyle"} is used`);
    if (given.dateStyle !== void 0 && wanted === "time") throw new TypeError("Invalid option : dateStyle");
    if (given.timeStyle !== void 0 && wanted === "date") throw new TypeError("Invalid option : timeStyle");
  } else {
    let date = ["weekday", "year", "month", "day"], time = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"];
    if ({ date, time, any: [...date, ...time] }[wanted].every((name) => given[name] === void 0))
      for (let name of [...defaults !== "time" ? ["year", "month", "day"] : [], ...defaults !== "date" ? ["hour", "minute", "second"] : []]) given[name] = "numeric";
  }
  return given;
}
var DateTimeFormat = class {
  #locale;
  #options;
  #zone;
  #shown;
  #format;
  constructor(locales, options, wanted = "any", defaults = "date") {
    this.#locale = resolved(locales), this.#options = dateOptions(options, wanted, defaults);
    let { timeZone } = Object(options);
    if (this.#zone = timeZone === void 0 ? native.zone() : native.canonicalZone(`${timeZone}`), this.#zone === void 0) throw new RangeError(`Invalid time zone specified: ${timeZone}`);
    this.#shown = shown(this.#options);
  }
  get format() {
    return this.#format ??= (date) => this.formatToParts(date).map(({ value }) => value === "\u202F" ? " " : value).join("");
  }
  formatToParts(date) {
    let time = date === void 0 ? Date.now() : Number(date);
    if (Number.isNaN(new Date(time).getTime())) throw new RangeError("Invalid time value");
    return parts(this.#shown, time, this.#zone);
  }
  resolvedOptions() {
    let { hourCycle, ...rest } = this.#shown, made = { locale: this.#locale, calendar: "gregory", numberingSystem: "latn", timeZone: this.#zone }, { dateStyle, timeStyle } = this.#options;
    if (rest.hour !== void 0 && Object.assign(made, { hourCycle, hour12: /^h1[12]$/.test(hourCycle) }), dateStyle === void 0 && timeStyle === void 0) for (let name of fields) rest[name] !== void 0 && (made[name] = rest[name]);
    return dateStyle !== void 0 && (made.dateStyle = dateStyle), timeStyle !== void 0 && (made.timeStyle = timeStyle), made;
  }
};
define(DateTimeFormat, "DateTimeFormat", Object.fromEntries(["formatRange", "formatRangeToParts"].map((name) => [name, unsupported("Intl.DateTimeFormat", name)])));
function shown(options) {
  let made = { ...styles[options.dateStyle] }, { timeStyle } = options;
  timeStyle !== void 0 && (Object.assign(made, { hour: "numeric", minute: "numeric" }), timeStyle !== "short" && (made.second = "numeric"), (timeStyle === "full" || timeStyle === "long") && (made.timeZoneName = timeStyle === "full" ? "long" : "short"));
  for (let name of fields) options[name] !== void 0 && (made[name] = options[name]);
  return options.dateStyle !== void 0 && (made.joiner = /^(full|long)$/.test(options.dateStyle) ? " at " : ", "), made.hour !== void 0 && (made.hourCycle = options.hour12 === void 0 ? options.hourCycle ?? "h12" : options.hour12 ? "h12" : options.hourCycle === "h23" ? "h23" : "h24", /^h2/.test(made.hourCycle) && (made.hour = "2-digit"), made.minute !== void 0 && (made.minute = "2-digit")), made.minute !== void 0 && made.second !== void 0 && (made.minute = made.second = "2-digit"), made;
}
var two = (n) => String(n).padStart(2, "0");
function parts(options, time, zone) {
  let [year, month, day, weekday, hour, minute, second, offset, daylight] = native.zoned(time, zone), made = [], put = (type, value) => made.push({ type, value }), literal = (value) => put("literal", value), yearText = () => put("year", options.year === "2-digit" ? two(Math.abs(year <= 0 ? 1 - year : year) % 100) : String(year <= 0 ? 1 - year : year)), dayText = () => put("day", options.day === "2-digit" ? two(day) : String(day)), name = (list, at, width) => width === "long" ? list[at] : width === "narrow" ? list[at][0] : list[at].slice(0, 3), weekdayText = () => put("weekday", name(weekdays, weekday, options.weekday)), has = (field) => options[field] !== void 0, named = has("month") && !/numeric|digit/.test(options.month), some = has("year") || has("month") || has("day");
  has("era") && !some && !has("hour") && !has("minute") && !has("second") && (options = { ...options, year: "numeric", month: "numeric", day: "numeric" }), has("weekday") && some ? has("month") && (has("day") || !has("year")) && (weekdayText(), literal(has("day") ? ", " : " ")) : has("weekday") && weekdayText(), named ? (put("month", name(months, month - 1, options.month)), has("day") && (literal(" "), dayText()), has("year") && (literal(has("day") ? ", " : " "), yearText())) : [
    has("month") && (() => put("month", options.month === "2-digit" ? two(month) : String(month))),
    has("day") && dayText,
    has("year") && yearText
  ].filter(Boolean).forEach((write, i) => {
    i > 0 && literal("/"), write();
  }), has("weekday") && some && !(has("month") && (has("day") || !has("year"))) && (literal(" "), weekdayText()), has("era") && (made.length > 0 && literal(" "), put("era", eras[options.era][year > 0 ? 1 : 0]));
  let clock = has("hour") || has("minute") || has("second") || has("fractionalSecondDigits");
  clock && made.length > 0 && literal(has("joiner") ? options.joiner : options.month === "long" ? " at " : has("weekday") && !some ? " " : ", ");
  let first = !0, next = (separator) => {
    first || literal(separator), first = !1;
  };
  if (has("hour")) {
    next("");
    let n = { h11: hour % 12, h12: hour % 12 || 12, h23: hour, h24: hour || 24 }[options.hourCycle];
    put("hour", options.hour === "2-digit" ? two(n) : String(n));
  }
  if (has("minute") && (next(":"), put("minute", options.minute === "2-digit" && (has("hour") || has("second")) ? two(minute) : String(minute))), has("second") && (next(":"), put("second", options.second === "2-digit" && has("minute") ? two(second) : String(second))), has("fractionalSecondDigits")) {
    next(".");
    let ms = (Math.floor(time) % 1e3 + 1e3) % 1e3;
    put("fractionalSecond", String(ms).padStart(3, "0").slice(0, options.fractionalSecondDigits));
  }
  return has("hour") && /^h1/.test(options.hourCycle) && (literal("\u202F"), put("dayPeriod", hour < 12 ? "AM" : "PM")), has("timeZoneName") && (made.length > 0 && literal(clock ? " " : ", "), put("timeZoneName", zoneName(zone, options.timeZoneName, offset, daylight))), made;
}
function zoneName(zone, width, offset, daylight) {
  let names = zoneNames(zone);
  if (/^(short|long)$/.test(width)) {
    let known = names[(width === "short" ? 2 : 0) + (daylight ? 1 : 0)];
    if (known) return known;
  }
  if (offset === 0) return "GMT";
  let minutes = Math.abs(Math.trunc(offset / 60)), sign = offset < 0 ? "-" : "+";
  return /^long/.test(width) ? `GMT${sign}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}` : `GMT${sign}${Math.trunc(minutes / 60)}${minutes % 60 ? `:${two(minutes % 60)}` : ""}`;
}
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
var formatDate = (time, locales, options, wanted, defaults) => new DateTimeFormat(locales, options, wanted, defaults).format(time);
module.exports = { Intl, formatDate };
