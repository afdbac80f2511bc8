package ws

// Decompression in steps. compress/flate cannot stop within its input: one Read of it takes 0.3 s
// for a megabyte of blocks without contents. The format is that of RFC 1951.

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

const (
	maxMatch     = 258
	literalCodes = 286
	lengthCodes  = 19 // kinds of code lengths
	endOfBlock   = 256
	fixedCodes   = 288

	// What steps count for a block, next to its output, in bytes that take about the same time.
	blockCost  = 8
	tablesCost = 1024
)

var errCorrupt = errors.New("the compressed data is corrupt")

// codeOrder is the order of the lengths of the codes for code lengths.
var codeOrder = [lengthCodes]byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// lengthsOf and distancesOf have the smallest value and the number of additional bits of a symbol.
// Symbols of lengths begin behind endOfBlock.
var (
	lengthsOf = [29]extra{
		{3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 1}, {13, 1}, {15, 1}, {17, 1}, {19, 2},
		{23, 2}, {27, 2}, {31, 2}, {35, 3}, {43, 3}, {51, 3}, {59, 3}, {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5},
		{163, 5}, {195, 5}, {227, 5}, {258, 0},
	}
	distancesOf = [30]extra{
		{1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 1}, {7, 1}, {9, 2}, {13, 2}, {17, 3}, {25, 3}, {33, 4}, {49, 4}, {65, 5},
		{97, 5}, {129, 6}, {193, 6}, {257, 7}, {385, 7}, {513, 8}, {769, 8}, {1025, 9}, {1537, 9}, {2049, 10},
		{3073, 10}, {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13},
	}
)

type extra struct {
	base uint16
	bits uint8
}

// The codes of blocks that bring none.
var fixedLiterals, fixedDistances = fixed()

func fixed() (literals, distances *huffman) {
	var n [fixedCodes]byte
	for i := range n {
		switch {
		case i < 144:
			n[i] = 8
		case i < 256:
			n[i] = 9
		case i < 280:
			n[i] = 7
		default:
			n[i] = 8
		}
	}
	literals, distances = &huffman{}, &huffman{}
	literals.build(n[:])
	for i := range 32 {
		n[i] = 5
	}
	distances.build(n[:32])
	return literals, distances
}

// A position is where an inflater is.
type position int

const (
	betweenBlocks position = iota
	inStored
	inCodes
)

// An inflater decompresses one message at a time, from a message that is there as a whole.
type inflater struct {
	out []byte // decompressed so far; also what matches refer to

	in    []byte // the rest of the input
	atEnd bool   // in is the rest of deflateEnd
	bits  uint64 // the next ones, from the lowest on
	count uint   // how many of them were taken from in

	where     position
	last      bool // this block is the last one
	stored    int  // bytes that are left of a stored block
	literals  *huffman
	distances *huffman
	tables    [2]huffman // of a block that brings its own
}

// beginMessage starts with a message. It keeps the memory for the output.
func (f *inflater) beginMessage(in []byte) {
	f.out, f.in, f.atEnd, f.bits, f.count = f.out[:0], in, false, 0, 0
	f.where, f.last = betweenBlocks, false
}

// step decompresses until the message is complete, or until it has done work that counts as much as
// that many bytes of output: at most maxMatch bytes more than that, or the tables of one block. It
// returns what it has spent.
func (f *inflater) step(work int) (spent int, done bool, err error) {
	if cap(f.out)-len(f.out) < work+maxMatch {
		f.out = slices.Grow(f.out, max(work+maxMatch, len(f.out)))
	}
	for left := work; ; {
		switch {
		case err != nil:
			return work - left, false, err
		case f.where == betweenBlocks && f.last:
			return work - left, true, nil
		case left <= 0:
			return work - left, false, nil
		}
		before := len(f.out)
		switch f.where {
		case betweenBlocks:
			var cost int
			cost, err = f.beginBlock()
			left -= cost
		case inStored:
			err = f.copyStored(left)
		case inCodes:
			err = f.decode(before + left)
		}
		left -= len(f.out) - before
	}
}

// fill takes input, so that there are at least 48 bits, unless the input ends.
func (f *inflater) fill() {
	if len(f.in) >= 8 {
		f.bits |= binary.LittleEndian.Uint64(f.in) << f.count
		n := (63 - f.count) / 8
		f.in = f.in[n:]
		f.count += 8 * n
		return
	}
	for f.count <= 56 {
		if len(f.in) == 0 {
			if f.atEnd {
				return
			}
			f.in, f.atEnd = []byte(deflateEnd), true
		}
		f.bits |= uint64(f.in[0]) << f.count
		f.in = f.in[1:]
		f.count += 8
	}
}

// take removes n bits, at most 16.
func (f *inflater) take(n uint) (int, error) {
	if f.count < n {
		if f.fill(); f.count < n {
			return 0, io.ErrUnexpectedEOF
		}
	}
	v := f.bits & (1<<n - 1)
	f.bits >>= n
	f.count -= n
	return int(v), nil //nolint:gosec // it has 16 bits
}

// beginBlock reads the header of a block, and returns what that counts.
func (f *inflater) beginBlock() (cost int, err error) {
	head, err := f.take(3)
	if err != nil {
		return 0, err
	}
	f.last = head&1 != 0
	switch head >> 1 {
	case 0:
		_, _ = f.take(f.count % 8) // to the next byte; they are there
		size, err := f.take(16)
		if err != nil {
			return 0, err
		}
		inverted, err := f.take(16)
		if err != nil {
			return 0, err
		}
		if size != inverted^0xffff {
			return 0, errCorrupt
		}
		f.stored = size
		f.where = inStored
	case 1:
		f.literals, f.distances, f.where = fixedLiterals, fixedDistances, inCodes
	case 2:
		return tablesCost, f.readTables()
	default:
		return 0, errCorrupt
	}
	return blockCost, nil
}

