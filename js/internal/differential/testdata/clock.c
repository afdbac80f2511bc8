// A clock that moves only when the main thread waits. Preloaded into Node, it
// makes Node's order a function of the program alone: time passes in epoll_wait,
// as much as libuv asked for, and in Atomics.wait, and nowhere else. Node itself
// is the installed one. Other threads keep the real clock.
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

// Without anything ready, a wait with a limit is over at once and the clock shows
// its end. A wait without one is for other threads: that is a real one.
int epoll_pwait(int fd, struct epoll_event *events, int n, int timeout, const sigset_t *mask) {
	static int (*real)(int, struct epoll_event *, int, int, const sigset_t *);
	if (!real)
		real = dlsym(RTLD_NEXT, "epoll_pwait");
	if (timeout <= 0 || !faked())
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
