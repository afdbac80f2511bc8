import pLimit from 'p-limit';
const limit = pLimit(2);
let running = 0, most = 0;
const task = async (n) => { most = Math.max(most, ++running); await new Promise((done) => setTimeout(done, 2)); running--; return n; };
console.log(await Promise.all([1, 2, 3, 4, 5].map((n) => limit(() => task(n)))), most, limit.activeCount, limit.pendingCount);
