package main

// This file reads and writes the sections of a module.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Numbers of sections.
const (
	customSection = 0
	importSection = 2
	globalSection = 6
	codeSection   = 10
)

const header = "\x00asm\x01\x00\x00\x00"

type section struct {
	id   byte
	body []byte
}

// addChecks returns the module with checks in the loops of all functions that are not named.
func addChecks(module []byte, unchecked []string) ([]byte, error) {
	sections, err := split(module)
	if err != nil {
		return nil, err
	}
	functions, globals, names := 0, 0, map[uint32]string{}
	for _, s := range sections {
		switch s.id {
		case importSection:
			functions, globals, err = countImports(s.body)
		case customSection:
			err = readNames(s.body, names)
		}
		if err != nil {
			return nil, err
		}
	}
	indexes, skip, err := find(names, unchecked)
	if err != nil {
		return nil, err
	}
	slow, ok := indexes["check_slow"]
	if !ok {
		return nil, errors.New("no function has the name check_slow")
	}
	out := []byte(header)
	seen := 0
	for _, s := range sections {
		switch s.id {
		case customSection:
			continue
		case globalSection:
			r := &reader{data: s.body}
			count := r.u32()
			globals += int(count)
			body := binary.AppendUvarint(nil, uint64(count)+1)
			body = append(body, s.body[r.at:]...)
			// A variable of 32 bits, and the expression of its first value.
			s.body = append(appendConst(append(body, 0x7f, 1), budget), opEnd)
			seen++
		case codeSection:
			c := checker{check: checkOf(uint32(globals), slow), first: uint32(functions), skip: skip}
			if i, ok := indexes["check_bytes"]; ok {
				c.bulk = binary.AppendUvarint([]byte{opCall}, uint64(i))
			}
			if s.body, err = c.code(s.body); err != nil {
				return nil, err
			}
			seen++
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(s.body)))
		out = append(out, s.body...)
	}
	if seen != 2 {
		return nil, errors.New("the module needs global variables and code")
	}
	return out, nil
}

// find returns the indexes of functions, and which get no checks. Each name must be that of a
// function, so that a list does not become old.
func find(names map[uint32]string, unchecked []string) (indexes map[string]uint32, skip map[uint32]bool, err error) {
	indexes, skip = map[string]uint32{}, map[uint32]bool{}
	found := map[string]bool{}
	for i, name := range names {
		indexes[name] = i
		for _, u := range unchecked {
			prefix, all := strings.CutSuffix(u, "*")
			if name == u || all && strings.HasPrefix(name, prefix) {
				skip[i], found[u] = true, true
			}
		}
	}
	for _, name := range unchecked {
		if !found[name] {
			return nil, nil, fmt.Errorf("no function has the name %s", name)
		}
	}
	return indexes, skip, nil
}

func split(module []byte) ([]section, error) {
	if !bytes.HasPrefix(module, []byte(header)) {
		return nil, errors.New("it is no module of WebAssembly 1")
	}
	r := &reader{data: module, at: len(header)}
	var all []section
	for r.at < len(r.data) && r.err == nil {
		all = append(all, section{r.byte(), r.bytes(int(r.u32()))})
	}
	return all, r.err
}

// countImports returns how many functions and global variables are imported.
func countImports(body []byte) (functions, globals int, err error) {
	r := &reader{data: body}
	for range r.u32() {
		r.bytes(int(r.u32()))
		r.bytes(int(r.u32()))
		switch kind := r.byte(); kind {
		case 0:
			r.u32()
			functions++
		case 3:
			r.bytes(2)
			globals++
		default:
			return 0, 0, fmt.Errorf("an import of kind %d", kind)
		}
	}
	return functions, globals, r.err
}

// readNames reads the names of functions, if the section has them.
func readNames(body []byte, names map[uint32]string) error {
	r := &reader{data: body}
	if string(r.bytes(int(r.u32()))) != "name" {
		return r.err
	}
	for r.at < len(r.data) && r.err == nil {
		kind := r.byte()
		part := &reader{data: r.bytes(int(r.u32()))}
		if kind != 1 {
			continue
		}
		for range part.u32() {
			i := part.u32()
			names[i] = string(part.bytes(int(part.u32())))
		}
		r.err = errors.Join(r.err, part.err)
	}
	return r.err
}

// reader reads numbers and bytes. After an error it returns zeros.
type reader struct {
	data []byte
	at   int
	err  error
}

var errShort = errors.New("it ends too early")

func (r *reader) byte() byte {
	b := r.bytes(1)
	if r.err != nil {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.data)-r.at) {
		r.err = errShort
	}
	if r.err != nil {
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

// u32 reads an unsigned number.
func (r *reader) u32() uint32 {
	v, n := binary.Uvarint(r.data[r.at:])
	if r.err == nil && (n <= 0 || v > 1<<32-1) {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	r.at += n
	return uint32(v)
}

// skipNumber skips a number of any length.
func (r *reader) skipNumber() {
	for r.byte() >= 0x80 {
	}
}
