const { Command } = require('commander');
const program = new Command();
program.name('tool').description('a tool').version('1.2.3').option('-d, --debug', 'debug').option('-n, --number <n>', 'a number', parseFloat, 5);
program.command('copy <from> [to]').description('copies').option('--force').action((from, to, options) => console.log('copy', from, to, options));
program.exitOverride().configureOutput({ writeErr: (s) => console.log('ERR', s.trim()), writeOut: (s) => console.log(s) });
program.parse(['copy', 'a', 'b', '--force'], { from: 'user' });
console.log(program.opts());
for (const line of [['--help'], ['--version'], ['nope'], ['copy']]) { try { program.parse(line, { from: 'user' }); } catch (e) { console.log(e.code); } }
