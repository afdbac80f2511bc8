package js_test

import (
	"testing"
	"testing/synctest"
)

// wptStandard are cases in which Node 20 deviates from the standard and this runtime follows the
// standard. The differential test omits these.
var wptStandard = []struct{ name, source, standard, node string }{
	{"a listener that is added during dispatch", `const t = new EventTarget(); t.addEventListener('x', () => { L('a'); t.addEventListener('x', () => L('added')) }, { once: true }); t.addEventListener('x', () => L('b')); t.dispatchEvent(new Event('x'))`, "a b", "a b added"},
	{"a passive listener prevents nothing", `const t = new EventTarget(); t.addEventListener('x', (e) => e.preventDefault(), { passive: true }); L(t.dispatchEvent(new Event('x', { cancelable: true })))`, "true", "false"},
	{"a capture is removed by true", `const t = new EventTarget(); const f = () => L('f'); t.addEventListener('x', f, true); t.removeEventListener('x', f, true); t.dispatchEvent(new Event('x')); L('end')`, "end", "f end"},
	{"the second listener is at the target, too", `const t = new EventTarget(); for (const n of [1, 2]) t.addEventListener('x', (e) => L(n, e.eventPhase, e.currentTarget === t)); t.dispatchEvent(new Event('x'))`, "1:2:true 2:2:true", "1:2:true 2:0:false"},
	{"an event that was stopped can be dispatched again", `const t = new EventTarget(); const e = new Event('x'); t.addEventListener('x', (e) => e.stopImmediatePropagation(), { once: true }); t.addEventListener('x', () => L('second')); t.dispatchEvent(e); L(e.cancelBubble); t.dispatchEvent(e)`, "false second", "true"},
	{"onabort that was taken away begins at the end", `const s = new AbortController(); s.signal.onabort = () => L('wrong'); s.signal.addEventListener('abort', () => L('listener')); s.signal.onabort = null; s.signal.onabort = () => L('onabort'); s.abort()`, "listener onabort", "onabort listener"},
	{"signals that depend on one abort together with it", `const c = new AbortController(); const s = AbortSignal.any([c.signal]); c.signal.onabort = () => L('source', s.aborted); s.onabort = () => L('any'); c.abort()`, "source:true any", "source:false any"},
}

// TestWPTStandard: the output here is the standard's, and Node's differs. If Node's output has
// changed, move the case to the others.
func TestWPTStandard(t *testing.T) {
	for _, c := range wptStandard {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := runWPT(t, c.source); got != c.standard {
					t.Errorf("ran %q\nwant %q", got, c.standard)
				}
			})
		})
	}
	t.Run("node", func(t *testing.T) {
		node := newWPTNode(t)
		for _, c := range wptStandard {
			if got := node.run(t, c.source); got != c.node {
				t.Errorf("%s: Node prints %q\nwant %q", c.name, got, c.node)
			}
		}
	})
}
