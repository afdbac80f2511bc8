'use strict';
// The state of a Response that a program makes.
const { Headers, addType } = require('./headers');

const withoutBody = [101, 204, 205, 304];

// stateFor returns the state of a response that a program makes. Its headers are made when somebody
// asks for them, if there is only a content type.
function stateFor(init, { body, type }) {
  const s = { type: 'default', url: '', redirected: false, status: 200, statusText: '', headers: undefined, contentType: type, body };
  if (init === undefined) return s;
  if (init?.status !== undefined) s.status = Math.trunc(Number(init.status)) || 0;
  if (s.status < 200 || s.status > 599) throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
  if (init?.statusText !== undefined) s.statusText = `${init.statusText}`;
  if (s.statusText !== '' && /[^\t\x20-\x7e\x80-\xff]/.test(s.statusText)) throw new TypeError('Invalid statusText');
  if (body !== null && withoutBody.includes(s.status)) throw new TypeError(`Response constructor: Invalid response status code ${s.status}`);
  const headers = init?.headers;
  if (headers !== undefined) {
    s.headers = new Headers(headers);
    addType(s.headers, type);
  }
  return s;
}

module.exports = { stateFor };
