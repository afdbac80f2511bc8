import { minimatch, Minimatch } from 'minimatch';
console.log(minimatch('a/b/c.js', 'a/**/*.js'), minimatch('.x', '*', { dot: true }), minimatch('b.txt', '!(a).txt'), minimatch.braceExpand('{a,b}{1..3}'), new Minimatch('[[:alpha:]]?.{ts,js}').match('ab.ts'), minimatch.makeRe('*.js').test('x.js'));
