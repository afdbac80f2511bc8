import { v4, v5, v3, v1, v7, validate, version, parse, stringify, NIL } from 'uuid';
console.log(validate(v4()), version(v4()), v5('hello', v5.DNS), v3('hello', v3.DNS), version(v1()), version(v7()), stringify(parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b')), NIL);
