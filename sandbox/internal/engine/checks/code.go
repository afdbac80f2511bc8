package main

// This file walks through the instructions of functions.

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Instructions that this file writes.
const (
	opLoop      = 0x03
	opIf        = 0x04
	opEnd       = 0x0b
	opCall      = 0x10
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opConst     = 0x41
	opLess      = 0x48
	opAdd       = 0x6a
	opMore      = 0xfc
	moreCopy    = 10
	moreFill    = 11
	noResult    = 0x40
)

func appendConst(b []byte, v int32) []byte {
	b = append(b, opConst)
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// checkOf is the check: global--; if (global < 0) { global = budget; slow(); }
func checkOf(global, slow uint32) []byte {
	use := func(b []byte, op byte) []byte { return binary.AppendUvarint(append(b, op), uint64(global)) }
	b := use(nil, opGlobalGet)
	b = append(appendConst(b, -1), opAdd)
	b = use(use(b, opGlobalSet), opGlobalGet)
	b = append(appendConst(b, 0), opLess, opIf, noResult)
	b = use(appendConst(b, budget), opGlobalSet)
	b = binary.AppendUvarint(append(b, opCall), uint64(slow))
	return append(b, opEnd)
}

type checker struct {
	check []byte
	bulk  []byte // before an instruction that copies or fills memory; nil: an error
	first uint32 // the index of the first function that is not imported
	skip  map[uint32]bool
}

// code adds the checks to the functions of the code section.
func (c checker) code(body []byte) ([]byte, error) {
	r := &reader{data: body}
	count := r.u32()
	out := binary.AppendUvarint(nil, uint64(count))
	for i := range count {
		f := r.bytes(int(r.u32()))
		if r.err != nil {
			return nil, r.err
		}
		if !c.skip[c.first+i] {
			var err error
			if f, err = c.function(f); err != nil {
				return nil, fmt.Errorf("function %d: %w", c.first+i, err)
			}
		}
		out = binary.AppendUvarint(out, uint64(len(f)))
		out = append(out, f...)
	}
	return out, r.err
}

func (c checker) function(body []byte) ([]byte, error) {
	r := &reader{data: body}
	for range r.u32() { // groups of local variables
		r.u32()
		r.byte()
	}
	var out []byte
	done := 0
	for r.at < len(body) && r.err == nil {
		at := r.at
		op := r.byte()
		if err := r.operands(op); err != nil {
			return nil, err
		}
		switch {
		case op == opLoop:
			out = append(append(out, body[done:r.at]...), c.check...)
			done = r.at
		case op == opMore && (body[at+1] == moreCopy || body[at+1] == moreFill):
			if c.bulk == nil {
				return nil, errors.New("it copies memory, and no function has the name check_bytes")
			}
			out = append(append(out, body[done:at]...), c.bulk...)
			done = at
		}
	}
	return append(out, body[done:]...), r.err
}

// operands skips what follows an instruction.
func (r *reader) operands(op byte) error {
	switch {
	case op >= 0x02 && op <= 0x04, // the type of a block
		op == 0x0c, op == 0x0d, op == opCall, // branches, calls
		op >= 0x20 && op <= 0x26, // variables and tables
		op == 0x3f, op == 0x40,   // the size of memory
		op == opConst, op == 0x42, op == 0xd0, op == 0xd2:
		r.skipNumber()
	case op == 0x0e: // a table of branches
		for range r.u32() + 1 {
			r.skipNumber()
		}
	case op == 0x11, op >= 0x28 && op <= 0x3e: // call_indirect; an alignment and an offset
		r.skipNumber()
		r.skipNumber()
	case op == 0x1c:
		r.bytes(int(r.u32()))
	case op == 0x43:
		r.bytes(4)
	case op == 0x44:
		r.bytes(8)
	case op == opMore:
		switch second := r.u32(); {
		case second <= 7: // conversions
		case second == 9 || second == 11 || second == 13 || second >= 15 && second <= 17:
			r.skipNumber()
		case second <= 14:
			r.skipNumber()
			r.skipNumber()
		default:
			return fmt.Errorf("the instruction fc %x is not known", second)
		}
	case op > 0xc4 || op >= 0x06 && op <= 0x0a || op >= 0x12 && op <= 0x19 || op == 0x1d || op == 0x1e || op == 0x1f || op == 0x27:
		return fmt.Errorf("the instruction %x is not known", op)
	}
	return r.err
}
