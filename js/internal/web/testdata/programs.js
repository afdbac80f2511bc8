const signal = AbortSignal.timeout(5)
signal.addEventListener('abort', (e) => console.log(e.type, signal.aborted, signal.reason.name, signal.reason.message, signal.reason.code))
setTimeout(() => console.log('end'), 30)
====
const c = new AbortController()
const any = AbortSignal.any([c.signal, AbortSignal.timeout(10000)])
any.onabort = () => console.log('any', any.reason)
setTimeout(() => c.abort('stop'), 2)
Promise.resolve().then(() => console.log('micro'))
process.nextTick(() => console.log('tick'))
console.log('main', any.aborted)
====
const stream = new ReadableStream({
  start(controller) { controller.enqueue('a'); controller.enqueue('b') },
  pull(controller) { controller.close() },
})
;(async () => {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    console.log(done, value)
    if (done) break
  }
  console.log(stream.locked)
})()
====
;(async () => {
  const upper = new TransformStream({ transform(chunk, c) { c.enqueue(chunk.toUpperCase()) } })
  const writer = upper.writable.getWriter()
  writer.write('x'); writer.write('y'); writer.close()
  const out = []
  const reader = upper.readable.getReader()
  for (let r = await reader.read(); !r.done; r = await reader.read()) out.push(r.value)
  console.log(out)
  const [a, b] = new ReadableStream({ start(c) { c.enqueue(1); c.enqueue(2); c.close() } }).tee()
  const all = async (s) => { const l = []; const r = s.getReader(); for (let x = await r.read(); !x.done; x = await r.read()) l.push(x.value); return l }
  console.log(await all(a), await all(b))
  const failing = new ReadableStream({ pull(c) { c.error(new TypeError('bad')) } })
  await failing.getReader().read().catch((e) => console.log(e.name, e.message))
})()
====
;(async () => {
  const blob = new Blob(['ab', new Uint8Array([99]), new Blob(['d'])], { type: 'Text/Plain' })
  console.log(blob.size, blob.type, await blob.text(), await blob.slice(1, -1).text(), blob)
  console.log((await blob.arrayBuffer()).byteLength)
  const file = new File(['x'], 'name.txt', { type: 'a/b', lastModified: 5 })
  console.log(file.name, file.lastModified, file.type, file instanceof Blob)
  const parts = []
  const reader = new Blob(['stream me']).stream().getReader()
  for (let r = await reader.read(); !r.done; r = await reader.read()) parts.push(...r.value)
  console.log(String.fromCharCode(...parts))
})()
====
const h = new Headers({ b: '2', A: ' 1 ' })
h.append('a', '3'); h.append('set-cookie', 'x=1'); h.append('set-cookie', 'y=2'); h.set('c', 'z')
console.log([...h], h.get('A'), h.has('nope'), h.get('nope'), h.getSetCookie())
h.delete('a')
console.log([...h.keys()], h)
for (const bad of [() => new Headers({ 'a b': 1 }), () => new Headers([['a']]), () => h.append('x', 'a\nb'), () => h.set('é', 'x'), () => h.get(), () => new Headers(null)]) {
  try { bad(); console.log('none') } catch (e) { console.log(e.name) }
}
====
const r = new Response('body', { status: 201, statusText: 'Made', headers: { 'x-a': '1' } })
console.log(r.status, r.statusText, r.ok, r.headers.get('content-type'), r.headers.get('x-a'), r.bodyUsed, r.type, r.url, r.redirected)
;(async () => {
  const copy = r.clone()
  console.log(await r.text(), r.bodyUsed, await copy.text())
  await r.text().catch((e) => console.log(e.name, e.message))
  console.log(await Response.json({ a: [1] }).json(), Response.json({}).headers.get('content-type'))
  console.log(Response.redirect('http://x/y', 301).headers.get('location'), Response.error().type)
  console.log(await new Response(new URLSearchParams('a=1')).text(), new Response(new URLSearchParams()).headers.get('content-type'))
  console.log(await new Response(new Blob(['blob'], { type: 't/x' })).text(), [...new Response(new Uint8Array([1, 2])).headers])
  console.log((await new Response('abc').arrayBuffer()).byteLength, (await new Response('abc').blob()).type, await new Response(null).text(), new Response().body)
  await new Response('{').json().catch((e) => console.log(e.name))
  for (const bad of [() => new Response('x', { status: 204 }), () => new Response('', { status: 99 }), () => new Response('', { status: 600 }), () => Response.redirect('nope'), () => Response.redirect('http://x', 200)]) {
    try { bad(); console.log('none') } catch (e) { console.log(e.name) }
  }
})()
====
const q = new Request('http://h/p?q#f', { method: 'post', body: 'x', headers: { a: 'b' } })
console.log(q.method, q.url, q.headers.get('content-type'), q.headers.get('a'), q.redirect, q.mode, q.credentials, q.bodyUsed, q.signal.aborted)
;(async () => {
  const copy = new Request(q, { headers: { c: 'd' } })
  console.log(q.bodyUsed, copy.method, await copy.text(), copy.headers.get('a'), copy.headers.get('c'))
  const c = new AbortController()
  const s = new Request('http://h', { signal: c.signal })
  c.abort('r')
  console.log(s.signal.aborted, s.signal.reason, s.clone().signal.aborted)
  for (const bad of [() => new Request('nope'), () => new Request('http://u:p@h'), () => new Request('http://h', { body: 'x' }), () => new Request('http://h', { method: 'TRACE' }), () => new Request('http://h', { method: 'a b' }), () => new Request('http://h', { redirect: 'no' }), () => new Request()]) {
    try { bad(); console.log('none') } catch (e) { console.log(e.name) }
  }
})()
====
const f = new FormData()
f.append('a', '1'); f.append('a', 2); f.set('b', 'x'); f.append('file', new Blob(['data'], { type: 't/p' }), 'n.txt')
console.log([...f].map(([k, v]) => [k, typeof v === 'string' ? v : [v.name, v.type, v.size]]), f.get('a'), f.getAll('a'), f.has('z'))
f.delete('a'); f.set('b', 'y')
console.log([...f.keys()], f.get('b'))
;(async () => {
  const again = await new Response(f).formData()
  console.log([...again.keys()], again.get('b'), again.get('file').name, again.get('file').type, await again.get('file').text())
  const form = await new Response('a=1&b=%20x&a=2', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData()
  console.log([...form])
  await new Response('x').formData().catch((e) => console.log(e.name))
})()
====
;(async () => {
  for (const url of ['data:,hello%20world', 'data:text/html;charset=utf-8,<b>', 'data:;base64,aGk=', 'data:application/json;base64,eyJhIjoxfQ==#frag']) {
    const r = await fetch(url)
    console.log(r.status, r.statusText, r.headers.get('content-type'), await r.text())
  }
  await fetch('nope').catch((e) => console.log(e.name, e.message))
  await fetch('foo://bar').catch((e) => console.log(e.name, e.message))
  await fetch('http://x', { signal: AbortSignal.abort() }).catch((e) => console.log(e.name, e.message))
  await fetch('http://x', { signal: AbortSignal.abort('mine') }).catch((e) => console.log(e))
})()
====
// A request's signal is made when it is read.
const a = new Request('http://x/#h')
console.log(a.signal === a.signal, a.signal instanceof AbortSignal, a.signal.aborted, a.clone().signal === a.signal, a.url)
const c = new AbortController(), b = new Request(a, { signal: c.signal }), d = b.clone(), e = new Request(d), f = new Request(new Request('http://y/'))
c.abort('stop')
console.log(b.signal.aborted, d.signal.reason, e.signal.aborted, a.signal.aborted, f.signal.aborted, f.clone().signal.aborted)
const g = new Request('http://z/'), h = new Request(g, { method: 'POST', body: 'text' })
console.log(g.signal === h.signal, h.body instanceof ReadableStream, h.method, g.method)
====
for (const input of ['relative', 'http://u:p@x/', '', 'http://[', '\ud800', 'HTTP://X/a b#c', 'http://x/#']) {
  try { console.log(new Request(input).url) } catch (e) { console.log(e.name, JSON.stringify(e.message), e.cause?.name, e.cause?.code, JSON.stringify(e.cause?.input)) }
}
fetch('data:text/html,text#frag').then(async (r) => console.log(r.status, r.headers.get('content-type'), await r.text()))
fetch('relative').catch((e) => console.log(e.name, e.message, e.cause.code))
