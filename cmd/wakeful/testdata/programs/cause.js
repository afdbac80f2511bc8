function connect() { throw Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }); }
function query() { try { connect(); } catch (cause) { throw new Error('query failed', { cause }); } }
setImmediate(() => query());
