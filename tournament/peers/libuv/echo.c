/*
 * An echo server on libuv, one loop on one thread, as its guide teaches to write
 * one and as fast as its interface allows: what a read brings is written at once,
 * from the buffer that all connections share; only what the kernel does not take
 * is copied and queued, and until it is written its connection reads no more.
 *
 * Whoever started it talks to it over the standard streams. It prints the address
 * that it listens on; for each newline that it reads it prints the processor time
 * that it has used, in nanoseconds; and when its input ends it closes everything
 * and ends.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#ifndef _WIN32
#include <sys/resource.h>
#endif

enum { backlog = 4096, buffer_size = 64 * 1024 };

/* A message that the kernel did not take whole, with what is left of it. */
typedef struct {
	uv_write_t request;
	char bytes[];
} rest;

static char buffer[buffer_size]; /* of the read under way; a callback is done with it when it returns */
static char order[16];           /* of what comes over the standard input */
static uv_pipe_t orders;
static uv_tcp_t listener;

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

static void release(uv_handle_t *handle)
{
	free(handle);
}

static void hang_up(uv_stream_t *connection)
{
	if (!uv_is_closing((uv_handle_t *)connection))
		uv_close((uv_handle_t *)connection, release);
}

static void lend_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *to)
{
	(void)handle, (void)suggested;
	*to = uv_buf_init(buffer, sizeof buffer);
}

static void echo(uv_stream_t *connection, ssize_t n, const uv_buf_t *from);

static void resume(uv_write_t *request, int status)
{
	uv_stream_t *connection = request->handle;
	free(request->data);
	if (uv_is_closing((uv_handle_t *)connection))
		return;
	if (status < 0 || uv_read_start(connection, lend_buffer, echo) < 0)
		hang_up(connection);
}

static void echo(uv_stream_t *connection, ssize_t n, const uv_buf_t *from)
{
	if (n == 0)
		return; /* there was nothing after all */
	if (n < 0) {
		hang_up(connection);
		return;
	}
	uv_buf_t left = uv_buf_init(from->base, (unsigned)n);
	int took = uv_try_write(connection, &left, 1);
	if (took == UV_EAGAIN)
		took = 0;
	if (took < 0) {
		hang_up(connection);
		return;
	}
	if (took == n)
		return;
	left.len -= (size_t)took;
	rest *r = allocate(sizeof *r + left.len);
	memcpy(r->bytes, left.base + took, left.len);
	left.base = r->bytes;
	r->request.data = r;
	uv_read_stop(connection);
	if (uv_write(&r->request, connection, &left, 1, resume) < 0) {
		free(r);
		hang_up(connection);
	}
}

static void welcome(uv_stream_t *from, int status)
{
	if (status < 0)
		return; /* the connection was gone before it was accepted */
	uv_tcp_t *connection = allocate(sizeof *connection);
	check("making a connection", uv_tcp_init(from->loop, connection));
	if (uv_accept(from, (uv_stream_t *)connection) < 0 || uv_tcp_nodelay(connection, 1) < 0 ||
	    uv_read_start((uv_stream_t *)connection, lend_buffer, echo) < 0)
		hang_up((uv_stream_t *)connection);
}

static void print_address(void)
{
	struct sockaddr_in bound;
	int size = sizeof bound;
	char host[INET_ADDRSTRLEN];
	check("asking for the address", uv_tcp_getsockname(&listener, (struct sockaddr *)&bound, &size));
	check("writing the address", uv_ip4_name(&bound, host, sizeof host));
	printf("%s:%d\n", host, ntohs(bound.sin_port));
	fflush(stdout);
}

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
	if (handle == (uv_handle_t *)&listener || handle == (uv_handle_t *)&orders)
		uv_close(handle, NULL); /* the others are connections */
	else
		hang_up((uv_stream_t *)handle);
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
	struct sockaddr_in address;
	check("reading the address", uv_ip4_addr("127.0.0.1", 0, &address));
	check("making the listener", uv_tcp_init(loop, &listener));
	check("binding", uv_tcp_bind(&listener, (struct sockaddr *)&address, 0));
	check("listening", uv_listen((uv_stream_t *)&listener, backlog, welcome));
	check("taking orders", uv_pipe_init(loop, &orders, 0));
	check("opening the standard input", uv_pipe_open(&orders, 0));
	check("reading the standard input", uv_read_start((uv_stream_t *)&orders, lend_order, obey));
	print_address();
	check("running the loop", uv_run(loop, UV_RUN_DEFAULT));
	check("closing the loop", uv_loop_close(loop));
	return 0;
}
