const v = require('validator');
console.log(v.isEmail('a@b.co'), v.isURL('https://x.y/z?q'), v.isUUID('123e4567-e89b-12d3-a456-426614174000'), v.isIP('::1'), v.isISO8601('2020-02-30', { strict: true }), v.escape('<a>'), v.isCreditCard('4111111111111111'), v.normalizeEmail('A.B+c@gmail.com'), v.isStrongPassword('aB3$efgh'));
