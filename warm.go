package wakeful

// This file owns the loop on which a spinning loop executes the code of Submit, see cacheWarmer.

// newWarmUp returns a function that submits a function that does nothing to a loop of its own, and
// runs it. So it executes the code that Submit and the spinning loop execute for the next function,
// without an effect on the loop that it belongs to. It returns how many functions have run.
func newWarmUp() func() uint64 {
	var target *Loop // never runs; nil before the first call
	return func() uint64 {
		if target == nil {
			target = newWarmTarget()
		}
		if target.Submit(doNothing) == nil {
			target.runIfAlone(0)
		}
		return target.turn.counters.executed
	}
}

func doNothing() {}

// newWarmTarget returns a loop with what Submit and runIfAlone need.
func newWarmTarget() *Loop {
	l := &Loop{options: settings{budget: 1}}
	l.wake.Init()
	l.submitted.Init(prioritySegment)
	l.priority.Init(1)
	l.turn.sampler.sampleFor(nil)
	return l
}
