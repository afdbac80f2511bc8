package vm_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// TestRegExpsAgainstNode compares matches, positions, replacements, splits and syntax errors with
// Node's: see testdata/regexps.js.
func TestRegExpsAgainstNode(t *testing.T) {
	source, err := os.ReadFile("testdata/regexps.js")
	if err != nil {
		t.Fatal(err)
	}
	expected, err := os.ReadFile("testdata/regexps.txt")
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if testing.Short() {
		step = 10
	}
	want := everyPattern(string(expected), step)
	rt := vm.New()
	program, err := vm.Compile("regexps.js", string(source), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rt.RunProgram(program); err != nil {
		t.Fatal(err)
	}
	got, err := rt.RunString(fmt.Sprintf(`results(%d)`, step))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, vm.Name, got.String()+"\n", want)
	t.Run("node", func(t *testing.T) {
		node, err := exec.LookPath("node")
		if err != nil {
			t.Skip("NOT RUN: Node is not installed")
		}
		version, err := exec.Command(node, "-p", "process.versions.unicode").Output()
		if err != nil || strings.TrimSpace(string(version)) != "17.0" {
			t.Skipf("NOT RUN: Node has Unicode %s; the table is of 17.0", version)
		}
		output, err := exec.Command(node, "-e", string(source)+"\nconsole.log(results(1))").Output()
		if err != nil {
			t.Fatal(err)
		}
		compare(t, "node", string(output), string(expected))
	})
}

// everyPattern returns the results of every step-th pattern: a line for the pattern, and a line
// that begins with a tab for each input.
func everyPattern(results string, step int) string {
	var b strings.Builder
	patterns := -1
	for line := range strings.Lines(results) {
		if line[0] != '\t' {
			patterns++
		}
		if patterns%step == 0 {
			b.WriteString(line)
		}
	}
	return b.String()
}

func compare(t *testing.T, name, got, want string) {
	t.Helper()
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s, line %d:\ngot  %s\nwant %s", name, i+1, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%s: %d lines, want %d", name, len(a), len(b))
	}
}

// TestRegExpConstructor: all other properties of the constructor are the engine's.
func TestRegExpConstructor(t *testing.T) {
	for source, want := range map[string]string{
		`RegExp.name + RegExp.length + typeof RegExp`:                                                                                       "RegExp2function",
		`/a/.constructor === RegExp && /a/ instanceof RegExp && Object.getPrototypeOf(/a/) === RegExp.prototype`:                            "true",
		`var r = /\p{L}/u; [new RegExp(r) === r, new RegExp(r).source, new RegExp(r, 'gu').flags]`:                                          `false,\p{L},gu`,
		`class R extends RegExp { twice() { return 2 } } var r = new R('\\p{Lu}', 'u'); [r instanceof R, r.twice(), r.test('É'), r.source]`: `true,2,true,\p{Lu}`,
		`String(/\p{L}/giu) + /\p{L}/u.source`:                                                                                              `/\p{L}/giu\p{L}`,
		`'aBc'.split(/(?=\p{Lu})/u)`:                                                                                                        "a,Bc",
		`[/\p{L}/v.flags, /a/u.flags, new RegExp('a', 'v').unicodeSets, /a/.unicodeSets]`:                                                   "v,u,true,false",
		`Array.from('aé1'.matchAll(/[\p{L}--[a-c]]/gv)).map((m) => m[0])`:                                                                   "é",
		`'éaéb'.replace(/[ab](?!x)/u, '-')`:                                                                                                 "é-éb",
		`'éab'.replace(/a/y, '-')`:                                                                                                          "éab",
		`new RegExp({ toString() { return '\\p{Lu}' } }, 'u').test('p')`:                                                                    "false",
		`RegExp.prototype.toString.call({ source: 'a', flags: 'b' })`:                                                                       "/a/b",
		`try { new RegExp('\\p{Nope}', 'u') } catch (e) { e.name + ': ' + e.message }`:                                                      `SyntaxError: Invalid regular expression: /\p{Nope}/u: Invalid property name`,
		`try { new RegExp('a', 'x') } catch (e) { e.name }`:                                                                                 "SyntaxError",
	} {
		program, err := vm.Compile("program.js", source, false)
		if err != nil {
			if strings.Contains(source, "/v") && strings.Contains(err.Error(), "flags") {
				continue // esbuild turns it into a call of the constructor
			}
			t.Errorf("%s: %v", source, err)
			continue
		}
		rt := vm.New()
		got, err := rt.RunProgram(program)
		if err != nil || fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, %v, want %s", source, got, err, want)
		}
	}
}

// TestRegExpLiteralIsRefused: an invalid literal is reported with its position before anything
// runs.
func TestRegExpLiteralIsRefused(t *testing.T) {
	_, err := vm.Compile("program.js", "1;\n  /\\p{Nope}/u", false)
	if err == nil || !strings.Contains(err.Error(), `program.js: Line 2:3 Invalid regular expression: /\p{Nope}/u: Invalid property name`) {
		t.Errorf("got %v", err)
	}
}
