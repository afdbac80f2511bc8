// Package backtrack matches regular expressions that need backtracking, and can be stopped while it
// does. The engine uses a library for these, which runs on for as long as a match takes: hours for
// (a+)+$ with a lookahead on forty letters. This package takes the library's parser and matches the
// tree itself, with ECMAScript's rules for captures in loops and for empty iterations.
package backtrack

import (
	"errors"
	"fmt"
	"math"

	"github.com/dlclark/regexp2/v2"
	"github.com/dlclark/regexp2/v2/syntax"
)

// A Program is a compiled regular expression. Immutable; any goroutine may use it.
type Program struct {
	code      []instruction
	groups    int      // capture groups, with the whole match
	registers int      // numbers that a match needs, the first ones are the groups' ends
	names     []string // by group, "" for one without a name
	anchored  bool     // it can match at the start of the text only
}

type operation uint8

const (
	opMatch     operation = iota // the end
	opFail                       // nothing matches
	opOne                        // one character, see matches
	opMulti                      // a string
	opReference                  // what group a has matched
	opBegin                      // start of the text
	opBeginLine                  // start of a line
	opEnd                        // end of the text
	opEndLine                    // end of a line
	opBoundary                   // a word begins or ends; not, if negated
	opRun                        // a to b characters
	opSplit                      // try here, then at a
	opJump                       // continue at a
	opMark                       // register a is the position
	opCapture                    // group a reaches from register b to the position
	opReset                      // forget groups a to b
	opZero                       // register a is 0
	opLoop                       // decide on another iteration of loop
	opIterated                   // an iteration has ended
	opLook                       // what follows, up to the opMatch before a, matches here; not, if negated
	opAtomic                     // the same, and what it matched is consumed
)

type kind uint8

const (
	equal kind = iota
	different
	inSet
)

type mode uint8

const (
	greedy mode = iota
	lazy
	possessive
)

type instruction struct {
	op       operation
	kind     kind
	mode     mode
	back     bool // matches to the left
	fold     bool // without regard to case
	negated  bool
	a, b     int
	char     rune
	set      *syntax.CharSet
	text     []rune
	min, max int // of a loop
	exit     int // of a loop
}

// errUnsupported is the error for what ECMAScript does not have.
var errUnsupported = errors.New("the regular expression is not one of ECMAScript")

// largest is the size of the largest program.
const largest = 1 << 20

// Compile compiles a pattern in the form that the engine gives to its library.
func Compile(pattern string, multiline, dotAll, ignoreCase, unicode bool) (p *Program, err error) {
	options := regexp2.ECMAScript
	for _, o := range []struct {
		set    bool
		option regexp2.RegexOptions
	}{{multiline, regexp2.Multiline}, {dotAll, regexp2.Singleline}, {unicode, regexp2.Unicode}} {
		if o.set {
			options |= o.option
		}
	}
	tree, err := syntax.Parse(pattern, syntax.ParseOptions{RegexOptions: syntax.RegexOptions(options), MaintainCaptureOrder: true})
	if err != nil {
		return nil, err
	}
	if len(tree.Capnumlist) > 0 && len(tree.Capnumlist) != tree.Captop {
		return nil, errUnsupported
	}
	c := &compiler{fold: ignoreCase, p: &Program{groups: max(1, tree.Captop)}}
	c.p.registers = 2 * c.p.groups
	c.p.names = make([]string, c.p.groups)
	for name, group := range tree.Capnames {
		if group < c.p.groups && !isNumber(name) {
			c.p.names[group] = name
		}
	}
	if err := c.node(tree.Root); err != nil {
		return nil, err
	}
	c.emit(instruction{op: opMatch})
	c.p.anchored = startsAtBegin(tree.Root)
	return c.p, nil
}

