process.on('exit', (c) => console.log('exit', c));
setTimeout(() => { throw 'only a string'; }, 1);
