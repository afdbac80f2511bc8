// The exit code is 1, and the report begins with where it happened.
process.on('exit', (code) => console.log('exit', code, process.exitCode));
setTimeout(() => {
  console.log('before');
  fail();
}, 1);
setTimeout(() => console.log('never'), 20);
function fail() {
  throw new TypeError('nobody catches me');
}
