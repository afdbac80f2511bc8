const jwt = require('jsonwebtoken');
const token = jwt.sign({ user: 'x', iat: 1600000000 }, 'secret');
console.log(token, jwt.verify(token, 'secret'), jwt.decode(token, { complete: true }).header);
for (const [t, k, o] of [[token, 'wrong'], [token + 'x', 'secret'], [jwt.sign({ exp: 5 }, 's'), 's'], [token, 'secret', { audience: 'a' }]]) { try { jwt.verify(t, k, o); } catch (e) { console.log(e.name, e.message); } }
jwt.sign({ a: 1 }, 'secret', { algorithm: 'HS512', noTimestamp: true }, (e, t) => console.log(e, t));
const { privateKey, publicKey } = require('crypto').generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
const signed = jwt.sign({ b: 2 }, privateKey, { algorithm: 'RS256', noTimestamp: true });
console.log(jwt.verify(signed, publicKey));
