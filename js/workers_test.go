package js_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// steps lists how many trips through the worker pool operations take, with callbacks and with
// promises. The numbers are Node 20's. DIR is a folder with the files text (9 bytes) and empty, and
// the folder folder, which contains the empty folder inner.
var steps = []struct {
	operation          string
	callback, promises int
}{
	{"stat(DIR + '/text'", 1, 1},
	{"stat(DIR + '/none'", 1, 1},
	{"lstat(DIR + '/text'", 1, 1},
	{"access(DIR + '/text'", 1, 1},
	{"readdir(DIR", 1, 1},
	{"readFile(DIR + '/text'", 4, 4},
	{"readFile(DIR + '/text', 'utf8'", 4, 4},
	{"readFile(DIR + '/empty'", 4, 4},
	{"readFile(DIR + '/none'", 1, 1},
	{"readFile(DIR + '/folder'", 4, 4},
	{"writeFile(DIR + '/new', 'data'", 3, 3},
	{"writeFile(DIR + '/new', ''", 3, 2},
	{"appendFile(DIR + '/text', 'data'", 3, 3},
	{"truncate(DIR + '/text', 2", 3, 3},
	{"copyFile(DIR + '/text', DIR + '/copy'", 1, 1},
	{"rename(DIR + '/text', DIR + '/renamed'", 1, 1},
	{"mkdtemp(DIR + '/x'", 1, 1},
	{"mkdir(DIR + '/made'", 1, 1},
	{"mkdir(DIR + '/folder', { recursive: true }", 2, 2},
	{"mkdir(DIR + '/a/b/c', { recursive: true }", 5, 5},
	{"rm(DIR + '/text'", 3, 3},
	{"rm(DIR + '/none', { force: true }", 2, 2},
	{"rm(DIR + '/folder', { recursive: true }", 7, 7},
}

// TestFilesTakeSteps: each step takes a turn, in which immediates run. So when the result comes, as
// many immediates have run as there were steps before the last one.
func TestFilesTakeSteps(t *testing.T) {
	for _, c := range steps {
		for _, how := range []struct {
			call string
			want int
		}{
			{"fs." + c.operation + ", () => end())", c.callback},
			{"fs.promises." + c.operation + ").finally(end).catch(() => {})", c.promises},
		} {
			got := program(t, `const fs = require('fs'), DIR = process.cwd();
				fs.mkdirSync(DIR + '/folder/inner', { recursive: true }); fs.writeFileSync(DIR + '/text', 'some text'); fs.writeFileSync(DIR + '/empty', '');
				let n = 0, ended = false; const end = () => { ended = true; L(n + 1) };
				const turn = () => { n++; if (!ended) setImmediate(turn) }; setImmediate(turn); `+how.call,
				js.WithDir(t.TempDir()), js.WithFileWorkers(0))
			if want := fmt.Sprint(how.want); got.trace != want {
				t.Errorf("%s took %s steps, want %s (%s)", how.call, got.trace, want, got.uncaught)
			}
		}
	}
}

