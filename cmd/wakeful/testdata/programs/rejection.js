process.on('exit', (code) => console.log('exit', code));
async function load() {
  await null;
  throw new Error('rejected, not handled');
}
load();
setTimeout(() => console.log('never'), 20);
