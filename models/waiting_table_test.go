package models

// What is searched of waiting.pml: without an option SPINS, ADAPTS or FOREIGN the
// strategy is Block.

var waitingProtocols = []row{
	holds("waiting", assertions, "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1 BUDGET=2"),
	holds("waiting", assertions, "SPINS PAIRS=1 ROUNDS=3 ASKS PANICS=1"),
	holds("waiting", assertions, "SPINS PAIRS=2 ROUNDS=2"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TASKS=2 BATCHES=1 INTERNALS=1 PANICS=2"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TIMERS=2 DESCRIPTOR"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 TIMERS=2 STOPS"),
	holds("waiting", assertions, "SPINS HOLDERS=2 SUBMITTERS=1"),
	holds("waiting", assertions, "SPINS HOLDERS=1 SUBMITTERS=1 TIMERS=1"),
	holds("waiting", assertions, "SPINS HOLDERS=1 REHOLDS SUBMITTERS=1 SPARES"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 INTERNALS=1 TIMERS=1 SHUTDOWN SPARES"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 BATCHES=1 INTERNALS=1 PANICS=1 CLOSE"),
	holds("waiting", assertions, "SPINS SUBMITTERS=2 BATCHES=1 CALLBACK_ENDS INTERNALS=1"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 ERRAND SHUTDOWN CLOSE"),
	holds("waiting", assertions, "SPINS SUBMITTERS=1 DESCRIPTOR WRITES=2 CLOSE"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=2 TASKS=2 BATCHES=1"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 INTERNALS=1 DESCRIPTOR COUNT_WAKE_UPS"),
	holds("waiting", assertions, "ADAPTS DESCRIPTOR WRITES=2 TIMERS=1"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 TIMERS=1 SHUTDOWN"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 INTERNALS=1 CLOSE"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 HOLDERS=1 SPARES"),
	holds("waiting", assertions, "ADAPTS TIMERS=1 STOPS HOLDERS=1"),
	holds("waiting", assertions, "ADAPTS PAIRS=2 SPARES"),
	holds("waiting", assertions, "ADAPTS SUBMITTERS=1 BATCHES=1 ERRAND SHUTDOWN"),
	holds("waiting", assertions, "FOREIGN SUBMITTERS=1 INTERNALS=1 TIMERS=1"),
	holds("waiting", assertions, "FOREIGN SUBMITTERS=1 BATCHES=1 DESCRIPTOR SHUTDOWN"),
	holds("waiting", assertions, "SUBMITTERS=1 INTERNALS=1 DESCRIPTOR"),
	holds("waiting", assertions, "SUBMITTERS=2 BATCHES=1 HOLDERS=1"),
	holds("waiting", assertions, "ERRAND TIMERS=1 SHUTDOWN"),
	holds("waiting", endless, "SPINS SUBMITTERS=2 TIMERS=1 DESCRIPTOR"),
	holds("waiting", endless, "SPINS STREAM TIMERS=1 INTERNALS=1"),
	holds("waiting", endless, "SPINS STREAM DESCRIPTOR CLOSE"),
	holds("waiting", endless, "SPINS ERRAND SHUTDOWN SUBMITTERS=1"),
	holds("waiting", endless, "ADAPTS SUBMITTERS=1 INTERNALS=1 SHUTDOWN"),
	holds("waiting", endless, "ADAPTS STREAM DESCRIPTOR"),
	holds("waiting", endless, "ADAPTS STREAM TIMERS=1"),
	holds("waiting", endless, "ADAPTS STREAM SHUTDOWN HOLDERS=1"),
	holds("waiting", endless, "STREAM DESCRIPTOR INTERNALS=1"),

	// The full size.
	atFullSize(assertions, "waiting", "SPINS PAIRS=2 ROUNDS=2 TIMERS=1 DESCRIPTOR"),
	atFullSize(assertions, "waiting", "SPINS SUBMITTERS=2 TASKS=2 BATCHES=1 INTERNALS=1 SHUTDOWN CLOSE"),
	atFullSize(assertions, "waiting", "SPINS HOLDERS=2 SUBMITTERS=1 TIMERS=2 STOPS"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=2 TASKS=2 BATCHES=1 INTERNALS=1"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=1 INTERNALS=1 TIMERS=1 CLOSE"),
	atFullSize(assertions, "waiting", "ADAPTS SUBMITTERS=1 TIMERS=1 DESCRIPTOR WRITES=2"),
	atFullSize(assertions, "waiting", "ADAPTS TIMERS=2 STOPS HOLDERS=1"),
	atFullSize(endless, "waiting", "SPINS STREAM TIMERS=1 DESCRIPTOR INTERNALS=1"),
	atFullSize(endless, "waiting", "ADAPTS STREAM DESCRIPTOR INTERNALS=1"),
}

var waitingMutants = []row{
	// Order.
	broken("waiting", "SPINS PAIRS=1", "GLANCE_SKIPS_INTERNAL", "an_internal_function_is_overtaken", "a function that comes at a glance runs without a look at the internal lane"),
	broken("waiting", "SPINS PAIRS=1", "RUN_SKIPS_INTERNAL", "an_internal_function_is_overtaken", "one that comes while a strategy looks does"),
	broken("waiting", "SPINS PAIRS=1", "INTERNAL_ASKED_FIRST", "an_internal_function_is_overtaken", "the internal lane is looked at before the function is seen, not after"),
	broken("waiting", "SPINS SUBMITTERS=1", "EMPTY_TURN", "a_turn_for_nothing", "a turn follows each function that came alone"),
	broken("waiting", "SPINS PAIRS=1 ROUNDS=2 ASKS", "EMPTY_TURN", "an_internal_function_is_overtaken", "a turn follows each function that came alone"),
	broken("waiting", "SPINS PAIRS=1 ROUNDS=2 ASKS", "RUNS_WHAT_COMES_MEANWHILE", "an_internal_function_is_overtaken", "a turn goes on after its snapshot"),
	broken("waiting", "SPINS SUBMITTERS=1 PANICS=1", "PANIC_BEGINS_A_TURN", "a_turn_for_nothing", "the phase is not set before the function is called, so that after a panic a whole turn follows"),
	broken("waiting", "SPINS SUBMITTERS=1 TASKS=2 BATCHES=1", "ARRIVED_SKIPS_THE_REST", "a_batch_is_divided", "what a function has left is no reason for a turn"),
	broken("waiting", "SPINS SUBMITTERS=1 TASKS=2 BATCHES=1", "ARRIVED_SKIPS_THE_REST", "out_of_order", "what a function has left is no reason for a turn"),

	// What a strategy looks at.
	broken("waiting", "SPINS INTERNALS=1", "LOOK_SKIPS_INTERNAL", "a_wake_up_is_lost", "the internal lane is not looked at"),
	broken("waiting", "SPINS TIMERS=1", "ARRIVED_SKIPS_THE_CLOCK", "a_timer_is_lost", "nor what time it is"),
	broken("waiting", "SPINS DESCRIPTOR", "ARRIVED_SKIPS_EVENTS", "a_ready_descriptor_is_left", "nor what was found of descriptors"),
	broken("waiting", "SPINS DESCRIPTOR", "NEVER_LOOKS_AT_KERNEL", "a_ready_descriptor_is_left", "a loop that is in charge does not ask the kernel while it spins"),
	broken("waiting", "SPINS SHUTDOWN", "LOOK_SKIPS_THE_END", "the_end_is_lost", "the end is not looked at"),
	broken("waiting", "SPINS ERRAND SHUTDOWN", "OVER_SKIPS_THE_STRANDED", "the_end_is_lost", "nor a result that came after Shutdown"),
	broken("waiting", "SPINS HOLDERS=1", "LOOK_SKIPS_KEEP_ALIVE", "the_end_is_lost", "nor the last keep-alive"),
	{model: "waiting", options: []string{"SPINS", "STREAM", "TIMERS=1", "PRESSED_LOOKS_AT_LANES_ALONE"}, search: endless, mutant: "PRESSED_LOOKS_AT_LANES_ALONE", violates: cycle, why: "between functions that come one by one nothing else is looked at"},
	{model: "waiting", options: []string{"SPINS", "STREAM", "DESCRIPTOR", "NEVER_RESTLESS"}, search: endless, mutant: "NEVER_RESTLESS", violates: cycle, why: "a loop that never rests does not ask the kernel"},

	// The end of a wait.
	broken("waiting", "SPINS SUBMITTERS=1", "RAN_IS_NOT_TOLD", "a_spinning_loop_parks", "a wait that ended with a function is taken for one that was given up"),
	{model: "waiting", options: []string{"ADAPTS", "SUBMITTERS=1", "RAN_IS_KEPT"}, search: endless, mutant: "RAN_IS_KEPT", violates: cycle, why: "a wait begins as if a function had run in it: the loop never gives up"},
	broken("waiting", "SPINS SUBMITTERS=1", "CROWDED_ENDS_A_SPIN", "a_spinning_loop_parks", "a spin without a budget ends where others need the processor"),
	broken("waiting", "SPINS TIMERS=1", "NO_LAST_LOOK", "a_spinning_loop_parks", "a wait that found something is followed by a sleep"),
	broken("waiting", "ADAPTS SUBMITTERS=1", "AWAIT_IS_THE_SECOND_LOOK", "a_wake_up_is_lost", "the look that ends a wait is taken for the second look"),
	broken("waiting", "SPINS SUBMITTERS=1 CLOSE", "GLANCE_SKIPS_STOP", "a_callback_runs_after_the_end", "a function that comes at a glance runs although the loop was closed before it was seen"),
	broken("waiting", "SPINS SUBMITTERS=1 CLOSE", "RUN_SKIPS_STOP", "a_callback_runs_after_the_end", "so does one that comes while a strategy looks"),
	broken("waiting", "SPINS SUBMITTERS=1 CLOSE", "TAKES_BEFORE_IT_ASKS", "an_accepted_task_is_left", "the function is taken before the loop asks whether it may run"),
}

var waitingWitnesses = []row{
	broken("waiting", "SPINS SUBMITTERS=2", "WITNESS_ALONE_IN_THE_WAIT", "witness_alone_in_the_wait", "a function comes alone while the strategy looks"),
	broken("waiting", "ADAPTS SUBMITTERS=1", "WITNESS_SECOND_LOOK_FINDS", "witness_second_look_finds", "the second look finds what came after the wait was given up"),
	broken("waiting", "SPINS SUBMITTERS=1 BATCHES=1", "WITNESS_BATCH_LEFT", "witness_batch_left", "the budget ends within a batch that came alone"),
	broken("waiting", "SPINS ERRAND SHUTDOWN", "WITNESS_LATE_RESULT", "witness_late_result", "a result comes after Shutdown"),
	broken("waiting", "SPINS TIMERS=1 STOPS", "WITNESS_SPINNING_PARKS", "witness_spinning_parks", "a loop that spins parks, since its reason for a turn was taken back"),
	broken("waiting", "PAIRS=1 ROUNDS=2 ASKS", "WITNESS_OVERTAKEN", "witness_overtaken", "after a wasted wake-up a turn runs a submitted function ahead of the internal one before it"),
}
