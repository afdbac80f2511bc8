const pc = require('picocolors').createColors(true);
console.log(JSON.stringify(pc.green(`a ${pc.bold('b')} c`)));
