// Words of a text: locale-free comparison, templates, wrap, diff, CSV, slugs.
const text = `The quick brown fox jumps over the lazy dog. The dog sleeps; the fox — naturally — doesn't.
"Ça va?", asked the naïve façade-painter. 東京 is a city. Emoji: 👩‍👩‍👧 and 🇩🇪.`;
const words = text.toLowerCase().match(/[a-z\u00df-\u024f']+/g);
const freq = words.reduce((m, w) => m.set(w, (m.get(w) ?? 0) + 1), new Map());
console.log([...freq].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 5));
const wrap = (s, n) => s.replace(new RegExp(`(?![^\\n]{1,${n}}$)([^\\n]{1,${n}})\\s`, 'g'), '$1\n');
console.log(wrap(text, 30));
const slug = (s) => s.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
console.log(slug('  Ça va? Naïve Façade!  '), [...'👩‍👩‍👧'].length, '👩‍👩‍👧'.length, encodeURIComponent('東京'), '東京'.charCodeAt(0));
const csv = (s) => s.split('\n').map((r) => [...r.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].slice(0, -1).map((m) => m[1].replace(/^"|"$/g, '').replaceAll('""', '"')));
console.log(csv('a,"b ""q"", c",d\n1,,3'));
const render = (t, d) => t.replace(/\{\{\s*(\w+(?:\.\w+)*)\s*\}\}/g, (_, p) => p.split('.').reduce((o, k) => o?.[k], d) ?? '');
console.log(render('Hi {{ user.name }}, {{missing}}you have {{n}}', { user: { name: 'Ann' }, n: 3 }));
const lcs = (a, b) => { const t = Array.from({ length: a.length + 1 }, () => Array(b.length + 1).fill(0)); for (let i = 1; i <= a.length; i++) for (let j = 1; j <= b.length; j++) t[i][j] = a[i - 1] === b[j - 1] ? t[i - 1][j - 1] + 1 : Math.max(t[i - 1][j], t[i][j - 1]); return t[a.length][b.length]; };
console.log(lcs('kitten sitting', 'sitting kitten'), 'a\tb\\n'.split(''), 'x'.localeCompare('X', undefined, { sensitivity: 'base' }) <= 1, ['b', 'a', 'C'].sort(), 'abc' < 'abd', 'Z' < 'a');
console.log('%s', text.split(/(?<=[.?!])\s+/).length, text.search(/dog/), text.lastIndexOf('the'), text.substring(4, 9), text.slice(-5, -1), 'a,b;c'.split(/[,;]/), 'abc'.concat(1, null));
