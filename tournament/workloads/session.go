package workloads

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// session is one contestant under one workload: the running loop, the submitted tasks, and their
// results. The goroutine that created it owns it, except where a field says otherwise.
type session struct {
	// ctx ends when the sample must be abandoned. The timed part has no time limit of its own,
	// because a pending timer changes how an idle scheduler waits.
	ctx     context.Context
	loop    contest.Loop
	control contest.RoundTripper
	server  contest.Server
	params  map[string]string
	// clientsOn are the processors of the server's clients, nil for any processor.
	clientsOn []int
	// stopwatch of the pass that is being timed.
	watch watch

	// The counts of the harness's own submissions. Only the owner writes them: producers report
	// theirs when they have finished.
	accepted, refused uint64

	ended   chan struct{} // closed when Run has returned
	runErr  error         // what Run returned
	cleanup []func()
	undone  error // the error of the cleanup
	// abandoned is set when the sample has failed. No further checks are made then.
	abandoned bool
	// remains are released when the loop has ended, because it may use them until then.
	remains []func()

	_ [64]byte // separates the owner's fields from those of the loop goroutine
	// ran counts the tasks that have run. The loop goroutine writes it. The owner reads it after a
	// task's signal or after Run has returned.
	ran uint64
	// target is the value of ran after the last task of a pass. The owner writes it before it
	// submits the pass's first task. It is atomic because a loop that runs a task too often reads
	// it while it is written.
	target atomic.Uint64
	// done receives a value from the last task of a pass.
	done chan struct{}
	_    [64]byte
}

// open creates what the workload needs of the entry: its server, its control, or its loop, which
// runs on a separate goroutine.
func open(ctx context.Context, entry contest.Entry, w *Workload, params map[string]string) (*session, error) {
	s := &session{ctx: ctx, params: params, done: make(chan struct{}, 1), ended: make(chan struct{})}
	if with := w.Needs & contest.Servers; with != 0 {
		if err := s.settle(); err != nil {
			return nil, err
		}
		server, err := entry.Server(with)
		if err != nil {
			s.release()
			return nil, fmt.Errorf("making the server: %w", err)
		}
		s.server = server
		return s, nil
	}
	if !entry.Can.Has(contest.Loops) {
		control, err := entry.NewControl()
		if err != nil {
			return nil, fmt.Errorf("making the control: %w", err)
		}
		s.control = control
		return s, nil
	}
	loop, err := entry.New()
	if err != nil {
		return nil, fmt.Errorf("making the loop: %w", err)
	}
	s.loop = loop
	go func() {
		defer close(s.ended)
		s.runErr = loop.Run(context.Background())
	}()
	return s, nil
}

// number is the value of a parameter, 0 without it. Take has checked that the parameters are those of
// a variant, so the value is a number.
func (s *session) number(param string) int {
	n, _ := strconv.Atoi(s.params[param])
	return n
}

// count is the task of most workloads. It does almost nothing, so the figure is the cost of the
// loop. There is one func value, created before the timed part.
func (s *session) count() func() {
	return func() {
		s.ran++
		if s.ran == s.target.Load() {
			s.done <- struct{}{}
		}
	}
}

// submit submits task n times, and returns how often a bounded loop was full. Any goroutine may
// call it.
func (s *session) submit(task func(), n int) (refused uint64, err error) {
	for n > 0 {
		if err := s.loop.Submit(task); err != nil {
			if err := yieldIfFull(err); err != nil {
				return refused, err
			}
			refused++
			continue
		}
		n--
	}
	return refused, nil
}

// yieldIfFull lets a bounded loop that was full run, so that the caller can retry. It returns any
// other error.
func yieldIfFull(refusal error) error {
	if !errors.Is(refusal, contest.ErrFull) {
		return fmt.Errorf("submitting to the running loop: %w", refusal)
	}
	runtime.Gosched()
	return nil
}

