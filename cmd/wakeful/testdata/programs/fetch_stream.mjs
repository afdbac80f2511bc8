const base = process.argv[2];
const response = await fetch(`${base}/lines`);
const decoder = new TextDecoder();
let rest = '';
const lines = [];
for await (const chunk of response.body) {
  rest += decoder.decode(chunk, { stream: true });
  const parts = rest.split('\n');
  rest = parts.pop();
  lines.push(...parts);
}
console.log(lines.length, lines[0], lines.at(-1));
const reader = (await fetch(`${base}/lines`)).body.pipeThrough(new TextDecoderStream()).getReader();
let n = 0;
for (;;) {
  const { done, value } = await reader.read();
  if (done) break;
  n += value.length;
}
console.log('characters', n);
// An upload that is made while it is sent.
const body = new ReadableStream({
  async start(controller) {
    for (let i = 0; i < 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      controller.enqueue(new TextEncoder().encode(`part ${i};`));
    }
    controller.close();
  },
});
const echoed = await (await fetch(`${base}/echo`, { method: 'POST', body, duplex: 'half' })).json();
console.log(echoed.body);
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createWriteStream, readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
const dir = mkdtempSync(join(tmpdir(), 'fetch-'));
await pipeline(Readable.fromWeb((await fetch(`${base}/lines`)).body), createWriteStream(join(dir, 'out')));
console.log(readFileSync(join(dir, 'out'), 'utf8').split('\n').length);
rmSync(dir, { recursive: true });
