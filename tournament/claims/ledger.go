package claims

import "fmt"

// This file has the first half of the ledger, about single wake-ups, single producers and many
// producers: the claims L and T. Read a claim from its predicate. predicate.go and ranked.go define
// the vocabulary.

// The founding documents, by the names under which their figures are filed.
const (
	threeInvestigation = "alternatethree linux investigation, 2026-01-18"
	finalSummary       = "final investigation summary, 2026-01-18"
	microSummary       = "microbenchmark results summary, 2026-01-17 (Main there is the lock-free Main of that day: mainlockfree)"
	runningAnalysis    = "running-vs-sleeping analysis, 2026-01-18"
	sleepingSpinning   = "sleeping vs. spinning"
)

// Figures that many claims use.

func latency(contestant string) ref {
	return at(contestant, "ping-pong-latency", "waiter=blocks").filed("")
}

func singleProducer(contestant string) ref {
	return at(contestant, "ping-pong", "").filed("producers=1")
}

func tenProducers(contestant string) ref {
	return at(contestant, "multi-producer", "producers=10")
}

func contention(contestant string, producers int) ref {
	return at(contestant, "cas-contention", fmt.Sprintf("producers=%d", producers))
}

func primitive(params, filed string) ref {
	r := at(machine, "primitive-cost", params)
	r.reported = reportedKey{"primitive-cost", filed, "", "mean"}
	return r
}

// each makes a predicate for every contestant.
func each(contestants []string, of func(contestant string) predicate) []predicate {
	var parts []predicate
	for _, c := range contestants {
		parts = append(parts, of(c))
	}
	return parts
}

// Groups of contestants.
var (
	// pollers always sleep in the poller.
	pollers = []string{"mainlockfree", "alternateone", "alternatetwo", "alternatethree"}
	// alternates are the designs of that name that were built.
	alternates = []string{"alternateone", "alternatetwo", "alternatethree"}
	// withMain and withLockFree are the contestants that the documents compared, with the Main of
	// each day.
	withMain     = []string{"main", "alternateone", "alternatetwo", "alternatethree", "goja_nodejs"}
	withLockFree = []string{"mainlockfree", "alternateone", "alternatetwo", "alternatethree", "goja_nodejs"}
	// designed are all designs, including those built later.
	designed = []string{"main", "mainlockfree", "alternateone", "alternatetwo", "alternatethree", "alternatethreeplus", "alternatetwoplus", "alternatetwomini"}
	// projected are the contestants that the hybrid was projected to beat.
	projected = append([]string{"goja_nodejs"}, designed...)
)

