package models

// What is searched: every model in several configurations, and every mutant
// with the property that it violates.

import (
	"slices"
	"strings"
)

// A row is one search.
type row struct {
	model   string // the file, without .pml
	options []string
	search  search
	// mutant is the option that breaks the protocol, or the witness that shows
	// that a situation is reached; "" for the protocol as it is.
	mutant   string
	violates string // the property that must be violated; "" if none may be
	why      string // what the mutant leaves out
	large    bool   // only at full size
}

func (r row) name() string {
	words := append([]string{r.model}, r.options...)
	if r.search == endless {
		words = append(words, "endless")
	}
	return strings.Join(words, ",")
}

// protocols are the models as they are: nothing may be violated, and each
// search must be exhaustive.
var protocols = slices.Concat([]row{
	holds("wake", assertions, "SUBMITTERS=2 TASKS=2"),
	holds("wake", assertions, "SUBMITTERS=2 TASKS=2 COUNT_WAKE_UPS"),
	holds("wake", assertions, "SUBMITTERS=1 PRIORITIES=1 TASKS=2"),
	holds("wake", assertions, "SUBMITTERS=2 PRIORITIES=1 SHUTDOWN"),
	holds("wake", assertions, "SUBMITTERS=1 SHUTDOWN CLOSE CONTEXT"),
	holds("wake", assertions, "SUBMITTERS=1 PRIORITIES=1 CLOSE"),
	holds("wake", assertions, "AFTERS=2"),
	holds("wake", assertions, "AFTERS=2 EQUAL_DEADLINES COUNT_WAKE_UPS"),
	holds("wake", assertions, "AFTERS=2 CLOCKS=2"),
	holds("wake", assertions, "AFTERS=2 STOPS"),
	holds("wake", assertions, "AFTERS=1 CLOSE"),
	holds("wake", assertions, "AFTERS=1 EQUAL_DEADLINES RESETS"),
	holds("wake", assertions, "HOLDERS=2 SUBMITTERS=1"),
	holds("wake", assertions, "HOLDERS=1 SUBMITTERS=1 PRIORITIES=1"),
	holds("wake", assertions, "HOLDERS=1 SUBMITTERS=1 SHUTDOWN"),
	holds("wake", assertions, "HOLDERS=1 AFTERS=1 EQUAL_DEADLINES STOPS"),
	holds("wake", assertions, "HOLDERS=1 AFTERS=1 EQUAL_DEADLINES RESETS"),
	holds("wake", endless, "SUBMITTERS=2 TASKS=2"),
	holds("wake", endless, "SUBMITTERS=1 PRIORITIES=1 SHUTDOWN"),
	holds("wake", endless, "AFTERS=2 CLOCKS=2"),
	holds("wake", endless, "HOLDERS=1 SUBMITTERS=1 PRIORITIES=1"),

	holds("ingress", assertions, "TASKS=2"),
	holds("ingress", assertions, "TASKS=1 PRODUCERS=3"),
	holds("ingress", assertions, "TASKS=3 TASKS_OF_FIRST=2 CHUNK=1"),
	holds("ingress", assertions, "TASKS=2 CLOSERS=1"),
	holds("ingress", assertions, "TASKS=3 PRODUCERS=1 CLOSERS=2"),
	holds("ingress", assertions, "TASKS=2 CLOSE_IF_EMPTY"),
	holds("ingress", assertions, "TASKS=3 PRODUCERS=1 CLOSERS=1 CLOSE_IF_EMPTY"),
	holds("ingress", assertions, "TASKS=2 COUNTERS=1"),
	holds("ingress", endless, "TASKS=2"),
	holds("ingress", endless, "TASKS=2 CLOSERS=1 CLOSE_IF_EMPTY"),

	holds("loop", assertions, "TASKS=2 TASKS_OF_FIRST=1"),
	holds("loop", assertions, "TASKS=2 TASKS_OF_FIRST=1 CHUNK=1"),
	holds("loop", assertions, "TASKS=1 SHUTDOWN"),
	holds("loop", assertions, "TASKS=3 PRODUCERS=1 SHUTDOWN"),
	holds("loop", assertions, "TASKS=1 AUTO_EXIT"),
	holds("loop", assertions, "TASKS=2 TASKS_OF_FIRST=1 AUTO_EXIT UNHELD=1"),
	holds("loop", endless, "TASKS=2 TASKS_OF_FIRST=1"),

	holds("host", assertions, "SUBMITTERS=2"),
	holds("host", assertions, "SUBMITTERS=1 TASKS=3 FRAMES=2"),
	holds("host", assertions, "SUBMITTERS=3 TASKS=1 FRAMES=1"),

	holds("metrics", assertions, "READERS=2"),
	holds("metrics", assertions, "SUBMITTERS=2 READERS=1"),

	holds("handover", assertions, "SUBMITTERS=2 TASKS=2"),
	holds("handover", assertions, "TASKS=3 MOVES=2"),
	holds("handover", assertions, "SUBMITTERS=2 TASKS=2 MOVES=0 CLOSE"),
	holds("handover", assertions, "TASKS=3 CLOSE"),
	atFullSize(assertions, "handover", "SUBMITTERS=2 TASKS=2 MOVES=2"),
	atFullSize(assertions, "handover", "SUBMITTERS=2 TASKS=2 CLOSE"),

	holds("mpsc", assertions, ""),
	holds("mpsc", assertions, "PRODUCERS=1 VALUES=3"),
	atFullSize(assertions, "mpsc", "PRODUCERS=3 VALUES=2"),

	holds("tiers", assertions, "SUBMITTERS=1 REGISTRARS=1 CHANGES=3"),
	holds("tiers", assertions, "SUBMITTERS=2 REGISTRARS=1 WRITES=0"),
	holds("tiers", assertions, "SUBMITTERS=1 TASKS=2 REGISTRARS=1 WRITES=2 FULL_TICK"),
	holds("tiers", assertions, "REGISTRARS=2 CHANGES=2 CHANGES_OF_FIRST=1"),
	holds("tiers", assertions, "SUBMITTERS=1 REGISTRARS=1 SHUTDOWN"),
	holds("tiers", assertions, "REGISTRARS=1 CHANGES=2 SHUTDOWN CLOSE"),
	holds("tiers", endless, "SUBMITTERS=1 REGISTRARS=1 CHANGES=2"),
	holds("tiers", endless, "REGISTRARS=1 CLOSE"),

	holds("watcher", assertions, "CHANGES=3 WRITES=2"),
	holds("watcher", assertions, "CHANGES=3 KIND=EDGE"),
	holds("watcher", assertions, "KIND=EDGE WRITES=3 MISSES=1"),
	holds("watcher", assertions, "KIND=ONE_SHOT WRITES=2 CHANGES=2 MODIFIERS=1"),
	holds("watcher", assertions, "LEAVES=2 WRITES=2 STRAYS=1 MISSES=1"),
	holds("watcher", assertions, "REGISTRARS=2 KIND=EDGE KIND_OF_SECOND=LEVEL BATCH=1"),
	holds("watcher", assertions, "REGISTRARS=2 KIND=EDGE KIND_OF_SECOND=ONE_SHOT"),
	holds("watcher", assertions, "REGISTRARS=2 CALLBACK_CLOSES CALLBACK_REOPENS"),
	holds("watcher", assertions, "REGISTRARS=2 CHANGES_OF_FIRST=2 CALLBACK_CLOSES"),
	holds("watcher", assertions, "REGISTRARS=2 KIND=EDGE BATCH=1 MISSES=1"),
	holds("watcher", assertions, "CHANGES=3 OUTLIVES"),
	holds("watcher", assertions, "CHANGES=3 OUTLIVES KIND=EDGE BATCH=1"),
	holds("watcher", assertions, "CHANGES=2 OUTLIVES AUTO_EXIT"),
	holds("watcher", assertions, "SUBMITTERS=1 WRITES=2 COUNT_WAKE_UPS"),
	holds("watcher", assertions, "WRITES=2 SPINS SHUTDOWN"),
	holds("watcher", assertions, "CHANGES=2 KIND=EDGE SHUTDOWN CLOSE"),
	holds("watcher", assertions, "CHANGES=2 KIND=ONE_SHOT CLOSE"),
	holds("watcher", assertions, "REGISTRARS=2 CALLBACK_ENDS"),
	holds("watcher", assertions, "CHANGES=2 SUBMITTERS=1 AUTO_EXIT"),
	holds("watcher", assertions, "REGISTRARS=2 CALLBACK_CLOSES AUTO_EXIT"),
	holds("watcher", endless, "WRITES=2 CHANGES=3"),
	holds("watcher", endless, "KIND=EDGE WRITES=2 MISSES=1 STRAYS=1"),
	holds("watcher", endless, "REGISTRARS=2"),
	holds("watcher", endless, "CHANGES=2 OUTLIVES"),
	holds("watcher", endless, "STAYS_READY SHUTDOWN"),
	holds("watcher", endless, "REGISTRARS=2 CHANGES=2 CHANGES_OF_FIRST=1 STAYS_READY AUTO_EXIT UNREFS"),

	// The full size.
	atFullSize(assertions, "wake", "SUBMITTERS=3 PRIORITIES=1 TASKS=2"),
	atFullSize(assertions, "wake", "SUBMITTERS=2 PRIORITIES=1 TASKS=2 SHUTDOWN"),
	atFullSize(assertions, "wake", "SUBMITTERS=1 PRIORITIES=1 SHUTDOWN CLOSE CONTEXT"),
	atFullSize(assertions, "wake", "AFTERS=2 CLOCKS=2 SUBMITTERS=1"),
	atFullSize(assertions, "wake", "AFTERS=2 CLOCKS=2 STOPS CLOSE"),
	atFullSize(assertions, "wake", "AFTERS=2 EQUAL_DEADLINES CLOCKS=2 RESETS STOPS"),
	atFullSize(assertions, "wake", "HOLDERS=1 AFTERS=1 EQUAL_DEADLINES SUBMITTERS=1"),
	atFullSize(assertions, "wake", "HOLDERS=1 SUBMITTERS=1 PRIORITIES=1 CLOSE"),
	atFullSize(endless, "wake", "HOLDERS=1 AFTERS=1 EQUAL_DEADLINES RESETS"),
	atFullSize(endless, "wake", "SUBMITTERS=1 PRIORITIES=1 SHUTDOWN CLOSE CONTEXT"),
	atFullSize(assertions, "loop", "TASKS=2"),
	atFullSize(assertions, "loop", "TASKS=2 SHUTDOWN CHUNK=1"),
	atFullSize(endless, "loop", "TASKS=2 SHUTDOWN"),
	atFullSize(assertions, "ingress", "TASKS=3"),
	atFullSize(assertions, "ingress", "TASKS=2 PRODUCERS=3"),
	atFullSize(assertions, "ingress", "TASKS=3 CLOSERS=1 CLOSE_IF_EMPTY"),
	atFullSize(assertions, "tiers", "SUBMITTERS=1 REGISTRARS=1 CHANGES=2 SHUTDOWN CLOSE"),
	atFullSize(assertions, "tiers", "SUBMITTERS=2 TASKS=2 REGISTRARS=1 CHANGES=2"),
	atFullSize(assertions, "tiers", "SUBMITTERS=1 REGISTRARS=2 CHANGES=2 CHANGES_OF_FIRST=1"),
	atFullSize(assertions, "tiers", "SUBMITTERS=1 REGISTRARS=1 CHANGES=3"),
	atFullSize(endless, "tiers", "SUBMITTERS=1 REGISTRARS=1 CHANGES=2 SHUTDOWN"),
	atFullSize(assertions, "watcher", "REGISTRARS=2 CHANGES=2 KIND=EDGE WRITES=2 MISSES=1"),
	atFullSize(assertions, "watcher", "REGISTRARS=2 KIND_OF_SECOND=ONE_SHOT SUBMITTERS=1 SHUTDOWN"),
	atFullSize(assertions, "watcher", "REGISTRARS=2 CHANGES=2 CHANGES_OF_FIRST=1 SUBMITTERS=1 AUTO_EXIT"),
	atFullSize(endless, "watcher", "REGISTRARS=2 CHANGES_OF_FIRST=2"),
	atFullSize(endless, "watcher", "REGISTRARS=2 KIND=EDGE MISSES=1 SHUTDOWN"),
	atFullSize(assertions, "watcher", "CHANGES=4 OUTLIVES AUTO_EXIT MISSES=1"),
	atFullSize(endless, "watcher", "CHANGES=4 OUTLIVES BATCH=1 WRITES=2"),
}, waitingProtocols)

