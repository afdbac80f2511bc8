import http from 'node:http';
import fetch, { Headers } from 'node-fetch';
const server = http.createServer((req, res) => {
  if (req.url === '/moved') return res.writeHead(301, { Location: '/there' }).end();
  res.setHeader('X-Test', 'a');
  req.pipe(res);
});
server.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const res = await fetch(base, { method: 'POST', body: 'text', headers: new Headers({ 'x-a': 'b' }) });
  console.log(res.status, res.ok, res.headers.get('x-test'), await res.text());
  const moved = await fetch(`${base}/moved`);
  console.log(moved.redirected, moved.url.slice(base.length), await moved.text());
  try { await fetch('http://127.0.0.1:1/'); } catch (error) { console.log(error.name, error.code); }
  server.close(() => console.log('closed'));
});
