/*
 * A loop of libuv that runs in a thread, the way in for functions from other threads,
 * and the echo server on it.
 */
#ifndef LOOP_H
#define LOOP_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <uv.h>

typedef struct runner runner;

/* A function and its arguments. */
typedef struct {
	void (*function)(void *of, uint32_t number);
	void *of;
	uint32_t number;
} task;

typedef struct {
	task *items;
	size_t length, capacity;
} list;

/* A loop that runs in a thread. */
struct runner {
	uv_loop_t loop;
	uv_async_t wake;
	uv_thread_t thread;
	uv_mutex_t mutex; /* guards queue */
	list queue;
	list batch; /* used by the loop only */
	atomic_int over;
	int spin;
};

/* Ends the process if status is an error of libuv. */
void check(const char *what, int status);

/* Returns zeroed memory. Ends the process if there is none. */
void *allocate(size_t size);

/* Starts a loop. If spin is set, it polls and never blocks. */
runner *new_runner(int spin);

/* Runs a function on the loop. Any thread may call it. */
void submit(runner *r, void (*function)(void *, uint32_t), void *of, uint32_t number);

/* Ends a loop and waits for its end. */
void close_runner(runner *r);

/* Starts the server on a loop and returns the port. */
int start_echo(runner *r);

#endif
