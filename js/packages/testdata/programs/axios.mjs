import http from 'node:http';
import axios from 'axios';
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => { body += chunk; });
  req.on('end', () => {
    if (req.url === '/moved') return res.writeHead(302, { Location: '/there' }).end();
    res.statusCode = req.url === '/bad' ? 418 : 200;
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ method: req.method, url: req.url, body, type: req.headers['content-type'] }));
  });
});
server.listen(0, async () => {
  const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}`, timeout: 5000, headers: { 'X-Test': 'yes' } });
  const got = await client.get('/a', { params: { x: [1, 2], y: 'ä' } });
  console.log(got.status, got.statusText, got.headers['content-type'], got.data);
  console.log((await client.post('/b', { a: 1 })).data);
  console.log((await client.get('/moved')).data);
  try { await client.get('/bad'); } catch (error) { console.log(error.name, error.code, error.message, error.response.status, error.response.data); }
  try { await axios.get('http://127.0.0.1:1/'); } catch (error) { console.log(error.name, error.code); }
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  try { await client.get('/c', { signal: controller.signal }); } catch (error) { console.log(axios.isCancel(error), error.code); }
  server.close(() => console.log('closed'));
});
