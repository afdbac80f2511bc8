'use strict';
// Replaces the polyfill, because the globals exist.
