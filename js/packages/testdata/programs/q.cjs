const Q = require('q');
Q.all([1, Q.delay(2, 2)]).spread((a, b) => console.log(a + b));
Q.fcall(() => { throw new Error('x'); }).fail((e) => console.log(e.message)).done();
Q.allSettled([Q.reject(1), 2]).then((r) => console.log(r.map((x) => x.state)));
const d = Q.defer();
d.promise.progress((p) => console.log('progress', p)).then((v) => console.log('resolved', v));
d.notify(50);
setTimeout(() => d.resolve('ok'), 200);
