/*
 * A peer that runs libuv. The main thread reads the runner's requests. The loop and
 * each producer have a thread of their own. docs/peer-protocol.md has the protocol.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "loop.h"

enum { numbers = 1024, most_producers = 1024 };
static const uint32_t prime = 16777619u;

/* The answer to the current request, and the state of the started workload. */
static char answer[1 << 16];
static size_t answered;
static runner *the_loop;
static int producers, burst, spin;
static int64_t executed; /* owned by the loop; by the main thread while no function is queued */

static void say(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	answered += (size_t)vsnprintf(answer + answered, sizeof answer - answered, format, arguments);
	va_end(arguments);
}

static const char *field(char *request, const char *key)
{
	static char value[64];
	size_t length = strlen(key);
	for (char *at = request; (at = strstr(at, key)) != NULL; at += length)
		if (at > request && at[-1] == ' ' && at[length] == '=') {
			size_t size = strcspn(at + length + 1, " \n");
			snprintf(value, sizeof value, "%.*s", (int)size, at + length + 1);
			return value;
		}
	return NULL;
}

static int64_t number_of(char *request, const char *key, int64_t otherwise)
{
	const char *value = field(request, key);
	return value ? strtoll(value, NULL, 10) : otherwise;
}

/* The functions of one producer that have run. */
typedef struct {
	uint32_t sum;
	int64_t count;
	int64_t share;
	uv_thread_t thread;
	char apart[64]; /* padding: each producer has a cache line of its own */
} account;

static account accounts[most_producers];
static int64_t left;
static uv_sem_t done;
static uv_barrier_t gate;

static void note(void *of, uint32_t number)
{
	account *a = of;
	a->sum = (a->sum ^ number) * prime;
	a->count++;
	executed++;
	if (--left == 0)
		uv_sem_post(&done);
}

static void produce(void *of)
{
	account *a = of;
	uv_barrier_wait(&gate); /* all producers have started */
	uv_barrier_wait(&gate); /* the clock has been read */
	for (int64_t i = 0; i < a->share; i++)
		submit(the_loop, note, a, (uint32_t)(i % numbers));
}

static void report(uint64_t elapsed)
{
	say("ok ns=%llu counts=", (unsigned long long)elapsed);
	for (int p = 0; p < producers; p++)
		say("%s%lld", p ? "," : "", (long long)accounts[p].count);
	say(" sums=");
	for (int p = 0; p < producers; p++)
		say("%s%u", p ? "," : "", accounts[p].sum);
}

static void expect(int64_t n, uint32_t seed)
{
	left = n;
	for (int p = 0; p < producers; p++) {
		accounts[p].sum = seed ^ (uint32_t)p;
		accounts[p].count = 0;
		accounts[p].share = n / producers + (p < n % producers);
	}
}

static void run_submit(int64_t n, uint32_t seed)
{
	expect(n, seed);
	if (burst > 0) {
		uint64_t began = uv_hrtime();
		for (int64_t i = 0; i < n;) {
			int64_t size = n - i < burst ? n - i : burst;
			left = size;
			for (int64_t end = i + size; i < end; i++)
				submit(the_loop, note, &accounts[0], (uint32_t)(i % numbers));
			uv_sem_wait(&done);
		}
		report(uv_hrtime() - began);
		return;
	}
	check("making a barrier", uv_barrier_init(&gate, (unsigned)producers + 1));
	for (int p = 0; p < producers; p++)
		check("starting a producer", uv_thread_create(&accounts[p].thread, produce, &accounts[p]));
	uv_barrier_wait(&gate);
	/* Read before the producers start, because then this thread may wait for a processor. */
	uint64_t began = uv_hrtime();
	uv_barrier_wait(&gate);
	uv_sem_wait(&done);
	uint64_t elapsed = uv_hrtime() - began;
	for (int p = 0; p < producers; p++)
		uv_thread_join(&accounts[p].thread);
	uv_barrier_destroy(&gate);
	report(elapsed);
}

static atomic_llong flag; /* stored by the loop, loaded by a waiter that spins */