var latencyClaims = []Claim{
	{
		ID:        "L1",
		Title:     "Designs without a fast path are 10 to 100 times slower.",
		Statement: "Designs without a user-space fast path are 10 to 100 times slower end to end than main (9.6 to 42 µs against 0.41 µs).",
		Source:    finalSummary,
		Test:      "The round trip of each design that always sleeps in the poller, in multiples of main's.",
		holds: all(each(pollers, func(c string) predicate {
			return is(ratio(latency(c), latency("main")), between(10, 100))
		})...),
	},
	{
		ID:        "L2",
		Title:     "The full tick makes them slow, not the wake-up.",
		Statement: "Designs without a fast path are slow because of the full tick that every task takes, not because of the wake-up.",
		Source:    finalSummary,
		Test:      "How much of what separates each of three poller designs from main goes when the turn is exchanged: at least half. And when the waker is.",
		Experiment: "Two ablations of each design: a tight drain instead of the full tick, with the poller kept; and a channel to sleep on instead of " +
			"the poller, with the full tick kept.",
		holds: all(
			is(closes("alternatethree", "turn-tight"), above(50)), shown(closes("alternatethree", "waker-channel")),
			is(closes("alternatetwo", "turn-tight"), above(50)), shown(closes("alternatetwo", "waker-channel")),
			is(closes("mainlockfree", "turn-tight"), above(50)), shown(closes("mainlockfree", "waker-channel")),
		),
	},
	{
		ID:        "L3",
		Title:     "goja_nodejs's round trip is at most 1.25 of main's.",
		Statement: "Baseline's latency is within 23 to 25 % of main's.",
		Source:    finalSummary,
		Test:      "Baseline's round trip in multiples of main's.",
		holds:     is(ratio(latency("goja_nodejs"), latency("main")), below(1.25)),
	},
	{
		ID:    "L4",
		Title: "Waking costs 50 ns by a channel, 10 µs by an eventfd.",
		Statement: "Waking over a channel costs about 50 ns, over an eventfd effectively about 10,000 ns: the write alone 1,000 to 2,000, " +
			"a call of epoll_wait 1,500 to 2,000.",
		Source: threeInvestigation,
		Test: "Each primitive by itself. Waking means that the waiter slept: what it costs the one who wakes, and how long until the waiter goes on. " +
			"The same with a waiter that is awake, and with none, is shown beside it.",
		Experiment: "One call at a time, with the waiter asleep, awake and absent.",
		holds: on("linux", all(
			is(value(primitive("primitive=channel-wake/waiter=asleep", "channel-wake")), nearReported()),
			is(value(primitive("primitive=eventfd-wake/waiter=asleep", "eventfd-wake-effective")), nearReported()),
			is(value(primitive("primitive=eventfd-write/waiter=none", "eventfd-write-syscall")), nearReported()),
			is(value(primitive("primitive=epoll-wait", "epoll-wait-call")), nearReported()),
			shown(value(primitive("primitive=channel-send/waiter=none", ""))),
			shown(value(primitive("primitive=channel-send/waiter=awake", ""))),
			shown(value(primitive("primitive=channel-send/waiter=asleep", ""))),
			shown(value(primitive("primitive=channel-wake/waiter=awake", ""))),
			shown(value(primitive("primitive=eventfd-write/waiter=awake", ""))),
			shown(value(primitive("primitive=eventfd-write/waiter=asleep", ""))),
			shown(value(primitive("primitive=eventfd-wake/waiter=awake", ""))),
			shown(value(primitive("primitive=clock", ""))),
		)),
	},
	{
		ID:        "L5",
		Title:     "goja_nodejs is 17 times faster than mainlockfree.",
		Statement: "Baseline is 17 times faster than Main, the lock-free one, at the mean; its P50 is 375 ns against 12,417 ns.",
		Source:    microSummary,
		Test:      "The round trip of mainlockfree in multiples of baseline's: the mean, and the median of the latencies.",
		holds: all(
			is(ratio(latency("mainlockfree").from("end-to-end-latency"), latency("goja_nodejs").from("end-to-end-latency")), nearReported()),
			is(ratio(latency("mainlockfree").from("end-to-end-latency").median(), latency("goja_nodejs").from("end-to-end-latency").median()), nearReported()),
		),
	},
}

// closes is the share of the gap between a design's round trip and main's that an exchange closes.
func closes(of, exchange string) quantity {
	return partOfGap("of the gap between "+of+" and main in latency, closed by "+of+"-"+exchange,
		latency(of), latency(of+"-"+exchange), latency(of), latency("main"))
}

