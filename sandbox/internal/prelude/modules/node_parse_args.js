"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/@pkgjs/parseargs/internal/primordials.js
var require_primordials = __commonJS({
  "node_modules/@pkgjs/parseargs/internal/primordials.js"(exports2, module2) {
    "use strict";
    var primordials = {}, {
      defineProperty: ReflectDefineProperty,
      getOwnPropertyDescriptor: ReflectGetOwnPropertyDescriptor,
      ownKeys: ReflectOwnKeys
    } = Reflect, { apply, bind, call } = Function.prototype, uncurryThis = bind.bind(call);
    primordials.uncurryThis = uncurryThis;
    var applyBind = bind.bind(apply);
    primordials.applyBind = applyBind;
    var varargsMethods = [
      // 'ArrayPrototypeConcat' is omitted, because it performs the spread
      // on its own for arrays and array-likes with a truthy
      // @@isConcatSpreadable symbol property.
      "ArrayOf",
      "ArrayPrototypePush",
      "ArrayPrototypeUnshift",
      // 'FunctionPrototypeCall' is omitted, since there's 'ReflectApply'
      // and 'FunctionPrototypeApply'.
      "MathHypot",
      "MathMax",
      "MathMin",
      "StringPrototypeConcat",
      "TypedArrayOf"
    ];
    function getNewKey(key) {
      return typeof key == "symbol" ? `Symbol${key.description[7].toUpperCase()}${key.description.slice(8)}` : `${key[0].toUpperCase()}${key.slice(1)}`;
    }
    function copyAccessor(dest, prefix, key, { enumerable, get, set }) {
      ReflectDefineProperty(dest, `${prefix}Get${key}`, {
        value: uncurryThis(get),
        enumerable
      }), set !== void 0 && ReflectDefineProperty(dest, `${prefix}Set${key}`, {
        value: uncurryThis(set),
        enumerable
      });
    }
    function copyPropsRenamed(src, dest, prefix) {
      for (let key of ReflectOwnKeys(src)) {
        let newKey = getNewKey(key), desc = ReflectGetOwnPropertyDescriptor(src, key);
        if ("get" in desc)
          copyAccessor(dest, prefix, newKey, desc);
        else {
          let name = `${prefix}${newKey}`;
          ReflectDefineProperty(dest, name, desc), varargsMethods.includes(name) && ReflectDefineProperty(dest, `${name}Apply`, {
            // `src` is bound as the `this` so that the static `this` points
            // to the object it was defined on,
            // e.g.: `ArrayOfApply` gets a `this` of `Array`:
            value: applyBind(desc.value, src)
          });
        }
      }
    }
    function copyPropsRenamedBound(src, dest, prefix) {
      for (let key of ReflectOwnKeys(src)) {
        let newKey = getNewKey(key), desc = ReflectGetOwnPropertyDescriptor(src, key);
        if ("get" in desc)
          copyAccessor(dest, prefix, newKey, desc);
        else {
          let { value } = desc;
          typeof value == "function" && (desc.value = value.bind(src));
          let name = `${prefix}${newKey}`;
          ReflectDefineProperty(dest, name, desc), varargsMethods.includes(name) && ReflectDefineProperty(dest, `${name}Apply`, {
            value: applyBind(value, src)
          });
        }
      }
    }
    function copyPrototype(src, dest, prefix) {
      for (let key of ReflectOwnKeys(src)) {
        let newKey = getNewKey(key), desc = ReflectGetOwnPropertyDescriptor(src, key);
        if ("get" in desc)
          copyAccessor(dest, prefix, newKey, desc);
        else {
          let { value } = desc;
          typeof value == "function" && (desc.value = uncurryThis(value));
          let name = `${prefix}${newKey}`;
          ReflectDefineProperty(dest, name, desc), varargsMethods.includes(name) && ReflectDefineProperty(dest, `${name}Apply`, {
            value: applyBind(value)
          });
        }
      }
    }
    [
      "Proxy",
      "globalThis"
    ].forEach((name) => {
      primordials[name] = globalThis[name];
    });
    [
      decodeURI,
      decodeURIComponent,
      encodeURI,
      encodeURIComponent
    ].forEach((fn) => {
      primordials[fn.name] = fn;
    });
    [
      "JSON",
      "Math",
      "Proxy",
      "Reflect"
    ].forEach((name) => {
      copyPropsRenamed(global[name], primordials, name);
    });
    [
      "Array",
      "ArrayBuffer",
      "BigInt",
      "BigInt64Array",
      "BigUint64Array",
      "Boolean",
      "DataView",
      "Date",
      "Error",
      "EvalError",
      "Float32Array",
      "Float64Array",
      "Function",
      "Int16Array",
      "Int32Array",
      "Int8Array",
      "Map",
      "Number",
      "Object",
      "RangeError",
      "ReferenceError",
      "RegExp",
      "Set",
      "String",
      "Symbol",
      "SyntaxError",
      "TypeError",
      "URIError",
      "Uint16Array",
      "Uint32Array",
      "Uint8Array",
      "Uint8ClampedArray",
      "WeakMap",
      "WeakSet"
    ].forEach((name) => {
      let original = global[name];
      primordials[name] = original, copyPropsRenamed(original, primordials, name), copyPrototype(original.prototype, primordials, `${name}Prototype`);
    });
    [
      "Promise"
    ].forEach((name) => {
      let original = global[name];
      primordials[name] = original, copyPropsRenamedBound(original, primordials, name), copyPrototype(original.prototype, primordials, `${name}Prototype`);
    });
    [
      { name: "TypedArray", original: Reflect.getPrototypeOf(Uint8Array) },
      { name: "ArrayIterator", original: {
        prototype: Reflect.getPrototypeOf(Array.prototype[Symbol.iterator]())
      } },
      { name: "StringIterator", original: {
        prototype: Reflect.getPrototypeOf(String.prototype[Symbol.iterator]())
      } }
    ].forEach(({ name, original }) => {
      primordials[name] = original, copyPrototype(original, primordials, name), copyPrototype(original.prototype, primordials, `${name}Prototype`);
    });
    var {
      ArrayPrototypeForEach,
      FunctionPrototypeCall,
      Map,
      ObjectFreeze,
      ObjectSetPrototypeOf,
      Set,
      SymbolIterator,
      WeakMap,
      WeakSet: WeakSet2
    } = primordials, createSafeIterator = (factory, next) => {
      class SafeIterator {
        constructor(iterable) {
          this._iterator = factory(iterable);
        }
        next() {
          return next(this._iterator);
        }
        [SymbolIterator]() {
          return this;
        }
      }
      return ObjectSetPrototypeOf(SafeIterator.prototype, null), ObjectFreeze(SafeIterator.prototype), ObjectFreeze(SafeIterator), SafeIterator;
    };
    primordials.SafeArrayIterator = createSafeIterator(
      primordials.ArrayPrototypeSymbolIterator,
      primordials.ArrayIteratorPrototypeNext
    );
    primordials.SafeStringIterator = createSafeIterator(
      primordials.StringPrototypeSymbolIterator,
      primordials.StringIteratorPrototypeNext
    );
    var copyProps = (src, dest) => {
      ArrayPrototypeForEach(ReflectOwnKeys(src), (key) => {
        ReflectGetOwnPropertyDescriptor(dest, key) || ReflectDefineProperty(
          dest,
          key,
          ReflectGetOwnPropertyDescriptor(src, key)
        );
      });
    }, makeSafe = (unsafe, safe) => {
      if (SymbolIterator in unsafe.prototype) {
        let dummy = new unsafe(), next;
        ArrayPrototypeForEach(ReflectOwnKeys(unsafe.prototype), (key) => {
          if (!ReflectGetOwnPropertyDescriptor(safe.prototype, key)) {
            let desc = ReflectGetOwnPropertyDescriptor(unsafe.prototype, key);
            if (typeof desc.value == "function" && desc.value.length === 0 && SymbolIterator in (FunctionPrototypeCall(desc.value, dummy) ?? {})) {
              let createIterator = uncurryThis(desc.value);
              next = next ?? uncurryThis(createIterator(dummy).next);
              let SafeIterator = createSafeIterator(createIterator, next);
              desc.value = function() {
                return new SafeIterator(this);
              };
            }
            ReflectDefineProperty(safe.prototype, key, desc);
          }
        });
      } else
        copyProps(unsafe.prototype, safe.prototype);
      return copyProps(unsafe, safe), ObjectSetPrototypeOf(safe.prototype, null), ObjectFreeze(safe.prototype), ObjectFreeze(safe), safe;
    };
    primordials.makeSafe = makeSafe;
    primordials.SafeMap = makeSafe(
      Map,
      class extends Map {
        constructor(i) {
          super(i);
        }
        // eslint-disable-line no-useless-constructor
      }
    );
    primordials.SafeWeakMap = makeSafe(
      WeakMap,
      class extends WeakMap {
        constructor(i) {
          super(i);
        }
        // eslint-disable-line no-useless-constructor
      }
    );
    primordials.SafeSet = makeSafe(
      Set,
      class extends Set {
        constructor(i) {
          super(i);
        }
        // eslint-disable-line no-useless-constructor
      }
    );
    primordials.SafeWeakSet = makeSafe(
      WeakSet2,
      class extends WeakSet2 {
        constructor(i) {
          super(i);
        }
        // eslint-disable-line no-useless-constructor
      }
    );
    ObjectSetPrototypeOf(primordials, null);
    ObjectFreeze(primordials);
    module2.exports = primordials;
  }
});

