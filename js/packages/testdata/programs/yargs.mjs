import yargs from 'yargs';
const parsed = await yargs(['build', '--level=3', '-v', '--name', 'x', 'rest']).scriptName('tool').command('build', 'builds', (y) => y.option('level', { type: 'number', demandOption: true }), (argv) => console.log('building', argv.level)).option('v', { type: 'boolean', alias: 'verbose' }).locale('en').parse();
console.log(parsed);
console.log(await yargs([]).scriptName('tool').option('a', { describe: 'an option', default: 1 }).locale('en').wrap(80).getHelp());
