const Joi = require('joi');
const schema = Joi.object({ name: Joi.string().alphanum().min(3).required(), year: Joi.number().integer().min(1900), email: Joi.string().email({ tlds: { allow: ['com'] } }), when: Joi.date().iso() }).with('name', 'year');
console.log(schema.validate({ name: 'abc', year: '1994', email: 'a@b.com', when: '2020-01-01' }));
console.log(schema.validate({ name: 'a!', email: 'x' }, { abortEarly: false }).error.details.map((d) => d.message));
