package backtrack

import (
	"errors"
	"unicode"
)

// ErrTooComplex means that a match needs more memory than a match may have.
var ErrTooComplex = errors.New("the regular expression needs too much memory on this text")

// Names returns the names of the groups, by number; "" for one without a name.
func (p *Program) Names() []string { return p.names }

// Match returns where the first match in a text starts and ends, and its groups: two positions
// each, -1 for a group that has not matched. The search begins at start; with sticky the match must
// begin there. It returns nil if there is none. Match calls check now and then, which may panic in
// order to stop it.
func (p *Program) Match(text []rune, start int, sticky bool, check func()) (groups []int, err error) {
	m := &matcher{p: p, text: text, check: check, registers: make([]int, p.registers)}
	for at := start; at <= len(text); at++ {
		if p.anchored && at > 0 {
			break
		}
		for i := range m.registers {
			m.registers[i] = -1
		}
		m.stack = m.stack[:0]
		end, ok := m.run(0, at)
		if m.err != nil {
			return nil, m.err
		}
		if ok {
			groups = m.registers[:2*p.groups]
			groups[0], groups[1] = at, end
			return groups, nil
		}
		if sticky {
			break
		}
	}
	return nil, nil
}

// mostEntries limits the memory of a match.
const mostEntries = 1 << 21

// between is how many steps are made between two checks.
const between = 1 << 12

// A matcher is the state of one match.
type matcher struct {
	p         *Program
	text      []rune
	registers []int
	stack     []entry
	steps     int
	check     func()
	err       error
}

// An entry is something to do when the match fails: to try something else, or to restore a
// register.
type entry struct {
	kind   entryKind
	at     int // instruction, or register
	pos    int // position, or the register's value
	count  int // of a run: how many characters it has matched
	beyond int // of a run: how many it may match
}

type entryKind uint8

const (
	choice  entryKind = iota
	restore           // a register
	shorter           // a greedy run
	longer            // a lazy run
)

func (m *matcher) push(e entry) {
	if len(m.stack) >= mostEntries {
		m.err = ErrTooComplex
		return
	}
	m.stack = append(m.stack, e)
}

// set changes a register so that a failure restores it.
func (m *matcher) set(register, value int) {
	if old := m.registers[register]; old != value {
		m.push(entry{kind: restore, at: register, pos: old})
		m.registers[register] = value
	}
}

func (m *matcher) step(n int) {
	if m.steps += n; m.steps >= between {
		m.steps = 0
		m.check()
	}
}

// run matches from an instruction to an opMatch. The stack has at least the height that it had
// before, with what to try if what follows fails.
func (m *matcher) run(pc, pos int) (end int, ok bool) {
	base := len(m.stack)
	for m.err == nil {
		m.step(1)
		i := &m.p.code[pc]
		matched := true
		switch i.op {
		case opMatch:
			return pos, true
		case opFail:
			matched = false
		case opOne:
			if matched = m.one(i, pos); matched {
				pos = move(i, pos, 1)
			}
		case opMulti:
			pos, matched = m.multi(i, i.text, pos)
		case opReference:
			from, to := m.registers[2*i.a], m.registers[2*i.a+1]
			if from >= 0 {
				m.step(to - from)
				pos, matched = m.multi(i, m.text[from:to], pos)
			}
		case opBegin, opBeginLine, opEnd, opEndLine, opBoundary:
			matched = m.assert(i, pos)
		case opRun:
			pos, matched = m.runOf(pc, i, pos)
		case opSplit:
			m.push(entry{kind: choice, at: i.a, pos: pos})
		case opJump:
			pc = i.a
			continue
		case opMark:
			m.set(i.a, pos)
		case opCapture:
			from, to := m.registers[i.b], pos
			if from > to {
				from, to = to, from
			}
			m.set(2*i.a, from)
			m.set(2*i.a+1, to)
		case opReset:
			for group := i.a; group <= i.b; group++ {
				m.set(2*group, -1)
				m.set(2*group+1, -1)
			}
		case opZero:
			m.set(i.a, 0)
		case opLoop:
			count := m.registers[i.a]
			switch {
			case count < i.min:
			case count >= i.max:
				pc = i.exit
				continue
			case i.mode == lazy:
				m.push(entry{kind: choice, at: pc + 1, pos: pos})
				pc = i.exit
				continue
			default:
				m.push(entry{kind: choice, at: i.exit, pos: pos})
			}
		case opIterated:
			count := m.registers[i.a]
			if matched = pos != m.registers[i.b] || count < i.min; matched {
				m.set(i.a, count+1)
				pc = i.exit
				continue
			}
		case opLook, opAtomic:
			height := len(m.stack)
			after, found := m.run(pc+1, pos)
			switch {
			case m.err != nil:
				return 0, false
			case i.op == opAtomic && found:
				m.keepRestores(height)
				pos = after
			case found && !i.negated:
				m.keepRestores(height)
			case found:
				m.unwind(height)
				matched = false
			default:
				matched = i.negated
			}
			if matched {
				pc = i.a
				continue
			}
		}
		if matched {
			pc++
			continue
		}
		if pc, pos, ok = m.back(base); !ok {
			return 0, false
		}
	}
	return 0, false
}

