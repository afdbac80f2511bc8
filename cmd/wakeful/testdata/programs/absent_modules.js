// A module of Node that is not built in loads, and its functions say what to use instead.
const use = {
  worker_threads: (m) => new m.Worker('x.js'),
  async_hooks: (m) => m.createHook({}).enable(),
  'node:child_process': (m) => m.spawn('ls'),
  crypto: (m) => m.createCipheriv('aes-128-cbc', '', ''),
};
for (const name in use) {
  const module = require(name);
  try { use[name](module) } catch (e) { console.log(e.code, e.message) }
}
try { require('nope') } catch (e) { console.log(e.code) }
