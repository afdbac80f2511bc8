const { finished, Writable } = require('stream'), { finished: fp } = require('stream/promises')
;(async () => {
  finished(new ReadableStream({ start(c) { c.close() } }), (e) => console.log('closed', e))
  finished(new ReadableStream({ start(c) { setTimeout(() => c.close(), 2) } }), (e) => console.log('closed later', e))
  finished(new ReadableStream({ start(c) { c.error(new Error('bad')) } }), (e) => console.log('errored', e.message))
  finished(new ReadableStream({ start(c) { setTimeout(() => c.error(new Error('bad')), 6) } }), (e) => console.log('errored later', e.message))
  const w = new WritableStream(); finished(w, (e) => console.log('written', e)); setTimeout(() => w.close(), 10)
  const v = new WritableStream(); finished(v, (e) => console.log('aborted', e.message)); setTimeout(() => v.abort(new Error('gone')), 20)
  const ac = new AbortController(); finished(new ReadableStream(), { signal: ac.signal }, (e) => console.log(e.name)); setTimeout(() => ac.abort(), 30)
  const r = new ReadableStream({ pull(c) { c.enqueue('x'); c.close() } }); setTimeout(async () => { finished(r, (e) => console.log('read', e)); for await (const x of r) console.log(x) }, 40)
  setTimeout(async () => { await fp(new ReadableStream({ start(c) { c.close() } })); console.log('promise'); await fp(new ReadableStream({ start(c) { c.error(new Error('bad')) } })).catch((e) => console.log(e.message)) }, 50)
  setTimeout(() => {
    for (const [name, stream] of Object.entries({
      later: new Writable({ write(c, e, cb) { setImmediate(cb, new Error('later')) } }),
      sync: new Writable({ write(c, e, cb) { cb(new Error('sync')) } }),
      emits: new Writable({ write() { this.emit('error', new Error('emits')) } }),
      destroyed: new Writable({ write() {} }).destroy(),
    })) { try { new console.Console(stream).log('hi'); console.log(name, 'goes on') } catch (e) { console.log(name, e.message) } }
    const heard = new Writable({ write(c, e, cb) { cb(new Error('heard')) } }); heard.on('error', (e) => console.log(e.message)); new console.Console(heard).log('hi')
    try { new console.Console({ stdout: { write() { throw new Error('told') } }, ignoreErrors: false }).log('x') } catch (e) { console.log(e.message) }
  }, 60)
})()
