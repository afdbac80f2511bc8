exports.early = 1; const b = require('./cycle_b'); exports.fromB = b.sawEarly; exports.late = 2;
