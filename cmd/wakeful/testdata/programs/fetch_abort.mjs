const base = process.argv[2];
const controller = new AbortController();
setTimeout(() => controller.abort(), 20);
try {
  await fetch(`${base}/slow`, { signal: controller.signal });
  console.log('not reached');
} catch (e) {
  console.log(e.name, e.message, e.code, e instanceof DOMException, controller.signal.aborted);
}
try {
  await fetch(`${base}/slow`, { signal: AbortSignal.timeout(20) });
} catch (e) {
  console.log(e.name, e.message, e.code);
}
const reason = new Error('my own reason');
const third = new AbortController();
third.abort(reason);
await fetch(`${base}/json`, { signal: third.signal }).catch((e) => console.log(e === reason));
// In the middle of a body.
const fourth = new AbortController();
const response = await fetch(`${base}/endless`, { signal: fourth.signal });
let chunks = 0;
try {
  for await (const chunk of response.body) if (++chunks === 3) fourth.abort();
} catch (e) {
  console.log(e.name, chunks >= 3);
}
// A reader that has had enough.
const fifth = await fetch(`${base}/endless`);
const reader = fifth.body.getReader();
console.log((await reader.read()).value.length > 0);
await reader.cancel();
console.log('cancelled', (await reader.read()).done);
console.log(AbortSignal.any([AbortSignal.abort('x'), new AbortController().signal]).reason);