// TestFilesKeepTheirOrder: also with several workers, an operation with several steps ends after
// one with fewer steps that was started before it, and after the immediates of the turn.
func TestFilesKeepTheirOrder(t *testing.T) {
	for _, c := range []struct {
		name, source, want string
		workers            int
	}{
		{"an immediate comes before a file", `fs.readFile('text', () => L('file')); setImmediate(() => L('immediate'))`, "immediate file", 4},
		{"and before the file of a promise", `fs.promises.readFile('text').then(() => L('file')); setImmediate(() => L('immediate'))`, "immediate file", 4},
		{"one worker", `fs.readFile('text', () => L('file')); fs.stat('text', () => L('stat')); for (let i = 0; i < 9; i++) fs.access('text', () => L(i))`,
			"stat 0 1 2 3 4 5 6 7 8 file", 1},
		{"a callback has microtasks of its own", `fs.stat('text', () => { process.nextTick(() => L('tick')); L(1) }); fs.stat('text', () => L(2)); fs.stat('text', () => L(3))`,
			"1 tick 2 3", 1},
		{"an exception in a callback leaves nextTicks to the next one", `process.on('uncaughtException', (e) => L('caught:' + e));
			fs.stat('text', () => { process.nextTick(() => L('tick')); throw 'x' }); fs.stat('text', () => L(2)); fs.stat('text', () => L(3))`,
			"caught:x 2 tick 3", 0},
		{"and microtasks", `process.on('uncaughtException', (e) => L('caught:' + e));
			fs.stat('text', () => { Promise.resolve().then(() => L('micro')); throw 'x' }); fs.stat('text', () => { process.nextTick(() => L('tick')); L(2) })`,
			"caught:x 2 tick micro", 0},
		{"and not to a step of which the program does not learn", `process.on('uncaughtException', (e) => L('caught:' + e));
			fs.stat('text', () => { Promise.resolve().then(() => L('micro')); throw 'x' }); fs.mkdir(dir, { recursive: true }, () => L('mkdir')); fs.stat('text', () => L(2))`,
			"caught:x 2 micro mkdir", 0},
		{"and to the immediates after the last one", `process.on('uncaughtException', (e) => L('caught:' + e));
			fs.stat('text', () => { process.nextTick(() => L('tick')); setImmediate(() => L('immediate')); Promise.resolve().then(() => L('micro')); throw 'x' })`,
			"caught:x tick micro immediate", 0},
		{"a nextTick that throws after a timer leaves the others to the file", `process.on('uncaughtException', (e) => L('caught:' + e));
			setTimeout(() => { process.nextTick(() => { throw 'x' }); process.nextTick(() => L('tick')); setImmediate(() => L('immediate')); fs.stat('text', () => { L('stat'); fs.stat('text', () => L('again')) }) }, 1)`,
			"caught:x stat tick immediate again", 0},
		{"and so does beforeExit that throws", `process.on('uncaughtException', (e) => L('caught:' + e)); process.once('beforeExit', () => {
			fs.stat('text', () => L('stat')); process.nextTick(() => { L('tick'); fs.stat('text', () => L('again')) }); setImmediate(() => L('immediate')); throw 'x' })`,
			"caught:x stat tick immediate again", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := files(t, map[string]string{"text": "some text"})
			got := program(t, "const fs = require('fs'); \n"+strings.ReplaceAll(c.source, "'text'", "dir + '/text'"),
				js.WithFileWorkers(c.workers), js.WithGlobal("dir", dir))
			if got.trace != c.want {
				t.Errorf("ran %q, want %q (%s)", got.trace, c.want, got.uncaught)
			}
		})
	}
}

// gauge is an input that counts its concurrent readers.
type gauge struct {
	mu      sync.Mutex
	reading int
	enter   chan struct{}
}

func (g *gauge) Read([]byte) (int, error) {
	g.mu.Lock()
	g.reading++
	g.mu.Unlock()
	g.enter <- struct{}{}
	g.mu.Lock()
	g.reading--
	g.mu.Unlock()
	return 0, io.EOF
}

// TestFileWorkers: as many operations run at the same time as there are workers, and no more.
func TestFileWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers, reads = 3, 20
		g := &gauge{enter: make(chan struct{})}
		r := start(t, js.WithFileWorkers(workers), js.WithStdin(g))
		_, err := r.RunString(t.Context(), fmt.Sprintf(`const fs = require('fs'); let left = %d;
			globalThis.all = new Promise((done) => { for (let i = left; i > 0; i--) fs.read(0, Buffer.alloc(1), 0, 1, null, () => { if (--left === 0) done('all') }) })`, reads))
		if err != nil {
			t.Fatal(err)
		}
		for left := reads; left > 0; left-- {
			synctest.Wait() // all that may read wait
			g.mu.Lock()
			if g.reading != min(workers, left) {
				t.Errorf("%d of %d go on at once, with %d workers", g.reading, left, workers)
			}
			g.mu.Unlock()
			<-g.enter
		}
		if got, err := r.Eval(t.Context(), `all`); got != "all" || err != nil {
			t.Errorf("%v, %v", got, err)
		}
		if _, err := js.New(r.Loop(), js.WithFileWorkers(-1)); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("-1 workers: %v", err)
		}
	})
}

// TestFilesDuringShutdown: an operation that has started completes all its steps.
func TestFilesDuringShutdown(t *testing.T) {
	for _, workers := range []int{0, 1, 4} {
		dir := files(t, map[string]string{"text": "some text"})
		ended := make(chan string, 3)
		r := start(t, js.WithFileWorkers(workers), js.WithGlobal("dir", dir), js.WithGlobal("ended", func(text string) { ended <- text }))
		began := make(chan error, 1)
		go func() {
			_, err := r.RunString(t.Context(), `const fs = require('fs');
				for (let i = 0; i < 3; i++) fs.readFile(dir + '/text', 'utf8', (e, text) => ended(e ? String(e) : text))`)
			began <- err
		}()
		if err := <-began; err != nil {
			t.Fatal(err)
		}
		if err := r.Loop().Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			select {
			case text := <-ended:
				if text != "some text" {
					t.Errorf("%d workers: read %q", workers, text)
				}
			default:
				t.Errorf("%d workers: a file was not read", workers)
			}
		}
	}
}