// mutants must each violate the property beside them.
var mutants = slices.Concat([]row{
	// The event count.
	broken("wake", "SUBMITTERS=2 TASKS=2", "NO_RECHECK", "a_wake_up_is_lost", "no second check after Prepare"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "FLAG_LATE", "a_wake_up_is_lost", "the second check comes before Prepare"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "NO_SEND", "a_wake_up_is_lost", "a wake-up is claimed and no token sent"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "NOTIFY_FIRST", "a_wake_up_is_lost", "Notify before the work is visible"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "NOTIFY_ALWAYS", "an_awake_loop_is_woken", "Notify sends without a claim"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "NOTIFY_PLAIN_STORE", "a_send_would_block", "Notify takes the flag back by a store: two senders"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "NOTIFY_SENDS_BEFORE_CLAIM", "a_wake_up_is_lost", "the token is sent before the flag is taken back"),
	broken("wake", "SUBMITTERS=1 TASKS=2 COUNT_WAKE_UPS", "NOTIFY_TWICE", "a_wake_up_without_work", "two notifications of one task"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "CANCEL_LEAVES_TOKEN", "a_token_is_left_over", "Cancel does not receive the token of a claim"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "CANCEL_PLAIN_STORE", "the_announcement_is_left_over", "Cancel takes the flag back by a store"),

	// How the counters are read.
	broken("host", "", "NO_RECHECK", "the_wake_up_is_lost", "the loop does not check for work after the announcement"),
	broken("host", "", "ANNOUNCE_LATE", "the_wake_up_is_lost", "the loop announces that it is idle after the check"),
	broken("host", "", "NOTIFY_FIRST", "the_wake_up_is_lost", "a notifier looks at the state before its work is visible"),
	broken("host", "", "NO_WAKE", "the_wake_up_is_lost", "a notifier claims the announcement and does not call wake"),
	broken("host", "", "CLEAR_AFTER_TURN", "the_wake_up_is_lost", "the host forgets after a call of RunUntil what it was asked during it"),
	broken("host", "", "PAUSE_IS_IDLE", "the_wake_up_is_lost", "a call of RunUntil whose time is over does not return more"),
	broken("host", "FRAMES=1", "NO_TAKE_BACK", "a_busy_host_is_woken", "a call of RunUntil that nobody asked for leaves the announcement"),

	broken("metrics", "READERS=1", "NO_AWAIT", "the_counters_are_torn", "a loop that was unparked does not wait for a reader"),
	broken("metrics", "READERS=1", "ASK_FIRST", "the_counters_are_torn", "a reader asks whether the loop is parked before it announces itself"),
	broken("metrics", "READERS=2", "NO_KEEP", "the_figures_go_back", "a reader does not store what it has read of a parked loop"),

	// What the second check looks at.
	broken("wake", "SUBMITTERS=1", "RECHECK_SKIPS_SUBMITTED", "a_wake_up_is_lost", "the second check leaves out the queue of submitted tasks"),
	broken("wake", "PRIORITIES=1", "RECHECK_SKIPS_PRIORITY", "a_wake_up_is_lost", "the second check leaves out the priority queue"),
	broken("wake", "SUBMITTERS=1 SHUTDOWN", "RECHECK_SKIPS_STOP", "the_end_is_lost", "the second check leaves out the end"),
	broken("wake", "SUBMITTERS=1 CLOSE", "RECHECK_SKIPS_STOP", "the_end_is_lost", "the second check leaves out the end"),
	broken("wake", "SUBMITTERS=1 HOLDERS=1", "RECHECK_SKIPS_KEEP_ALIVE", "the_end_is_lost", "the second check leaves out the keep-alives"),
	broken("wake", "AFTERS=2", "CLOCK_EARLY", "a_timer_is_lost", "the second check does not ask whether the clock has fired already"),
	broken("wake", "AFTERS=2", "DEADLINE_NOT_READ_AGAIN", "the_clock_is_late", "the clock is set before Prepare and the deadline not read again"),

	// Timers.
	broken("wake", "AFTERS=2", "DEADLINE_LATE", "the_clock_is_late", "Notify before the earlier deadline is visible"),
	broken("wake", "AFTERS=2", "DEADLINE_WITHOUT_NOTIFY", "the_clock_is_late", "an earlier deadline without Notify"),
	broken("wake", "AFTERS=2", "CLOCK_NOTIFIES_FIRST", "a_timer_is_lost", "the clock notifies before it says that it has fired"),
	broken("wake", "AFTERS=2 EQUAL_DEADLINES", "FIRED_STAYS_ARMED", "a_timer_is_lost", "a clock that has fired is taken for one that is still set"),
	{model: "wake", options: []string{"AFTERS=1", "FIRED_NEVER_CLEARED"}, search: endless, mutant: "FIRED_NEVER_CLEARED", violates: cycle, why: "the loop never forgets that the clock has fired, and never parks again"},

	// The end.
	broken("wake", "SUBMITTERS=1 SHUTDOWN", "END_NOTIFIES_FIRST", "the_end_is_lost", "Shutdown notifies before it says that the loop is to end"),
	broken("wake", "SUBMITTERS=1 CLOSE", "END_NOTIFIES_FIRST", "the_end_is_lost", "Close notifies before it says that the loop is to end"),
	broken("wake", "SUBMITTERS=1 CONTEXT", "END_NOTIFIES_FIRST", "the_end_is_lost", "the end of the context notifies before it says so"),
	broken("wake", "SUBMITTERS=1 SHUTDOWN", "STOP_BEFORE_SEAL", "a_drained_task_is_discarded", "the loop is told to drain before the queues are sealed"),
	broken("wake", "SUBMITTERS=1 SHUTDOWN", "STOP_READ_LATE", "a_drained_task_is_discarded", "the loop asks whether to end after it has looked for work"),
	broken("wake", "PRIORITIES=1 SHUTDOWN", "END_LEAVES_A_QUEUE_OPEN", "an_accepted_task_is_left", "one queue is not sealed"),
	broken("wake", "SUBMITTERS=1 HOLDERS=1", "AUTO_EXIT_TWO_STEPS", "a_task_runs_after_auto_exit", "auto-exit finds the queue empty, then seals it"),
	broken("wake", "SUBMITTERS=1 HOLDERS=1", "AUTO_EXIT_IGNORES_KEEP_ALIVE", "a_held_loop_ends", "auto-exit does not ask for keep-alives"),
	broken("wake", "HOLDERS=2", "KEEP_ALIVE_READ_LATE", "a_held_loop_ends", "auto-exit looks at the queues, then at the keep-alives"),
	broken("wake", "HOLDERS=2", "EXIT_SKIPS_PRIORITY", "a_held_loop_ends", "auto-exit does not look at the priority queue"),
	broken("wake", "HOLDERS=1 AFTERS=1 EQUAL_DEADLINES RESETS", "EXIT_WITHOUT_TIMERS_LOCK", "an_accepted_timer_is_left", "auto-exit decides while a timer is on its way"),
	broken("wake", "SUBMITTERS=1 HOLDERS=1", "RELEASE_WITHOUT_NOTIFY", "the_end_is_lost", "the last keep-alive is released without Notify"),

	// The ingress queue.
	broken("ingress", "TASKS=2", "LOCK_IN_TWO_STEPS", "out_of_order", "the lock is found free, then stored"),
	broken("ingress", "TASKS=2", "SET_AFTER_UNLOCK", "empty_is_wrong", "hasPushes is set after the lock was released"),
	broken("ingress", "TASKS=2", "CLEARED_OUTSIDE_LOCK", "empty_is_wrong", "hasPushes is cleared after the lock was released"),
	broken("ingress", "TASKS=2", "RELEASE_WITHOUT_ORDER", "empty_is_wrong", "the lock may be seen free before hasPushes is seen cleared"),
	broken("ingress", "TASKS=2", "CLEARED_WITH_CHUNKS", "empty_is_wrong", "hasPushes is cleared although the swap has left functions"),
	broken("ingress", "TASKS=2", "SWAP_TAKES_THE_LAST_CHUNK", "out_of_order", "a swap takes the functions that were pushed last"),
	broken("ingress", "TASKS=2", "SWAP_FORGETS_RUN", "out_of_order", "a swap before all of run was taken"),
	broken("ingress", "TASKS=1 CLOSERS=1", "CLOSED_READ_EARLY", "accepted_after_the_end", "a push reads closed before it has the lock"),
	broken("ingress", "TASKS=1 CLOSERS=1", "REFUSED_KEEPS_LOCK", "invalid end state", "a push that is refused does not release the lock"),
	broken("ingress", "TASKS=1 CLOSE_IF_EMPTY", "CLOSE_IF_EMPTY_TWO_STEPS", "close_if_empty_is_wrong", "the queue is found empty, then closed"),
	broken("ingress", "TASKS=2 CLOSE_IF_EMPTY", "CLOSE_IF_EMPTY_SKIPS_RUN", "close_if_empty_is_wrong", "CloseIfEmpty checks pushes alone"),
	broken("ingress", "TASKS=2 COUNTERS=1", "PUSHED_UNLOCKED", "pushed_is_wrong", "Pushed adds two numbers without the lock"),

	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "HAS_PUSHES_PLAIN", "a_wake_up_is_lost", "hasPushes is set by a plain store"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "SET_AFTER_UNLOCK", "empty_is_wrong", "hasPushes is set after the lock was released"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "NO_RECHECK", "a_wake_up_is_lost", "no second check after Prepare"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "FLAG_LATE", "a_wake_up_is_lost", "the second check comes before Prepare"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "NO_SEND", "a_wake_up_is_lost", "a wake-up is claimed and no token sent"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "NOTIFY_FIRST", "a_wake_up_is_lost", "Notify before the work is visible"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "CLEARED_WITH_CHUNKS", "a_wake_up_is_lost", "hasPushes is cleared although the swap has left functions"),
	broken("loop", "TASKS=1 AUTO_EXIT UNHELD=1", "CLOSE_IF_EMPTY_TWO_STEPS", "close_if_empty_is_wrong", "auto-exit finds the queue empty, then closes it"),
	broken("loop", "TASKS=1 SHUTDOWN", "RECHECK_SKIPS_STOP", "the_end_is_lost", "the second check leaves out the end"),
	broken("loop", "TASKS=1 SHUTDOWN", "END_NOTIFIES_FIRST", "the_end_is_lost", "Shutdown notifies before it says that the loop is to end"),

	// Both together.

	// The rejected queue.

	// Keys that move between the loops of a group.
	broken("handover", "", "NO_CHECK", "a_foreign_key_runs", "a shard does not check under its lock whether the slot has left"),
	broken("handover", "", "CHECK_UNLOCKED", "a_foreign_key_runs", "it checks before it has the lock"),
	broken("handover", "", "LEAVE_FIRST", "a_foreign_key_runs", "leave is sent before the table leads to the transit"),
	broken("handover", "", "ARRIVE_LAST", "a_foreign_key_runs", "the new loop is told after the functions that were held"),
	broken("handover", "", "PUBLISH_FIRST", "out_of_order", "the table leads to the new loop before what was held is there"),
	broken("handover", "", "NO_ENDED", "a_function_is_left", "a transit that has ended goes on holding"),
	broken("handover", "CLOSE", "FINISH_FIRST", "a_foreign_key_runs", "the shards are ended before the table leads nowhere"),
	broken("handover", "", "END_UNLOCKED", "a_function_is_left", "a transit is emptied and ended without its lock"),

	broken("mpsc", "", "IDLE_STORED", "a_value_is_left", "the consumer stores the idle bit, over a number that has grown"),
	broken("mpsc", "", "IDLE_WHILE_LOCKED", "a_value_is_left", "it becomes idle while a producer that saw it busy holds the lock"),
	broken("mpsc", "", "UNLOCK_CLEARS_IDLE", "a_value_is_left", "a producer that adds nothing takes the idle bit away"),
	broken("mpsc", "", "KEEP_IDLE", "two_entries", "the idle bit stays when a value is published"),
	broken("mpsc", "", "PUBLISH_FIRST", "a_cell_is_not_written", "the number is stored before the value"),
	broken("mpsc", "", "NO_AWAIT", "an_entry_finds_nothing", "the entry does not wait for the value that it was pushed for"),

	// The two-tier designs: the switch between the tiers.
	broken("tiers", "REGISTRARS=1", "TIERS_NO_RECHECK", "a_ready_descriptor_is_left", "the loop does not look at the tier again after it has published where it sleeps"),
	broken("tiers", "REGISTRARS=1", "TIERS_RECHECK_EARLY", "a_ready_descriptor_is_left", "the second check comes before the publication"),
	broken("tiers", "REGISTRARS=1", "TIERS_NO_WAKE", "a_ready_descriptor_is_left", "registering wakes nobody"),
	broken("tiers", "REGISTRARS=1", "TIERS_WAKE_FIRST", "a_ready_descriptor_is_left", "registering wakes before the change of the tier is visible"),
	broken("tiers", "REGISTRARS=1", "TIERS_WRONG_TIER", "a_ready_descriptor_is_left", "the signal goes over the tier of now, not over the one published"),
	broken("tiers", "SUBMITTERS=1 REGISTRARS=1 WRITES=0", "TIERS_WRONG_TIER", "a_wake_up_is_lost", "the signal goes over the tier of now, not over the one published"),
	broken("tiers", "SUBMITTERS=1 REGISTRARS=1 WRITES=0", "TIERS_SLEEPS_ELSEWHERE", "a_wake_up_is_lost", "the loop sleeps on the tier of now, not on the one published"),
	broken("tiers", "SUBMITTERS=1 REGISTRARS=1 WRITES=0", "TIERS_PLAIN_CLAIM", "a_wake_up_is_lost", "the sleep word is taken back by a store, which may undo a later publication"),
	broken("tiers", "SUBMITTERS=1", "TIERS_STAYS_PUBLISHED", "an_awake_loop_is_signalled", "a loop that goes on does not take its publication back"),
	broken("tiers", "REGISTRARS=2 CHANGES=2 CHANGES_OF_FIRST=1", "TIERS_DECIDE_UNLOCKED", "a_ready_descriptor_is_left", "two changes decide at once, and the older decision is stored last"),
	broken("tiers", "REGISTRARS=1 CHANGES=2", "TIERS_UNREGISTER_KEEPS_TIER", "the_tier_is_stale", "unregistering the last descriptor leaves the tier"),
	broken("tiers", "REGISTRARS=1 CLOSE", "TIERS_SIGNAL_UNLOCKED", "a_closed_poller_is_used", "a signal does not hold the lock under which the poller is closed"),
	{model: "tiers", options: []string{"REGISTRARS=2", "CHANGES_OF_FIRST=1", "TIERS_POLLER_BEFORE_TABLE"}, search: endless, mutant: "TIERS_POLLER_BEFORE_TABLE", violates: cycle, why: "the poller reports a descriptor that has no function yet, for as long as the registration stalls"},
	{model: "tiers", options: []string{"REGISTRARS=1", "TIERS_SIGNAL_KEPT"}, search: endless, mutant: "TIERS_SIGNAL_KEPT", violates: cycle, why: "a wait in the poller leaves its signal there: the loop never sleeps again"},

	// The two-tier designs: what they share with the event count.
	broken("tiers", "SUBMITTERS=1", "RECHECK_SKIPS_SUBMITTED", "a_wake_up_is_lost", "the second check leaves out the queue"),
	broken("tiers", "SUBMITTERS=1 SHUTDOWN", "RECHECK_SKIPS_STOP", "the_end_is_lost", "the second check leaves out the phase"),
	broken("tiers", "SUBMITTERS=1", "NO_SEND", "a_wake_up_is_lost", "a wake-up is claimed and nobody signalled"),
	broken("tiers", "SUBMITTERS=1", "NOTIFY_FIRST", "a_wake_up_is_lost", "Submit wakes before the task is visible"),
	broken("tiers", "SUBMITTERS=1 SHUTDOWN", "END_NOTIFIES_FIRST", "the_end_is_lost", "Shutdown wakes before the phase is raised"),
	broken("tiers", "SUBMITTERS=1 CLOSE", "END_NOTIFIES_FIRST", "the_end_is_lost", "Close wakes before the phase is raised"),
	broken("tiers", "SUBMITTERS=1 SHUTDOWN", "STOP_BEFORE_SEAL", "a_drained_task_is_discarded", "the phase is raised before the queue refuses"),
	broken("tiers", "SUBMITTERS=1 CLOSE", "END_LEAVES_A_QUEUE_OPEN", "an_accepted_task_is_left", "the loop ends and its queue still accepts"),

	// The watcher of descriptors: its own side.
	broken("watcher", "KIND=EDGE", "WATCHER_TAKES_EVENTS", "a_ready_descriptor_is_left", "the watcher polls with epoll_wait, which takes an edge-triggered event"),
	broken("watcher", "WRITES=2", "PARKS_WITHOUT_POLLING", "a_ready_descriptor_is_left", "the watcher parks without polling: the edge was before"),
	broken("watcher", "WRITES=2", "POLLS_BEFORE_PREPARE", "a_ready_descriptor_is_left", "the watcher polls before the park is prepared, which forgets an edge"),
	broken("watcher", "", "READY_AFTER_NOTIFY", "a_ready_descriptor_is_left", "the watcher notifies before it says that something is ready"),
	broken("watcher", "", "READY_WITHOUT_NOTIFY", "a_ready_descriptor_is_left", "the watcher does not notify"),

	// The loop's side.
	broken("watcher", "", "RECHECK_SKIPS_READY", "a_ready_descriptor_is_left", "the second check leaves out what the watcher says"),
	broken("watcher", "WRITES=2", "CLEARS_WITHOUT_TAKING_OVER", "a_ready_descriptor_is_left", "the loop clears and takes the watcher for armed still"),
	{model: "watcher", options: []string{"TAKES_OVER_WITHOUT_CLEARING"}, search: endless, mutant: "TAKES_OVER_WITHOUT_CLEARING", violates: cycle, why: "the loop collects and goes on collecting"},
	broken("watcher", "", "ARMS_AT_EACH_PARK", "the_watcher_is_armed_twice", "the loop arms before each park"),
	broken("watcher", "", "RECHECK_SKIPS_THE_POLLER", "a_ready_descriptor_is_left", "the second check does not check whether the first descriptor was registered meanwhile"),
	broken("watcher", "", "REGISTERS_WITHOUT_NOTIFY", "a_ready_descriptor_is_left", "the first registration does not wake a loop that is parked on its channel"),
	broken("watcher", "SPINS", "SPIN_NEVER_POLLS", "a_ready_descriptor_is_left", "a loop that spins waits to be told"),
	broken("watcher", "LEAVES=1", "COLLECTS_UNTIL_EMPTY", "two_callbacks_in_a_turn", "a turn collects until there is nothing more"),
	broken("watcher", "REGISTRARS=2 KIND=EDGE", "PANIC_DROPS_THE_REST", "a_ready_descriptor_is_left", "after a callback that panicked, the rest of the collection is forgotten"),

	// The park on the poller.
	broken("watcher", "WRITES=2", "PARK_SKIPS_POLL", "a_ready_descriptor_is_left", "the loop parks on the poller without polling: the edge was before"),
	broken("watcher", "", "PARKS_BESIDE_THE_WATCHER", "two_in_the_poller", "the loop parks where the watcher is"),
	broken("watcher", "KIND=EDGE", "BUFFER_FORGOTTEN", "a_ready_descriptor_is_left", "what a park has found is no reason for a turn"),
	broken("watcher", "SUBMITTERS=1", "NO_UNPARK", "a_wake_up_is_lost", "a park on the poller is claimed and nobody is unparked"),
	broken("watcher", "SUBMITTERS=1", "CANCEL_LEAVES_UNPARK", "an_unpark_is_left_over", "a park that an event has ended does not consume the Unpark of a claim"),
	broken("watcher", "SUBMITTERS=1", "DEADLINE_NOT_TAKEN_BACK", "an_unpark_is_left_over", "the deadline that ended the park stays"),

	// Registrations.
	broken("watcher", "REGISTRARS=2 KIND=EDGE", "COLLECTS_WITHOUT_LOCK", "a_ready_descriptor_is_left", "an event is collected before its registration is in the table"),
	broken("watcher", "CHANGES=3 OUTLIVES", "GENERATION_NOT_CHECKED", "an_event_reaches_a_later_owner", "an event is taken for that of the number's present owner"),
	broken("watcher", "REGISTRARS=2 CALLBACK_CLOSES CALLBACK_REOPENS", "LOOKED_UP_BY_NUMBER", "an_event_reaches_a_later_owner", "a collected event is taken for that of the number's owner at the time of the call"),
	broken("watcher", "REGISTRARS=2 CALLBACK_CLOSES", "CLOSED_NOT_CHECKED", "a_callback_runs_after_close", "a registration is not looked at again before its call"),

	// Orphans.
	{model: "watcher", options: []string{"CHANGES=2", "OUTLIVES", "ORPHANS_COUNTED"}, search: endless, mutant: "ORPHANS_COUNTED", violates: cycle, why: "an event without a registration is taken for work: the loop finds it again at each park"},
	{model: "watcher", options: []string{"CHANGES=2", "OUTLIVES", "ARMS_BESIDE_AN_ORPHAN"}, search: endless, mutant: "ARMS_BESIDE_AN_ORPHAN", violates: cycle, why: "the watcher is armed, and finds an orphan at once, each time"},
	{model: "watcher", options: []string{"CHANGES=2", "OUTLIVES", "NEVER_VERIFIES"}, search: endless, mutant: "NEVER_VERIFIES", violates: cycle, why: "the kernel is not asked whether a registration that is found again and again has its file still"},
	broken("watcher", "CHANGES=3 OUTLIVES", "ORPHAN_DROPS_THE_REST", "a_ready_descriptor_is_left", "what a poll has found beside an orphan is dropped with it"),
	broken("watcher", "CHANGES=3 OUTLIVES", "ORPHANS_FILL_THE_BUFFER", "a_ready_descriptor_is_left", "the loop parks after a poll that found as many orphans as it had room for"),

	// The end.
	{model: "watcher", options: []string{"SHUTDOWN", "READY_HOLDS_THE_END"}, search: endless, mutant: "READY_HOLDS_THE_END", violates: cycle, why: "a loop that is to end goes on because something is ready"},
	{model: "watcher", options: []string{"REGISTRARS=2", "CHANGES=2", "CHANGES_OF_FIRST=1", "STAYS_READY", "AUTO_EXIT", "UNREFS", "READY_HOLDS_AUTO_EXIT"}, search: endless, mutant: "READY_HOLDS_AUTO_EXIT", violates: cycle, why: "what is ready keeps an auto-exit loop, although its registration does not"},
	broken("watcher", "AUTO_EXIT", "EXIT_WITHOUT_TABLE_LOCK", "an_accepted_registration_is_left", "auto-exit decides while a registration is on its way"),
	broken("watcher", "CHANGES=2 AUTO_EXIT", "RELEASE_WITHOUT_NOTIFY", "the_end_is_lost", "the last registration is closed without Notify"),
	broken("watcher", "REGISTRARS=2 CALLBACK_ENDS", "RUNS_ON_AFTER_THE_END", "a_callback_runs_after_the_end", "a callback ends the loop, and the rest of the collection is called"),
	broken("watcher", "CLOSE", "END_LEAVES_THE_PARKED", "the_end_is_lost", "closing the instance does not end the park of the watcher"),
	broken("watcher", "CLOSE", "END_LEAVES_THE_DISARMED", "the_end_is_lost", "a watcher that waits to be armed is not told of the end"),
	broken("watcher", "CLOSE", "CLOSES_THE_NUMBER", "a_closed_instance_is_used", "the instance is closed under the watcher, by close(2) on its number"),
	broken("watcher", "CLOSE", "END_DOES_NOT_WAIT", "the_watcher_outlives_the_loop", "the loop does not wait for the watcher's end"),
	broken("watcher", "CLOSE", "REGISTERS_AFTER_THE_END", "a_closed_instance_is_used", "a registration does not ask whether the loop has ended"),
	broken("watcher", "CHANGES=2 CLOSE", "END_WITHOUT_LOCK", "a_closed_instance_is_used", "the instance is closed while a registration is being closed"),
}, waitingMutants)

