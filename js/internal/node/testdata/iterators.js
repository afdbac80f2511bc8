const { Readable, PassThrough } = require('stream')
const readline = require('readline')
const events = require('events')
const log = (...a) => console.log(...a)
;(async () => {
  {
    const rl = readline.createInterface({ input: Readable.from([new Uint8Array(Buffer.from('a\nb\nc\n'))]) })
    for await (const l of rl) { log(l); break }
    log('closed', rl.closed)
    for await (const l of rl) log('2', l)
    log('closed', rl.closed, rl[Symbol.asyncIterator]() === rl[Symbol.asyncIterator]())
  }
  {
    const input = new PassThrough()
    const rl = readline.createInterface({ input, crlfDelay: Infinity })
    input.write('x\r\ny\r\n')
    const it = rl[Symbol.asyncIterator]()
    log(await it.next(), await it.next())
    const third = it.next()
    input.end('z')
    log(await third, await it.next(), await it.next())
  }
  {
    const rl = readline.createInterface({ input: Readable.from(['a\nb\nc\n']) })
    const lines = []
    for await (const l of rl) lines.push(l)
    log(lines)
  }
  {
    const e = new events()
    const it = events.on(e, 'x', { close: ['end'] })
    e.emit('x', 1); e.emit('x', 2, 3); e.emit('end'); e.emit('x', 4)
    for await (const v of it) log(v)
    log(await it.next())
  }
  for (const error of [undefined, null, 0, 'text']) {
    const e = new events(), it = events.on(e, 'x')
    e.emit('x', 1); e.emit('error', error)
    log(await it.next(), await it.next().catch((e) => `rejected ${e}`), await it.next())
  }
  {
    const e = new events(); e.pause = () => log('pause'); e.resume = () => log('resume')
    const it = events.on(e, 'x', { highWaterMark: 2, lowWaterMark: 2, close: ['end'] })
    for (let i = 0; i < 5; i++) e.emit('x', i)
    e.emit('end')
    for await (const v of it) log(v)
  }
  for (const o of [{ highWaterMark: 0 }, { highWaterMark: 'x' }, { lowWaterMark: 0 }, { highWaterMark: 1.5 }, { close: 'x' }, { close: 5 }]) {
    try { const it = events.on(new events(), 'x', o); log('ok'); it.return() } catch (e) { log(e.name, e.code, e.message) }
  }
  {
    const e = new events(); const it = events.on(e, 'x')
    const ps = [it.next(), it.next(), it.next()]
    e.emit('x', 1); e.emit('error', new Error('bad')); e.emit('x', 2)
    log(await Promise.allSettled(ps)); log(await it.next())
  }
  {
    const e = new events(); const it = events.on(e, 'x'); e.emit('x', 1); e.emit('error', new Error('bad'))
    log(await it.next()); try { await it.next() } catch (x) { log(x.message) } ; log(await it.next())
  }
  {
    const e = new events(); const it = events.on(e, 'x'); e.emit('x', 1); log(await it.return()); e.emit('x', 2); log(e.listenerCount('x'), await it.next(), await it.next())
  }
  {
    const e = new events(); const it = events.on(e, 'x'); const p = it.next(); it.throw(new Error('t')); await p.catch((x) => log(x.message)); try { it.throw(5) } catch (x) { log(x.message) }
  }
  {
    const ac = new AbortController(); const e = new events(); const it = events.on(e, 'x', { signal: ac.signal }); e.emit('x', 1); ac.abort(); log(await it.next()); await it.next().catch((x) => log(x.name)); log(await it.next())
  }
  {
    const t = new EventTarget(); const it = events.on(t, 'x'); t.dispatchEvent(new Event('x')); log((await it.next()).value[0].type); await it.return()
  }
  {
    const input = new PassThrough(); const rl = readline.createInterface({ input })
    const it = rl[Symbol.asyncIterator]()
    input.write(Array.from({ length: 3000 }, (_, i) => `l${i}\n`).join(''))
    let n = 0; setImmediate(async () => { log('paused', rl.paused); for await (const l of rl) { if (++n === 3000) break } log(n, rl.paused, rl.closed); rl.close(); log(await it.next()) })
  }
})()
