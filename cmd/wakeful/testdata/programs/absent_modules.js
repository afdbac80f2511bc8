for (const name of ['http', 'worker_threads', 'async_hooks', 'net', 'node:child_process']) {
  try { console.log(name, Object.keys(require(name)).length > 0); } catch (e) { console.log(e.code, e.message); }
}
