process.on('exit', (code) => console.log('exit', code));
await new Promise(() => {});
