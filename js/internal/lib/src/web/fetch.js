'use strict';
// fetch. Go sends the request if its argument is just a text, so that such a program makes a Response
// and no other object. Each part is made when a program first needs it.

let received;
const answered = (r, status, address, hasBody) => (received ??= require('./fetch/response').received)(r, status, address, hasBody);
const fetch = native.fetch((...args) => require('./fetch/general').general(...args), answered);

module.exports = {
  fetch,
  get Headers() { return require('./fetch/headers').Headers; },
  get Request() { return require('./fetch/request').Request; },
  get Response() { return require('./fetch/response').Response; },
  get FormData() { return require('./fetch/formdata').FormData; },
  get serve() { return require('./fetch/serve').serve; },
};
