import chalk, { Chalk } from 'chalk';
const c = new Chalk({ level: 3 });
console.log(JSON.stringify([c.red('r'), c.bold.bgHex('#112233')('x'), c.rgb(1, 2, 3).underline('y\nz'), chalk.level, c`t`]));
