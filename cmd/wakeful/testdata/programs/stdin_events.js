// stdin: {"a": [1, 2,\n 3]}
let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => console.log('end', JSON.parse(text)));
process.stdin.on('close', () => console.log('close'));
