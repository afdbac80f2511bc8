package ws_test

// The inflater against compress/flate.

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"testing"

	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

const streamEnd = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

// compareInflaters decompresses p with both, in steps of that much work.
func compareInflaters(t *testing.T, i *wakews.Inflater, p []byte, work int) {
	t.Helper()
	const limit = 1 << 22
	want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(io.MultiReader(bytes.NewReader(p), bytes.NewReader([]byte(streamEnd)))), limit))
	got, _, err := i.Inflate(bytes.Clone(p), work, limit)
	if len(want) == limit {
		if len(got) < limit || !bytes.Equal(got[:limit], want) {
			t.Fatalf("%d bytes that are not the first ones of flate, error %v", len(got), err)
		}
		return
	}
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%d bytes in, work %d: error %v, of flate %v", len(p), work, err, wantErr)
	}
	if err == nil && !bytes.Equal(got, want) {
		t.Fatalf("%d bytes in, work %d: %d bytes out, of flate %d, or others", len(p), work, len(got), len(want))
	}
}

// deflateSamples are texts of several kinds, compressed in several ways.
func deflateSamples(tb testing.TB, r *rand.Rand) (all [][]byte) {
	letters := []byte("etaoin shrdlu")
	var texts [][]byte
	for _, size := range []int{0, 1, 3, 100, 5_000, 70_000} {
		kinds := make([][]byte, 5)
		skewed := make([]byte, size)
		for i := range skewed {
			skewed[i] = byte(min(r.ExpFloat64()*20, 255)) // codes of many lengths
		}
		random, text, period := make([]byte, size), make([]byte, size), make([]byte, size)
		for i := range random {
			random[i], text[i], period[i] = byte(r.Uint32()), letters[r.IntN(len(letters))], byte(i%7)
		}
		kinds[0], kinds[1], kinds[2], kinds[3], kinds[4] = make([]byte, size), random, text, period, skewed
		texts = append(texts, kinds...)
	}
	for _, text := range texts {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
			for _, end := range []string{"flush", "close", "pieces"} {
				var b bytes.Buffer
				w, err := flate.NewWriter(&b, level)
				check(tb, err)
				if end == "pieces" {
					for i := 0; i < len(text); i += 997 {
						_, _ = w.Write(text[i:min(len(text), i+997)])
						_ = w.Flush()
					}
				} else {
					_, _ = w.Write(text)
				}
				if end == "close" {
					check(tb, w.Close())
				} else {
					check(tb, w.Flush())
				}
				all = append(all, bytes.TrimSuffix(b.Bytes(), []byte(streamEnd[:4])))
			}
		}
	}
	return all
}

// TestInflater: whole streams, cut ones, and ones with wrong bits, in steps of many sizes.
func TestInflater(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	var i wakews.Inflater
	changes := 30
	if testing.Short() {
		changes = 2
	}
	for _, p := range deflateSamples(t, r) {
		for _, work := range []int{1, 300, 64 << 10} {
			compareInflaters(t, &i, p, work)
		}
		for range changes {
			broken := bytes.Clone(p)
			if len(broken) > 0 && r.IntN(4) > 0 {
				for range 1 + r.IntN(3) {
					at := r.IntN(min(len(broken), 200)) // most of it is in the tables
					if r.IntN(3) == 0 {
						at = r.IntN(len(broken))
					}
					broken[at] ^= 1 << r.IntN(8)
				}
			} else {
				broken = broken[:r.IntN(len(broken)+1)]
			}
			compareInflaters(t, &i, broken, 1+r.IntN(100_000))
		}
	}
	for range 300 * changes { // random bits have blocks of all kinds
		p := make([]byte, r.IntN(300))
		for i := range p {
			p[i] = byte(r.Uint32())
		}
		compareInflaters(t, &i, p, 1+r.IntN(1000))
	}
}

func FuzzInflater(f *testing.F) {
	for _, p := range deflateSamples(f, rand.New(rand.NewPCG(1, 2))) {
		if len(p) < 1000 {
			f.Add(p, 100)
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, work int) {
		if len(p) > 64<<10 {
			return
		}
		var i wakews.Inflater
		compareInflaters(t, &i, p, max(1, min(work, 1<<20)))
	})
}
