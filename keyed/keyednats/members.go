package keyednats

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns the membership of a group: who is there, which partitions this process should
// have, and the leases of those that it has.

const (
	memberPrefix = "member."
	leasePrefix  = "partition."
)

// A membership is the time for which a source is in its group. One goroutine, that of run, uses its
// fields.
type membership struct {
	*Source
	ctx      context.Context // ends with Close
	reading  context.Context // ends with Run
	readers  sync.WaitGroup  // goroutines that read and release partitions
	known    bool            // the bucket was read once
	draining bool            // reading has ended: no partition is taken or given back
	drained  chan struct{}   // closed when nothing is delivered any more
	seen     map[string]time.Time
	held     map[int]*holding
	released chan int
}

// A holding is a partition whose lease this process has.
type holding struct {
	revision uint64
	// loss loses the partition two thirds of the lease after the last renewal has begun. It is a timer,
	// because run may be waiting for the server at that time.
	loss      *time.Timer
	reader    *reader
	releasing bool
}

// untilLoss returns the time of loss for a renewal that has begun.
func (m *membership) untilLoss(began time.Time) time.Duration {
	return time.Until(began.Add(m.config.Lease * 2 / 3))
}

func newMembership(ctx, reading context.Context, s *Source) *membership {
	return &membership{
		Source: s, ctx: ctx, reading: reading, drained: make(chan struct{}),
		seen: map[string]time.Time{}, held: map[int]*holding{}, released: make(chan int),
	}
}

// run stays in the group until its context ends, and then leaves it.
func (m *membership) run() error {
	watcher, err := m.bucket.WatchAll(m.ctx)
	if err != nil {
		return fmt.Errorf("keyednats: watch the bucket of group %s: %w", m.config.Group, err)
	}
	defer func() { _ = watcher.Stop() }() // the connection may be gone
	ticker := time.NewTicker(m.config.Lease / 6)
	defer ticker.Stop()
	m.renew()
	ending := m.reading.Done()
	for {
		select {
		case <-m.ctx.Done():
			m.leave()
			return nil
		case <-ending:
			ending, m.draining = nil, true
			go func() {
				m.readers.Wait()
				close(m.drained)
			}()
		case <-ticker.C:
			m.renew()
			m.balance()
		case entry, ok := <-watcher.Updates():
			if !ok {
				// The leases expire: what runs must end before another process goes on.
				for _, h := range m.held {
					h.loss.Stop()
					h.reader.requestStop()
				}
				m.readers.Wait()
				return errors.New("keyednats: the connection was closed")
			}
			if m.see(entry) {
				m.balance()
			}
		case n := <-m.released:
			m.giveBack(n)
			m.balance()
		}
	}
}

// see notes what an entry says. A member is there as long as its entries come, by this process's
// clock. It returns true if the balance may have changed.
func (m *membership) see(entry jetstream.KeyValueEntry) bool {
	if entry == nil { // all that was there before
		m.known = true
		return true
	}
	id, ok := strings.CutPrefix(entry.Key(), memberPrefix)
	put := entry.Operation() == jetstream.KeyValuePut
	if !ok {
		return !put // somebody has given back a partition
	}
	_, known := m.seen[id]
	if put {
		m.seen[id] = time.Now()
	} else {
		delete(m.seen, id)
	}
	return known != put
}

// renew renews what this process has in the bucket.
func (m *membership) renew() {
	now := time.Now()
	ctx, cancel := context.WithTimeout(m.ctx, m.config.Lease/3)
	defer cancel()
	if !m.draining {
		_, err := m.bucket.PutString(ctx, memberPrefix+m.id, "")
		m.report("renew the membership", err)
		if err == nil {
			m.seen[m.id] = now
		}
	}
	maps.DeleteFunc(m.seen, func(_ string, last time.Time) bool { return now.Sub(last) > m.config.Lease })
	renewed := true
	for n, h := range m.held {
		if !h.releasing && h.reader.hasToStop() {
			m.drop(n) // loss has come: the lease expires
			continue
		}
		began := time.Now()
		revision, err := m.bucket.Update(ctx, lease(n), []byte(m.id), h.revision)
		if err == nil {
			h.revision = revision
			h.loss.Reset(m.untilLoss(began))
			continue
		}
		renewed = false
		m.report("renew a lease", fmt.Errorf("%v: %w", m.partition(n), err))
		if errors.Is(err, jetstream.ErrKeyExists) {
			h.reader.lose() // also ends the wait of a release
			if !h.releasing {
				m.drop(n)
			}
		}
	}
	if renewed {
		m.report("renew a lease", nil)
	}
}

