'use strict';
// fetch and Response. Go sends the request if its argument is just a text. A program that needs no more
// does not load the other parts.

let received;
const answered = (r, status, address, hasBody) => (received ??= require('./fetch/response').received)(r, status, address, hasBody);
const fetch = native.fetch((...args) => require('internal/fetch_parts').general(...args), answered);

module.exports = {
  fetch, consume: require('./fetch/consume'),
  get response() { return require('./fetch/response'); },
  get Response() { return require('./fetch/response').Response; },
  get Headers() { return require('internal/fetch_parts').Headers; },
  get Request() { return require('internal/fetch_parts').Request; },
  get FormData() { return require('internal/fetch_parts').FormData; },
  get serve() { return require('internal/fetch_parts').serve; },
};