static void note_trip(void *of, uint32_t number)
{
	account *a = of;
	a->sum = (a->sum ^ number) * prime;
	a->count++;
	executed++;
	if (spin)
		atomic_store(&flag, executed);
	else
		uv_sem_post(&done);
}

static uint64_t bucket(uint64_t v)
{
	int bits = v ? 64 - __builtin_clzll(v) : 0;
	int shift = bits > 6 ? bits - 6 : 0;
	return v >> shift << shift;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void run_trip(int64_t n, uint32_t seed, int stamped)
{
	expect(n, seed);
	uint64_t *stamps = stamped ? allocate((size_t)n * sizeof *stamps) : NULL;
	int64_t before = executed;
	uint64_t began = uv_hrtime();
	for (int64_t i = 0; i < n; i++) {
		submit(the_loop, note_trip, &accounts[0], (uint32_t)(i % numbers));
		if (spin)
			while (atomic_load(&flag) != before + i + 1)
				;
		else
			uv_sem_wait(&done);
		if (stamped)
			stamps[i] = uv_hrtime();
	}
	report(uv_hrtime() - began);
	if (!stamped)
		return;
	for (int64_t i = n - 1; i >= 0; i--)
		stamps[i] = bucket(stamps[i] - (i ? stamps[i - 1] : began));
	qsort(stamps, (size_t)n, sizeof *stamps, by_value);
	say(" histogram=");
	for (int64_t i = 0, from = 0; i < n; i++)
		if (i == n - 1 || stamps[i + 1] != stamps[i]) {
			say("%s%llu:%lld", from ? "," : "", (unsigned long long)stamps[i], (long long)(i + 1 - from));
			from = i + 1;
		}
	free(stamps);
}

/* One timer of the workload. */
typedef struct {
	uv_timer_t handle;
	uint64_t due;
} timed;

static timed *timers;
static int64_t timers_n, fired, early, cancelled;
static uint32_t fire_seed, fire_sum;
static uint64_t schedule_ns, cancel_ns, released, last_fire;

static void never(uv_timer_t *handle)
{
	(void)handle;
	executed++;
}

static void fire(uv_timer_t *handle)
{
	timed *t = (timed *)handle;
	if (uv_hrtime() < t->due)
		early++;
	fire_sum += ((uint32_t)(t - timers) ^ fire_seed) * prime;
	executed++;
	if (++fired == timers_n) {
		last_fire = uv_hrtime();
		uv_sem_post(&done);
	}
}

static void schedule_all(void *of, uint32_t number)
{
	runner *r = of;
	(void)number;
	int64_t n = timers_n;
	uv_update_time(&r->loop);
	uint64_t start = uv_hrtime();
	for (int64_t i = 0; i < n; i++) {
		uv_timer_init(&r->loop, &timers[i].handle);
		uv_timer_start(&timers[i].handle, never, 3600000 + (uint64_t)(i * 7919 % n), 0);
	}
	uint64_t scheduled = uv_hrtime();
	for (int64_t i = 0; i < n; i++)
		uv_timer_stop(&timers[i].handle);
	uint64_t ended = uv_hrtime();
	schedule_ns = scheduled - start, cancel_ns = ended - scheduled;
	for (int64_t i = 0; i < n; i++)
		cancelled += !uv_is_active((uv_handle_t *)&timers[i].handle);
	for (int64_t i = 0; i < n; i++) {
		/* libuv counts from the loop's cached time, in whole milliseconds. */
		timers[i].due = uv_now(&r->loop) * 1000000 + 1000000;
		uv_timer_start(&timers[i].handle, fire, 1, 0);
	}
	for (uint64_t until = uv_hrtime() + 2000000; uv_hrtime() < until;)
		;
	released = uv_hrtime();
}

static void run_timers(int64_t n, uint32_t seed)
{
	timers = allocate((size_t)n * sizeof *timers); /* the loop uses them until the process ends */
	timers_n = n, fired = early = cancelled = 0;
	fire_seed = fire_sum = seed;
	submit(the_loop, schedule_all, the_loop, 0);
	uv_sem_wait(&done);
	say("ok schedule_ns=%llu cancel_ns=%llu fire_ns=%llu cancelled=%lld early=%lld counts=%lld sums=%u",
	    (unsigned long long)schedule_ns, (unsigned long long)cancel_ns, (unsigned long long)(last_fire - released),
	    (long long)cancelled, (long long)early, (long long)fired, fire_sum);
}

static int many_loops;

static void note_loop(void *of, uint32_t number)
{
	(void)of, (void)number;
	executed++;
	uv_sem_post(&done);
}

/* The loops run until the process ends. */
static void run_loops(int64_t n)
{
	uint64_t began = uv_hrtime();
	int64_t before = executed;
	for (int64_t i = 0; i < n; i++) {
		submit(new_runner(0), note_loop, NULL, 0);
		uv_sem_wait(&done);
	}
	say("ok ns=%llu counts=%lld", (unsigned long long)(uv_hrtime() - began), (long long)(executed - before));
}

static void begin(char *request)
{
	char workload[64];
	snprintf(workload, sizeof workload, "%s", field(request, "workload") ? field(request, "workload") : "");
	producers = (int)number_of(request, "producers", 1);
	burst = (int)number_of(request, "burst", 0);
	if (producers < 1 || producers > most_producers || (burst > 0 && producers > 1)) {
		say("refused producers must be 1 to %d, and 1 for bursts", most_producers);
		return;
	}
	if (strcmp(workload, "loops") == 0) {
		many_loops = 1;
		say("ok");
		return;
	}
	if (strcmp(workload, "trip") == 0)
		spin = strcmp(field(request, "wait") ? field(request, "wait") : "", "spin") == 0;
	else if (strcmp(workload, "submit") && strcmp(workload, "timers") && strcmp(workload, "echo")) {
		say("refused libuv does not know the workload %s", workload);
		return;
	}
	the_loop = new_runner(spin);
	if (strcmp(workload, "echo") == 0) {
		say("ok address=127.0.0.1:%d", start_echo(the_loop));
		return;
	}
	say("ok");
}

int main(void)
{
	static char request[4096];
	char workload[64] = "";
	struct rlimit descriptors;
	if (getrlimit(RLIMIT_NOFILE, &descriptors) == 0) { /* as Go's runtime does */
		descriptors.rlim_cur = descriptors.rlim_max;
		setrlimit(RLIMIT_NOFILE, &descriptors);
	}
	signal(SIGPIPE, SIG_IGN);
	check("making a semaphore", uv_sem_init(&done, 0));
	while (fgets(request, sizeof request, stdin) != NULL) {
		int64_t n = number_of(request, "n", 0);
		uint32_t seed = (uint32_t)number_of(request, "seed", 0);
		int stamped = strncmp(request, "histogram", 9) == 0, last = strncmp(request, "stop", 4) == 0;
		answered = 0;
		if (strncmp(request, "hello", 5) == 0)
			say("ok protocol=1 peer=libuv version=%s", uv_version_string());
		else if (strncmp(request, "start ", 6) == 0) {
			begin(request);
			if (field(request, "workload"))
				snprintf(workload, sizeof workload, "%s", field(request, "workload"));
		} else if (last) {
			if (the_loop)
				close_runner(the_loop);
			say("ok executed=%lld", (long long)executed);
		} else if (strncmp(request, "run ", 4) && !stamped)
			say("failed the verb is not known");
		else if (n < 1 || (the_loop == NULL && !many_loops))
			say("failed there is nothing to run");
		else if (strcmp(workload, "trip") == 0)
			run_trip(n, seed, stamped);
		else if (stamped)
			say("refused only round trips are stamped");
		else if (many_loops)
			run_loops(n);
		else if (strcmp(workload, "timers") == 0)
			run_timers(n, seed);
		else if (strcmp(workload, "echo") == 0)
			say("ok");
		else
			run_submit(n, seed);
		puts(answer);
		fflush(stdout);
		if (last)
			break;
	}
	return 0;
}
