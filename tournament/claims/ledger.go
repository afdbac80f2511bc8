package claims

import (
	"fmt"
	"slices"

	waiting "github.com/wakeful-go/wakeful/tournament/latency"
)

// This file has the claims of ledger.json as predicates. predicate.go and ranked.go define the vocabulary.

var predicates = map[string]predicate{
	"L1": all(each(pollers, func(c string) predicate {
		return is(ratio(latency(c), latency("main")), between(10, 100))
	})...),
	"L2": all(
		is(closes("alternatethree", "turn-tight"), above(50)), shown(closes("alternatethree", "waker-channel")),
		is(closes("alternatetwo", "turn-tight"), above(50)), shown(closes("alternatetwo", "waker-channel")),
		is(closes("mainlockfree", "turn-tight"), above(50)), shown(closes("mainlockfree", "waker-channel")),
	),
	"L3": is(ratio(latency("goja_nodejs"), latency("main")), below(1.25)),
	"L4": on("linux", all(
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
	"L5": all(
		is(ratio(latency("mainlockfree").from("end-to-end-latency"), latency("goja_nodejs").from("end-to-end-latency")), nearReported()),
		is(ratio(latency("mainlockfree").from("end-to-end-latency").median(), latency("goja_nodejs").from("end-to-end-latency").median()), nearReported()),
	),
	"T1": all(
		first("main", withMain, singleProducer("")),
		shown(value(singleProducer("main"))),
	),
	"T2": on("linux", all(
		is(ratio(singleProducer("alternatethree"), singleProducer("main")), nearReported()),
		is(ratio(tenProducers("alternatethree"), tenProducers("main")), nearReported()),
	)),
	"T3": on("linux", all(
		closesGap("waker-channel", "one producer", singleProducer), closesGap("waker-channel", "ten producers", tenProducers),
		closesGap("padding-on", "one producer", singleProducer), closesGap("padding-on", "ten producers", tenProducers),
		closesGap("turn-tight", "one producer", singleProducer), closesGap("turn-tight", "ten producers", tenProducers),
		is(value(primitive("cells=unpadded/primitive=cas", "false-sharing-miss")), nearReported()),
		shown(value(primitive("cells=padded/primitive=cas", ""))),
	)),
	"T4": on("linux", all(
		is(ratio(singleProducer("alternatethreeplus"), singleProducer("alternatethree")), below(1)),
		is(ratio(tenProducers("alternatethreeplus"), tenProducers("alternatethree")), below(1)),
		is(value(singleProducer("alternatethreeplus").filed("projected")), nearReported()),
		is(value(tenProducers("alternatethreeplus").filed("projected")), nearReported()),
	)),
	"T5": all(
		is(difference(contention("mainlockfree", 1), contention("alternatethree", 1)), nearReported()),
		is(ratio(contention("mainlockfree", 32), contention("alternatethree", 32)), nearReported()),
		is(ratio(contention("alternatethree-ingress-cas", 1), contention("alternatethree", 1)), above(1)),
		is(ratio(contention("alternatethree-ingress-cas", 32), contention("alternatethree", 32)), above(1)),
		is(ratio(contention("mainlockfree", 1), contention("mainlockfree-ingress-mutex", 1)), above(1)),
		is(ratio(contention("mainlockfree", 32), contention("mainlockfree-ingress-mutex", 32)), above(1)),
	),
	"T6": all(each([]string{"mainlockfree", "alternatethree", "goja_nodejs"}, func(c string) predicate {
		return is(ratio(contention(c, 32), contention(c, 8)), between(0.81, 1.21)) // 0.9 and 1.1 for each doubling
	})...),
	"T7": withProcessors(4, all(
		is(value(at("mainlockfree-counted", "cas-failures", "producers=10")), between(0.30, 0.40)),
		shown(value(at("mainlockfree-counted", "cas-failures", "producers=2"))),
	)),
	"G1": is(ratio(underCollections("main"), underCollections("alternatetwo")), nearReported()),
	"G2": all(
		is(gain("the arena", "alternatetwo-ingress-cas", "alternatetwo"), between(40, 50)),
		is(gain("the lock-free ingress", "alternatetwo-ingress-mutex", "alternatetwo-ingress-cas"), between(30, 40)),
		is(gain("clearing used slots only", "alternatetwo-clearing-whole", "alternatetwo"), between(20, 30)),
	),
	"G3": all(
		is(spread(amongContestants(designed, func(c string) ref { return singleProducer(c).bytes() })), below(1.5)),
		is(spread(amongContestants(designed, func(c string) ref { return singleProducer(c).allocations() })), below(1.5)),
		shown(value(singleProducer("mainlockfree").bytes())),
		shown(value(singleProducer("main").bytes())),
	),
	"B1": all(
		lowestAt(overBursts("alternatethree", "batch-throughput"), "2048"),
		lowestAt(overBursts("mainlockfree", "batch-throughput"), "256"),
		notLowestAt(overBudgets("alternatethree"), "1024"),
		notLowestAt(overBudgets("mainlockfree"), "1024"),
	),
	"B2": all(
		is(spread(overBursts("goja_nodejs", "batch-latency")), below(1.25)),
		is(spread(overBursts("goja_nodejs", "batch-throughput")), below(1.25)),
	),
	"B3": all(
		is(ratio(continuous("mainlockfree"), continuous("alternatethree")), nearReported()),
		is(ratio(continuous("alternateone"), continuous("mainlockfree")), nearReported()),
	),
	"B4": all(
		is(ratio(mixed("mainlockfree", 100), mixed("goja_nodejs", 100)), nearReported()),
		is(ratio(mixed("mainlockfree", 500), mixed("goja_nodejs", 500)), nearReported()),
		is(ratio(mixed("mainlockfree", 1000), mixed("goja_nodejs", 1000)), nearReported()),
		is(ratio(mixed("mainlockfree", 2000), mixed("goja_nodejs", 2000)), nearReported()),
		is(ratio(mixed("mainlockfree", 5000), mixed("goja_nodejs", 5000)), nearReported()),
	),
	"S1": all(append(
		each(alternates, func(c string) predicate {
			return is(ratio(submitWhileSleeping(c), submitWhileRunning(c, "contention")), below(1))
		}),
		bySystem(map[string]predicate{
			"linux":  is(ratio(submitWhileSleeping("main"), submitWhileRunning("main", "contention")), below(1)),
			"darwin": is(ratio(submitWhileSleeping("main"), submitWhileRunning("main", "contention")), above(1)),
		}))...),
	"S2": all(slices.Concat(
		each(alternates, func(c string) predicate { return is(penalty(c), above(50)) }),
		costs("main"), costs("alternateone"), costs("alternatetwo"), costs("alternatethree"))...),
	"S3": is(value(at(machine, "primitive-cost", "primitive=sleep-100ns")), between(50, 200)),
	"S4": on("linux", all(
		anyOf(
			is(value(submitWhileRunning("alternatethree", "contention")), nearReported()),
			is(value(submitWhileRunning("alternatethree", "contention").filed("state=rapid")), nearReported()),
		),
		shown(value(at("alternatethree", "submit-cost", "state=rapid"))),
		shown(value(submitWhileSleeping("alternatethree"))),
	)),
	"H1": all(
		firstEverywhere("alternatetwoplus", projected),
		on("linux", all(
			is(value(latency("alternatetwoplus").filed("projected")), nearReported()),
			is(value(singleProducer("alternatetwoplus").filed("projected")), nearReported()),
			is(value(underCollections("alternatetwoplus").filed("projected")), nearReported()),
		)),
		shown(ratio(latency("alternatetwoplus"), latency("alternatetwo"))),
	),
	"H2": is(ratio(latency("alternatetwo"), latency("alternatetwomini")), between(5, 10)),
	"R1": all(
		atLeast(6,
			first("main", withMain, singleProducer("")),
			first("main", withMain, tenProducers("")),
			first("main", withMain, latency("")),
			first("main", withMain, contention("", 8)),
			first("main", withMain, underCollections("")),
			first("main", withMain, at("", "batch-throughput", "burst=1024")),
			first("main", withMain, continuous("")),
		),
		last("mainlockfree", withLockFree, at("", "batch-throughput", "burst=1024")),
		last("mainlockfree", withLockFree, latency("")),
	),
	"M1": reportedPercentilesFall,
	"W1": withProcessors(2, all(each(lanes, func(l string) predicate {
		return is(ratio(lane(l, "sleeping"), lane(l, "spinning")), nearReported())
	})...)),
	"W2": all(each([]string{"mpsc", "tcp", "udp"}, func(l string) predicate {
		return is(ratio(lane("tokio-"+l, "sleeping"), lane("std-"+l, "sleeping")), between(0.5, 2))
	})...),
}

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
	designed = []string{
		"main", "mainlockfree", "alternateone", "alternatetwo", "alternatethree",
		"alternatethreeplus", "alternatetwoplus", "alternatetwomini",
	}
	// projected are the contestants that the hybrid was projected to beat.
	projected = append([]string{"goja_nodejs"}, designed...)
)

// closes is the share of the gap between a design's round trip and main's that an exchange closes.
func closes(of, exchange string) quantity {
	return partOfGap("of the gap between "+of+" and main in latency, closed by "+of+"-"+exchange,
		latency(of), latency(of+"-"+exchange), latency(of), latency("main"))
}

// closesGap claims that an exchange removes a part of the difference between alternatethree and
// main.
func closesGap(exchange, producers string, row func(string) ref) predicate {
	return is(partOfGap("of the gap between alternatethree and main with "+producers+", closed by alternatethree-"+exchange,
		row("alternatethree"), row("alternatethree-"+exchange), row("alternatethree"), row("main")), above(0))
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

func continuous(contestant string) ref { return at(contestant, "continuous-load", "") }

func mixed(contestant string, burst int) ref {
	return at(contestant, "mixed-load", fmt.Sprintf("burst=%d", burst)).filed(fmt.Sprintf("burst=%d;pause=1ms", burst))
}

// submitWhileRunning is the cost of Submit to a running loop, by what keeps it running. In the
// reported measurement another producer did that.
func submitWhileRunning(contestant, keepalive string) ref {
	r := at(contestant, "submit-cost", "keepalive="+keepalive+"/state=running")
	if keepalive == "contention" {
		return r.filed("state=running")
	}
	return r
}

func submitWhileSleeping(contestant string) ref {
	return at(contestant, "submit-cost", "state=sleeping")
}

// lane is the median of a founding document's lane at its gap, under its reported name.
func lane(name, mode string) ref {
	r := at("rust-"+name+"-"+laneModes[mode], waiting.Arrival, "gap="+waiting.GapText(waiting.FoundingGap)).median()
	r.reported = reportedKey{reportedLanes, name, "mode=" + mode, "p50"}
	return r
}

// laneModes maps the reported modes to their names here.
var laneModes = map[string]string{"sleeping": "sleep", "spinning": "spin"}

// reportedLanes is the experiment of the reported lanes.
const reportedLanes = "sleep-vs-spin"

// lanes are the lanes of the founding document.
var lanes = []string{"std-mpsc", "tokio-mpsc", "std-tcp", "tokio-tcp", "std-udp", "tokio-udp"}

// penalty is the share of a running loop's extra cost that disappears without the other producer.
func penalty(c string) quantity {
	return partOfGap("of what "+c+" costs more when it runs, without another producer",
		submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"),
		submitWhileRunning(c, "contention"), submitWhileSleeping(c))
}

// costs shows the cost of Submit in each state of the loop.
func costs(c string) []predicate {
	var parts []predicate
	for _, r := range []ref{
		submitWhileSleeping(c), submitWhileRunning(c, "contention"), submitWhileRunning(c, "resubmission"),
		submitWhileRunning(c, "held"), at(c, "submit-cost", "state=rapid"),
	} {
		parts = append(parts, shown(value(r)))
	}
	return parts
}

// reportedPercentilesFall claims that the reported percentiles fall. Those of one distribution never do,
// so this needs no measurement.
func reportedPercentilesFall(*bench) Finding {
	p50 := ref{reported: reportedKey{"end-to-end-latency", "mainlockfree", "", "p50"}}
	p99 := p50
	p99.reported.statistic = "p99"
	f := Finding{
		What: "reported P99 - P50, mainlockfree", Expected: "below 0",
		Measured: unmeasured, Reported: difference(p99, p50).reported(),
	}
	f.Verdict = Refuted
	for _, r := range f.Reported {
		if r.High < 0 {
			f.Verdict, f.Reason = Confirmed, "so they were not taken from one set of latencies"
		}
	}
	return f
}
