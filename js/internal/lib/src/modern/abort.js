'use strict';
// Not loaded: the globals are there.
