"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/path-browserify-win32/index.js
var require_path_browserify_win32 = __commonJS({
  "node_modules/path-browserify-win32/index.js"(exports2, module2) {
    "use strict";
    function validateObject(obj, name) {
      if (typeof obj != "object" || obj === null)
        throw new TypeError(`${name} must be an object`);
    }
    function validateString(value, name) {
      if (typeof value != "string")
        throw new TypeError(`${name} must be a string`);
    }
    function isPathSeparator(code) {
      return code === 47 || code === 92;
    }
    function isPosixPathSeparator(code) {
      return code === 47;
    }
    function isWindowsDeviceRoot(code) {
      return code >= 65 && code <= 90 || code >= 97 && code <= 122;
    }
    function normalizeString(path, allowAboveRoot, separator, isPathSeparator2) {
      let res = "", lastSegmentLength = 0, lastSlash = -1, dots = 0, code = 0;
      for (let i = 0; i <= path.length; ++i) {
        if (i < path.length)
          code = path.charCodeAt(i);
        else {
          if (isPathSeparator2(code))
            break;
          code = 47;
        }
        if (isPathSeparator2(code)) {
          if (!(lastSlash === i - 1 || dots === 1))
            if (dots === 2) {
              if (res.length < 2 || lastSegmentLength !== 2 || res.charCodeAt(res.length - 1) !== 46 || res.charCodeAt(res.length - 2) !== 46) {
                if (res.length > 2) {
                  let lastSlashIndex = res.lastIndexOf(separator);
                  lastSlashIndex === -1 ? (res = "", lastSegmentLength = 0) : (res = res.slice(0, lastSlashIndex), lastSegmentLength = res.length - 1 - res.lastIndexOf(separator)), lastSlash = i, dots = 0;
                  continue;
                } else if (res.length !== 0) {
                  res = "", lastSegmentLength = 0, lastSlash = i, dots = 0;
                  continue;
                }
              }
              allowAboveRoot && (res += res.length > 0 ? `${separator}..` : "..", lastSegmentLength = 2);
            } else
              res.length > 0 ? res += `${separator}${path.slice(lastSlash + 1, i)}` : res = path.slice(lastSlash + 1, i), lastSegmentLength = i - lastSlash - 1;
          lastSlash = i, dots = 0;
        } else code === 46 && dots !== -1 ? ++dots : dots = -1;
      }
      return res;
    }
    function formatExt(ext) {
      return ext ? `${ext[0] === "." ? "" : "."}${ext}` : "";
    }
    function _format(sep, pathObject) {
      validateObject(pathObject, "pathObject");
      let dir = pathObject.dir || pathObject.root, base = pathObject.base || `${pathObject.name || ""}${formatExt(pathObject.ext)}`;
      return dir ? dir === pathObject.root ? `${dir}${base}` : `${dir}${sep}${base}` : base;
    }
    var win322 = {
      /**
       * path.resolve([from ...], to)
       * @param {...string} args
       * @returns {string}
       */
      resolve(...args) {
        let resolvedDevice = "", resolvedTail = "", resolvedAbsolute = !1;
        for (let i = args.length - 1; i >= -1; i--) {
          let path;
          if (i >= 0) {
            if (path = args[i], validateString(path, `paths[${i}]`), path.length === 0)
              continue;
          } else ((path = process.cwd()) === "" || resolvedDevice.length > 0 && path.slice(0, 2).toLowerCase() !== resolvedDevice.toLowerCase() && path.charCodeAt(2) === 92) && (path = `${resolvedDevice}\\`);
          let len = path.length, rootEnd = 0, device = "", isAbsolute = !1, code = path.charCodeAt(0);
          if (len === 1)
            isPathSeparator(code) && (rootEnd = 1, isAbsolute = !0);
          else if (isPathSeparator(code))
            if (isAbsolute = !0, isPathSeparator(path.charCodeAt(1))) {
              let j = 2, last = j;
              for (; j < len && !isPathSeparator(path.charCodeAt(j)); )
                j++;
              if (j < len && j !== last) {
                let firstPart = path.slice(last, j);
                for (last = j; j < len && isPathSeparator(path.charCodeAt(j)); )
                  j++;
                if (j < len && j !== last) {
                  for (last = j; j < len && !isPathSeparator(path.charCodeAt(j)); )
                    j++;
                  (j === len || j !== last) && (firstPart !== "." && firstPart !== "?" ? (device = `\\\\${firstPart}\\${path.slice(last, j)}`, rootEnd = j) : (device = `\\\\${firstPart}`, rootEnd = 4));
                }
              }
            } else
              rootEnd = 1;
          else isWindowsDeviceRoot(code) && path.charCodeAt(1) === 58 && (device = path.slice(0, 2), rootEnd = 2, len > 2 && isPathSeparator(path.charCodeAt(2)) && (isAbsolute = !0, rootEnd = 3));
          if (device.length > 0)
            if (resolvedDevice.length > 0) {
              if (device.toLowerCase() !== resolvedDevice.toLowerCase())
                continue;
            } else
              resolvedDevice = device;
          if (resolvedAbsolute) {
            if (resolvedDevice.length > 0)
              break;
          } else if (resolvedTail = `${path.slice(rootEnd)}\\${resolvedTail}`, resolvedAbsolute = isAbsolute, isAbsolute && resolvedDevice.length > 0)
            break;
        }
        return resolvedTail = normalizeString(
          resolvedTail,
          !resolvedAbsolute,
          "\\",
          isPathSeparator
        ), resolvedAbsolute ? `${resolvedDevice}\\${resolvedTail}` : `${resolvedDevice}${resolvedTail}` || ".";
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      normalize(path) {
        validateString(path, "path");
        let len = path.length;
        if (len === 0)
          return ".";
        let rootEnd = 0, device, isAbsolute = !1, code = path.charCodeAt(0);
        if (len === 1)
          return isPosixPathSeparator(code) ? "\\" : path;
        if (isPathSeparator(code))
          if (isAbsolute = !0, isPathSeparator(path.charCodeAt(1))) {
            let j = 2, last = j;
            for (; j < len && !isPathSeparator(path.charCodeAt(j)); )
              j++;
            if (j < len && j !== last) {
              let firstPart = path.slice(last, j);
              for (last = j; j < len && isPathSeparator(path.charCodeAt(j)); )
                j++;
              if (j < len && j !== last) {
                for (last = j; j < len && !isPathSeparator(path.charCodeAt(j)); )
                  j++;
                if (j === len || j !== last)
                  if (firstPart === "." || firstPart === "?")
                    device = `\\\\${firstPart}`, rootEnd = 4;
                  else {
                    if (j === len)
                      return `\\\\${firstPart}\\${path.slice(last)}\\`;
                    device = `\\\\${firstPart}\\${path.slice(last, j)}`, rootEnd = j;
                  }
              }
            }
          } else
            rootEnd = 1;
        else isWindowsDeviceRoot(code) && path.charCodeAt(1) === 58 && (device = path.slice(0, 2), rootEnd = 2, len > 2 && isPathSeparator(path.charCodeAt(2)) && (isAbsolute = !0, rootEnd = 3));
        let tail = rootEnd < len ? normalizeString(
          path.slice(rootEnd),
          !isAbsolute,
          "\\",
          isPathSeparator
        ) : "";
        return tail.length === 0 && !isAbsolute && (tail = "."), tail.length > 0 && isPathSeparator(path.charCodeAt(len - 1)) && (tail += "\\"), device === void 0 ? isAbsolute ? `\\${tail}` : tail : isAbsolute ? `${device}\\${tail}` : `${device}${tail}`;
      },
      /**
       * @param {string} path
       * @returns {boolean}
       */
      isAbsolute(path) {
        validateString(path, "path");
        let len = path.length;
        if (len === 0)
          return !1;
        let code = path.charCodeAt(0);
        return isPathSeparator(code) || // Possible device root
        len > 2 && isWindowsDeviceRoot(code) && path.charCodeAt(1) === 58 && isPathSeparator(path.charCodeAt(2));
      },
      /**
       * @param {...string} args
       * @returns {string}
       */
      join(...args) {
        if (args.length === 0)
          return ".";
        let joined, firstPart;
        for (let i = 0; i < args.length; ++i) {
          let arg = args[i];
          validateString(arg, "path"), arg.length > 0 && (joined === void 0 ? joined = firstPart = arg : joined += `\\${arg}`);
        }
        if (joined === void 0)
          return ".";
        let needsReplace = !0, slashCount = 0;
        if (isPathSeparator(firstPart.charCodeAt(0))) {
          ++slashCount;
          let firstLen = firstPart.length;
          firstLen > 1 && isPathSeparator(firstPart.charCodeAt(1)) && (++slashCount, firstLen > 2 && (isPathSeparator(firstPart.charCodeAt(2)) ? ++slashCount : needsReplace = !1));
        }
        if (needsReplace) {
          for (; slashCount < joined.length && isPathSeparator(joined.charCodeAt(slashCount)); )
            slashCount++;
          slashCount >= 2 && (joined = `\\${joined.slice(slashCount)}`);
        }
        return win322.normalize(joined);
      },
      /**
       * It will solve the relative path from `from` to `to`, for instance
       * from = 'C:\\orandea\\test\\aaa'
       * to = 'C:\\orandea\\impl\\bbb'
       * The output of the function should be: '..\\..\\impl\\bbb'
       * @param {string} from
       * @param {string} to
       * @returns {string}
       */
      relative(from, to) {
        if (validateString(from, "from"), validateString(to, "to"), from === to)
          return "";
        let fromOrig = win322.resolve(from), toOrig = win322.resolve(to);
        if (fromOrig === toOrig || (from = fromOrig.toLowerCase(), to = toOrig.toLowerCase(), from === to))
          return "";
        if (fromOrig.length !== from.length || toOrig.length !== to.length) {
          let fromSplit = fromOrig.split("\\"), toSplit = toOrig.split("\\");
          fromSplit[fromSplit.length - 1] === "" && fromSplit.pop(), toSplit[toSplit.length - 1] === "" && toSplit.pop();
          let fromLen2 = fromSplit.length, toLen2 = toSplit.length, length2 = fromLen2 < toLen2 ? fromLen2 : toLen2, i2;
          for (i2 = 0; i2 < length2 && fromSplit[i2].toLowerCase() === toSplit[i2].toLowerCase(); i2++)
            ;
          return i2 === 0 ? toOrig : i2 === length2 ? toLen2 > length2 ? toSplit.slice(i2).join("\\") : fromLen2 > length2 ? "..\\".repeat(fromLen2 - 1 - i2) + ".." : "" : "..\\".repeat(fromLen2 - i2) + toSplit.slice(i2).join("\\");
        }
        let fromStart = 0;
        for (; fromStart < from.length && from.charCodeAt(fromStart) === 92; )
          fromStart++;
        let fromEnd = from.length;
        for (; fromEnd - 1 > fromStart && from.charCodeAt(fromEnd - 1) === 92; )
          fromEnd--;
        let fromLen = fromEnd - fromStart, toStart = 0;
        for (; toStart < to.length && to.charCodeAt(toStart) === 92; )
          toStart++;
        let toEnd = to.length;
        for (; toEnd - 1 > toStart && to.charCodeAt(toEnd - 1) === 92; )
          toEnd--;
        let toLen = toEnd - toStart, length = fromLen < toLen ? fromLen : toLen, lastCommonSep = -1, i = 0;
        for (; i < length; i++) {
          let fromCode = from.charCodeAt(fromStart + i);
          if (fromCode !== to.charCodeAt(toStart + i))
            break;
          fromCode === 92 && (lastCommonSep = i);
        }
        if (i !== length) {
          if (lastCommonSep === -1)
            return toOrig;
        } else {
          if (toLen > length) {
            if (to.charCodeAt(toStart + i) === 92)
              return toOrig.slice(toStart + i + 1);
            if (i === 2)
              return toOrig.slice(toStart + i);
          }
          fromLen > length && (from.charCodeAt(fromStart + i) === 92 ? lastCommonSep = i : i === 2 && (lastCommonSep = 3)), lastCommonSep === -1 && (lastCommonSep = 0);
        }
        let out = "";
        for (i = fromStart + lastCommonSep + 1; i <= fromEnd; ++i)
          (i === fromEnd || from.charCodeAt(i) === 92) && (out += out.length === 0 ? ".." : "\\..");
        return toStart += lastCommonSep, out.length > 0 ? `${out}${toOrig.slice(toStart, toEnd)}` : (toOrig.charCodeAt(toStart) === 92 && ++toStart, toOrig.slice(toStart, toEnd));
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      toNamespacedPath(path) {
        if (typeof path != "string" || path.length === 0)
          return path;
        let resolvedPath = win322.resolve(path);
        if (resolvedPath.length <= 2)
          return path;
        if (resolvedPath.charCodeAt(0) === 92) {
          if (resolvedPath.charCodeAt(1) === 92) {
            let code = resolvedPath.charCodeAt(2);
            if (code !== 63 && code !== 46)
              return `\\\\?\\UNC\\${resolvedPath.slice(2)}`;
          }
        } else if (isWindowsDeviceRoot(resolvedPath.charCodeAt(0)) && resolvedPath.charCodeAt(1) === 58 && resolvedPath.charCodeAt(2) === 92)
          return `\\\\?\\${resolvedPath}`;
        return resolvedPath;
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      dirname(path) {
        validateString(path, "path");
        let len = path.length;
        if (len === 0)
          return ".";
        let rootEnd = -1, offset = 0, code = path.charCodeAt(0);
        if (len === 1)
          return isPathSeparator(code) ? path : ".";
        if (isPathSeparator(code)) {
          if (rootEnd = offset = 1, isPathSeparator(path.charCodeAt(1))) {
            let j = 2, last = j;
            for (; j < len && !isPathSeparator(path.charCodeAt(j)); )
              j++;
            if (j < len && j !== last) {
              for (last = j; j < len && isPathSeparator(path.charCodeAt(j)); )
                j++;
              if (j < len && j !== last) {
                for (last = j; j < len && !isPathSeparator(path.charCodeAt(j)); )
                  j++;
                if (j === len)
                  return path;
                j !== last && (rootEnd = offset = j + 1);
              }
            }
          }
        } else isWindowsDeviceRoot(code) && path.charCodeAt(1) === 58 && (rootEnd = len > 2 && isPathSeparator(path.charCodeAt(2)) ? 3 : 2, offset = rootEnd);
        let end = -1, matchedSlash = !0;
        for (let i = len - 1; i >= offset; --i)
          if (isPathSeparator(path.charCodeAt(i))) {
            if (!matchedSlash) {
              end = i;
              break;
            }
          } else
            matchedSlash = !1;
        if (end === -1) {
          if (rootEnd === -1)
            return ".";
          end = rootEnd;
        }
        return path.slice(0, end);
      },
      /**
       * @param {string} path
       * @param {string} [suffix]
       * @returns {string}
       */
      basename(path, suffix) {
        suffix !== void 0 && validateString(suffix, "suffix"), validateString(path, "path");
        let start = 0, end = -1, matchedSlash = !0;
        if (path.length >= 2 && isWindowsDeviceRoot(path.charCodeAt(0)) && path.charCodeAt(1) === 58 && (start = 2), suffix !== void 0 && suffix.length > 0 && suffix.length <= path.length) {
          if (suffix === path)
            return "";
          let extIdx = suffix.length - 1, firstNonSlashEnd = -1;
          for (let i = path.length - 1; i >= start; --i) {
            let code = path.charCodeAt(i);
            if (isPathSeparator(code)) {
              if (!matchedSlash) {
                start = i + 1;
                break;
              }
            } else
              firstNonSlashEnd === -1 && (matchedSlash = !1, firstNonSlashEnd = i + 1), extIdx >= 0 && (code === suffix.charCodeAt(extIdx) ? --extIdx === -1 && (end = i) : (extIdx = -1, end = firstNonSlashEnd));
          }
          return start === end ? end = firstNonSlashEnd : end === -1 && (end = path.length), path.slice(start, end);
        }
        for (let i = path.length - 1; i >= start; --i)
          if (isPathSeparator(path.charCodeAt(i))) {
            if (!matchedSlash) {
              start = i + 1;
              break;
            }
          } else end === -1 && (matchedSlash = !1, end = i + 1);
        return end === -1 ? "" : path.slice(start, end);
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      extname(path) {
        validateString(path, "path");
        let start = 0, startDot = -1, startPart = 0, end = -1, matchedSlash = !0, preDotState = 0;
        path.length >= 2 && path.charCodeAt(1) === 58 && isWindowsDeviceRoot(path.charCodeAt(0)) && (start = startPart = 2);
        for (let i = path.length - 1; i >= start; --i) {
          let code = path.charCodeAt(i);
          if (isPathSeparator(code)) {
            if (!matchedSlash) {
              startPart = i + 1;
              break;
            }
            continue;
          }
          end === -1 && (matchedSlash = !1, end = i + 1), code === 46 ? startDot === -1 ? startDot = i : preDotState !== 1 && (preDotState = 1) : startDot !== -1 && (preDotState = -1);
        }
        return startDot === -1 || end === -1 || // We saw a non-dot character immediately before the dot
        preDotState === 0 || // The (right-most) trimmed path component is exactly '..'
        preDotState === 1 && startDot === end - 1 && startDot === startPart + 1 ? "" : path.slice(startDot, end);
      },
      format: _format.bind(null, "\\"),
      /**
       * @param {string} path
       * @returns {{
       *  dir: string;
       *  root: string;
       *  base: string;
       *  name: string;
       *  ext: string;
       *  }}
       */
      parse(path) {
        validateString(path, "path");
        let ret = { root: "", dir: "", base: "", ext: "", name: "" };
        if (path.length === 0)
          return ret;
        let len = path.length, rootEnd = 0, code = path.charCodeAt(0);
        if (len === 1)
          return isPathSeparator(code) ? (ret.root = ret.dir = path, ret) : (ret.base = ret.name = path, ret);
        if (isPathSeparator(code)) {
          if (rootEnd = 1, isPathSeparator(path.charCodeAt(1))) {
            let j = 2, last = j;
            for (; j < len && !isPathSeparator(path.charCodeAt(j)); )
              j++;
            if (j < len && j !== last) {
              for (last = j; j < len && isPathSeparator(path.charCodeAt(j)); )
                j++;
              if (j < len && j !== last) {
                for (last = j; j < len && !isPathSeparator(path.charCodeAt(j)); )
                  j++;
                j === len ? rootEnd = j : j !== last && (rootEnd = j + 1);
              }
            }
          }
        } else if (isWindowsDeviceRoot(code) && path.charCodeAt(1) === 58) {
          if (len <= 2)
            return ret.root = ret.dir = path, ret;
          if (rootEnd = 2, isPathSeparator(path.charCodeAt(2))) {
            if (len === 3)
              return ret.root = ret.dir = path, ret;
            rootEnd = 3;
          }
        }
        rootEnd > 0 && (ret.root = path.slice(0, rootEnd));
        let startDot = -1, startPart = rootEnd, end = -1, matchedSlash = !0, i = path.length - 1, preDotState = 0;
        for (; i >= rootEnd; --i) {
          if (code = path.charCodeAt(i), isPathSeparator(code)) {
            if (!matchedSlash) {
              startPart = i + 1;
              break;
            }
            continue;
          }
          end === -1 && (matchedSlash = !1, end = i + 1), code === 46 ? startDot === -1 ? startDot = i : preDotState !== 1 && (preDotState = 1) : startDot !== -1 && (preDotState = -1);
        }
        return end !== -1 && (startDot === -1 || // We saw a non-dot character immediately before the dot
        preDotState === 0 || // The (right-most) trimmed path component is exactly '..'
        preDotState === 1 && startDot === end - 1 && startDot === startPart + 1 ? ret.base = ret.name = path.slice(startPart, end) : (ret.name = path.slice(startPart, startDot), ret.base = path.slice(startPart, end), ret.ext = path.slice(startDot, end))), startPart > 0 && startPart !== rootEnd ? ret.dir = path.slice(0, startPart - 1) : ret.dir = ret.root, ret;
      },
      sep: "\\",
      delimiter: ";",
      win32: null,
      posix: null
    }, posix = {
      /**
       * path.resolve([from ...], to)
       * @param {...string} args
       * @returns {string}
       */
      resolve(...args) {
        let resolvedPath = "", resolvedAbsolute = !1;
        for (let i = args.length - 1; i >= 0 && !resolvedAbsolute; i--) {
          let path = args[i];
          validateString(path, `paths[${i}]`), path.length !== 0 && (resolvedPath = `${path}/${resolvedPath}`, resolvedAbsolute = path.charCodeAt(0) === 47);
        }
        return resolvedPath = normalizeString(
          resolvedPath,
          !resolvedAbsolute,
          "/",
          isPosixPathSeparator
        ), resolvedAbsolute ? `/${resolvedPath}` : resolvedPath.length > 0 ? resolvedPath : ".";
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      normalize(path) {
        if (validateString(path, "path"), path.length === 0)
          return ".";
        let isAbsolute = path.charCodeAt(0) === 47, trailingSeparator = path.charCodeAt(path.length - 1) === 47;
        return path = normalizeString(path, !isAbsolute, "/", isPosixPathSeparator), path.length === 0 ? isAbsolute ? "/" : trailingSeparator ? "./" : "." : (trailingSeparator && (path += "/"), isAbsolute ? `/${path}` : path);
      },
      /**
       * @param {string} path
       * @returns {boolean}
       */
      isAbsolute(path) {
        return validateString(path, "path"), path.length > 0 && path.charCodeAt(0) === 47;
      },
      /**
       * @param {...string} args
       * @returns {string}
       */
      join(...args) {
        if (args.length === 0)
          return ".";
        let path = [];
        for (let i = 0; i < args.length; ++i) {
          let arg = args[i];
          validateString(arg, "path"), arg.length > 0 && path.push(arg);
        }
        return path.length === 0 ? "." : posix.normalize(path.join("/"));
      },
      /**
       * @param {string} from
       * @param {string} to
       * @returns {string}
       */
      relative(from, to) {
        if (validateString(from, "from"), validateString(to, "to"), from === to || (from = posix.resolve(from), to = posix.resolve(to), from === to))
          return "";
        let fromStart = 1, fromEnd = from.length, fromLen = fromEnd - fromStart, toStart = 1, toLen = to.length - toStart, length = fromLen < toLen ? fromLen : toLen, lastCommonSep = -1, i = 0;
        for (; i < length; i++) {
          let fromCode = from.charCodeAt(fromStart + i);
          if (fromCode !== to.charCodeAt(toStart + i))
            break;
          fromCode === 47 && (lastCommonSep = i);
        }
        if (i === length)
          if (toLen > length) {
            if (to.charCodeAt(toStart + i) === 47)
              return to.slice(toStart + i + 1);
            if (i === 0)
              return to.slice(toStart + i);
          } else fromLen > length && (from.charCodeAt(fromStart + i) === 47 ? lastCommonSep = i : i === 0 && (lastCommonSep = 0));
        let out = "";
        for (i = fromStart + lastCommonSep + 1; i <= fromEnd; ++i)
          (i === fromEnd || from.charCodeAt(i) === 47) && (out += out.length === 0 ? ".." : "/..");
        return `${out}${to.slice(toStart + lastCommonSep)}`;
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      toNamespacedPath(path) {
        return path;
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      dirname(path) {
        if (validateString(path, "path"), path.length === 0)
          return ".";
        let hasRoot = path.charCodeAt(0) === 47, end = -1, matchedSlash = !0;
        for (let i = path.length - 1; i >= 1; --i)
          if (path.charCodeAt(i) === 47) {
            if (!matchedSlash) {
              end = i;
              break;
            }
          } else
            matchedSlash = !1;
        return end === -1 ? hasRoot ? "/" : "." : hasRoot && end === 1 ? "//" : path.slice(0, end);
      },
      /**
       * @param {string} path
       * @param {string} [suffix]
       * @returns {string}
       */
      basename(path, suffix) {
        suffix !== void 0 && validateString(suffix, "suffix"), validateString(path, "path");
        let start = 0, end = -1, matchedSlash = !0;
        if (suffix !== void 0 && suffix.length > 0 && suffix.length <= path.length) {
          if (suffix === path)
            return "";
          let extIdx = suffix.length - 1, firstNonSlashEnd = -1;
          for (let i = path.length - 1; i >= 0; --i) {
            let code = path.charCodeAt(i);
            if (code === 47) {
              if (!matchedSlash) {
                start = i + 1;
                break;
              }
            } else
              firstNonSlashEnd === -1 && (matchedSlash = !1, firstNonSlashEnd = i + 1), extIdx >= 0 && (code === suffix.charCodeAt(extIdx) ? --extIdx === -1 && (end = i) : (extIdx = -1, end = firstNonSlashEnd));
          }
          return start === end ? end = firstNonSlashEnd : end === -1 && (end = path.length), path.slice(start, end);
        }
        for (let i = path.length - 1; i >= 0; --i)
          if (path.charCodeAt(i) === 47) {
            if (!matchedSlash) {
              start = i + 1;
              break;
            }
          } else end === -1 && (matchedSlash = !1, end = i + 1);
        return end === -1 ? "" : path.slice(start, end);
      },
      /**
       * @param {string} path
       * @returns {string}
       */
      extname(path) {
        validateString(path, "path");
        let startDot = -1, startPart = 0, end = -1, matchedSlash = !0, preDotState = 0;
        for (let i = path.length - 1; i >= 0; --i) {
          let char = path[i];
          if (char === "/") {
            if (!matchedSlash) {
              startPart = i + 1;
              break;
            }
            continue;
          }
          end === -1 && (matchedSlash = !1, end = i + 1), char === "." ? startDot === -1 ? startDot = i : preDotState !== 1 && (preDotState = 1) : startDot !== -1 && (preDotState = -1);
        }
        return startDot === -1 || end === -1 || // We saw a non-dot character immediately before the dot
        preDotState === 0 || // The (right-most) trimmed path component is exactly '..'
        preDotState === 1 && startDot === end - 1 && startDot === startPart + 1 ? "" : path.slice(startDot, end);
      },
      format: _format.bind(null, "/"),
      /**
       * @param {string} path
       * @returns {{
       *   dir: string;
       *   root: string;
       *   base: string;
       *   name: string;
       *   ext: string;
       *   }}
       */
      parse(path) {
        validateString(path, "path");
        let ret = { root: "", dir: "", base: "", ext: "", name: "" };
        if (path.length === 0)
          return ret;
        let isAbsolute = path.charCodeAt(0) === 47, start;
        isAbsolute ? (ret.root = "/", start = 1) : start = 0;
        let startDot = -1, startPart = 0, end = -1, matchedSlash = !0, i = path.length - 1, preDotState = 0;
        for (; i >= start; --i) {
          let code = path.charCodeAt(i);
          if (code === 47) {
            if (!matchedSlash) {
              startPart = i + 1;
              break;
            }
            continue;
          }
          end === -1 && (matchedSlash = !1, end = i + 1), code === 46 ? startDot === -1 ? startDot = i : preDotState !== 1 && (preDotState = 1) : startDot !== -1 && (preDotState = -1);
        }
        if (end !== -1) {
          let start2 = startPart === 0 && isAbsolute ? 1 : startPart;
          startDot === -1 || // We saw a non-dot character immediately before the dot
          preDotState === 0 || // The (right-most) trimmed path component is exactly '..'
          preDotState === 1 && startDot === end - 1 && startDot === startPart + 1 ? ret.base = ret.name = path.slice(start2, end) : (ret.name = path.slice(start2, startDot), ret.base = path.slice(start2, end), ret.ext = path.slice(startDot, end));
        }
        return startPart > 0 ? ret.dir = path.slice(0, startPart - 1) : isAbsolute && (ret.dir = "/"), ret;
      },
      sep: "/",
      delimiter: ":",
      win32: null,
      posix: null
    };
    posix.win32 = win322.win32 = win322;
    posix.posix = win322.posix = posix;
    win322._makeLong = win322.toNamespacedPath;
    posix._makeLong = posix.toNamespacedPath;
    module2.exports = posix;
  }
});

// src/shared/path_checks.js
var require_path_checks = __commonJS({
  "src/shared/path_checks.js"(exports2, module2) {
    "use strict";
    var { validateString, validateObject } = require("internal/errors");
    module2.exports = function(side) {
      for (let name of ["normalize", "isAbsolute", "dirname", "extname", "parse"]) {
        let { [name]: original } = side;
        side[name] = { [name](path) {
          return validateString(path, "path"), original.call(side, path);
        } }[name];
      }
      let { basename, join, resolve, relative } = side;
      side.basename = function(path, suffix) {
        return suffix !== void 0 && validateString(suffix, "suffix"), validateString(path, "path"), basename.call(side, path, suffix);
      }, side.join = function(...args) {
        return args.forEach((arg) => validateString(arg, "path")), join.apply(side, args);
      }, side.resolve = function(...args) {
        return args.forEach((arg, i) => validateString(arg, `paths[${i}]`)), resolve.apply(side, args);
      }, side.relative = function(from, to) {
        return validateString(from, "from"), validateString(to, "to"), relative.call(side, from, to);
      }, side.format = function(object) {
        validateObject(object, "pathObject");
        let dir = object.dir || object.root, ext = object.ext ? `${object.ext[0] === "." ? "" : "."}${object.ext}` : "", base = object.base || `${object.name || ""}${ext}`;
        return dir ? dir === object.root ? `${dir}${base}` : `${dir}${side.sep}${base}` : base;
      };
    };
    module2.exports.named = function(side) {
      for (let name of ["basename", "join", "resolve", "relative", "format", "normalize", "toNamespacedPath"]) Object.defineProperty(side[name], "name", { value: name });
      side._makeLong = side.toNamespacedPath;
    };
  }
});

// src/node/path_win32.js
var { win32 } = require_path_browserify_win32(), withChecks = require_path_checks();
withChecks(win32);
var { normalize, toNamespacedPath } = win32;
win32.normalize = function(path) {
  let text = normalize(path);
  return !path.includes(":") || /^[A-Za-z]:/.test(path) || /^[\\/]/.test(path) ? text : /^[A-Za-z]:/.test(text) || /:([\\/]|$)/.test(path) ? `.\\${text}` : text;
};
win32.toNamespacedPath = function(path) {
  return typeof path == "string" ? toNamespacedPath.call(win32, path) : path;
};
withChecks.named(win32);
Object.assign(win32, { win32, posix: require("path") });
module.exports = win32;
