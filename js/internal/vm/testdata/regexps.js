// Every pattern against every input: what matches, where, and with which groups. The
// results of Node stand in regexps.txt.
var patterns = [
	[String.raw`\p{L}`, 'u'], [String.raw`\p{L}+`, 'gu'], [String.raw`\p{Lu}`, 'u'], [String.raw`\p{Ll}+`, 'gu'], [String.raw`\P{L}`, 'gu'],
	[String.raw`\p{Letter}`, 'u'], [String.raw`\p{gc=L}`, 'u'], [String.raw`\p{General_Category=Uppercase_Letter}`, 'gu'], [String.raw`\p{N}+`, 'gu'], [String.raw`\p{Nd}`, 'gu'],
	[String.raw`\p{P}`, 'gu'], [String.raw`\p{S}`, 'gu'], [String.raw`\p{Sc}`, 'gu'], [String.raw`\p{Z}`, 'gu'], [String.raw`\p{M}`, 'gu'], [String.raw`\p{C}`, 'gu'], [String.raw`\p{Cs}`, 'gu'],
	[String.raw`\p{Script=Greek}`, 'gu'], [String.raw`\p{sc=Grek}`, 'u'], [String.raw`\p{Script_Extensions=Latin}+`, 'gu'], [String.raw`\p{scx=Han}`, 'gu'], [String.raw`\p{Script=Cyrillic}+`, 'gu'],
	[String.raw`\p{Script=Han}`, 'gu'], [String.raw`\P{Script=Latin}`, 'gu'], [String.raw`\p{Emoji}`, 'gu'], [String.raw`\p{Emoji_Presentation}`, 'gu'], [String.raw`\p{Extended_Pictographic}`, 'gu'],
	[String.raw`\p{Emoji_Modifier}`, 'gu'], [String.raw`\p{Regional_Indicator}{2}`, 'gu'], [String.raw`\p{Alphabetic}+`, 'gu'], [String.raw`\p{Alpha}`, 'u'], [String.raw`\p{White_Space}`, 'gu'],
	[String.raw`\p{ASCII}+`, 'gu'], [String.raw`\P{ASCII}+`, 'gu'], [String.raw`\p{Any}`, 'gu'], [String.raw`\p{Assigned}`, 'u'], [String.raw`\p{Uppercase}`, 'gu'], [String.raw`\p{Lowercase}`, 'gu'],
	[String.raw`\p{ID_Start}\p{ID_Continue}*`, 'gu'], [String.raw`\p{Math}`, 'gu'], [String.raw`\p{Hex_Digit}+`, 'gu'], [String.raw`\p{Ideographic}`, 'gu'], [String.raw`\p{Case_Ignorable}`, 'gu'],
	[String.raw`[\p{L}\p{N}_]+`, 'gu'], [String.raw`[^\p{L}]`, 'gu'], [String.raw`[\p{L}-]+`, 'gu'], [String.raw`[-\p{L}]+`, 'gu'], [String.raw`[a-c\p{Lu}x-z]+`, 'gu'], [String.raw`[^\P{L}]+`, 'gu'],
	[String.raw`[\p{Lu}&&]`, 'gu'], [String.raw`[\]\p{Nd}]+`, 'gu'], [String.raw`[\u{1F600}-\u{1F64F}\p{Nd}]`, 'gu'], [String.raw`(?<word>\p{L}+)`, 'u'], [String.raw`(\p{Lu})(\p{Ll}*)`, 'gu'],
	[String.raw`(?<=\p{L})\d`, 'u'], [String.raw`(?<!\p{L})\d`, 'gu'], [String.raw`\p{L}(?=\d)`, 'u'], [String.raw`(\p{L})\1`, 'u'], [String.raw`^\p{L}+$`, 'mu'], [String.raw`\p{L}`, 'yu'], [String.raw`\p{L}.`, 'su'],
	[String.raw`\p{Lu}`, 'iu'], [String.raw`\p{Ll}+`, 'giu'], [String.raw`\P{Lu}`, 'iu'], [String.raw`[^\p{Lu}]`, 'giu'], [String.raw`[\p{Lu}1]+`, 'giu'], [String.raw`\p{Script=Greek}`, 'giu'],
	[String.raw`[^]`, 'gu'], [String.raw`^[^]$`, 'u'], [String.raw`[^]`, 'g'], [String.raw`\p{L}`, ''], [String.raw`[\p{L}]`, 'g'], [String.raw`\u{1F600}\p{Emoji}?`, 'u'],
	[String.raw`\p{Foo}`, 'u'], [String.raw`\p{Script=Foo}`, 'u'], [String.raw`\pL`, 'u'], [String.raw`\p`, 'u'], [String.raw`\p{`, 'u'], [String.raw`[\p{L}-z]`, 'u'], [String.raw`[a-\p{L}]`, 'u'], [String.raw`\p{InGreek}`, 'u'],
	[String.raw`\p{lu}`, 'u'], [String.raw`\p{Block=Latin}`, 'u'], [String.raw`\p{RGI_Emoji}`, 'u'], [String.raw`\p{L=Lu}`, 'u'], [String.raw`\p{Script}`, 'u'], [String.raw`\p{ L }`, 'u'],
	[String.raw`[\p{L}--[a-z]]+`, 'gv'], [String.raw`[\p{L}&&\p{ASCII}]+`, 'gv'], [String.raw`[[a-z]--[aeiou]]+`, 'gv'], [String.raw`[\w&&\d]+`, 'gv'], [String.raw`[^\d\s]+`, 'gv'], [String.raw`\p{RGI_Emoji}`, 'gv'],
	[String.raw`^\p{RGI_Emoji}$`, 'v'], [String.raw`\p{Emoji_Keycap_Sequence}`, 'gv'], [String.raw`[\q{abc|d|}x]`, 'v'], [String.raw`[\p{RGI_Emoji}--\q{😀}]`, 'gv'], [String.raw`[\p{Lu}a]+`, 'giv'], [String.raw`\P{Lu}`, 'iv'],
	[String.raw`[^\p{Lu}]+`, 'giv'], [String.raw`[a-z&&[^aeiou]]+`, 'gv'], [String.raw`[[^aeiou]&&[a-z]]+`, 'gv'], [String.raw`[\u{1F600}\x41\-]`, 'gv'], [String.raw`[(]`, 'v'], [String.raw`[a&&&b]`, 'v'], [String.raw`[a--b&&c]`, 'v'],
	[String.raw`[^\p{RGI_Emoji}]`, 'v'], [String.raw`\P{RGI_Emoji}`, 'v'], [String.raw`[a-z`, 'v'], [String.raw`[[a]`, 'v'], [String.raw`a`, 'uv'], [String.raw`[]`, 'v'], [String.raw`[^]`, 'gv'], [String.raw`[z-a]`, 'v'],
];
var inputs = [
	'', 'abc', 'p', 'p{L}', 'Hello Wörld 42', 'ΑΒΓαβγ και', 'Привет, мир!', '漢字かな', 'é', 'e\u0301', '😀 grin 🎉', '👍🏽', '🇩🇪🇫🇷', '1️⃣ 2', '𠀀𝒳', 'a1b22', '!?¿…', '€$£', '\u00a0\u2003\t x',
	'\ud800x', 'STRASSE straße ſK\u212a', '_id$9', 'ab-cd', '٣४', 'aa bb', String.fromCodePoint(0x10FFFF) + '\u0378', 'x\ny', '{L}\\p{L}',
];

function results(step) { // of each pattern, or of every so many
	return patterns.filter((_, i) => i % step === 0).map(function (p) {
		var re;
		try {
			re = new RegExp(p[0], p[1]);
		} catch (e) {
			return '/' + p[0] + '/' + p[1] + ' ' + e.name;
		}
		var shown = [String(re), 'source' + (re.source === p[0]), re.flags].join(' ');
		return shown + '\n' + inputs.map(function (text, i) {
			re.lastIndex = 0;
			var all = [], m, copy = new RegExp(re);
			while ((m = re.exec(text)) !== null && all.length < 50) {
				all.push(m.index + JSON.stringify(m.slice()) + (m.groups ? JSON.stringify(m.groups) : ''));
				if (!re.global && !re.sticky) break;
				if (m[0] === '') re.lastIndex++;
			}
			all.push(JSON.stringify(text.replace(copy, '<$&>')), text.search(copy), JSON.stringify(text.split(copy)));
			if (copy.global) all.push(Array.from(text.matchAll(copy)).length, copy.source === re.source && copy.flags === re.flags);
			return '\t' + i + ' ' + all.join(' ');
		}).join('\n');
	}).join('\n');
}
