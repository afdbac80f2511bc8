const fastify = require('fastify');
(async () => {
  const app = fastify();
  app.get('/user/:id', async (request) => ({ id: request.params.id, query: request.query }));
  app.post('/sum', { schema: { body: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } } } }, async (request, reply) => reply.code(201).send({ twice: request.body.a * 2 }));
  app.get('/error', async () => { throw new Error('boom'); });
  const injected = await app.inject({ method: 'GET', url: '/user/5?q=1' });
  console.log(injected.statusCode, injected.headers['content-type'], injected.body);
  const bad = await app.inject({ method: 'POST', url: '/sum', payload: { a: 'x' } });
  console.log(bad.statusCode, bad.json());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${app.server.address().port}`;
  for (const [path, options] of [['/user/9'], ['/sum', { method: 'POST', body: '{"a":21}', headers: { 'content-type': 'application/json' } }], ['/error'], ['/none']]) {
    const res = await fetch(base + path, options);
    console.log(path, res.status, await res.text());
  }
  await app.close();
  console.log('closed');
})();