// balance gives back the partitions that this process should not have, and takes those that it
// should.
func (m *membership) balance() {
	if !m.known || m.draining {
		return // leave gives everything back
	}
	mine := owned(slices.Sorted(maps.Keys(m.seen)), len(m.config.Partitions), m.id)
	for n, h := range m.held {
		if !slices.Contains(mine, n) && !h.releasing {
			h.releasing = true
			m.readers.Go(func() {
				h.reader.release(m.ctx)
				select {
				case m.released <- n:
				case <-m.ctx.Done():
				case <-m.reading.Done(): // leave gives it back
				}
			})
		}
	}
	for _, n := range mine {
		if m.held[n] == nil {
			m.take(n)
		}
	}
}

// take tries to become the owner of a partition.
func (m *membership) take(n int) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(m.reading, m.config.Lease/3)
	defer cancel()
	revision, err := m.bucket.Create(ctx, lease(n), []byte(m.id))
	switch {
	case errors.Is(err, jetstream.ErrKeyExists):
		m.report("take a partition", nil)
		return // its owner has not given it back
	case err != nil:
		m.report("take a partition", fmt.Errorf("%v: %w", m.partition(n), err))
		return
	}
	m.report("take a partition", nil)
	h := &holding{revision: revision, reader: newReader(m.Source, n)}
	h.loss = time.AfterFunc(m.untilLoss(began), h.reader.lose)
	m.held[n] = h
	m.readers.Go(func() { h.reader.run(m.reading) })
}

// drop forgets a partition that this process has not any more.
func (m *membership) drop(n int) {
	m.held[n].loss.Stop()
	delete(m.held, n)
}

// giveBack deletes the lease of a partition that was released.
func (m *membership) giveBack(n int) {
	revision := m.held[n].revision
	m.drop(n)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(m.ctx), m.config.Lease/3)
	defer cancel()
	if err := m.bucket.Delete(ctx, lease(n), jetstream.LastRevision(revision)); err != nil {
		m.report("give back a partition", fmt.Errorf("%v: %w", m.partition(n), err))
		m.report("give back a partition", nil) // the lease expires
	}
}

// leave gives everything back. The consumer has revoked all partitions.
func (m *membership) leave() {
	m.readers.Wait()
	for n := range m.held {
		m.giveBack(n)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(m.ctx), m.config.Lease/3)
	defer cancel()
	if err := m.bucket.Delete(ctx, memberPrefix+m.id); err != nil {
		m.report("leave the group", err)
	}
}

// report reports the result of an operation, nil if it has worked.
func (m *membership) report(operation string, err error) {
	if err != nil {
		if m.ctx.Err() != nil || m.reading.Err() != nil {
			return
		}
		err = fmt.Errorf("keyednats: %s: %w", operation, err)
	}
	m.sink.Report(operation, err)
}

func lease(n int) string { return leasePrefix + strconv.Itoa(n) }

func (s *Source) partition(n int) keyed.Partition {
	return keyed.Partition{Topic: s.config.Stream, Number: int32(n)}
}

// owned returns the partitions of a member: rendezvous hashing, where no member takes more than its
// share, rounded up. So the shares are even, and few partitions move when a member comes or goes.
// (Thaler and Ravishankar, A Name-Based Mapping Scheme for Rendezvous, 1996.)
func owned(members []string, partitions int, member string) []int {
	if len(members) == 0 {
		return nil
	}
	share := (partitions + len(members) - 1) / len(members)
	load := map[string]int{}
	var mine []int
	for n := range partitions {
		var best string
		var most uint64
		for _, id := range members {
			if w := weight(id, n); load[id] < share && (best == "" || w > most) {
				best, most = id, w
			}
		}
		load[best]++
		if best == member {
			mine = append(mine, n)
		}
	}
	return mine
}

func weight(member string, n int) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(strconv.Itoa(n) + "/" + member)) // never fails
	w := h.Sum64()
	w ^= w >> 32 // the last bytes of the input change only the low bits by themselves
	return w * 0x9e3779b97f4a7c15
}
