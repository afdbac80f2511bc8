import { glob, globSync } from 'glob';
const cwd = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
console.log((await glob('{d,e}*.{cjs,mjs}', { cwd })).sort(), globSync('**/page.ejs', { cwd }), globSync('nope*', { cwd }));
