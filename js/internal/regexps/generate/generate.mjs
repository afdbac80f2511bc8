// Writes properties.txt, with one line for each property of regular expressions: its spellings, its
// code points and, for a property of strings, its strings.
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const properties = require('regenerate-unicode-properties');
const version = require('regenerate-unicode-properties/unicode-version.js');
const values = require('unicode-match-property-value-ecmascript/data/mappings.js');
const names = require('unicode-property-aliases-ecmascript');

// spellings returns a name and its aliases, the name first.
const spellings = (name, aliases) => [name, ...[...aliases].filter(([, of]) => of === name).map(([alias]) => alias)]
	.filter((spelling, i, all) => all.indexOf(spelling) === i);

// packed encodes the ends of ranges as base64 of varints. Each is the distance to the previous one:
// the first code point of a range, the first one after it, and so on.
function packed(ends) {
	const bytes = [];
	let last = 0;
	for (const end of ends) {
		let distance = end - last;
		for (last = end; distance > 127; distance >>>= 7) bytes.push(distance & 127 | 128);
		bytes.push(distance);
	}
	return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

const prefixes = { General_Category: 'gc=', Script: 'sc=', Script_Extensions: 'scx=', Binary_Property: '', Property_of_Strings: '' };
const lines = [];
for (const [kind, of] of properties) {
	for (const name of of) {
		const { characters, strings } = require(`regenerate-unicode-properties/${kind}/${name}.js`);
		const all = spellings(name, values.get(kind) ?? (kind === 'Binary_Property' ? names : [])).map((s) => prefixes[kind] + s);
		const line = [all.join(','), packed(characters.data)];
		if (strings?.length) line.push([...strings].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|'));
		lines.push(line.join('\t'));
	}
}
writeFileSync(new URL('../properties.txt', import.meta.url), [`Unicode\t${version}`, ...lines.sort()].join('\n') + '\n');
