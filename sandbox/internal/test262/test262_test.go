// Package test262 runs the tests of ECMAScript, test262, as scripts and modules of a sandbox.
//
//	git clone https://github.com/tc39/test262 FOLDER
//	git -C FOLDER checkout be13516fb6441b950ba8a3df97eb34062c186972
//	WAKEFUL_TEST262=FOLDER go test ./sandbox/internal/test262 -timeout 60m
//
// failing.txt has what fails at that commit; all else must pass. A path that ends with a slash stands
// for all tests below it. With -update the list is written anew: it may only become shorter, so that
// what passes may only grow. With -only, only the tests below a path run, such as language/types. All
// of them take 8 minutes on two processors.
package test262

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

var (
	update = flag.Bool("update", false, "write failing.txt")
	only   = flag.String("only", "", "run the tests below this `path`, as in language/types")
)

const (
	commit = "be13516fb6441b950ba8a3df97eb34062c186972"
	list   = "failing.txt"
)

func TestSuite(t *testing.T) {
	folder := os.Getenv("WAKEFUL_TEST262")
	if folder == "" {
		t.Skip("NOT RUN: set WAKEFUL_TEST262 to a clone of github.com/tc39/test262 at commit " + commit)
	}
	if *update && *only != "" {
		t.Fatal("-update needs the results of all tests: leave -only out")
	}
	suite := os.DirFS(folder)
	var tests []string
	for _, part := range []string{"test/language", "test/built-ins"} {
		err := fs.WalkDir(suite, part, func(name string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasPrefix(name, path.Join("test", *only)) && strings.HasSuffix(name, ".js") && !strings.HasSuffix(name, "_FIXTURE.js") {
				tests = append(tests, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	failed := runAll(t, suite, tests)
	for _, part := range []string{"language", "built-ins"} {
		all := count(tests, part)
		t.Logf("%s: %d of %d pass", part, all-count(slices.Collect(maps.Keys(failed)), part), all)
	}
	if *update {
		text := strings.Join(shorten(tests, failed), "\n") + "\n"
		if err := os.WriteFile(list, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(text))
	for _, name := range tests {
		isKnown := slices.ContainsFunc(known, func(k string) bool {
			short := strings.TrimPrefix(name, "test/")
			return short == k || strings.HasSuffix(k, "/") && strings.HasPrefix(short, k)
		})
		switch why, bad := failed[name]; {
		case bad && !isKnown:
			t.Errorf("%s: %s", name, why)
		case !bad && isKnown:
			t.Errorf("%s passes now, and is in %s: run this test with -update", name, list)
		}
	}
}

func count(tests []string, part string) (n int) {
	for _, name := range tests {
		if strings.HasPrefix(name, "test/"+part+"/") {
			n++
		}
	}
	return n
}

// shorten returns the names, with the topmost folders of which all tests fail in place of these.
func shorten(tests []string, failed map[string]string) []string {
	passing := map[string]bool{} // folders with a test that passes
	for _, name := range tests {
		if _, bad := failed[name]; bad {
			continue
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			passing[dir] = true
		}
	}
	short := map[string]bool{}
	for name := range failed {
		for dir := path.Dir(name); !passing[dir]; dir = path.Dir(dir) {
			name = dir + "/"
		}
		short[strings.TrimPrefix(name, "test/")] = true
	}
	return slices.Sorted(maps.Keys(short))
}

// runAll returns why tests fail.
func runAll(t *testing.T, suite fs.FS, tests []string) map[string]string {
	work := make(chan string)
	var mu sync.Mutex
	failed := map[string]string{}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		r := newRunner(t, suite)
		workers.Go(func() {
			defer func() { _ = r.sb.Close() }()
			for name := range work {
				if err := r.run(t, name); err != nil {
					mu.Lock()
					failed[name] = err.Error()
					mu.Unlock()
				}
			}
		})
	}
	told := time.Now()
	for i, name := range tests {
		if time.Since(told) > 30*time.Second {
			told = time.Now()
			fmt.Fprintf(os.Stderr, "test262: %d of %d tests\n", i, len(tests))
		}
		work <- name
	}
	close(work)
	workers.Wait()
	return failed
}

type runner struct {
	sb      *sandbox.Sandbox
	suite   fs.FS
	mu      sync.Mutex
	printed strings.Builder
}

func newRunner(t *testing.T, suite fs.FS) *runner {
	r := &runner{suite: suite}
	var err error
	r.sb, err = sandbox.New(sandbox.Config{Memory: 256 << 20, CPU: time.Minute, Wall: time.Minute, Modules: suite, Console: func(line sandbox.Line) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.printed.WriteString(line.Text + "\n")
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// host is what a test262 host defines, as far as scripts of a sandbox can.
const host = `var print = (text) => console.log(text);
var $262 = {
	global: globalThis,
	evalScript: (source) => (0, eval)(source),
	detachArrayBuffer(buffer) { structuredClone(buffer, { transfer: [buffer] }); },
	gc() {},
};
`

// meta is the description of a test.
type meta struct {
	includes []string
	flags    map[string]bool
	phase    string // of the error that is wanted
	name     string
}

var (
	frontmatter = regexp.MustCompile(`(?s)/\*---\r?\n?(.*?)---\*/`)
	inline      = regexp.MustCompile(`(?m)^(includes|flags):\s*\[([^\]]*)\]`)
	listed      = regexp.MustCompile(`(?m)^(includes|flags):\s*\r?\n((?:\s+-.*\r?\n?)+)`)
	negative    = regexp.MustCompile(`(?s)negative:\s*\r?\n\s+phase:\s*(\w+)\r?\n\s+type:\s*(\w+)`)
)

func metaOf(source string) (m meta) {
	m.flags = map[string]bool{}
	match := frontmatter.FindStringSubmatch(source)
	if match == nil {
		return m
	}
	text := strings.ReplaceAll(match[1], "\r", "\n")
	for _, all := range [][][]string{inline.FindAllStringSubmatch(text, -1), listed.FindAllStringSubmatch(text, -1)} {
		for _, found := range all {
			for _, word := range strings.FieldsFunc(found[2], func(r rune) bool { return strings.ContainsRune(" ,\n", r) }) {
				switch {
				case word == "-":
				case found[1] == "flags":
					m.flags[word] = true
				default:
					m.includes = append(m.includes, word)
				}
			}
		}
	}
	if found := negative.FindStringSubmatch(text); found != nil {
		m.phase, m.name = found[1], found[2]
	}
	return m
}

// run runs a test in each of its modes.
func (r *runner) run(t *testing.T, name string) error {
	source, err := fs.ReadFile(r.suite, name)
	if err != nil {
		t.Error(err)
		return err
	}
	m := metaOf(string(source))
	if m.flags["module"] {
		return r.check(m, func(harness string) error {
			p, err := r.sb.CompileFS(overlay{r.suite, name, harness + string(source)}, name)
			if err == nil {
				err = p.Close()
			}
			return err
		})
	}
	for _, mode := range []string{"", "\"use strict\";\n"} {
		if mode == "" && m.flags["onlyStrict"] || mode != "" && (m.flags["noStrict"] || m.flags["raw"]) {
			continue
		}
		if err := r.check(m, func(harness string) error {
			_, err := r.sb.Eval(t.Context(), name, mode+harness+string(source)+"\n;undefined")
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// check runs a test and compares its end with what is wanted.
func (r *runner) check(m meta, run func(harness string) error) error {
	var harness strings.Builder
	if !m.flags["raw"] {
		harness.WriteString(host)
		files := append([]string{"assert.js", "sta.js"}, m.includes...)
		if m.flags["async"] {
			files = append(files, "doneprintHandle.js")
		}
		for _, file := range files {
			text, err := fs.ReadFile(r.suite, "harness/"+file)
			if err != nil {
				return err
			}
			harness.Write(text)
			harness.WriteByte('\n')
		}
	}
	r.printed.Reset()
	err := run(harness.String())
	var script *sandbox.ScriptError
	switch {
	case m.name != "" && err == nil:
		return fmt.Errorf("no %s", m.name)
	case m.name != "" && errors.As(err, &script) && script.Name == m.name:
		return nil
	case err != nil:
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if m.flags["async"] && !strings.Contains(r.printed.String(), "Test262:AsyncTestComplete") {
		return fmt.Errorf("not complete: %s", r.printed.String())
	}
	return nil
}

// overlay is the suite with another text for one file.
type overlay struct {
	fs.FS
	name, text string
}

func (o overlay) Open(name string) (fs.File, error) {
	if name == o.name {
		return sandbox.Files{filepath.ToSlash(name): o.text}.Open(name)
	}
	return o.FS.Open(name)
}
