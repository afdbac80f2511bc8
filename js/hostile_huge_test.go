package js_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/js"
)

// What asks for too much memory at once is a RangeError.
func TestHugeAllocations(t *testing.T) {
	for _, limits := range []js.Limits{{CPU: 10 * time.Second}, {CPU: 10 * time.Second, Heap: 64 << 20}} {
		for _, source := range hugeScripts {
			r := bare(t, js.WithNode(), js.WithLimits(limits), js.WithGlobal("given", []byte("bytes")))
			_, err := r.Eval(t.Context(), source)
			thrown, ok := errors.AsType[*js.Error](err)
			if !ok || !strings.Contains(thrown.Name, "RangeError") && !errors.Is(err, js.ErrLimit) {
				t.Errorf("%s with %+v: got %v, want a RangeError or a limit", source, limits, err)
			}
		}
	}
}

// The constructors of buffers behave as before.
func TestBuffersInASandbox(t *testing.T) {
	r := bare(t, js.WithNode())
	for source, want := range map[string]string{
		`new Uint8Array(3).map(() => 1).join()`: "1,1,1",
		`[new Uint8Array(3) instanceof Uint8Array, new Uint8Array(3) instanceof Int8Array, 1 instanceof Uint8Array, ({}) instanceof ArrayBuffer, new ArrayBuffer(1) instanceof ArrayBuffer, Buffer.alloc(1) instanceof Uint8Array, Buffer.alloc(1) instanceof Buffer].join()`: "true,false,false,false,true,true,true",
		`class A extends Uint8Array { x() { return this.length } } [new A(3).x(), new A(3) instanceof A, new A(3) instanceof Uint8Array, new Uint8Array(1) instanceof A].join()`:                                                                                              "3,true,true,false",
		`[Uint8Array.BYTES_PER_ELEMENT, Uint8Array.name, Uint8Array.length, ArrayBuffer.isView(new DataView(new ArrayBuffer(3)))].join()`:                                                                                                                                     "1,Uint8Array,3,true",
		`new Float32Array([1, 2]).length + '' + new Uint8Array(new ArrayBuffer(8), 4, 2).length + Uint8Array.of(1, 2).join()`:                                                                                                                                                 "221,2",
		`new Uint8Array(new Set([1, 2, 3])).join() + new Uint16Array(new Uint8Array([1, 2])).join() + new Uint8Array({ length: 2, 0: 7 }).join()`:                                                                                                                             "1,2,31,27,0",
		`structuredClone(new Uint8Array([1, 2])).join() + Object.prototype.toString.call(new Uint8Array(1))`:                                                                                                                                                                  "1,2[object Uint8Array]",
		`[Uint8Array === new Uint8Array(1).constructor, ArrayBuffer === new Uint8Array(1).buffer.constructor, Buffer.alloc(2).buffer.slice(0, 1).constructor === ArrayBuffer].join()`:                                                                                         "true,true,true",
		`try { Uint8Array(3) } catch (e) { e.name }`: "TypeError",
	} {
		if got, err := r.Eval(t.Context(), source); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %s", source, got, err, want)
		}
	}
}
