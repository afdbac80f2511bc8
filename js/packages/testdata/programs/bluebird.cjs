const P = require('bluebird');
P.map([1, 2, 3], (x) => P.delay(2).return(x * 2), { concurrency: 2 }).then((r) => console.log('map', r));
P.props({ a: 1, b: P.resolve(2) }).then(console.log);
P.reject(new TypeError('t')).catch(TypeError, (e) => console.log('typed', e.message)).finally(() => console.log('finally'));
P.promisify((a, cb) => cb(null, a + 1))(1).timeout(50).tap((v) => console.log('tap', v));
P.coroutine(function* () { return (yield P.resolve(1)) + (yield 2 && P.resolve(2)); })().then((v) => console.log('co', v));
P.delay(30).timeout(2).catch(P.TimeoutError, (e) => console.log(e.name));