var throughputClaims = []Claim{
	{
		ID:        "T1",
		Title:     "main is first with one producer.",
		Statement: "Main leads single-producer throughput, with 54 to 84 ns per task.",
		Source:    threeInvestigation,
		Test:      "Main's place in ping-pong among what the documents compared. The time itself is shown: it is the machine's as much as the design's.",
		holds: all(
			first("main", withMain, singleProducer("")),
			shown(value(singleProducer("main"))),
		),
	},
	{
		ID:        "T2",
		Title:     "alternatethree is 6.5 to 14.6 times slower than main.",
		Statement: "On Linux alternatethree is 6.5 times slower than main with one producer, 14.6 times with ten.",
		Source:    threeInvestigation,
		Test:      "Alternatethree's time per task in multiples of main's.",
		holds: on("linux", all(
			is(ratio(singleProducer("alternatethree"), singleProducer("main")), nearReported()),
			is(ratio(tenProducers("alternatethree"), tenProducers("main")), nearReported()),
		)),
	},
	{
		ID:    "T3",
		Title: "It is slower because of eventfd, false sharing and epoll.",
		Statement: "Alternatethree is slower than main because of eventfd wake-ups, of compare-and-swaps on an unpadded flag (60 to 70 ns a miss), and " +
			"of epoll calls without descriptors.",
		Source: threeInvestigation,
		Test:   "How much of what separates alternatethree from main goes with each named cause: more than nothing when it was one.",
		Experiment: "Three ablations: a channel to sleep on (no eventfd), padded words (no shared line), a tight drain (no epoll call in a turn " +
			"that has tasks left). And a compare-and-swap while another processor writes the same line, or another one.",
		holds: on("linux", all(
			closesGap("waker-channel", "one producer", singleProducer), closesGap("waker-channel", "ten producers", tenProducers),
			closesGap("padding-on", "one producer", singleProducer), closesGap("padding-on", "ten producers", tenProducers),
			closesGap("turn-tight", "one producer", singleProducer), closesGap("turn-tight", "ten producers", tenProducers),
			is(value(primitive("cells=unpadded/primitive=cas", "false-sharing-miss")), nearReported()),
			shown(value(primitive("cells=padded/primitive=cas", ""))),
		)),
	},
	{
		ID:        "T4",
		Title:     "A channel to park on makes alternatethree as fast as main.",
		Statement: "Adding the channel tier brings alternatethree to 60 to 70 ns with one producer and to 120 to 150 ns with ten.",
		Source:    threeInvestigation,
		Test:      "Alternatethreeplus in multiples of alternatethree, and its time per task.",
		Experiment: "Alternatethreeplus itself, which was built for this: alternatethree with the waker of main, " +
			"and everything else its own.",
		holds: on("linux", all(
			is(ratio(singleProducer("alternatethreeplus"), singleProducer("alternatethree")), below(1)),
			is(ratio(tenProducers("alternatethreeplus"), tenProducers("alternatethree")), below(1)),
			is(value(singleProducer("alternatethreeplus").filed("projected")), nearReported()),
			is(value(tenProducers("alternatethreeplus").filed("projected")), nearReported()),
		)),
	},
}

// closesGap claims that an exchange removes a part of the difference between alternatethree and
// main.
func closesGap(exchange, producers string, row func(string) ref) predicate {
	return is(partOfGap("of the gap between alternatethree and main with "+producers+", closed by alternatethree-"+exchange,
		row("alternatethree"), row("alternatethree-"+exchange), row("alternatethree"), row("main")), above(0))
}

