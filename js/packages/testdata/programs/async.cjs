const async = require('async');
// One after the other: which of two timers is first depends on the machine.
async.series([
  (next) => async.waterfall([(cb) => setTimeout(cb, 2, null, 1), (x, cb) => cb(null, x + 1)], (e, r) => { console.log('waterfall', e, r); next(); }),
  (next) => async.parallelLimit([1, 2, 3].map((n) => (cb) => setImmediate(cb, null, n)), 2, (e, r) => { console.log('parallel', r); next(); }),
  (next) => {
    const q = async.queue((task, cb) => setTimeout(cb, 1), 2);
    q.drain(() => { console.log('drained'); next(); });
    q.push([1, 2, 3], () => {});
  },
  (next) => async.auto({ a: async () => 1, b: ['a', async ({ a }) => a + 1] }).then((r) => { console.log('auto', r); next(); }),
  (next) => async.retry({ times: 3, interval: 1 }, (cb) => cb(new Error('no')), (e) => { console.log('retry', e.message); next(); }),
], () => console.log('end'));