// node_modules/@pkgjs/parseargs/internal/errors.js
var require_errors = __commonJS({
  "node_modules/@pkgjs/parseargs/internal/errors.js"(exports2, module2) {
    "use strict";
    var ERR_INVALID_ARG_TYPE = class extends TypeError {
      constructor(name, expected, actual) {
        super(`${name} must be ${expected} got ${actual}`), this.code = "ERR_INVALID_ARG_TYPE";
      }
    }, ERR_INVALID_ARG_VALUE = class extends TypeError {
      constructor(arg1, arg2, expected) {
        super(`The property ${arg1} ${expected}. Received '${arg2}'`), this.code = "ERR_INVALID_ARG_VALUE";
      }
    }, ERR_PARSE_ARGS_INVALID_OPTION_VALUE = class extends Error {
      constructor(message) {
        super(message), this.code = "ERR_PARSE_ARGS_INVALID_OPTION_VALUE";
      }
    }, ERR_PARSE_ARGS_UNKNOWN_OPTION = class extends Error {
      constructor(option, allowPositionals) {
        let suggestDashDash = allowPositionals ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(option)}` : "";
        super(`Unknown option '${option}'${suggestDashDash}`), this.code = "ERR_PARSE_ARGS_UNKNOWN_OPTION";
      }
    }, ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL = class extends Error {
      constructor(positional) {
        super(`Unexpected argument '${positional}'. This command does not take positional arguments`), this.code = "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL";
      }
    };
    module2.exports = {
      codes: {
        ERR_INVALID_ARG_TYPE,
        ERR_INVALID_ARG_VALUE,
        ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
        ERR_PARSE_ARGS_UNKNOWN_OPTION,
        ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL
      }
    };
  }
});

// node_modules/@pkgjs/parseargs/internal/validators.js
var require_validators = __commonJS({
  "node_modules/@pkgjs/parseargs/internal/validators.js"(exports2, module2) {
    "use strict";
    var {
      ArrayIsArray,
      ArrayPrototypeIncludes,
      ArrayPrototypeJoin
    } = require_primordials(), {
      codes: {
        ERR_INVALID_ARG_TYPE
      }
    } = require_errors();
    function validateString(value, name) {
      if (typeof value != "string")
        throw new ERR_INVALID_ARG_TYPE(name, "String", value);
    }
    function validateUnion(value, name, union) {
      if (!ArrayPrototypeIncludes(union, value))
        throw new ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin(union, "|")}')`, value);
    }
    function validateBoolean(value, name) {
      if (typeof value != "boolean")
        throw new ERR_INVALID_ARG_TYPE(name, "Boolean", value);
    }
    function validateArray(value, name) {
      if (!ArrayIsArray(value))
        throw new ERR_INVALID_ARG_TYPE(name, "Array", value);
    }
    function validateStringArray(value, name) {
      validateArray(value, name);
      for (let i = 0; i < value.length; i++)
        validateString(value[i], `${name}[${i}]`);
    }
    function validateBooleanArray(value, name) {
      validateArray(value, name);
      for (let i = 0; i < value.length; i++)
        validateBoolean(value[i], `${name}[${i}]`);
    }
    function validateObject(value, name, options) {
      let useDefaultOptions = options == null, allowArray = useDefaultOptions ? !1 : options.allowArray, allowFunction = useDefaultOptions ? !1 : options.allowFunction;
      if (!(useDefaultOptions ? !1 : options.nullable) && value === null || !allowArray && ArrayIsArray(value) || typeof value != "object" && (!allowFunction || typeof value != "function"))
        throw new ERR_INVALID_ARG_TYPE(name, "Object", value);
    }
    module2.exports = {
      validateArray,
      validateObject,
      validateString,
      validateStringArray,
      validateUnion,
      validateBoolean,
      validateBooleanArray
    };
  }
});

