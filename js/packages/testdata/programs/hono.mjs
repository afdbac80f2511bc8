import { Hono } from 'hono';
import { serve } from '@hono/node-server';
const app = new Hono();
app.use(async (c, next) => {
  await next();
  c.header('x-seen', c.req.path);
});
app.get('/user/:id', (c) => c.json({ id: c.req.param('id'), q: c.req.query('q') }));
app.post('/echo', async (c) => c.text(await c.req.text(), 201));
app.onError((error, c) => c.text(`failed: ${error.message}`, 500));
app.get('/error', () => { throw new Error('boom'); });
const direct = await app.request('/user/1?q=2');
console.log(direct.status, await direct.json());
const server = serve({ fetch: app.fetch, port: 0 }, async ({ port }) => {
  for (const [path, options] of [['/user/9'], ['/echo', { method: 'POST', body: 'body' }], ['/error'], ['/none']]) {
    const res = await fetch(`http://127.0.0.1:${port}${path}`, options);
    console.log(path, res.status, res.headers.get('content-type'), res.headers.get('x-seen'), await res.text());
  }
  server.close(() => console.log('closed'));
});