// copyStored copies from a stored block.
func (f *inflater) copyStored(limit int) error {
	n := min(f.stored, limit)
	f.stored -= n
	for ; n > 0 && f.count > 0; n-- {
		f.out = append(f.out, byte(f.bits))
		f.bits >>= 8
		f.count -= 8
	}
	if n > 0 {
		f.bits = 0 // above count are bits of what is copied here
	}
	for n > 0 {
		if len(f.in) == 0 {
			if f.atEnd {
				return io.ErrUnexpectedEOF
			}
			f.in, f.atEnd = []byte(deflateEnd), true
		}
		part := f.in[:min(n, len(f.in))]
		f.out = append(f.out, part...)
		f.in = f.in[len(part):]
		n -= len(part)
	}
	if f.stored == 0 {
		f.where = betweenBlocks
	}
	return nil
}

// readTables reads the codes of a block that brings its own.
func (f *inflater) readTables() error {
	sizes, err := f.take(14)
	if err != nil {
		return err
	}
	literals, distances, codes := sizes&31+257, sizes>>5&31+1, sizes>>10+4
	if literals > literalCodes || distances > len(distancesOf) {
		return errCorrupt
	}
	var n [literalCodes + len(distancesOf)]byte
	for _, symbol := range codeOrder[:codes] {
		v, err := f.take(3)
		if err != nil {
			return err
		}
		n[symbol] = byte(v)
	}
	code := &f.tables[0]
	if !code.build(n[:lengthCodes]) {
		return errCorrupt
	}
	clear(n[:lengthCodes])
	for i := 0; i < literals+distances; {
		f.fill()
		symbol, err := f.symbol(code)
		if err != nil {
			return err
		}
		if symbol < 16 {
			n[i] = byte(symbol)
			i++
			continue
		}
		var repeated byte
		least, bits := 3, uint(3)
		switch symbol {
		case 16:
			if i == 0 {
				return errCorrupt
			}
			repeated, bits = n[i-1], 2
		case 18:
			least, bits = 11, 7
		}
		more, err := f.take(bits)
		if err != nil {
			return err
		}
		if least+more > literals+distances-i {
			return errCorrupt
		}
		for range least + more {
			n[i] = repeated
			i++
		}
	}
	f.literals, f.distances, f.where = &f.tables[0], &f.tables[1], inCodes
	if !f.literals.build(n[:literals]) || !f.distances.build(n[literals:literals+distances]) {
		return errCorrupt
	}
	return nil
}

// symbol removes a symbol. fill was called before.
func (f *inflater) symbol(h *huffman) (int, error) {
	e := h.fast[f.bits%fastCodes]
	if e == 0 {
		e = h.slow(f.bits)
	}
	n := uint(e & 15)
	switch {
	case n == 0 && f.count >= maxCode, h.empty:
		return 0, errCorrupt
	case n == 0 || n > f.count:
		return 0, io.ErrUnexpectedEOF
	}
	f.bits >>= n
	f.count -= n
	return int(e >> 4), nil
}

// decode decodes until the end of the block, or until the output has that many bytes. The last
// match may reach beyond them.
func (f *inflater) decode(until int) error {
	for {
		f.decodeLiterals(until)
		if len(f.out) >= until {
			return nil
		}
		f.fill() // enough for a length and a distance
		symbol, err := f.symbol(f.literals)
		switch {
		case err != nil:
			return err
		case symbol < endOfBlock: // of a long code, or the input is about to end
			f.out = append(f.out, byte(symbol))
			continue
		case symbol == endOfBlock:
			f.where = betweenBlocks
			return nil
		case symbol-endOfBlock > len(lengthsOf):
			return errCorrupt
		}
		length, err := f.value(lengthsOf[symbol-endOfBlock-1])
		if err != nil {
			return err
		}
		if symbol, err = f.symbol(f.distances); err != nil {
			return err
		}
		if symbol >= len(distancesOf) {
			return errCorrupt
		}
		distance, err := f.value(distancesOf[symbol])
		if err != nil {
			return err
		}
		at := len(f.out)
		if distance > at {
			return errCorrupt
		}
		from := at - distance
		f.out = f.out[:at+length]
		for at < len(f.out) {
			at += copy(f.out[at:], f.out[from:at]) // the source may overlap what it makes
		}
	}
}

// decodeLiterals decodes literals up to one with a long code, the next match, or the last bytes of
// the input. It keeps in registers what symbol has in memory.
func (f *inflater) decodeLiterals(until int) {
	in, bits, count, out := f.in, f.bits, f.count, f.out
	table := &f.literals.fast
	for len(out) < until {
		if count < maxCode {
			if len(in) < 8 {
				break
			}
			bits |= binary.LittleEndian.Uint64(in) << (count & 63)
			n := (63 - count) / 8
			in = in[n:]
			count += 8 * n
		}
		e := table[bits%fastCodes]
		if e == 0 || e >= endOfBlock<<4 {
			break
		}
		n := uint(e & 15)
		bits >>= n
		count -= n
		out = append(out, byte(e>>4))
	}
	f.in, f.bits, f.count, f.out = in, bits, count, out
}

// value returns the value of a symbol with its additional bits.
func (f *inflater) value(e extra) (int, error) {
	more, err := f.take(uint(e.bits))
	return int(e.base) + more, err
}
