const express = require('express');
const app = express();
app.use(express.json());
app.get('/user/:id', (req, res) => res.json({ id: req.params.id, query: req.query, ip: req.ip.includes('127.0.0.1') }));
app.post('/sum', (req, res) => res.status(201).send(`sum ${req.body.a + req.body.b}`));
app.get('/stream', (req, res) => {
  res.write('one ');
  setTimeout(() => { res.write('two '); res.end('three'); }, 5);
});
app.get('/error', () => { throw new Error('boom'); });
app.use((error, req, res, next) => res.status(500).send(`failed: ${error.message}`));
const server = app.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const show = async (path, options) => {
    const res = await fetch(base + path, options);
    console.log(path, res.status, res.headers.get('content-type'), res.headers.get('x-powered-by'), res.headers.get('etag'), await res.text());
  };
  await show('/user/7?a=1');
  await show('/sum', { method: 'POST', body: JSON.stringify({ a: 1, b: 2 }), headers: { 'content-type': 'application/json' } });
  await show('/stream');
  await show('/error');
  await show('/missing');
  await show('/user/7', { method: 'HEAD' });
  server.close(() => console.log('closed'));
});
