package js_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// surrogatesProgram prints the matches of patterns with surrogates and without the flag u. The
// patterns are literals or made by RegExp, from strings with escapes or with the surrogates
// themselves.
const surrogatesProgram = `
const hi = '\ud83d', lo = '\ude00', pair = hi + lo;
const subjects = [pair, pair + pair, hi, lo, lo + hi, 'a' + pair + 'b', hi + 'x', 'x' + lo, pair + hi + pair, 'é日', '👍🏽 a😀x😁b', hi + hi + lo, '\ue000\ue001', ''];
const patterns = [/[\ud800-\udbff][\udc00-\udfff]/, /(?:[\ud800-\udbff])(?![\udc00-\udfff])/, /(?<![\ud800-\udbff])[\udc00-\udfff]/, /😀(.*)😁/, /(\ud83d\ude00)x(\ud83d\ude01)/,
	'[\ud800-\udbff][\udc00-\udfff]', '(\ud83d)(\ude00)', '\ud83d\ude00', '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?:[^\\ud800-\\udbff]|^)[\\udc00-\\udfff]',
	'[^\\ud83d][\\ude00]', '[-\\ud83d][\\ude00-]', '[\\ud800-\\udbffa-][^\\udc00-\\udfff]', '([\\ud83d])\\1|\\ude00[^]', '\\ud83d[\\ude00-\\ude4f]', '[\\ud83d\\w][\\ude00\\s]',
	'(?:\\ud83c[\\udf00-\\udfff])|(?:\\ud83d[\\udc00-\\ude4f\\ude80-\\udeff])', '[\\ud800-\\udbff]+[\\udc00-\\udfff]+', '(?<=[\\ud800-\\udbff])[\\udc00-\\udfff]$', '[\\ud800-\\ue000][\\udc00-\\ue000]',
	'\\ud83d.', '.\\ude00', '^.$', '^..$', '[^a]', '[😀]', '[^😀]', '(?<a>\\ud83d)(?<b>\\ude00)', '[\\ud800-\\uffff][\\udc00-\\uffff]', '[^\\ud800-\\udbff\\W][\\ude00]'];
// The property source of these shows escapes.
const rawSurrogates = ['[\ud800-\udbff][\udc00-\udfff]', '(\ud83d)(\ude00)'];
for (const p of patterns) for (const flags of ['', 'g', 'y', 'gi', 's', 'm']) {
	const re = new RegExp(p, flags);
	for (const s of subjects) {
		const all = [rawSurrogates.includes(p) || re.source === (p.source ?? p), re.exec(s), re.lastIndex];
		re.lastIndex = 1;
		all.push(re.exec(s)?.index, re.lastIndex);
		re.lastIndex = 0;
		all.push(s.replace(re, '<$&>'), s.search(re), s.match(re), s.split(re));
		console.log(JSON.stringify([String(p), flags, s, all]));
	}
}
`

// TestSurrogates: without the flag u a pattern matches code units.
func TestSurrogates(t *testing.T) {
	dir := files(t, map[string]string{"x.js": surrogatesProgram})
	var out strings.Builder
	if code, err := start(t, js.WithStdout(&out)).Main(t.Context(), filepath.Join(dir, "x.js")); code != 0 || err != nil {
		t.Fatalf("exit code %d, %v", code, err)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: Node is not installed")
	}
	output, err := exec.Command(node, filepath.Join(dir, "x.js")).Output()
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(out.String(), "\n"), strings.Split(string(output), "\n")
	if len(got) != len(want) || len(want) < 2000 {
		t.Fatalf("%d lines, %d of Node", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got  %s\nNode %s", got[i], want[i])
		}
	}
}
