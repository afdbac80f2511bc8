package ws

// Huffman codes of RFC 1951, 3.2.2. A code is given by the length of each symbol's.

import "math/bits"

const (
	maxCode   = 15 // bits
	fastBits  = 9
	fastCodes = 1 << fastBits
)

// A huffman decodes a code. Codes of up to fastBits are in a table by the bits that come next. The
// others are rare: they are found by comparing with the first code of each length.
type huffman struct {
	fast    [fastCodes]uint16 // symbol<<4 | length; 0 for longer codes
	count   [maxCode + 1]uint16
	symbols [fixedCodes]uint16 // in the order of their codes
	empty   bool               // there is no code
}

// build makes the table, and reports whether the lengths are those of a code. One that lacks codes
// is none, unless it has no symbols or one symbol of one bit.
func (h *huffman) build(lengths []byte) bool {
	clear(h.count[:])
	clear(h.fast[:])
	for _, n := range lengths {
		h.count[n]++
	}
	symbols := len(lengths) - int(h.count[0])
	h.count[0] = 0
	var next [maxCode + 1]uint16 // the next code of each length
	var at [maxCode + 1]uint16   // and its place in symbols
	code, before := 0, 0
	for n := 1; n <= maxCode; n++ {
		code <<= 1
		next[n], at[n] = uint16(code), uint16(before) //nolint:gosec // checked below
		code += int(h.count[n])
		before += int(h.count[n])
	}
	h.empty = symbols == 0
	if code != 1<<maxCode && !h.empty && (symbols != 1 || h.count[1] != 1) {
		return false
	}
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		h.symbols[at[n]] = uint16(symbol) //nolint:gosec // below fixedCodes
		at[n]++
		if n <= fastBits {
			first := bits.Reverse16(next[n]) >> (16 - n) // codes begin with their highest bit
			for i := int(first); i < fastCodes; i += 1 << n {
				h.fast[i] = uint16(symbol)<<4 | uint16(n) //nolint:gosec // below fixedCodes
			}
		}
		next[n]++
	}
	return true
}

// slow returns the entry of a code of any length, 0 if there is none.
func (h *huffman) slow(from uint64) uint16 {
	code, first, at := 0, 0, 0
	for n := 1; n <= maxCode; n++ {
		code |= int(from & 1)
		from >>= 1
		count := int(h.count[n])
		if code-first < count {
			return h.symbols[at+code-first]<<4 | uint16(n) //nolint:gosec // at most maxCode
		}
		at += count
		first = (first + count) << 1
		code <<= 1
	}
	return 0
}
