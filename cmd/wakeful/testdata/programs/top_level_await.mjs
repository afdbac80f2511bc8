const config = await Promise.resolve({ port: 80 });
console.log(config);
const results = [];
for await (const x of (async function* () { yield 1; yield* [2, 3]; })()) results.push(x);
console.log(results);
const { promise, resolve } = (() => { let resolve; const promise = new Promise((r) => { resolve = r; }); return { promise, resolve }; })();
setTimeout(resolve, 1, 'resolved');
console.log(await promise);
label: for (const i of [1, 2]) { for (const j of [1, 2]) { if (j === 2) continue label; console.log(i, await j); } }
const lazy = async () => (await import('./lib/lazy.mjs')).default();
console.log(await lazy(), await Promise.race([new Promise(() => {}), 'winner']));
export default await 5;
await Promise.reject(new Error('at the top level'));
