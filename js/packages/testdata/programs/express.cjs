const express = require('express');
const app = express();
const router = express.Router();
router.get('/user/:id', (req, res) => res.end(`user ${req.params.id}`));
app.use('/api', (req, res, next) => { req.seen = true; next(); }, router);
app.use((req, res) => res.end('not found'));
for (const url of ['/api/user/5', '/nope']) app.handle({ method: 'GET', url, headers: {}, get() {}, socket: {} }, { end: (text) => console.log(url, text), setHeader() {}, getHeader() {}, on() {} });
console.log(typeof app.listen, express.static.name);