// node_modules/@pkgjs/parseargs/internal/util.js
var require_util = __commonJS({
  "node_modules/@pkgjs/parseargs/internal/util.js"(exports2, module2) {
    "use strict";
    var {
      ObjectCreate,
      ObjectFreeze
    } = require_primordials(), kEmptyObject = ObjectFreeze(ObjectCreate(null));
    module2.exports = {
      kEmptyObject
    };
  }
});

// node_modules/@pkgjs/parseargs/utils.js
var require_utils = __commonJS({
  "node_modules/@pkgjs/parseargs/utils.js"(exports2, module2) {
    "use strict";
    var {
      ArrayPrototypeFind,
      ObjectEntries,
      ObjectPrototypeHasOwnProperty: ObjectHasOwn,
      StringPrototypeCharAt,
      StringPrototypeIncludes,
      StringPrototypeStartsWith
    } = require_primordials(), {
      validateObject
    } = require_validators();
    function objectGetOwn(obj, prop) {
      if (ObjectHasOwn(obj, prop))
        return obj[prop];
    }
    function optionsGetOwn(options, longOption, prop) {
      if (ObjectHasOwn(options, longOption))
        return objectGetOwn(options[longOption], prop);
    }
    function isOptionValue(value) {
      return value != null;
    }
    function isOptionLikeValue(value) {
      return value == null ? !1 : value.length > 1 && StringPrototypeCharAt(value, 0) === "-";
    }
    function isLoneShortOption(arg) {
      return arg.length === 2 && StringPrototypeCharAt(arg, 0) === "-" && StringPrototypeCharAt(arg, 1) !== "-";
    }
    function isLoneLongOption(arg) {
      return arg.length > 2 && StringPrototypeStartsWith(arg, "--") && !StringPrototypeIncludes(arg, "=", 3);
    }
    function isLongOptionAndValue(arg) {
      return arg.length > 2 && StringPrototypeStartsWith(arg, "--") && StringPrototypeIncludes(arg, "=", 3);
    }
    function isShortOptionGroup(arg, options) {
      if (arg.length <= 2 || StringPrototypeCharAt(arg, 0) !== "-" || StringPrototypeCharAt(arg, 1) === "-") return !1;
      let firstShort = StringPrototypeCharAt(arg, 1), longOption = findLongOptionForShort(firstShort, options);
      return optionsGetOwn(options, longOption, "type") !== "string";
    }
    function isShortOptionAndValue(arg, options) {
      if (validateObject(options, "options"), arg.length <= 2 || StringPrototypeCharAt(arg, 0) !== "-" || StringPrototypeCharAt(arg, 1) === "-") return !1;
      let shortOption = StringPrototypeCharAt(arg, 1), longOption = findLongOptionForShort(shortOption, options);
      return optionsGetOwn(options, longOption, "type") === "string";
    }
    function findLongOptionForShort(shortOption, options) {
      return validateObject(options, "options"), ArrayPrototypeFind(
        ObjectEntries(options),
        ({ 1: optionConfig }) => objectGetOwn(optionConfig, "short") === shortOption
      )?.[0] ?? shortOption;
    }
    function useDefaultValueOption(longOption, optionConfig, values) {
      return objectGetOwn(optionConfig, "default") !== void 0 && values[longOption] === void 0;
    }
    module2.exports = {
      findLongOptionForShort,
      isLoneLongOption,
      isLoneShortOption,
      isLongOptionAndValue,
      isOptionValue,
      isOptionLikeValue,
      isShortOptionAndValue,
      isShortOptionGroup,
      useDefaultValueOption,
      objectGetOwn,
      optionsGetOwn
    };
  }
});

