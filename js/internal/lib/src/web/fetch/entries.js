'use strict';
// The entries of each FormData. They are here so that a body does not load FormData to recognize one.
const entriesOf = new WeakMap(); // by FormData

module.exports = { entriesOf };
