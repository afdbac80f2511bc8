package node_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// events.on, the lines of readline, stream.finished with streams of the web, a Console whose
// stream fails, the ticks of streams with construct, and the events of process.
func TestIterators(t *testing.T) {
	for _, name := range []string{"iterators", "finished", "stream_ticks", "process_events"} {
		source, err := os.ReadFile("testdata/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		libtest.Differ(t, []string{string(source)})
	}
}

// A value that waits in an iterator is moved a bounded number of times, however many wait. The test
// counts calls of the array methods that move elements.
func TestIteratorsAreLinear(t *testing.T) {
	const count = `
		let moved = 0
		for (const name of ['shift', 'unshift', 'splice', 'slice']) {
			const methods = Array.prototype, original = methods[name]
			Object.assign(methods, { [name](...args) { moved += this.length; return original.apply(this, args) } })
		}
		const N = 4000, told = (n) => console.log(n === N ? moved <= 4 * N : n)`
	for name, source := range map[string]string{
		"events": `
			const events = require('events'), emitter = new events(), iterator = events.on(emitter, 'x')
			for (let i = 0; i < N; i++) emitter.emit('x', i)
			;(async () => { let n = 0; for await (const [i] of iterator) { if (i !== n++) throw new Error(i); if (n === N) break }; told(n) })()`,
		"waiting": `
			const events = require('events'), emitter = new events(), iterator = events.on(emitter, 'x')
			const all = []; for (let i = 0; i < N; i++) all.push(iterator.next())
			for (let i = 0; i < N; i++) emitter.emit('x', i)
			Promise.all(all).then((all) => told(all.filter(({ value }, i) => value[0] === i).length))`,
		"readline": `
			const input = require('stream').Readable.from([Array.from({ length: N }, (_, i) => 'line ' + i).join('\n')])
			;(async () => { let n = 0; for await (const line of require('readline').createInterface({ input })) { if (line !== 'line ' + n++) throw new Error(line) }; told(n) })()`,
	} {
		t.Run(name, func(t *testing.T) {
			result := libtest.Run(t, count+source)
			if result.Stdout != "true\n" || len(result.Uncaught) > 0 {
				t.Errorf("%q %q %s", result.Stdout, result.Stderr, strings.Join(result.Uncaught, "\n"))
			}
		})
	}
}
