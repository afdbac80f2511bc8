// A clock that moves only when the main thread waits. Preloaded into Node, it
// makes Node's order a function of the program alone: time passes in epoll_wait,
// as much as libuv asked for, and in Atomics.wait, and nowhere else. Node itself
// is the installed one. Other threads keep the real clock.
//
// Before each poll the main thread waits for libuv's thread pool to finish what it has
// been given. So each poll finds the results of all work that was queued before it, and
// with a pool of one thread (UV_THREADPOOL_SIZE) in the order in which it was queued.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long now = 1000000000; // nanoseconds; of the main thread alone

static int faked(void) { return syscall(SYS_gettid) == getpid(); }

static int monotonic(clockid_t id) {
	return id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE || id == CLOCK_MONOTONIC_RAW || id == CLOCK_BOOTTIME;
}

int clock_gettime(clockid_t id, struct timespec *t) {
	if (!monotonic(id) || !faked())
		return syscall(SYS_clock_gettime, id, t);
	t->tv_sec = now / 1000000000;
	t->tv_nsec = now % 1000000000;
	return 0;
}

// The beginning of uv_loop_t, which is a part of libuv's stable ABI.
struct loop {
	void *data;
	unsigned active_handles;
	void *handle_queue[2];
	union { void *unused; unsigned count; } active_requests;
	void *internal_fields;
	unsigned stop_flag;
	unsigned long flags;
	int backend_fd;
	void *pending_queue[2];
	void *watcher_queue[2];
	void **watchers;
	unsigned nwatchers, nfds;
	void *finished[2]; // a ring of the work whose results have not been delivered
	pthread_mutex_t finished_lock;
};

static void finish_work(int fd) {
	static struct loop *(*default_loop)(void);
	if (!default_loop)
		default_loop = dlsym(RTLD_DEFAULT, "uv_default_loop");
	struct loop *loop = default_loop ? default_loop() : NULL;
	if (!loop || loop->backend_fd != fd)
		return;
	for (;;) {
		unsigned finished = 0;
		pthread_mutex_lock(&loop->finished_lock);
		for (void **at = loop->finished[0]; at != loop->finished; at = at[0])
			finished++;
		pthread_mutex_unlock(&loop->finished_lock);
		if (finished >= loop->active_requests.count)
			return;
		usleep(10);
	}
}

// Without anything ready, a wait with a limit is over at once and the clock shows
// its end. A wait without one is for other threads: that is a real one.
int epoll_pwait(int fd, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
	static int (*real)(int, struct epoll_event *, int, int, const sigset_t *);
	if (!real)
		real = dlsym(RTLD_NEXT, "epoll_pwait");
	if (!faked())
		return real(fd, events, n, timeout, mask);
	finish_work(fd);
	if (timeout <= 0)
		return real(fd, events, n, timeout, mask);
	int ready = real(fd, events, n, 0, mask);
	if (ready == 0)
		now += timeout * 1000000LL;
	return ready;
}

int epoll_wait(int fd, struct epoll_event *events, int n, int timeout) {
	return epoll_pwait(fd, events, n, timeout, NULL);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
	static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	if (!real)
		real = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	if (!faked())
		return real(c, m, until);
	long long end = until->tv_sec * 1000000000LL + until->tv_nsec;
	if (now < end)
		now = end;
	return ETIMEDOUT;
}
