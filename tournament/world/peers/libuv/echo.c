/* The echo server on a runner's loop. echo.h has the server itself. */
#include "loop.h"

#include "echo.h"

static int port;
static uv_sem_t listening;

static void start_listening(void *of, uint32_t number)
{
	runner *r = of;
	(void)number;
	port = echo_listen(&r->loop);
	uv_sem_post(&listening);
}

int start_echo(runner *r)
{
	check("making a semaphore", uv_sem_init(&listening, 0));
	submit(r, start_listening, r, 0);
	uv_sem_wait(&listening);
	return port;
}
