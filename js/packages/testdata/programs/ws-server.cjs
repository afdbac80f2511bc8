const http = require('http');
const { once } = require('events');
const { WebSocketServer, WebSocket } = require('ws');
const server = http.createServer((req, res) => res.end('plain'));
const wss = new WebSocketServer({ server, path: '/chat' });
let ended;
wss.on('connection', (socket, req) => {
  console.log('connection', req.url, req.headers.upgrade);
  socket.on('message', (data, binary) => socket.send(binary ? data : `echo ${data}`, { binary }));
  ended = once(socket, 'close');
});
server.listen(0, () => {
  const address = `ws://127.0.0.1:${server.address().port}`;
  const client = new WebSocket(`${address}/chat`);
  client.on('open', () => client.send('hello'));
  client.on('message', (data, binary) => {
    console.log('message', binary, `${data}`.slice(0, 20), data.length);
    if (binary) client.close(1000, 'done');
    else client.send(Buffer.alloc(100000, 'x'));
  });
  client.on('close', async (code, reason) => {
    console.log('client close', code, `${reason}`);
    const [seen, why] = await ended;
    console.log('server close', seen, `${why}`);
    const other = new WebSocket(`${address}/other`);
    other.on('error', (error) => {
      console.log(error.message);
      wss.close();
      server.close(() => console.log('closed'));
    });
  });
});
