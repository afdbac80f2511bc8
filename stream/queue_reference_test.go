package stream_test

import (
	"bytes"
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/stream"
)

// TestQueueAgainstBuffer: the queue behaves as a simple slice, and uses no more blocks than it
// needs.
func TestQueueAgainstBuffer(t *testing.T) {
	random := stress.Random(stress.Seed(t), 0)
	var q stream.Queue
	var want []byte
	for range stress.Rounds(20_000) {
		switch random.IntN(5) {
		case 0, 1:
			p := make([]byte, random.IntN(1<<random.IntN(17)))
			for i := range p {
				p[i] = byte(random.Uint32())
			}
			q.Push(p)
			want = append(want, p...)
		case 2, 3:
			head := q.Head()
			if !bytes.HasPrefix(want, head) || len(head) == 0 && len(want) > 0 {
				t.Fatalf("the head of %d bytes is not that of the %d that are waiting", len(head), len(want))
			}
			n := random.IntN(len(head) + 1)
			if random.IntN(4) == 0 {
				n = len(head)
			}
			q.Advance(n)
			want = want[n:]
		case 4:
			if random.IntN(50) == 0 {
				q.Clear()
				want = nil
			}
		}
		size, blocks := q.Size()
		equal(t, "size", size, len(want))
		if most := len(want)/stream.BlockSize + 2; blocks > most || len(want) == 0 && blocks > 0 {
			t.Fatalf("%d bytes take %d blocks", len(want), blocks)
		}
	}
	q.Clear()
	size, blocks := q.Size()
	equal(t, "size at the end", size, 0)
	equal(t, "blocks at the end", blocks, 0)
}
