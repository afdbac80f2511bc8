// stdin: 1\n2\n3
const lines = require('fs').readFileSync(0, 'utf8').split('\n').map(Number);
console.log(lines.reduce((a, b) => a + b), require('fs').readFileSync('/dev/null', 'utf8') === '');
process.stdout.write('no newline');
