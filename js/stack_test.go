package js_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js"
)

// stackProgram logs stacks without the frames of its callers.
const stackProgram = `function thrower(n) {
	throw new TypeError('no ' + n);
}
const own = (stack) => stack.split('\n').filter((l) => !/^    at/.test(l) || /thrower|deep/.test(l)).join('|').replace(/\([^|]*[\\/]/g, '(').replace(/:\d+\)/g, ')');
try { thrower(1) } catch (e) { L(own(e.stack)); L(e.stack === e.stack) }
try { thrower(2) } catch (e) { const { message, stack } = e; L(own(stack) + message) }
try { thrower(3) } catch (e) { let stack; ({ stack } = e); L(own(stack)) }
try { thrower(4) } catch (e) { L(own(e['stack'])) }
try { thrower(5) } catch (e) { L(own(e?.stack) + ({ e })?.e?.stack?.length.toFixed().length + (void 0)?.e.stack) }
function deep(n) { return n ? deep(n - 1) : new Error('deep') }
L(deep(30).stack.split('\n').length);
Error.stackTraceLimit = 2;
L(own(deep(30).stack));
const e = new Error('set'); e.stack = 'mine'; L(e.stack);
L(typeof Object.create({ stack: 1 }).stack + { stack: [1] }.stack.length + [].stack);
class C { stack = [1, 2]; top() { return this.stack[this.stack.length - 1] } }
L(new C().top());
L(/\t|\(native\)|wakeful:|\n$/.test(new Error('x').stack));
`

// TestStackProperty: the property stack equals Node's, even in a translated file.
func TestStackProperty(t *testing.T) {
	dir := files(t, map[string]string{
		"plain.js": stackProgram, "typed.ts": stackProgram,
		"node.js": "const all = []; globalThis.L = (v) => all.push(v); require('./plain.js'); console.log(all.join(' '))",
	})
	run := func(file string) string {
		var trace []string
		r := start(t, js.WithGlobal("L", func(c js.FunctionCall) js.Value {
			trace = append(trace, c.Argument(0).String())
			return nil
		}))
		if code, err := r.Main(t.Context(), filepath.Join(dir, file)); code != 0 || err != nil {
			t.Errorf("%s: exit code %d, %v", file, code, err)
		}
		return strings.Join(trace, " ")
	}
	const want = "TypeError: no 1|    at thrower (plain.js:2) true TypeError: no 2|    at thrower (plain.js:2)no 2 " +
		"TypeError: no 3|    at thrower (plain.js:2) TypeError: no 4|    at thrower (plain.js:2) " +
		"TypeError: no 5|    at thrower (plain.js:2)3undefined 11 Error: deep|    at deep (plain.js:10)|    at deep (plain.js:10) " +
		"mine number1undefined 2 false"
	if got := run("plain.js"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := run("typed.ts"); !strings.HasPrefix(got, "TypeError: no 1|    at thrower (typed.ts:2) true") {
		t.Errorf("of TypeScript: %s", got)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NOT RUN: Node is not installed")
	}
	output, err := exec.Command(node, filepath.Join(dir, "node.js")).Output()
	if got := strings.TrimSpace(string(output)); err != nil || got != want {
		t.Errorf("Node: %s, %v\nwant  %s", got, err, want)
	}
}
