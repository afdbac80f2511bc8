// A peer that runs Node. The main thread is the measured loop and also reads the runner's
// requests. Producers are worker threads. They submit a function by sending a message.
// docs/peer-protocol.md has the protocol.
'use strict';

const { Worker, MessageChannel, isMainThread, parentPort, workerData, receiveMessageOnPort } = require('node:worker_threads');
const net = require('node:net');
const readline = require('node:readline');

const NUMBERS = 1024;
const PRIME = 16777619;
// An isolate has its own heap: 1,000 of them need more memory than a small machine has.
const MOST_LOOPS = 50;

// A producer sends the requested number of messages. After each burst it waits until the main
// thread has counted all of its messages.
function produce() {
  const { burst, ran } = workerData;
  parentPort.on('message', (n) => {
    for (let i = 0; i < n; ) {
      const before = burst ? Atomics.load(ran, 0) : 0;
      const after = burst ? Math.min(i + burst, n) : n;
      for (; i < after; i++) parentPort.postMessage(i % NUMBERS);
      if (burst) Atomics.wait(ran, 0, before);
    }
  });
}

// The waiter sends a message and waits until the main thread has counted it.
function trip() {
  const { ran, spin, port } = workerData;
  parentPort.on('message', ({ n, stamped }) => {
    const stamps = stamped ? new Float64Array(n) : null;
    const before = Atomics.load(ran, 0);
    const began = process.hrtime.bigint();
    for (let i = 0; i < n; i++) {
      port.postMessage(i % NUMBERS);
      const want = (before + i + 1) | 0;
      if (spin) {
        while (Atomics.load(ran, 0) !== want);
      } else {
        for (let now; (now = Atomics.load(ran, 0)) !== want; ) Atomics.wait(ran, 0, now);
      }
      if (stamped) stamps[i] = Number(process.hrtime.bigint() - began);
    }
    parentPort.postMessage({ ns: Number(process.hrtime.bigint() - began), stamps });
  });
}

function main() {
  let started = null;
  const workloads = { submit: Submit, trip: Trip, timers: Timers, echo: Echo, loops: Loops };

  async function answer(verb, fields) {
    switch (verb) {
      case 'hello':
        return `protocol=1 peer=node version=${process.version}`;
      case 'start':
        if (!(fields.workload in workloads)) throw new Refused(`node does not know the workload ${fields.workload}`);
        started = new workloads[fields.workload](fields);
        return (await started.ready()) || '';
      case 'run':
      case 'histogram':
        return await started.run(Number(fields.n), Number(fields.seed), verb === 'histogram');
      case 'stop':
        return `executed=${started ? await started.stop() : 0}`;
    }
    throw new Error(`the verb ${verb} is not known`);
  }

  const lines = readline.createInterface({ input: process.stdin });
  let before = Promise.resolve();
  lines.on('line', (line) => {
    const [verb, ...words] = line.trim().split(' ');
    const fields = Object.fromEntries(words.map((word) => word.split('=')));
    before = before.then(async () => {
      let said;
      try {
        said = `ok ${await answer(verb, fields)}`.trim();
      } catch (error) {
        said = error instanceof Refused ? `refused ${error.message}` : `failed ${String(error.stack).replaceAll('\n', '; ')}`;
      }
      process.stdout.write(said + '\n', () => {
        if (verb === 'stop') process.exit(0);
      });
    });
  });
  lines.on('close', () => before.then(() => process.exit(0)));
}

class Refused extends Error {}

function share(n, producers, producer) {
  return Math.floor(n / producers) + (producer < n % producers ? 1 : 0);
}

function newWorker(workerData) {
  const worker = new Worker(__filename, { workerData });
  worker.on('error', (error) => {
    throw error;
  });
  return worker;
}

function online(workers) {
  return Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('online', resolve))));
}

class Submit {
  constructor(fields) {
    const producers = Number(fields.producers ?? 1);
    this.burst = Number(fields.burst ?? 0);
    if (producers < 1 || (this.burst > 0 && producers > 1)) throw new Refused('a workload has a producer, and bursts come from one');
    this.ran = new Int32Array(new SharedArrayBuffer(4)); // bursts that have run
    this.executed = 0;
    this.sums = new Uint32Array(producers);
    this.counts = new Array(producers).fill(0);
    this.workers = Array.from({ length: producers }, () => newWorker({ kind: 'producer', burst: this.burst, ran: this.ran }));
    this.workers.forEach((worker, p) => worker.on('message', (number) => this.task(p, number)));
  }

  ready() {
    return online(this.workers).then(() => '');
  }

  task(p, number) {
    this.sums[p] = Math.imul(this.sums[p] ^ number, PRIME);
    this.counts[p]++;
    this.executed++;
    this.left--;
    if (this.burst > 0 && (this.left === 0 || (this.n - this.left) % this.burst === 0)) {
      Atomics.add(this.ran, 0, 1);
      Atomics.notify(this.ran, 0);
    }
    if (this.left === 0) this.done();
  }

