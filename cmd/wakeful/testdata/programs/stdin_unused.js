// stdin: nobody reads this
// A program that only looks at its input must end all the same.
console.log(typeof process.stdin.on, process.stdin.fd, process.stdin.readable);
process.stdin.on('end', () => console.log('never'));
