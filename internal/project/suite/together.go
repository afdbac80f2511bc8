package main

// Which steps run at the same time, and how what they print stays in order.

import (
	"bytes"
	"io"
	"runtime"
	"slices"
	"sync"
)

// stepsAtOnce is how many steps run side by side: most have stretches in which
// one package alone is tested, or waits, and a processor would be idle.
func stepsAtOnce() int { return min(2, runtime.NumCPU()) }

// packagesAtOnce is how many packages one step builds or tests at once, so that
// all steps under way have one for each processor.
func packagesAtOnce() int { return max(1, runtime.NumCPU()/stepsAtOnce()) }

// runAll runs the steps, some at once and each after the one that it waits for,
// and counts them in t in their order.
func runAll(steps []step, t *tally, atOnce int) {
	page := newPage(t.out, len(steps))
	tallies := make([]*tally, len(steps))
	ended := map[string]chan struct{}{}
	for _, s := range steps {
		ended[s.name] = make(chan struct{})
	}
	var mu sync.Mutex // of the choice
	waiting := make([]int, len(steps))
	for i := range waiting {
		waiting[i] = i
	}
	over := func(name string) bool {
		done, known := ended[name]
		if !known {
			return true
		}
		select {
		case <-done:
			return true
		default:
			return false
		}
	}
	// next takes the first step that may begin; when all wait, the first of them.
	next := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if len(waiting) == 0 {
			return 0, false
		}
		at := max(0, slices.IndexFunc(waiting, func(i int) bool { return over(steps[i].after) }))
		chosen := waiting[at]
		waiting = slices.Delete(waiting, at, at+1)
		return chosen, true
	}
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for i, ok := next(); ok; i, ok = next() {
				s := steps[i]
				if before, known := ended[s.after]; known {
					<-before
				}
				tallies[i] = newTally(page.line(i))
				run(s, i+1, len(steps), tallies[i])
				close(ended[s.name])
				page.end(i)
			}
		})
	}
	all.Wait()
	for _, one := range tallies {
		t.add(one)
	}
}

// A page shows what several steps print as if they had run one after the other:
// the first that has not ended as it comes, the others when it is their turn.
type page struct {
	mu    sync.Mutex
	out   io.Writer
	first int // that has not ended
	ended []bool
	kept  []bytes.Buffer
}

func newPage(out io.Writer, steps int) *page {
	return &page{out: out, ended: make([]bool, steps), kept: make([]bytes.Buffer, steps)}
}

// line returns what step i prints to.
func (p *page) line(i int) io.Writer { return pageLine{p, i} }

// end says that step i prints no more.
func (p *page) end(i int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended[i] = true
	for p.first < len(p.ended) && p.ended[p.first] {
		p.first++
		if p.first < len(p.kept) {
			_, _ = p.kept[p.first].WriteTo(p.out)
		}
	}
}

type pageLine struct {
	page *page
	step int
}

func (l pageLine) Write(text []byte) (int, error) {
	l.page.mu.Lock()
	defer l.page.mu.Unlock()
	if l.step == l.page.first {
		return l.page.out.Write(text)
	}
	return l.page.kept[l.step].Write(text)
}
