// A queue with a limit on how many jobs run at once, with retries and back-off.
class Queue {
  #running = 0;
  #waiting = [];
  constructor(limit) { this.limit = limit; }
  add(job) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }
  #next() {
    while (this.#running < this.limit && this.#waiting.length > 0) {
      const { job, resolve, reject } = this.#waiting.shift();
      this.#running++;
      this.peak = Math.max(this.peak ?? 0, this.#running);
      Promise.resolve().then(job).then(resolve, reject).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function retry(times, job) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await job(attempt);
    } catch (error) {
      if (attempt === times) throw new Error(`after ${times} attempts`, { cause: error });
      await sleep(attempt);
    }
  }
}
(async () => {
  const queue = new Queue(3);
  const results = await Promise.all(Array.from({ length: 10 }, (_, i) => queue.add(async () => {
    await sleep(10 - i);
    return i * i;
  })));
  console.log(results, 'peak', queue.peak);
  const settled = await Promise.allSettled([
    queue.add(() => retry(3, async (n) => { if (n < 3) throw new Error(`attempt ${n}`); return `worked at ${n}`; })),
    queue.add(() => retry(2, async (n) => { throw new RangeError(`attempt ${n}`); })),
  ]);
  for (const s of settled) console.log(s.status, s.value ?? `${s.reason.message} < ${s.reason.cause}`);
  const first = await Promise.any([Promise.reject(new Error('no')), sleep(1).then(() => 'fast'), sleep(50).then(() => 'slow')]);
  console.log(first);
  try {
    await Promise.any([Promise.reject(new Error('a')), Promise.reject(new Error('b'))]);
  } catch (e) {
    console.log(e instanceof AggregateError, e.errors.map(String));
  }
})();