// back returns to the last choice above a height of the stack.
func (m *matcher) back(base int) (pc, pos int, ok bool) {
	for len(m.stack) > base {
		m.step(1)
		last := len(m.stack) - 1
		e := &m.stack[last]
		switch e.kind {
		case restore:
			m.registers[e.at] = e.pos
		case choice:
			m.stack = m.stack[:last]
			return e.at, e.pos, true
		case shorter:
			i := &m.p.code[e.at]
			if e.count > i.a {
				e.count--
				return e.at + 1, move(i, e.pos, e.count), true
			}
		case longer:
			i := &m.p.code[e.at]
			if at := move(i, e.pos, e.count); e.count < e.beyond && m.one(i, at) {
				e.count++
				return e.at + 1, move(i, e.pos, e.count), true
			}
		}
		m.stack = m.stack[:last]
	}
	return 0, 0, false
}

// unwind undoes everything above a height of the stack.
func (m *matcher) unwind(height int) {
	for len(m.stack) > height {
		last := len(m.stack) - 1
		if e := m.stack[last]; e.kind == restore {
			m.registers[e.at] = e.pos
		}
		m.stack = m.stack[:last]
	}
}

// keepRestores drops the choices above a height of the stack.
func (m *matcher) keepRestores(height int) {
	kept := m.stack[:height]
	for _, e := range m.stack[height:] {
		if e.kind == restore {
			kept = append(kept, e)
		}
	}
	m.stack = kept
}

// move returns a position n characters on in the direction of an instruction.
func move(i *instruction, pos, n int) int {
	if i.back {
		return pos - n
	}
	return pos + n
}

// one reports whether the next character is one of the instruction's.
func (m *matcher) one(i *instruction, pos int) bool {
	if i.back {
		pos--
	}
	if pos < 0 || pos >= len(m.text) {
		return false
	}
	c := m.text[pos]
	switch i.kind {
	case equal:
		return c == i.char || i.fold && same(c, i.char)
	case different:
		return c != i.char && (!i.fold || !same(c, i.char))
	}
	switch {
	case !i.fold:
		return i.set.CharIn(c)
	case i.set.IsNegated():
		return i.set.CharIn(c) && i.set.CharIn(unicode.ToLower(c)) && i.set.CharIn(unicode.ToUpper(c))
	}
	return i.set.CharIn(c) || i.set.CharIn(unicode.ToLower(c)) || i.set.CharIn(unicode.ToUpper(c))
}

// multi matches a string.
func (m *matcher) multi(i *instruction, text []rune, pos int) (int, bool) {
	from := pos
	if i.back {
		from -= len(text)
	}
	if from < 0 || from+len(text) > len(m.text) {
		return pos, false
	}
	for k, c := range text {
		if d := m.text[from+k]; c != d && (!i.fold || !same(c, d)) {
			return pos, false
		}
	}
	return move(i, pos, len(text)), true
}

// runOf matches a run of characters.
func (m *matcher) runOf(pc int, i *instruction, pos int) (int, bool) {
	most := i.b
	if i.mode == lazy {
		most = i.a
	}
	count := 0
	for count < most && m.one(i, move(i, pos, count)) {
		count++
		if count&(between-1) == 0 {
			m.step(between)
		}
	}
	m.step(count & (between - 1))
	if count < i.a {
		return pos, false
	}
	switch {
	case i.mode == greedy && count > i.a:
		m.push(entry{kind: shorter, at: pc, pos: pos, count: count})
	case i.mode == lazy && i.b > i.a:
		m.push(entry{kind: longer, at: pc, pos: pos, count: count, beyond: i.b})
	}
	return move(i, pos, count), true
}

func (m *matcher) assert(i *instruction, pos int) bool {
	switch i.op {
	case opBegin:
		return pos == 0
	case opBeginLine:
		return pos == 0 || ofLineEnd(m.text[pos-1])
	case opEnd:
		return pos == len(m.text)
	case opEndLine:
		return pos == len(m.text) || ofLineEnd(m.text[pos])
	}
	return (m.word(pos-1) != m.word(pos)) != i.negated
}

func ofLineEnd(c rune) bool { return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029' }

func (m *matcher) word(pos int) bool {
	if pos < 0 || pos >= len(m.text) {
		return false
	}
	c := m.text[pos]
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' && c < unicode.MaxASCII
}

// same reports whether two characters differ in case only.
func same(a, b rune) bool {
	return unicode.ToLower(a) == unicode.ToLower(b) || unicode.ToUpper(a) == unicode.ToUpper(b)
}
