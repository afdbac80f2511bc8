// stdin: 3 apples\n4 pears\n\n5 plums
const readline = require('readline');
(async () => {
  const rl = readline.createInterface({ input: process.stdin });
  let total = 0;
  for await (const line of rl) {
    const [count, what] = line.split(' ');
    if (!what) { console.log('(empty line)'); continue; }
    total += Number(count);
    console.log(what.padEnd(10, '.'), count);
  }
  console.log({ total });
})();
