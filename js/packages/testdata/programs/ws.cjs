const { WebSocket, Sender, Receiver } = require('ws');
console.log(WebSocket.OPEN, WebSocket.CONNECTING, typeof WebSocket.prototype.send, typeof require('ws').WebSocketServer, Sender.frame(Buffer.from('hi'), { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: false }));
const r = new Receiver();
r.on('message', (data, binary) => console.log('message', data.toString(), binary));
r.write(Buffer.from([0x81, 2, 0x68, 0x69]));
