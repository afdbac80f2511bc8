// args: build --out dist -v --define=A=1 -- rest --x
const { parseArgs } = require('util');
if (typeof parseArgs === 'function') {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', short: 'o', default: 'out' }, verbose: { type: 'boolean', short: 'v' }, define: { type: 'string', multiple: true } } });
  console.log(values, positionals);
}
const args = process.argv.slice(2);
console.log(args, process.argv0.length > 0, process.execArgv, process.title.length > 0);
console.log(process.env.HOME !== undefined, process.env.NOPE, 'NOPE' in process.env, (process.env.NEW = 5, process.env.NEW), delete process.env.NEW, process.env.NEW);
console.log(typeof process.pid, process.platform, process.arch, process.version.split('.')[0], typeof process.versions.node, process.cwd() === require('path').resolve('.'));
console.log(process.hrtime().length, typeof process.hrtime.bigint(), process.uptime() > 0, Object.keys(process.memoryUsage()).includes('heapUsed'), process.exitCode, process.release.name);
console.log(process.stdout.isTTY, process.stderr.isTTY, process.stdout.columns, typeof process.getuid, process.features !== undefined, process.config !== undefined);
process.stdout.write('progress: ');
for (let i = 0; i < 3; i++) process.stdout.write('.');
process.stdout.write('\n', () => { console.log('written'); process.exitCode = 2; });
process.stderr.write('to stderr\n');
