'use strict';
// The parts of fetch that a request for a text does not need. Each is made when a program first needs it.

module.exports = {
  ...require('./fetch/headers'), ...require('./fetch/body'), ...require('./fetch/initial'),
  get general() { return require('./fetch/general').general; },
  get Request() { return require('./fetch/request').Request; },
  get FormData() { return require('./fetch/formdata').FormData; },
  get decode() { return require('./fetch/formdata').decode; },
  get serve() { return require('./fetch/serve').serve; },
};