func isNumber(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// startsAtBegin reports whether a tree begins with the start of the text.
func startsAtBegin(n *syntax.RegexNode) bool {
	for {
		switch n.T {
		case syntax.NtBeginning:
			return n.Options&syntax.RightToLeft == 0
		case syntax.NtCapture, syntax.NtGroup, syntax.NtConcatenate:
			if len(n.Children) == 0 {
				return false
			}
			n = n.Children[0]
		default:
			return false
		}
	}
}

type compiler struct {
	p *Program
	// fold is the flag i. The parser is not told of it: it would add all cases to each class, which
	// takes 50 ms for one that has most characters.
	fold bool
}

func (c *compiler) emit(i instruction) int {
	c.p.code = append(c.p.code, i)
	return len(c.p.code) - 1
}

func (c *compiler) here() int { return len(c.p.code) }

func (c *compiler) register() int {
	c.p.registers++
	return c.p.registers - 1
}

func (c *compiler) nodes(list []*syntax.RegexNode) error {
	for _, n := range list {
		if err := c.node(n); err != nil {
			return err
		}
	}
	return nil
}

// node compiles a node of the tree.
func (c *compiler) node(n *syntax.RegexNode) error {
	if len(c.p.code) > largest {
		return errors.New("the regular expression is too large")
	}
	i := instruction{
		back: n.Options&syntax.RightToLeft != 0, fold: c.fold,
		char: n.Ch, set: n.Set, text: n.Str, a: n.M, b: n.N,
	}
	switch n.T {
	case syntax.NtEmpty, syntax.NtUpdateBumpalong:
	case syntax.NtNothing:
		c.emit(instruction{op: opFail})
	case syntax.NtOne, syntax.NtNotone, syntax.NtSet:
		i.op, i.kind = opOne, kinds[n.T]
		c.emit(i)
	case syntax.NtMulti:
		i.op = opMulti
		c.emit(i)
	case syntax.NtRef:
		i.op = opReference
		c.emit(i)
	case syntax.NtOneloop, syntax.NtNotoneloop, syntax.NtSetloop, syntax.NtOnelazy, syntax.NtNotonelazy, syntax.NtSetlazy,
		syntax.NtOneloopatomic, syntax.NtNotoneloopatomic, syntax.NtSetloopatomic:
		i.op, i.kind, i.mode = opRun, kinds[n.T], modes[n.T]
		if c.fold && i.mode == possessive {
			i.mode = greedy // the parser compared what follows with regard to case
		}
		c.emit(i)
	case syntax.NtBol:
		c.emit(instruction{op: opBeginLine})
	case syntax.NtBeginning:
		c.emit(instruction{op: opBegin})
	case syntax.NtEol:
		c.emit(instruction{op: opEndLine})
	case syntax.NtEnd, syntax.NtEndZ:
		c.emit(instruction{op: opEnd})
	case syntax.NtBoundary, syntax.NtECMABoundary:
		c.emit(instruction{op: opBoundary})
	case syntax.NtNonboundary, syntax.NtNonECMABoundary:
		c.emit(instruction{op: opBoundary, negated: true})
	case syntax.NtConcatenate, syntax.NtGroup:
		return c.nodes(n.Children)
	case syntax.NtAlternate:
		return c.alternatives(n.Children)
	case syntax.NtCapture:
		if n.N != -1 {
			return errUnsupported
		}
		mark := c.register()
		c.emit(instruction{op: opMark, a: mark})
		if err := c.nodes(n.Children); err != nil {
			return err
		}
		c.emit(instruction{op: opCapture, a: n.M, b: mark})
	case syntax.NtLoop, syntax.NtLazyloop:
		return c.loop(n)
	case syntax.NtPosLook, syntax.NtNegLook, syntax.NtAtomic:
		if n.T == syntax.NtAtomic && c.fold {
			return c.nodes(n.Children) // as above: a program cannot write an atomic group
		}
		i := instruction{op: opLook, negated: n.T == syntax.NtNegLook}
		if n.T == syntax.NtAtomic {
			i.op = opAtomic
		}
		at := c.emit(i)
		if err := c.nodes(n.Children); err != nil {
			return err
		}
		c.emit(instruction{op: opMatch})
		c.p.code[at].a = c.here()
	default:
		return fmt.Errorf("%w: node %d", errUnsupported, n.T)
	}
	return nil
}

var kinds = map[syntax.NodeType]kind{
	syntax.NtOne: equal, syntax.NtOneloop: equal, syntax.NtOnelazy: equal, syntax.NtOneloopatomic: equal,
	syntax.NtNotone: different, syntax.NtNotoneloop: different, syntax.NtNotonelazy: different, syntax.NtNotoneloopatomic: different,
	syntax.NtSet: inSet, syntax.NtSetloop: inSet, syntax.NtSetlazy: inSet, syntax.NtSetloopatomic: inSet,
}

var modes = map[syntax.NodeType]mode{
	syntax.NtOnelazy: lazy, syntax.NtNotonelazy: lazy, syntax.NtSetlazy: lazy,
	syntax.NtOneloopatomic: possessive, syntax.NtNotoneloopatomic: possessive, syntax.NtSetloopatomic: possessive,
}

func (c *compiler) alternatives(list []*syntax.RegexNode) error {
	var jumps []int
	for i, n := range list {
		last := i == len(list)-1
		split := c.here()
		if !last {
			c.emit(instruction{op: opSplit})
		}
		if err := c.node(n); err != nil {
			return err
		}
		if !last {
			jumps = append(jumps, c.emit(instruction{op: opJump}))
			c.p.code[split].a = c.here()
		}
	}
	for _, jump := range jumps {
		c.p.code[jump].a = c.here()
	}
	return nil
}

// loop compiles a loop of a group:
//
//	zero count; loop: opLoop; mark start; reset groups; body; opIterated, jump to loop; exit:
func (c *compiler) loop(n *syntax.RegexNode) error {
	count, start := c.register(), c.register()
	c.emit(instruction{op: opZero, a: count})
	i := instruction{op: opLoop, a: count, min: n.M, max: n.N}
	if n.T == syntax.NtLazyloop {
		i.mode = lazy
	}
	at := c.emit(i)
	c.emit(instruction{op: opMark, a: start})
	if from, to := groupsIn(n); from <= to {
		c.emit(instruction{op: opReset, a: from, b: to})
	}
	if err := c.nodes(n.Children); err != nil {
		return err
	}
	c.emit(instruction{op: opIterated, a: count, b: start, min: n.M, exit: at})
	c.p.code[at].exit = c.here()
	return nil
}

// groupsIn returns the numbers of the first and the last group in a node.
func groupsIn(n *syntax.RegexNode) (from, to int) {
	from, to = math.MaxInt, -1
	var look func(n *syntax.RegexNode)
	look = func(n *syntax.RegexNode) {
		if n.T == syntax.NtCapture {
			from, to = min(from, n.M), max(to, n.M)
		}
		for _, child := range n.Children {
			look(child)
		}
	}
	look(n)
	return from, to
}
