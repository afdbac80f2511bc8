/* Implements loop.h. Functions are submitted as libuv's guide recommends: through a
 * queue under a mutex, and uv_async_send. */
#include "loop.h"

#include <stdio.h>

static void fail(const char *what, int status)
{
	fprintf(stderr, "%s: %s\n", what, uv_strerror(status));
	exit(1);
}

void check(const char *what, int status)
{
	if (status < 0)
		fail(what, status);
}

void *allocate(size_t size)
{
	void *p = calloc(1, size);
	if (p == NULL)
		fail("allocating", UV_ENOMEM);
	return p;
}

static void take(uv_async_t *handle)
{
	runner *r = handle->data;
	uv_mutex_lock(&r->mutex);
	list batch = r->queue;
	r->queue = r->batch;
	r->queue.length = 0;
	uv_mutex_unlock(&r->mutex);
	for (size_t i = 0; i < batch.length; i++)
		batch.items[i].function(batch.items[i].of, batch.items[i].number);
	r->batch = batch;
}

void submit(runner *r, void (*function)(void *, uint32_t), void *of, uint32_t number)
{
	uv_mutex_lock(&r->mutex);
	if (r->queue.length == r->queue.capacity) {
		r->queue.capacity = r->queue.capacity ? 2 * r->queue.capacity : 64;
		r->queue.items = realloc(r->queue.items, r->queue.capacity * sizeof(task));
		if (r->queue.items == NULL)
			fail("allocating", UV_ENOMEM);
	}
	r->queue.items[r->queue.length++] = (task){function, of, number};
	uv_mutex_unlock(&r->mutex);
	uv_async_send(&r->wake);
}

static void run_loop(void *of)
{
	runner *r = of;
	if (r->spin) {
		while (!atomic_load(&r->over))
			uv_run(&r->loop, UV_RUN_NOWAIT);
		return;
	}
	uv_run(&r->loop, UV_RUN_DEFAULT);
}

runner *new_runner(int spin)
{
	runner *r = allocate(sizeof *r);
	r->spin = spin;
	check("making a loop", uv_loop_init(&r->loop));
	check("making an async handle", uv_async_init(&r->loop, &r->wake, take));
	check("making a mutex", uv_mutex_init(&r->mutex));
	r->wake.data = r;
	check("starting a thread", uv_thread_create(&r->thread, run_loop, r));
	return r;
}

static void end_loop(void *of, uint32_t number)
{
	runner *r = of;
	(void)number;
	atomic_store(&r->over, 1);
	uv_stop(&r->loop);
}

void close_runner(runner *r)
{
	submit(r, end_loop, r, 0);
	uv_thread_join(&r->thread); /* the process ends soon and frees the loop's memory */
}
