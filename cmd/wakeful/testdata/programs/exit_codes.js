process.on('exit', (code) => { console.log('exit', code); process.exitCode = 42; });
const finish = () => { try { process.exit(3); } finally { console.log('not reached'); } };
setTimeout(finish, 1);
setInterval(() => {}, 1000);
