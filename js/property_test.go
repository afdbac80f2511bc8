package js_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// TestOrderOfProperties: objects made by Go list their properties in a fixed order, which is Node's
// for the properties that Node has.
func TestOrderOfProperties(t *testing.T) {
	for _, c := range []struct{ expression, want string }{
		{`Object.keys(process.memoryUsage())`, "rss heapTotal heapUsed external arrayBuffers"},
		{`Object.keys(process.versions).slice(0, 2)`, "node wakeful"},
		{`Object.keys(process).filter((k) => /^(version|versions|arch|platform|release|title|pid|ppid|execPath|argv0|argv|execArgv|env|exitCode)$/.test(k))`,
			"version versions arch platform release title pid ppid execPath argv0 argv execArgv env exitCode"},
		{`Object.getOwnPropertyNames(process).filter((k) => /Listener/.test(k))`,
			"setMaxListeners getMaxListeners addListener prependListener prependOnceListener removeListener removeAllListeners rawListeners"},
		{`Object.keys(module).slice(0, 5)`, "id path exports filename loaded"},
		{`Object.keys(require('os').constants.signals)`, "SIGHUP SIGINT SIGQUIT SIGKILL SIGUSR1 SIGUSR2 SIGPIPE SIGALRM SIGTERM"},
		{`Object.entries(require('os').constants.errno).slice(0, 3)`, "ENOENT,2 EACCES,13 EPERM,1"},
		{`(() => { try { require('fs').rmSync('.') } catch (e) { return Object.keys(e) } })()`, "name code errno syscall path"},
	} {
		got := program(t, "L(("+c.expression+").join(' '))")
		if got.trace != c.want {
			t.Errorf("%s: %s, want %s (%s)", c.expression, got.trace, c.want, got.uncaught)
		}
	}
}

func TestUncaughtErrors(t *testing.T) {
	var thrown *js.Error
	dir := files(t, map[string]string{"throws.js": "\nsetImmediate(() => {\n  throw Object.assign(new TypeError('bad'), { code: 'E1' })\n})"})
	r := start(t, js.WithUncaught(func(e *js.Error) bool {
		thrown = e
		if e.Value().ToObject(nil).Get("code").String() != "E1" { // on the loop, where objects may be read
			t.Errorf("what was thrown is %v", e.Value())
		}
		return false
	}))
	if r.Loop() == nil {
		t.Error("a runtime without its loop")
	}
	select {
	case <-r.Done():
		t.Error("it has ended before it began")
	default:
	}
	if code, err := r.Main(t.Context(), dir+"/throws.js"); code != 1 || !errors.Is(err, thrown) {
		t.Fatalf("exit code %d, %v", code, err)
	}
	<-r.Done()
	report := thrown.Report()
	if place, stack, _ := strings.Cut(report, "^\n"); !strings.HasSuffix(place, "throws.js:3\n  throw Object.assign(new TypeError('bad'), { code: 'E1' })\n                      ") ||
		!strings.Contains(stack, "TypeError: bad\n    at ") || !strings.Contains(stack, "code: 'E1'") {
		t.Errorf("the report is\n%s", report)
	}
}

func TestStandardInput(t *testing.T) {
	r := start(t, js.WithStdin(strings.NewReader("one\ntwo\n")))
	got, err := r.Eval(t.Context(), `new Promise((done) => { let text = ''; process.stdin.on('data', (d) => { text += d }).on('end', () => done(text)) })`)
	if err != nil || got != "one\ntwo\n" {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestEnvironmentAndDirectory: each runtime has its own environment and directory.
func TestEnvironmentAndDirectory(t *testing.T) {
	dir := files(t, map[string]string{"sub/m.js": "module.exports = 'found'"})
	got := program(t, `process.env.NEW = 5; delete process.env.B; process.chdir('sub');
		L([Object.keys(process.env), 'B' in process.env, process.env.B, process.cwd() === dir + '/sub', require('module').createRequire('file://' + dir + '/x.js')('./sub/m')].join());
		try { process.chdir('m.js') } catch (e) { L(e.message.split(',')[0]) }`,
		js.WithEnv(map[string]string{"C": "3", "A": "1", "B": "2"}), js.WithDir(dir), js.WithGlobal("dir", dir))
	if want := "A,C,NEW,false,,true,found ENOTDIR: not a directory"; got.trace != want {
		t.Errorf("ran %q, want %q; %s", got.trace, want, got.uncaught)
	}
}
