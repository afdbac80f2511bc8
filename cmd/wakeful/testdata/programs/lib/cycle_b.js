const a = require('./cycle_a'); exports.sawEarly = a.early; exports.sawLate = Object.hasOwn(a, 'late');
