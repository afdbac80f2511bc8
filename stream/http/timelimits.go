package streamhttp

// This file owns the time limits of connections that wait: for a request, for the rest of a head, for
// the client's end. All connections that wait for the same thing have the same time limit. So they are
// in a list in the order in which they began to wait, and the first is the first to end. A loop has one
// timer for all lists, and beginning or ending a wait takes no lock and sets no timer.
//
// Rejected: a timer for each connection. It costs 130 bytes more for each, and two changes of the heap
// for each request.

import (
	"cmp"
	"time"

	"github.com/wakeful-go/wakeful"
)

// lingerTime is how long a connection waits for the client's end after an answer to a request that was
// not read to its end. Closing it at once could drop the answer.
const lingerTime = 500 * time.Millisecond

// waitKind says what a connection waits for.
type waitKind uint8

const (
	waitNew    waitKind = iota // for the first byte
	waitHead                   // for the rest of a head
	waitIdle                   // for the next request
	waitLinger                 // for the client's end
	busy                       // for nothing: a request is being handled
	waitKinds
)

// serverLoop is what the connections of a server share on one loop. Loop only.
type serverLoop struct {
	server *Server
	loop   *wakeful.Loop
	lists  [waitKinds]list
	timer  *wakeful.Timer
	armed  time.Time // when the timer fires; zero if it is not set
	ended  bool      // the loop is ending
}

// list holds connections in the order in which they began to wait.
type list struct {
	first, last *conn
	after       time.Duration // not positive: no limit
}

func newServerLoop(s *Server, l *wakeful.Loop) *serverLoop {
	sl := &serverLoop{server: s, loop: l}
	head := cmp.Or(s.ReadHeaderTimeout, s.ReadTimeout)
	sl.lists[waitNew].after, sl.lists[waitHead].after = head, head
	sl.lists[waitIdle].after = cmp.Or(s.IdleTimeout, s.ReadTimeout)
	sl.lists[waitLinger].after = lingerTime
	_, err := l.OnDrain(sl.beginEnd)
	sl.ended = err != nil
	return sl
}

// place puts a connection at the end of a list.
func (l *serverLoop) place(c *conn, kind waitKind) {
	l.remove(c)
	q := &l.lists[kind]
	c.kind, c.listed, c.before, c.next = kind, true, q.last, nil
	if q.last == nil {
		q.first = c
	} else {
		q.last.next = c
	}
	q.last = c
	if q.after > 0 {
		c.since = time.Now()
		l.arm(c.since.Add(q.after))
	}
}

// remove takes a connection out of its list.
func (l *serverLoop) remove(c *conn) {
	if !c.listed {
		return
	}
	q := &l.lists[c.kind]
	if c.before == nil {
		q.first = c.next
	} else {
		c.before.next = c.next
	}
	if c.next == nil {
		q.last = c.before
	} else {
		c.next.before = c.before
	}
	c.listed, c.before, c.next = false, nil, nil
}

// arm has the timer fire at a time at the latest.
func (l *serverLoop) arm(at time.Time) {
	if !l.armed.IsZero() && !at.Before(l.armed) {
		return
	}
	var err error
	if l.timer == nil {
		if l.timer, err = l.loop.AfterFunc(time.Until(at), l.fire); err == nil {
			l.timer.Unref() // the connections keep an auto-exit loop running
		}
	} else {
		err = l.timer.Reset(time.Until(at))
	}
	if err == nil { // otherwise the loop is ending
		l.armed = at
	}
}

// fire ends the connections whose time is over.
func (l *serverLoop) fire() {
	l.armed = time.Time{}
	now := time.Now()
	for i := range l.lists {
		q := &l.lists[i]
		if q.after <= 0 {
			continue
		}
		for q.first != nil {
			at := q.first.since.Add(q.after)
			if at.After(now) {
				l.arm(at)
				break
			}
			q.first.timedOut()
		}
	}
}

// each calls fn with each connection. fn may remove it.
func (l *serverLoop) each(fn func(*conn)) {
	for i := range l.lists {
		for c := l.lists[i].first; c != nil; {
			next := c.next
			fn(c)
			c = next
		}
	}
}