var contentionClaims = []Claim{
	{
		ID:        "T5",
		Title:     "A queue by compare-and-swap costs more than a mutex and chunks.",
		Statement: "Lock-free ingress by compare-and-swap adds about 74 ns to a mutex and chunks with one producer, and is still 35 % slower with 32.",
		Source:    microSummary,
		Test:      "Submit's cost in mainlockfree above that in alternatethree with one producer, and in multiples of it with 32.",
		Experiment: "Two ablations that exchange the ingress alone: alternatethree with the compare-and-swap list, mainlockfree with the mutex " +
			"and chunks.",
		holds: all(
			is(difference(contention("mainlockfree", 1), contention("alternatethree", 1)), nearReported()),
			is(ratio(contention("mainlockfree", 32), contention("alternatethree", 32)), nearReported()),
			is(ratio(contention("alternatethree-ingress-cas", 1), contention("alternatethree", 1)), above(1)),
			is(ratio(contention("alternatethree-ingress-cas", 32), contention("alternatethree", 32)), above(1)),
			is(ratio(contention("mainlockfree", 1), contention("mainlockfree-ingress-mutex", 1)), above(1)),
			is(ratio(contention("mainlockfree", 32), contention("mainlockfree-ingress-mutex", 32)), above(1)),
		),
	},
	{
		ID:        "T6",
		Title:     "Contention levels off from 8 producers on.",
		Statement: "The contention penalty levels off from 8 producers on.",
		Source:    microSummary,
		Test:      "By how much Submit's cost grows with each doubling of the producers from 8 to 32: within 10 % of not at all.",
		holds: all(each([]string{"mainlockfree", "alternatethree", "goja_nodejs"}, func(c string) predicate {
			return is(growth(over(c, "cas-contention", "producers").within(8, 32)), between(0.9, 1.1))
		})...),
	},
	{
		ID:         "T7",
		Title:      "With ten producers 30 to 40 % of compare-and-swaps fail.",
		Statement:  "With ten producers 30 to 40 % of the compare-and-swaps fail.",
		Source:     microSummary,
		Test:       "Failed attempts as a share of all attempts. They fail when producers run at the same time, so it takes four processors to say.",
		Experiment: "The lock-free list with a count of its failures, under the producers of cas-contention.",
		holds: withProcessors(4, all(
			is(value(at("mainlockfree-counted", "cas-failures", "producers=10")), between(0.30, 0.40)),
			shown(value(at("mainlockfree-counted", "cas-failures", "producers=2"))),
		)),
	},
}

var collectionClaims = []Claim{
	{
		ID:        "G1",
		Title:     "Under forced collections alternatetwo beats main by 72 %.",
		Statement: "Under forced collections alternatetwo beats main by 72 % on Linux and by 14 % on Darwin.",
		Source:    finalSummary,
		Test:      "Main's time per task in multiples of alternatetwo's.",
		holds:     is(ratio(underCollections("main"), underCollections("alternatetwo")), nearReported()),
	},
	{
		ID:        "G2",
		Title:     "Arena, queue and clearing each give a part of that.",
		Statement: "Of what alternatetwo gains over main 40 to 50 % come from the arena, 30 to 40 % from the lock-free ingress, 20 to 30 % from clearing the used slots only.",
		Source:    finalSummary,
		Test:      "What each exchange costs, as a part of what separates alternatetwo from main.",
		Experiment: "Three ablations of alternatetwo: a compare-and-swap list for the arena (lock-free still, but it allocates), a mutex and chunks " +
			"instead (no longer lock-free), all slots cleared.",
		holds: all(
			is(gain("the arena", "alternatetwo-ingress-cas", "alternatetwo"), between(40, 50)),
			is(gain("the lock-free ingress", "alternatetwo-ingress-mutex", "alternatetwo-ingress-cas"), between(30, 40)),
			is(gain("clearing used slots only", "alternatetwo-clearing-whole", "alternatetwo"), between(20, 30)),
		),
	},
	{
		ID:        "G3",
		Title:     "Allocation per task does not tell the designs apart.",
		Statement: "Allocation per task (16 to 24 bytes, one allocation) does not tell the designs apart.",
		Source:    finalSummary,
		Test:      "The most that a design allocates per task in multiples of the least, in bytes and in allocations: at most 24/16.",
		holds: all(
			is(spreadAmong(designed, func(c string) ref { return singleProducer(c).bytes() }), below(1.5)),
			is(spreadAmong(designed, func(c string) ref { return singleProducer(c).allocations() }), below(1.5)),
			shown(value(singleProducer("mainlockfree").bytes())),
			shown(value(singleProducer("main").bytes())),
		),
	},
}

func underCollections(contestant string) ref {
	return at(contestant, "gc-pressure", "kind=forced").filed("")
}

// gain is the share of alternatetwo's advantage over main that one property provides, computed from
// the cost without it.
func gain(property, without, with string) quantity {
	return partOfGap("of the gain of alternatetwo over main, from "+property,
		underCollections(without), underCollections(with), underCollections("main"), underCollections("alternatetwo"))
}
