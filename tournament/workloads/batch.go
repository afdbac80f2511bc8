package workloads

import (
	"fmt"
	"strconv"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var _ = register(&Workload{
	Name:     "batch-throughput",
	Summary:  "One goroutine submits a burst of tasks, awaits the last of them, and submits the next burst at once; per task.",
	Unit:     nsPerOp,
	Variants: variants("burst", "64", "128", "256", "512", "1024", "2048", "4096"),
	Quick:    variants("burst", "1024"),
	Needs:    contest.Loops,
	order:    80,
	prepare: func(s *session) (pass, error) {
		burst, err := s.burst()
		if err != nil {
			return nil, err
		}
		return func(length time.Duration) (timing, error) {
			bursts := 0
			s.watch.start()
			for began := time.Now(); bursts == 0 || time.Since(began) < length; bursts++ {
				if err := burst.perform(); err != nil {
					return timing{}, err
				}
			}
			s.watch.stop()
			s.watch.readMemory()
			return timing{ops: bursts * burst.size}, nil
		}, nil
	},
})

var _ = register(&Workload{
	Name: "batch-latency",
	Summary: "Bursts of tasks that meet a loop that sleeps; timed from the first Submit of a burst until its last task has run, per task. " +
		"The histogram is of whole bursts.",
	Unit:     nsPerOp,
	Variants: variants("burst", "64", "128", "256", "512", "1024", "2048", "4096"),
	Quick:    variants("burst", "256"),
	Waits:    true,
	Needs:    contest.Loops,
	order:    81,
	prepare: func(s *session) (pass, error) {
		return s.burstsAfter(func() time.Time { return time.Now().Add(settleTime) })
	},
})

var _ = register(&Workload{
	Name: "mixed-load",
	Summary: "Bursts of tasks, each due a millisecond after the one before has run; timed from the moment when it is due until its last task has run, " +
		"per task, without the pauses. The histogram is of whole bursts.",
	Unit:     nsPerOp,
	Variants: variants("burst", "100", "500", "1000", "2000", "5000"),
	Quick:    variants("burst", "1000"),
	Needs:    contest.Loops,
	order:    100,
	prepare: func(s *session) (pass, error) {
		return s.burstsAfter(func() time.Time {
			due := time.Now().Add(betweenBursts)
			time.Sleep(betweenBursts - oversleep)
			return due
		})
	},
})

const (
	// betweenBursts is the pause of mixed-load.
	betweenBursts = time.Millisecond
	// oversleep is how much longer than requested a sleep may take without being late. The rest of
	// the pause is spent polling the clock, so that the system's timers do not affect a burst.
	oversleep = 150 * time.Microsecond
)

// burst is a number of tasks that are submitted one after the other and then awaited.
type burst struct {
	session *session
	task    func()
	size    int
}

func (s *session) burst() (burst, error) {
	size, err := strconv.Atoi(s.params["burst"])
	if err != nil || size < 1 {
		return burst{}, fmt.Errorf("burst=%q is not a number of tasks", s.params["burst"])
	}
	return burst{session: s, task: s.count(), size: size}, nil
}

func (b burst) perform() error {
	b.session.announceTasks(b.size)
	refused, err := b.session.submit(b.task, b.size)
	if err != nil {
		return err
	}
	b.session.submitted(b.size, refused)
	return b.session.await()
}

// burstsAfter times bursts one by one. Each starts at the time that rest returns.
func (s *session) burstsAfter(rest func() time.Time) (pass, error) {
	burst, err := s.burst()
	if err != nil {
		return nil, err
	}
	bursts := s.parts(func() (time.Duration, error) {
		s.watch.resumeAt(rest())
		if err := burst.perform(); err != nil {
			return 0, err
		}
		return s.watch.pause(), nil
	})
	return func(length time.Duration) (timing, error) {
		each, err := bursts.pass(length)
		return timing{ops: burst.size * len(each), latencies: each}, err
	}, nil
}
