process.on('exit', (code) => console.log('exit', code));
Promise.reject({ status: 404, why: ['not', 'an', 'error'] });
