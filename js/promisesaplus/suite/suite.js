(() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __getOwnPropSymbols = Object.getOwnPropertySymbols;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __propIsEnum = Object.prototype.propertyIsEnumerable;
  var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
  var __spreadValues = (a, b) => {
    for (var prop in b || (b = {}))
      if (__hasOwnProp.call(b, prop))
        __defNormalProp(a, prop, b[prop]);
    if (__getOwnPropSymbols)
      for (var prop of __getOwnPropSymbols(b)) {
        if (__propIsEnum.call(b, prop))
          __defNormalProp(a, prop, b[prop]);
      }
    return a;
  };
  var __commonJS = (cb, mod) => function __require() {
    try {
      return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
    } catch (e) {
      throw mod = 0, e;
    }
  };

  // assert.js
  var require_assert = __commonJS({
    "assert.js"(exports2, module2) {
      var assert = (value, message) => {
        if (!value) throw new Error(message || "assertion failed: " + value);
      };
      assert.strictEqual = (a, b, message) => {
        if (!Object.is(a, b)) throw new Error(message || String(a) + " is not " + String(b));
      };
      assert.notStrictEqual = (a, b, message) => {
        if (Object.is(a, b)) throw new Error(message || String(a) + " is what it must not be");
      };
      module2.exports = assert;
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/helpers/testThreeCases.js
  var require_testThreeCases = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/helpers/testThreeCases.js"(exports2) {
      "use strict";
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      exports2.testFulfilled = function(value, test) {
        specify("already-fulfilled", function(done) {
          test(resolved(value), done);
        });
        specify("immediately-fulfilled", function(done) {
          var d = deferred();
          test(d.promise, done);
          d.resolve(value);
        });
        specify("eventually-fulfilled", function(done) {
          var d = deferred();
          test(d.promise, done);
          setTimeout(function() {
            d.resolve(value);
          }, 50);
        });
      };
      exports2.testRejected = function(reason, test) {
        specify("already-rejected", function(done) {
          test(rejected(reason), done);
        });
        specify("immediately-rejected", function(done) {
          var d = deferred();
          test(d.promise, done);
          d.reject(reason);
        });
        specify("eventually-rejected", function(done) {
          var d = deferred();
          test(d.promise, done);
          setTimeout(function() {
            d.reject(reason);
          }, 50);
        });
      };
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.1.2.js
  var require__ = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.1.2.js"() {
      "use strict";
      var assert = require_assert();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var adapter = globalThis.adapter;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      describe("2.1.2.1: When fulfilled, a promise: must not transition to any other state.", function() {
        testFulfilled(dummy, function(promise, done) {
          var onFulfilledCalled = false;
          promise.then(function onFulfilled() {
            onFulfilledCalled = true;
          }, function onRejected() {
            assert.strictEqual(onFulfilledCalled, false);
            done();
          });
          setTimeout(done, 100);
        });
        specify("trying to fulfill then immediately reject", function(done) {
          var d = deferred();
          var onFulfilledCalled = false;
          d.promise.then(function onFulfilled() {
            onFulfilledCalled = true;
          }, function onRejected() {
            assert.strictEqual(onFulfilledCalled, false);
            done();
          });
          d.resolve(dummy);
          d.reject(dummy);
          setTimeout(done, 100);
        });
        specify("trying to fulfill then reject, delayed", function(done) {
          var d = deferred();
          var onFulfilledCalled = false;
          d.promise.then(function onFulfilled() {
            onFulfilledCalled = true;
          }, function onRejected() {
            assert.strictEqual(onFulfilledCalled, false);
            done();
          });
          setTimeout(function() {
            d.resolve(dummy);
            d.reject(dummy);
          }, 50);
          setTimeout(done, 100);
        });
        specify("trying to fulfill immediately then reject delayed", function(done) {
          var d = deferred();
          var onFulfilledCalled = false;
          d.promise.then(function onFulfilled() {
            onFulfilledCalled = true;
          }, function onRejected() {
            assert.strictEqual(onFulfilledCalled, false);
            done();
          });
          d.resolve(dummy);
          setTimeout(function() {
            d.reject(dummy);
          }, 50);
          setTimeout(done, 100);
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.1.3.js
  var require__2 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.1.3.js"() {
      "use strict";
      var assert = require_assert();
      var testRejected = require_testThreeCases().testRejected;
      var adapter = globalThis.adapter;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      describe("2.1.3.1: When rejected, a promise: must not transition to any other state.", function() {
        testRejected(dummy, function(promise, done) {
          var onRejectedCalled = false;
          promise.then(function onFulfilled() {
            assert.strictEqual(onRejectedCalled, false);
            done();
          }, function onRejected() {
            onRejectedCalled = true;
          });
          setTimeout(done, 100);
        });
        specify("trying to reject then immediately fulfill", function(done) {
          var d = deferred();
          var onRejectedCalled = false;
          d.promise.then(function onFulfilled() {
            assert.strictEqual(onRejectedCalled, false);
            done();
          }, function onRejected() {
            onRejectedCalled = true;
          });
          d.reject(dummy);
          d.resolve(dummy);
          setTimeout(done, 100);
        });
        specify("trying to reject then fulfill, delayed", function(done) {
          var d = deferred();
          var onRejectedCalled = false;
          d.promise.then(function onFulfilled() {
            assert.strictEqual(onRejectedCalled, false);
            done();
          }, function onRejected() {
            onRejectedCalled = true;
          });
          setTimeout(function() {
            d.reject(dummy);
            d.resolve(dummy);
          }, 50);
          setTimeout(done, 100);
        });
        specify("trying to reject immediately then fulfill delayed", function(done) {
          var d = deferred();
          var onRejectedCalled = false;
          d.promise.then(function onFulfilled() {
            assert.strictEqual(onRejectedCalled, false);
            done();
          }, function onRejected() {
            onRejectedCalled = true;
          });
          d.reject(dummy);
          setTimeout(function() {
            d.resolve(dummy);
          }, 50);
          setTimeout(done, 100);
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.1.js
  var require__3 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.1.js"() {
      "use strict";
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var dummy = { dummy: "dummy" };
      describe("2.2.1: Both `onFulfilled` and `onRejected` are optional arguments.", function() {
        describe("2.2.1.1: If `onFulfilled` is not a function, it must be ignored.", function() {
          describe("applied to a directly-rejected promise", function() {
            function testNonFunction(nonFunction, stringRepresentation) {
              specify("`onFulfilled` is " + stringRepresentation, function(done) {
                rejected(dummy).then(nonFunction, function() {
                  done();
                });
              });
            }
            testNonFunction(void 0, "`undefined`");
            testNonFunction(null, "`null`");
            testNonFunction(false, "`false`");
            testNonFunction(5, "`5`");
            testNonFunction({}, "an object");
          });
          describe("applied to a promise rejected and then chained off of", function() {
            function testNonFunction(nonFunction, stringRepresentation) {
              specify("`onFulfilled` is " + stringRepresentation, function(done) {
                rejected(dummy).then(function() {
                }, void 0).then(nonFunction, function() {
                  done();
                });
              });
            }
            testNonFunction(void 0, "`undefined`");
            testNonFunction(null, "`null`");
            testNonFunction(false, "`false`");
            testNonFunction(5, "`5`");
            testNonFunction({}, "an object");
          });
        });
        describe("2.2.1.2: If `onRejected` is not a function, it must be ignored.", function() {
          describe("applied to a directly-fulfilled promise", function() {
            function testNonFunction(nonFunction, stringRepresentation) {
              specify("`onRejected` is " + stringRepresentation, function(done) {
                resolved(dummy).then(function() {
                  done();
                }, nonFunction);
              });
            }
            testNonFunction(void 0, "`undefined`");
            testNonFunction(null, "`null`");
            testNonFunction(false, "`false`");
            testNonFunction(5, "`5`");
            testNonFunction({}, "an object");
          });
          describe("applied to a promise fulfilled and then chained off of", function() {
            function testNonFunction(nonFunction, stringRepresentation) {
              specify("`onFulfilled` is " + stringRepresentation, function(done) {
                resolved(dummy).then(void 0, function() {
                }).then(function() {
                  done();
                }, nonFunction);
              });
            }
            testNonFunction(void 0, "`undefined`");
            testNonFunction(null, "`null`");
            testNonFunction(false, "`false`");
            testNonFunction(5, "`5`");
            testNonFunction({}, "an object");
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.2.js
  var require__4 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.2.js"() {
      "use strict";
      var assert = require_assert();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      var sentinel = { sentinel: "sentinel" };
      describe("2.2.2: If `onFulfilled` is a function,", function() {
        describe("2.2.2.1: it must be called after `promise` is fulfilled, with `promise`\u2019s fulfillment value as its first argument.", function() {
          testFulfilled(sentinel, function(promise, done) {
            promise.then(function onFulfilled(value) {
              assert.strictEqual(value, sentinel);
              done();
            });
          });
        });
        describe("2.2.2.2: it must not be called before `promise` is fulfilled", function() {
          specify("fulfilled after a delay", function(done) {
            var d = deferred();
            var isFulfilled = false;
            d.promise.then(function onFulfilled() {
              assert.strictEqual(isFulfilled, true);
              done();
            });
            setTimeout(function() {
              d.resolve(dummy);
              isFulfilled = true;
            }, 50);
          });
          specify("never fulfilled", function(done) {
            var d = deferred();
            var onFulfilledCalled = false;
            d.promise.then(function onFulfilled() {
              onFulfilledCalled = true;
              done();
            });
            setTimeout(function() {
              assert.strictEqual(onFulfilledCalled, false);
              done();
            }, 150);
          });
        });
        describe("2.2.2.3: it must not be called more than once.", function() {
          specify("already-fulfilled", function(done) {
            var timesCalled = 0;
            resolved(dummy).then(function onFulfilled() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
          });
          specify("trying to fulfill a pending promise more than once, immediately", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            d.resolve(dummy);
            d.resolve(dummy);
          });
          specify("trying to fulfill a pending promise more than once, delayed", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            setTimeout(function() {
              d.resolve(dummy);
              d.resolve(dummy);
            }, 50);
          });
          specify("trying to fulfill a pending promise more than once, immediately then delayed", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            d.resolve(dummy);
            setTimeout(function() {
              d.resolve(dummy);
            }, 50);
          });
          specify("when multiple `then` calls are made, spaced apart in time", function(done) {
            var d = deferred();
            var timesCalled = [0, 0, 0];
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled[0], 1);
            });
            setTimeout(function() {
              d.promise.then(function onFulfilled() {
                assert.strictEqual(++timesCalled[1], 1);
              });
            }, 50);
            setTimeout(function() {
              d.promise.then(function onFulfilled() {
                assert.strictEqual(++timesCalled[2], 1);
                done();
              });
            }, 100);
            setTimeout(function() {
              d.resolve(dummy);
            }, 150);
          });
          specify("when `then` is interleaved with fulfillment", function(done) {
            var d = deferred();
            var timesCalled = [0, 0];
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled[0], 1);
            });
            d.resolve(dummy);
            d.promise.then(function onFulfilled() {
              assert.strictEqual(++timesCalled[1], 1);
              done();
            });
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.3.js
  var require__5 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.3.js"() {
      "use strict";
      var assert = require_assert();
      var testRejected = require_testThreeCases().testRejected;
      var adapter = globalThis.adapter;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      var sentinel = { sentinel: "sentinel" };
      describe("2.2.3: If `onRejected` is a function,", function() {
        describe("2.2.3.1: it must be called after `promise` is rejected, with `promise`\u2019s rejection reason as its first argument.", function() {
          testRejected(sentinel, function(promise, done) {
            promise.then(null, function onRejected(reason) {
              assert.strictEqual(reason, sentinel);
              done();
            });
          });
        });
        describe("2.2.3.2: it must not be called before `promise` is rejected", function() {
          specify("rejected after a delay", function(done) {
            var d = deferred();
            var isRejected = false;
            d.promise.then(null, function onRejected() {
              assert.strictEqual(isRejected, true);
              done();
            });
            setTimeout(function() {
              d.reject(dummy);
              isRejected = true;
            }, 50);
          });
          specify("never rejected", function(done) {
            var d = deferred();
            var onRejectedCalled = false;
            d.promise.then(null, function onRejected() {
              onRejectedCalled = true;
              done();
            });
            setTimeout(function() {
              assert.strictEqual(onRejectedCalled, false);
              done();
            }, 150);
          });
        });
        describe("2.2.3.3: it must not be called more than once.", function() {
          specify("already-rejected", function(done) {
            var timesCalled = 0;
            rejected(dummy).then(null, function onRejected() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
          });
          specify("trying to reject a pending promise more than once, immediately", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            d.reject(dummy);
            d.reject(dummy);
          });
          specify("trying to reject a pending promise more than once, delayed", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            setTimeout(function() {
              d.reject(dummy);
              d.reject(dummy);
            }, 50);
          });
          specify("trying to reject a pending promise more than once, immediately then delayed", function(done) {
            var d = deferred();
            var timesCalled = 0;
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled, 1);
              done();
            });
            d.reject(dummy);
            setTimeout(function() {
              d.reject(dummy);
            }, 50);
          });
          specify("when multiple `then` calls are made, spaced apart in time", function(done) {
            var d = deferred();
            var timesCalled = [0, 0, 0];
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled[0], 1);
            });
            setTimeout(function() {
              d.promise.then(null, function onRejected() {
                assert.strictEqual(++timesCalled[1], 1);
              });
            }, 50);
            setTimeout(function() {
              d.promise.then(null, function onRejected() {
                assert.strictEqual(++timesCalled[2], 1);
                done();
              });
            }, 100);
            setTimeout(function() {
              d.reject(dummy);
            }, 150);
          });
          specify("when `then` is interleaved with rejection", function(done) {
            var d = deferred();
            var timesCalled = [0, 0];
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled[0], 1);
            });
            d.reject(dummy);
            d.promise.then(null, function onRejected() {
              assert.strictEqual(++timesCalled[1], 1);
              done();
            });
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.4.js
  var require__6 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.4.js"() {
      "use strict";
      var assert = require_assert();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var testRejected = require_testThreeCases().testRejected;
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      describe("2.2.4: `onFulfilled` or `onRejected` must not be called until the execution context stack contains only platform code.", function() {
        describe("`then` returns before the promise becomes fulfilled or rejected", function() {
          testFulfilled(dummy, function(promise, done) {
            var thenHasReturned = false;
            promise.then(function onFulfilled() {
              assert.strictEqual(thenHasReturned, true);
              done();
            });
            thenHasReturned = true;
          });
          testRejected(dummy, function(promise, done) {
            var thenHasReturned = false;
            promise.then(null, function onRejected() {
              assert.strictEqual(thenHasReturned, true);
              done();
            });
            thenHasReturned = true;
          });
        });
        describe("Clean-stack execution ordering tests (fulfillment case)", function() {
          specify(
            "when `onFulfilled` is added immediately before the promise is fulfilled",
            function() {
              var d = deferred();
              var onFulfilledCalled = false;
              d.promise.then(function onFulfilled() {
                onFulfilledCalled = true;
              });
              d.resolve(dummy);
              assert.strictEqual(onFulfilledCalled, false);
            }
          );
          specify(
            "when `onFulfilled` is added immediately after the promise is fulfilled",
            function() {
              var d = deferred();
              var onFulfilledCalled = false;
              d.resolve(dummy);
              d.promise.then(function onFulfilled() {
                onFulfilledCalled = true;
              });
              assert.strictEqual(onFulfilledCalled, false);
            }
          );
          specify("when one `onFulfilled` is added inside another `onFulfilled`", function(done) {
            var promise = resolved();
            var firstOnFulfilledFinished = false;
            promise.then(function() {
              promise.then(function() {
                assert.strictEqual(firstOnFulfilledFinished, true);
                done();
              });
              firstOnFulfilledFinished = true;
            });
          });
          specify("when `onFulfilled` is added inside an `onRejected`", function(done) {
            var promise = rejected();
            var promise2 = resolved();
            var firstOnRejectedFinished = false;
            promise.then(null, function() {
              promise2.then(function() {
                assert.strictEqual(firstOnRejectedFinished, true);
                done();
              });
              firstOnRejectedFinished = true;
            });
          });
          specify("when the promise is fulfilled asynchronously", function(done) {
            var d = deferred();
            var firstStackFinished = false;
            setTimeout(function() {
              d.resolve(dummy);
              firstStackFinished = true;
            }, 0);
            d.promise.then(function() {
              assert.strictEqual(firstStackFinished, true);
              done();
            });
          });
        });
        describe("Clean-stack execution ordering tests (rejection case)", function() {
          specify(
            "when `onRejected` is added immediately before the promise is rejected",
            function() {
              var d = deferred();
              var onRejectedCalled = false;
              d.promise.then(null, function onRejected() {
                onRejectedCalled = true;
              });
              d.reject(dummy);
              assert.strictEqual(onRejectedCalled, false);
            }
          );
          specify(
            "when `onRejected` is added immediately after the promise is rejected",
            function() {
              var d = deferred();
              var onRejectedCalled = false;
              d.reject(dummy);
              d.promise.then(null, function onRejected() {
                onRejectedCalled = true;
              });
              assert.strictEqual(onRejectedCalled, false);
            }
          );
          specify("when `onRejected` is added inside an `onFulfilled`", function(done) {
            var promise = resolved();
            var promise2 = rejected();
            var firstOnFulfilledFinished = false;
            promise.then(function() {
              promise2.then(null, function() {
                assert.strictEqual(firstOnFulfilledFinished, true);
                done();
              });
              firstOnFulfilledFinished = true;
            });
          });
          specify("when one `onRejected` is added inside another `onRejected`", function(done) {
            var promise = rejected();
            var firstOnRejectedFinished = false;
            promise.then(null, function() {
              promise.then(null, function() {
                assert.strictEqual(firstOnRejectedFinished, true);
                done();
              });
              firstOnRejectedFinished = true;
            });
          });
          specify("when the promise is rejected asynchronously", function(done) {
            var d = deferred();
            var firstStackFinished = false;
            setTimeout(function() {
              d.reject(dummy);
              firstStackFinished = true;
            }, 0);
            d.promise.then(null, function() {
              assert.strictEqual(firstStackFinished, true);
              done();
            });
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.5.js
  var require__7 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.5.js"() {
      var assert = require_assert();
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var dummy = { dummy: "dummy" };
      describe("2.2.5 `onFulfilled` and `onRejected` must be called as functions (i.e. with no `this` value).", function() {
        describe("strict mode", function() {
          specify("fulfilled", function(done) {
            resolved(dummy).then(function onFulfilled() {
              "use strict";
              assert.strictEqual(this, void 0);
              done();
            });
          });
          specify("rejected", function(done) {
            rejected(dummy).then(null, function onRejected() {
              "use strict";
              assert.strictEqual(this, void 0);
              done();
            });
          });
        });
        describe("sloppy mode", function() {
          specify("fulfilled", function(done) {
            resolved(dummy).then(function onFulfilled() {
              assert.strictEqual(this, globalThis);
              done();
            });
          });
          specify("rejected", function(done) {
            rejected(dummy).then(null, function onRejected() {
              assert.strictEqual(this, globalThis);
              done();
            });
          });
        });
      });
    }
  });

  // node_modules/sinon/lib/sinon.js
  var require_sinon = __commonJS({
    "node_modules/sinon/lib/sinon.js"(exports, module) {
      var root = {};
      (function(module, exports, require, define) {
        (function(root2, factory) {
          "use strict";
          if (typeof define === "function" && define.amd) {
            define("sinon", [], function() {
              return root2.sinon = factory();
            });
          } else if (typeof exports === "object") {
            module.exports = factory();
          } else {
            root2.sinon = factory();
          }
        })(this, function() {
          "use strict";
          var samsam, formatio, lolex;
          (function() {
            function define(mod, deps, fn) {
              if (mod == "samsam") {
                samsam = deps();
              } else if (typeof deps === "function" && mod.length === 0) {
                lolex = deps();
              } else if (typeof fn === "function") {
                formatio = fn(samsam);
              }
            }
            define.amd = {};
            (typeof define === "function" && define.amd && function(m) {
              define("samsam", m);
            } || typeof module === "object" && function(m) {
              module.exports = m();
            } || // Node
            function(m) {
              this.samsam = m();
            })(function() {
              var o = Object.prototype;
              var div = typeof document !== "undefined" && document.createElement("div");
              function isNaN2(value) {
                var val = value;
                return typeof value === "number" && value !== val;
              }
              function getClass(value) {
                return o.toString.call(value).split(/[ \]]/)[1];
              }
              function isArguments(object) {
                if (getClass(object) === "Arguments") {
                  return true;
                }
                if (typeof object !== "object" || typeof object.length !== "number" || getClass(object) === "Array") {
                  return false;
                }
                if (typeof object.callee == "function") {
                  return true;
                }
                try {
                  object[object.length] = 6;
                  delete object[object.length];
                } catch (e) {
                  return true;
                }
                return false;
              }
              function isElement(object) {
                if (!object || object.nodeType !== 1 || !div) {
                  return false;
                }
                try {
                  object.appendChild(div);
                  object.removeChild(div);
                } catch (e) {
                  return false;
                }
                return true;
              }
              function keys2(object) {
                var ks = [], prop;
                for (prop in object) {
                  if (o.hasOwnProperty.call(object, prop)) {
                    ks.push(prop);
                  }
                }
                return ks;
              }
              function isDate(value) {
                return typeof value.getTime == "function" && value.getTime() == value.valueOf();
              }
              function isNegZero(value) {
                return value === 0 && 1 / value === -Infinity;
              }
              function identical(obj1, obj2) {
                if (obj1 === obj2 || isNaN2(obj1) && isNaN2(obj2)) {
                  return obj1 !== 0 || isNegZero(obj1) === isNegZero(obj2);
                }
              }
              function deepEqualCyclic(obj1, obj2) {
                var objects1 = [], objects2 = [], paths1 = [], paths2 = [], compared = {};
                function isObject(value) {
                  if (typeof value === "object" && value !== null && !(value instanceof Boolean) && !(value instanceof Date) && !(value instanceof Number) && !(value instanceof RegExp) && !(value instanceof String)) {
                    return true;
                  }
                  return false;
                }
                function getIndex(objects, obj) {
                  var i;
                  for (i = 0; i < objects.length; i++) {
                    if (objects[i] === obj) {
                      return i;
                    }
                  }
                  return -1;
                }
                return (function deepEqual(obj12, obj22, path1, path2) {
                  var type1 = typeof obj12;
                  var type2 = typeof obj22;
                  if (obj12 === obj22 || isNaN2(obj12) || isNaN2(obj22) || obj12 == null || obj22 == null || type1 !== "object" || type2 !== "object") {
                    return identical(obj12, obj22);
                  }
                  if (isElement(obj12) || isElement(obj22)) {
                    return false;
                  }
                  var isDate1 = isDate(obj12), isDate2 = isDate(obj22);
                  if (isDate1 || isDate2) {
                    if (!isDate1 || !isDate2 || obj12.getTime() !== obj22.getTime()) {
                      return false;
                    }
                  }
                  if (obj12 instanceof RegExp && obj22 instanceof RegExp) {
                    if (obj12.toString() !== obj22.toString()) {
                      return false;
                    }
                  }
                  var class1 = getClass(obj12);
                  var class2 = getClass(obj22);
                  var keys1 = keys2(obj12);
                  var keys22 = keys2(obj22);
                  if (isArguments(obj12) || isArguments(obj22)) {
                    if (obj12.length !== obj22.length) {
                      return false;
                    }
                  } else {
                    if (type1 !== type2 || class1 !== class2 || keys1.length !== keys22.length) {
                      return false;
                    }
                  }
                  var key, i, l, value1, value2, isObject1, isObject2, index1, index2, newPath1, newPath2;
                  for (i = 0, l = keys1.length; i < l; i++) {
                    key = keys1[i];
                    if (!o.hasOwnProperty.call(obj22, key)) {
                      return false;
                    }
                    value1 = obj12[key];
                    value2 = obj22[key];
                    isObject1 = isObject(value1);
                    isObject2 = isObject(value2);
                    index1 = isObject1 ? getIndex(objects1, value1) : -1;
                    index2 = isObject2 ? getIndex(objects2, value2) : -1;
                    newPath1 = index1 !== -1 ? paths1[index1] : path1 + "[" + JSON.stringify(key) + "]";
                    newPath2 = index2 !== -1 ? paths2[index2] : path2 + "[" + JSON.stringify(key) + "]";
                    if (compared[newPath1 + newPath2]) {
                      return true;
                    }
                    if (index1 === -1 && isObject1) {
                      objects1.push(value1);
                      paths1.push(newPath1);
                    }
                    if (index2 === -1 && isObject2) {
                      objects2.push(value2);
                      paths2.push(newPath2);
                    }
                    if (isObject1 && isObject2) {
                      compared[newPath1 + newPath2] = true;
                    }
                    if (!deepEqual(value1, value2, newPath1, newPath2)) {
                      return false;
                    }
                  }
                  return true;
                })(obj1, obj2, "$1", "$2");
              }
              var match;
              function arrayContains(array, subset) {
                if (subset.length === 0) {
                  return true;
                }
                var i, l, j, k;
                for (i = 0, l = array.length; i < l; ++i) {
                  if (match(array[i], subset[0])) {
                    for (j = 0, k = subset.length; j < k; ++j) {
                      if (!match(array[i + j], subset[j])) {
                        return false;
                      }
                    }
                    return true;
                  }
                }
                return false;
              }
              match = function match2(object, matcher) {
                if (matcher && typeof matcher.test === "function") {
                  return matcher.test(object);
                }
                if (typeof matcher === "function") {
                  return matcher(object) === true;
                }
                if (typeof matcher === "string") {
                  matcher = matcher.toLowerCase();
                  var notNull = typeof object === "string" || !!object;
                  return notNull && String(object).toLowerCase().indexOf(matcher) >= 0;
                }
                if (typeof matcher === "number") {
                  return matcher === object;
                }
                if (typeof matcher === "boolean") {
                  return matcher === object;
                }
                if (typeof matcher === "undefined") {
                  return typeof object === "undefined";
                }
                if (matcher === null) {
                  return object === null;
                }
                if (getClass(object) === "Array" && getClass(matcher) === "Array") {
                  return arrayContains(object, matcher);
                }
                if (matcher && typeof matcher === "object") {
                  if (matcher === object) {
                    return true;
                  }
                  var prop;
                  for (prop in matcher) {
                    var value = object[prop];
                    if (typeof value === "undefined" && typeof object.getAttribute === "function") {
                      value = object.getAttribute(prop);
                    }
                    if (matcher[prop] === null || typeof matcher[prop] === "undefined") {
                      if (value !== matcher[prop]) {
                        return false;
                      }
                    } else if (typeof value === "undefined" || !match2(value, matcher[prop])) {
                      return false;
                    }
                  }
                  return true;
                }
                throw new Error("Matcher was not a string, a number, a function, a boolean or an object");
              };
              return {
                isArguments,
                isElement,
                isDate,
                isNegZero,
                identical,
                deepEqual: deepEqualCyclic,
                match,
                keys: keys2
              };
            });
            (typeof define === "function" && define.amd && function(m) {
              define("formatio", ["samsam"], m);
            } || typeof module === "object" && function(m) {
              module.exports = m(require("samsam"));
            } || function(m) {
              this.formatio = m(this.samsam);
            })(function(samsam2) {
              var formatio2 = {
                excludeConstructors: ["Object", /^.$/],
                quoteStrings: true,
                limitChildrenCount: 0
              };
              var hasOwn = Object.prototype.hasOwnProperty;
              var specialObjects = [];
              if (typeof globalThis !== "undefined") {
                specialObjects.push({ object: globalThis, value: "[object global]" });
              }
              if (typeof document !== "undefined") {
                specialObjects.push({
                  object: document,
                  value: "[object HTMLDocument]"
                });
              }
              if (typeof window !== "undefined") {
                specialObjects.push({ object: window, value: "[object Window]" });
              }
              function functionName(func2) {
                if (!func2) {
                  return "";
                }
                if (func2.displayName) {
                  return func2.displayName;
                }
                if (func2.name) {
                  return func2.name;
                }
                var matches = func2.toString().match(/function\s+([^\(]+)/m);
                return matches && matches[1] || "";
              }
              function constructorName(f, object) {
                var name = functionName(object && object.constructor);
                var excludes = f.excludeConstructors || formatio2.excludeConstructors || [];
                var i, l;
                for (i = 0, l = excludes.length; i < l; ++i) {
                  if (typeof excludes[i] === "string" && excludes[i] === name) {
                    return "";
                  } else if (excludes[i].test && excludes[i].test(name)) {
                    return "";
                  }
                }
                return name;
              }
              function isCircular(object, objects) {
                if (typeof object !== "object") {
                  return false;
                }
                var i, l;
                for (i = 0, l = objects.length; i < l; ++i) {
                  if (objects[i] === object) {
                    return true;
                  }
                }
                return false;
              }
              function ascii(f, object, processed, indent) {
                if (typeof object === "string") {
                  var qs = f.quoteStrings;
                  var quote = typeof qs !== "boolean" || qs;
                  return processed || quote ? '"' + object + '"' : object;
                }
                if (typeof object === "function" && !(object instanceof RegExp)) {
                  return ascii.func(object);
                }
                processed = processed || [];
                if (isCircular(object, processed)) {
                  return "[Circular]";
                }
                if (Object.prototype.toString.call(object) === "[object Array]") {
                  return ascii.array.call(f, object, processed);
                }
                if (!object) {
                  return String(1 / object === -Infinity ? "-0" : object);
                }
                if (samsam2.isElement(object)) {
                  return ascii.element(object);
                }
                if (typeof object.toString === "function" && object.toString !== Object.prototype.toString) {
                  return object.toString();
                }
                var i, l;
                for (i = 0, l = specialObjects.length; i < l; i++) {
                  if (object === specialObjects[i].object) {
                    return specialObjects[i].value;
                  }
                }
                return ascii.object.call(f, object, processed, indent);
              }
              ascii.func = function(func2) {
                return "function " + functionName(func2) + "() {}";
              };
              ascii.array = function(array, processed) {
                processed = processed || [];
                processed.push(array);
                var pieces = [];
                var i, l;
                l = this.limitChildrenCount > 0 ? Math.min(this.limitChildrenCount, array.length) : array.length;
                for (i = 0; i < l; ++i) {
                  pieces.push(ascii(this, array[i], processed));
                }
                if (l < array.length)
                  pieces.push("[... " + (array.length - l) + " more elements]");
                return "[" + pieces.join(", ") + "]";
              };
              ascii.object = function(object, processed, indent) {
                processed = processed || [];
                processed.push(object);
                indent = indent || 0;
                var pieces = [], properties = samsam2.keys(object).sort();
                var length = 3;
                var prop, str, obj, i, k, l;
                l = this.limitChildrenCount > 0 ? Math.min(this.limitChildrenCount, properties.length) : properties.length;
                for (i = 0; i < l; ++i) {
                  prop = properties[i];
                  obj = object[prop];
                  if (isCircular(obj, processed)) {
                    str = "[Circular]";
                  } else {
                    str = ascii(this, obj, processed, indent + 2);
                  }
                  str = (/\s/.test(prop) ? '"' + prop + '"' : prop) + ": " + str;
                  length += str.length;
                  pieces.push(str);
                }
                var cons = constructorName(this, object);
                var prefix = cons ? "[" + cons + "] " : "";
                var is = "";
                for (i = 0, k = indent; i < k; ++i) {
                  is += " ";
                }
                if (l < properties.length)
                  pieces.push("[... " + (properties.length - l) + " more elements]");
                if (length + indent > 80) {
                  return prefix + "{\n  " + is + pieces.join(",\n  " + is) + "\n" + is + "}";
                }
                return prefix + "{ " + pieces.join(", ") + " }";
              };
              ascii.element = function(element) {
                var tagName = element.tagName.toLowerCase();
                var attrs = element.attributes, attr, pairs = [], attrName, i, l, val;
                for (i = 0, l = attrs.length; i < l; ++i) {
                  attr = attrs.item(i);
                  attrName = attr.nodeName.toLowerCase().replace("html:", "");
                  val = attr.nodeValue;
                  if (attrName !== "contenteditable" || val !== "inherit") {
                    if (!!val) {
                      pairs.push(attrName + '="' + val + '"');
                    }
                  }
                }
                var formatted = "<" + tagName + (pairs.length > 0 ? " " : "");
                var content = element.innerHTML;
                if (content.length > 20) {
                  content = content.substr(0, 20) + "[...]";
                }
                var res = formatted + pairs.join(" ") + ">" + content + "</" + tagName + ">";
                return res.replace(/ contentEditable="inherit"/, "");
              };
              function Formatio(options) {
                for (var opt in options) {
                  this[opt] = options[opt];
                }
              }
              Formatio.prototype = {
                functionName,
                configure: function(options) {
                  return new Formatio(options);
                },
                constructorName: function(object) {
                  return constructorName(this, object);
                },
                ascii: function(object, processed, indent) {
                  return ascii(this, object, processed, indent);
                }
              };
              return Formatio.prototype;
            });
            !(function(e) {
              if ("object" == typeof exports && "undefined" != typeof module) module.exports = e();
              else if ("function" == typeof define && define.amd) define([], e);
              else {
                var f;
                "undefined" != typeof window ? f = window : "undefined" != typeof globalThis ? f = globalThis : "undefined" != typeof self && (f = self), f.lolex = e();
              }
            })(function() {
              var define, module, exports;
              return (function e(t, n, r) {
                function s(o2, u) {
                  if (!n[o2]) {
                    if (!t[o2]) {
                      var a = typeof require == "function" && require;
                      if (!u && a) return a(o2, true);
                      if (i) return i(o2, true);
                      var f = new Error("Cannot find module '" + o2 + "'");
                      throw f.code = "MODULE_NOT_FOUND", f;
                    }
                    var l = n[o2] = { exports: {} };
                    t[o2][0].call(l.exports, function(e2) {
                      var n2 = t[o2][1][e2];
                      return s(n2 ? n2 : e2);
                    }, l, l.exports, e, t, n, r);
                  }
                  return n[o2].exports;
                }
                var i = typeof require == "function" && require;
                for (var o = 0; o < r.length; o++) s(r[o]);
                return s;
              })({ 1: [function(require, module, exports) {
                (function(global) {
                  /**
                   * @author Christian Johansen (christian@cjohansen.no) and contributors
                   * @license BSD
                   *
                   * Copyright (c) 2010-2014 Christian Johansen
                   */
                  (function(global) {
                    var glbl = global;
                    global.setTimeout = glbl.setTimeout;
                    global.clearTimeout = glbl.clearTimeout;
                    global.setInterval = glbl.setInterval;
                    global.clearInterval = glbl.clearInterval;
                    global.Date = glbl.Date;
                    if ("setImmediate" in global) {
                      global.setImmediate = glbl.setImmediate;
                      global.clearImmediate = glbl.clearImmediate;
                    }
                    var NOOP = function() {
                      return void 0;
                    };
                    var timeoutResult = setTimeout(NOOP, 0);
                    var addTimerReturnsObject = typeof timeoutResult === "object";
                    clearTimeout(timeoutResult);
                    var NativeDate = Date;
                    var uniqueTimerId = 1;
                    function parseTime(str) {
                      if (!str) {
                        return 0;
                      }
                      var strings = str.split(":");
                      var l = strings.length, i = l;
                      var ms = 0, parsed;
                      if (l > 3 || !/^(\d\d:){0,2}\d\d?$/.test(str)) {
                        throw new Error("tick only understands numbers and 'h:m:s'");
                      }
                      while (i--) {
                        parsed = parseInt(strings[i], 10);
                        if (parsed >= 60) {
                          throw new Error("Invalid time " + str);
                        }
                        ms += parsed * Math.pow(60, l - i - 1);
                      }
                      return ms * 1e3;
                    }
                    function getEpoch(epoch) {
                      if (!epoch) {
                        return 0;
                      }
                      if (typeof epoch.getTime === "function") {
                        return epoch.getTime();
                      }
                      if (typeof epoch === "number") {
                        return epoch;
                      }
                      throw new TypeError("now should be milliseconds since UNIX epoch");
                    }
                    function inRange(from, to, timer2) {
                      return timer2 && timer2.callAt >= from && timer2.callAt <= to;
                    }
                    function mirrorDateProperties(target, source) {
                      var prop;
                      for (prop in source) {
                        if (source.hasOwnProperty(prop)) {
                          target[prop] = source[prop];
                        }
                      }
                      if (source.now) {
                        target.now = function now() {
                          return target.clock.now;
                        };
                      } else {
                        delete target.now;
                      }
                      if (source.toSource) {
                        target.toSource = function toSource() {
                          return source.toSource();
                        };
                      } else {
                        delete target.toSource;
                      }
                      target.toString = function toString() {
                        return source.toString();
                      };
                      target.prototype = source.prototype;
                      target.parse = source.parse;
                      target.UTC = source.UTC;
                      target.prototype.toUTCString = source.prototype.toUTCString;
                      return target;
                    }
                    function createDate() {
                      function ClockDate(year, month, date, hour, minute, second, ms) {
                        switch (arguments.length) {
                          case 0:
                            return new NativeDate(ClockDate.clock.now);
                          case 1:
                            return new NativeDate(year);
                          case 2:
                            return new NativeDate(year, month);
                          case 3:
                            return new NativeDate(year, month, date);
                          case 4:
                            return new NativeDate(year, month, date, hour);
                          case 5:
                            return new NativeDate(year, month, date, hour, minute);
                          case 6:
                            return new NativeDate(year, month, date, hour, minute, second);
                          default:
                            return new NativeDate(year, month, date, hour, minute, second, ms);
                        }
                      }
                      return mirrorDateProperties(ClockDate, NativeDate);
                    }
                    function addTimer(clock2, timer2) {
                      if (timer2.func === void 0) {
                        throw new Error("Callback must be provided to timer calls");
                      }
                      if (!clock2.timers) {
                        clock2.timers = {};
                      }
                      timer2.id = uniqueTimerId++;
                      timer2.createdAt = clock2.now;
                      timer2.callAt = clock2.now + (timer2.delay || (clock2.duringTick ? 1 : 0));
                      clock2.timers[timer2.id] = timer2;
                      if (addTimerReturnsObject) {
                        return {
                          id: timer2.id,
                          ref: NOOP,
                          unref: NOOP
                        };
                      }
                      return timer2.id;
                    }
                    function compareTimers(a, b) {
                      if (a.callAt < b.callAt) {
                        return -1;
                      }
                      if (a.callAt > b.callAt) {
                        return 1;
                      }
                      if (a.immediate && !b.immediate) {
                        return -1;
                      }
                      if (!a.immediate && b.immediate) {
                        return 1;
                      }
                      if (a.createdAt < b.createdAt) {
                        return -1;
                      }
                      if (a.createdAt > b.createdAt) {
                        return 1;
                      }
                      if (a.id < b.id) {
                        return -1;
                      }
                      if (a.id > b.id) {
                        return 1;
                      }
                    }
                    function firstTimerInRange(clock2, from, to) {
                      var timers2 = clock2.timers, timer2 = null, id, isInRange;
                      for (id in timers2) {
                        if (timers2.hasOwnProperty(id)) {
                          isInRange = inRange(from, to, timers2[id]);
                          if (isInRange && (!timer2 || compareTimers(timer2, timers2[id]) === 1)) {
                            timer2 = timers2[id];
                          }
                        }
                      }
                      return timer2;
                    }
                    function callTimer(clock, timer) {
                      var exception;
                      if (typeof timer.interval === "number") {
                        clock.timers[timer.id].callAt += timer.interval;
                      } else {
                        delete clock.timers[timer.id];
                      }
                      try {
                        if (typeof timer.func === "function") {
                          timer.func.apply(null, timer.args);
                        } else {
                          eval(timer.func);
                        }
                      } catch (e) {
                        exception = e;
                      }
                      if (!clock.timers[timer.id]) {
                        if (exception) {
                          throw exception;
                        }
                        return;
                      }
                      if (exception) {
                        throw exception;
                      }
                    }
                    function timerType(timer2) {
                      if (timer2.immediate) {
                        return "Immediate";
                      } else if (typeof timer2.interval !== "undefined") {
                        return "Interval";
                      } else {
                        return "Timeout";
                      }
                    }
                    function clearTimer(clock2, timerId, ttype) {
                      if (!timerId) {
                        return;
                      }
                      if (!clock2.timers) {
                        clock2.timers = [];
                      }
                      if (typeof timerId === "object") {
                        timerId = timerId.id;
                      }
                      if (clock2.timers.hasOwnProperty(timerId)) {
                        var timer2 = clock2.timers[timerId];
                        if (timerType(timer2) === ttype) {
                          delete clock2.timers[timerId];
                        } else {
                          throw new Error("Cannot clear timer: timer created with set" + ttype + "() but cleared with clear" + timerType(timer2) + "()");
                        }
                      }
                    }
                    function uninstall(clock2, target) {
                      var method, i, l;
                      for (i = 0, l = clock2.methods.length; i < l; i++) {
                        method = clock2.methods[i];
                        if (target[method].hadOwnProperty) {
                          target[method] = clock2["_" + method];
                        } else {
                          try {
                            delete target[method];
                          } catch (ignore) {
                          }
                        }
                      }
                      clock2.methods = [];
                    }
                    function hijackMethod(target, method, clock2) {
                      var prop;
                      clock2[method].hadOwnProperty = Object.prototype.hasOwnProperty.call(target, method);
                      clock2["_" + method] = target[method];
                      if (method === "Date") {
                        var date = mirrorDateProperties(clock2[method], target[method]);
                        target[method] = date;
                      } else {
                        target[method] = function() {
                          return clock2[method].apply(clock2, arguments);
                        };
                        for (prop in clock2[method]) {
                          if (clock2[method].hasOwnProperty(prop)) {
                            target[method][prop] = clock2[method][prop];
                          }
                        }
                      }
                      target[method].clock = clock2;
                    }
                    var timers = {
                      setTimeout,
                      clearTimeout,
                      setImmediate: global.setImmediate,
                      clearImmediate: global.clearImmediate,
                      setInterval,
                      clearInterval,
                      Date
                    };
                    var keys = Object.keys || function(obj) {
                      var ks = [], key;
                      for (key in obj) {
                        if (obj.hasOwnProperty(key)) {
                          ks.push(key);
                        }
                      }
                      return ks;
                    };
                    exports.timers = timers;
                    function createClock(now) {
                      var clock2 = {
                        now: getEpoch(now),
                        timeouts: {},
                        Date: createDate()
                      };
                      clock2.Date.clock = clock2;
                      clock2.setTimeout = function setTimeout2(func2, timeout) {
                        return addTimer(clock2, {
                          func: func2,
                          args: Array.prototype.slice.call(arguments, 2),
                          delay: timeout
                        });
                      };
                      clock2.clearTimeout = function clearTimeout2(timerId) {
                        return clearTimer(clock2, timerId, "Timeout");
                      };
                      clock2.setInterval = function setInterval2(func2, timeout) {
                        return addTimer(clock2, {
                          func: func2,
                          args: Array.prototype.slice.call(arguments, 2),
                          delay: timeout,
                          interval: timeout
                        });
                      };
                      clock2.clearInterval = function clearInterval2(timerId) {
                        return clearTimer(clock2, timerId, "Interval");
                      };
                      clock2.setImmediate = function setImmediate2(func2) {
                        return addTimer(clock2, {
                          func: func2,
                          args: Array.prototype.slice.call(arguments, 1),
                          immediate: true
                        });
                      };
                      clock2.clearImmediate = function clearImmediate2(timerId) {
                        return clearTimer(clock2, timerId, "Immediate");
                      };
                      clock2.tick = function tick(ms) {
                        ms = typeof ms === "number" ? ms : parseTime(ms);
                        var tickFrom = clock2.now, tickTo = clock2.now + ms, previous = clock2.now;
                        var timer2 = firstTimerInRange(clock2, tickFrom, tickTo);
                        var oldNow;
                        clock2.duringTick = true;
                        var firstException;
                        while (timer2 && tickFrom <= tickTo) {
                          if (clock2.timers[timer2.id]) {
                            tickFrom = clock2.now = timer2.callAt;
                            try {
                              oldNow = clock2.now;
                              callTimer(clock2, timer2);
                              if (oldNow !== clock2.now) {
                                tickFrom += clock2.now - oldNow;
                                tickTo += clock2.now - oldNow;
                                previous += clock2.now - oldNow;
                              }
                            } catch (e) {
                              firstException = firstException || e;
                            }
                          }
                          timer2 = firstTimerInRange(clock2, previous, tickTo);
                          previous = tickFrom;
                        }
                        clock2.duringTick = false;
                        clock2.now = tickTo;
                        if (firstException) {
                          throw firstException;
                        }
                        return clock2.now;
                      };
                      clock2.reset = function reset() {
                        clock2.timers = {};
                      };
                      clock2.setSystemTime = function setSystemTime(now2) {
                        var newNow = getEpoch(now2);
                        var difference = newNow - clock2.now;
                        clock2.now = newNow;
                        for (var id in clock2.timers) {
                          if (clock2.timers.hasOwnProperty(id)) {
                            var timer2 = clock2.timers[id];
                            timer2.createdAt += difference;
                            timer2.callAt += difference;
                          }
                        }
                      };
                      return clock2;
                    }
                    exports.createClock = createClock;
                    exports.install = function install(target, now, toFake) {
                      var i, l;
                      if (typeof target === "number") {
                        toFake = now;
                        now = target;
                        target = null;
                      }
                      if (!target) {
                        target = global;
                      }
                      var clock2 = createClock(now);
                      clock2.uninstall = function() {
                        uninstall(clock2, target);
                      };
                      clock2.methods = toFake || [];
                      if (clock2.methods.length === 0) {
                        clock2.methods = keys(timers);
                      }
                      for (i = 0, l = clock2.methods.length; i < l; i++) {
                        hijackMethod(target, clock2.methods[i], clock2);
                      }
                      return clock2;
                    };
                  })(global || this);
                }).call(this, typeof globalThis !== "undefined" ? globalThis : typeof self !== "undefined" ? self : typeof window !== "undefined" ? window : {});
              }, {}] }, {}, [1])(1);
            });
          })();
          var define;
          /**
           * Sinon core utilities. For internal use only.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          var sinon = (function() {
            "use strict";
            var sinonModule;
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              sinonModule = module2.exports = require2("./sinon/util/core");
              require2("./sinon/extend");
              require2("./sinon/walk");
              require2("./sinon/typeOf");
              require2("./sinon/times_in_words");
              require2("./sinon/spy");
              require2("./sinon/call");
              require2("./sinon/behavior");
              require2("./sinon/stub");
              require2("./sinon/mock");
              require2("./sinon/collection");
              require2("./sinon/assert");
              require2("./sinon/sandbox");
              require2("./sinon/test");
              require2("./sinon/test_case");
              require2("./sinon/match");
              require2("./sinon/format");
              require2("./sinon/log_error");
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require, module.exports, module);
              sinonModule = module.exports;
            } else {
              sinonModule = {};
            }
            return sinonModule;
          })();
          /**
           * Sinon core utilities. For internal use only.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            var div = typeof document !== "undefined" && document.createElement("div");
            var hasOwn = Object.prototype.hasOwnProperty;
            function isDOMNode(obj) {
              var success = false;
              try {
                obj.appendChild(div);
                success = div.parentNode === obj;
              } catch (e) {
                return false;
              } finally {
                try {
                  obj.removeChild(div);
                } catch (e) {
                }
              }
              return success;
            }
            function isElement(obj) {
              return div && obj && obj.nodeType === 1 && isDOMNode(obj);
            }
            function isFunction(obj) {
              return typeof obj === "function" || !!(obj && obj.constructor && obj.call && obj.apply);
            }
            function isReallyNaN(val) {
              return typeof val === "number" && isNaN(val);
            }
            function mirrorProperties(target, source) {
              for (var prop in source) {
                if (!hasOwn.call(target, prop)) {
                  target[prop] = source[prop];
                }
              }
            }
            function isRestorable(obj) {
              return typeof obj === "function" && typeof obj.restore === "function" && obj.restore.sinon;
            }
            var hasES5Support = "keys" in Object;
            function makeApi2(sinon2) {
              sinon2.wrapMethod = function wrapMethod(object, property, method) {
                if (!object) {
                  throw new TypeError("Should wrap property of object");
                }
                if (typeof method !== "function" && typeof method !== "object") {
                  throw new TypeError("Method wrapper should be a function or a property descriptor");
                }
                function checkWrappedMethod(wrappedMethod2) {
                  var error2;
                  if (!isFunction(wrappedMethod2)) {
                    error2 = new TypeError("Attempted to wrap " + typeof wrappedMethod2 + " property " + property + " as function");
                  } else if (wrappedMethod2.restore && wrappedMethod2.restore.sinon) {
                    error2 = new TypeError("Attempted to wrap " + property + " which is already wrapped");
                  } else if (wrappedMethod2.calledBefore) {
                    var verb = wrappedMethod2.returns ? "stubbed" : "spied on";
                    error2 = new TypeError("Attempted to wrap " + property + " which is already " + verb);
                  }
                  if (error2) {
                    if (wrappedMethod2 && wrappedMethod2.stackTrace) {
                      error2.stack += "\n--------------\n" + wrappedMethod2.stackTrace;
                    }
                    throw error2;
                  }
                }
                var error, wrappedMethod, i;
                function simplePropertyAssignment() {
                  wrappedMethod = object[property];
                  checkWrappedMethod(wrappedMethod);
                  object[property] = method;
                  method.displayName = property;
                }
                var owned = object.hasOwnProperty && object.hasOwnProperty === hasOwn ? object.hasOwnProperty(property) : hasOwn.call(object, property);
                if (hasES5Support) {
                  var methodDesc = typeof method === "function" ? { value: method } : method;
                  var wrappedMethodDesc = sinon2.getPropertyDescriptor(object, property);
                  if (!wrappedMethodDesc) {
                    error = new TypeError("Attempted to wrap " + typeof wrappedMethod + " property " + property + " as function");
                  } else if (wrappedMethodDesc.restore && wrappedMethodDesc.restore.sinon) {
                    error = new TypeError("Attempted to wrap " + property + " which is already wrapped");
                  }
                  if (error) {
                    if (wrappedMethodDesc && wrappedMethodDesc.stackTrace) {
                      error.stack += "\n--------------\n" + wrappedMethodDesc.stackTrace;
                    }
                    throw error;
                  }
                  var types = sinon2.objectKeys(methodDesc);
                  for (i = 0; i < types.length; i++) {
                    wrappedMethod = wrappedMethodDesc[types[i]];
                    checkWrappedMethod(wrappedMethod);
                  }
                  mirrorProperties(methodDesc, wrappedMethodDesc);
                  for (i = 0; i < types.length; i++) {
                    mirrorProperties(methodDesc[types[i]], wrappedMethodDesc[types[i]]);
                  }
                  Object.defineProperty(object, property, methodDesc);
                  if (typeof method === "function" && object[property] !== method) {
                    delete object[property];
                    simplePropertyAssignment();
                  }
                } else {
                  simplePropertyAssignment();
                }
                method.displayName = property;
                method.stackTrace = new Error("Stack Trace for original").stack;
                method.restore = function() {
                  if (!owned) {
                    try {
                      delete object[property];
                    } catch (e) {
                    }
                  } else if (hasES5Support) {
                    Object.defineProperty(object, property, wrappedMethodDesc);
                  }
                  if (hasES5Support) {
                    var checkDesc = sinon2.getPropertyDescriptor(object, property);
                    if (checkDesc.value === method) {
                      object[property] = wrappedMethod;
                    }
                  } else if (object[property] === method) {
                    object[property] = wrappedMethod;
                  }
                };
                method.restore.sinon = true;
                if (!hasES5Support) {
                  mirrorProperties(method, wrappedMethod);
                }
                return method;
              };
              sinon2.create = function create(proto) {
                var F = function() {
                };
                F.prototype = proto;
                return new F();
              };
              sinon2.deepEqual = function deepEqual(a, b) {
                if (sinon2.match && sinon2.match.isMatcher(a)) {
                  return a.test(b);
                }
                if (typeof a !== "object" || typeof b !== "object") {
                  return isReallyNaN(a) && isReallyNaN(b) || a === b;
                }
                if (isElement(a) || isElement(b)) {
                  return a === b;
                }
                if (a === b) {
                  return true;
                }
                if (a === null && b !== null || a !== null && b === null) {
                  return false;
                }
                if (a instanceof RegExp && b instanceof RegExp) {
                  return a.source === b.source && a.global === b.global && a.ignoreCase === b.ignoreCase && a.multiline === b.multiline;
                }
                var aString = Object.prototype.toString.call(a);
                if (aString !== Object.prototype.toString.call(b)) {
                  return false;
                }
                if (aString === "[object Date]") {
                  return a.valueOf() === b.valueOf();
                }
                var prop;
                var aLength = 0;
                var bLength = 0;
                if (aString === "[object Array]" && a.length !== b.length) {
                  return false;
                }
                for (prop in a) {
                  if (hasOwn.call(a, prop)) {
                    aLength += 1;
                    if (!(prop in b)) {
                      return false;
                    }
                    if (!deepEqual(a[prop], b[prop])) {
                      return false;
                    }
                  }
                }
                for (prop in b) {
                  if (hasOwn.call(b, prop)) {
                    bLength += 1;
                  }
                }
                return aLength === bLength;
              };
              sinon2.functionName = function functionName(func2) {
                var name = func2.displayName || func2.name;
                if (!name) {
                  var matches = func2.toString().match(/function ([^\s\(]+)/);
                  name = matches && matches[1];
                }
                return name;
              };
              sinon2.functionToString = function toString() {
                if (this.getCall && this.callCount) {
                  var thisValue, prop;
                  var i = this.callCount;
                  while (i--) {
                    thisValue = this.getCall(i).thisValue;
                    for (prop in thisValue) {
                      if (thisValue[prop] === this) {
                        return prop;
                      }
                    }
                  }
                }
                return this.displayName || "sinon fake";
              };
              sinon2.objectKeys = function objectKeys(obj) {
                if (obj !== Object(obj)) {
                  throw new TypeError("sinon.objectKeys called on a non-object");
                }
                var keys2 = [];
                var key;
                for (key in obj) {
                  if (hasOwn.call(obj, key)) {
                    keys2.push(key);
                  }
                }
                return keys2;
              };
              sinon2.getPropertyDescriptor = function getPropertyDescriptor(object, property) {
                var proto = object;
                var descriptor;
                while (proto && !(descriptor = Object.getOwnPropertyDescriptor(proto, property))) {
                  proto = Object.getPrototypeOf(proto);
                }
                return descriptor;
              };
              sinon2.getConfig = function(custom) {
                var config = {};
                custom = custom || {};
                var defaults = sinon2.defaultConfig;
                for (var prop in defaults) {
                  if (defaults.hasOwnProperty(prop)) {
                    config[prop] = custom.hasOwnProperty(prop) ? custom[prop] : defaults[prop];
                  }
                }
                return config;
              };
              sinon2.defaultConfig = {
                injectIntoThis: true,
                injectInto: null,
                properties: ["spy", "stub", "mock", "clock", "server", "requests"],
                useFakeTimers: true,
                useFakeServer: true
              };
              sinon2.timesInWords = function timesInWords(count) {
                return count === 1 && "once" || count === 2 && "twice" || count === 3 && "thrice" || (count || 0) + " times";
              };
              sinon2.calledInOrder = function(spies) {
                for (var i = 1, l = spies.length; i < l; i++) {
                  if (!spies[i - 1].calledBefore(spies[i]) || !spies[i].called) {
                    return false;
                  }
                }
                return true;
              };
              sinon2.orderByFirstCall = function(spies) {
                return spies.sort(function(a, b) {
                  var aCall = a.getCall(0);
                  var bCall = b.getCall(0);
                  var aId = aCall && aCall.callId || -1;
                  var bId = bCall && bCall.callId || -1;
                  return aId < bId ? -1 : 1;
                });
              };
              sinon2.createStubInstance = function(constructor) {
                if (typeof constructor !== "function") {
                  throw new TypeError("The constructor should be a function.");
                }
                return sinon2.stub(sinon2.create(constructor.prototype));
              };
              sinon2.restore = function(object) {
                if (object !== null && typeof object === "object") {
                  for (var prop in object) {
                    if (isRestorable(object[prop])) {
                      object[prop].restore();
                    }
                  }
                } else if (isRestorable(object)) {
                  object.restore();
                }
              };
              return sinon2;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2) {
              makeApi2(exports2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              var hasDontEnumBug = (function() {
                var obj = {
                  constructor: function() {
                    return "0";
                  },
                  toString: function() {
                    return "1";
                  },
                  valueOf: function() {
                    return "2";
                  },
                  toLocaleString: function() {
                    return "3";
                  },
                  prototype: function() {
                    return "4";
                  },
                  isPrototypeOf: function() {
                    return "5";
                  },
                  propertyIsEnumerable: function() {
                    return "6";
                  },
                  hasOwnProperty: function() {
                    return "7";
                  },
                  length: function() {
                    return "8";
                  },
                  unique: function() {
                    return "9";
                  }
                };
                var result = [];
                for (var prop in obj) {
                  if (obj.hasOwnProperty(prop)) {
                    result.push(obj[prop]());
                  }
                }
                return result.join("") !== "0123456789";
              })();
              function extend(target) {
                var sources = Array.prototype.slice.call(arguments, 1);
                var source, i, prop;
                for (i = 0; i < sources.length; i++) {
                  source = sources[i];
                  for (prop in source) {
                    if (source.hasOwnProperty(prop)) {
                      target[prop] = source[prop];
                    }
                  }
                  if (hasDontEnumBug && source.hasOwnProperty("toString") && source.toString !== target.toString) {
                    target.toString = source.toString;
                  }
                }
                return target;
              }
              sinon2.extend = extend;
              return sinon2.extend;
            }
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              module2.exports = makeApi2(sinon2);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              function timesInWords(count) {
                switch (count) {
                  case 1:
                    return "once";
                  case 2:
                    return "twice";
                  case 3:
                    return "thrice";
                  default:
                    return (count || 0) + " times";
                }
              }
              sinon2.timesInWords = timesInWords;
              return sinon2.timesInWords;
            }
            function loadDependencies2(require2, exports2, module2) {
              var core = require2("./util/core");
              module2.exports = makeApi2(core);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Format functions
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2014 Christian Johansen
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              function typeOf(value) {
                if (value === null) {
                  return "null";
                } else if (value === void 0) {
                  return "undefined";
                }
                var string = Object.prototype.toString.call(value);
                return string.substring(8, string.length - 1).toLowerCase();
              }
              sinon2.typeOf = typeOf;
              return sinon2.typeOf;
            }
            function loadDependencies2(require2, exports2, module2) {
              var core = require2("./util/core");
              module2.exports = makeApi2(core);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Match functions
           *
           * @author Maximilian Antoni (mail@maxantoni.de)
           * @license BSD
           *
           * Copyright (c) 2012 Maximilian Antoni
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              function assertType(value, type, name) {
                var actual = sinon2.typeOf(value);
                if (actual !== type) {
                  throw new TypeError("Expected type of " + name + " to be " + type + ", but was " + actual);
                }
              }
              var matcher = {
                toString: function() {
                  return this.message;
                }
              };
              function isMatcher(object) {
                return matcher.isPrototypeOf(object);
              }
              function matchObject(expectation, actual) {
                if (actual === null || actual === void 0) {
                  return false;
                }
                for (var key in expectation) {
                  if (expectation.hasOwnProperty(key)) {
                    var exp = expectation[key];
                    var act = actual[key];
                    if (isMatcher(exp)) {
                      if (!exp.test(act)) {
                        return false;
                      }
                    } else if (sinon2.typeOf(exp) === "object") {
                      if (!matchObject(exp, act)) {
                        return false;
                      }
                    } else if (!sinon2.deepEqual(exp, act)) {
                      return false;
                    }
                  }
                }
                return true;
              }
              function match(expectation, message) {
                var m = sinon2.create(matcher);
                var type = sinon2.typeOf(expectation);
                switch (type) {
                  case "object":
                    if (typeof expectation.test === "function") {
                      m.test = function(actual) {
                        return expectation.test(actual) === true;
                      };
                      m.message = "match(" + sinon2.functionName(expectation.test) + ")";
                      return m;
                    }
                    var str = [];
                    for (var key in expectation) {
                      if (expectation.hasOwnProperty(key)) {
                        str.push(key + ": " + expectation[key]);
                      }
                    }
                    m.test = function(actual) {
                      return matchObject(expectation, actual);
                    };
                    m.message = "match(" + str.join(", ") + ")";
                    break;
                  case "number":
                    m.test = function(actual) {
                      return expectation == actual;
                    };
                    break;
                  case "string":
                    m.test = function(actual) {
                      if (typeof actual !== "string") {
                        return false;
                      }
                      return actual.indexOf(expectation) !== -1;
                    };
                    m.message = 'match("' + expectation + '")';
                    break;
                  case "regexp":
                    m.test = function(actual) {
                      if (typeof actual !== "string") {
                        return false;
                      }
                      return expectation.test(actual);
                    };
                    break;
                  case "function":
                    m.test = expectation;
                    if (message) {
                      m.message = message;
                    } else {
                      m.message = "match(" + sinon2.functionName(expectation) + ")";
                    }
                    break;
                  default:
                    m.test = function(actual) {
                      return sinon2.deepEqual(expectation, actual);
                    };
                }
                if (!m.message) {
                  m.message = "match(" + expectation + ")";
                }
                return m;
              }
              matcher.or = function(m2) {
                if (!arguments.length) {
                  throw new TypeError("Matcher expected");
                } else if (!isMatcher(m2)) {
                  m2 = match(m2);
                }
                var m1 = this;
                var or = sinon2.create(matcher);
                or.test = function(actual) {
                  return m1.test(actual) || m2.test(actual);
                };
                or.message = m1.message + ".or(" + m2.message + ")";
                return or;
              };
              matcher.and = function(m2) {
                if (!arguments.length) {
                  throw new TypeError("Matcher expected");
                } else if (!isMatcher(m2)) {
                  m2 = match(m2);
                }
                var m1 = this;
                var and = sinon2.create(matcher);
                and.test = function(actual) {
                  return m1.test(actual) && m2.test(actual);
                };
                and.message = m1.message + ".and(" + m2.message + ")";
                return and;
              };
              match.isMatcher = isMatcher;
              match.any = match(function() {
                return true;
              }, "any");
              match.defined = match(function(actual) {
                return actual !== null && actual !== void 0;
              }, "defined");
              match.truthy = match(function(actual) {
                return !!actual;
              }, "truthy");
              match.falsy = match(function(actual) {
                return !actual;
              }, "falsy");
              match.same = function(expectation) {
                return match(function(actual) {
                  return expectation === actual;
                }, "same(" + expectation + ")");
              };
              match.typeOf = function(type) {
                assertType(type, "string", "type");
                return match(function(actual) {
                  return sinon2.typeOf(actual) === type;
                }, 'typeOf("' + type + '")');
              };
              match.instanceOf = function(type) {
                assertType(type, "function", "type");
                return match(function(actual) {
                  return actual instanceof type;
                }, "instanceOf(" + sinon2.functionName(type) + ")");
              };
              function createPropertyMatcher(propertyTest, messagePrefix) {
                return function(property, value) {
                  assertType(property, "string", "property");
                  var onlyProperty = arguments.length === 1;
                  var message = messagePrefix + '("' + property + '"';
                  if (!onlyProperty) {
                    message += ", " + value;
                  }
                  message += ")";
                  return match(function(actual) {
                    if (actual === void 0 || actual === null || !propertyTest(actual, property)) {
                      return false;
                    }
                    return onlyProperty || sinon2.deepEqual(value, actual[property]);
                  }, message);
                };
              }
              match.has = createPropertyMatcher(function(actual, property) {
                if (typeof actual === "object") {
                  return property in actual;
                }
                return actual[property] !== void 0;
              }, "has");
              match.hasOwn = createPropertyMatcher(function(actual, property) {
                return actual.hasOwnProperty(property);
              }, "hasOwn");
              match.bool = match.typeOf("boolean");
              match.number = match.typeOf("number");
              match.string = match.typeOf("string");
              match.object = match.typeOf("object");
              match.func = match.typeOf("function");
              match.array = match.typeOf("array");
              match.regexp = match.typeOf("regexp");
              match.date = match.typeOf("date");
              sinon2.match = match;
              return match;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./typeOf");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Format functions
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2014 Christian Johansen
           */
          (function(sinonGlobal2, formatio2) {
            function makeApi2(sinon2) {
              function valueFormatter(value) {
                return "" + value;
              }
              function getFormatioFormatter() {
                var formatter2 = formatio2.configure({
                  quoteStrings: false,
                  limitChildrenCount: 250
                });
                function format() {
                  return formatter2.ascii.apply(formatter2, arguments);
                }
                return format;
              }
              function getNodeFormatter() {
                try {
                  var util = require("util");
                } catch (e) {
                }
                function format(v) {
                  var isObjectWithNativeToString = typeof v === "object" && v.toString === Object.prototype.toString;
                  return isObjectWithNativeToString ? util.inspect(v) : v;
                }
                return util ? format : valueFormatter;
              }
              var isNode3 = typeof module !== "undefined" && module.exports && typeof require === "function";
              var formatter;
              if (isNode3) {
                try {
                  formatio2 = require("formatio");
                } catch (e) {
                }
              }
              if (formatio2) {
                formatter = getFormatioFormatter();
              } else if (isNode3) {
                formatter = getNodeFormatter();
              } else {
                formatter = valueFormatter;
              }
              sinon2.format = formatter;
              return sinon2.format;
            }
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              module2.exports = makeApi2(sinon2);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon,
            // eslint-disable-line no-undef
            typeof formatio === "object" && formatio
            // eslint-disable-line no-undef
          );
          /**
            * Spy calls
            *
            * @author Christian Johansen (christian@cjohansen.no)
            * @author Maximilian Antoni (mail@maxantoni.de)
            * @license BSD
            *
            * Copyright (c) 2010-2013 Christian Johansen
            * Copyright (c) 2013 Maximilian Antoni
            */
          (function(sinonGlobal2) {
            var slice2 = Array.prototype.slice;
            function makeApi2(sinon2) {
              function throwYieldError(proxy, text, args) {
                var msg = sinon2.functionName(proxy) + text;
                if (args.length) {
                  msg += " Received [" + slice2.call(args).join(", ") + "]";
                }
                throw new Error(msg);
              }
              var callProto = {
                calledOn: function calledOn(thisValue) {
                  if (sinon2.match && sinon2.match.isMatcher(thisValue)) {
                    return thisValue.test(this.thisValue);
                  }
                  return this.thisValue === thisValue;
                },
                calledWith: function calledWith() {
                  var l = arguments.length;
                  if (l > this.args.length) {
                    return false;
                  }
                  for (var i = 0; i < l; i += 1) {
                    if (!sinon2.deepEqual(arguments[i], this.args[i])) {
                      return false;
                    }
                  }
                  return true;
                },
                calledWithMatch: function calledWithMatch() {
                  var l = arguments.length;
                  if (l > this.args.length) {
                    return false;
                  }
                  for (var i = 0; i < l; i += 1) {
                    var actual = this.args[i];
                    var expectation = arguments[i];
                    if (!sinon2.match || !sinon2.match(expectation).test(actual)) {
                      return false;
                    }
                  }
                  return true;
                },
                calledWithExactly: function calledWithExactly() {
                  return arguments.length === this.args.length && this.calledWith.apply(this, arguments);
                },
                notCalledWith: function notCalledWith() {
                  return !this.calledWith.apply(this, arguments);
                },
                notCalledWithMatch: function notCalledWithMatch() {
                  return !this.calledWithMatch.apply(this, arguments);
                },
                returned: function returned(value) {
                  return sinon2.deepEqual(value, this.returnValue);
                },
                threw: function threw(error) {
                  if (typeof error === "undefined" || !this.exception) {
                    return !!this.exception;
                  }
                  return this.exception === error || this.exception.name === error;
                },
                calledWithNew: function calledWithNew() {
                  return this.proxy.prototype && this.thisValue instanceof this.proxy;
                },
                calledBefore: function(other) {
                  return this.callId < other.callId;
                },
                calledAfter: function(other) {
                  return this.callId > other.callId;
                },
                callArg: function(pos) {
                  this.args[pos]();
                },
                callArgOn: function(pos, thisValue) {
                  this.args[pos].apply(thisValue);
                },
                callArgWith: function(pos) {
                  this.callArgOnWith.apply(this, [pos, null].concat(slice2.call(arguments, 1)));
                },
                callArgOnWith: function(pos, thisValue) {
                  var args = slice2.call(arguments, 2);
                  this.args[pos].apply(thisValue, args);
                },
                "yield": function() {
                  this.yieldOn.apply(this, [null].concat(slice2.call(arguments, 0)));
                },
                yieldOn: function(thisValue) {
                  var args = this.args;
                  for (var i = 0, l = args.length; i < l; ++i) {
                    if (typeof args[i] === "function") {
                      args[i].apply(thisValue, slice2.call(arguments, 1));
                      return;
                    }
                  }
                  throwYieldError(this.proxy, " cannot yield since no callback was passed.", args);
                },
                yieldTo: function(prop) {
                  this.yieldToOn.apply(this, [prop, null].concat(slice2.call(arguments, 1)));
                },
                yieldToOn: function(prop, thisValue) {
                  var args = this.args;
                  for (var i = 0, l = args.length; i < l; ++i) {
                    if (args[i] && typeof args[i][prop] === "function") {
                      args[i][prop].apply(thisValue, slice2.call(arguments, 2));
                      return;
                    }
                  }
                  throwYieldError(this.proxy, " cannot yield to '" + prop + "' since no callback was passed.", args);
                },
                getStackFrames: function() {
                  return this.stack && this.stack.split("\n").slice(3);
                },
                toString: function() {
                  var callStr = this.proxy ? this.proxy.toString() + "(" : "";
                  var args = [];
                  if (!this.args) {
                    return ":(";
                  }
                  for (var i = 0, l = this.args.length; i < l; ++i) {
                    args.push(sinon2.format(this.args[i]));
                  }
                  callStr = callStr + args.join(", ") + ")";
                  if (typeof this.returnValue !== "undefined") {
                    callStr += " => " + sinon2.format(this.returnValue);
                  }
                  if (this.exception) {
                    callStr += " !" + this.exception.name;
                    if (this.exception.message) {
                      callStr += "(" + this.exception.message + ")";
                    }
                  }
                  if (this.stack) {
                    callStr += this.getStackFrames()[0].replace(/^\s*(?:at\s+|@)?/, " at ");
                  }
                  return callStr;
                }
              };
              callProto.invokeCallback = callProto.yield;
              function createSpyCall(spy2, thisValue, args, returnValue, exception2, id, stack) {
                if (typeof id !== "number") {
                  throw new TypeError("Call id is not a number");
                }
                var proxyCall = sinon2.create(callProto);
                proxyCall.proxy = spy2;
                proxyCall.thisValue = thisValue;
                proxyCall.args = args;
                proxyCall.returnValue = returnValue;
                proxyCall.exception = exception2;
                proxyCall.callId = id;
                proxyCall.stack = stack;
                return proxyCall;
              }
              createSpyCall.toString = callProto.toString;
              sinon2.spyCall = createSpyCall;
              return createSpyCall;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./match");
              require2("./format");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
            * Spy functions
            *
            * @author Christian Johansen (christian@cjohansen.no)
            * @license BSD
            *
            * Copyright (c) 2010-2013 Christian Johansen
            */
          (function(sinonGlobal) {
            function makeApi(sinon) {
              var push = Array.prototype.push;
              var slice = Array.prototype.slice;
              var callId = 0;
              function spy(object, property, types) {
                if (!property && typeof object === "function") {
                  return spy.create(object);
                }
                if (!object && !property) {
                  return spy.create(function() {
                  });
                }
                if (types) {
                  var descriptor = {};
                  var methodDesc = sinon.getPropertyDescriptor(object, property);
                  for (var i = 0; i < types.length; i++) {
                    descriptor[types[i]] = spy.create(methodDesc[types[i]]);
                  }
                  return sinon.wrapMethod(object, property, descriptor);
                }
                return sinon.wrapMethod(object, property, spy.create(object[property]));
              }
              function matchingFake(fakes, args, strict) {
                if (!fakes) {
                  return void 0;
                }
                for (var i = 0, l = fakes.length; i < l; i++) {
                  if (fakes[i].matches(args, strict)) {
                    return fakes[i];
                  }
                }
              }
              function incrementCallCount() {
                this.called = true;
                this.callCount += 1;
                this.notCalled = false;
                this.calledOnce = this.callCount === 1;
                this.calledTwice = this.callCount === 2;
                this.calledThrice = this.callCount === 3;
              }
              function createCallProperties() {
                this.firstCall = this.getCall(0);
                this.secondCall = this.getCall(1);
                this.thirdCall = this.getCall(2);
                this.lastCall = this.getCall(this.callCount - 1);
              }
              var vars = "a,b,c,d,e,f,g,h,i,j,k,l";
              function createProxy(func, proxyLength) {
                var p;
                if (proxyLength) {
                  eval("p = (function proxy(" + vars.substring(0, proxyLength * 2 - 1) + // eslint-disable-line no-eval
                  ") { return p.invoke(func, this, slice.call(arguments)); });");
                } else {
                  p = function proxy() {
                    return p.invoke(func, this, slice.call(arguments));
                  };
                }
                p.isSinonProxy = true;
                return p;
              }
              var uuid = 0;
              var spyApi = {
                reset: function() {
                  if (this.invoking) {
                    var err = new Error("Cannot reset Sinon function while invoking it. Move the call to .reset outside of the callback.");
                    err.name = "InvalidResetException";
                    throw err;
                  }
                  this.called = false;
                  this.notCalled = true;
                  this.calledOnce = false;
                  this.calledTwice = false;
                  this.calledThrice = false;
                  this.callCount = 0;
                  this.firstCall = null;
                  this.secondCall = null;
                  this.thirdCall = null;
                  this.lastCall = null;
                  this.args = [];
                  this.returnValues = [];
                  this.thisValues = [];
                  this.exceptions = [];
                  this.callIds = [];
                  this.stacks = [];
                  if (this.fakes) {
                    for (var i = 0; i < this.fakes.length; i++) {
                      this.fakes[i].reset();
                    }
                  }
                  return this;
                },
                create: function create(func2, spyLength) {
                  var name;
                  if (typeof func2 !== "function") {
                    func2 = function() {
                    };
                  } else {
                    name = sinon.functionName(func2);
                  }
                  if (!spyLength) {
                    spyLength = func2.length;
                  }
                  var proxy = createProxy(func2, spyLength);
                  sinon.extend(proxy, spy);
                  delete proxy.create;
                  sinon.extend(proxy, func2);
                  proxy.reset();
                  proxy.prototype = func2.prototype;
                  proxy.displayName = name || "spy";
                  proxy.toString = sinon.functionToString;
                  proxy.instantiateFake = sinon.spy.create;
                  proxy.id = "spy#" + uuid++;
                  return proxy;
                },
                invoke: function invoke(func2, thisValue, args) {
                  var matching = matchingFake(this.fakes, args);
                  var exception2, returnValue;
                  incrementCallCount.call(this);
                  push.call(this.thisValues, thisValue);
                  push.call(this.args, args);
                  push.call(this.callIds, callId++);
                  createCallProperties.call(this);
                  try {
                    this.invoking = true;
                    if (matching) {
                      returnValue = matching.invoke(func2, thisValue, args);
                    } else {
                      returnValue = (this.func || func2).apply(thisValue, args);
                    }
                    var thisCall = this.getCall(this.callCount - 1);
                    if (thisCall.calledWithNew() && typeof returnValue !== "object") {
                      returnValue = thisValue;
                    }
                  } catch (e) {
                    exception2 = e;
                  } finally {
                    delete this.invoking;
                  }
                  push.call(this.exceptions, exception2);
                  push.call(this.returnValues, returnValue);
                  push.call(this.stacks, new Error().stack);
                  createCallProperties.call(this);
                  if (exception2 !== void 0) {
                    throw exception2;
                  }
                  return returnValue;
                },
                named: function named(name) {
                  this.displayName = name;
                  return this;
                },
                getCall: function getCall(i) {
                  if (i < 0 || i >= this.callCount) {
                    return null;
                  }
                  return sinon.spyCall(
                    this,
                    this.thisValues[i],
                    this.args[i],
                    this.returnValues[i],
                    this.exceptions[i],
                    this.callIds[i],
                    this.stacks[i]
                  );
                },
                getCalls: function() {
                  var calls = [];
                  var i;
                  for (i = 0; i < this.callCount; i++) {
                    calls.push(this.getCall(i));
                  }
                  return calls;
                },
                calledBefore: function calledBefore(spyFn) {
                  if (!this.called) {
                    return false;
                  }
                  if (!spyFn.called) {
                    return true;
                  }
                  return this.callIds[0] < spyFn.callIds[spyFn.callIds.length - 1];
                },
                calledAfter: function calledAfter(spyFn) {
                  if (!this.called || !spyFn.called) {
                    return false;
                  }
                  return this.callIds[this.callCount - 1] > spyFn.callIds[spyFn.callCount - 1];
                },
                withArgs: function() {
                  var args = slice.call(arguments);
                  if (this.fakes) {
                    var match = matchingFake(this.fakes, args, true);
                    if (match) {
                      return match;
                    }
                  } else {
                    this.fakes = [];
                  }
                  var original = this;
                  var fake = this.instantiateFake();
                  fake.matchingAguments = args;
                  fake.parent = this;
                  push.call(this.fakes, fake);
                  fake.withArgs = function() {
                    return original.withArgs.apply(original, arguments);
                  };
                  for (var i = 0; i < this.args.length; i++) {
                    if (fake.matches(this.args[i])) {
                      incrementCallCount.call(fake);
                      push.call(fake.thisValues, this.thisValues[i]);
                      push.call(fake.args, this.args[i]);
                      push.call(fake.returnValues, this.returnValues[i]);
                      push.call(fake.exceptions, this.exceptions[i]);
                      push.call(fake.callIds, this.callIds[i]);
                    }
                  }
                  createCallProperties.call(fake);
                  return fake;
                },
                matches: function(args, strict) {
                  var margs = this.matchingAguments;
                  if (margs.length <= args.length && sinon.deepEqual(margs, args.slice(0, margs.length))) {
                    return !strict || margs.length === args.length;
                  }
                },
                printf: function(format) {
                  var spyInstance = this;
                  var args = slice.call(arguments, 1);
                  var formatter;
                  return (format || "").replace(/%(.)/g, function(match, specifyer) {
                    formatter = spyApi.formatters[specifyer];
                    if (typeof formatter === "function") {
                      return formatter.call(null, spyInstance, args);
                    } else if (!isNaN(parseInt(specifyer, 10))) {
                      return sinon.format(args[specifyer - 1]);
                    }
                    return "%" + specifyer;
                  });
                }
              };
              function delegateToCalls(method, matchAny, actual, notCalled) {
                spyApi[method] = function() {
                  if (!this.called) {
                    if (notCalled) {
                      return notCalled.apply(this, arguments);
                    }
                    return false;
                  }
                  var currentCall;
                  var matches = 0;
                  for (var i = 0, l = this.callCount; i < l; i += 1) {
                    currentCall = this.getCall(i);
                    if (currentCall[actual || method].apply(currentCall, arguments)) {
                      matches += 1;
                      if (matchAny) {
                        return true;
                      }
                    }
                  }
                  return matches === this.callCount;
                };
              }
              delegateToCalls("calledOn", true);
              delegateToCalls("alwaysCalledOn", false, "calledOn");
              delegateToCalls("calledWith", true);
              delegateToCalls("calledWithMatch", true);
              delegateToCalls("alwaysCalledWith", false, "calledWith");
              delegateToCalls("alwaysCalledWithMatch", false, "calledWithMatch");
              delegateToCalls("calledWithExactly", true);
              delegateToCalls("alwaysCalledWithExactly", false, "calledWithExactly");
              delegateToCalls("neverCalledWith", false, "notCalledWith", function() {
                return true;
              });
              delegateToCalls("neverCalledWithMatch", false, "notCalledWithMatch", function() {
                return true;
              });
              delegateToCalls("threw", true);
              delegateToCalls("alwaysThrew", false, "threw");
              delegateToCalls("returned", true);
              delegateToCalls("alwaysReturned", false, "returned");
              delegateToCalls("calledWithNew", true);
              delegateToCalls("alwaysCalledWithNew", false, "calledWithNew");
              delegateToCalls("callArg", false, "callArgWith", function() {
                throw new Error(this.toString() + " cannot call arg since it was not yet invoked.");
              });
              spyApi.callArgWith = spyApi.callArg;
              delegateToCalls("callArgOn", false, "callArgOnWith", function() {
                throw new Error(this.toString() + " cannot call arg since it was not yet invoked.");
              });
              spyApi.callArgOnWith = spyApi.callArgOn;
              delegateToCalls("yield", false, "yield", function() {
                throw new Error(this.toString() + " cannot yield since it was not yet invoked.");
              });
              spyApi.invokeCallback = spyApi.yield;
              delegateToCalls("yieldOn", false, "yieldOn", function() {
                throw new Error(this.toString() + " cannot yield since it was not yet invoked.");
              });
              delegateToCalls("yieldTo", false, "yieldTo", function(property) {
                throw new Error(this.toString() + " cannot yield to '" + property + "' since it was not yet invoked.");
              });
              delegateToCalls("yieldToOn", false, "yieldToOn", function(property) {
                throw new Error(this.toString() + " cannot yield to '" + property + "' since it was not yet invoked.");
              });
              spyApi.formatters = {
                c: function(spyInstance) {
                  return sinon.timesInWords(spyInstance.callCount);
                },
                n: function(spyInstance) {
                  return spyInstance.toString();
                },
                C: function(spyInstance) {
                  var calls = [];
                  for (var i = 0, l = spyInstance.callCount; i < l; ++i) {
                    var stringifiedCall = "    " + spyInstance.getCall(i).toString();
                    if (/\n/.test(calls[i - 1])) {
                      stringifiedCall = "\n" + stringifiedCall;
                    }
                    push.call(calls, stringifiedCall);
                  }
                  return calls.length > 0 ? "\n" + calls.join("\n") : "";
                },
                t: function(spyInstance) {
                  var objects = [];
                  for (var i = 0, l = spyInstance.callCount; i < l; ++i) {
                    push.call(objects, sinon.format(spyInstance.thisValues[i]));
                  }
                  return objects.join(", ");
                },
                "*": function(spyInstance, args) {
                  var formatted = [];
                  for (var i = 0, l = args.length; i < l; ++i) {
                    push.call(formatted, sinon.format(args[i]));
                  }
                  return formatted.join(", ");
                }
              };
              sinon.extend(spy, spyApi);
              spy.spyCall = sinon.spyCall;
              sinon.spy = spy;
              return spy;
            }
            var isNode = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies(require2, exports2, module2) {
              var core = require2("./util/core");
              require2("./call");
              require2("./extend");
              require2("./times_in_words");
              require2("./format");
              module2.exports = makeApi(core);
            }
            if (isAMD) {
              define(loadDependencies);
              return;
            }
            if (isNode) {
              loadDependencies(require, module.exports, module);
              return;
            }
            if (sinonGlobal) {
              makeApi(sinonGlobal);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Stub behavior
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @author Tim Fischbach (mail@timfischbach.de)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            var slice2 = Array.prototype.slice;
            var join = Array.prototype.join;
            var useLeftMostCallback = -1;
            var useRightMostCallback = -2;
            var nextTick = (function() {
              if (typeof process === "object" && typeof process.nextTick === "function") {
                return process.nextTick;
              }
              if (typeof setImmediate === "function") {
                return setImmediate;
              }
              return function(callback) {
                setTimeout(callback, 0);
              };
            })();
            function throwsException(error, message) {
              if (typeof error === "string") {
                this.exception = new Error(message || "");
                this.exception.name = error;
              } else if (!error) {
                this.exception = new Error("Error");
              } else {
                this.exception = error;
              }
              return this;
            }
            function getCallback(behavior, args) {
              var callArgAt = behavior.callArgAt;
              if (callArgAt >= 0) {
                return args[callArgAt];
              }
              var argumentList;
              if (callArgAt === useLeftMostCallback) {
                argumentList = args;
              }
              if (callArgAt === useRightMostCallback) {
                argumentList = slice2.call(args).reverse();
              }
              var callArgProp = behavior.callArgProp;
              for (var i = 0, l = argumentList.length; i < l; ++i) {
                if (!callArgProp && typeof argumentList[i] === "function") {
                  return argumentList[i];
                }
                if (callArgProp && argumentList[i] && typeof argumentList[i][callArgProp] === "function") {
                  return argumentList[i][callArgProp];
                }
              }
              return null;
            }
            function makeApi2(sinon2) {
              function getCallbackError(behavior, func2, args) {
                if (behavior.callArgAt < 0) {
                  var msg;
                  if (behavior.callArgProp) {
                    msg = sinon2.functionName(behavior.stub) + " expected to yield to '" + behavior.callArgProp + "', but no object with such a property was passed.";
                  } else {
                    msg = sinon2.functionName(behavior.stub) + " expected to yield, but no callback was passed.";
                  }
                  if (args.length > 0) {
                    msg += " Received [" + join.call(args, ", ") + "]";
                  }
                  return msg;
                }
                return "argument at index " + behavior.callArgAt + " is not a function: " + func2;
              }
              function callCallback(behavior, args) {
                if (typeof behavior.callArgAt === "number") {
                  var func2 = getCallback(behavior, args);
                  if (typeof func2 !== "function") {
                    throw new TypeError(getCallbackError(behavior, func2, args));
                  }
                  if (behavior.callbackAsync) {
                    nextTick(function() {
                      func2.apply(behavior.callbackContext, behavior.callbackArguments);
                    });
                  } else {
                    func2.apply(behavior.callbackContext, behavior.callbackArguments);
                  }
                }
              }
              var proto = {
                create: function create(stub) {
                  var behavior = sinon2.extend({}, sinon2.behavior);
                  delete behavior.create;
                  behavior.stub = stub;
                  return behavior;
                },
                isPresent: function isPresent() {
                  return typeof this.callArgAt === "number" || this.exception || typeof this.returnArgAt === "number" || this.returnThis || this.returnValueDefined;
                },
                invoke: function invoke(context, args) {
                  callCallback(this, args);
                  if (this.exception) {
                    throw this.exception;
                  } else if (typeof this.returnArgAt === "number") {
                    return args[this.returnArgAt];
                  } else if (this.returnThis) {
                    return context;
                  }
                  return this.returnValue;
                },
                onCall: function onCall(index) {
                  return this.stub.onCall(index);
                },
                onFirstCall: function onFirstCall() {
                  return this.stub.onFirstCall();
                },
                onSecondCall: function onSecondCall() {
                  return this.stub.onSecondCall();
                },
                onThirdCall: function onThirdCall() {
                  return this.stub.onThirdCall();
                },
                withArgs: function withArgs() {
                  throw new Error(
                    'Defining a stub by invoking "stub.onCall(...).withArgs(...)" is not supported. Use "stub.withArgs(...).onCall(...)" to define sequential behavior for calls with certain arguments.'
                  );
                },
                callsArg: function callsArg(pos) {
                  if (typeof pos !== "number") {
                    throw new TypeError("argument index is not number");
                  }
                  this.callArgAt = pos;
                  this.callbackArguments = [];
                  this.callbackContext = void 0;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                callsArgOn: function callsArgOn(pos, context) {
                  if (typeof pos !== "number") {
                    throw new TypeError("argument index is not number");
                  }
                  if (typeof context !== "object") {
                    throw new TypeError("argument context is not an object");
                  }
                  this.callArgAt = pos;
                  this.callbackArguments = [];
                  this.callbackContext = context;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                callsArgWith: function callsArgWith(pos) {
                  if (typeof pos !== "number") {
                    throw new TypeError("argument index is not number");
                  }
                  this.callArgAt = pos;
                  this.callbackArguments = slice2.call(arguments, 1);
                  this.callbackContext = void 0;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                callsArgOnWith: function callsArgWith(pos, context) {
                  if (typeof pos !== "number") {
                    throw new TypeError("argument index is not number");
                  }
                  if (typeof context !== "object") {
                    throw new TypeError("argument context is not an object");
                  }
                  this.callArgAt = pos;
                  this.callbackArguments = slice2.call(arguments, 2);
                  this.callbackContext = context;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                yields: function() {
                  this.callArgAt = useLeftMostCallback;
                  this.callbackArguments = slice2.call(arguments, 0);
                  this.callbackContext = void 0;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                yieldsRight: function() {
                  this.callArgAt = useRightMostCallback;
                  this.callbackArguments = slice2.call(arguments, 0);
                  this.callbackContext = void 0;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                yieldsOn: function(context) {
                  if (typeof context !== "object") {
                    throw new TypeError("argument context is not an object");
                  }
                  this.callArgAt = useLeftMostCallback;
                  this.callbackArguments = slice2.call(arguments, 1);
                  this.callbackContext = context;
                  this.callArgProp = void 0;
                  this.callbackAsync = false;
                  return this;
                },
                yieldsTo: function(prop) {
                  this.callArgAt = useLeftMostCallback;
                  this.callbackArguments = slice2.call(arguments, 1);
                  this.callbackContext = void 0;
                  this.callArgProp = prop;
                  this.callbackAsync = false;
                  return this;
                },
                yieldsToOn: function(prop, context) {
                  if (typeof context !== "object") {
                    throw new TypeError("argument context is not an object");
                  }
                  this.callArgAt = useLeftMostCallback;
                  this.callbackArguments = slice2.call(arguments, 2);
                  this.callbackContext = context;
                  this.callArgProp = prop;
                  this.callbackAsync = false;
                  return this;
                },
                throws: throwsException,
                throwsException,
                returns: function returns(value) {
                  this.returnValue = value;
                  this.returnValueDefined = true;
                  this.exception = void 0;
                  return this;
                },
                returnsArg: function returnsArg(pos) {
                  if (typeof pos !== "number") {
                    throw new TypeError("argument index is not number");
                  }
                  this.returnArgAt = pos;
                  return this;
                },
                returnsThis: function returnsThis() {
                  this.returnThis = true;
                  return this;
                }
              };
              function createAsyncVersion(syncFnName) {
                return function() {
                  var result = this[syncFnName].apply(this, arguments);
                  this.callbackAsync = true;
                  return result;
                };
              }
              for (var method in proto) {
                if (proto.hasOwnProperty(method) && method.match(/^(callsArg|yields)/) && !method.match(/Async/)) {
                  proto[method + "Async"] = createAsyncVersion(method);
                }
              }
              sinon2.behavior = proto;
              return proto;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./extend");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              function walkInternal(obj, iterator, context, originalObj, seen) {
                var proto, prop;
                if (typeof Object.getOwnPropertyNames !== "function") {
                  for (prop in obj) {
                    iterator.call(context, obj[prop], prop, obj);
                  }
                  return;
                }
                Object.getOwnPropertyNames(obj).forEach(function(k) {
                  if (seen[k] !== true) {
                    seen[k] = true;
                    var target = typeof Object.getOwnPropertyDescriptor(obj, k).get === "function" ? originalObj : obj;
                    iterator.call(context, target[k], k, target);
                  }
                });
                proto = Object.getPrototypeOf(obj);
                if (proto) {
                  walkInternal(proto, iterator, context, originalObj, seen);
                }
              }
              function walk(obj, iterator, context) {
                return walkInternal(obj, iterator, context, obj, {});
              }
              sinon2.walk = walk;
              return sinon2.walk;
            }
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              module2.exports = makeApi2(sinon2);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Stub functions
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              function stub(object, property, func2) {
                if (!!func2 && typeof func2 !== "function" && typeof func2 !== "object") {
                  throw new TypeError("Custom stub should be a function or a property descriptor");
                }
                var wrapper;
                if (func2) {
                  if (typeof func2 === "function") {
                    wrapper = sinon2.spy && sinon2.spy.create ? sinon2.spy.create(func2) : func2;
                  } else {
                    wrapper = func2;
                    if (sinon2.spy && sinon2.spy.create) {
                      var types = sinon2.objectKeys(wrapper);
                      for (var i = 0; i < types.length; i++) {
                        wrapper[types[i]] = sinon2.spy.create(wrapper[types[i]]);
                      }
                    }
                  }
                } else {
                  var stubLength = 0;
                  if (typeof object === "object" && typeof object[property] === "function") {
                    stubLength = object[property].length;
                  }
                  wrapper = stub.create(stubLength);
                }
                if (!object && typeof property === "undefined") {
                  return sinon2.stub.create();
                }
                if (typeof property === "undefined" && typeof object === "object") {
                  sinon2.walk(object || {}, function(value, prop, propOwner) {
                    if (propOwner !== Object.prototype && prop !== "constructor" && typeof sinon2.getPropertyDescriptor(propOwner, prop).value === "function") {
                      stub(object, prop);
                    }
                  });
                  return object;
                }
                return sinon2.wrapMethod(object, property, wrapper);
              }
              function getParentBehaviour(stubInstance) {
                return stubInstance.parent && getCurrentBehavior(stubInstance.parent);
              }
              function getDefaultBehavior(stubInstance) {
                return stubInstance.defaultBehavior || getParentBehaviour(stubInstance) || sinon2.behavior.create(stubInstance);
              }
              function getCurrentBehavior(stubInstance) {
                var behavior = stubInstance.behaviors[stubInstance.callCount - 1];
                return behavior && behavior.isPresent() ? behavior : getDefaultBehavior(stubInstance);
              }
              var uuid2 = 0;
              var proto = {
                create: function create(stubLength) {
                  var functionStub = function() {
                    return getCurrentBehavior(functionStub).invoke(this, arguments);
                  };
                  functionStub.id = "stub#" + uuid2++;
                  var orig = functionStub;
                  functionStub = sinon2.spy.create(functionStub, stubLength);
                  functionStub.func = orig;
                  sinon2.extend(functionStub, stub);
                  functionStub.instantiateFake = sinon2.stub.create;
                  functionStub.displayName = "stub";
                  functionStub.toString = sinon2.functionToString;
                  functionStub.defaultBehavior = null;
                  functionStub.behaviors = [];
                  return functionStub;
                },
                resetBehavior: function() {
                  var i;
                  this.defaultBehavior = null;
                  this.behaviors = [];
                  delete this.returnValue;
                  delete this.returnArgAt;
                  this.returnThis = false;
                  if (this.fakes) {
                    for (i = 0; i < this.fakes.length; i++) {
                      this.fakes[i].resetBehavior();
                    }
                  }
                },
                onCall: function onCall(index) {
                  if (!this.behaviors[index]) {
                    this.behaviors[index] = sinon2.behavior.create(this);
                  }
                  return this.behaviors[index];
                },
                onFirstCall: function onFirstCall() {
                  return this.onCall(0);
                },
                onSecondCall: function onSecondCall() {
                  return this.onCall(1);
                },
                onThirdCall: function onThirdCall() {
                  return this.onCall(2);
                }
              };
              function createBehavior(behaviorMethod) {
                return function() {
                  this.defaultBehavior = this.defaultBehavior || sinon2.behavior.create(this);
                  this.defaultBehavior[behaviorMethod].apply(this.defaultBehavior, arguments);
                  return this;
                };
              }
              for (var method in sinon2.behavior) {
                if (sinon2.behavior.hasOwnProperty(method) && !proto.hasOwnProperty(method) && method !== "create" && method !== "withArgs" && method !== "invoke") {
                  proto[method] = createBehavior(method);
                }
              }
              sinon2.extend(stub, proto);
              sinon2.stub = stub;
              return stub;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var core = require2("./util/core");
              require2("./behavior");
              require2("./spy");
              require2("./extend");
              module2.exports = makeApi2(core);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Mock functions.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              var push2 = [].push;
              var match = sinon2.match;
              function mock(object) {
                if (!object) {
                  return sinon2.expectation.create("Anonymous mock");
                }
                return mock.create(object);
              }
              function each(collection, callback) {
                if (!collection) {
                  return;
                }
                for (var i = 0, l = collection.length; i < l; i += 1) {
                  callback(collection[i]);
                }
              }
              function arrayEquals(arr1, arr2, compareLength) {
                if (compareLength && arr1.length !== arr2.length) {
                  return false;
                }
                for (var i = 0, l = arr1.length; i < l; i++) {
                  if (!sinon2.deepEqual(arr1[i], arr2[i])) {
                    return false;
                  }
                }
                return true;
              }
              sinon2.extend(mock, {
                create: function create(object) {
                  if (!object) {
                    throw new TypeError("object is null");
                  }
                  var mockObject = sinon2.extend({}, mock);
                  mockObject.object = object;
                  delete mockObject.create;
                  return mockObject;
                },
                expects: function expects(method) {
                  if (!method) {
                    throw new TypeError("method is falsy");
                  }
                  if (!this.expectations) {
                    this.expectations = {};
                    this.proxies = [];
                  }
                  if (!this.expectations[method]) {
                    this.expectations[method] = [];
                    var mockObject = this;
                    sinon2.wrapMethod(this.object, method, function() {
                      return mockObject.invokeMethod(method, this, arguments);
                    });
                    push2.call(this.proxies, method);
                  }
                  var expectation = sinon2.expectation.create(method);
                  push2.call(this.expectations[method], expectation);
                  return expectation;
                },
                restore: function restore() {
                  var object = this.object;
                  each(this.proxies, function(proxy) {
                    if (typeof object[proxy].restore === "function") {
                      object[proxy].restore();
                    }
                  });
                },
                verify: function verify() {
                  var expectations = this.expectations || {};
                  var messages = [];
                  var met = [];
                  each(this.proxies, function(proxy) {
                    each(expectations[proxy], function(expectation) {
                      if (!expectation.met()) {
                        push2.call(messages, expectation.toString());
                      } else {
                        push2.call(met, expectation.toString());
                      }
                    });
                  });
                  this.restore();
                  if (messages.length > 0) {
                    sinon2.expectation.fail(messages.concat(met).join("\n"));
                  } else if (met.length > 0) {
                    sinon2.expectation.pass(messages.concat(met).join("\n"));
                  }
                  return true;
                },
                invokeMethod: function invokeMethod(method, thisValue, args) {
                  var expectations = this.expectations && this.expectations[method] ? this.expectations[method] : [];
                  var expectationsWithMatchingArgs = [];
                  var currentArgs = args || [];
                  var i, available;
                  for (i = 0; i < expectations.length; i += 1) {
                    var expectedArgs = expectations[i].expectedArguments || [];
                    if (arrayEquals(expectedArgs, currentArgs, expectations[i].expectsExactArgCount)) {
                      expectationsWithMatchingArgs.push(expectations[i]);
                    }
                  }
                  for (i = 0; i < expectationsWithMatchingArgs.length; i += 1) {
                    if (!expectationsWithMatchingArgs[i].met() && expectationsWithMatchingArgs[i].allowsCall(thisValue, args)) {
                      return expectationsWithMatchingArgs[i].apply(thisValue, args);
                    }
                  }
                  var messages = [];
                  var exhausted = 0;
                  for (i = 0; i < expectationsWithMatchingArgs.length; i += 1) {
                    if (expectationsWithMatchingArgs[i].allowsCall(thisValue, args)) {
                      available = available || expectationsWithMatchingArgs[i];
                    } else {
                      exhausted += 1;
                    }
                  }
                  if (available && exhausted === 0) {
                    return available.apply(thisValue, args);
                  }
                  for (i = 0; i < expectations.length; i += 1) {
                    push2.call(messages, "    " + expectations[i].toString());
                  }
                  messages.unshift("Unexpected call: " + sinon2.spyCall.toString.call({
                    proxy: method,
                    args
                  }));
                  sinon2.expectation.fail(messages.join("\n"));
                }
              });
              var times = sinon2.timesInWords;
              var slice2 = Array.prototype.slice;
              function callCountInWords(callCount) {
                if (callCount === 0) {
                  return "never called";
                }
                return "called " + times(callCount);
              }
              function expectedCallCountInWords(expectation) {
                var min = expectation.minCalls;
                var max = expectation.maxCalls;
                if (typeof min === "number" && typeof max === "number") {
                  var str = times(min);
                  if (min !== max) {
                    str = "at least " + str + " and at most " + times(max);
                  }
                  return str;
                }
                if (typeof min === "number") {
                  return "at least " + times(min);
                }
                return "at most " + times(max);
              }
              function receivedMinCalls(expectation) {
                var hasMinLimit = typeof expectation.minCalls === "number";
                return !hasMinLimit || expectation.callCount >= expectation.minCalls;
              }
              function receivedMaxCalls(expectation) {
                if (typeof expectation.maxCalls !== "number") {
                  return false;
                }
                return expectation.callCount === expectation.maxCalls;
              }
              function verifyMatcher(possibleMatcher, arg) {
                var isMatcher = match && match.isMatcher(possibleMatcher);
                return isMatcher && possibleMatcher.test(arg) || true;
              }
              sinon2.expectation = {
                minCalls: 1,
                maxCalls: 1,
                create: function create(methodName) {
                  var expectation = sinon2.extend(sinon2.stub.create(), sinon2.expectation);
                  delete expectation.create;
                  expectation.method = methodName;
                  return expectation;
                },
                invoke: function invoke(func2, thisValue, args) {
                  this.verifyCallAllowed(thisValue, args);
                  return sinon2.spy.invoke.apply(this, arguments);
                },
                atLeast: function atLeast(num) {
                  if (typeof num !== "number") {
                    throw new TypeError("'" + num + "' is not number");
                  }
                  if (!this.limitsSet) {
                    this.maxCalls = null;
                    this.limitsSet = true;
                  }
                  this.minCalls = num;
                  return this;
                },
                atMost: function atMost(num) {
                  if (typeof num !== "number") {
                    throw new TypeError("'" + num + "' is not number");
                  }
                  if (!this.limitsSet) {
                    this.minCalls = null;
                    this.limitsSet = true;
                  }
                  this.maxCalls = num;
                  return this;
                },
                never: function never() {
                  return this.exactly(0);
                },
                once: function once() {
                  return this.exactly(1);
                },
                twice: function twice() {
                  return this.exactly(2);
                },
                thrice: function thrice() {
                  return this.exactly(3);
                },
                exactly: function exactly(num) {
                  if (typeof num !== "number") {
                    throw new TypeError("'" + num + "' is not a number");
                  }
                  this.atLeast(num);
                  return this.atMost(num);
                },
                met: function met() {
                  return !this.failed && receivedMinCalls(this);
                },
                verifyCallAllowed: function verifyCallAllowed(thisValue, args) {
                  if (receivedMaxCalls(this)) {
                    this.failed = true;
                    sinon2.expectation.fail(this.method + " already called " + times(this.maxCalls));
                  }
                  if ("expectedThis" in this && this.expectedThis !== thisValue) {
                    sinon2.expectation.fail(this.method + " called with " + thisValue + " as thisValue, expected " + this.expectedThis);
                  }
                  if (!("expectedArguments" in this)) {
                    return;
                  }
                  if (!args) {
                    sinon2.expectation.fail(this.method + " received no arguments, expected " + sinon2.format(this.expectedArguments));
                  }
                  if (args.length < this.expectedArguments.length) {
                    sinon2.expectation.fail(this.method + " received too few arguments (" + sinon2.format(args) + "), expected " + sinon2.format(this.expectedArguments));
                  }
                  if (this.expectsExactArgCount && args.length !== this.expectedArguments.length) {
                    sinon2.expectation.fail(this.method + " received too many arguments (" + sinon2.format(args) + "), expected " + sinon2.format(this.expectedArguments));
                  }
                  for (var i = 0, l = this.expectedArguments.length; i < l; i += 1) {
                    if (!verifyMatcher(this.expectedArguments[i], args[i])) {
                      sinon2.expectation.fail(this.method + " received wrong arguments " + sinon2.format(args) + ", didn't match " + this.expectedArguments.toString());
                    }
                    if (!sinon2.deepEqual(this.expectedArguments[i], args[i])) {
                      sinon2.expectation.fail(this.method + " received wrong arguments " + sinon2.format(args) + ", expected " + sinon2.format(this.expectedArguments));
                    }
                  }
                },
                allowsCall: function allowsCall(thisValue, args) {
                  if (this.met() && receivedMaxCalls(this)) {
                    return false;
                  }
                  if ("expectedThis" in this && this.expectedThis !== thisValue) {
                    return false;
                  }
                  if (!("expectedArguments" in this)) {
                    return true;
                  }
                  args = args || [];
                  if (args.length < this.expectedArguments.length) {
                    return false;
                  }
                  if (this.expectsExactArgCount && args.length !== this.expectedArguments.length) {
                    return false;
                  }
                  for (var i = 0, l = this.expectedArguments.length; i < l; i += 1) {
                    if (!verifyMatcher(this.expectedArguments[i], args[i])) {
                      return false;
                    }
                    if (!sinon2.deepEqual(this.expectedArguments[i], args[i])) {
                      return false;
                    }
                  }
                  return true;
                },
                withArgs: function withArgs() {
                  this.expectedArguments = slice2.call(arguments);
                  return this;
                },
                withExactArgs: function withExactArgs() {
                  this.withArgs.apply(this, arguments);
                  this.expectsExactArgCount = true;
                  return this;
                },
                on: function on(thisValue) {
                  this.expectedThis = thisValue;
                  return this;
                },
                toString: function() {
                  var args = (this.expectedArguments || []).slice();
                  if (!this.expectsExactArgCount) {
                    push2.call(args, "[...]");
                  }
                  var callStr = sinon2.spyCall.toString.call({
                    proxy: this.method || "anonymous mock expectation",
                    args
                  });
                  var message = callStr.replace(", [...", "[, ...") + " " + expectedCallCountInWords(this);
                  if (this.met()) {
                    return "Expectation met: " + message;
                  }
                  return "Expected " + message + " (" + callCountInWords(this.callCount) + ")";
                },
                verify: function verify() {
                  if (!this.met()) {
                    sinon2.expectation.fail(this.toString());
                  } else {
                    sinon2.expectation.pass(this.toString());
                  }
                  return true;
                },
                pass: function pass(message) {
                  sinon2.assert.pass(message);
                },
                fail: function fail(message) {
                  var exception2 = new Error(message);
                  exception2.name = "ExpectationError";
                  throw exception2;
                }
              };
              sinon2.mock = mock;
              return mock;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./times_in_words");
              require2("./call");
              require2("./extend");
              require2("./match");
              require2("./spy");
              require2("./stub");
              require2("./format");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Collections of stubs, spies and mocks.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            var push2 = [].push;
            var hasOwnProperty = Object.prototype.hasOwnProperty;
            function getFakes(fakeCollection) {
              if (!fakeCollection.fakes) {
                fakeCollection.fakes = [];
              }
              return fakeCollection.fakes;
            }
            function each(fakeCollection, method) {
              var fakes = getFakes(fakeCollection);
              for (var i = 0, l = fakes.length; i < l; i += 1) {
                if (typeof fakes[i][method] === "function") {
                  fakes[i][method]();
                }
              }
            }
            function compact(fakeCollection) {
              var fakes = getFakes(fakeCollection);
              var i = 0;
              while (i < fakes.length) {
                fakes.splice(i, 1);
              }
            }
            function makeApi2(sinon2) {
              var collection = {
                verify: function resolve() {
                  each(this, "verify");
                },
                restore: function restore() {
                  each(this, "restore");
                  compact(this);
                },
                reset: function restore() {
                  each(this, "reset");
                },
                verifyAndRestore: function verifyAndRestore() {
                  var exception2;
                  try {
                    this.verify();
                  } catch (e) {
                    exception2 = e;
                  }
                  this.restore();
                  if (exception2) {
                    throw exception2;
                  }
                },
                add: function add(fake) {
                  push2.call(getFakes(this), fake);
                  return fake;
                },
                spy: function spy2() {
                  return this.add(sinon2.spy.apply(sinon2, arguments));
                },
                stub: function stub(object, property, value) {
                  if (property) {
                    var original = object[property];
                    if (typeof original !== "function") {
                      if (!hasOwnProperty.call(object, property)) {
                        throw new TypeError("Cannot stub non-existent own property " + property);
                      }
                      object[property] = value;
                      return this.add({
                        restore: function() {
                          object[property] = original;
                        }
                      });
                    }
                  }
                  if (!property && !!object && typeof object === "object") {
                    var stubbedObj = sinon2.stub.apply(sinon2, arguments);
                    for (var prop in stubbedObj) {
                      if (typeof stubbedObj[prop] === "function") {
                        this.add(stubbedObj[prop]);
                      }
                    }
                    return stubbedObj;
                  }
                  return this.add(sinon2.stub.apply(sinon2, arguments));
                },
                mock: function mock() {
                  return this.add(sinon2.mock.apply(sinon2, arguments));
                },
                inject: function inject(obj) {
                  var col = this;
                  obj.spy = function() {
                    return col.spy.apply(col, arguments);
                  };
                  obj.stub = function() {
                    return col.stub.apply(col, arguments);
                  };
                  obj.mock = function() {
                    return col.mock.apply(col, arguments);
                  };
                  return obj;
                }
              };
              sinon2.collection = collection;
              return collection;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./mock");
              require2("./spy");
              require2("./stub");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Fake timer API
           * setTimeout
           * setInterval
           * clearTimeout
           * clearInterval
           * tick
           * reset
           * Date
           *
           * Inspired by jsUnitMockTimeOut from JsUnit
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function() {
            function makeApi2(s, lol) {
              var llx = typeof lolex !== "undefined" ? lolex : lol;
              s.useFakeTimers = function() {
                var now;
                var methods = Array.prototype.slice.call(arguments);
                if (typeof methods[0] === "string") {
                  now = 0;
                } else {
                  now = methods.shift();
                }
                var clock2 = llx.install(now || 0, methods);
                clock2.restore = clock2.uninstall;
                return clock2;
              };
              s.clock = {
                create: function(now) {
                  return llx.createClock(now);
                }
              };
              s.timers = {
                setTimeout,
                clearTimeout,
                setImmediate: typeof setImmediate !== "undefined" ? setImmediate : void 0,
                clearImmediate: typeof clearImmediate !== "undefined" ? clearImmediate : void 0,
                setInterval,
                clearInterval,
                Date
              };
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, epxorts, module2, lolex2) {
              var core = require2("./core");
              makeApi2(core, lolex2);
              module2.exports = core;
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require, module.exports, module, require("lolex"));
            } else {
              makeApi2(sinon);
            }
          })();
          /**
           * Minimal Event interface implementation
           *
           * Original implementation by Sven Fuchs: https://gist.github.com/995028
           * Modifications and tests by Christian Johansen.
           *
           * @author Sven Fuchs (svenfuchs@artweb-design.de)
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2011 Sven Fuchs, Christian Johansen
           */
          if (typeof sinon === "undefined") {
            this.sinon = {};
          }
          (function() {
            var push2 = [].push;
            function makeApi2(sinon2) {
              sinon2.Event = function Event(type, bubbles, cancelable, target) {
                this.initEvent(type, bubbles, cancelable, target);
              };
              sinon2.Event.prototype = {
                initEvent: function(type, bubbles, cancelable, target) {
                  this.type = type;
                  this.bubbles = bubbles;
                  this.cancelable = cancelable;
                  this.target = target;
                },
                stopPropagation: function() {
                },
                preventDefault: function() {
                  this.defaultPrevented = true;
                }
              };
              sinon2.ProgressEvent = function ProgressEvent2(type, progressEventRaw, target) {
                this.initEvent(type, false, false, target);
                this.loaded = typeof progressEventRaw.loaded === "number" ? progressEventRaw.loaded : null;
                this.total = typeof progressEventRaw.total === "number" ? progressEventRaw.total : null;
                this.lengthComputable = !!progressEventRaw.total;
              };
              sinon2.ProgressEvent.prototype = new sinon2.Event();
              sinon2.ProgressEvent.prototype.constructor = sinon2.ProgressEvent;
              sinon2.CustomEvent = function CustomEvent2(type, customData, target) {
                this.initEvent(type, false, false, target);
                this.detail = customData.detail || null;
              };
              sinon2.CustomEvent.prototype = new sinon2.Event();
              sinon2.CustomEvent.prototype.constructor = sinon2.CustomEvent;
              sinon2.EventTarget = {
                addEventListener: function addEventListener(event, listener) {
                  this.eventListeners = this.eventListeners || {};
                  this.eventListeners[event] = this.eventListeners[event] || [];
                  push2.call(this.eventListeners[event], listener);
                },
                removeEventListener: function removeEventListener(event, listener) {
                  var listeners = this.eventListeners && this.eventListeners[event] || [];
                  for (var i = 0, l = listeners.length; i < l; ++i) {
                    if (listeners[i] === listener) {
                      return listeners.splice(i, 1);
                    }
                  }
                },
                dispatchEvent: function dispatchEvent(event) {
                  var type = event.type;
                  var listeners = this.eventListeners && this.eventListeners[type] || [];
                  for (var i = 0; i < listeners.length; i++) {
                    if (typeof listeners[i] === "function") {
                      listeners[i].call(this, event);
                    } else {
                      listeners[i].handleEvent(event);
                    }
                  }
                  return !!event.defaultPrevented;
                }
              };
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2) {
              var sinon2 = require2("./core");
              makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require);
            } else {
              makeApi2(sinon);
            }
          })();
          /**
           * Logs errors
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2014 Christian Johansen
           */
          (function(sinonGlobal2) {
            var realSetTimeout = setTimeout;
            function makeApi2(sinon2) {
              function log() {
              }
              function logError(label, err) {
                var msg = label + " threw exception: ";
                function throwLoggedError() {
                  err.message = msg + err.message;
                  throw err;
                }
                sinon2.log(msg + "[" + err.name + "] " + err.message);
                if (err.stack) {
                  sinon2.log(err.stack);
                }
                if (logError.useImmediateExceptions) {
                  throwLoggedError();
                } else {
                  logError.setTimeout(throwLoggedError, 0);
                }
              }
              logError.useImmediateExceptions = false;
              logError.setTimeout = function(func2, timeout) {
                realSetTimeout(func2, timeout);
              };
              var exports2 = {};
              exports2.log = sinon2.log = log;
              exports2.logError = sinon2.logError = logError;
              return exports2;
            }
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              module2.exports = makeApi2(sinon2);
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          function getGlobal() {
            return typeof window !== "undefined" ? window : globalThis;
          }
          if (typeof sinon === "undefined") {
            if (typeof this === "undefined") {
              getGlobal().sinon = {};
            } else {
              this.sinon = {};
            }
          }
          (function(global2) {
            var xdr = { XDomainRequest: global2.XDomainRequest };
            xdr.GlobalXDomainRequest = global2.XDomainRequest;
            xdr.supportsXDR = typeof xdr.GlobalXDomainRequest !== "undefined";
            xdr.workingXDR = xdr.supportsXDR ? xdr.GlobalXDomainRequest : false;
            function makeApi2(sinon2) {
              sinon2.xdr = xdr;
              function FakeXDomainRequest() {
                this.readyState = FakeXDomainRequest.UNSENT;
                this.requestBody = null;
                this.requestHeaders = {};
                this.status = 0;
                this.timeout = null;
                if (typeof FakeXDomainRequest.onCreate === "function") {
                  FakeXDomainRequest.onCreate(this);
                }
              }
              function verifyState(x) {
                if (x.readyState !== FakeXDomainRequest.OPENED) {
                  throw new Error("INVALID_STATE_ERR");
                }
                if (x.sendFlag) {
                  throw new Error("INVALID_STATE_ERR");
                }
              }
              function verifyRequestSent(x) {
                if (x.readyState === FakeXDomainRequest.UNSENT) {
                  throw new Error("Request not sent");
                }
                if (x.readyState === FakeXDomainRequest.DONE) {
                  throw new Error("Request done");
                }
              }
              function verifyResponseBodyType(body) {
                if (typeof body !== "string") {
                  var error = new Error("Attempted to respond to fake XDomainRequest with " + body + ", which is not a string.");
                  error.name = "InvalidBodyException";
                  throw error;
                }
              }
              sinon2.extend(FakeXDomainRequest.prototype, sinon2.EventTarget, {
                open: function open(method, url) {
                  this.method = method;
                  this.url = url;
                  this.responseText = null;
                  this.sendFlag = false;
                  this.readyStateChange(FakeXDomainRequest.OPENED);
                },
                readyStateChange: function readyStateChange(state) {
                  this.readyState = state;
                  var eventName = "";
                  switch (this.readyState) {
                    case FakeXDomainRequest.UNSENT:
                      break;
                    case FakeXDomainRequest.OPENED:
                      break;
                    case FakeXDomainRequest.LOADING:
                      if (this.sendFlag) {
                        eventName = "onprogress";
                      }
                      break;
                    case FakeXDomainRequest.DONE:
                      if (this.isTimeout) {
                        eventName = "ontimeout";
                      } else if (this.errorFlag || (this.status < 200 || this.status > 299)) {
                        eventName = "onerror";
                      } else {
                        eventName = "onload";
                      }
                      break;
                  }
                  if (eventName) {
                    if (typeof this[eventName] === "function") {
                      try {
                        this[eventName]();
                      } catch (e) {
                        sinon2.logError("Fake XHR " + eventName + " handler", e);
                      }
                    }
                  }
                },
                send: function send(data) {
                  verifyState(this);
                  if (!/^(get|head)$/i.test(this.method)) {
                    this.requestBody = data;
                  }
                  this.requestHeaders["Content-Type"] = "text/plain;charset=utf-8";
                  this.errorFlag = false;
                  this.sendFlag = true;
                  this.readyStateChange(FakeXDomainRequest.OPENED);
                  if (typeof this.onSend === "function") {
                    this.onSend(this);
                  }
                },
                abort: function abort() {
                  this.aborted = true;
                  this.responseText = null;
                  this.errorFlag = true;
                  if (this.readyState > sinon2.FakeXDomainRequest.UNSENT && this.sendFlag) {
                    this.readyStateChange(sinon2.FakeXDomainRequest.DONE);
                    this.sendFlag = false;
                  }
                },
                setResponseBody: function setResponseBody(body) {
                  verifyRequestSent(this);
                  verifyResponseBodyType(body);
                  var chunkSize = this.chunkSize || 10;
                  var index = 0;
                  this.responseText = "";
                  do {
                    this.readyStateChange(FakeXDomainRequest.LOADING);
                    this.responseText += body.substring(index, index + chunkSize);
                    index += chunkSize;
                  } while (index < body.length);
                  this.readyStateChange(FakeXDomainRequest.DONE);
                },
                respond: function respond(status, contentType, body) {
                  this.status = typeof status === "number" ? status : 200;
                  this.setResponseBody(body || "");
                },
                simulatetimeout: function simulatetimeout() {
                  this.status = 0;
                  this.isTimeout = true;
                  this.responseText = void 0;
                  this.readyStateChange(FakeXDomainRequest.DONE);
                }
              });
              sinon2.extend(FakeXDomainRequest, {
                UNSENT: 0,
                OPENED: 1,
                LOADING: 3,
                DONE: 4
              });
              sinon2.useFakeXDomainRequest = function useFakeXDomainRequest() {
                sinon2.FakeXDomainRequest.restore = function restore(keepOnCreate) {
                  if (xdr.supportsXDR) {
                    global2.XDomainRequest = xdr.GlobalXDomainRequest;
                  }
                  delete sinon2.FakeXDomainRequest.restore;
                  if (keepOnCreate !== true) {
                    delete sinon2.FakeXDomainRequest.onCreate;
                  }
                };
                if (xdr.supportsXDR) {
                  global2.XDomainRequest = sinon2.FakeXDomainRequest;
                }
                return sinon2.FakeXDomainRequest;
              };
              sinon2.FakeXDomainRequest = FakeXDomainRequest;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./core");
              require2("../extend");
              require2("./event");
              require2("../log_error");
              makeApi2(sinon2);
              module2.exports = sinon2;
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require, module.exports, module);
            } else {
              makeApi2(sinon);
            }
          })(typeof globalThis !== "undefined" ? globalThis : self);
          /**
           * Fake XMLHttpRequest object
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2, global2) {
            function getWorkingXHR(globalScope) {
              var supportsXHR = typeof globalScope.XMLHttpRequest !== "undefined";
              if (supportsXHR) {
                return globalScope.XMLHttpRequest;
              }
              var supportsActiveX = typeof globalScope.ActiveXObject !== "undefined";
              if (supportsActiveX) {
                return function() {
                  return new globalScope.ActiveXObject("MSXML2.XMLHTTP.3.0");
                };
              }
              return false;
            }
            var supportsProgress = typeof ProgressEvent !== "undefined";
            var supportsCustomEvent = typeof CustomEvent !== "undefined";
            var supportsFormData = typeof FormData !== "undefined";
            var supportsArrayBuffer = typeof ArrayBuffer !== "undefined";
            var supportsBlob = (function() {
              try {
                return !!new Blob();
              } catch (e) {
                return false;
              }
            })();
            var sinonXhr = { XMLHttpRequest: global2.XMLHttpRequest };
            sinonXhr.GlobalXMLHttpRequest = global2.XMLHttpRequest;
            sinonXhr.GlobalActiveXObject = global2.ActiveXObject;
            sinonXhr.supportsActiveX = typeof sinonXhr.GlobalActiveXObject !== "undefined";
            sinonXhr.supportsXHR = typeof sinonXhr.GlobalXMLHttpRequest !== "undefined";
            sinonXhr.workingXHR = getWorkingXHR(global2);
            sinonXhr.supportsCORS = sinonXhr.supportsXHR && "withCredentials" in new sinonXhr.GlobalXMLHttpRequest();
            var unsafeHeaders = {
              "Accept-Charset": true,
              "Accept-Encoding": true,
              Connection: true,
              "Content-Length": true,
              Cookie: true,
              Cookie2: true,
              "Content-Transfer-Encoding": true,
              Date: true,
              Expect: true,
              Host: true,
              "Keep-Alive": true,
              Referer: true,
              TE: true,
              Trailer: true,
              "Transfer-Encoding": true,
              Upgrade: true,
              "User-Agent": true,
              Via: true
            };
            function UploadProgress() {
              this.eventListeners = {
                abort: [],
                error: [],
                load: [],
                loadend: [],
                progress: []
              };
            }
            UploadProgress.prototype.addEventListener = function addEventListener(event, listener) {
              this.eventListeners[event].push(listener);
            };
            UploadProgress.prototype.removeEventListener = function removeEventListener(event, listener) {
              var listeners = this.eventListeners[event] || [];
              for (var i = 0, l = listeners.length; i < l; ++i) {
                if (listeners[i] === listener) {
                  return listeners.splice(i, 1);
                }
              }
            };
            UploadProgress.prototype.dispatchEvent = function dispatchEvent(event) {
              var listeners = this.eventListeners[event.type] || [];
              for (var i = 0, listener; (listener = listeners[i]) != null; i++) {
                listener(event);
              }
            };
            function FakeXMLHttpRequest() {
              this.readyState = FakeXMLHttpRequest.UNSENT;
              this.requestHeaders = {};
              this.requestBody = null;
              this.status = 0;
              this.statusText = "";
              this.upload = new UploadProgress();
              this.responseType = "";
              this.response = "";
              if (sinonXhr.supportsCORS) {
                this.withCredentials = false;
              }
              var xhr = this;
              var events = ["loadstart", "load", "abort", "error", "loadend"];
              function addEventListener(eventName) {
                xhr.addEventListener(eventName, function(event) {
                  var listener = xhr["on" + eventName];
                  if (listener && typeof listener === "function") {
                    listener.call(this, event);
                  }
                });
              }
              for (var i = events.length - 1; i >= 0; i--) {
                addEventListener(events[i]);
              }
              if (typeof FakeXMLHttpRequest.onCreate === "function") {
                FakeXMLHttpRequest.onCreate(this);
              }
            }
            function verifyState(xhr) {
              if (xhr.readyState !== FakeXMLHttpRequest.OPENED) {
                throw new Error("INVALID_STATE_ERR");
              }
              if (xhr.sendFlag) {
                throw new Error("INVALID_STATE_ERR");
              }
            }
            function getHeader(headers, header) {
              header = header.toLowerCase();
              for (var h in headers) {
                if (h.toLowerCase() === header) {
                  return h;
                }
              }
              return null;
            }
            function each(collection, callback) {
              if (!collection) {
                return;
              }
              for (var i = 0, l = collection.length; i < l; i += 1) {
                callback(collection[i]);
              }
            }
            function some(collection, callback) {
              for (var index = 0; index < collection.length; index++) {
                if (callback(collection[index]) === true) {
                  return true;
                }
              }
              return false;
            }
            var apply = function(obj, method, args) {
              switch (args.length) {
                case 0:
                  return obj[method]();
                case 1:
                  return obj[method](args[0]);
                case 2:
                  return obj[method](args[0], args[1]);
                case 3:
                  return obj[method](args[0], args[1], args[2]);
                case 4:
                  return obj[method](args[0], args[1], args[2], args[3]);
                case 5:
                  return obj[method](args[0], args[1], args[2], args[3], args[4]);
              }
            };
            FakeXMLHttpRequest.filters = [];
            FakeXMLHttpRequest.addFilter = function addFilter(fn) {
              this.filters.push(fn);
            };
            var IE6Re = /MSIE 6/;
            FakeXMLHttpRequest.defake = function defake(fakeXhr, xhrArgs) {
              var xhr = new sinonXhr.workingXHR();
              each([
                "open",
                "setRequestHeader",
                "send",
                "abort",
                "getResponseHeader",
                "getAllResponseHeaders",
                "addEventListener",
                "overrideMimeType",
                "removeEventListener"
              ], function(method) {
                fakeXhr[method] = function() {
                  return apply(xhr, method, arguments);
                };
              });
              var copyAttrs = function(args) {
                each(args, function(attr) {
                  try {
                    fakeXhr[attr] = xhr[attr];
                  } catch (e) {
                    if (!IE6Re.test(navigator.userAgent)) {
                      throw e;
                    }
                  }
                });
              };
              var stateChange = function stateChange2() {
                fakeXhr.readyState = xhr.readyState;
                if (xhr.readyState >= FakeXMLHttpRequest.HEADERS_RECEIVED) {
                  copyAttrs(["status", "statusText"]);
                }
                if (xhr.readyState >= FakeXMLHttpRequest.LOADING) {
                  copyAttrs(["responseText", "response"]);
                }
                if (xhr.readyState === FakeXMLHttpRequest.DONE) {
                  copyAttrs(["responseXML"]);
                }
                if (fakeXhr.onreadystatechange) {
                  fakeXhr.onreadystatechange.call(fakeXhr, { target: fakeXhr });
                }
              };
              if (xhr.addEventListener) {
                for (var event in fakeXhr.eventListeners) {
                  if (fakeXhr.eventListeners.hasOwnProperty(event)) {
                    each(fakeXhr.eventListeners[event], function(handler) {
                      xhr.addEventListener(event, handler);
                    });
                  }
                }
                xhr.addEventListener("readystatechange", stateChange);
              } else {
                xhr.onreadystatechange = stateChange;
              }
              apply(xhr, "open", xhrArgs);
            };
            FakeXMLHttpRequest.useFilters = false;
            function verifyRequestOpened(xhr) {
              if (xhr.readyState !== FakeXMLHttpRequest.OPENED) {
                throw new Error("INVALID_STATE_ERR - " + xhr.readyState);
              }
            }
            function verifyRequestSent(xhr) {
              if (xhr.readyState === FakeXMLHttpRequest.DONE) {
                throw new Error("Request done");
              }
            }
            function verifyHeadersReceived(xhr) {
              if (xhr.async && xhr.readyState !== FakeXMLHttpRequest.HEADERS_RECEIVED) {
                throw new Error("No headers received");
              }
            }
            function verifyResponseBodyType(body) {
              if (typeof body !== "string") {
                var error = new Error("Attempted to respond to fake XMLHttpRequest with " + body + ", which is not a string.");
                error.name = "InvalidBodyException";
                throw error;
              }
            }
            function convertToArrayBuffer(body) {
              var buffer = new ArrayBuffer(body.length);
              var view = new Uint8Array(buffer);
              for (var i = 0; i < body.length; i++) {
                var charCode = body.charCodeAt(i);
                if (charCode >= 256) {
                  throw new TypeError("arraybuffer or blob responseTypes require binary string, invalid character " + body[i] + " found.");
                }
                view[i] = charCode;
              }
              return buffer;
            }
            function isXmlContentType(contentType) {
              return !contentType || /(text\/xml)|(application\/xml)|(\+xml)/.test(contentType);
            }
            function convertResponseBody(responseType, contentType, body) {
              if (responseType === "" || responseType === "text") {
                return body;
              } else if (supportsArrayBuffer && responseType === "arraybuffer") {
                return convertToArrayBuffer(body);
              } else if (responseType === "json") {
                try {
                  return JSON.parse(body);
                } catch (e) {
                  return null;
                }
              } else if (supportsBlob && responseType === "blob") {
                var blobOptions = {};
                if (contentType) {
                  blobOptions.type = contentType;
                }
                return new Blob([convertToArrayBuffer(body)], blobOptions);
              } else if (responseType === "document") {
                if (isXmlContentType(contentType)) {
                  return FakeXMLHttpRequest.parseXML(body);
                }
                return null;
              }
              throw new Error("Invalid responseType " + responseType);
            }
            function clearResponse(xhr) {
              if (xhr.responseType === "" || xhr.responseType === "text") {
                xhr.response = xhr.responseText = "";
              } else {
                xhr.response = xhr.responseText = null;
              }
              xhr.responseXML = null;
            }
            FakeXMLHttpRequest.parseXML = function parseXML(text) {
              if (text !== "") {
                try {
                  if (typeof DOMParser !== "undefined") {
                    var parser = new DOMParser();
                    return parser.parseFromString(text, "text/xml");
                  }
                  var xmlDoc = new window.ActiveXObject("Microsoft.XMLDOM");
                  xmlDoc.async = "false";
                  xmlDoc.loadXML(text);
                  return xmlDoc;
                } catch (e) {
                }
              }
              return null;
            };
            FakeXMLHttpRequest.statusCodes = {
              100: "Continue",
              101: "Switching Protocols",
              200: "OK",
              201: "Created",
              202: "Accepted",
              203: "Non-Authoritative Information",
              204: "No Content",
              205: "Reset Content",
              206: "Partial Content",
              207: "Multi-Status",
              300: "Multiple Choice",
              301: "Moved Permanently",
              302: "Found",
              303: "See Other",
              304: "Not Modified",
              305: "Use Proxy",
              307: "Temporary Redirect",
              400: "Bad Request",
              401: "Unauthorized",
              402: "Payment Required",
              403: "Forbidden",
              404: "Not Found",
              405: "Method Not Allowed",
              406: "Not Acceptable",
              407: "Proxy Authentication Required",
              408: "Request Timeout",
              409: "Conflict",
              410: "Gone",
              411: "Length Required",
              412: "Precondition Failed",
              413: "Request Entity Too Large",
              414: "Request-URI Too Long",
              415: "Unsupported Media Type",
              416: "Requested Range Not Satisfiable",
              417: "Expectation Failed",
              422: "Unprocessable Entity",
              500: "Internal Server Error",
              501: "Not Implemented",
              502: "Bad Gateway",
              503: "Service Unavailable",
              504: "Gateway Timeout",
              505: "HTTP Version Not Supported"
            };
            function makeApi2(sinon2) {
              sinon2.xhr = sinonXhr;
              sinon2.extend(FakeXMLHttpRequest.prototype, sinon2.EventTarget, {
                async: true,
                open: function open(method, url, async, username, password) {
                  this.method = method;
                  this.url = url;
                  this.async = typeof async === "boolean" ? async : true;
                  this.username = username;
                  this.password = password;
                  clearResponse(this);
                  this.requestHeaders = {};
                  this.sendFlag = false;
                  if (FakeXMLHttpRequest.useFilters === true) {
                    var xhrArgs = arguments;
                    var defake = some(FakeXMLHttpRequest.filters, function(filter) {
                      return filter.apply(this, xhrArgs);
                    });
                    if (defake) {
                      return FakeXMLHttpRequest.defake(this, arguments);
                    }
                  }
                  this.readyStateChange(FakeXMLHttpRequest.OPENED);
                },
                readyStateChange: function readyStateChange(state) {
                  this.readyState = state;
                  var readyStateChangeEvent = new sinon2.Event("readystatechange", false, false, this);
                  var event, progress;
                  if (typeof this.onreadystatechange === "function") {
                    try {
                      this.onreadystatechange(readyStateChangeEvent);
                    } catch (e) {
                      sinon2.logError("Fake XHR onreadystatechange handler", e);
                    }
                  }
                  if (this.readyState === FakeXMLHttpRequest.DONE) {
                    progress = {
                      loaded: this.progress || 0,
                      total: this.progress || 0
                    };
                    if (this.status === 0) {
                      event = this.aborted ? "abort" : "error";
                    } else {
                      event = "load";
                    }
                    if (supportsProgress) {
                      this.upload.dispatchEvent(new sinon2.ProgressEvent("progress", progress, this));
                      this.upload.dispatchEvent(new sinon2.ProgressEvent(event, progress, this));
                      this.upload.dispatchEvent(new sinon2.ProgressEvent("loadend", progress, this));
                    }
                    this.dispatchEvent(new sinon2.ProgressEvent("progress", progress, this));
                    this.dispatchEvent(new sinon2.ProgressEvent(event, progress, this));
                    this.dispatchEvent(new sinon2.ProgressEvent("loadend", progress, this));
                  }
                  this.dispatchEvent(readyStateChangeEvent);
                },
                setRequestHeader: function setRequestHeader(header, value) {
                  verifyState(this);
                  if (unsafeHeaders[header] || /^(Sec-|Proxy-)/.test(header)) {
                    throw new Error('Refused to set unsafe header "' + header + '"');
                  }
                  if (this.requestHeaders[header]) {
                    this.requestHeaders[header] += "," + value;
                  } else {
                    this.requestHeaders[header] = value;
                  }
                },
                // Helps testing
                setResponseHeaders: function setResponseHeaders(headers) {
                  verifyRequestOpened(this);
                  this.responseHeaders = {};
                  for (var header in headers) {
                    if (headers.hasOwnProperty(header)) {
                      this.responseHeaders[header] = headers[header];
                    }
                  }
                  if (this.async) {
                    this.readyStateChange(FakeXMLHttpRequest.HEADERS_RECEIVED);
                  } else {
                    this.readyState = FakeXMLHttpRequest.HEADERS_RECEIVED;
                  }
                },
                // Currently treats ALL data as a DOMString (i.e. no Document)
                send: function send(data) {
                  verifyState(this);
                  if (!/^(get|head)$/i.test(this.method)) {
                    var contentType = getHeader(this.requestHeaders, "Content-Type");
                    if (this.requestHeaders[contentType]) {
                      var value = this.requestHeaders[contentType].split(";");
                      this.requestHeaders[contentType] = value[0] + ";charset=utf-8";
                    } else if (supportsFormData && !(data instanceof FormData)) {
                      this.requestHeaders["Content-Type"] = "text/plain;charset=utf-8";
                    }
                    this.requestBody = data;
                  }
                  this.errorFlag = false;
                  this.sendFlag = this.async;
                  clearResponse(this);
                  this.readyStateChange(FakeXMLHttpRequest.OPENED);
                  if (typeof this.onSend === "function") {
                    this.onSend(this);
                  }
                  this.dispatchEvent(new sinon2.Event("loadstart", false, false, this));
                },
                abort: function abort() {
                  this.aborted = true;
                  clearResponse(this);
                  this.errorFlag = true;
                  this.requestHeaders = {};
                  this.responseHeaders = {};
                  if (this.readyState > FakeXMLHttpRequest.UNSENT && this.sendFlag) {
                    this.readyStateChange(FakeXMLHttpRequest.DONE);
                    this.sendFlag = false;
                  }
                  this.readyState = FakeXMLHttpRequest.UNSENT;
                },
                error: function error() {
                  clearResponse(this);
                  this.errorFlag = true;
                  this.requestHeaders = {};
                  this.responseHeaders = {};
                  this.readyStateChange(FakeXMLHttpRequest.DONE);
                },
                getResponseHeader: function getResponseHeader(header) {
                  if (this.readyState < FakeXMLHttpRequest.HEADERS_RECEIVED) {
                    return null;
                  }
                  if (/^Set-Cookie2?$/i.test(header)) {
                    return null;
                  }
                  header = getHeader(this.responseHeaders, header);
                  return this.responseHeaders[header] || null;
                },
                getAllResponseHeaders: function getAllResponseHeaders() {
                  if (this.readyState < FakeXMLHttpRequest.HEADERS_RECEIVED) {
                    return "";
                  }
                  var headers = "";
                  for (var header in this.responseHeaders) {
                    if (this.responseHeaders.hasOwnProperty(header) && !/^Set-Cookie2?$/i.test(header)) {
                      headers += header + ": " + this.responseHeaders[header] + "\r\n";
                    }
                  }
                  return headers;
                },
                setResponseBody: function setResponseBody(body) {
                  verifyRequestSent(this);
                  verifyHeadersReceived(this);
                  verifyResponseBodyType(body);
                  var contentType = this.getResponseHeader("Content-Type");
                  var isTextResponse = this.responseType === "" || this.responseType === "text";
                  clearResponse(this);
                  if (this.async) {
                    var chunkSize = this.chunkSize || 10;
                    var index = 0;
                    do {
                      this.readyStateChange(FakeXMLHttpRequest.LOADING);
                      if (isTextResponse) {
                        this.responseText = this.response += body.substring(index, index + chunkSize);
                      }
                      index += chunkSize;
                    } while (index < body.length);
                  }
                  this.response = convertResponseBody(this.responseType, contentType, body);
                  if (isTextResponse) {
                    this.responseText = this.response;
                  }
                  if (this.responseType === "document") {
                    this.responseXML = this.response;
                  } else if (this.responseType === "" && isXmlContentType(contentType)) {
                    this.responseXML = FakeXMLHttpRequest.parseXML(this.responseText);
                  }
                  this.progress = body.length;
                  this.readyStateChange(FakeXMLHttpRequest.DONE);
                },
                respond: function respond(status, headers, body) {
                  this.status = typeof status === "number" ? status : 200;
                  this.statusText = FakeXMLHttpRequest.statusCodes[this.status];
                  this.setResponseHeaders(headers || {});
                  this.setResponseBody(body || "");
                },
                uploadProgress: function uploadProgress(progressEventRaw) {
                  if (supportsProgress) {
                    this.upload.dispatchEvent(new sinon2.ProgressEvent("progress", progressEventRaw));
                  }
                },
                downloadProgress: function downloadProgress(progressEventRaw) {
                  if (supportsProgress) {
                    this.dispatchEvent(new sinon2.ProgressEvent("progress", progressEventRaw));
                  }
                },
                uploadError: function uploadError(error) {
                  if (supportsCustomEvent) {
                    this.upload.dispatchEvent(new sinon2.CustomEvent("error", { detail: error }));
                  }
                }
              });
              sinon2.extend(FakeXMLHttpRequest, {
                UNSENT: 0,
                OPENED: 1,
                HEADERS_RECEIVED: 2,
                LOADING: 3,
                DONE: 4
              });
              sinon2.useFakeXMLHttpRequest = function() {
                FakeXMLHttpRequest.restore = function restore(keepOnCreate) {
                  if (sinonXhr.supportsXHR) {
                    global2.XMLHttpRequest = sinonXhr.GlobalXMLHttpRequest;
                  }
                  if (sinonXhr.supportsActiveX) {
                    global2.ActiveXObject = sinonXhr.GlobalActiveXObject;
                  }
                  delete FakeXMLHttpRequest.restore;
                  if (keepOnCreate !== true) {
                    delete FakeXMLHttpRequest.onCreate;
                  }
                };
                if (sinonXhr.supportsXHR) {
                  global2.XMLHttpRequest = FakeXMLHttpRequest;
                }
                if (sinonXhr.supportsActiveX) {
                  global2.ActiveXObject = function ActiveXObject(objId) {
                    if (objId === "Microsoft.XMLHTTP" || /^Msxml2\.XMLHTTP/i.test(objId)) {
                      return new FakeXMLHttpRequest();
                    }
                    return new sinonXhr.GlobalActiveXObject(objId);
                  };
                }
                return FakeXMLHttpRequest;
              };
              sinon2.FakeXMLHttpRequest = FakeXMLHttpRequest;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./core");
              require2("../extend");
              require2("./event");
              require2("../log_error");
              makeApi2(sinon2);
              module2.exports = sinon2;
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon,
            // eslint-disable-line no-undef
            typeof globalThis !== "undefined" ? globalThis : self
          );
          /**
           * The Sinon "server" mimics a web server that receives requests from
           * sinon.FakeXMLHttpRequest and provides an API to respond to those requests,
           * both synchronously and asynchronously. To respond synchronuously, canned
           * answers have to be provided upfront.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function() {
            var push2 = [].push;
            function responseArray(handler) {
              var response = handler;
              if (Object.prototype.toString.call(handler) !== "[object Array]") {
                response = [200, {}, handler];
              }
              if (typeof response[2] !== "string") {
                throw new TypeError("Fake server response body should be string, but was " + typeof response[2]);
              }
              return response;
            }
            var wloc = typeof window !== "undefined" ? window.location : {};
            var rCurrLoc = new RegExp("^" + wloc.protocol + "//" + wloc.host);
            function matchOne(response, reqMethod, reqUrl) {
              var rmeth = response.method;
              var matchMethod = !rmeth || rmeth.toLowerCase() === reqMethod.toLowerCase();
              var url = response.url;
              var matchUrl = !url || url === reqUrl || typeof url.test === "function" && url.test(reqUrl);
              return matchMethod && matchUrl;
            }
            function match(response, request) {
              var requestUrl = request.url;
              if (!/^https?:\/\//.test(requestUrl) || rCurrLoc.test(requestUrl)) {
                requestUrl = requestUrl.replace(rCurrLoc, "");
              }
              if (matchOne(response, this.getHTTPMethod(request), requestUrl)) {
                if (typeof response.response === "function") {
                  var ru = response.url;
                  var args = [request].concat(ru && typeof ru.exec === "function" ? ru.exec(requestUrl).slice(1) : []);
                  return response.response.apply(response, args);
                }
                return true;
              }
              return false;
            }
            function makeApi2(sinon2) {
              sinon2.fakeServer = {
                create: function(config) {
                  var server = sinon2.create(this);
                  server.configure(config);
                  if (!sinon2.xhr.supportsCORS) {
                    this.xhr = sinon2.useFakeXDomainRequest();
                  } else {
                    this.xhr = sinon2.useFakeXMLHttpRequest();
                  }
                  server.requests = [];
                  this.xhr.onCreate = function(xhrObj) {
                    server.addRequest(xhrObj);
                  };
                  return server;
                },
                configure: function(config) {
                  var whitelist = {
                    "autoRespond": true,
                    "autoRespondAfter": true,
                    "respondImmediately": true,
                    "fakeHTTPMethods": true
                  };
                  var setting;
                  config = config || {};
                  for (setting in config) {
                    if (whitelist.hasOwnProperty(setting) && config.hasOwnProperty(setting)) {
                      this[setting] = config[setting];
                    }
                  }
                },
                addRequest: function addRequest(xhrObj) {
                  var server = this;
                  push2.call(this.requests, xhrObj);
                  xhrObj.onSend = function() {
                    server.handleRequest(this);
                    if (server.respondImmediately) {
                      server.respond();
                    } else if (server.autoRespond && !server.responding) {
                      setTimeout(function() {
                        server.responding = false;
                        server.respond();
                      }, server.autoRespondAfter || 10);
                      server.responding = true;
                    }
                  };
                },
                getHTTPMethod: function getHTTPMethod(request) {
                  if (this.fakeHTTPMethods && /post/i.test(request.method)) {
                    var matches = (request.requestBody || "").match(/_method=([^\b;]+)/);
                    return matches ? matches[1] : request.method;
                  }
                  return request.method;
                },
                handleRequest: function handleRequest(xhr) {
                  if (xhr.async) {
                    if (!this.queue) {
                      this.queue = [];
                    }
                    push2.call(this.queue, xhr);
                  } else {
                    this.processRequest(xhr);
                  }
                },
                log: function log(response, request) {
                  var str;
                  str = "Request:\n" + sinon2.format(request) + "\n\n";
                  str += "Response:\n" + sinon2.format(response) + "\n\n";
                  sinon2.log(str);
                },
                respondWith: function respondWith(method, url, body) {
                  if (arguments.length === 1 && typeof method !== "function") {
                    this.response = responseArray(method);
                    return;
                  }
                  if (!this.responses) {
                    this.responses = [];
                  }
                  if (arguments.length === 1) {
                    body = method;
                    url = method = null;
                  }
                  if (arguments.length === 2) {
                    body = url;
                    url = method;
                    method = null;
                  }
                  push2.call(this.responses, {
                    method,
                    url,
                    response: typeof body === "function" ? body : responseArray(body)
                  });
                },
                respond: function respond() {
                  if (arguments.length > 0) {
                    this.respondWith.apply(this, arguments);
                  }
                  var queue = this.queue || [];
                  var requests = queue.splice(0, queue.length);
                  for (var i = 0; i < requests.length; i++) {
                    this.processRequest(requests[i]);
                  }
                },
                processRequest: function processRequest(request) {
                  try {
                    if (request.aborted) {
                      return;
                    }
                    var response = this.response || [404, {}, ""];
                    if (this.responses) {
                      for (var l = this.responses.length, i = l - 1; i >= 0; i--) {
                        if (match.call(this, this.responses[i], request)) {
                          response = this.responses[i].response;
                          break;
                        }
                      }
                    }
                    if (request.readyState !== 4) {
                      this.log(response, request);
                      request.respond(response[0], response[1], response[2]);
                    }
                  } catch (e) {
                    sinon2.logError("Fake server request processing", e);
                  }
                },
                restore: function restore() {
                  return this.xhr.restore && this.xhr.restore.apply(this.xhr, arguments);
                }
              };
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./core");
              require2("./fake_xdomain_request");
              require2("./fake_xml_http_request");
              require2("../format");
              makeApi2(sinon2);
              module2.exports = sinon2;
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require, module.exports, module);
            } else {
              makeApi2(sinon);
            }
          })();
          /**
           * Add-on for sinon.fakeServer that automatically handles a fake timer along with
           * the FakeXMLHttpRequest. The direct inspiration for this add-on is jQuery
           * 1.3.x, which does not use xhr object's onreadystatehandler at all - instead,
           * it polls the object for completion with setInterval. Dispite the direct
           * motivation, there is nothing jQuery-specific in this file, so it can be used
           * in any environment where the ajax implementation depends on setInterval or
           * setTimeout.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function() {
            function makeApi2(sinon2) {
              function Server() {
              }
              Server.prototype = sinon2.fakeServer;
              sinon2.fakeServerWithClock = new Server();
              sinon2.fakeServerWithClock.addRequest = function addRequest(xhr) {
                if (xhr.async) {
                  if (typeof setTimeout.clock === "object") {
                    this.clock = setTimeout.clock;
                  } else {
                    this.clock = sinon2.useFakeTimers();
                    this.resetClock = true;
                  }
                  if (!this.longestTimeout) {
                    var clockSetTimeout = this.clock.setTimeout;
                    var clockSetInterval = this.clock.setInterval;
                    var server = this;
                    this.clock.setTimeout = function(fn, timeout) {
                      server.longestTimeout = Math.max(timeout, server.longestTimeout || 0);
                      return clockSetTimeout.apply(this, arguments);
                    };
                    this.clock.setInterval = function(fn, timeout) {
                      server.longestTimeout = Math.max(timeout, server.longestTimeout || 0);
                      return clockSetInterval.apply(this, arguments);
                    };
                  }
                }
                return sinon2.fakeServer.addRequest.call(this, xhr);
              };
              sinon2.fakeServerWithClock.respond = function respond() {
                var returnVal = sinon2.fakeServer.respond.apply(this, arguments);
                if (this.clock) {
                  this.clock.tick(this.longestTimeout || 0);
                  this.longestTimeout = 0;
                  if (this.resetClock) {
                    this.clock.restore();
                    this.resetClock = false;
                  }
                }
                return returnVal;
              };
              sinon2.fakeServerWithClock.restore = function restore() {
                if (this.clock) {
                  this.clock.restore();
                }
                return sinon2.fakeServer.restore.apply(this, arguments);
              };
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2) {
              var sinon2 = require2("./core");
              require2("./fake_server");
              require2("./fake_timers");
              makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require);
            } else {
              makeApi2(sinon);
            }
          })();
          /**
           * Manages fake collections as well as fake utilities such as Sinon's
           * timers and fake XHR implementation in one convenient object.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              var push2 = [].push;
              function exposeValue(sandbox, config, key, value) {
                if (!value) {
                  return;
                }
                if (config.injectInto && !(key in config.injectInto)) {
                  config.injectInto[key] = value;
                  sandbox.injectedKeys.push(key);
                } else {
                  push2.call(sandbox.args, value);
                }
              }
              function prepareSandboxFromConfig(config) {
                var sandbox = sinon2.create(sinon2.sandbox);
                if (config.useFakeServer) {
                  if (typeof config.useFakeServer === "object") {
                    sandbox.serverPrototype = config.useFakeServer;
                  }
                  sandbox.useFakeServer();
                }
                if (config.useFakeTimers) {
                  if (typeof config.useFakeTimers === "object") {
                    sandbox.useFakeTimers.apply(sandbox, config.useFakeTimers);
                  } else {
                    sandbox.useFakeTimers();
                  }
                }
                return sandbox;
              }
              sinon2.sandbox = sinon2.extend(sinon2.create(sinon2.collection), {
                useFakeTimers: function useFakeTimers() {
                  this.clock = sinon2.useFakeTimers.apply(sinon2, arguments);
                  return this.add(this.clock);
                },
                serverPrototype: sinon2.fakeServer,
                useFakeServer: function useFakeServer() {
                  var proto = this.serverPrototype || sinon2.fakeServer;
                  if (!proto || !proto.create) {
                    return null;
                  }
                  this.server = proto.create();
                  return this.add(this.server);
                },
                inject: function(obj) {
                  sinon2.collection.inject.call(this, obj);
                  if (this.clock) {
                    obj.clock = this.clock;
                  }
                  if (this.server) {
                    obj.server = this.server;
                    obj.requests = this.server.requests;
                  }
                  obj.match = sinon2.match;
                  return obj;
                },
                restore: function() {
                  if (arguments.length) {
                    throw new Error("sandbox.restore() does not take any parameters. Perhaps you meant stub.restore()");
                  }
                  sinon2.collection.restore.apply(this, arguments);
                  this.restoreContext();
                },
                restoreContext: function() {
                  if (this.injectedKeys) {
                    for (var i = 0, j = this.injectedKeys.length; i < j; i++) {
                      delete this.injectInto[this.injectedKeys[i]];
                    }
                    this.injectedKeys = [];
                  }
                },
                create: function(config) {
                  if (!config) {
                    return sinon2.create(sinon2.sandbox);
                  }
                  var sandbox = prepareSandboxFromConfig(config);
                  sandbox.args = sandbox.args || [];
                  sandbox.injectedKeys = [];
                  sandbox.injectInto = config.injectInto;
                  var prop, value;
                  var exposed = sandbox.inject({});
                  if (config.properties) {
                    for (var i = 0, l = config.properties.length; i < l; i++) {
                      prop = config.properties[i];
                      value = exposed[prop] || prop === "sandbox" && sandbox;
                      exposeValue(sandbox, config, prop, value);
                    }
                  } else {
                    exposeValue(sandbox, config, "sandbox", value);
                  }
                  return sandbox;
                },
                match: sinon2.match
              });
              sinon2.sandbox.useFakeXMLHttpRequest = sinon2.sandbox.useFakeServer;
              return sinon2.sandbox;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./extend");
              require2("./util/fake_server_with_clock");
              require2("./util/fake_timers");
              require2("./collection");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Test function, sandboxes fakes
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            function makeApi2(sinon2) {
              var slice2 = Array.prototype.slice;
              function test(callback) {
                var type = typeof callback;
                if (type !== "function") {
                  throw new TypeError("sinon.test needs to wrap a test function, got " + type);
                }
                function sinonSandboxedTest() {
                  var config = sinon2.getConfig(sinon2.config);
                  config.injectInto = config.injectIntoThis && this || config.injectInto;
                  var sandbox = sinon2.sandbox.create(config);
                  var args = slice2.call(arguments);
                  var oldDone = args.length && args[args.length - 1];
                  var exception2, result;
                  if (typeof oldDone === "function") {
                    args[args.length - 1] = function sinonDone(res) {
                      if (res) {
                        sandbox.restore();
                      } else {
                        sandbox.verifyAndRestore();
                      }
                      oldDone(res);
                    };
                  }
                  try {
                    result = callback.apply(this, args.concat(sandbox.args));
                  } catch (e) {
                    exception2 = e;
                  }
                  if (typeof exception2 !== "undefined") {
                    sandbox.restore();
                    throw exception2;
                  } else if (typeof oldDone !== "function") {
                    sandbox.verifyAndRestore();
                  }
                  return result;
                }
                if (callback.length) {
                  return function sinonAsyncSandboxedTest(done) {
                    return sinonSandboxedTest.apply(this, arguments);
                  };
                }
                return sinonSandboxedTest;
              }
              test.config = {
                injectIntoThis: true,
                injectInto: null,
                properties: ["spy", "stub", "mock", "clock", "server", "requests"],
                useFakeTimers: true,
                useFakeServer: true
              };
              sinon2.test = test;
              return test;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var core = require2("./util/core");
              require2("./sandbox");
              module2.exports = makeApi2(core);
            }
            if (isAMD2) {
              define(loadDependencies2);
            } else if (isNode2) {
              loadDependencies2(require, module.exports, module);
            } else if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(typeof sinon === "object" && sinon || null);
          /**
           * Test case, sandboxes all test functions
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2) {
            function createTest(property, setUp, tearDown) {
              return function() {
                if (setUp) {
                  setUp.apply(this, arguments);
                }
                var exception2, result;
                try {
                  result = property.apply(this, arguments);
                } catch (e) {
                  exception2 = e;
                }
                if (tearDown) {
                  tearDown.apply(this, arguments);
                }
                if (exception2) {
                  throw exception2;
                }
                return result;
              };
            }
            function makeApi2(sinon2) {
              function testCase(tests2, prefix) {
                if (!tests2 || typeof tests2 !== "object") {
                  throw new TypeError("sinon.testCase needs an object with test functions");
                }
                prefix = prefix || "test";
                var rPrefix = new RegExp("^" + prefix);
                var methods = {};
                var setUp = tests2.setUp;
                var tearDown = tests2.tearDown;
                var testName, property, method;
                for (testName in tests2) {
                  if (tests2.hasOwnProperty(testName) && !/^(setUp|tearDown)$/.test(testName)) {
                    property = tests2[testName];
                    if (typeof property === "function" && rPrefix.test(testName)) {
                      method = property;
                      if (setUp || tearDown) {
                        method = createTest(property, setUp, tearDown);
                      }
                      methods[testName] = sinon2.test(method);
                    } else {
                      methods[testName] = tests2[testName];
                    }
                  }
                }
                return methods;
              }
              sinon2.testCase = testCase;
              return testCase;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var core = require2("./util/core");
              require2("./test");
              module2.exports = makeApi2(core);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon
            // eslint-disable-line no-undef
          );
          /**
           * Assertions matching the test spy retrieval interface.
           *
           * @author Christian Johansen (christian@cjohansen.no)
           * @license BSD
           *
           * Copyright (c) 2010-2013 Christian Johansen
           */
          (function(sinonGlobal2, global2) {
            var slice2 = Array.prototype.slice;
            function makeApi2(sinon2) {
              var assert;
              function verifyIsStub() {
                var method;
                for (var i = 0, l = arguments.length; i < l; ++i) {
                  method = arguments[i];
                  if (!method) {
                    assert.fail("fake is not a spy");
                  }
                  if (method.proxy && method.proxy.isSinonProxy) {
                    verifyIsStub(method.proxy);
                  } else {
                    if (typeof method !== "function") {
                      assert.fail(method + " is not a function");
                    }
                    if (typeof method.getCall !== "function") {
                      assert.fail(method + " is not stubbed");
                    }
                  }
                }
              }
              function verifyIsValidAssertion(assertionMethod, assertionArgs) {
                switch (assertionMethod) {
                  case "notCalled":
                  case "called":
                  case "calledOnce":
                  case "calledTwice":
                  case "calledThrice":
                    if (assertionArgs.length !== 0) {
                      assert.fail(assertionMethod + " takes 1 argument but was called with " + (assertionArgs.length + 1) + " arguments");
                    }
                    break;
                  default:
                    break;
                }
              }
              function failAssertion(object, msg) {
                object = object || global2;
                var failMethod = object.fail || assert.fail;
                failMethod.call(object, msg);
              }
              function mirrorPropAsAssertion(name, method, message) {
                if (arguments.length === 2) {
                  message = method;
                  method = name;
                }
                assert[name] = function(fake) {
                  verifyIsStub(fake);
                  var args = slice2.call(arguments, 1);
                  verifyIsValidAssertion(name, args);
                  var failed = false;
                  if (typeof method === "function") {
                    failed = !method(fake);
                  } else {
                    failed = typeof fake[method] === "function" ? !fake[method].apply(fake, args) : !fake[method];
                  }
                  if (failed) {
                    failAssertion(this, (fake.printf || fake.proxy.printf).apply(fake, [message].concat(args)));
                  } else {
                    assert.pass(name);
                  }
                };
              }
              function exposedName(prefix, prop) {
                return !prefix || /^fail/.test(prop) ? prop : prefix + prop.slice(0, 1).toUpperCase() + prop.slice(1);
              }
              assert = {
                failException: "AssertError",
                fail: function fail(message) {
                  var error = new Error(message);
                  error.name = this.failException || assert.failException;
                  throw error;
                },
                pass: function pass() {
                },
                callOrder: function assertCallOrder() {
                  verifyIsStub.apply(null, arguments);
                  var expected = "";
                  var actual = "";
                  if (!sinon2.calledInOrder(arguments)) {
                    try {
                      expected = [].join.call(arguments, ", ");
                      var calls = slice2.call(arguments);
                      var i = calls.length;
                      while (i) {
                        if (!calls[--i].called) {
                          calls.splice(i, 1);
                        }
                      }
                      actual = sinon2.orderByFirstCall(calls).join(", ");
                    } catch (e) {
                    }
                    failAssertion(this, "expected " + expected + " to be called in order but were called as " + actual);
                  } else {
                    assert.pass("callOrder");
                  }
                },
                callCount: function assertCallCount(method, count) {
                  verifyIsStub(method);
                  if (method.callCount !== count) {
                    var msg = "expected %n to be called " + sinon2.timesInWords(count) + " but was called %c%C";
                    failAssertion(this, method.printf(msg));
                  } else {
                    assert.pass("callCount");
                  }
                },
                expose: function expose(target, options) {
                  if (!target) {
                    throw new TypeError("target is null or undefined");
                  }
                  var o = options || {};
                  var prefix = typeof o.prefix === "undefined" && "assert" || o.prefix;
                  var includeFail = typeof o.includeFail === "undefined" || !!o.includeFail;
                  for (var method in this) {
                    if (method !== "expose" && (includeFail || !/^(fail)/.test(method))) {
                      target[exposedName(prefix, method)] = this[method];
                    }
                  }
                  return target;
                },
                match: function match(actual, expectation) {
                  var matcher = sinon2.match(expectation);
                  if (matcher.test(actual)) {
                    assert.pass("match");
                  } else {
                    var formatted = [
                      "expected value to match",
                      "    expected = " + sinon2.format(expectation),
                      "    actual = " + sinon2.format(actual)
                    ];
                    failAssertion(this, formatted.join("\n"));
                  }
                }
              };
              mirrorPropAsAssertion("called", "expected %n to have been called at least once but was never called");
              mirrorPropAsAssertion("notCalled", function(spy2) {
                return !spy2.called;
              }, "expected %n to not have been called but was called %c%C");
              mirrorPropAsAssertion("calledOnce", "expected %n to be called once but was called %c%C");
              mirrorPropAsAssertion("calledTwice", "expected %n to be called twice but was called %c%C");
              mirrorPropAsAssertion("calledThrice", "expected %n to be called thrice but was called %c%C");
              mirrorPropAsAssertion("calledOn", "expected %n to be called with %1 as this but was called with %t");
              mirrorPropAsAssertion(
                "alwaysCalledOn",
                "expected %n to always be called with %1 as this but was called with %t"
              );
              mirrorPropAsAssertion("calledWithNew", "expected %n to be called with new");
              mirrorPropAsAssertion("alwaysCalledWithNew", "expected %n to always be called with new");
              mirrorPropAsAssertion("calledWith", "expected %n to be called with arguments %*%C");
              mirrorPropAsAssertion("calledWithMatch", "expected %n to be called with match %*%C");
              mirrorPropAsAssertion("alwaysCalledWith", "expected %n to always be called with arguments %*%C");
              mirrorPropAsAssertion("alwaysCalledWithMatch", "expected %n to always be called with match %*%C");
              mirrorPropAsAssertion("calledWithExactly", "expected %n to be called with exact arguments %*%C");
              mirrorPropAsAssertion("alwaysCalledWithExactly", "expected %n to always be called with exact arguments %*%C");
              mirrorPropAsAssertion("neverCalledWith", "expected %n to never be called with arguments %*%C");
              mirrorPropAsAssertion("neverCalledWithMatch", "expected %n to never be called with match %*%C");
              mirrorPropAsAssertion("threw", "%n did not throw exception%C");
              mirrorPropAsAssertion("alwaysThrew", "%n did not always throw exception%C");
              sinon2.assert = assert;
              return assert;
            }
            var isNode2 = typeof module !== "undefined" && module.exports && typeof require === "function";
            var isAMD2 = typeof define === "function" && typeof define.amd === "object" && define.amd;
            function loadDependencies2(require2, exports2, module2) {
              var sinon2 = require2("./util/core");
              require2("./match");
              require2("./format");
              module2.exports = makeApi2(sinon2);
            }
            if (isAMD2) {
              define(loadDependencies2);
              return;
            }
            if (isNode2) {
              loadDependencies2(require, module.exports, module);
              return;
            }
            if (sinonGlobal2) {
              makeApi2(sinonGlobal2);
            }
          })(
            typeof sinon === "object" && sinon,
            // eslint-disable-line no-undef
            typeof globalThis !== "undefined" ? globalThis : self
          );
          return sinon;
        });
      }).call(root);
      module.exports = root.sinon;
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.6.js
  var require__8 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.6.js"() {
      "use strict";
      var assert = require_assert();
      var sinon2 = require_sinon();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var testRejected = require_testThreeCases().testRejected;
      var dummy = { dummy: "dummy" };
      var other = { other: "other" };
      var sentinel = { sentinel: "sentinel" };
      var sentinel2 = { sentinel2: "sentinel2" };
      var sentinel3 = { sentinel3: "sentinel3" };
      function callbackAggregator(times, ultimateCallback) {
        var soFar = 0;
        return function() {
          if (++soFar === times) {
            ultimateCallback();
          }
        };
      }
      describe("2.2.6: `then` may be called multiple times on the same promise.", function() {
        describe("2.2.6.1: If/when `promise` is fulfilled, all respective `onFulfilled` callbacks must execute in the order of their originating calls to `then`.", function() {
          describe("multiple boring fulfillment handlers", function() {
            testFulfilled(sentinel, function(promise, done) {
              var handler1 = sinon2.stub().returns(other);
              var handler2 = sinon2.stub().returns(other);
              var handler3 = sinon2.stub().returns(other);
              var spy2 = sinon2.spy();
              promise.then(handler1, spy2);
              promise.then(handler2, spy2);
              promise.then(handler3, spy2);
              promise.then(function(value) {
                assert.strictEqual(value, sentinel);
                sinon2.assert.calledWith(handler1, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler2, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler3, sinon2.match.same(sentinel));
                sinon2.assert.notCalled(spy2);
                done();
              });
            });
          });
          describe("multiple fulfillment handlers, one of which throws", function() {
            testFulfilled(sentinel, function(promise, done) {
              var handler1 = sinon2.stub().returns(other);
              var handler2 = sinon2.stub().throws(other);
              var handler3 = sinon2.stub().returns(other);
              var spy2 = sinon2.spy();
              promise.then(handler1, spy2);
              promise.then(handler2, spy2);
              promise.then(handler3, spy2);
              promise.then(function(value) {
                assert.strictEqual(value, sentinel);
                sinon2.assert.calledWith(handler1, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler2, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler3, sinon2.match.same(sentinel));
                sinon2.assert.notCalled(spy2);
                done();
              });
            });
          });
          describe("results in multiple branching chains with their own fulfillment values", function() {
            testFulfilled(dummy, function(promise, done) {
              var semiDone = callbackAggregator(3, done);
              promise.then(function() {
                return sentinel;
              }).then(function(value) {
                assert.strictEqual(value, sentinel);
                semiDone();
              });
              promise.then(function() {
                throw sentinel2;
              }).then(null, function(reason) {
                assert.strictEqual(reason, sentinel2);
                semiDone();
              });
              promise.then(function() {
                return sentinel3;
              }).then(function(value) {
                assert.strictEqual(value, sentinel3);
                semiDone();
              });
            });
          });
          describe("`onFulfilled` handlers are called in the original order", function() {
            testFulfilled(dummy, function(promise, done) {
              var handler1 = sinon2.spy(function handler12() {
              });
              var handler2 = sinon2.spy(function handler22() {
              });
              var handler3 = sinon2.spy(function handler32() {
              });
              promise.then(handler1);
              promise.then(handler2);
              promise.then(handler3);
              promise.then(function() {
                sinon2.assert.callOrder(handler1, handler2, handler3);
                done();
              });
            });
            describe("even when one handler is added inside another handler", function() {
              testFulfilled(dummy, function(promise, done) {
                var handler1 = sinon2.spy(function handler12() {
                });
                var handler2 = sinon2.spy(function handler22() {
                });
                var handler3 = sinon2.spy(function handler32() {
                });
                promise.then(function() {
                  handler1();
                  promise.then(handler3);
                });
                promise.then(handler2);
                promise.then(function() {
                  setTimeout(function() {
                    sinon2.assert.callOrder(handler1, handler2, handler3);
                    done();
                  }, 15);
                });
              });
            });
          });
        });
        describe("2.2.6.2: If/when `promise` is rejected, all respective `onRejected` callbacks must execute in the order of their originating calls to `then`.", function() {
          describe("multiple boring rejection handlers", function() {
            testRejected(sentinel, function(promise, done) {
              var handler1 = sinon2.stub().returns(other);
              var handler2 = sinon2.stub().returns(other);
              var handler3 = sinon2.stub().returns(other);
              var spy2 = sinon2.spy();
              promise.then(spy2, handler1);
              promise.then(spy2, handler2);
              promise.then(spy2, handler3);
              promise.then(null, function(reason) {
                assert.strictEqual(reason, sentinel);
                sinon2.assert.calledWith(handler1, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler2, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler3, sinon2.match.same(sentinel));
                sinon2.assert.notCalled(spy2);
                done();
              });
            });
          });
          describe("multiple rejection handlers, one of which throws", function() {
            testRejected(sentinel, function(promise, done) {
              var handler1 = sinon2.stub().returns(other);
              var handler2 = sinon2.stub().throws(other);
              var handler3 = sinon2.stub().returns(other);
              var spy2 = sinon2.spy();
              promise.then(spy2, handler1);
              promise.then(spy2, handler2);
              promise.then(spy2, handler3);
              promise.then(null, function(reason) {
                assert.strictEqual(reason, sentinel);
                sinon2.assert.calledWith(handler1, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler2, sinon2.match.same(sentinel));
                sinon2.assert.calledWith(handler3, sinon2.match.same(sentinel));
                sinon2.assert.notCalled(spy2);
                done();
              });
            });
          });
          describe("results in multiple branching chains with their own fulfillment values", function() {
            testRejected(sentinel, function(promise, done) {
              var semiDone = callbackAggregator(3, done);
              promise.then(null, function() {
                return sentinel;
              }).then(function(value) {
                assert.strictEqual(value, sentinel);
                semiDone();
              });
              promise.then(null, function() {
                throw sentinel2;
              }).then(null, function(reason) {
                assert.strictEqual(reason, sentinel2);
                semiDone();
              });
              promise.then(null, function() {
                return sentinel3;
              }).then(function(value) {
                assert.strictEqual(value, sentinel3);
                semiDone();
              });
            });
          });
          describe("`onRejected` handlers are called in the original order", function() {
            testRejected(dummy, function(promise, done) {
              var handler1 = sinon2.spy(function handler12() {
              });
              var handler2 = sinon2.spy(function handler22() {
              });
              var handler3 = sinon2.spy(function handler32() {
              });
              promise.then(null, handler1);
              promise.then(null, handler2);
              promise.then(null, handler3);
              promise.then(null, function() {
                sinon2.assert.callOrder(handler1, handler2, handler3);
                done();
              });
            });
            describe("even when one handler is added inside another handler", function() {
              testRejected(dummy, function(promise, done) {
                var handler1 = sinon2.spy(function handler12() {
                });
                var handler2 = sinon2.spy(function handler22() {
                });
                var handler3 = sinon2.spy(function handler32() {
                });
                promise.then(null, function() {
                  handler1();
                  promise.then(null, handler3);
                });
                promise.then(null, handler2);
                promise.then(null, function() {
                  setTimeout(function() {
                    sinon2.assert.callOrder(handler1, handler2, handler3);
                    done();
                  }, 15);
                });
              });
            });
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/helpers/reasons.js
  var require_reasons = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/helpers/reasons.js"(exports2) {
      "use strict";
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var dummy = { dummy: "dummy" };
      exports2["`undefined`"] = function() {
        return void 0;
      };
      exports2["`null`"] = function() {
        return null;
      };
      exports2["`false`"] = function() {
        return false;
      };
      exports2["`0`"] = function() {
        return 0;
      };
      exports2["an error"] = function() {
        return new Error();
      };
      exports2["an error without a stack"] = function() {
        var error = new Error();
        delete error.stack;
        return error;
      };
      exports2["a date"] = function() {
        return /* @__PURE__ */ new Date();
      };
      exports2["an object"] = function() {
        return {};
      };
      exports2["an always-pending thenable"] = function() {
        return { then: function() {
        } };
      };
      exports2["a fulfilled promise"] = function() {
        return resolved(dummy);
      };
      exports2["a rejected promise"] = function() {
        return rejected(dummy);
      };
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.2.7.js
  var require__9 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.2.7.js"() {
      "use strict";
      var assert = require_assert();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var testRejected = require_testThreeCases().testRejected;
      var reasons = require_reasons();
      var adapter = globalThis.adapter;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      var sentinel = { sentinel: "sentinel" };
      var other = { other: "other" };
      describe("2.2.7: `then` must return a promise: `promise2 = promise1.then(onFulfilled, onRejected)`", function() {
        specify("is a promise", function() {
          var promise1 = deferred().promise;
          var promise2 = promise1.then();
          assert(typeof promise2 === "object" || typeof promise2 === "function");
          assert.notStrictEqual(promise2, null);
          assert.strictEqual(typeof promise2.then, "function");
        });
        describe("2.2.7.1: If either `onFulfilled` or `onRejected` returns a value `x`, run the Promise Resolution Procedure `[[Resolve]](promise2, x)`", function() {
          specify("see separate 3.3 tests", function() {
          });
        });
        describe("2.2.7.2: If either `onFulfilled` or `onRejected` throws an exception `e`, `promise2` must be rejected with `e` as the reason.", function() {
          function testReason(expectedReason, stringRepresentation) {
            describe("The reason is " + stringRepresentation, function() {
              testFulfilled(dummy, function(promise1, done) {
                var promise2 = promise1.then(function onFulfilled() {
                  throw expectedReason;
                });
                promise2.then(null, function onPromise2Rejected(actualReason) {
                  assert.strictEqual(actualReason, expectedReason);
                  done();
                });
              });
              testRejected(dummy, function(promise1, done) {
                var promise2 = promise1.then(null, function onRejected() {
                  throw expectedReason;
                });
                promise2.then(null, function onPromise2Rejected(actualReason) {
                  assert.strictEqual(actualReason, expectedReason);
                  done();
                });
              });
            });
          }
          Object.keys(reasons).forEach(function(stringRepresentation) {
            testReason(reasons[stringRepresentation](), stringRepresentation);
          });
        });
        describe("2.2.7.3: If `onFulfilled` is not a function and `promise1` is fulfilled, `promise2` must be fulfilled with the same value.", function() {
          function testNonFunction(nonFunction, stringRepresentation) {
            describe("`onFulfilled` is " + stringRepresentation, function() {
              testFulfilled(sentinel, function(promise1, done) {
                var promise2 = promise1.then(nonFunction);
                promise2.then(function onPromise2Fulfilled(value) {
                  assert.strictEqual(value, sentinel);
                  done();
                });
              });
            });
          }
          testNonFunction(void 0, "`undefined`");
          testNonFunction(null, "`null`");
          testNonFunction(false, "`false`");
          testNonFunction(5, "`5`");
          testNonFunction({}, "an object");
          testNonFunction([function() {
            return other;
          }], "an array containing a function");
        });
        describe("2.2.7.4: If `onRejected` is not a function and `promise1` is rejected, `promise2` must be rejected with the same reason.", function() {
          function testNonFunction(nonFunction, stringRepresentation) {
            describe("`onRejected` is " + stringRepresentation, function() {
              testRejected(sentinel, function(promise1, done) {
                var promise2 = promise1.then(null, nonFunction);
                promise2.then(null, function onPromise2Rejected(reason) {
                  assert.strictEqual(reason, sentinel);
                  done();
                });
              });
            });
          }
          testNonFunction(void 0, "`undefined`");
          testNonFunction(null, "`null`");
          testNonFunction(false, "`false`");
          testNonFunction(5, "`5`");
          testNonFunction({}, "an object");
          testNonFunction([function() {
            return other;
          }], "an array containing a function");
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.3.1.js
  var require__10 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.3.1.js"() {
      "use strict";
      var assert = require_assert();
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var dummy = { dummy: "dummy" };
      describe(
        "2.3.1: If `promise` and `x` refer to the same object, reject `promise` with a `TypeError' as the reason.",
        function() {
          specify("via return from a fulfilled promise", function(done) {
            var promise = resolved(dummy).then(function() {
              return promise;
            });
            promise.then(null, function(reason) {
              assert(reason instanceof TypeError);
              done();
            });
          });
          specify("via return from a rejected promise", function(done) {
            var promise = rejected(dummy).then(null, function() {
              return promise;
            });
            promise.then(null, function(reason) {
              assert(reason instanceof TypeError);
              done();
            });
          });
        }
      );
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.3.2.js
  var require__11 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.3.2.js"() {
      "use strict";
      var assert = require_assert();
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      var sentinel = { sentinel: "sentinel" };
      function testPromiseResolution(xFactory, test) {
        specify("via return from a fulfilled promise", function(done) {
          var promise = resolved(dummy).then(function onBasePromiseFulfilled() {
            return xFactory();
          });
          test(promise, done);
        });
        specify("via return from a rejected promise", function(done) {
          var promise = rejected(dummy).then(null, function onBasePromiseRejected() {
            return xFactory();
          });
          test(promise, done);
        });
      }
      describe("2.3.2: If `x` is a promise, adopt its state", function() {
        describe(
          "2.3.2.1: If `x` is pending, `promise` must remain pending until `x` is fulfilled or rejected.",
          function() {
            function xFactory() {
              return deferred().promise;
            }
            testPromiseResolution(xFactory, function(promise, done) {
              var wasFulfilled = false;
              var wasRejected = false;
              promise.then(
                function onPromiseFulfilled() {
                  wasFulfilled = true;
                },
                function onPromiseRejected() {
                  wasRejected = true;
                }
              );
              setTimeout(function() {
                assert.strictEqual(wasFulfilled, false);
                assert.strictEqual(wasRejected, false);
                done();
              }, 100);
            });
          }
        );
        describe("2.3.2.2: If/when `x` is fulfilled, fulfill `promise` with the same value.", function() {
          describe("`x` is already-fulfilled", function() {
            function xFactory() {
              return resolved(sentinel);
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function onPromiseFulfilled(value) {
                assert.strictEqual(value, sentinel);
                done();
              });
            });
          });
          describe("`x` is eventually-fulfilled", function() {
            var d = null;
            function xFactory() {
              d = deferred();
              setTimeout(function() {
                d.resolve(sentinel);
              }, 50);
              return d.promise;
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function onPromiseFulfilled(value) {
                assert.strictEqual(value, sentinel);
                done();
              });
            });
          });
        });
        describe("2.3.2.3: If/when `x` is rejected, reject `promise` with the same reason.", function() {
          describe("`x` is already-rejected", function() {
            function xFactory() {
              return rejected(sentinel);
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(null, function onPromiseRejected(reason) {
                assert.strictEqual(reason, sentinel);
                done();
              });
            });
          });
          describe("`x` is eventually-rejected", function() {
            var d = null;
            function xFactory() {
              d = deferred();
              setTimeout(function() {
                d.reject(sentinel);
              }, 50);
              return d.promise;
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(null, function onPromiseRejected(reason) {
                assert.strictEqual(reason, sentinel);
                done();
              });
            });
          });
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/helpers/thenables.js
  var require_thenables = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/helpers/thenables.js"(exports2) {
      "use strict";
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      var other = { other: "other" };
      exports2.fulfilled = {
        "a synchronously-fulfilled custom thenable": function(value) {
          return {
            then: function(onFulfilled) {
              onFulfilled(value);
            }
          };
        },
        "an asynchronously-fulfilled custom thenable": function(value) {
          return {
            then: function(onFulfilled) {
              setTimeout(function() {
                onFulfilled(value);
              }, 0);
            }
          };
        },
        "a synchronously-fulfilled one-time thenable": function(value) {
          var numberOfTimesThenRetrieved = 0;
          return Object.create(null, {
            then: {
              get: function() {
                if (numberOfTimesThenRetrieved === 0) {
                  ++numberOfTimesThenRetrieved;
                  return function(onFulfilled) {
                    onFulfilled(value);
                  };
                }
                return null;
              }
            }
          });
        },
        "a thenable that tries to fulfill twice": function(value) {
          return {
            then: function(onFulfilled) {
              onFulfilled(value);
              onFulfilled(other);
            }
          };
        },
        "a thenable that fulfills but then throws": function(value) {
          return {
            then: function(onFulfilled) {
              onFulfilled(value);
              throw other;
            }
          };
        },
        "an already-fulfilled promise": function(value) {
          return resolved(value);
        },
        "an eventually-fulfilled promise": function(value) {
          var d = deferred();
          setTimeout(function() {
            d.resolve(value);
          }, 50);
          return d.promise;
        }
      };
      exports2.rejected = {
        "a synchronously-rejected custom thenable": function(reason) {
          return {
            then: function(onFulfilled, onRejected) {
              onRejected(reason);
            }
          };
        },
        "an asynchronously-rejected custom thenable": function(reason) {
          return {
            then: function(onFulfilled, onRejected) {
              setTimeout(function() {
                onRejected(reason);
              }, 0);
            }
          };
        },
        "a synchronously-rejected one-time thenable": function(reason) {
          var numberOfTimesThenRetrieved = 0;
          return Object.create(null, {
            then: {
              get: function() {
                if (numberOfTimesThenRetrieved === 0) {
                  ++numberOfTimesThenRetrieved;
                  return function(onFulfilled, onRejected) {
                    onRejected(reason);
                  };
                }
                return null;
              }
            }
          });
        },
        "a thenable that immediately throws in `then`": function(reason) {
          return {
            then: function() {
              throw reason;
            }
          };
        },
        "an object with a throwing `then` accessor": function(reason) {
          return Object.create(null, {
            then: {
              get: function() {
                throw reason;
              }
            }
          });
        },
        "an already-rejected promise": function(reason) {
          return rejected(reason);
        },
        "an eventually-rejected promise": function(reason) {
          var d = deferred();
          setTimeout(function() {
            d.reject(reason);
          }, 50);
          return d.promise;
        }
      };
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.3.3.js
  var require__12 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.3.3.js"() {
      "use strict";
      var assert = require_assert();
      var thenables = require_thenables();
      var reasons = require_reasons();
      var adapter = globalThis.adapter;
      var resolved = adapter.resolved;
      var rejected = adapter.rejected;
      var deferred = adapter.deferred;
      var dummy = { dummy: "dummy" };
      var sentinel = { sentinel: "sentinel" };
      var other = { other: "other" };
      var sentinelArray = [sentinel];
      function testPromiseResolution(xFactory, test) {
        specify("via return from a fulfilled promise", function(done) {
          var promise = resolved(dummy).then(function onBasePromiseFulfilled() {
            return xFactory();
          });
          test(promise, done);
        });
        specify("via return from a rejected promise", function(done) {
          var promise = rejected(dummy).then(null, function onBasePromiseRejected() {
            return xFactory();
          });
          test(promise, done);
        });
      }
      function testCallingResolvePromise(yFactory, stringRepresentation, test) {
        describe("`y` is " + stringRepresentation, function() {
          describe("`then` calls `resolvePromise` synchronously", function() {
            function xFactory() {
              return {
                then: function(resolvePromise) {
                  resolvePromise(yFactory());
                }
              };
            }
            testPromiseResolution(xFactory, test);
          });
          describe("`then` calls `resolvePromise` asynchronously", function() {
            function xFactory() {
              return {
                then: function(resolvePromise) {
                  setTimeout(function() {
                    resolvePromise(yFactory());
                  }, 0);
                }
              };
            }
            testPromiseResolution(xFactory, test);
          });
        });
      }
      function testCallingRejectPromise(r, stringRepresentation, test) {
        describe("`r` is " + stringRepresentation, function() {
          describe("`then` calls `rejectPromise` synchronously", function() {
            function xFactory() {
              return {
                then: function(resolvePromise, rejectPromise) {
                  rejectPromise(r);
                }
              };
            }
            testPromiseResolution(xFactory, test);
          });
          describe("`then` calls `rejectPromise` asynchronously", function() {
            function xFactory() {
              return {
                then: function(resolvePromise, rejectPromise) {
                  setTimeout(function() {
                    rejectPromise(r);
                  }, 0);
                }
              };
            }
            testPromiseResolution(xFactory, test);
          });
        });
      }
      function testCallingResolvePromiseFulfillsWith(yFactory, stringRepresentation, fulfillmentValue) {
        testCallingResolvePromise(yFactory, stringRepresentation, function(promise, done) {
          promise.then(function onPromiseFulfilled(value) {
            assert.strictEqual(value, fulfillmentValue);
            done();
          });
        });
      }
      function testCallingResolvePromiseRejectsWith(yFactory, stringRepresentation, rejectionReason) {
        testCallingResolvePromise(yFactory, stringRepresentation, function(promise, done) {
          promise.then(null, function onPromiseRejected(reason) {
            assert.strictEqual(reason, rejectionReason);
            done();
          });
        });
      }
      function testCallingRejectPromiseRejectsWith(reason, stringRepresentation) {
        testCallingRejectPromise(reason, stringRepresentation, function(promise, done) {
          promise.then(null, function onPromiseRejected(rejectionReason) {
            assert.strictEqual(rejectionReason, reason);
            done();
          });
        });
      }
      describe("2.3.3: Otherwise, if `x` is an object or function,", function() {
        describe("2.3.3.1: Let `then` be `x.then`", function() {
          describe("`x` is an object with null prototype", function() {
            var numberOfTimesThenWasRetrieved = null;
            beforeEach(function() {
              numberOfTimesThenWasRetrieved = 0;
            });
            function xFactory() {
              return Object.create(null, {
                then: {
                  get: function() {
                    ++numberOfTimesThenWasRetrieved;
                    return function thenMethodForX(onFulfilled) {
                      onFulfilled();
                    };
                  }
                }
              });
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function() {
                assert.strictEqual(numberOfTimesThenWasRetrieved, 1);
                done();
              });
            });
          });
          describe("`x` is an object with normal Object.prototype", function() {
            var numberOfTimesThenWasRetrieved = null;
            beforeEach(function() {
              numberOfTimesThenWasRetrieved = 0;
            });
            function xFactory() {
              return Object.create(Object.prototype, {
                then: {
                  get: function() {
                    ++numberOfTimesThenWasRetrieved;
                    return function thenMethodForX(onFulfilled) {
                      onFulfilled();
                    };
                  }
                }
              });
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function() {
                assert.strictEqual(numberOfTimesThenWasRetrieved, 1);
                done();
              });
            });
          });
          describe("`x` is a function", function() {
            var numberOfTimesThenWasRetrieved = null;
            beforeEach(function() {
              numberOfTimesThenWasRetrieved = 0;
            });
            function xFactory() {
              function x() {
              }
              Object.defineProperty(x, "then", {
                get: function() {
                  ++numberOfTimesThenWasRetrieved;
                  return function thenMethodForX(onFulfilled) {
                    onFulfilled();
                  };
                }
              });
              return x;
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function() {
                assert.strictEqual(numberOfTimesThenWasRetrieved, 1);
                done();
              });
            });
          });
        });
        describe("2.3.3.2: If retrieving the property `x.then` results in a thrown exception `e`, reject `promise` with `e` as the reason.", function() {
          function testRejectionViaThrowingGetter(e, stringRepresentation) {
            function xFactory() {
              return Object.create(Object.prototype, {
                then: {
                  get: function() {
                    throw e;
                  }
                }
              });
            }
            describe("`e` is " + stringRepresentation, function() {
              testPromiseResolution(xFactory, function(promise, done) {
                promise.then(null, function(reason) {
                  assert.strictEqual(reason, e);
                  done();
                });
              });
            });
          }
          Object.keys(reasons).forEach(function(stringRepresentation) {
            testRejectionViaThrowingGetter(reasons[stringRepresentation], stringRepresentation);
          });
        });
        describe("2.3.3.3: If `then` is a function, call it with `x` as `this`, first argument `resolvePromise`, and second argument `rejectPromise`", function() {
          describe("Calls with `x` as `this` and two function arguments", function() {
            function xFactory() {
              var x = {
                then: function(onFulfilled, onRejected) {
                  assert.strictEqual(this, x);
                  assert.strictEqual(typeof onFulfilled, "function");
                  assert.strictEqual(typeof onRejected, "function");
                  onFulfilled();
                }
              };
              return x;
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function() {
                done();
              });
            });
          });
          describe("Uses the original value of `then`", function() {
            var numberOfTimesThenWasRetrieved = null;
            beforeEach(function() {
              numberOfTimesThenWasRetrieved = 0;
            });
            function xFactory() {
              return Object.create(Object.prototype, {
                then: {
                  get: function() {
                    if (numberOfTimesThenWasRetrieved === 0) {
                      return function(onFulfilled) {
                        onFulfilled();
                      };
                    }
                    return null;
                  }
                }
              });
            }
            testPromiseResolution(xFactory, function(promise, done) {
              promise.then(function() {
                done();
              });
            });
          });
          describe(
            "2.3.3.3.1: If/when `resolvePromise` is called with value `y`, run `[[Resolve]](promise, y)`",
            function() {
              describe("`y` is not a thenable", function() {
                testCallingResolvePromiseFulfillsWith(function() {
                  return void 0;
                }, "`undefined`", void 0);
                testCallingResolvePromiseFulfillsWith(function() {
                  return null;
                }, "`null`", null);
                testCallingResolvePromiseFulfillsWith(function() {
                  return false;
                }, "`false`", false);
                testCallingResolvePromiseFulfillsWith(function() {
                  return 5;
                }, "`5`", 5);
                testCallingResolvePromiseFulfillsWith(function() {
                  return sentinel;
                }, "an object", sentinel);
                testCallingResolvePromiseFulfillsWith(function() {
                  return sentinelArray;
                }, "an array", sentinelArray);
              });
              describe("`y` is a thenable", function() {
                Object.keys(thenables.fulfilled).forEach(function(stringRepresentation) {
                  function yFactory() {
                    return thenables.fulfilled[stringRepresentation](sentinel);
                  }
                  testCallingResolvePromiseFulfillsWith(yFactory, stringRepresentation, sentinel);
                });
                Object.keys(thenables.rejected).forEach(function(stringRepresentation) {
                  function yFactory() {
                    return thenables.rejected[stringRepresentation](sentinel);
                  }
                  testCallingResolvePromiseRejectsWith(yFactory, stringRepresentation, sentinel);
                });
              });
              describe("`y` is a thenable for a thenable", function() {
                Object.keys(thenables.fulfilled).forEach(function(outerStringRepresentation) {
                  var outerThenableFactory = thenables.fulfilled[outerStringRepresentation];
                  Object.keys(thenables.fulfilled).forEach(function(innerStringRepresentation) {
                    var innerThenableFactory = thenables.fulfilled[innerStringRepresentation];
                    var stringRepresentation = outerStringRepresentation + " for " + innerStringRepresentation;
                    function yFactory() {
                      return outerThenableFactory(innerThenableFactory(sentinel));
                    }
                    testCallingResolvePromiseFulfillsWith(yFactory, stringRepresentation, sentinel);
                  });
                  Object.keys(thenables.rejected).forEach(function(innerStringRepresentation) {
                    var innerThenableFactory = thenables.rejected[innerStringRepresentation];
                    var stringRepresentation = outerStringRepresentation + " for " + innerStringRepresentation;
                    function yFactory() {
                      return outerThenableFactory(innerThenableFactory(sentinel));
                    }
                    testCallingResolvePromiseRejectsWith(yFactory, stringRepresentation, sentinel);
                  });
                });
              });
            }
          );
          describe(
            "2.3.3.3.2: If/when `rejectPromise` is called with reason `r`, reject `promise` with `r`",
            function() {
              Object.keys(reasons).forEach(function(stringRepresentation) {
                testCallingRejectPromiseRejectsWith(reasons[stringRepresentation](), stringRepresentation);
              });
            }
          );
          describe(
            "2.3.3.3.3: If both `resolvePromise` and `rejectPromise` are called, or multiple calls to the same argument are made, the first call takes precedence, and any further calls are ignored.",
            function() {
              describe("calling `resolvePromise` then `rejectPromise`, both synchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      resolvePromise(sentinel);
                      rejectPromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` synchronously then `rejectPromise` asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      resolvePromise(sentinel);
                      setTimeout(function() {
                        rejectPromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` then `rejectPromise`, both asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      setTimeout(function() {
                        resolvePromise(sentinel);
                      }, 0);
                      setTimeout(function() {
                        rejectPromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` with an asynchronously-fulfilled promise, then calling `rejectPromise`, both synchronously", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.resolve(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      resolvePromise(d.promise);
                      rejectPromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` with an asynchronously-rejected promise, then calling `rejectPromise`, both synchronously", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.reject(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      resolvePromise(d.promise);
                      rejectPromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` then `resolvePromise`, both synchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      resolvePromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` synchronously then `resolvePromise` asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      setTimeout(function() {
                        resolvePromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` then `resolvePromise`, both asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      setTimeout(function() {
                        rejectPromise(sentinel);
                      }, 0);
                      setTimeout(function() {
                        resolvePromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` twice synchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(sentinel);
                      resolvePromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` twice, first synchronously then asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(sentinel);
                      setTimeout(function() {
                        resolvePromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` twice, both times asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise) {
                      setTimeout(function() {
                        resolvePromise(sentinel);
                      }, 0);
                      setTimeout(function() {
                        resolvePromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` with an asynchronously-fulfilled promise, then calling it again, both times synchronously", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.resolve(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(d.promise);
                      resolvePromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("calling `resolvePromise` with an asynchronously-rejected promise, then calling it again, both times synchronously", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.reject(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(d.promise);
                      resolvePromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` twice synchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      rejectPromise(other);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` twice, first synchronously then asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      setTimeout(function() {
                        rejectPromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("calling `rejectPromise` twice, both times asynchronously", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      setTimeout(function() {
                        rejectPromise(sentinel);
                      }, 0);
                      setTimeout(function() {
                        rejectPromise(other);
                      }, 0);
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("saving and abusing `resolvePromise` and `rejectPromise`", function() {
                var savedResolvePromise, savedRejectPromise;
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      savedResolvePromise = resolvePromise;
                      savedRejectPromise = rejectPromise;
                    }
                  };
                }
                beforeEach(function() {
                  savedResolvePromise = null;
                  savedRejectPromise = null;
                });
                testPromiseResolution(xFactory, function(promise, done) {
                  var timesFulfilled = 0;
                  var timesRejected = 0;
                  promise.then(
                    function() {
                      ++timesFulfilled;
                    },
                    function() {
                      ++timesRejected;
                    }
                  );
                  if (savedResolvePromise && savedRejectPromise) {
                    savedResolvePromise(dummy);
                    savedResolvePromise(dummy);
                    savedRejectPromise(dummy);
                    savedRejectPromise(dummy);
                  }
                  setTimeout(function() {
                    savedResolvePromise(dummy);
                    savedResolvePromise(dummy);
                    savedRejectPromise(dummy);
                    savedRejectPromise(dummy);
                  }, 50);
                  setTimeout(function() {
                    assert.strictEqual(timesFulfilled, 1);
                    assert.strictEqual(timesRejected, 0);
                    done();
                  }, 100);
                });
              });
            }
          );
          describe("2.3.3.3.4: If calling `then` throws an exception `e`,", function() {
            describe("2.3.3.3.4.1: If `resolvePromise` or `rejectPromise` have been called, ignore it.", function() {
              describe("`resolvePromise` was called with a non-thenable", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(sentinel);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("`resolvePromise` was called with an asynchronously-fulfilled promise", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.resolve(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(d.promise);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("`resolvePromise` was called with an asynchronously-rejected promise", function() {
                function xFactory() {
                  var d = deferred();
                  setTimeout(function() {
                    d.reject(sentinel);
                  }, 50);
                  return {
                    then: function(resolvePromise) {
                      resolvePromise(d.promise);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("`rejectPromise` was called", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("`resolvePromise` then `rejectPromise` were called", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      resolvePromise(sentinel);
                      rejectPromise(other);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(function(value) {
                    assert.strictEqual(value, sentinel);
                    done();
                  });
                });
              });
              describe("`rejectPromise` then `resolvePromise` were called", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      rejectPromise(sentinel);
                      resolvePromise(other);
                      throw other;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
            });
            describe("2.3.3.3.4.2: Otherwise, reject `promise` with `e` as the reason.", function() {
              describe("straightforward case", function() {
                function xFactory() {
                  return {
                    then: function() {
                      throw sentinel;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("`resolvePromise` is called asynchronously before the `throw`", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise) {
                      setTimeout(function() {
                        resolvePromise(other);
                      }, 0);
                      throw sentinel;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
              describe("`rejectPromise` is called asynchronously before the `throw`", function() {
                function xFactory() {
                  return {
                    then: function(resolvePromise, rejectPromise) {
                      setTimeout(function() {
                        rejectPromise(other);
                      }, 0);
                      throw sentinel;
                    }
                  };
                }
                testPromiseResolution(xFactory, function(promise, done) {
                  promise.then(null, function(reason) {
                    assert.strictEqual(reason, sentinel);
                    done();
                  });
                });
              });
            });
          });
        });
        describe("2.3.3.4: If `then` is not a function, fulfill promise with `x`", function() {
          function testFulfillViaNonFunction(then, stringRepresentation) {
            var x = null;
            beforeEach(function() {
              x = { then };
            });
            function xFactory() {
              return x;
            }
            describe("`then` is " + stringRepresentation, function() {
              testPromiseResolution(xFactory, function(promise, done) {
                promise.then(function(value) {
                  assert.strictEqual(value, x);
                  done();
                });
              });
            });
          }
          testFulfillViaNonFunction(5, "`5`");
          testFulfillViaNonFunction({}, "an object");
          testFulfillViaNonFunction([function() {
          }], "an array containing a function");
          testFulfillViaNonFunction(/a-b/i, "a regular expression");
          testFulfillViaNonFunction(Object.create(Function.prototype), "an object inheriting from `Function.prototype`");
        });
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/tests/2.3.4.js
  var require__13 = __commonJS({
    "node_modules/promises-aplus-tests/lib/tests/2.3.4.js"() {
      "use strict";
      var assert = require_assert();
      var testFulfilled = require_testThreeCases().testFulfilled;
      var testRejected = require_testThreeCases().testRejected;
      var dummy = { dummy: "dummy" };
      describe("2.3.4: If `x` is not an object or function, fulfill `promise` with `x`", function() {
        function testValue(expectedValue, stringRepresentation, beforeEachHook, afterEachHook) {
          describe("The value is " + stringRepresentation, function() {
            if (typeof beforeEachHook === "function") {
              beforeEach(beforeEachHook);
            }
            if (typeof afterEachHook === "function") {
              afterEach(afterEachHook);
            }
            testFulfilled(dummy, function(promise1, done) {
              var promise2 = promise1.then(function onFulfilled() {
                return expectedValue;
              });
              promise2.then(function onPromise2Fulfilled(actualValue) {
                assert.strictEqual(actualValue, expectedValue);
                done();
              });
            });
            testRejected(dummy, function(promise1, done) {
              var promise2 = promise1.then(null, function onRejected() {
                return expectedValue;
              });
              promise2.then(function onPromise2Fulfilled(actualValue) {
                assert.strictEqual(actualValue, expectedValue);
                done();
              });
            });
          });
        }
        testValue(void 0, "`undefined`");
        testValue(null, "`null`");
        testValue(false, "`false`");
        testValue(true, "`true`");
        testValue(0, "`0`");
        testValue(
          true,
          "`true` with `Boolean.prototype` modified to have a `then` method",
          function() {
            Boolean.prototype.then = function() {
            };
          },
          function() {
            delete Boolean.prototype.then;
          }
        );
        testValue(
          1,
          "`1` with `Number.prototype` modified to have a `then` method",
          function() {
            Number.prototype.then = function() {
            };
          },
          function() {
            delete Number.prototype.then;
          }
        );
      });
    }
  });

  // node_modules/promises-aplus-tests/lib/testFiles.js
  var require_testFiles = __commonJS({
    "node_modules/promises-aplus-tests/lib/testFiles.js"() {
      "use strict";
      require__();
      require__2();
      require__3();
      require__4();
      require__5();
      require__6();
      require__7();
      require__8();
      require__9();
      require__10();
      require__11();
      require__12();
      require__13();
    }
  });

  // entry.js
  var tests = [];
  var path = [];
  var setups = [];
  var cleanups = [];
  function describe2(name, body) {
    const outer = [path, setups, cleanups];
    path = [...path, name];
    setups = [...setups];
    cleanups = [...cleanups];
    body();
    [path, setups, cleanups] = outer;
  }
  function it(name, body) {
    tests.push({ name: [...path, name].join(" / "), setups, cleanups, body });
  }
  globalThis.describe = globalThis.context = describe2;
  globalThis.it = globalThis.specify = it;
  globalThis.beforeEach = (setup) => {
    setups.push(setup);
  };
  globalThis.afterEach = (cleanup) => {
    cleanups.push(cleanup);
  };
  function run(report, done) {
    let at = 0;
    const next = () => {
      if (at === tests.length) return done();
      const { name, setups: setups2, cleanups: cleanups2, body } = tests[at++];
      let over = false;
      const finish = (error) => {
        if (over) return;
        over = true;
        clearTimeout(limit);
        process.removeListener("uncaughtException", finish);
        for (const cleanup of cleanups2) cleanup();
        report(name, error ? String(error.stack || error) : "");
        setImmediate(next);
      };
      const limit = setTimeout(() => finish(new Error("done was not called within 200 ms")), 200);
      process.on("uncaughtException", finish);
      try {
        for (const setup of setups2) setup();
        body(finish);
        if (body.length === 0) finish();
      } catch (error) {
        finish(error || new Error("threw " + error));
      }
    };
    setImmediate(next);
  }
  globalThis.runSuite = (adapter, report, done) => {
    globalThis.adapter = __spreadValues({
      resolved: (value) => {
        const d = adapter.deferred();
        d.resolve(value);
        return d.promise;
      },
      rejected: (reason) => {
        const d = adapter.deferred();
        d.reject(reason);
        return d.promise;
      }
    }, adapter);
    require_testFiles();
    run(report, done);
  };
})();
