'use strict';
// node:https: node:http with another protocol. Go's crypto/tls encrypts.
const http = require('node:http');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  http.Agent.call(this, options);
  this.defaultPort = 443;
  this.protocol = 'https:';
}
Object.setPrototypeOf(Agent.prototype, http.Agent.prototype);
Object.setPrototypeOf(Agent, http.Agent);
const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  http.Server.call(this, options, listener);
}
Object.setPrototypeOf(Server.prototype, http.Server.prototype);
Object.setPrototypeOf(Server, http.Server);

function request(url, options, callback) {
  const secure = { _defaultAgent: module.exports.globalAgent };
  if (typeof url === 'string' || url instanceof URL) {
    if (typeof options === 'function') [options, callback] = [{}, options];
    return new http.ClientRequest(url, { ...secure, ...options }, callback);
  }
  return new http.ClientRequest({ ...secure, ...url }, options);
}
function get(url, options, callback) {
  const req = request(url, options, callback);
  req.end();
  return req;
}

module.exports = { Agent, globalAgent, Server, createServer: (options, listener) => new Server(options, listener), get, request };
