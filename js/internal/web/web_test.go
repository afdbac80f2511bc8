package web_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

func TestExpressions(t *testing.T) {
	for _, name := range []string{"clone", "events", "encoding", "intl"} {
		t.Run(name, func(t *testing.T) {
			libtest.Compare(t, libtest.Lines(t, "testdata/"+name+".txt"), "(v) => util.inspect(v)")
		})
	}
}

// Where Node's EventTarget and TextDecoder differ from the standards, this runtime follows the
// standards.
func TestStandard(t *testing.T) {
	for expression, want := range map[string]string{
		`((o, t) => { const f = () => o.push(1); t.addEventListener('x', f); t.removeEventListener('x', f, true); t.dispatchEvent(new Event('x')); return o.join() })([], new EventTarget())`: "1",
		`((t) => { t.addEventListener('x', (e) => e.preventDefault(), { passive: true }); return t.dispatchEvent(new Event('x', { cancelable: true })) })(new EventTarget())`:                 "true",
		`((o, t) => { t.addEventListener('x', () => { o.push(1); t.addEventListener('x', () => o.push(2)) }); t.dispatchEvent(new Event('x')); return o.join() })([], new EventTarget())`:     "1",
		`((a) => { let seen; const s = AbortSignal.any([a.signal]); a.signal.onabort = () => { seen = s.aborted }; a.abort(); return seen })(new AbortController())`:                          "true",
		`new TextDecoder('latin1').decode(new Uint8Array([0x80]))`: "€",
	} {
		result := libtest.Run(t, "console.log("+expression+")")
		if got := result.Stdout; got != want+"\n" {
			t.Errorf("%s: %q, want %q", expression, got, want)
		}
	}
}

func TestPrograms(t *testing.T) {
	libtest.Differ(t, libtest.Programs(t, "testdata/programs.js"))
}

// A listener's error is an uncaught exception in the next tick. The dispatch continues.
func TestListenerErrors(t *testing.T) {
	result := libtest.Run(t, `
		const target = new EventTarget()
		target.addEventListener('x', () => { throw new Error('first') })
		target.addEventListener('x', async () => { throw new Error('second') })
		target.addEventListener('x', () => console.log('third runs'))
		console.log(target.dispatchEvent(new Event('x')))
		setTimeout(() => console.log('timer runs'), 1)`)
	if want := "third runs\ntrue\ntimer runs\n"; result.Stdout != want {
		t.Errorf("standard output %q, want %q", result.Stdout, want)
	}
	if got := len(result.Uncaught); got != 2 {
		t.Errorf("uncaught %q, want two errors", result.Uncaught)
	}
}

// A timer of AbortSignal.timeout does not keep a program running.
func TestAbortTimeoutKeepsNothing(t *testing.T) {
	result := libtest.Run(t, `AbortSignal.timeout(3600000).addEventListener('abort', () => console.log('late')); console.log('end')`)
	if result.Stdout != "end\n" {
		t.Errorf("standard output %q", result.Stdout)
	}
}

// Every label is accepted in either case and with surrounding ASCII white space. Nothing else is.
func TestLabels(t *testing.T) {
	var expressions []string
	for _, label := range libtest.Lines(t, "testdata/labels.txt") {
		for _, l := range []string{label, strings.ToUpper(label), ` ${label}\n`, label + "x", `\u00a0` + label, label + `\0`} {
			expressions = append(expressions, "((l) => { try { return new TextDecoder(l).encoding } catch (e) { return e.code } })(`"+strings.ReplaceAll(l, "${label}", label)+"`)")
		}
	}
	libtest.Compare(t, expressions, "(v) => v")
}

func TestMessages(t *testing.T) {
	libtest.Differ(t, libtest.Programs(t, "testdata/messages.js"))
}