// node_modules/@pkgjs/parseargs/index.js
var require_parseargs = __commonJS({
  "node_modules/@pkgjs/parseargs/index.js"(exports2, module2) {
    "use strict";
    var {
      ArrayPrototypeForEach,
      ArrayPrototypeIncludes,
      ArrayPrototypeMap,
      ArrayPrototypePush,
      ArrayPrototypePushApply,
      ArrayPrototypeShift,
      ArrayPrototypeSlice,
      ArrayPrototypeUnshiftApply,
      ObjectEntries,
      ObjectPrototypeHasOwnProperty: ObjectHasOwn,
      StringPrototypeCharAt,
      StringPrototypeIndexOf,
      StringPrototypeSlice,
      StringPrototypeStartsWith
    } = require_primordials(), {
      validateArray,
      validateBoolean,
      validateBooleanArray,
      validateObject,
      validateString,
      validateStringArray,
      validateUnion
    } = require_validators(), {
      kEmptyObject
    } = require_util(), {
      findLongOptionForShort,
      isLoneLongOption,
      isLoneShortOption,
      isLongOptionAndValue,
      isOptionValue,
      isOptionLikeValue,
      isShortOptionAndValue,
      isShortOptionGroup,
      useDefaultValueOption,
      objectGetOwn,
      optionsGetOwn
    } = require_utils(), {
      codes: {
        ERR_INVALID_ARG_VALUE,
        ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
        ERR_PARSE_ARGS_UNKNOWN_OPTION,
        ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL
      }
    } = require_errors();
    function getMainArgs() {
      let execArgv = process.execArgv;
      return ArrayPrototypeIncludes(execArgv, "-e") || ArrayPrototypeIncludes(execArgv, "--eval") || ArrayPrototypeIncludes(execArgv, "-p") || ArrayPrototypeIncludes(execArgv, "--print") ? ArrayPrototypeSlice(process.argv, 1) : ArrayPrototypeSlice(process.argv, 2);
    }
    function checkOptionLikeValue(token) {
      if (!token.inlineValue && isOptionLikeValue(token.value)) {
        let example = StringPrototypeStartsWith(token.rawName, "--") ? `'${token.rawName}=-XYZ'` : `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`, errorMessage = `Option '${token.rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${token.rawName}'?
To specify an option argument starting with a dash use ${example}.`;
        throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(errorMessage);
      }
    }
    function checkOptionUsage(config, token) {
      if (!ObjectHasOwn(config.options, token.name))
        throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(
          token.rawName,
          config.allowPositionals
        );
      let short = optionsGetOwn(config.options, token.name, "short"), shortAndLong = `${short ? `-${short}, ` : ""}--${token.name}`, type = optionsGetOwn(config.options, token.name, "type");
      if (type === "string" && typeof token.value != "string")
        throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shortAndLong} <value>' argument missing`);
      if (type === "boolean" && token.value != null)
        throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shortAndLong}' does not take an argument`);
    }
    function storeOption(longOption, optionValue, options, values) {
      if (longOption === "__proto__")
        return;
      let newValue = optionValue ?? !0;
      optionsGetOwn(options, longOption, "multiple") ? values[longOption] ? ArrayPrototypePush(values[longOption], newValue) : values[longOption] = [newValue] : values[longOption] = newValue;
    }
    function storeDefaultOption(longOption, optionValue, values) {
      longOption !== "__proto__" && (values[longOption] = optionValue);
    }
    function argsToTokens(args, options) {
      let tokens = [], index = -1, groupCount = 0, remainingArgs = ArrayPrototypeSlice(args);
      for (; remainingArgs.length > 0; ) {
        let arg = ArrayPrototypeShift(remainingArgs), nextArg = remainingArgs[0];
        if (groupCount > 0 ? groupCount-- : index++, arg === "--") {
          ArrayPrototypePush(tokens, { kind: "option-terminator", index }), ArrayPrototypePushApply(
            tokens,
            ArrayPrototypeMap(remainingArgs, (arg2) => ({ kind: "positional", index: ++index, value: arg2 }))
          );
          break;
        }
        if (isLoneShortOption(arg)) {
          let shortOption = StringPrototypeCharAt(arg, 1), longOption = findLongOptionForShort(shortOption, options), value, inlineValue;
          optionsGetOwn(options, longOption, "type") === "string" && isOptionValue(nextArg) && (value = ArrayPrototypeShift(remainingArgs), inlineValue = !1), ArrayPrototypePush(
            tokens,
            {
              kind: "option",
              name: longOption,
              rawName: arg,
              index,
              value,
              inlineValue
            }
          ), value != null && ++index;
          continue;
        }
        if (isShortOptionGroup(arg, options)) {
          let expanded = [];
          for (let index2 = 1; index2 < arg.length; index2++) {
            let shortOption = StringPrototypeCharAt(arg, index2), longOption = findLongOptionForShort(shortOption, options);
            if (optionsGetOwn(options, longOption, "type") !== "string" || index2 === arg.length - 1)
              ArrayPrototypePush(expanded, `-${shortOption}`);
            else {
              ArrayPrototypePush(expanded, `-${StringPrototypeSlice(arg, index2)}`);
              break;
            }
          }
          ArrayPrototypeUnshiftApply(remainingArgs, expanded), groupCount = expanded.length;
          continue;
        }
        if (isShortOptionAndValue(arg, options)) {
          let shortOption = StringPrototypeCharAt(arg, 1), longOption = findLongOptionForShort(shortOption, options), value = StringPrototypeSlice(arg, 2);
          ArrayPrototypePush(
            tokens,
            {
              kind: "option",
              name: longOption,
              rawName: `-${shortOption}`,
              index,
              value,
              inlineValue: !0
            }
          );
          continue;
        }
        if (isLoneLongOption(arg)) {
          let longOption = StringPrototypeSlice(arg, 2), value, inlineValue;
          optionsGetOwn(options, longOption, "type") === "string" && isOptionValue(nextArg) && (value = ArrayPrototypeShift(remainingArgs), inlineValue = !1), ArrayPrototypePush(
            tokens,
            {
              kind: "option",
              name: longOption,
              rawName: arg,
              index,
              value,
              inlineValue
            }
          ), value != null && ++index;
          continue;
        }
        if (isLongOptionAndValue(arg)) {
          let equalIndex = StringPrototypeIndexOf(arg, "="), longOption = StringPrototypeSlice(arg, 2, equalIndex), value = StringPrototypeSlice(arg, equalIndex + 1);
          ArrayPrototypePush(
            tokens,
            {
              kind: "option",
              name: longOption,
              rawName: `--${longOption}`,
              index,
              value,
              inlineValue: !0
            }
          );
          continue;
        }
        ArrayPrototypePush(tokens, { kind: "positional", index, value: arg });
      }
      return tokens;
    }
    var parseArgs2 = (config = kEmptyObject) => {
      let args = objectGetOwn(config, "args") ?? getMainArgs(), strict = objectGetOwn(config, "strict") ?? !0, allowPositionals = objectGetOwn(config, "allowPositionals") ?? !strict, returnTokens = objectGetOwn(config, "tokens") ?? !1, options = objectGetOwn(config, "options") ?? { __proto__: null }, parseConfig = { args, strict, options, allowPositionals };
      validateArray(args, "args"), validateBoolean(strict, "strict"), validateBoolean(allowPositionals, "allowPositionals"), validateBoolean(returnTokens, "tokens"), validateObject(options, "options"), ArrayPrototypeForEach(
        ObjectEntries(options),
        ({ 0: longOption, 1: optionConfig }) => {
          validateObject(optionConfig, `options.${longOption}`);
          let optionType = objectGetOwn(optionConfig, "type");
          if (validateUnion(optionType, `options.${longOption}.type`, ["string", "boolean"]), ObjectHasOwn(optionConfig, "short")) {
            let shortOption = optionConfig.short;
            if (validateString(shortOption, `options.${longOption}.short`), shortOption.length !== 1)
              throw new ERR_INVALID_ARG_VALUE(
                `options.${longOption}.short`,
                shortOption,
                "must be a single character"
              );
          }
          let multipleOption = objectGetOwn(optionConfig, "multiple");
          ObjectHasOwn(optionConfig, "multiple") && validateBoolean(multipleOption, `options.${longOption}.multiple`);
          let defaultValue = objectGetOwn(optionConfig, "default");
          if (defaultValue !== void 0) {
            let validator;
            switch (optionType) {
              case "string":
                validator = multipleOption ? validateStringArray : validateString;
                break;
              case "boolean":
                validator = multipleOption ? validateBooleanArray : validateBoolean;
                break;
            }
            validator(defaultValue, `options.${longOption}.default`);
          }
        }
      );
      let tokens = argsToTokens(args, options), result = {
        values: { __proto__: null },
        positionals: []
      };
      return returnTokens && (result.tokens = tokens), ArrayPrototypeForEach(tokens, (token) => {
        if (token.kind === "option")
          strict && (checkOptionUsage(parseConfig, token), checkOptionLikeValue(token)), storeOption(token.name, token.value, options, result.values);
        else if (token.kind === "positional") {
          if (!allowPositionals)
            throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
          ArrayPrototypePush(result.positionals, token.value);
        }
      }), ArrayPrototypeForEach(ObjectEntries(options), ({
        0: longOption,
        1: optionConfig
      }) => {
        useDefaultValueOption(
          longOption,
          optionConfig,
          result.values
        ) && storeDefaultOption(
          longOption,
          objectGetOwn(optionConfig, "default"),
          result.values
        );
      }), result;
    };
    module2.exports = {
      parseArgs: parseArgs2
    };
  }
});

// src/node/parse_args.js
var { parseArgs } = require_parseargs(), { withCode } = require("internal/errors");
module.exports = { parseArgs(config) {
  try {
    return parseArgs({ args: process.argv.slice(process.argv[1]?.startsWith("-") ? 1 : 2), ...config });
  } catch (error) {
    throw error.code === void 0 ? error : withCode(TypeError, error.code, error.message);
  }
} };
