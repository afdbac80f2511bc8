import { mkdtemp, readFile, writeFile, appendFile, readdir, mkdir, rm, stat, rename, copyFile, access, symlink, readlink, lstat, constants, unlink, chmod } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
const dir = await mkdtemp(path.join(os.tmpdir(), 'fs-'));
const at = (...p) => path.join(dir, ...p);
await mkdir(at('deep', 'er', 'est'), { recursive: true });
await writeFile(at('a.txt'), 'Grüße\n');
await appendFile(at('a.txt'), Buffer.from('mehr'));
console.log(JSON.stringify(await readFile(at('a.txt'), 'utf8')), (await readFile(at('a.txt'))).length);
await writeFile(at('deep', 'data.json'), JSON.stringify({ a: [1, { b: null }] }, null, 2));
console.log(JSON.parse(await readFile(at('deep', 'data.json'), { encoding: 'utf8' })));
await copyFile(at('a.txt'), at('b.txt'));
await rename(at('b.txt'), at('deep', 'c.txt'));
await symlink('a.txt', at('link'));
console.log(await readlink(at('link')), (await lstat(at('link'))).isSymbolicLink(), (await stat(at('link'))).isFile());
async function walk(folder, depth = 0) {
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const e of entries) {
    console.log('  '.repeat(depth) + e.name + (e.isDirectory() ? '/' : e.isSymbolicLink() ? '@' : ''));
    if (e.isDirectory()) await walk(path.join(folder, e.name), depth + 1);
  }
}
await walk(dir);
console.log((await readdir(dir, { recursive: true })).sort());
for (const attempt of [
  () => readFile(at('none')), () => mkdir(at('deep')), () => readdir(at('a.txt')), () => rm(at('deep')), () => unlink(at('none')),
  () => writeFile(at('no', 'dir'), ''), () => access(at('none')), () => rename(at('none'), at('x')), () => readFile(dir),
]) {
  await attempt().catch((e) => console.log(e.code, e.syscall, e.message.replaceAll(dir, '')));
}
await access(at('a.txt'), constants.R_OK);
await chmod(at('a.txt'), 0o600);
const s = await stat(at('a.txt'));
console.log((s.mode & 0o777).toString(8), s.size, s.mtime instanceof Date, Math.abs(Date.now() - s.mtimeMs) < 60000);
await rm(dir, { recursive: true, force: true });
console.log(existsSync(dir));
await rm(dir, { force: true });
