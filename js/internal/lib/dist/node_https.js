"use strict";

// src/node/https.js
var http = require("http");
function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  http.Agent.call(this, options), this.defaultPort = 443, this.protocol = "https:";
}
Object.setPrototypeOf(Agent.prototype, http.Agent.prototype);
Object.setPrototypeOf(Agent, http.Agent);
var globalAgent = new Agent({ keepAlive: !0, scheduling: "lifo", timeout: 5e3 });
function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  http.Server.call(this, options, listener);
}
Object.setPrototypeOf(Server.prototype, http.Server.prototype);
Object.setPrototypeOf(Server, http.Server);
function request(url, options, callback) {
  let secure = { _defaultAgent: module.exports.globalAgent };
  return typeof url == "string" || url instanceof URL ? (typeof options == "function" && ([options, callback] = [{}, options]), new http.ClientRequest(url, { ...secure, ...options }, callback)) : new http.ClientRequest({ ...secure, ...url }, options);
}
function get(url, options, callback) {
  let req = request(url, options, callback);
  return req.end(), req;
}
module.exports = { Agent, globalAgent, Server, createServer: (options, listener) => new Server(options, listener), get, request };
