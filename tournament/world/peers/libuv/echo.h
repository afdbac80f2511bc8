/*
 * The echo server on libuv, for a program with one such server: what a read brings is written at
 * once, from the buffer that all connections share. What the kernel does not take is copied and
 * queued, and until it is written its connection reads no more. uv_write for each answer, as in most
 * examples, would cost a callback more.
 *
 * Whoever includes it has declared
 *
 *	void check(const char *what, int status);  - ends the program when status is an error
 *	void *allocate(size_t size);               - never returns NULL
 *
 * All functions are the loop's thread's.
 */
#ifndef ECHO_H
#define ECHO_H

#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { echo_buffer_size = 64 * 1024, echo_backlog = 4096 };

/* A message that the kernel did not take whole, with what is left of it. */
typedef struct {
	uv_write_t request;
	char bytes[];
} echo_rest;

static char echo_buffer[echo_buffer_size]; /* of the read under way; its callback is done with it when it returns */
static uv_tcp_t echo_listener;

static void echo_release(uv_handle_t *handle)
{
	free(handle);
}

/* Closes a connection, once. */
static void echo_hang_up(uv_stream_t *connection)
{
	if (!uv_is_closing((uv_handle_t *)connection))
		uv_close((uv_handle_t *)connection, echo_release);
}

static void echo_lend(uv_handle_t *handle, size_t suggested, uv_buf_t *to)
{
	(void)handle, (void)suggested;
	*to = uv_buf_init(echo_buffer, sizeof echo_buffer);
}

static void echo_read(uv_stream_t *connection, ssize_t n, const uv_buf_t *from);

static void echo_resume(uv_write_t *request, int status)
{
	uv_stream_t *connection = request->handle;
	free(request->data);
	if (uv_is_closing((uv_handle_t *)connection))
		return;
	if (status < 0 || uv_read_start(connection, echo_lend, echo_read) < 0)
		echo_hang_up(connection);
}

static void echo_read(uv_stream_t *connection, ssize_t n, const uv_buf_t *from)
{
	if (n == 0)
		return; /* there was nothing after all */
	if (n < 0) {
		echo_hang_up(connection);
		return;
	}
	uv_buf_t left = uv_buf_init(from->base, (unsigned)n);
	int took = uv_try_write(connection, &left, 1);
	if (took == UV_EAGAIN)
		took = 0;
	if (took < 0) {
		echo_hang_up(connection);
		return;
	}
	if (took == n)
		return;
	left.len -= (size_t)took;
	echo_rest *r = allocate(sizeof *r + left.len);
	memcpy(r->bytes, left.base + took, left.len);
	left.base = r->bytes;
	r->request.data = r;
	uv_read_stop(connection);
	if (uv_write(&r->request, connection, &left, 1, echo_resume) < 0) {
		free(r);
		echo_hang_up(connection);
	}
}

static void echo_welcome(uv_stream_t *from, int status)
{
	if (status < 0)
		return; /* the connection was gone before it was accepted */
	uv_tcp_t *connection = allocate(sizeof *connection);
	check("making a connection", uv_tcp_init(from->loop, connection));
	if (uv_accept(from, (uv_stream_t *)connection) < 0 || uv_tcp_nodelay(connection, 1) < 0 ||
	    uv_read_start((uv_stream_t *)connection, echo_lend, echo_read) < 0)
		echo_hang_up((uv_stream_t *)connection);
}

/* Listens on a free port of 127.0.0.1, which it returns. */
static int echo_listen(uv_loop_t *loop)
{
	struct sockaddr_in address;
	int size = sizeof address;
	check("reading the address", uv_ip4_addr("127.0.0.1", 0, &address));
	check("making the listener", uv_tcp_init(loop, &echo_listener));
	check("binding", uv_tcp_bind(&echo_listener, (struct sockaddr *)&address, 0));
	check("listening", uv_listen((uv_stream_t *)&echo_listener, echo_backlog, echo_welcome));
	check("asking for the address", uv_tcp_getsockname(&echo_listener, (struct sockaddr *)&address, &size));
	return ntohs(address.sin_port);
}

#endif
