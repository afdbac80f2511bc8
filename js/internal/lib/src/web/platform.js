'use strict';
// What structuredClone knows of platform objects. It is apart so that what makes them does not load
// structuredClone.

// platform has a function for each kind of platform object that is cloned in its own way or cannot
// be cloned. It returns a copy, or undefined for another kind of object. The modules that define
// such objects add their function.
const platform = [];

module.exports = { platform };
