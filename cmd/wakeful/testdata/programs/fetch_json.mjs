const base = process.argv[2];
const r = await fetch(`${base}/json?b=2&a=1`, { headers: { 'X-Test': 'yes', Accept: 'application/json' } });
console.log(r.status, r.ok, r.headers.get('content-type'), r.redirected, r.url === `${base}/json?b=2&a=1`);
const data = await r.json();
console.log(data);
const post = await fetch(new URL('/echo', base), { method: 'POST', body: JSON.stringify({ n: [1, 2] }), headers: { 'content-type': 'application/json' } });
console.log(post.status, await post.json());
const form = await fetch(`${base}/echo`, { method: 'PUT', body: new URLSearchParams({ q: 'a b&c', ü: '1' }) });
console.log(await form.json());
const missing = await fetch(`${base}/missing`);
console.log(missing.status, missing.ok, missing.statusText, (await missing.text()).trim());
const moved = await fetch(`${base}/moved`);
console.log(moved.redirected, new URL(moved.url).pathname, (await moved.json()).path);
const manual = await fetch(`${base}/moved`, { redirect: 'manual' });
console.log(manual.status, manual.headers.get('location'));
try { await missing.text(); } catch (e) { console.log(e.name, e.message); }
try { await fetch(process.argv[3]); } catch (e) { console.log(e.name, e.message, e.cause?.code); }
try { await fetch('nonsense'); } catch (e) { console.log(e.name, e.message, e.cause?.code); }
const head = await fetch(`${base}/json`, { method: 'HEAD' });
console.log(head.status, (await head.text()).length);
const clone = await fetch(`${base}/json`);
const copy = clone.clone();
console.log((await clone.text()).length === (await copy.text()).length);
console.log(await Promise.all([1, 2, 3].map(async (i) => (await (await fetch(`${base}/json?i=${i}`)).json()).query)));
