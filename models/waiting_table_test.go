package models

// What is searched of waiting.pml: without an option SPINS, ADAPTS or FOREIGN the
// strategy is Block.

var waitingProtocols = []row{
	holds("waiting", assertions, "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1 BUDGET=2"),
	holds("waiting", assertions, "SPINS PAIRS=1 ROUNDS=3 ASKS"),
	holds("waiting", assertions, "SPINS PAIRS=2 ROUNDS=2"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TASKS=2 BATCHES=1 PRIORITIES=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TIMERS=2 DESCRIPTOR"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TIMERS=2 STOPS"),
	holds("waiting", assertions, "SPINS HOLDERS=2 SUBMITTERS=1"),
	holds("waiting", assertions, "SPINS HOLDERS=1 SUBMITTERS=1 TIMERS=1"),
	holds("waiting", assertions, "SPINS HOLDERS=1 REHOLDS SUBMITTERS=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 PRIORITIES=1 TIMERS=1 SHUTDOWN"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 BATCHES=1 PRIORITIES=1 CLOSE"),
	holds("waiting", assertions, "SPINS SUBMITTERS=2 BATCHES=1 CALLBACK_ENDS PRIORITIES=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 JOB SHUTDOWN CLOSE"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 DESCRIPTOR WRITES=2 CLOSE"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=2 TASKS=2 BATCHES=1"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 PRIORITIES=1 DESCRIPTOR COUNT_WAKE_UPS"),
	holds("waiting", assertions, "ADAPTS DESCRIPTOR WRITES=2 TIMERS=1"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 TIMERS=1 SHUTDOWN"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 PRIORITIES=1 CLOSE"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 HOLDERS=1"),
	holds("waiting", assertions, "ADAPTS TIMERS=1 STOPS HOLDERS=1"),
	holds("waiting", assertions, "ADAPTS PAIRS=2"),
	holds("waiting", assertions, "ADAPTS PAIRS=1 ROUNDS=2 DESCRIPTOR"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 BATCHES=1 JOB SHUTDOWN"),
	holds("waiting", assertions, "FOREIGN SUBMITTERS=1 PRIORITIES=1 TIMERS=1"),
	holds("waiting", assertions, "FOREIGN SUBMITTERS=1 BATCHES=1 DESCRIPTOR SHUTDOWN"),
	holds("waiting", assertions, "SUBMITTERS=1 PRIORITIES=1 DESCRIPTOR"),
	holds("waiting", assertions, "SUBMITTERS=2 BATCHES=1 HOLDERS=1"),
	holds("waiting", assertions, "JOB TIMERS=1 SHUTDOWN"),
	holds("waiting", assertions, "JOB DRAINS=2 SUBMITTERS=1 SHUTDOWN"),
	holds("waiting", assertions, "JOB DRAINS=1 SHUTDOWN CLOSE"),
	holds("waiting", assertions, "SPINS JOB DRAINS=1 SHUTDOWN CLOSE"),
	holds("waiting", endless, "SPINS SUBMITTERS=2 TIMERS=1 DESCRIPTOR"),
	holds("waiting", endless, "SPINS STREAM TIMERS=1 PRIORITIES=1"),
	holds("waiting", endless, "SPINS STREAM DESCRIPTOR CLOSE"),
	holds("waiting", endless, "SPINS JOB SHUTDOWN SUBMITTERS=1"),
	holds("waiting", endless, "ADAPTS SUBMITTERS=1 PRIORITIES=1 SHUTDOWN"),
	holds("waiting", endless, "ADAPTS STREAM DESCRIPTOR"),
	holds("waiting", endless, "ADAPTS STREAM TIMERS=1"),
	holds("waiting", endless, "ADAPTS STREAM SHUTDOWN HOLDERS=1"),
	holds("waiting", endless, "STREAM DESCRIPTOR PRIORITIES=1"),
	holds("waiting", endless, "ADAPTS JOB DRAINS=2 SHUTDOWN"),

	// The full size.
	atFullSize(assertions, "waiting", "SPINS PAIRS=2 ROUNDS=2 TIMERS=1 DESCRIPTOR"),
	atFullSize(assertions, "waiting", "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1 PRIORITIES=1 SHUTDOWN CLOSE"),
	atFullSize(assertions, "waiting", "SPINS HOLDERS=2 SUBMITTERS=1 TIMERS=2 STOPS"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=2 TASKS=2 BATCHES=1 PRIORITIES=1"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=1 PRIORITIES=1 TIMERS=1 CLOSE"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=1 TIMERS=1 DESCRIPTOR WRITES=2"),
	atFullSize(assertions, "waiting", "ADAPTS TIMERS=2 STOPS HOLDERS=1"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=1 PRIORITIES=1 JOB DRAINS=2 SHUTDOWN CLOSE"),
	atFullSize(endless, "waiting", "SPINS STREAM TIMERS=1 DESCRIPTOR PRIORITIES=1"),
	atFullSize(endless, "waiting", "ADAPTS STREAM DESCRIPTOR PRIORITIES=1"),
}

var waitingMutants = []row{
	// Order.
	broken("waiting", "SPINS SUBMITTERS=1", "EMPTY_TURN", "a_turn_for_nothing", "a turn without a reason follows each turn"),
	broken("waiting", "SPINS PAIRS=1 ROUNDS=2 ASKS", "EMPTY_TURN", "a_priority_function_is_overtaken", "a turn without a reason follows each turn"),
	broken("waiting", "SPINS PAIRS=1 ROUNDS=2 ASKS", "RUNS_WHAT_COMES_MEANWHILE", "a_priority_function_is_overtaken", "a turn goes on after its snapshot"),
	broken("waiting", "SPINS SUBMITTERS=1 BATCHES=1", "CHECK_SKIPS_ITEMS", "a_wake_up_is_lost", "the rest of a batch is no reason for a turn"),
	broken("waiting", "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1 BUDGET=2", "FUNCTIONS_BEFORE_ITEMS", "a_batch_is_divided", "a turn runs functions before the rest of a batch"),

	// What is checked while the loop spins.
	broken("waiting", "SPINS PRIORITIES=1", "CHECK_SKIPS_PRIORITY", "a_wake_up_is_lost", "the priority queue is not checked"),
	broken("waiting", "SPINS TIMERS=1", "CHECK_SKIPS_TIMERS", "a_timer_is_lost", "nor the time"),
	broken("waiting", "SPINS DESCRIPTOR", "CHECK_SKIPS_EVENTS", "a_ready_descriptor_is_left", "nor buffered descriptor events"),
	broken("waiting", "SPINS DESCRIPTOR", "NEVER_POLLS_KERNEL", "a_ready_descriptor_is_left", "a loop without an armed watcher does not poll the kernel while it spins"),
	broken("waiting", "SPINS SHUTDOWN", "CHECK_SKIPS_THE_END", "the_end_is_lost", "the end is not checked"),
	broken("waiting", "SPINS JOB SHUTDOWN", "STOP_SKIPS_LATE_RESULTS", "the_end_is_lost", "nor a result that came after Shutdown"),
	broken("waiting", "SPINS JOB DRAINS=1 SHUTDOWN", "STOP_SKIPS_DRAIN", "an_on_drain_is_left", "nor functions of OnDrain, and the work waits for them"),
	broken("waiting", "SPINS HOLDERS=1", "CHECK_SKIPS_KEEP_ALIVE", "the_end_is_lost", "nor the last keep-alive"),
	{model: "waiting", options: []string{"SPINS", "STREAM", "DESCRIPTOR", "NEVER_CATCHES_UP"}, search: endless, mutant: "NEVER_CATCHES_UP", violates: cycle, why: "a loop that never parks does not poll the kernel"},

	// The end of a spin.
	{model: "waiting", options: []string{"ADAPTS", "SUBMITTERS=1", "SPUN_IS_FORGOTTEN"}, search: endless, mutant: "SPUN_IS_FORGOTTEN", violates: cycle, why: "a spin that was given up is followed by another one: the loop never parks"},
	broken("waiting", "SPINS SUBMITTERS=1", "CONTENTION_ENDS_A_SPIN", "a_spinning_loop_parks", "a spin without a budget ends where others need the processor"),
	broken("waiting", "SPINS TIMERS=1", "PARKS_AFTER_EACH_SPIN", "a_spinning_loop_parks", "a spin that found something is followed by a park"),
	broken("waiting", "ADAPTS SUBMITTERS=1", "SPIN_IS_THE_SECOND_CHECK", "a_wake_up_is_lost", "the check that ends a spin is taken for the second check"),
	broken("waiting", "SPINS SUBMITTERS=2 BATCHES=1 CALLBACK_ENDS PRIORITIES=1", "RUNS_AFTER_THE_END", "a_callback_runs_after_the_end", "the loop does not check between two functions whether it was closed"),

	// OnDrain.
	broken("waiting", "JOB DRAINS=1 SHUTDOWN", "RECHECK_SKIPS_DRAIN", "an_on_drain_is_left", "a Shutdown comes as the loop parks, the second check leaves out functions of OnDrain, and the work waits for them"),
	broken("waiting", "SUBMITTERS=1 DRAINS=1 SHUTDOWN", "DRAINS_FIRST", "an_on_drain_comes_too_soon", "they are called before the queues are checked"),
	broken("waiting", "DRAINS=1 SHUTDOWN", "ENDS_WITHOUT_DRAIN", "an_on_drain_is_left", "a loop that has drained its queues ends"),
}

var waitingWitnesses = []row{
	broken("waiting", "ADAPTS SUBMITTERS=1", "WITNESS_SECOND_CHECK_FINDS", "witness_second_check_finds", "the second check finds what came after the spin was given up"),
	broken("waiting", "SPINS SUBMITTERS=1 BATCHES=1", "WITNESS_BATCH_LEFT", "witness_batch_left", "the budget ends within a batch"),
	broken("waiting", "SPINS JOB SHUTDOWN", "WITNESS_LATE_RESULT", "witness_late_result", "a result comes after Shutdown"),
	broken("waiting", "SPINS TIMERS=1 STOPS", "WITNESS_SPINNING_PARKS", "witness_spinning_parks", "a loop that spins parks, since its reason for a turn was taken back"),
	broken("waiting", "PAIRS=1 ROUNDS=2 ASKS", "WITNESS_OVERTAKEN", "witness_overtaken", "after a spurious wake-up a turn runs a submitted function ahead of the priority one before it"),
}
