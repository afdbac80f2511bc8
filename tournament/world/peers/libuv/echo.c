#include "loop.h"

#include <string.h>

enum { buffer_size = 64 * 1024, backlog = 4096 };

/* The echo server: what a read brings is written at once, from the buffer that all
 * connections share; what the kernel does not take is copied, and until it is written
 * its connection reads no more. */
typedef struct {
	uv_write_t request;
	char bytes[];
} rest;

static char buffer[buffer_size];
static uv_tcp_t listener;
static int port;
static uv_sem_t listening;

static void release(uv_handle_t *handle) { free(handle); }

static void hang_up(uv_stream_t *connection)
{
	if (!uv_is_closing((uv_handle_t *)connection))
		uv_close((uv_handle_t *)connection, release);
}

static void lend(uv_handle_t *handle, size_t suggested, uv_buf_t *to)
{
	(void)handle, (void)suggested;
	*to = uv_buf_init(buffer, sizeof buffer);
}

static void echo(uv_stream_t *connection, ssize_t n, const uv_buf_t *from);

static void resume(uv_write_t *request, int status)
{
	uv_stream_t *connection = request->handle;
	free(request);
	if (uv_is_closing((uv_handle_t *)connection))
		return;
	if (status < 0 || uv_read_start(connection, lend, echo) < 0)
		hang_up(connection);
}

static void echo(uv_stream_t *connection, ssize_t n, const uv_buf_t *from)
{
	if (n == 0)
		return;
	if (n < 0) {
		hang_up(connection);
		return;
	}
	uv_buf_t unsent = uv_buf_init(from->base, (unsigned)n);
	int took = uv_try_write(connection, &unsent, 1);
	if (took == UV_EAGAIN)
		took = 0;
	if (took < 0) {
		hang_up(connection);
		return;
	}
	if (took == n)
		return;
	unsent.len -= (size_t)took;
	rest *r = allocate(sizeof *r + unsent.len);
	memcpy(r->bytes, unsent.base + took, unsent.len);
	unsent.base = r->bytes;
	uv_read_stop(connection);
	if (uv_write(&r->request, connection, &unsent, 1, resume) < 0) {
		free(r);
		hang_up(connection);
	}
}

static void welcome(uv_stream_t *from, int status)
{
	if (status < 0)
		return;
	uv_tcp_t *connection = allocate(sizeof *connection);
	check("making a connection", uv_tcp_init(from->loop, connection));
	if (uv_accept(from, (uv_stream_t *)connection) < 0 || uv_tcp_nodelay(connection, 1) < 0 ||
	    uv_read_start((uv_stream_t *)connection, lend, echo) < 0)
		hang_up((uv_stream_t *)connection);
}

static void start_listening(void *of, uint32_t number)
{
	runner *r = of;
	struct sockaddr_in address;
	int size = sizeof address;
	(void)number;
	check("reading the address", uv_ip4_addr("127.0.0.1", 0, &address));
	check("making the listener", uv_tcp_init(&r->loop, &listener));
	check("binding", uv_tcp_bind(&listener, (struct sockaddr *)&address, 0));
	check("listening", uv_listen((uv_stream_t *)&listener, backlog, welcome));
	check("asking for the address", uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &size));
	port = ntohs(address.sin_port);
	uv_sem_post(&listening);
}

int start_echo(runner *r)
{
	check("making a semaphore", uv_sem_init(&listening, 0));
	submit(r, start_listening, r, 0);
	uv_sem_wait(&listening);
	return port;
}