// announceTasks announces n further tasks, the last of which signals. Call it before the first of
// them is submitted.
func (s *session) announceTasks(n int) { s.target.Store(s.accepted + uint64(n)) }

// submitted records the submissions of the owner or its producers.
func (s *session) submitted(accepted int, refused uint64) {
	s.accepted += uint64(accepted)
	s.refused += refused
}

// await waits until the last expected task has run.
func (s *session) await() error {
	select {
	case <-s.done:
		return nil
	case <-s.ctx.Done():
		return s.stalled()
	}
}

// stalled returns the error of a session that was abandoned while it waited.
func (s *session) stalled() error {
	return errors.New("the last accepted task did not run before the deadline: a task or a wake-up was lost, or the contestant is far too slow")
}

// runTasks submits a task n times and waits until the last has run.
func (s *session) runTasks(task func(), n int) error {
	s.announceTasks(n)
	refused, err := s.submit(task, n)
	if err != nil {
		return err
	}
	s.submitted(n, refused)
	return s.await()
}

// addCleanup registers a cleanup function. Cleanup runs in reverse order.
func (s *session) addCleanup(undo func()) { s.cleanup = append(s.cleanup, undo) }

// close ends the contestant and checks that every task ran exactly once.
func (s *session) close() error {
	s.cleanUp()
	if s.control != nil {
		s.control.Close()
		return nil
	}
	if s.undone != nil {
		return s.undone
	}
	if s.server != nil {
		if err := s.server.Close(); err != nil {
			return fmt.Errorf("closing the server: %w", err)
		}
		return nil
	}
	defer s.takeSignals()()
	if err := s.loop.Shutdown(s.ctx); err != nil {
		return fmt.Errorf("shutting the loop down: %w", err)
	}
	select {
	case <-s.ended:
	case <-s.ctx.Done():
		return errors.New("run did not return before the deadline although Shutdown had")
	}
	if s.runErr != nil {
		return fmt.Errorf("run returned an error after Shutdown: %w", s.runErr)
	}
	return s.conserved()
}

// abandonAfter is the time that a failed contestant has to end.
const abandonAfter = 2 * time.Second

// abandon ends a failed contestant, as far as it can be ended.
func (s *session) abandon() {
	s.abandoned = true
	s.cleanUp()
	if s.control != nil {
		return // one of its goroutines may be stuck; the end of the process ends it
	}
	if s.server != nil {
		go func() {
			defer close(s.ended)
			_ = s.server.Close()
		}()
	} else {
		defer s.takeSignals()()
		_ = s.loop.Close()
	}
	select {
	case <-s.ended:
	case <-time.After(abandonAfter):
	}
}

// takeSignals receives the signals of tasks until the returned function is called, because a task
// that runs too often must not block the loop's end.
func (s *session) takeSignals() (stop func()) {
	over, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-s.done:
			case <-over:
				return
			}
		}
	}()
	return func() {
		close(over)
		<-stopped
	}
}

func (s *session) cleanUp() {
	for _, undo := range slices.Backward(s.cleanup) {
		undo()
	}
	s.cleanup = nil
}

// release frees the remains. Call it when the loop has ended or was abandoned.
func (s *session) release() {
	for _, free := range slices.Backward(s.remains) {
		free()
	}
}

// conserved compares the submissions of the harness and the tasks that ran with the contestant's
// counts. Call it after Run has returned.
func (s *session) conserved() error {
	if s.ran != s.accepted {
		return fmt.Errorf("%d tasks were accepted, but %d ran", s.accepted, s.ran)
	}
	counter, ok := s.loop.(contest.Counter)
	if !ok {
		return fmt.Errorf("the contestant does not count its tasks: %T has no Counts", s.loop)
	}
	got := counter.Counts()
	want := contest.Counts{Submitted: s.accepted + s.refused, Executed: s.ran, Rejected: s.refused}
	if got != want {
		return fmt.Errorf("the contestant's counts are wrong: it says %+v, the harness saw %+v", got, want)
	}
	return nil
}
