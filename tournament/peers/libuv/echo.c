/*
 * An echo server on libuv: one loop on one thread. echo.h, which the build adds, has the server
 * itself.
 *
 * Whoever started it talks to it over the standard streams. It prints the address
 * that it listens on; for each newline that it reads it prints the processor time
 * that it has used, in nanoseconds; and when its input ends it closes everything
 * and ends.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

#ifndef _WIN32
#include <sys/resource.h>
#endif

static void check(const char *what, int status)
{
	if (status < 0) {
		fprintf(stderr, "%s: %s\n", what, uv_strerror(status));
		exit(1);
	}
}

static void *allocate(size_t size)
{
	void *p = malloc(size);
	if (p == NULL)
		check("allocating", UV_ENOMEM);
	return p;
}

#include "echo.h"

static char order[16]; /* of what comes over the standard input */
static uv_pipe_t orders;

static void print_processor_time(void)
{
	uv_rusage_t usage;
	check("asking for the processor time", uv_getrusage(&usage));
	long long seconds = (long long)usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
	long long microseconds = (long long)usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
	printf("%lld\n", (seconds * 1000000 + microseconds) * 1000);
	fflush(stdout);
}

static void close_any(uv_handle_t *handle, void *unused)
{
	(void)unused;
	if (uv_is_closing(handle))
		return;
	if (handle == (uv_handle_t *)&echo_listener || handle == (uv_handle_t *)&orders)
		uv_close(handle, NULL); /* the others are connections */
	else
		echo_hang_up((uv_stream_t *)handle);
}

static void lend_order(uv_handle_t *handle, size_t suggested, uv_buf_t *to)
{
	(void)handle, (void)suggested;
	*to = uv_buf_init(order, sizeof order);
}

static void obey(uv_stream_t *from, ssize_t n, const uv_buf_t *what)
{
	if (n < 0)
		uv_walk(from->loop, close_any, NULL);
	for (ssize_t i = 0; i < n; i++)
		if (what->base[i] == '\n')
			print_processor_time();
}

/* As many connections as the system allows: Go's runtime does the same for the
 * servers that this one is compared with. */
static void raise_limit(void)
{
#ifndef _WIN32
	struct rlimit descriptors;
	if (getrlimit(RLIMIT_NOFILE, &descriptors) == 0) {
		descriptors.rlim_cur = descriptors.rlim_max;
		setrlimit(RLIMIT_NOFILE, &descriptors); /* without it there are fewer */
	}
	signal(SIGPIPE, SIG_IGN);
#endif
}

int main(void)
{
	raise_limit();
	uv_loop_t *loop = uv_default_loop();
	int port = echo_listen(loop);
	check("taking orders", uv_pipe_init(loop, &orders, 0));
	check("opening the standard input", uv_pipe_open(&orders, 0));
	check("reading the standard input", uv_read_start((uv_stream_t *)&orders, lend_order, obey));
	printf("127.0.0.1:%d\n", port);
	fflush(stdout);
	check("running the loop", uv_run(loop, UV_RUN_DEFAULT));
	check("closing the loop", uv_loop_close(loop));
	return 0;
}
