package sandbox_test

// The search of regular expressions of the module's own C against the engine's: with the flag y an
// expression is tried at one position, without the search.

import "testing"

const searchCases = `
let seed = 7, count = 0;
const random = n => (seed = (seed * 48271) % 2147483647) % n, one = list => list[random(list.length)];
const atoms = ['a', 'b', 'K', 's', 'ß', 'ÿ', '\\xb5', '.', '\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '[ab]', '[^ab]', '[^]', '[]', '[a-cK]', '[^\\u0416]', '\\u0416', '[\\u0100-\\uffff]', '\\ud83d', '\\b', '\\B', '^', '$', '(?=a)', '(?!a)', '(?<=a)', '(?<!b)', '\\1', '(?:)', '()', '(?:a|)', '(?:(a)|b)c?', '(?:^|b)', '(?:a|$)'];
const some = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{0,2}', '{2,}?', '{0}'];
function expression(depth) {
	let s = '';
	for (let n = 1 + random(3); n > 0; n--) {
		const atom = depth < 2 && random(4) === 0 ? one(['(', '(?:', '(?<name' + count + random(1e6) + '>']) + expression(depth + 1) + ')' : one(atoms);
		s += atom + (/^(?:\\[bB]|[$^]|\(\?<?[=!].*)$/s.test(atom) ? '' : one(some));
	}
	return random(4) === 0 ? s + '|' + expression(depth + 1) : s;
}
const texts = ['', 'a', 'b', 'xa', '  ab', 'cab\nab', 'xxkKSs\u017f\u212a', 'äßÿ\xb5\u039c\u0178', '\u0416\u0416ab', '😀a😀', '\ud83dx\ude00😀', 'xyzzyabK', 'x\u00a0x', 'x\ufeffx', 'x\u212a\u017f', 'acxbc', '\u00a0\ufeff\u2028a', 'b\na\nb', '1a2b_c'];
const show = m => m && JSON.stringify([m.index, ...m, m.groups ?? null]);
for (let tries = 0; tries < ROUNDS; tries++) {
	const source = expression(0), flags = one(['', 'i', 'm', 's', 'u', 'iu', 'v', 'im']);
	let sticky, free;
	try { sticky = new RegExp(source, flags + 'y'); free = new RegExp(source, flags + 'g') } catch { continue }
	for (const text of texts) {
		const from = random(3) && random(text.length + 1);
		let expected = null;
		for (let at = from; at <= text.length && !expected; at++) { sticky.lastIndex = at; expected = sticky.exec(text) }
		free.lastIndex = from;
		const got = free.exec(text);
		count++;
		if (show(got) !== show(expected)) throw new Error(free + ' in ' + JSON.stringify(text) + ' from ' + from + ': ' + show(got) + ' instead of ' + show(expected));
	}
}
count`

func TestSearchIsThatOfSticky(t *testing.T) {
	t.Parallel()
	compareInScript(t, searchCases, "2000", "1000")
}
