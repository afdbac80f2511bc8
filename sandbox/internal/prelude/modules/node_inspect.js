"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/node-inspect-extracted/dist/inspect.js
var require_inspect = __commonJS({
  "node_modules/node-inspect-extracted/dist/inspect.js"(exports2, module2) {
    (function(t, e) {
      typeof exports2 == "object" && typeof module2 == "object" ? module2.exports = e() : typeof define == "function" && define.amd ? define([], e) : typeof exports2 == "object" ? exports2.util = e() : t.util = e();
    })(exports2, (() => (() => {
      "use strict";
      var t = { 765: (t2, e2) => {
        function r2(t3) {
          return r2 = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, r2(t3);
        }
        function n(t3, e3) {
          for (var r3 = 0; r3 < e3.length; r3++) {
            var n2 = e3[r3];
            n2.enumerable = n2.enumerable || !1, n2.configurable = !0, "value" in n2 && (n2.writable = !0), Object.defineProperty(t3, o(n2.key), n2);
          }
        }
        function o(t3) {
          var e3 = (function(t4, e4) {
            if (r2(t4) != "object" || !t4) return t4;
            var n2 = t4[Symbol.toPrimitive];
            if (n2 !== void 0) {
              var o2 = n2.call(t4, "string");
              if (r2(o2) != "object") return o2;
              throw new TypeError("@@toPrimitive must return a primitive value.");
            }
            return String(t4);
          })(t3);
          return r2(e3) == "symbol" ? e3 : e3 + "";
        }
        var i = (function() {
          return t3 = function t4() {
            (function(t5, e4) {
              if (!(t5 instanceof e4)) throw new TypeError("Cannot call a class as a function");
            })(this, t4);
          }, e3 = [{ key: "hexSlice", value: function() {
            var t4 = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : 0, e4 = arguments.length > 1 ? arguments[1] : void 0;
            return Array.prototype.map.call(this.slice(t4, e4), (function(t5) {
              return ("00" + t5.toString(16)).slice(-2);
            })).join("");
          } }], e3 && n(t3.prototype, e3), Object.defineProperty(t3, "prototype", { writable: !1 }), t3;
          var t3, e3;
        })();
        e2.h = i;
      }, 339: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        function o(t3, e3) {
          var r3 = typeof Symbol < "u" && t3[Symbol.iterator] || t3["@@iterator"];
          if (!r3) {
            if (Array.isArray(t3) || (r3 = (function(t4, e4) {
              if (t4) {
                if (typeof t4 == "string") return i(t4, e4);
                var r4 = Object.prototype.toString.call(t4).slice(8, -1);
                return r4 === "Object" && t4.constructor && (r4 = t4.constructor.name), r4 === "Map" || r4 === "Set" ? Array.from(t4) : r4 === "Arguments" || /^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(r4) ? i(t4, e4) : void 0;
              }
            })(t3)) || e3 && t3 && typeof t3.length == "number") {
              r3 && (t3 = r3);
              var n2 = 0, o2 = function() {
              };
              return { s: o2, n: function() {
                return n2 >= t3.length ? { done: !0 } : { done: !1, value: t3[n2++] };
              }, e: function(t4) {
                throw t4;
              }, f: o2 };
            }
            throw new TypeError(`Invalid attempt to iterate non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`);
          }
          var a2, c2 = !0, l2 = !1;
          return { s: function() {
            r3 = r3.call(t3);
          }, n: function() {
            var t4 = r3.next();
            return c2 = t4.done, t4;
          }, e: function(t4) {
            l2 = !0, a2 = t4;
          }, f: function() {
            try {
              c2 || r3.return == null || r3.return();
            } finally {
              if (l2) throw a2;
            }
          } };
        }
        function i(t3, e3) {
          (e3 == null || e3 > t3.length) && (e3 = t3.length);
          for (var r3 = 0, n2 = new Array(e3); r3 < e3; r3++) n2[r3] = t3[r3];
          return n2;
        }
        function a(t3, e3) {
          var r3 = Object.keys(t3);
          if (Object.getOwnPropertySymbols) {
            var n2 = Object.getOwnPropertySymbols(t3);
            e3 && (n2 = n2.filter((function(e4) {
              return Object.getOwnPropertyDescriptor(t3, e4).enumerable;
            }))), r3.push.apply(r3, n2);
          }
          return r3;
        }
        function c(t3) {
          for (var e3 = 1; e3 < arguments.length; e3++) {
            var r3 = arguments[e3] != null ? arguments[e3] : {};
            e3 % 2 ? a(Object(r3), !0).forEach((function(e4) {
              l(t3, e4, r3[e4]);
            })) : Object.getOwnPropertyDescriptors ? Object.defineProperties(t3, Object.getOwnPropertyDescriptors(r3)) : a(Object(r3)).forEach((function(e4) {
              Object.defineProperty(t3, e4, Object.getOwnPropertyDescriptor(r3, e4));
            }));
          }
          return t3;
        }
        function l(t3, e3, r3) {
          var o2;
          return o2 = (function(t4, e4) {
            if (n(t4) != "object" || !t4) return t4;
            var r4 = t4[Symbol.toPrimitive];
            if (r4 !== void 0) {
              var o3 = r4.call(t4, "string");
              if (n(o3) != "object") return o3;
              throw new TypeError("@@toPrimitive must return a primitive value.");
            }
            return String(t4);
          })(e3), (e3 = n(o2) == "symbol" ? o2 : o2 + "") in t3 ? Object.defineProperty(t3, e3, { value: r3, enumerable: !0, configurable: !0, writable: !0 }) : t3[e3] = r3, t3;
        }
        var u, p, f = r2(951), y = f.internalBinding, s = f.Array, g = f.ArrayIsArray, d = f.ArrayPrototypeFilter, b = f.ArrayPrototypeForEach, h = f.ArrayPrototypeIncludes, v = f.ArrayPrototypeIndexOf, m = f.ArrayPrototypeJoin, S = f.ArrayPrototypeMap, P = f.ArrayPrototypePop, x = f.ArrayPrototypePush, O = f.ArrayPrototypePushApply, w = f.ArrayPrototypeSlice, A = f.ArrayPrototypeSort, j = f.ArrayPrototypeSplice, E = f.ArrayPrototypeUnshift, _ = f.BigIntPrototypeValueOf, F = f.BooleanPrototypeValueOf, L = f.DatePrototypeGetTime, R = f.DatePrototypeToISOString, k = f.DatePrototypeToString, T = f.ErrorPrototypeToString, I = f.FunctionPrototypeBind, z = f.FunctionPrototypeCall, M = f.FunctionPrototypeToString, B = f.JSONStringify, N = f.MapPrototypeEntries, D = f.MapPrototypeGetSize, C = f.MathFloor, H = f.MathMax, G = f.MathMin, W = f.MathRound, V = f.MathSqrt, U = f.MathTrunc, $ = f.Number, Z = f.NumberIsFinite, q = f.NumberIsNaN, K = f.NumberParseFloat, Y = f.NumberParseInt, J = f.NumberPrototypeToString, Q = f.NumberPrototypeValueOf, X = f.Object, tt = f.ObjectAssign, et = f.ObjectDefineProperty, rt = f.ObjectGetOwnPropertyDescriptor, nt = f.ObjectGetOwnPropertyNames, ot = f.ObjectGetOwnPropertySymbols, it = f.ObjectGetPrototypeOf, at = f.ObjectIs, ct = f.ObjectKeys, lt = f.ObjectPrototypeHasOwnProperty, ut = f.ObjectPrototypePropertyIsEnumerable, pt = f.ObjectSeal, ft = f.ObjectSetPrototypeOf, yt = f.ReflectApply, st = f.ReflectOwnKeys, gt = f.RegExp, dt = f.RegExpPrototypeExec, bt = f.RegExpPrototypeSymbolReplace, ht = f.RegExpPrototypeSymbolSplit, vt = f.RegExpPrototypeToString, mt = f.SafeMap, St = f.SafeSet, Pt = f.SafeStringIterator, xt = f.SetPrototypeGetSize, Ot = f.SetPrototypeValues, wt = f.String, At = f.StringPrototypeCharCodeAt, jt = f.StringPrototypeCodePointAt, Et = f.StringPrototypeEndsWith, _t = f.StringPrototypeIncludes, Ft = f.StringPrototypeIndexOf, Lt = f.StringPrototypeLastIndexOf, Rt = f.StringPrototypeNormalize, kt = f.StringPrototypePadEnd, Tt = f.StringPrototypePadStart, It = f.StringPrototypeRepeat, zt = f.StringPrototypeReplaceAll, Mt = f.StringPrototypeSlice, Bt = f.StringPrototypeSplit, Nt = f.StringPrototypeStartsWith, Dt = f.StringPrototypeToLowerCase, Ct = f.StringPrototypeTrim, Ht = f.StringPrototypeValueOf, Gt = f.SymbolPrototypeToString, Wt = f.SymbolPrototypeValueOf, Vt = f.SymbolIterator, Ut = f.SymbolToStringTag, $t = f.TypedArrayPrototypeGetLength, Zt = f.TypedArrayPrototypeGetSymbolToStringTag, qt = f.Uint8Array, Kt = f.globalThis, Yt = f.uncurryThis, Jt = r2(763), Qt = Jt.constants, Xt = Qt.ALL_PROPERTIES, te = Qt.ONLY_ENUMERABLE, ee = Qt.kPending, re = Qt.kRejected, ne = Jt.getOwnNonIndexProperties, oe = Jt.getPromiseDetails, ie = Jt.getProxyDetails, ae = Jt.previewEntries, ce = Jt.getConstructorName, le = Jt.getExternalValue, ue = Jt.Proxy, pe = r2(641), fe = pe.customInspectSymbol, ye = pe.isError, se = pe.join, ge = pe.removeColors, de = r2(638).isStackOverflowError, be = r2(567), he = be.isAsyncFunction, ve = be.isGeneratorFunction, me = be.isAnyArrayBuffer, Se = be.isArrayBuffer, Pe = be.isArgumentsObject, xe = be.isBoxedPrimitive, Oe = be.isDataView, we = be.isExternal, Ae = be.isMap, je = be.isMapIterator, Ee = be.isModuleNamespaceObject, _e = be.isNativeError, Fe = be.isPromise, Le = be.isSet, Re = be.isSetIterator, ke = be.isWeakMap, Te = be.isWeakSet, Ie = be.isRegExp, ze = be.isDate, Me = be.isTypedArray, Be = be.isStringObject, Ne = be.isNumberObject, De = be.isBooleanObject, Ce = be.isBigIntObject, He = r2(783), Ge = r2(111).BuiltinModule, We = r2(322), Ve = We.validateObject, Ue = We.validateString, $e = We.kValidateObjectAllowArray, Ze, qe, Ke, Ye, Je, Qe = new St(d(nt(Kt), (function(t3) {
          return dt(/^[A-Z][a-zA-Z0-9]+$/, t3) !== null;
        }))), Xe = function(t3) {
          return t3 === void 0 && t3 !== void 0;
        }, tr = pt({ showHidden: !1, depth: 2, colors: !1, customInspect: !0, showProxy: !1, maxArrayLength: 100, maxStringLength: 1e4, breakLength: 80, compact: 3, sorted: !1, getters: !1, numericSeparator: !1 }), er = 0, rr = 1, nr = 2;
        try {
          Ze = new gt("[\\x00-\\x1f\\x27\\x5c\\x7f-\\x9f]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]"), qe = new gt("[\0-\\x1f\\x27\\x5c\\x7f-\\x9f]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]", "g"), Ke = new gt("[\\x00-\\x1f\\x5c\\x7f-\\x9f]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]"), Ye = new gt("[\\x00-\\x1f\\x5c\\x7f-\\x9f]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]", "g");
          var or = new gt("(?<=\\n)");
          Je = function(t3) {
            return ht(or, t3);
          };
        } catch {
          Ze = /[\x00-\x1f\x27\x5c\x7f-\x9f]/, qe = /[\x00-\x1f\x27\x5c\x7f-\x9f]/g, Ke = /[\x00-\x1f\x5c\x7f-\x9f]/, Ye = /[\x00-\x1f\x5c\x7f-\x9f]/g, Je = function(t4) {
            var e3 = ht(/\n/, t4), r3 = P(e3), n2 = S(e3, (function(t5) {
              return t5 + `
`;
            }));
            return r3 !== "" && n2.push(r3), n2;
          };
        }
        var ir, ar = /^[a-zA-Z_][a-zA-Z_0-9]*$/, cr = /^(0|[1-9][0-9]*)$/, lr = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+\)?$/, ur = /[/\\]node_modules[/\\](.+?)(?=[/\\])/g, pr = /^(\s+[^(]*?)\s*{/, fr = /(\/\/.*?\n)|(\/\*(.|\n)*?\*\/)/g, yr = 16, sr = 0, gr = 1, dr = 2, br = ["\\x00", "\\x01", "\\x02", "\\x03", "\\x04", "\\x05", "\\x06", "\\x07", "\\b", "\\t", "\\n", "\\x0B", "\\f", "\\r", "\\x0E", "\\x0F", "\\x10", "\\x11", "\\x12", "\\x13", "\\x14", "\\x15", "\\x16", "\\x17", "\\x18", "\\x19", "\\x1A", "\\x1B", "\\x1C", "\\x1D", "\\x1E", "\\x1F", "", "", "", "", "", "", "", "\\'", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "\\\\", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "\\x7F", "\\x80", "\\x81", "\\x82", "\\x83", "\\x84", "\\x85", "\\x86", "\\x87", "\\x88", "\\x89", "\\x8A", "\\x8B", "\\x8C", "\\x8D", "\\x8E", "\\x8F", "\\x90", "\\x91", "\\x92", "\\x93", "\\x94", "\\x95", "\\x96", "\\x97", "\\x98", "\\x99", "\\x9A", "\\x9B", "\\x9C", "\\x9D", "\\x9E", "\\x9F"], hr = new gt("[\\u001B\\u009B][[\\]()#;?]*(?:(?:(?:(?:;[-a-zA-Z\\d\\/#&.:=?%@~_]+)*|[a-zA-Z\\d]+(?:;[-a-zA-Z\\d\\/#&.:=?%@~_]*)*)?(?:\\u0007|\\u001B\\u005C|\\u009C))|(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-ntqry=><~]))", "g");
        function vr(t3, e3) {
          var r3 = { budget: {}, indentationLvl: 0, seen: [], currentDepth: 0, stylize: jr, showHidden: tr.showHidden, depth: tr.depth, colors: tr.colors, customInspect: tr.customInspect, showProxy: tr.showProxy, maxArrayLength: tr.maxArrayLength, maxStringLength: tr.maxStringLength, breakLength: tr.breakLength, compact: tr.compact, sorted: tr.sorted, getters: tr.getters, numericSeparator: tr.numericSeparator };
          if (arguments.length > 1) {
            if (arguments.length > 2 && (arguments[2] !== void 0 && (r3.depth = arguments[2]), arguments.length > 3 && arguments[3] !== void 0 && (r3.colors = arguments[3])), typeof e3 == "boolean") r3.showHidden = e3;
            else if (e3) for (var n2 = ct(e3), o2 = 0; o2 < n2.length; ++o2) {
              var i2 = n2[o2];
              lt(tr, i2) || i2 === "stylize" ? r3[i2] = e3[i2] : r3.userOptions === void 0 && (r3.userOptions = e3);
            }
          }
          return r3.colors && (r3.stylize = Ar), r3.maxArrayLength === null && (r3.maxArrayLength = 1 / 0), r3.maxStringLength === null && (r3.maxStringLength = 1 / 0), native.text(Ir(r3, t3, 0));
        }
        vr.custom = fe, et(vr, "defaultOptions", { __proto__: null, get: function() {
          return tr;
        }, set: function(t3) {
          return Ve(t3, "options"), tt(tr, t3);
        } });
        var mr = 39, Sr = 49;
        function Pr(t3, e3) {
          et(vr.colors, e3, { __proto__: null, get: function() {
            return this[t3];
          }, set: function(e4) {
            this[t3] = e4;
          }, configurable: !0, enumerable: !1 });
        }
        function xr(t3, e3) {
          return e3 === -1 ? '"'.concat(t3, '"') : e3 === -2 ? "`".concat(t3, "`") : "'".concat(t3, "'");
        }
        function Or(t3) {
          var e3 = At(t3);
          return br.length > e3 ? br[e3] : "\\u".concat(J(e3, 16));
        }
        function wr(t3) {
          var e3 = Ze, r3 = qe, n2 = 39;
          if (_t(t3, "'") && (_t(t3, '"') ? _t(t3, "`") || _t(t3, "${") || (n2 = -2) : n2 = -1, n2 !== 39 && (e3 = Ke, r3 = Ye)), t3.length < 5e3 && dt(e3, t3) === null) return xr(t3, n2);
          if (t3.length > 100) return xr(t3 = bt(r3, t3, Or), n2);
          for (var o2 = "", i2 = 0, a2 = 0; a2 < t3.length; a2++) {
            var c2 = At(t3, a2);
            if (c2 === n2 || c2 === 92 || c2 < 32 || c2 > 126 && c2 < 160) o2 += i2 === a2 ? br[c2] : "".concat(Mt(t3, i2, a2)).concat(br[c2]), i2 = a2 + 1;
            else if (c2 >= 55296 && c2 <= 57343) {
              if (c2 <= 56319 && a2 + 1 < t3.length) {
                var l2 = At(t3, a2 + 1);
                if (l2 >= 56320 && l2 <= 57343) {
                  a2++;
                  continue;
                }
              }
              o2 += "".concat(Mt(t3, i2, a2), "\\u").concat(J(c2, 16)), i2 = a2 + 1;
            }
          }
          return i2 !== t3.length && (o2 += Mt(t3, i2)), xr(o2, n2);
        }
        function Ar(t3, e3) {
          var r3 = vr.styles[e3];
          if (r3 !== void 0) {
            var n2 = vr.colors[r3];
            if (n2 !== void 0) return "\x1B[".concat(n2[0], "m").concat(t3, "\x1B[").concat(n2[1], "m");
          }
          return t3;
        }
        function jr(t3) {
          return t3;
        }
        function Er() {
          return [];
        }
        function _r(t3, e3) {
          try {
            return t3 instanceof e3;
          } catch {
            return !1;
          }
        }
        function Fr(t3, e3, r3, n2) {
          for (var o2, i2 = t3; t3 || Xe(t3); ) {
            var a2 = rt(t3, "constructor");
            if (a2 !== void 0 && typeof a2.value == "function" && a2.value.name !== "" && _r(i2, a2.value)) return n2 === void 0 || o2 === t3 && Qe.has(a2.value.name) || Lr(e3, i2, o2 || i2, r3, n2), wt(a2.value.name);
            t3 = it(t3), o2 === void 0 && (o2 = t3);
          }
          if (o2 === null) return null;
          var l2 = ce(i2);
          if (r3 > e3.depth && e3.depth !== null) return "".concat(l2, " <Complex prototype>");
          var u2 = Fr(o2, e3, r3 + 1, n2);
          return u2 === null ? "".concat(l2, " <").concat(vr(o2, c(c({}, e3), {}, { customInspect: !1, depth: -1 })), ">") : "".concat(l2, " <").concat(u2, ">");
        }
        function Lr(t3, e3, r3, n2, i2) {
          var a2, c2, l2 = 0;
          do {
            if (l2 !== 0 || e3 === r3) {
              if ((r3 = it(r3)) === null) return;
              var u2 = rt(r3, "constructor");
              if (u2 !== void 0 && typeof u2.value == "function" && Qe.has(u2.value.name)) return;
            }
            l2 === 0 ? c2 = new St() : b(a2, (function(t4) {
              return c2.add(t4);
            })), a2 = st(r3), x(t3.seen, e3);
            var p2, f2 = o(a2);
            try {
              for (f2.s(); !(p2 = f2.n()).done; ) {
                var y2 = p2.value;
                if (!(y2 === "constructor" || lt(e3, y2) || l2 !== 0 && c2.has(y2))) {
                  var s2 = rt(r3, y2);
                  if (typeof s2.value != "function") {
                    var g2 = an(t3, r3, n2, y2, er, s2, e3);
                    t3.colors ? x(i2, "\x1B[2m".concat(g2, "\x1B[22m")) : x(i2, g2);
                  }
                }
              }
            } catch (t4) {
              f2.e(t4);
            } finally {
              f2.f();
            }
            P(t3.seen);
          } while (++l2 != 3);
        }
        function Rr(t3, e3, r3) {
          var n2 = arguments.length > 3 && arguments[3] !== void 0 ? arguments[3] : "";
          return t3 === null ? e3 !== "" && r3 !== e3 ? "[".concat(r3).concat(n2, ": null prototype] [").concat(e3, "] ") : "[".concat(r3).concat(n2, ": null prototype] ") : e3 !== "" && t3 !== e3 ? "".concat(t3).concat(n2, " [").concat(e3, "] ") : "".concat(t3).concat(n2, " ");
        }
        function kr(t3, e3) {
          var r3, n2 = ot(t3);
          if (e3) r3 = nt(t3), n2.length !== 0 && O(r3, n2);
          else {
            try {
              r3 = ct(t3);
            } catch (e4) {
              He(_e(e4) && e4.name === "ReferenceError" && Ee(t3)), r3 = nt(t3);
            }
            n2.length !== 0 && O(r3, d(n2, (function(e4) {
              return ut(t3, e4);
            })));
          }
          return r3;
        }
        function Tr(t3, e3, r3) {
          var n2 = "";
          return e3 === null && (n2 = ce(t3)) === r3 && (n2 = "Object"), Rr(e3, r3, n2);
        }
        function Ir(t3, e3, i2, a2) {
          if (n(e3) !== "object" && typeof e3 != "function" && !Xe(e3)) return Vr(t3.stylize, e3, t3);
          if (e3 === null) return t3.stylize("null", "null");
          var l2 = e3, u2 = ie(e3, !!t3.showProxy);
          if (u2 !== void 0) {
            if (u2 === null || u2[0] === null) return t3.stylize("<Revoked Proxy>", "special");
            if (t3.showProxy) return (function(t4, e4, r3) {
              if (r3 > t4.depth && t4.depth !== null) return t4.stylize("Proxy [Array]", "special");
              r3 += 1, t4.indentationLvl += 2;
              var n2 = [Ir(t4, e4[0], r3), Ir(t4, e4[1], r3)];
              return t4.indentationLvl -= 2, ln(t4, n2, "", ["Proxy [", "]"], nr, r3);
            })(t3, u2, i2);
            e3 = u2;
          }
          if (t3.customInspect) {
            var y2 = e3[fe];
            if (typeof y2 == "function" && y2 !== vr && (!e3.constructor || e3.constructor.prototype !== e3)) {
              var s2 = t3.depth === null ? null : t3.depth - i2, d2 = z(y2, l2, s2, (function(t4, e4) {
                var r3 = c({ stylize: t4.stylize, showHidden: t4.showHidden, depth: t4.depth, colors: t4.colors, customInspect: t4.customInspect, showProxy: t4.showProxy, maxArrayLength: t4.maxArrayLength, maxStringLength: t4.maxStringLength, breakLength: t4.breakLength, compact: t4.compact, sorted: t4.sorted, getters: t4.getters, numericSeparator: t4.numericSeparator }, t4.userOptions);
                if (e4) {
                  ft(r3, null);
                  var i3, a3 = o(ct(r3));
                  try {
                    for (a3.s(); !(i3 = a3.n()).done; ) {
                      var l3 = i3.value;
                      n(r3[l3]) !== "object" && typeof r3[l3] != "function" || r3[l3] === null || delete r3[l3];
                    }
                  } catch (t5) {
                    a3.e(t5);
                  } finally {
                    a3.f();
                  }
                  r3.stylize = ft((function(e5, r4) {
                    var n2;
                    try {
                      n2 = "".concat(t4.stylize(e5, r4));
                    } catch {
                    }
                    return typeof n2 != "string" ? e5 : n2;
                  }), null);
                }
                return r3;
              })(t3, u2 !== void 0 || !(l2 instanceof X)), vr);
              if (d2 !== l2) return typeof d2 != "string" ? Ir(t3, d2, i2) : zt(d2, `
`, `
`.concat(It(" ", t3.indentationLvl)));
            }
          }
          if (t3.seen.includes(e3)) {
            var b2 = 1;
            return t3.circular === void 0 ? (t3.circular = new mt(), t3.circular.set(e3, b2)) : (b2 = t3.circular.get(e3)) === void 0 && (b2 = t3.circular.size + 1, t3.circular.set(e3, b2)), t3.stylize("[Circular *".concat(b2, "]"), "special");
          }
          return (function(t4, e4, n2, i3) {
            var a3, c2;
            t4.showHidden && (n2 <= t4.depth || t4.depth === null) && (c2 = []);
            var l3 = Fr(e4, t4, n2, c2);
            c2 !== void 0 && c2.length === 0 && (c2 = void 0);
            var u3 = e4[Ut];
            (typeof u3 != "string" || u3 !== "" && (t4.showHidden ? lt : ut)(e4, Ut)) && (u3 = "");
            var y3, s3, d3 = "", b3 = Er, S2 = !0, P2 = 0, T2 = t4.showHidden ? Xt : te, z2 = er;
            if (Vt in e4 || l3 === null) if (S2 = !1, g(e4)) {
              var B2 = l3 !== "Array" || u3 !== "" ? Rr(l3, u3, "Array", "(".concat(e4.length, ")")) : "";
              if (a3 = ne(e4, T2), y3 = ["".concat(B2, "["), "]"], e4.length === 0 && a3.length === 0 && c2 === void 0) return "".concat(y3[0], "]");
              z2 = nr, b3 = qr;
            } else if (Le(e4)) {
              var C2 = xt(e4), H2 = Rr(l3, u3, "Set", "(".concat(C2, ")"));
              if (a3 = kr(e4, t4.showHidden), b3 = I(Yr, null, l3 !== null ? e4 : Ot(e4)), C2 === 0 && a3.length === 0 && c2 === void 0) return "".concat(H2, "{}");
              y3 = ["".concat(H2, "{"), "}"];
            } else if (Ae(e4)) {
              var G2 = D(e4), W2 = Rr(l3, u3, "Map", "(".concat(G2, ")"));
              if (a3 = kr(e4, t4.showHidden), b3 = I(Jr, null, l3 !== null ? e4 : N(e4)), G2 === 0 && a3.length === 0 && c2 === void 0) return "".concat(W2, "{}");
              y3 = ["".concat(W2, "{"), "}"];
            } else if (Me(e4)) {
              a3 = ne(e4, T2);
              var V2 = e4, U2 = "";
              l3 === null && (U2 = Zt(e4), V2 = new f[U2](e4));
              var $2 = $t(e4), Z2 = Rr(l3, u3, U2, "(".concat($2, ")"));
              if (y3 = ["".concat(Z2, "["), "]"], e4.length === 0 && a3.length === 0 && !t4.showHidden) return "".concat(y3[0], "]");
              b3 = I(Kr, null, V2, $2), z2 = nr;
            } else je(e4) ? (a3 = kr(e4, t4.showHidden), y3 = zr("Map", u3), b3 = I(nn, null, y3)) : Re(e4) ? (a3 = kr(e4, t4.showHidden), y3 = zr("Set", u3), b3 = I(nn, null, y3)) : S2 = !0;
            if (S2) if (a3 = kr(e4, t4.showHidden), y3 = ["{", "}"], l3 === "Object") {
              if (Pe(e4) ? y3[0] = "[Arguments] {" : u3 !== "" && (y3[0] = "".concat(Rr(l3, u3, "Object"), "{")), a3.length === 0 && c2 === void 0) return "".concat(y3[0], "}");
            } else if (typeof e4 == "function") {
              if (d3 = (function(t5, e5, r3) {
                var n3 = M(t5);
                if (Nt(n3, "class") && Et(n3, "}")) {
                  var o2 = Mt(n3, 5, -1), i4 = Ft(o2, "{");
                  if (i4 !== -1 && (!_t(Mt(o2, 0, i4), "(") || dt(pr, bt(fr, o2)) !== null)) return (function(t6, e6, r4) {
                    var n4 = lt(t6, "name") && t6.name || "(anonymous)", o3 = "class ".concat(n4);
                    if (e6 !== "Function" && e6 !== null && (o3 += " [".concat(e6, "]")), r4 !== "" && e6 !== r4 && (o3 += " [".concat(r4, "]")), e6 !== null) {
                      var i5 = it(t6).name;
                      i5 && (o3 += " extends ".concat(i5));
                    } else o3 += " extends [null prototype]";
                    return "[".concat(o3, "]");
                  })(t5, e5, r3);
                }
                var a4 = "Function";
                ve(t5) && (a4 = "Generator".concat(a4)), he(t5) && (a4 = "Async".concat(a4));
                var c3 = "[".concat(a4);
                return e5 === null && (c3 += " (null prototype)"), t5.name === "" ? c3 += " (anonymous)" : c3 += ": ".concat(t5.name), c3 += "]", e5 !== a4 && e5 !== null && (c3 += " ".concat(e5)), r3 !== "" && e5 !== r3 && (c3 += " [".concat(r3, "]")), c3;
              })(e4, l3, u3), a3.length === 0 && c2 === void 0) return t4.stylize(d3, "special");
            } else if (Ie(e4)) {
              d3 = vt(l3 !== null ? e4 : new gt(e4));
              var K2 = Rr(l3, u3, "RegExp");
              if (K2 !== "RegExp " && (d3 = "".concat(K2).concat(d3)), a3.length === 0 && c2 === void 0 || n2 > t4.depth && t4.depth !== null) return t4.stylize(d3, "regexp");
            } else if (ze(e4)) {
              d3 = q(L(e4)) ? k(e4) : R(e4);
              var Y2 = Rr(l3, u3, "Date");
              if (Y2 !== "Date " && (d3 = "".concat(Y2).concat(d3)), a3.length === 0 && c2 === void 0) return t4.stylize(d3, "date");
            } else if (ye(e4)) {
              if (d3 = (function(t5, e5, n3, i4, a4) {
                var c3 = t5.name != null ? wt(t5.name) : "Error", l4 = Br(t5);
                (function(t6, e6, r3, n4) {
                  if (!t6.showHidden && e6.length !== 0) for (var o2 = 0, i5 = ["name", "message", "stack"]; o2 < i5.length; o2++) {
                    var a5 = i5[o2], c4 = v(e6, a5);
                    c4 !== -1 && _t(n4, r3[a5]) && j(e6, c4, 1);
                  }
                })(i4, a4, t5, l4), !("cause" in t5) || a4.length !== 0 && h(a4, "cause") || x(a4, "cause"), !g(t5.errors) || a4.length !== 0 && h(a4, "errors") || x(a4, "errors"), l4 = (function(t6, e6, r3, n4) {
                  var o2 = r3.length;
                  if (e6 === null || Et(r3, "Error") && Nt(t6, r3) && (t6.length === o2 || t6[o2] === ":" || t6[o2] === `
`)) {
                    var i5 = "Error";
                    if (e6 === null) {
                      var a5 = dt(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/, t6) || dt(/^([a-z_A-Z0-9-]*Error)$/, t6);
                      o2 = (i5 = a5 && a5[1] || "").length, i5 = i5 || "Error";
                    }
                    var c4 = Mt(Rr(e6, n4, i5), 0, -1);
                    r3 !== c4 && (t6 = _t(c4, r3) ? o2 === 0 ? "".concat(c4, ": ").concat(t6) : "".concat(c4).concat(Mt(t6, o2)) : "".concat(c4, " [").concat(r3, "]").concat(Mt(t6, o2)));
                  }
                  return t6;
                })(l4, e5, c3, n3);
                var u4 = t5.message && Ft(l4, t5.message) || -1;
                u4 !== -1 && (u4 += t5.message.length);
                var f2, y4 = Ft(l4, `
    at`, u4);
                if (y4 === -1) l4 = "[".concat(l4, "]");
                else {
                  var s4 = Mt(l4, 0, y4), d4 = (function(t6, e6, r3) {
                    var n4, o2 = Bt(r3, `
`);
                    try {
                      n4 = e6.cause;
                    } catch {
                    }
                    if (n4 != null && ye(n4)) {
                      var i5 = Br(n4), a5 = Ft(i5, `
    at`);
                      if (a5 !== -1) {
                        var c4 = Mr(o2, Bt(Mt(i5, a5 + 1), `
`)), l5 = c4.len, u5 = c4.offset;
                        if (l5 > 0) {
                          var p2 = l5 - 2, f3 = "    ... ".concat(p2, " lines matching cause stack trace ...");
                          o2.splice(u5 + 1, p2, t6.stylize(f3, "undefined"));
                        }
                      }
                    }
                    return o2;
                  })(i4, t5, Mt(l4, y4 + 1));
                  if (i4.colors) {
                    var b4, S3, P3 = (function() {
                      var t6;
                      try {
                        t6 = process.cwd();
                      } catch {
                        return;
                      }
                      return t6;
                    })(), O2 = o(d4);
                    try {
                      for (O2.s(); !(S3 = O2.n()).done; ) {
                        var w2 = S3.value, A2 = dt(lr, w2);
                        if (A2 !== null && Ge.exists(A2[1])) s4 += `
`.concat(i4.stylize(w2, "undefined"));
                        else {
                          if (s4 += `
`, w2 = Nr(i4, w2), P3 !== void 0) {
                            var E2 = Dr(i4, w2, P3);
                            E2 === w2 && (E2 = Dr(i4, w2, b4 = b4 ?? (f2 = P3, (p = p ?? r2(976)).pathToFileURL(f2).href))), w2 = E2;
                          }
                          s4 += w2;
                        }
                      }
                    } catch (t6) {
                      O2.e(t6);
                    } finally {
                      O2.f();
                    }
                  } else s4 += `
`.concat(m(d4, `
`));
                  l4 = s4;
                }
                if (i4.indentationLvl !== 0) {
                  var _2 = It(" ", i4.indentationLvl);
                  l4 = zt(l4, `
`, `
`.concat(_2));
                }
                return l4;
              })(e4, l3, u3, t4, a3), a3.length === 0 && c2 === void 0) return d3;
            } else if (me(e4)) {
              var J2 = Rr(l3, u3, Se(e4) ? "ArrayBuffer" : "SharedArrayBuffer");
              if (i3 === void 0) b3 = Zr;
              else if (a3.length === 0 && c2 === void 0) return J2 + "{ byteLength: ".concat(Gr(t4.stylize, e4.byteLength, !1), " }");
              y3[0] = "".concat(J2, "{"), E(a3, "byteLength");
            } else if (Oe(e4)) y3[0] = "".concat(Rr(l3, u3, "DataView"), "{"), E(a3, "byteLength", "byteOffset", "buffer");
            else if (Fe(e4)) y3[0] = "".concat(Rr(l3, u3, "Promise"), "{"), b3 = on;
            else if (Te(e4)) y3[0] = "".concat(Rr(l3, u3, "WeakSet"), "{"), b3 = t4.showHidden ? en : tn;
            else if (ke(e4)) y3[0] = "".concat(Rr(l3, u3, "WeakMap"), "{"), b3 = t4.showHidden ? rn : tn;
            else if (Ee(e4)) y3[0] = "".concat(Rr(l3, u3, "Module"), "{"), b3 = Ur.bind(null, a3);
            else if (xe(e4)) {
              if (d3 = (function(t5, e5, r3, n3, o2) {
                var i4, a4;
                Ne(t5) ? (i4 = Q, a4 = "Number") : Be(t5) ? (i4 = Ht, a4 = "String", r3.splice(0, t5.length)) : De(t5) ? (i4 = F, a4 = "Boolean") : Ce(t5) ? (i4 = _, a4 = "BigInt") : (i4 = Wt, a4 = "Symbol");
                var c3 = "[".concat(a4);
                return a4 !== n3 && (c3 += n3 === null ? " (null prototype)" : " (".concat(n3, ")")), c3 += ": ".concat(Vr(jr, i4(t5), e5), "]"), o2 !== "" && o2 !== n3 && (c3 += " [".concat(o2, "]")), r3.length !== 0 || e5.stylize === jr ? c3 : e5.stylize(c3, Dt(a4));
              })(e4, t4, a3, l3, u3), a3.length === 0 && c2 === void 0) return d3;
            } else {
              if (a3.length === 0 && c2 === void 0) {
                if (we(e4)) {
                  var X2 = le(e4).toString(16);
                  return t4.stylize("[External: ".concat(X2, "]"), "special");
                }
                return "".concat(Tr(e4, l3, u3), "{}");
              }
              y3[0] = "".concat(Tr(e4, l3, u3), "{");
            }
            if (n2 > t4.depth && t4.depth !== null) {
              var tt2 = Mt(Tr(e4, l3, u3), 0, -1);
              return l3 !== null && (tt2 = "[".concat(tt2, "]")), t4.stylize(tt2, "special");
            }
            n2 += 1, t4.seen.push(e4), t4.currentDepth = n2;
            var et2 = t4.indentationLvl;
            try {
              for (s3 = b3(t4, e4, n2), P2 = 0; P2 < a3.length; P2++) x(s3, an(t4, e4, n2, a3[P2], z2));
              c2 !== void 0 && O(s3, c2);
            } catch (r3) {
              return (function(t5, e5, r4, n3) {
                if (de(e5)) return t5.seen.pop(), t5.indentationLvl = n3, t5.stylize("[".concat(r4, ": Inspection interrupted ") + "prematurely. Maximum call stack size exceeded.]", "special");
                He.fail(e5.stack);
              })(t4, r3, Mt(Tr(e4, l3, u3), 0, -1), et2);
            }
            if (t4.circular !== void 0) {
              var rt2 = t4.circular.get(e4);
              if (rt2 !== void 0) {
                var nt2 = t4.stylize("<ref *".concat(rt2, ">"), "special");
                t4.compact !== !0 ? d3 = d3 === "" ? nt2 : "".concat(nt2, " ").concat(d3) : y3[0] = "".concat(nt2, " ").concat(y3[0]);
              }
            }
            if (t4.seen.pop(), t4.sorted) {
              var ot2 = t4.sorted === !0 ? void 0 : t4.sorted;
              if (z2 === er) A(s3, ot2);
              else if (a3.length > 1) {
                var at2 = A(w(s3, s3.length - a3.length), ot2);
                E(at2, s3, s3.length - a3.length, a3.length), yt(j, null, at2);
              }
            }
            var ct2 = ln(t4, s3, d3, y3, z2, n2, e4), pt2 = (t4.budget[t4.indentationLvl] || 0) + ct2.length;
            return t4.budget[t4.indentationLvl] = pt2, pt2 > Math.pow(2, 27) && (t4.depth = -1), ct2;
          })(t3, e3, i2, a2);
        }
        function zr(t3, e3) {
          return e3 !== "".concat(t3, " Iterator") && (e3 !== "" && (e3 += "] ["), e3 += "".concat(t3, " Iterator")), ["[".concat(e3, "] {"), "}"];
        }
        function Mr(t3, e3) {
          for (var r3 = 0; r3 < t3.length - 3; r3++) {
            var n2 = v(e3, t3[r3]);
            if (n2 !== -1) {
              var o2 = e3.length - n2;
              if (o2 > 3) {
                for (var i2 = 1, a2 = G(t3.length - r3, o2); a2 > i2 && t3[r3 + i2] === e3[n2 + i2]; ) i2++;
                if (i2 > 3) return { len: i2, offset: r3 };
              }
            }
          }
          return { len: 0, offset: 0 };
        }
        function Br(t3) {
          return t3.stack ? native.stack(wt(t3.stack)) : T(t3);
        }
        function Nr(t3, e3) {
          for (var r3, n2 = "", o2 = 0; (r3 = ur.exec(e3)) !== null; ) n2 += Mt(e3, o2, r3.index + 14), n2 += t3.stylize(r3[1], "module"), o2 = r3.index + r3[0].length;
          return o2 !== 0 && (e3 = n2 + Mt(e3, o2)), e3;
        }
        function Dr(t3, e3, r3) {
          var n2 = Ft(e3, r3), o2 = "", i2 = r3.length;
          if (n2 !== -1) {
            Mt(e3, n2 - 7, n2) === "file://" && (i2 += 7, n2 -= 7);
            var a2 = e3[n2 - 1] === "(" ? n2 - 1 : n2, c2 = a2 !== n2 && Et(e3, ")") ? -1 : e3.length, l2 = n2 + i2 + 1, u2 = Mt(e3, a2, l2);
            o2 += Mt(e3, 0, a2), o2 += t3.stylize(u2, "undefined"), o2 += Mt(e3, l2, c2), c2 === -1 && (o2 += t3.stylize(")", "undefined"));
          } else o2 += e3;
          return o2;
        }
        function Cr(t3) {
          for (var e3 = "", r3 = t3.length, n2 = Nt(t3, "-") ? 1 : 0; r3 >= n2 + 4; r3 -= 3) e3 = "_".concat(Mt(t3, r3 - 3, r3)).concat(e3);
          return r3 === t3.length ? t3 : "".concat(Mt(t3, 0, r3)).concat(e3);
        }
        vr.colors = { __proto__: null, reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28], strikethrough: [9, 29], doubleunderline: [21, 24], black: [30, mr], red: [31, mr], green: [32, mr], yellow: [33, mr], blue: [34, mr], magenta: [35, mr], cyan: [36, mr], white: [37, mr], bgBlack: [40, Sr], bgRed: [41, Sr], bgGreen: [42, Sr], bgYellow: [43, Sr], bgBlue: [44, Sr], bgMagenta: [45, Sr], bgCyan: [46, Sr], bgWhite: [47, Sr], framed: [51, 54], overlined: [53, 55], gray: [90, mr], redBright: [91, mr], greenBright: [92, mr], yellowBright: [93, mr], blueBright: [94, mr], magentaBright: [95, mr], cyanBright: [96, mr], whiteBright: [97, mr], bgGray: [100, Sr], bgRedBright: [101, Sr], bgGreenBright: [102, Sr], bgYellowBright: [103, Sr], bgBlueBright: [104, Sr], bgMagentaBright: [105, Sr], bgCyanBright: [106, Sr], bgWhiteBright: [107, Sr] }, Pr("gray", "grey"), Pr("gray", "blackBright"), Pr("bgGray", "bgGrey"), Pr("bgGray", "bgBlackBright"), Pr("dim", "faint"), Pr("strikethrough", "crossedout"), Pr("strikethrough", "strikeThrough"), Pr("strikethrough", "crossedOut"), Pr("hidden", "conceal"), Pr("inverse", "swapColors"), Pr("inverse", "swapcolors"), Pr("doubleunderline", "doubleUnderline"), vr.styles = tt({ __proto__: null }, { special: "cyan", number: "yellow", bigint: "yellow", boolean: "yellow", undefined: "grey", null: "bold", string: "green", symbol: "green", date: "magenta", regexp: "red", module: "underline" });
        var Hr = function(t3) {
          return "... ".concat(t3, " more item").concat(t3 > 1 ? "s" : "");
        };
        function Gr(t3, e3, r3) {
          if (!r3) return at(e3, -0) ? t3("-0", "number") : t3("".concat(e3), "number");
          var n2 = U(e3), o2 = wt(n2);
          return n2 === e3 ? !Z(e3) || _t(o2, "e") ? t3(o2, "number") : t3("".concat(Cr(o2)), "number") : q(e3) ? t3(o2, "number") : t3("".concat(Cr(o2), ".").concat((function(t4) {
            for (var e4 = "", r4 = 0; r4 < t4.length - 3; r4 += 3) e4 += "".concat(Mt(t4, r4, r4 + 3), "_");
            return r4 === 0 ? t4 : "".concat(e4).concat(Mt(t4, r4));
          })(Mt(wt(e3), o2.length + 1))), "number");
        }
        function Wr(t3, e3, r3) {
          var n2 = wt(e3);
          return t3("".concat(r3 ? Cr(n2) : n2, "n"), "bigint");
        }
        function Vr(t3, e3, r3) {
          if (typeof e3 == "string") {
            var n2 = "";
            if (e3.length > r3.maxStringLength) {
              var o2 = e3.length - r3.maxStringLength;
              e3 = Mt(e3, 0, r3.maxStringLength), n2 = "... ".concat(o2, " more character").concat(o2 > 1 ? "s" : "");
            }
            return r3.compact !== !0 && e3.length > yr && e3.length > r3.breakLength - r3.indentationLvl - 4 ? m(S(Je(e3), (function(e4) {
              return t3(wr(e4), "string");
            })), ` +
`.concat(It(" ", r3.indentationLvl + 2))) + n2 : t3(wr(e3), "string") + n2;
          }
          return typeof e3 == "number" ? Gr(t3, e3, r3.numericSeparator) : typeof e3 == "bigint" ? Wr(t3, e3, r3.numericSeparator) : typeof e3 == "boolean" ? t3("".concat(e3), "boolean") : e3 === void 0 ? t3("undefined", "undefined") : t3(Gt(e3), "symbol");
        }
        function Ur(t3, e3, r3, n2) {
          for (var o2 = new s(t3.length), i2 = 0; i2 < t3.length; i2++) try {
            o2[i2] = an(e3, r3, n2, t3[i2], er);
          } catch (r4) {
            He(_e(r4) && r4.name === "ReferenceError");
            var a2 = l({}, t3[i2], "");
            o2[i2] = an(e3, a2, n2, t3[i2], er);
            var c2 = Lt(o2[i2], " ");
            o2[i2] = Mt(o2[i2], 0, c2 + 1) + e3.stylize("<uninitialized>", "special");
          }
          return t3.length = 0, o2;
        }
        function $r(t3, e3, r3, n2, o2, i2) {
          for (var a2 = ct(e3), c2 = i2; i2 < a2.length && o2.length < n2; i2++) {
            var l2 = a2[i2], u2 = +l2;
            if (u2 > Math.pow(2, 32) - 2) break;
            if ("".concat(c2) !== l2) {
              if (dt(cr, l2) === null) break;
              var p2 = u2 - c2, f2 = p2 > 1 ? "s" : "", y2 = "<".concat(p2, " empty item").concat(f2, ">");
              if (x(o2, t3.stylize(y2, "undefined")), c2 = u2, o2.length === n2) break;
            }
            x(o2, an(t3, e3, r3, l2, rr)), c2++;
          }
          var s2 = e3.length - c2;
          if (o2.length !== n2) {
            if (s2 > 0) {
              var g2 = s2 > 1 ? "s" : "", d2 = "<".concat(s2, " empty item").concat(g2, ">");
              x(o2, t3.stylize(d2, "undefined"));
            }
          } else s2 > 0 && x(o2, Hr(s2));
          return o2;
        }
        function Zr(t3, e3) {
          var n2;
          try {
            n2 = new qt(e3);
          } catch {
            return [t3.stylize("(detached)", "special")];
          }
          u === void 0 && (u = Yt(r2(765).h.prototype.hexSlice));
          var o2 = Ct(bt(/(.{2})/g, u(n2, 0, G(t3.maxArrayLength, n2.length)), "$1 ")), i2 = n2.length - t3.maxArrayLength;
          return i2 > 0 && (o2 += " ... ".concat(i2, " more byte").concat(i2 > 1 ? "s" : "")), ["".concat(t3.stylize("[Uint8Contents]", "special"), ": <").concat(o2, ">")];
        }
        function qr(t3, e3, r3) {
          for (var n2 = e3.length, o2 = G(H(0, t3.maxArrayLength), n2), i2 = n2 - o2, a2 = [], c2 = 0; c2 < o2; c2++) {
            if (!lt(e3, c2)) return $r(t3, e3, r3, o2, a2, c2);
            x(a2, an(t3, e3, r3, c2, rr));
          }
          return i2 > 0 && x(a2, Hr(i2)), a2;
        }
        function Kr(t3, e3, r3, n2, o2) {
          for (var i2 = G(H(0, r3.maxArrayLength), e3), a2 = t3.length - i2, c2 = new s(i2), l2 = t3.length > 0 && typeof t3[0] == "number" ? Gr : Wr, u2 = 0; u2 < i2; ++u2) c2[u2] = l2(r3.stylize, t3[u2], r3.numericSeparator);
          if (a2 > 0 && (c2[i2] = Hr(a2)), r3.showHidden) {
            r3.indentationLvl += 2;
            for (var p2 = 0, f2 = ["BYTES_PER_ELEMENT", "length", "byteLength", "byteOffset", "buffer"]; p2 < f2.length; p2++) {
              var y2 = f2[p2], g2 = Ir(r3, t3[y2], o2, !0);
              x(c2, "[".concat(y2, "]: ").concat(g2));
            }
            r3.indentationLvl -= 2;
          }
          return c2;
        }
        function Yr(t3, e3, r3, n2) {
          var i2 = t3.size, a2 = G(H(0, e3.maxArrayLength), i2), c2 = i2 - a2, l2 = [];
          e3.indentationLvl += 2;
          var u2, p2 = 0, f2 = o(t3);
          try {
            for (f2.s(); !(u2 = f2.n()).done; ) {
              var y2 = u2.value;
              if (p2 >= a2) break;
              x(l2, Ir(e3, y2, n2)), p2++;
            }
          } catch (t4) {
            f2.e(t4);
          } finally {
            f2.f();
          }
          return c2 > 0 && x(l2, Hr(c2)), e3.indentationLvl -= 2, l2;
        }
        function Jr(t3, e3, r3, n2) {
          var i2 = t3.size, a2 = G(H(0, e3.maxArrayLength), i2), c2 = i2 - a2, l2 = [];
          e3.indentationLvl += 2;
          var u2, p2 = 0, f2 = o(t3);
          try {
            for (f2.s(); !(u2 = f2.n()).done; ) {
              var y2 = u2.value, s2 = y2[0], g2 = y2[1];
              if (p2 >= a2) break;
              x(l2, native.rope(e3, [Ir(e3, s2, n2), " => ", Ir(e3, g2, n2)])), p2++;
            }
          } catch (t4) {
            f2.e(t4);
          } finally {
            f2.f();
          }
          return c2 > 0 && x(l2, Hr(c2)), e3.indentationLvl -= 2, l2;
        }
        function Qr(t3, e3, r3, n2) {
          var o2 = H(t3.maxArrayLength, 0), i2 = G(o2, r3.length), a2 = new s(i2);
          t3.indentationLvl += 2;
          for (var c2 = 0; c2 < i2; c2++) a2[c2] = Ir(t3, r3[c2], e3);
          t3.indentationLvl -= 2, n2 !== sr || t3.sorted || A(a2);
          var l2 = r3.length - i2;
          return l2 > 0 && x(a2, Hr(l2)), a2;
        }
        function Xr(t3, e3, r3, n2) {
          var o2 = H(t3.maxArrayLength, 0), i2 = r3.length / 2, a2 = i2 - o2, c2 = G(o2, i2), l2 = new s(c2), u2 = 0;
          if (t3.indentationLvl += 2, n2 === sr) {
            for (; u2 < c2; u2++) {
              var p2 = 2 * u2;
              l2[u2] = "".concat(Ir(t3, r3[p2], e3), " => ").concat(Ir(t3, r3[p2 + 1], e3));
            }
            t3.sorted || A(l2);
          } else for (; u2 < c2; u2++) {
            var f2 = 2 * u2, y2 = [Ir(t3, r3[f2], e3), Ir(t3, r3[f2 + 1], e3)];
            l2[u2] = ln(t3, y2, "", ["[", "]"], nr, e3);
          }
          return t3.indentationLvl -= 2, a2 > 0 && x(l2, Hr(a2)), l2;
        }
        function tn(t3) {
          return [t3.stylize("<items unknown>", "special")];
        }
        function en(t3, e3, r3) {
          return Qr(t3, r3, ae(e3), sr);
        }
        function rn(t3, e3, r3) {
          return Xr(t3, r3, ae(e3), sr);
        }
        function nn(t3, e3, r3, n2) {
          var o2 = ae(r3, !0), i2 = o2[0];
          return o2[1] ? (t3[0] = bt(/ Iterator] {$/, t3[0], " Entries] {"), Xr(e3, n2, i2, dr)) : Qr(e3, n2, i2, gr);
        }
        function on(t3, e3, r3) {
          var n2, o2 = oe(e3), i2 = o2[0], a2 = o2[1];
          if (i2 === ee) n2 = [t3.stylize("<pending>", "special")];
          else {
            t3.indentationLvl += 2;
            var c2 = Ir(t3, a2, r3);
            t3.indentationLvl -= 2, n2 = [i2 === re ? "".concat(t3.stylize("<rejected>", "special"), " ").concat(c2) : c2];
          }
          return n2;
        }
        function an(t3, e3, r3, o2, i2, a2) {
          var c2, l2, u2 = arguments.length > 6 && arguments[6] !== void 0 ? arguments[6] : e3, p2 = " ";
          if ((a2 = a2 || rt(e3, o2) || { value: e3[o2], enumerable: !0 }).value !== void 0) {
            var f2 = t3.compact !== !0 || i2 !== er ? 2 : 3;
            t3.indentationLvl += f2, l2 = Ir(t3, a2.value, r3), f2 === 3 && t3.breakLength < native.measure(l2, ir, t3.colors) && (p2 = `
`.concat(It(" ", t3.indentationLvl))), t3.indentationLvl -= f2;
          } else if (a2.get !== void 0) {
            var y2 = a2.set !== void 0 ? "Getter/Setter" : "Getter", s2 = t3.stylize, g2 = "special";
            if (t3.getters && (t3.getters === !0 || t3.getters === "get" && a2.set === void 0 || t3.getters === "set" && a2.set !== void 0)) try {
              var d2 = z(a2.get, u2);
              if (t3.indentationLvl += 2, d2 === null) l2 = "".concat(s2("[".concat(y2, ":"), g2), " ").concat(s2("null", "null")).concat(s2("]", g2));
              else if (n(d2) === "object") l2 = "".concat(s2("[".concat(y2, "]"), g2), " ").concat(Ir(t3, d2, r3));
              else {
                var b2 = Vr(s2, d2, t3);
                l2 = "".concat(s2("[".concat(y2, ":"), g2), " ").concat(b2).concat(s2("]", g2));
              }
              t3.indentationLvl -= 2;
            } catch (t4) {
              var h2 = "<Inspection threw (".concat(t4.message, ")>");
              l2 = "".concat(s2("[".concat(y2, ":"), g2), " ").concat(h2).concat(s2("]", g2));
            }
            else l2 = t3.stylize("[".concat(y2, "]"), g2);
          } else l2 = a2.set !== void 0 ? t3.stylize("[Setter]", "special") : t3.stylize("undefined", "undefined");
          if (i2 === rr) return l2;
          if (n(o2) === "symbol") {
            var v2 = bt(qe, Gt(o2), Or);
            c2 = "[".concat(t3.stylize(v2, "symbol"), "]");
          } else if (o2 === "__proto__") c2 = "['__proto__']";
          else if (a2.enumerable === !1) {
            var m2 = bt(qe, o2, Or);
            c2 = "[".concat(m2, "]");
          } else c2 = dt(ar, o2) !== null ? t3.stylize(o2, "name") : t3.stylize(wr(o2), "string");
          return native.rope(t3, ["".concat(c2, ":").concat(p2), l2]);
        }
        function cn(t3, e3, r3, n2) {
          var o2 = e3.length + r3;
          if (o2 + e3.length > t3.breakLength) return !1;
          for (var i2 = 0; i2 < e3.length; i2++) if (t3.colors ? o2 += native.measure(e3[i2], ge) : o2 += e3[i2].length, o2 > t3.breakLength) return !1;
          return n2 === "" || !_t(n2, `
`);
        }
        function ln(t3, e3, r3, n2, o2, i2, a2) {
          if (t3.compact !== !0) {
            if (typeof t3.compact == "number" && t3.compact >= 1) {
              var c2 = e3.length;
              if (o2 === nr && c2 > 6 && (e3 = (function(t4, e4, r4) {
                var n3 = 0, o3 = 0, i3 = 0, a3 = e4.length;
                t4.maxArrayLength < e4.length && a3--;
                for (var c3 = new s(a3); i3 < a3; i3++) {
                  var l3 = native.measure(e4[i3], ir, t4.colors);
                  c3[i3] = l3, n3 += l3 + 2, o3 < l3 && (o3 = l3);
                }
                var u3 = o3 + 2;
                if (3 * u3 + t4.indentationLvl < t4.breakLength && (n3 / u3 > 5 || o3 <= 6)) {
                  var p3 = V(u3 - n3 / e4.length), f3 = H(u3 - 3 - p3, 1), y2 = G(W(V(2.5 * f3 * a3) / f3), C((t4.breakLength - t4.indentationLvl) / u3), 4 * t4.compact, 15);
                  if (y2 <= 1) return e4;
                  for (var g2 = [], d2 = [], b2 = 0; b2 < y2; b2++) {
                    for (var h2 = 0, v2 = b2; v2 < e4.length; v2 += y2) c3[v2] > h2 && (h2 = c3[v2]);
                    h2 += 2, d2[b2] = h2;
                  }
                  var m2 = Tt;
                  if (r4 !== void 0) {
                    for (var S2 = 0; S2 < e4.length; S2++) if (typeof r4[S2] != "number" && typeof r4[S2] != "bigint") {
                      m2 = kt;
                      break;
                    }
                  }
                  for (var P2 = 0; P2 < a3; P2 += y2) {
                    for (var O2 = G(P2 + y2, a3), w2 = "", A2 = P2; A2 < O2 - 1; A2++) {
                      var j2 = d2[A2 - P2] + e4[A2].length - c3[A2];
                      w2 += m2("".concat(e4[A2], ", "), j2, " ");
                    }
                    if (m2 === Tt) {
                      var E2 = d2[A2 - P2] + e4[A2].length - c3[A2] - 2;
                      w2 += Tt(e4[A2], E2, " ");
                    } else w2 += e4[A2];
                    x(g2, w2);
                  }
                  t4.maxArrayLength < e4.length && x(g2, e4[a3]), e4 = g2;
                }
                return e4;
              })(t3, e3, a2)), t3.currentDepth - i2 < t3.compact && c2 === e3.length && cn(t3, e3, e3.length + t3.indentationLvl + n2[0].length + r3.length + 10, r3)) {
                var l2 = se(e3, ", ");
                if (!_t(l2, `
`)) return "".concat(r3 ? "".concat(r3, " ") : "").concat(n2[0], " ").concat(l2) + " ".concat(n2[1]);
              }
            }
            var u2 = `
`.concat(It(" ", t3.indentationLvl));
            return native.rope(t3, ["".concat(r3 ? "".concat(r3, " ") : "").concat(n2[0]).concat(u2, "  ")], e3, ",".concat(u2, "  "), "".concat(u2).concat(n2[1]));
          }
          if (cn(t3, e3, 0, r3)) return "".concat(n2[0]).concat(r3 ? " ".concat(r3) : "", " ").concat(se(e3, ", "), " ") + n2[1];
          var p2 = It(" ", t3.indentationLvl), f2 = r3 === "" && n2[0].length === 1 ? " " : "".concat(r3 ? " ".concat(r3) : "", `
`).concat(p2, "  ");
          return native.rope(t3, ["".concat(n2[0]).concat(f2)], e3, `,
`.concat(p2, "  "), " ".concat(n2[1]));
        }
        function un(t3) {
          var e3 = ie(t3, !1);
          if (e3 !== void 0) {
            if (e3 === null) return !0;
            t3 = e3;
          }
          if (typeof t3.toString != "function") return !0;
          if (lt(t3, "toString")) return !1;
          var r3 = t3;
          do
            r3 = it(r3);
          while (!lt(r3, "toString"));
          var n2 = rt(r3, "constructor");
          return n2 !== void 0 && typeof n2.value == "function" && Qe.has(n2.value.name);
        }
        var pn, fn = function(t3) {
          return Bt(t3.message, `
`, 1)[0];
        };
        function yn(t3) {
          try {
            return B(t3);
          } catch (t4) {
            if (!pn) try {
              var e3 = {};
              e3.a = e3, B(e3);
            } catch (t5) {
              pn = fn(t5);
            }
            if (t4.name === "TypeError" && fn(t4) === pn) return "[Circular]";
            throw t4;
          }
        }
        function sn(t3, e3) {
          var r3;
          return Gr(jr, t3, (r3 = e3?.numericSeparator) !== null && r3 !== void 0 ? r3 : tr.numericSeparator);
        }
        function gn(t3, e3) {
          var r3;
          return Wr(jr, t3, (r3 = e3?.numericSeparator) !== null && r3 !== void 0 ? r3 : tr.numericSeparator);
        }
        function dn(t3, e3) {
          var r3 = e3[0], o2 = 0, i2 = "", a2 = "";
          if (typeof r3 == "string") {
            if (e3.length === 1) return r3;
            for (var l2, u2 = 0, p2 = 0; p2 < r3.length - 1; p2++) if (At(r3, p2) === 37) {
              var f2 = At(r3, ++p2);
              if (o2 + 1 !== e3.length) {
                switch (f2) {
                  case 115:
                    var y2 = e3[++o2];
                    l2 = typeof y2 == "number" ? sn(y2, t3) : typeof y2 == "bigint" ? gn(y2, t3) : n(y2) === "object" && y2 !== null && un(y2) ? vr(y2, c(c({}, t3), {}, { compact: 3, colors: !1, depth: 0 })) : wt(y2);
                    break;
                  case 106:
                    l2 = yn(e3[++o2]);
                    break;
                  case 100:
                    var s2 = e3[++o2];
                    l2 = typeof s2 == "bigint" ? gn(s2, t3) : n(s2) === "symbol" ? "NaN" : sn($(s2), t3);
                    break;
                  case 79:
                    l2 = vr(e3[++o2], t3);
                    break;
                  case 111:
                    l2 = vr(e3[++o2], c(c({}, t3), {}, { showHidden: !0, showProxy: !0, depth: 4 }));
                    break;
                  case 105:
                    var g2 = e3[++o2];
                    l2 = typeof g2 == "bigint" ? gn(g2, t3) : n(g2) === "symbol" ? "NaN" : sn(Y(g2), t3);
                    break;
                  case 102:
                    var d2 = e3[++o2];
                    l2 = n(d2) === "symbol" ? "NaN" : sn(K(d2), t3);
                    break;
                  case 99:
                    o2 += 1, l2 = "";
                    break;
                  case 37:
                    i2 += Mt(r3, u2, p2), u2 = p2 + 1;
                    continue;
                  default:
                    continue;
                }
                u2 !== p2 - 1 && (i2 += Mt(r3, u2, p2 - 1)), i2 += l2, u2 = p2 + 1;
              } else f2 === 37 && (i2 += Mt(r3, u2, p2), u2 = p2 + 1);
            }
            u2 !== 0 && (o2++, a2 = " ", u2 < r3.length && (i2 += Mt(r3, u2)));
          }
          for (; o2 < e3.length; ) {
            var b2 = e3[o2];
            i2 += a2, i2 += typeof b2 != "string" ? vr(b2, t3) : b2, a2 = " ", o2++;
          }
          return i2;
        }
        function bn(t3) {
          return t3 <= 31 || t3 >= 127 && t3 <= 159 || t3 >= 768 && t3 <= 879 || t3 >= 8203 && t3 <= 8207 || t3 >= 8400 && t3 <= 8447 || t3 >= 65024 && t3 <= 65039 || t3 >= 65056 && t3 <= 65071 || t3 >= 917760 && t3 <= 917999;
        }
        if (y("config").hasIntl) He(!1);
        else {
          ir = function(t3) {
            var e3 = 0;
            (!(arguments.length > 1 && arguments[1] !== void 0) || arguments[1]) && (t3 = vn(t3)), t3 = Rt(t3, "NFC");
            var r3, n2 = o(new Pt(t3));
            try {
              for (n2.s(); !(r3 = n2.n()).done; ) {
                var i2 = r3.value, a2 = jt(i2, 0);
                hn(a2) ? e3 += 2 : bn(a2) || e3++;
              }
            } catch (t4) {
              n2.e(t4);
            } finally {
              n2.f();
            }
            return e3;
          };
          var hn = function(t3) {
            return t3 >= 4352 && (t3 <= 4447 || t3 === 9001 || t3 === 9002 || t3 >= 11904 && t3 <= 12871 && t3 !== 12351 || t3 >= 12880 && t3 <= 19903 || t3 >= 19968 && t3 <= 42182 || t3 >= 43360 && t3 <= 43388 || t3 >= 44032 && t3 <= 55203 || t3 >= 63744 && t3 <= 64255 || t3 >= 65040 && t3 <= 65049 || t3 >= 65072 && t3 <= 65131 || t3 >= 65281 && t3 <= 65376 || t3 >= 65504 && t3 <= 65510 || t3 >= 110592 && t3 <= 110593 || t3 >= 127488 && t3 <= 127569 || t3 >= 127744 && t3 <= 128591 || t3 >= 131072 && t3 <= 262141);
          };
        }
        function vn(t3) {
          return Ue(t3, "str"), bt(hr, t3, "");
        }
        var mn = { 34: "&quot;", 38: "&amp;", 39: "&apos;", 60: "&lt;", 62: "&gt;", 160: "&nbsp;" };
        function Sn(t3) {
          return t3.replace(/[\u0000-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00FF]/g, (function(t4) {
            var e3 = wt(t4.charCodeAt(0));
            return mn[e3] || "&#" + e3 + ";";
          }));
        }
        t2.exports = { identicalSequenceRange: Mr, inspect: vr, inspectDefaultOptions: tr, format: function() {
          for (var t3 = arguments.length, e3 = new Array(t3), r3 = 0; r3 < t3; r3++) e3[r3] = arguments[r3];
          return dn(void 0, e3);
        }, formatWithOptions: function(t3) {
          Ve(t3, "inspectOptions", $e);
          for (var e3 = arguments.length, r3 = new Array(e3 > 1 ? e3 - 1 : 0), n2 = 1; n2 < e3; n2++) r3[n2 - 1] = arguments[n2];
          return dn(t3, r3);
        }, getStringWidth: ir, stripVTControlCharacters: vn, isZeroWidthCodePoint: bn, stylizeWithColor: Ar, stylizeWithHTML: function(t3, e3) {
          var r3 = vr.styles[e3];
          return r3 !== void 0 ? '<span style="color:'.concat(r3, ';">').concat(Sn(t3), "</span>") : Sn(t3);
        }, Proxy: ue };
      }, 783: (t2) => {
        function e2(t3) {
          if (!t3) throw new Error("Assertion failed");
        }
        e2.fail = function(t3) {
          throw new Error(t3);
        }, t2.exports = e2;
      }, 111: (t2, e2) => {
        var r2 = ["_http_agent", "_http_client", "_http_common", "_http_incoming", "_http_outgoing", "_http_server", "_stream_duplex", "_stream_passthrough", "_stream_readable", "_stream_transform", "_stream_wrap", "_stream_writable", "_tls_common", "_tls_wrap", "assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "diagnostics_channel", "dns", "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2", "https", "inspector", "module", "Module", "net", "os", "path", "path/posix", "path/win32", "perf_hooks", "process", "punycode", "querystring", "readline", "readline/promises", "repl", "stream", "stream/consumers", "stream/promises", "stream/web", "string_decoder", "sys", "timers", "timers/promises", "tls", "trace_events", "tty", "url", "util", "util/types", "v8", "vm", "wasi", "worker_threads", "zlib"];
        e2.BuiltinModule = { exists: function(t3) {
          return t3.startsWith("internal/") || r2.indexOf(t3) !== -1;
        } };
      }, 840: (t2) => {
        t2.exports = { CHAR_DOT: 46, CHAR_FORWARD_SLASH: 47, CHAR_BACKWARD_SLASH: 92 };
      }, 638: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        function o(t3, e3) {
          (e3 == null || e3 > t3.length) && (e3 = t3.length);
          for (var r3 = 0, n2 = new Array(e3); r3 < e3; r3++) n2[r3] = t3[r3];
          return n2;
        }
        var i, a, c = r2(951), l = c.ArrayIsArray, u = c.ArrayPrototypeIncludes, p = c.ArrayPrototypeIndexOf, f = c.ArrayPrototypeJoin, y = c.ArrayPrototypePop, s = c.ArrayPrototypePush, g = c.ArrayPrototypeSplice, d = c.ErrorCaptureStackTrace, b = c.ObjectDefineProperty, h = c.ReflectApply, v = c.RegExpPrototypeTest, m = c.SafeMap, S = c.StringPrototypeEndsWith, P = c.StringPrototypeIncludes, x = c.StringPrototypeSlice, O = c.StringPrototypeToLowerCase, w = new m(), A = {}, j = /^([A-Z][a-z0-9]*)+$/, E = ["string", "function", "number", "object", "Function", "Object", "boolean", "bigint", "symbol"], _ = null;
        function F() {
          return _ || (_ = r2(339)), _;
        }
        var L = R((function(t3, e3, r3) {
          (t3 = D(t3)).name = "".concat(e3, " [").concat(r3, "]"), t3.stack, delete t3.name;
        }));
        function R(t3) {
          var e3 = "__node_internal_" + t3.name;
          return b(t3, "name", { value: e3 }), t3;
        }
        var k, T, I, z, M, B, N, D = R((function(t3) {
          return i = Error.stackTraceLimit, Error.stackTraceLimit = 1 / 0, d(t3), Error.stackTraceLimit = i, t3;
        }));
        t2.exports = { codes: A, hideStackFrames: R, isStackOverflowError: function(t3) {
          if (T === void 0) try {
            (function t4() {
              t4();
            })();
          } catch (t4) {
            T = t4.message, k = t4.name;
          }
          return t3 && t3.name === k && t3.message === T;
        } }, I = "ERR_INVALID_ARG_TYPE", z = function(t3, e3, r3) {
          a(typeof t3 == "string", "'name' must be a string"), l(e3) || (e3 = [e3]);
          var i2 = "The ";
          if (S(t3, " argument")) i2 += "".concat(t3, " ");
          else {
            var c2 = P(t3, ".") ? "property" : "argument";
            i2 += '"'.concat(t3, '" ').concat(c2, " ");
          }
          i2 += "must be ";
          var d2, b2 = [], h2 = [], m2 = [], w2 = (function(t4, e4) {
            var r4 = typeof Symbol < "u" && t4[Symbol.iterator] || t4["@@iterator"];
            if (!r4) {
              if (Array.isArray(t4) || (r4 = (function(t5, e5) {
                if (t5) {
                  if (typeof t5 == "string") return o(t5, e5);
                  var r5 = Object.prototype.toString.call(t5).slice(8, -1);
                  return r5 === "Object" && t5.constructor && (r5 = t5.constructor.name), r5 === "Map" || r5 === "Set" ? Array.from(t5) : r5 === "Arguments" || /^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(r5) ? o(t5, e5) : void 0;
                }
              })(t4)) || e4 && t4 && typeof t4.length == "number") {
                r4 && (t4 = r4);
                var n2 = 0, i3 = function() {
                };
                return { s: i3, n: function() {
                  return n2 >= t4.length ? { done: !0 } : { done: !1, value: t4[n2++] };
                }, e: function(t5) {
                  throw t5;
                }, f: i3 };
              }
              throw new TypeError(`Invalid attempt to iterate non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`);
            }
            var a2, c3 = !0, l2 = !1;
            return { s: function() {
              r4 = r4.call(t4);
            }, n: function() {
              var t5 = r4.next();
              return c3 = t5.done, t5;
            }, e: function(t5) {
              l2 = !0, a2 = t5;
            }, f: function() {
              try {
                c3 || r4.return == null || r4.return();
              } finally {
                if (l2) throw a2;
              }
            } };
          })(e3);
          try {
            for (w2.s(); !(d2 = w2.n()).done; ) {
              var A2 = d2.value;
              a(typeof A2 == "string", "All expected entries have to be of type string"), u(E, A2) ? s(b2, O(A2)) : v(j, A2) ? s(h2, A2) : (a(A2 !== "object", 'The value "object" should be written as "Object"'), s(m2, A2));
            }
          } catch (t4) {
            w2.e(t4);
          } finally {
            w2.f();
          }
          if (h2.length > 0) {
            var _2 = p(b2, "object");
            _2 !== -1 && (g(b2, _2, 1), s(h2, "Object"));
          }
          if (b2.length > 0) {
            if (b2.length > 2) {
              var L2 = y(b2);
              i2 += "one of type ".concat(f(b2, ", "), ", or ").concat(L2);
            } else i2 += b2.length === 2 ? "one of type ".concat(b2[0], " or ").concat(b2[1]) : "of type ".concat(b2[0]);
            (h2.length > 0 || m2.length > 0) && (i2 += " or ");
          }
          if (h2.length > 0) {
            if (h2.length > 2) {
              var R2 = y(h2);
              i2 += "an instance of ".concat(f(h2, ", "), ", or ").concat(R2);
            } else i2 += "an instance of ".concat(h2[0]), h2.length === 2 && (i2 += " or ".concat(h2[1]));
            m2.length > 0 && (i2 += " or ");
          }
          if (m2.length > 0) if (m2.length > 2) {
            var k2 = y(m2);
            i2 += "one of ".concat(f(m2, ", "), ", or ").concat(k2);
          } else m2.length === 2 ? i2 += "one of ".concat(m2[0], " or ").concat(m2[1]) : (O(m2[0]) !== m2[0] && (i2 += "an "), i2 += "".concat(m2[0]));
          if (r3 == null) i2 += ". Received ".concat(r3);
          else if (typeof r3 == "function" && r3.name) i2 += ". Received function ".concat(r3.name);
          else if (n(r3) === "object") if (r3.constructor && r3.constructor.name) i2 += ". Received an instance of ".concat(r3.constructor.name);
          else {
            var T2 = F().inspect(r3, { depth: -1 });
            i2 += ". Received ".concat(T2);
          }
          else {
            var I2 = F().inspect(r3, { colors: !1 });
            I2.length > 25 && (I2 = "".concat(x(I2, 0, 25), "...")), i2 += ". Received type ".concat(n(r3), " (").concat(I2, ")");
          }
          return i2;
        }, M = TypeError, w.set(I, z), A[I] = (B = M, N = I, function() {
          var t3 = Error.stackTraceLimit;
          Error.stackTraceLimit = 0;
          var e3 = new B();
          Error.stackTraceLimit = t3;
          for (var n2 = arguments.length, o2 = new Array(n2), i2 = 0; i2 < n2; i2++) o2[i2] = arguments[i2];
          var c2 = (function(t4, e4, n3) {
            var o3 = w.get(t4);
            return a === void 0 && (a = r2(783)), a(typeof o3 == "function"), a(o3.length <= e4.length, "Code: ".concat(t4, "; The provided arguments length (").concat(e4.length, ") does not ") + "match the required ones (".concat(o3.length, ").")), h(o3, n3, e4);
          })(N, o2, e3);
          return b(e3, "message", { value: c2, enumerable: !1, writable: !0, configurable: !0 }), b(e3, "toString", { value: function() {
            return "".concat(this.name, " [").concat(N, "]: ").concat(this.message);
          }, enumerable: !1, writable: !0, configurable: !0 }), L(e3, B.name, N), e3.code = N, e3;
        });
      }, 976: (t2, e2, r2) => {
        var n = r2(951), o = n.StringPrototypeCharCodeAt, i = n.StringPrototypeIncludes, a = n.StringPrototypeReplace, c = r2(840).CHAR_FORWARD_SLASH, l = r2(948), u = /%/g, p = /\\/g, f = /\n/g, y = /\r/g, s = /\t/g;
        t2.exports = { pathToFileURL: function(t3) {
          var e3 = new URL("file://"), r3 = l.resolve(t3);
          return o(t3, t3.length - 1) === c && r3[r3.length - 1] !== l.sep && (r3 += "/"), e3.pathname = (function(t4) {
            return i(t4, "%") && (t4 = a(t4, u, "%25")), i(t4, "\\") && (t4 = a(t4, p, "%5C")), i(t4, `
`) && (t4 = a(t4, f, "%0A")), i(t4, "\r") && (t4 = a(t4, y, "%0D")), i(t4, "	") && (t4 = a(t4, s, "%09")), t4;
          })(r3), e3;
        } };
      }, 641: (t2) => {
        var e2 = /\u001b\[\d\d?m/g;
        t2.exports = { customInspectSymbol: /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom"), isError: function(t3) {
          return t3 instanceof Error;
        }, join: Array.prototype.join.call.bind(Array.prototype.join), removeColors: function(t3) {
          return String.prototype.replace.call(t3, e2, "");
        } };
      }, 567: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        var o = r2(763).getConstructorName;
        function i(t3) {
          for (var e3 = arguments.length, r3 = new Array(e3 > 1 ? e3 - 1 : 0), i2 = 1; i2 < e3; i2++) r3[i2 - 1] = arguments[i2];
          for (var a2 = 0, c2 = r3; a2 < c2.length; a2++) {
            var l2 = c2[a2], u2 = globalThis[l2];
            if (u2 && t3 instanceof u2) return !0;
          }
          for (; t3; ) {
            if (n(t3) !== "object") return !1;
            if (r3.indexOf(o(t3)) >= 0) return !0;
            t3 = Object.getPrototypeOf(t3);
          }
          return !1;
        }
        function a(t3) {
          return function(e3) {
            if (!i(e3, t3.name)) return !1;
            try {
              t3.prototype.valueOf.call(e3);
            } catch {
              return !1;
            }
            return !0;
          };
        }
        (typeof globalThis > "u" ? "undefined" : n(globalThis)) !== "object" && (Object.defineProperty(Object.prototype, "__magic__", { get: function() {
          return this;
        }, configurable: !0 }), __magic__.globalThis = __magic__, delete Object.prototype.__magic__);
        var c = a(String), l = a(Number), u = a(Boolean), p = a(BigInt), f = a(Symbol);
        t2.exports = native.types || { isAsyncFunction: function(t3) {
          return typeof t3 == "function" && Function.prototype.toString.call(t3).startsWith("async");
        }, isGeneratorFunction: function(t3) {
          return typeof t3 == "function" && Function.prototype.toString.call(t3).match(/^(async\s+)?function *\*/);
        }, isAnyArrayBuffer: function(t3) {
          return i(t3, "ArrayBuffer", "SharedArrayBuffer");
        }, isArrayBuffer: function(t3) {
          return i(t3, "ArrayBuffer");
        }, isArgumentsObject: function(t3) {
          if (t3 !== null && n(t3) === "object" && !Array.isArray(t3) && typeof t3.length == "number" && t3.length === (0 | t3.length) && t3.length >= 0) {
            var e3 = Object.getOwnPropertyDescriptor(t3, "callee");
            return e3 && !e3.enumerable;
          }
          return !1;
        }, isBoxedPrimitive: function(t3) {
          return l(t3) || c(t3) || u(t3) || p(t3) || f(t3);
        }, isDataView: function(t3) {
          return i(t3, "DataView");
        }, isExternal: function(t3) {
          return n(t3) === "object" && Object.isFrozen(t3) && Object.getPrototypeOf(t3) == null;
        }, isMap: function(t3) {
          if (!i(t3, "Map")) return !1;
          try {
            t3.has();
          } catch {
            return !1;
          }
          return !0;
        }, isMapIterator: function(t3) {
          return Object.prototype.toString.call(Object.getPrototypeOf(t3)) === "[object Map Iterator]";
        }, isModuleNamespaceObject: function(t3) {
          return t3 && n(t3) === "object" && t3[Symbol.toStringTag] === "Module";
        }, isNativeError: function(t3) {
          return t3 instanceof Error && i(t3, "Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError");
        }, isPromise: function(t3) {
          return i(t3, "Promise");
        }, isSet: function(t3) {
          if (!i(t3, "Set")) return !1;
          try {
            t3.has();
          } catch {
            return !1;
          }
          return !0;
        }, isSetIterator: function(t3) {
          return Object.prototype.toString.call(Object.getPrototypeOf(t3)) === "[object Set Iterator]";
        }, isWeakMap: function(t3) {
          return i(t3, "WeakMap");
        }, isWeakSet: function(t3) {
          return i(t3, "WeakSet");
        }, isRegExp: function(t3) {
          return i(t3, "RegExp");
        }, isDate: function(t3) {
          if (i(t3, "Date")) try {
            return Date.prototype.getTime.call(t3), !0;
          } catch {
          }
          return !1;
        }, isTypedArray: function(t3) {
          return i(t3, "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array");
        }, isStringObject: c, isNumberObject: l, isBooleanObject: u, isBigIntObject: p, isSymbolObject: f };
      }, 322: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        var o = r2(951).ArrayIsArray, i = r2(638), a = i.hideStackFrames, c = i.codes.ERR_INVALID_ARG_TYPE, l = a((function(t3, e3) {
          var r3 = arguments.length > 2 && arguments[2] !== void 0 ? arguments[2] : 0;
          if (r3 === 0) {
            if (t3 === null || o(t3)) throw new c(e3, "Object", t3);
            if (n(t3) !== "object") throw new c(e3, "Object", t3);
          } else {
            if (!(1 & r3) && t3 === null) throw new c(e3, "Object", t3);
            if (!(2 & r3) && o(t3)) throw new c(e3, "Object", t3);
            var i2 = !(4 & r3), a2 = n(t3);
            if (a2 !== "object" && (i2 || a2 !== "function")) throw new c(e3, "Object", t3);
          }
        }));
        t2.exports = { kValidateObjectNone: 0, kValidateObjectAllowNullable: 1, kValidateObjectAllowArray: 2, kValidateObjectAllowFunction: 4, validateObject: l, validateString: function(t3, e3) {
          if (typeof t3 != "string") throw new c(e3, "string", t3);
        } };
      }, 948: (t2, e2, r2) => {
        var n = r2(951), o = n.StringPrototypeCharCodeAt, i = n.StringPrototypeLastIndexOf, a = n.StringPrototypeSlice, c = r2(840), l = c.CHAR_DOT, u = c.CHAR_FORWARD_SLASH, p = r2(322).validateString;
        function f(t3) {
          return t3 === u;
        }
        t2.exports = { resolve: function() {
          for (var t3 = "", e3 = !1, r3 = arguments.length - 1; r3 >= -1 && !e3; r3--) {
            var n2 = r3 >= 0 ? r3 < 0 || arguments.length <= r3 ? void 0 : arguments[r3] : "/";
            p(n2, "path"), n2.length !== 0 && (t3 = "".concat(n2, "/").concat(t3), e3 = o(n2, 0) === u);
          }
          return t3 = (function(t4, e4, r4, n3) {
            for (var c2 = "", p2 = 0, f2 = -1, y = 0, s = 0, g = 0; g <= t4.length; ++g) {
              if (g < t4.length) s = o(t4, g);
              else {
                if (n3(s)) break;
                s = u;
              }
              if (n3(s)) {
                if (!(f2 === g - 1 || y === 1)) if (y === 2) {
                  if (c2.length < 2 || p2 !== 2 || o(c2, c2.length - 1) !== l || o(c2, c2.length - 2) !== l) {
                    if (c2.length > 2) {
                      var d = i(c2, r4);
                      d === -1 ? (c2 = "", p2 = 0) : p2 = (c2 = a(c2, 0, d)).length - 1 - i(c2, r4), f2 = g, y = 0;
                      continue;
                    }
                    if (c2.length !== 0) {
                      c2 = "", p2 = 0, f2 = g, y = 0;
                      continue;
                    }
                  }
                  e4 && (c2 += c2.length > 0 ? "".concat(r4, "..") : "..", p2 = 2);
                } else c2.length > 0 ? c2 += "".concat(r4).concat(a(t4, f2 + 1, g)) : c2 = a(t4, f2 + 1, g), p2 = g - f2 - 1;
                f2 = g, y = 0;
              } else s === l && y !== -1 ? ++y : y = -1;
            }
            return c2;
          })(t3, !e3, "/", f), e3 ? "/".concat(t3) : t3.length > 0 ? t3 : ".";
        } };
      }, 951: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        function o(t3, e3, r3) {
          return e3 = u(e3), (function(t4, e4) {
            if (e4 && (n(e4) === "object" || typeof e4 == "function")) return e4;
            if (e4 !== void 0) throw new TypeError("Derived constructors may only return object or undefined");
            return (function(t5) {
              if (t5 === void 0) throw new ReferenceError("this hasn't been initialised - super() hasn't been called");
              return t5;
            })(t4);
          })(t3, c() ? Reflect.construct(e3, r3 || [], u(t3).constructor) : e3.apply(t3, r3));
        }
        function i(t3, e3) {
          if (typeof e3 != "function" && e3 !== null) throw new TypeError("Super expression must either be null or a function");
          t3.prototype = Object.create(e3 && e3.prototype, { constructor: { value: t3, writable: !0, configurable: !0 } }), Object.defineProperty(t3, "prototype", { writable: !1 }), e3 && l(t3, e3);
        }
        function a(t3) {
          var e3 = typeof Map == "function" ? /* @__PURE__ */ new Map() : void 0;
          return a = function(t4) {
            if (t4 === null || !(function(t5) {
              try {
                return Function.toString.call(t5).indexOf("[native code]") !== -1;
              } catch {
                return typeof t5 == "function";
              }
            })(t4)) return t4;
            if (typeof t4 != "function") throw new TypeError("Super expression must either be null or a function");
            if (e3 !== void 0) {
              if (e3.has(t4)) return e3.get(t4);
              e3.set(t4, r3);
            }
            function r3() {
              return (function(t5, e4, r4) {
                if (c()) return Reflect.construct.apply(null, arguments);
                var n2 = [null];
                n2.push.apply(n2, e4);
                var o2 = new (t5.bind.apply(t5, n2))();
                return r4 && l(o2, r4.prototype), o2;
              })(t4, arguments, u(this).constructor);
            }
            return r3.prototype = Object.create(t4.prototype, { constructor: { value: r3, enumerable: !1, writable: !0, configurable: !0 } }), l(r3, t4);
          }, a(t3);
        }
        function c() {
          try {
            var t3 = !Boolean.prototype.valueOf.call(Reflect.construct(Boolean, [], (function() {
            })));
          } catch {
          }
          return (c = function() {
            return !!t3;
          })();
        }
        function l(t3, e3) {
          return l = Object.setPrototypeOf ? Object.setPrototypeOf.bind() : function(t4, e4) {
            return t4.__proto__ = e4, t4;
          }, l(t3, e3);
        }
        function u(t3) {
          return u = Object.setPrototypeOf ? Object.getPrototypeOf.bind() : function(t4) {
            return t4.__proto__ || Object.getPrototypeOf(t4);
          }, u(t3);
        }
        function p(t3, e3) {
          if (!(t3 instanceof e3)) throw new TypeError("Cannot call a class as a function");
        }
        function f(t3, e3) {
          for (var r3 = 0; r3 < e3.length; r3++) {
            var n2 = e3[r3];
            n2.enumerable = n2.enumerable || !1, n2.configurable = !0, "value" in n2 && (n2.writable = !0), Object.defineProperty(t3, s(n2.key), n2);
          }
        }
        function y(t3, e3, r3) {
          return e3 && f(t3.prototype, e3), r3 && f(t3, r3), Object.defineProperty(t3, "prototype", { writable: !1 }), t3;
        }
        function s(t3) {
          var e3 = (function(t4, e4) {
            if (n(t4) != "object" || !t4) return t4;
            var r3 = t4[Symbol.toPrimitive];
            if (r3 !== void 0) {
              var o2 = r3.call(t4, "string");
              if (n(o2) != "object") return o2;
              throw new TypeError("@@toPrimitive must return a primitive value.");
            }
            return String(t4);
          })(t3);
          return n(e3) == "symbol" ? e3 : e3 + "";
        }
        var g = function(t3, e3) {
          var r3 = (function() {
            return y((function e4(r4) {
              p(this, e4), this._iterator = t3(r4);
            }), [{ key: "next", value: function() {
              return e3(this._iterator);
            } }, { key: Symbol.iterator, value: function() {
              return this;
            } }]);
          })();
          return Object.setPrototypeOf(r3.prototype, null), Object.freeze(r3.prototype), Object.freeze(r3), r3;
        };
        function d(t3, e3) {
          return Function.prototype.call.bind(native.getter(t3.prototype, e3));
        }
        function b(t3) {
          return Function.prototype.call.bind(t3);
        }
        var h = function(t3, e3) {
          Array.prototype.forEach.call(Reflect.ownKeys(t3), (function(r3) {
            Reflect.getOwnPropertyDescriptor(e3, r3) || Reflect.defineProperty(e3, r3, Reflect.getOwnPropertyDescriptor(t3, r3));
          }));
        }, v = function(t3, e3) {
          if (Symbol.iterator in t3.prototype) {
            var r3, n2 = new t3();
            Array.prototype.forEach.call(Reflect.ownKeys(t3.prototype), (function(o2) {
              if (!Reflect.getOwnPropertyDescriptor(e3.prototype, o2)) {
                var i2 = Reflect.getOwnPropertyDescriptor(t3.prototype, o2);
                if (typeof i2.value == "function" && i2.value.length === 0 && Symbol.iterator in (Function.prototype.call.call(i2.value, n2) || {})) {
                  var a2 = b(i2.value);
                  r3 == null && (r3 = b(a2(n2).next));
                  var c2 = g(a2, r3);
                  i2.value = function() {
                    return new c2(this);
                  };
                }
                Reflect.defineProperty(e3.prototype, o2, i2);
              }
            }));
          } else h(t3.prototype, e3.prototype);
          return h(t3, e3), Object.setPrototypeOf(e3.prototype, null), Object.freeze(e3.prototype), Object.freeze(e3), e3;
        }, m = Function.prototype.call.bind(String.prototype[Symbol.iterator]), S = Reflect.getPrototypeOf(m(""));
        if (t2.exports = { makeSafe: v, internalBinding: function(t3) {
          if (t3 === "config") return { hasIntl: !1 };
          throw new Error('unknown module: "'.concat(t3, '"'));
        }, Array, ArrayIsArray: Array.isArray, ArrayPrototypeFilter: Function.prototype.call.bind(Array.prototype.filter), ArrayPrototypeForEach: Function.prototype.call.bind(Array.prototype.forEach), ArrayPrototypeIncludes: Function.prototype.call.bind(Array.prototype.includes), ArrayPrototypeIndexOf: Function.prototype.call.bind(Array.prototype.indexOf), ArrayPrototypeJoin: Function.prototype.call.bind(Array.prototype.join), ArrayPrototypeMap: Function.prototype.call.bind(Array.prototype.map), ArrayPrototypePop: Function.prototype.call.bind(Array.prototype.pop), ArrayPrototypePush: Function.prototype.call.bind(Array.prototype.push), ArrayPrototypePushApply: Function.apply.bind(Array.prototype.push), ArrayPrototypeSlice: Function.prototype.call.bind(Array.prototype.slice), ArrayPrototypeSort: Function.prototype.call.bind(Array.prototype.sort), ArrayPrototypeSplice: Function.prototype.call.bind(Array.prototype.splice), ArrayPrototypeUnshift: Function.prototype.call.bind(Array.prototype.unshift), BigIntPrototypeValueOf: Function.prototype.call.bind(BigInt.prototype.valueOf), BooleanPrototypeValueOf: Function.prototype.call.bind(Boolean.prototype.valueOf), DatePrototypeGetTime: Function.prototype.call.bind(Date.prototype.getTime), DatePrototypeToISOString: Function.prototype.call.bind(Date.prototype.toISOString), DatePrototypeToString: Function.prototype.call.bind(Date.prototype.toString), ErrorCaptureStackTrace: function(t3) {
          var e3 = new Error().stack;
          t3.stack = e3.replace(/.*\n.*/, "$1");
        }, ErrorPrototypeToString: Function.prototype.call.bind(Error.prototype.toString), FunctionPrototypeBind: Function.prototype.call.bind(Function.prototype.bind), FunctionPrototypeCall: Function.prototype.call.bind(Function.prototype.call), FunctionPrototypeToString: Function.prototype.call.bind(Function.prototype.toString), globalThis: typeof globalThis > "u" ? r2.g : globalThis, JSONStringify: JSON.stringify, MapPrototypeGetSize: d(Map, "size"), MapPrototypeEntries: Function.prototype.call.bind(Map.prototype.entries), MathFloor: Math.floor, MathMax: Math.max, MathMin: Math.min, MathRound: Math.round, MathSqrt: Math.sqrt, MathTrunc: Math.trunc, Number, NumberIsFinite: Number.isFinite, NumberIsNaN: Number.isNaN, NumberParseFloat: Number.parseFloat, NumberParseInt: Number.parseInt, NumberPrototypeToString: Function.prototype.call.bind(Number.prototype.toString), NumberPrototypeValueOf: Function.prototype.call.bind(Number.prototype.valueOf), Object, ObjectAssign: Object.assign, ObjectCreate: Object.create, ObjectDefineProperty: Object.defineProperty, ObjectGetOwnPropertyDescriptor: Object.getOwnPropertyDescriptor, ObjectGetOwnPropertyNames: Object.getOwnPropertyNames, ObjectGetOwnPropertySymbols: Object.getOwnPropertySymbols, ObjectGetPrototypeOf: Object.getPrototypeOf, ObjectIs: Object.is, ObjectKeys: Object.keys, ObjectPrototypeHasOwnProperty: Function.prototype.call.bind(Object.prototype.hasOwnProperty), ObjectPrototypePropertyIsEnumerable: Function.prototype.call.bind(Object.prototype.propertyIsEnumerable), ObjectSeal: Object.seal, ObjectSetPrototypeOf: Object.setPrototypeOf, ReflectApply: Reflect.apply, ReflectOwnKeys: Reflect.ownKeys, RegExp, RegExpPrototypeExec: Function.prototype.call.bind(RegExp.prototype.exec), RegExpPrototypeSymbolReplace: Function.prototype.call.bind(RegExp.prototype[Symbol.replace]), RegExpPrototypeSymbolSplit: Function.prototype.call.bind(RegExp.prototype[Symbol.split]), RegExpPrototypeTest: Function.prototype.call.bind(RegExp.prototype.test), RegExpPrototypeToString: Function.prototype.call.bind(RegExp.prototype.toString), SafeStringIterator: g(m, Function.prototype.call.bind(S.next)), SafeMap: v(Map, (function(t3) {
          function e3(t4) {
            return p(this, e3), o(this, e3, [t4]);
          }
          return i(e3, t3), y(e3);
        })(a(Map))), SafeSet: v(Set, (function(t3) {
          function e3(t4) {
            return p(this, e3), o(this, e3, [t4]);
          }
          return i(e3, t3), y(e3);
        })(a(Set))), SetPrototypeGetSize: d(Set, "size"), SetPrototypeValues: Function.prototype.call.bind(Set.prototype.values), String, StringPrototypeCharCodeAt: Function.prototype.call.bind(String.prototype.charCodeAt), StringPrototypeCodePointAt: Function.prototype.call.bind(String.prototype.codePointAt), StringPrototypeEndsWith: Function.prototype.call.bind(String.prototype.endsWith), StringPrototypeIncludes: Function.prototype.call.bind(String.prototype.includes), StringPrototypeIndexOf: Function.prototype.call.bind(String.prototype.indexOf), StringPrototypeLastIndexOf: Function.prototype.call.bind(String.prototype.lastIndexOf), StringPrototypeNormalize: Function.prototype.call.bind(String.prototype.normalize), StringPrototypePadEnd: Function.prototype.call.bind(String.prototype.padEnd), StringPrototypePadStart: Function.prototype.call.bind(String.prototype.padStart), StringPrototypeRepeat: Function.prototype.call.bind(String.prototype.repeat), StringPrototypeReplace: Function.prototype.call.bind(String.prototype.replace), StringPrototypeReplaceAll: Function.prototype.call.bind(String.prototype.replaceAll), StringPrototypeSlice: Function.prototype.call.bind(String.prototype.slice), StringPrototypeSplit: Function.prototype.call.bind(String.prototype.split), StringPrototypeStartsWith: Function.prototype.call.bind(String.prototype.startsWith), StringPrototypeToLowerCase: Function.prototype.call.bind(String.prototype.toLowerCase), StringPrototypeTrim: Function.prototype.call.bind(String.prototype.trim), StringPrototypeValueOf: Function.prototype.call.bind(String.prototype.valueOf), SymbolPrototypeToString: Function.prototype.call.bind(Symbol.prototype.toString), SymbolPrototypeValueOf: Function.prototype.call.bind(Symbol.prototype.valueOf), SymbolIterator: Symbol.iterator, SymbolFor: Symbol.for, SymbolToStringTag: Symbol.toStringTag, TypedArrayPrototypeGetLength: function(t3) {
          return native.getter(Uint8Array.prototype, "length").call(t3);
        }, Uint8Array, uncurryThis: b }, !String.prototype.replaceAll) {
          var P = function(t3) {
            if (t3 == null) throw new TypeError("Can't call method on " + t3);
            return t3;
          }, x = function(t3, e3, r3, n2, o2, i2) {
            var a2 = r3 + t3.length, c2 = n2.length, l2 = /\$([$&'`]|\d{1,2})/;
            return o2 !== void 0 && (o2 = Object(P(o2)), l2 = /\$([$&'`]|\d{1,2}|<[^>]*>)/g), i2.replace(l2, (function(i3, l3) {
              var u2;
              switch (l3.charAt(0)) {
                case "$":
                  return "$";
                case "&":
                  return t3;
                case "`":
                  return e3.slice(0, r3);
                case "'":
                  return e3.slice(a2);
                case "<":
                  u2 = o2[l3.slice(1, -1)];
                  break;
                default:
                  var p2 = +l3;
                  if (p2 === 0) return i3;
                  if (p2 > c2) {
                    var f2 = Math.floor(p2 / 10);
                    return f2 === 0 ? i3 : f2 <= c2 ? n2[f2 - 1] === void 0 ? l3.charAt(1) : n2[f2 - 1] + l3.charAt(1) : i3;
                  }
                  u2 = n2[p2 - 1];
              }
              return u2 === void 0 ? "" : u2;
            }));
          };
          t2.exports.StringPrototypeReplaceAll = function(t3, e3, r3) {
            var n2, o2, i2 = P(t3), a2 = 0, c2 = 0, l2 = "";
            if (e3 != null) {
              if (e3 instanceof RegExp && !~e3.flags.indexOf("g")) throw new TypeError("`.replaceAll` does not allow non-global regexes");
              if (n2 = e3[Symbol.replace]) return n2.call(e3, i2, r3);
            }
            var u2 = String(i2), p2 = String(e3), f2 = typeof r3 == "function";
            f2 || (r3 = String(r3));
            var y2 = p2.length, s2 = Math.max(1, y2);
            for (a2 = u2.indexOf(p2, 0); a2 !== -1; ) o2 = f2 ? String(r3(p2, a2, u2)) : x(p2, u2, a2, [], void 0, r3), l2 += u2.slice(c2, a2) + o2, c2 = a2 + y2, a2 = u2.indexOf(p2, a2 + s2);
            return c2 < u2.length && (l2 += u2.slice(c2)), l2;
          };
        }
      }, 975: (t2) => {
        function e2(t3) {
          return e2 = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, e2(t3);
        }
        function r2(t3, e3) {
          for (var r3 = 0; r3 < e3.length; r3++) {
            var o2 = e3[r3];
            o2.enumerable = o2.enumerable || !1, o2.configurable = !0, "value" in o2 && (o2.writable = !0), Object.defineProperty(t3, n(o2.key), o2);
          }
        }
        function n(t3) {
          var r3 = (function(t4, r4) {
            if (e2(t4) != "object" || !t4) return t4;
            var n2 = t4[Symbol.toPrimitive];
            if (n2 !== void 0) {
              var o2 = n2.call(t4, "string");
              if (e2(o2) != "object") return o2;
              throw new TypeError("@@toPrimitive must return a primitive value.");
            }
            return String(t4);
          })(t3);
          return e2(r3) == "symbol" ? r3 : r3 + "";
        }
        var o = /* @__PURE__ */ new WeakMap(), i = (function() {
          return t3 = function t4(e4, r3) {
            (function(t5, e5) {
              if (!(t5 instanceof e5)) throw new TypeError("Cannot call a class as a function");
            })(this, t4);
            var n2 = new Proxy(e4, r3);
            return o.set(n2, [e4, r3]), n2;
          }, e3 = [{ key: "getProxyDetails", value: function(t4) {
            var e4 = !(arguments.length > 1 && arguments[1] !== void 0) || arguments[1], r3 = o.get(t4);
            if (r3) return e4 ? r3 : r3[0];
          } }, { key: "revocable", value: function(t4, e4) {
            var r3 = Proxy.revocable(t4, e4);
            o.set(r3.proxy, [t4, e4]);
            var n2 = r3.revoke;
            return r3.revoke = function() {
              o.set(r3.proxy, [null, null]), n2();
            }, r3;
          } }], e3 && r2(t3, e3), Object.defineProperty(t3, "prototype", { writable: !1 }), t3;
          var t3, e3;
        })();
        t2.exports = { getProxyDetails: i.getProxyDetails.bind(i), Proxy: i };
      }, 763: (t2, e2, r2) => {
        function n(t3) {
          return n = typeof Symbol == "function" && typeof Symbol.iterator == "symbol" ? function(t4) {
            return typeof t4;
          } : function(t4) {
            return t4 && typeof Symbol == "function" && t4.constructor === Symbol && t4 !== Symbol.prototype ? "symbol" : typeof t4;
          }, n(t3);
        }
        function o(t3, e3) {
          if (t3) {
            if (typeof t3 == "string") return i(t3, e3);
            var r3 = Object.prototype.toString.call(t3).slice(8, -1);
            return r3 === "Object" && t3.constructor && (r3 = t3.constructor.name), r3 === "Map" || r3 === "Set" ? Array.from(t3) : r3 === "Arguments" || /^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(r3) ? i(t3, e3) : void 0;
          }
        }
        function i(t3, e3) {
          (e3 == null || e3 > t3.length) && (e3 = t3.length);
          for (var r3 = 0, n2 = new Array(e3); r3 < e3; r3++) n2[r3] = t3[r3];
          return n2;
        }
        var a = r2(975), c = /* @__PURE__ */ Symbol("kPending"), l = /* @__PURE__ */ Symbol("kRejected");
        t2.exports = { constants: { kPending: c, kRejected: l, ALL_PROPERTIES: 0, ONLY_ENUMERABLE: 2 }, getOwnNonIndexProperties: native.ownKeys, unused: function(t3) {
          for (var e3 = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : 2, r3 = Object.getOwnPropertyDescriptors(t3), n2 = [], i2 = 0, a2 = Object.entries(r3); i2 < a2.length; i2++) {
            var c2 = (p = a2[i2], f = 2, (function(t4) {
              if (Array.isArray(t4)) return t4;
            })(p) || (function(t4, e4) {
              var r4 = t4 == null ? null : typeof Symbol < "u" && t4[Symbol.iterator] || t4["@@iterator"];
              if (r4 != null) {
                var n3, o2, i3, a3, c3 = [], l3 = !0, u2 = !1;
                try {
                  if (i3 = (r4 = r4.call(t4)).next, e4 === 0) {
                    if (Object(r4) !== r4) return;
                    l3 = !1;
                  } else for (; !(l3 = (n3 = i3.call(r4)).done) && (c3.push(n3.value), c3.length !== e4); l3 = !0) ;
                } catch (t5) {
                  u2 = !0, o2 = t5;
                } finally {
                  try {
                    if (!l3 && r4.return != null && (a3 = r4.return(), Object(a3) !== a3)) return;
                  } finally {
                    if (u2) throw o2;
                  }
                }
                return c3;
              }
            })(p, f) || o(p, f) || (function() {
              throw new TypeError(`Invalid attempt to destructure non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`);
            })()), l2 = c2[0], u = c2[1];
            if (!/^(0|[1-9][0-9]*)$/.test(l2) || parseInt(l2, 10) >= Math.pow(2, 32) - 1) {
              if (e3 === 2 && !u.enumerable) continue;
              n2.push(l2);
            }
          }
          var p, f, y, s = (function(t4, e4) {
            var r4 = typeof Symbol < "u" && t4[Symbol.iterator] || t4["@@iterator"];
            if (!r4) {
              if (Array.isArray(t4) || (r4 = o(t4))) {
                r4 && (t4 = r4);
                var n3 = 0, i3 = function() {
                };
                return { s: i3, n: function() {
                  return n3 >= t4.length ? { done: !0 } : { done: !1, value: t4[n3++] };
                }, e: function(t5) {
                  throw t5;
                }, f: i3 };
              }
              throw new TypeError(`Invalid attempt to iterate non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`);
            }
            var a3, c3 = !0, l3 = !1;
            return { s: function() {
              r4 = r4.call(t4);
            }, n: function() {
              var t5 = r4.next();
              return c3 = t5.done, t5;
            }, e: function(t5) {
              l3 = !0, a3 = t5;
            }, f: function() {
              try {
                c3 || r4.return == null || r4.return();
              } finally {
                if (l3) throw a3;
              }
            } };
          })(Object.getOwnPropertySymbols(t3));
          try {
            for (s.s(); !(y = s.n()).done; ) {
              var g = y.value, d = Object.getOwnPropertyDescriptor(t3, g);
              (e3 !== 2 || d.enumerable) && n2.push(g);
            }
          } catch (t4) {
            s.e(t4);
          } finally {
            s.f();
          }
          return n2;
        }, getPromiseDetails: function(t3) {
          return native.promise(t3, c, l);
        }, getProxyDetails: native.proxy, Proxy: a.Proxy, previewEntries: function(t3) {
          return [[], !1];
        }, getConstructorName: function(t3) {
          if (!t3 || n(t3) !== "object") throw new Error("Invalid object");
          if (t3.constructor && t3.constructor.name) return t3.constructor.name;
          var e3 = Object.prototype.toString.call(t3).match(/^\[object ([^\]]+)\]/);
          return e3 ? e3[1] : "Object";
        }, getExternalValue: function() {
          return BigInt(0);
        } };
      } }, e = {};
      function r(n) {
        var o = e[n];
        if (o !== void 0) return o.exports;
        var i = e[n] = { exports: {} };
        return t[n](i, i.exports, r), i.exports;
      }
      return r.g = (function() {
        if (typeof globalThis == "object") return globalThis;
        try {
          return this || new Function("return this")();
        } catch {
          if (typeof window == "object") return window;
        }
      })(), r(339);
    })()));
  }
});

// src/node/inspect.js
native.types = {
  ...require("internal/types"),
  // The engine does not show the next values of an iterator.
  isMapIterator: () => !1,
  isSetIterator: () => !1
};
native.ownKeys = (object, filter) => {
  let onlyEnumerable = filter !== 0, symbols = Object.getOwnPropertySymbols(object).filter((key) => !onlyEnumerable || Object.prototype.propertyIsEnumerable.call(object, key));
  return [...native.ownNonIndex(object, onlyEnumerable), ...symbols];
};
native.getter = (object, key) => {
  for (; object !== null; object = Object.getPrototypeOf(object)) {
    let descriptor = Object.getOwnPropertyDescriptor(object, key);
    if (descriptor !== void 0) return descriptor.get;
  }
};
Object.assign(native, require("internal/rope"));
module.exports = require_inspect();
