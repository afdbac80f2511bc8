"use strict";

// src/node/test_tap.js
var { inspect } = require("util"), write = (text) => process.stdout.write(text), indent = (depth) => "    ".repeat(depth), escapes = { "\b": "\\b", "\f": "\\f", "	": "\\t", "\n": "\\n", "\r": "\\r", "\v": "\\v" }, escape = (text) => `${text}`.replace(/[\b\f\t\n\r\v]/g, (c) => escapes[c]).replaceAll("\\", "\\\\").replaceAll("#", "\\#"), flat = { colors: !1, breakLength: 1 / 0 };
function yaml(at, name, value, seen) {
  if (value === void 0) return "";
  let prefix = `${at}  ${name}:`;
  if (value === null) return `${prefix} ~
`;
  if (typeof value != "object") {
    let lines = typeof value == "string" ? value.split(/\r?\n/) : [value];
    return lines.length === 1 ? `${prefix} ${inspect(value, flat)}
` : `${prefix} |-
${lines.map((line) => `${at}    ${line}
`).join("")}`;
  }
  seen.add(value);
  let result = prefix;
  value instanceof Date && (result += ` ${value.toISOString()}`), result += `
`;
  let inner = `${at}  `;
  for (let [key, of] of Object.entries(value))
    value instanceof Error && (key === "cause" || key === "code") || (result += seen.has(of) ? `${inner}  ${key}: <Circular>
` : yaml(inner, key, of, seen));
  return value instanceof Error ? result + described(value, at, seen) : result;
}
var asserts = (error) => error !== null && typeof error == "object" && "expected" in error && "actual" in error, unwrapped = ["testCodeFailure", "hookFailed", "uncaughtException", "unhandledRejection"];
function described(error, at, seen) {
  let { cause, code, failureType } = error, inner = code === "ERR_TEST_FAILURE" && unwrapped.includes(failureType) ? cause : void 0, of = (key) => inner?.[key] ?? error[key], name = of("name"), result = yaml(at, "error", of("message") ?? "<unknown error>", seen);
  of("code") && (result += yaml(at, "code", of("code"), seen)), name && name !== "Error" && (result += yaml(at, "name", name, seen));
  let compared = [inner, error].find(asserts);
  compared && (result += yaml(at, "expected", compared.expected, new Set(seen)) + yaml(at, "actual", compared.actual, new Set(seen)), compared.operator && (result += yaml(at, "operator", compared.operator, seen)));
  let frames = String(inner?.stack ?? error.stack ?? "").split(/\r?\n/).filter((line) => line.startsWith("    at ") && !line.includes("node:internal"));
  return frames.length > 0 && (result += `${at}  stack: |-
${frames.map((frame) => `${at}    ${frame.slice(7)}
`).join("")}`), result;
}
var counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
function count(test) {
  if (test.type === "suite") {
    counts.suites++;
    return;
  }
  counts.tests++, test.skipped ? counts.skipped++ : test.todo ? counts.todo++ : test.cancelled ? counts.cancelled++ : test.passed ? counts.pass++ : counts.fail++;
}
function report(test, number, depth) {
  count(test);
  let at = indent(depth), text = `${at}# Subtest: ${escape(test.name)}
`;
  if (test.subtests.forEach((subtest, i) => {
    text += report(subtest, i + 1, depth + 1);
  }), test.subtests.length > 0 && (text += `${at}    1..${test.subtests.length}
`), text += `${at}${test.passed ? "ok" : "not ok"} ${number} - ${escape(test.name)}`, (test.skipped || test.todo) && (text += ` # ${(test.skipped ? "skip" : "todo").toUpperCase()}${test.message ? ` ${escape(test.message)}` : ""}`), text += `
${at}  ---
${yaml(at, "duration_ms", test.time)}${yaml(at, "type", test.type)}`, !test.passed) {
    text += yaml(at, "location", test.at);
    let { error } = test;
    if (typeof error != "object") text += yaml(at, "error", error);
    else {
      for (let [key, value] of Object.entries(error)) key !== "cause" && key !== "code" && (text += yaml(at, key, value, /* @__PURE__ */ new Set([error])));
      text += described(error, at, /* @__PURE__ */ new Set([error]));
    }
  }
  text += `${at}  ...
`;
  for (let message of test.diagnostics) text += `${at}# ${escape(message)}
`;
  return text;
}
module.exports = {
  begin: () => write(`TAP version 13
`),
  print: (test, number) => write(report(test, number, 0)),
  end(root) {
    let text = `1..${root.subtests.length}
`;
    for (let message of root.diagnostics) text += `# ${escape(message)}
`;
    for (let [name, n] of Object.entries(counts)) text += `# ${name} ${n}
`;
    write(`${text}# duration_ms ${root.time}
`);
  }
};
