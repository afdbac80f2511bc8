const Ajv = require('ajv');
const ajv = new Ajv({ allErrors: true });
const validate = ajv.compile({ type: 'object', properties: { a: { type: 'integer', minimum: 2 }, b: { type: 'string', pattern: '^x+$', maxLength: 3 }, c: { type: 'array', uniqueItems: true, items: { enum: [1, 2] } } }, required: ['a'], additionalProperties: false });
for (const data of [{ a: 2 }, { a: 1, b: 'yyyy' }, { c: [1, 1, 3], d: 0 }]) console.log(validate(data), validate.errors && ajv.errorsText(validate.errors));