  async run(n, seed, stamped) {
    if (stamped) throw new Refused('the tasks of submit are not stamped');
    this.n = this.left = n;
    const done = new Promise((resolve) => (this.done = resolve));
    this.workers.forEach((_, p) => {
      this.sums[p] = seed ^ p;
      this.counts[p] = 0;
    });
    const began = process.hrtime.bigint();
    this.workers.forEach((worker, p) => worker.postMessage(share(n, this.workers.length, p)));
    await done;
    return `ns=${process.hrtime.bigint() - began} counts=${this.counts.join()} sums=${this.sums.join()}`;
  }

  stop() {
    return this.executed;
  }
}

function bucket(v) {
  const bits = v > 0 ? Math.floor(Math.log2(v)) + 1 : 0;
  const width = 2 ** Math.max(0, bits - 6);
  return Math.floor(v / width) * width;
}

class Trip {
  constructor(fields) {
    this.spin = fields.wait === 'spin';
    this.ran = new Int32Array(new SharedArrayBuffer(4));
    this.executed = 0;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.worker = newWorkerWithPort({ kind: 'trip', ran: this.ran, spin: this.spin, port: port2 }, port2);
    // A port that has a listener cannot be polled.
    if (!this.spin) this.port.on('message', (number) => this.task(number));
  }

  ready() {
    return online([this.worker]).then(() => '');
  }

  task(number) {
    this.sum = Math.imul(this.sum ^ number, PRIME) >>> 0;
    this.count++;
    this.executed++;
    Atomics.add(this.ran, 0, 1);
    if (!this.spin) Atomics.notify(this.ran, 0);
  }

  async run(n, seed, stamped) {
    this.sum = seed;
    this.count = 0;
    let over = false;
    const outcome = new Promise((resolve) => this.worker.once('message', resolve));
    this.worker.postMessage({ n, stamped });
    const poll = () => {
      for (let m; (m = receiveMessageOnPort(this.port)); ) this.task(m.message);
      if (!over) setImmediate(poll);
    };
    if (this.spin) poll();
    const { ns, stamps } = await outcome;
    over = true;
    const answer = `ns=${ns} counts=${this.count} sums=${this.sum}`;
    if (!stamped) return answer;
    const histogram = new Map();
    let last = 0;
    for (const stamp of stamps) {
      const low = bucket(stamp - last);
      histogram.set(low, (histogram.get(low) ?? 0) + 1);
      last = stamp;
    }
    return `${answer} histogram=${[...histogram].map(([low, count]) => `${low}:${count}`).join()}`;
  }

  stop() {
    return this.executed;
  }
}

function newWorkerWithPort(workerData, port) {
  return new Worker(__filename, { workerData, transferList: [port] });
}

class Timers {
  constructor() {
    this.executed = 0;
  }

  ready() {
    return '';
  }

  run(n, seed, stamped) {
    if (stamped) throw new Refused('timers are not stamped');
    const now = () => process.hrtime.bigint();
    const never = () => this.executed++;
    const timers = new Array(n);
    const start = now();
    for (let i = 0; i < n; i++) timers[i] = setTimeout(never, 3600000 + ((i * 7919) % n));
    const scheduled = now();
    for (let i = 0; i < n; i++) clearTimeout(timers[i]);
    const ended = now();
    let sum = seed;
    let fired = 0;
    let early = 0;
    let released;
    return new Promise((resolve) => {
      const fire = (i, set) => {
        if (performance.now() < set) early++;
        sum = (sum + Math.imul(i ^ seed, PRIME)) >>> 0;
        this.executed++;
        if (++fired === n)
          resolve(
            `schedule_ns=${scheduled - start} cancel_ns=${ended - scheduled} fire_ns=${now() - released} cancelled=${n} early=${early} counts=${fired} sums=${sum}`,
          );
      };
      for (let i = 0; i < n; i++) setTimeout(fire, 1, i, performance.now());
      for (const until = now() + 2000000n; now() < until; );
      released = now();
    });
  }

  stop() {
    return this.executed;
  }
}

class Echo {
  ready() {
    this.server = net.createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (data) => {
        if (!socket.write(data)) socket.pause();
      });
      socket.on('drain', () => socket.resume());
    });
    return new Promise((resolve) => {
      this.server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => resolve(`address=127.0.0.1:${this.server.address().port}`));
    });
  }

  run() {
    return '';
  }

  stop() {
    this.server.close();
    return 0;
  }
}

class Loops {
  constructor() {
    this.workers = [];
    this.executed = 0;
  }

  ready() {
    return `most=${MOST_LOOPS}`;
  }

  async run(n, seed, stamped) {
    if (stamped) throw new Refused('loops are not stamped');
    const began = process.hrtime.bigint();
    let count = 0;
    for (let i = 0; i < n; i++) {
      const worker = newWorker({ kind: 'loop' });
      this.workers.push(worker);
      await online([worker]);
      const ran = new Promise((resolve) => worker.once('message', resolve));
      worker.postMessage('run');
      await ran;
      count++;
    }
    this.executed += count;
    return `ns=${process.hrtime.bigint() - began} counts=${count}`;
  }

  stop() {
    return this.executed;
  }
}

if (isMainThread) main();
else if (workerData.kind === 'producer') produce();
else if (workerData.kind === 'trip') trip();
else parentPort.on('message', () => parentPort.postMessage('ran'));