// witnesses show that the searches reach the situations that make the
// protocols hard. One that is not reached would make the proof an empty one.
var witnesses = slices.Concat([]row{
	broken("host", "SUBMITTERS=2", "WITNESS_CLAIM_LOST", "witness_claim_lost", "two notifiers see the announcement, one claims it"),
	broken("host", "", "WITNESS_SECOND_CHECK_FINDS", "witness_second_check_finds", "the second check finds something"),
	broken("host", "FRAMES=1", "WITNESS_TURN_WITHOUT_WAKE", "witness_turn_without_wake", "the host comes between the claim and wake"),
	broken("metrics", "READERS=1", "WITNESS_PARKED", "witness_read_while_parked", "a reader finds the loop parked"),
	broken("metrics", "READERS=1", "WITNESS_WAITS", "witness_waits_for_reader", "a loop that was unparked waits for a reader"),
	broken("handover", "", "WITNESS_REFUSED", "witness_refused", "a shard refuses a function of a slot that has left"),
	broken("handover", "", "WITNESS_HELD", "witness_held", "a function is held while its slot moves"),
	broken("handover", "CLOSE", "WITNESS_CLOSED", "witness_closed", "Submit finds a KeyedState that was closed after it has accepted something"),
	broken("handover", "", "WITNESS_ENDED", "witness_ended", "Submit finds a transit that has ended"),
	broken("mpsc", "", "WITNESS_AWAITS", "witness_awaits", "the entry runs before its value is there"),
	broken("mpsc", "", "WITNESS_MEETS_LOCK", "witness_meets_lock", "a consumer that would become idle meets a lock"),
	broken("mpsc", "", "WITNESS_GOES_ON", "witness_goes_on", "values came while others were taken"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "WITNESS_CANCEL_LOST", "witness_cancel_lost", "Cancel finds its flag claimed"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "WITNESS_CLAIM_LOST", "witness_claim_lost", "two notifiers see the flag, one claims it"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "WITNESS_SECOND_CHECK_FINDS", "witness_second_check_finds", "the second check finds something"),
	broken("wake", "SUBMITTERS=2 TASKS=2", "WITNESS_SPURIOUS", "witness_spurious", "the work of a wake-up was taken before it came"),
	broken("wake", "SUBMITTERS=1 HOLDERS=1", "WITNESS_EXIT_REFUSED", "witness_exit_refused", "auto-exit meets a task at the last moment"),
	broken("wake", "AFTERS=2", "WITNESS_NEXT_MOVED", "witness_next_moved", "a deadline arrives between setting the clock and the second check"),
	broken("wake", "AFTERS=2 CLOCKS=2", "WITNESS_CLOCK_FIRES_TWICE", "witness_clock_fires_twice", "the clock is set again and fires while an earlier run of its function is late"),
	broken("ingress", "TASKS=2", "WITNESS_SWAPS_A_CHUNK", "witness_swaps_a_chunk", "a swap leaves functions"),
	broken("ingress", "TASKS=2", "WITNESS_SEES_ITS_OWN_CLEAR", "witness_sees_its_own_clear", "the consumer finds the queue empty before others see hasPushes cleared"),
	broken("loop", "TASKS=2 TASKS_OF_FIRST=1", "WITNESS_SECOND_CHECK_FINDS", "witness_second_check_finds", "the second check finds a function"),
	broken("tiers", "REGISTRARS=1", "WITNESS_TIER_CHANGED", "witness_tier_changed", "the tier changes between the publication and the second check"),
	broken("tiers", "SUBMITTERS=1 REGISTRARS=1", "WITNESS_CLAIM_LOST", "witness_claim_lost", "a claim fails because the loop sleeps on the other tier by now"),
	broken("tiers", "SUBMITTERS=1 REGISTRARS=1", "WITNESS_LATE_SIGNAL", "witness_late_signal", "a signal goes over one tier while the loop sleeps on the other"),
	broken("tiers", "REGISTRARS=1 CHANGES=2", "WITNESS_FUNCTION_GONE", "witness_function_gone", "a descriptor is unregistered between its event and the look for its function"),
	broken("watcher", "WRITES=2 MISSES=1", "WITNESS_MISSED", "witness_missed", "a collection overlooks what is there"),
	broken("watcher", "WRITES=2", "WITNESS_EDGE_FORGOTTEN", "witness_edge_forgotten", "the prepare of a park forgets an edge"),
	broken("watcher", "SUBMITTERS=1", "WITNESS_UNPARKED_LATE", "witness_unparked_late", "an event ends a park that a notifier has claimed"),
	broken("watcher", "WRITES=2", "WITNESS_LATE_EDGE", "witness_late_edge", "an edge comes after its event was collected"),
	broken("watcher", "CHANGES=2", "WITNESS_EVENT_SKIPPED", "witness_event_skipped", "a registration is closed between the collection and its call"),
	broken("watcher", "CHANGES=3", "WITNESS_LATER_OWNER", "witness_later_owner", "its number is registered again by then"),
	broken("watcher", "CHANGES=3 OUTLIVES", "WITNESS_ORPHAN", "witness_orphan", "the kernel reports a file whose number is another one's by now"),
	broken("watcher", "CHANGES=3 OUTLIVES", "WITNESS_BESIDE_AN_ORPHAN", "witness_beside_an_orphan", "a poll finds an orphan and an event that counts"),
}, waitingWitnesses)

func holds(model string, s search, options string) row {
	return row{model: model, options: strings.Fields(options), search: s}
}

func atFullSize(s search, model, options string) row {
	r := holds(model, s, options)
	r.large = true
	return r
}

func broken(model, options, mutant, violates, why string) row {
	return row{
		model: model, options: append(strings.Fields(options), mutant),
		mutant: mutant, violates: violates, why: why,
	}
}
