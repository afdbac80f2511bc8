package lib

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"syscall"
)

// errno is a system error with Node's name.
type errno struct {
	err     error
	code    string
	number  int // Linux's number, negative as in libuv
	message string
}

// errnos are common errors of files and sockets.
var errnos = []errno{
	{syscall.ENOENT, "ENOENT", -2, "no such file or directory"},
	{syscall.EACCES, "EACCES", -13, "permission denied"},
	{syscall.EPERM, "EPERM", -1, "operation not permitted"},
	{syscall.EEXIST, "EEXIST", -17, "file already exists"},
	{syscall.ENOTDIR, "ENOTDIR", -20, "not a directory"},
	{syscall.EISDIR, "EISDIR", -21, "illegal operation on a directory"},
	{syscall.ENOTEMPTY, "ENOTEMPTY", -39, "directory not empty"},
	{syscall.EINVAL, "EINVAL", -22, "invalid argument"},
	{syscall.EBADF, "EBADF", -9, "bad file descriptor"},
	{syscall.ELOOP, "ELOOP", -40, "too many symbolic links encountered"},
	{syscall.EMFILE, "EMFILE", -24, "too many open files"},
	{syscall.ENOSPC, "ENOSPC", -28, "no space left on device"},
	{syscall.EROFS, "EROFS", -30, "read-only file system"},
	{syscall.EXDEV, "EXDEV", -18, "cross-device link not permitted"},
	{syscall.EBUSY, "EBUSY", -16, "resource busy or locked"},
	{syscall.ENAMETOOLONG, "ENAMETOOLONG", -36, "name too long"},
	{syscall.ECONNREFUSED, "ECONNREFUSED", -111, "connection refused"},
	{syscall.ECONNRESET, "ECONNRESET", -104, "connection reset by peer"},
	{syscall.ETIMEDOUT, "ETIMEDOUT", -110, "connection timed out"},
	{syscall.EHOSTUNREACH, "EHOSTUNREACH", -113, "host is unreachable"},
	{syscall.ENETUNREACH, "ENETUNREACH", -101, "network is unreachable"},
	{syscall.EADDRNOTAVAIL, "EADDRNOTAVAIL", -99, "address not available"},
	{syscall.EPIPE, "EPIPE", -32, "broken pipe"},
	{fs.ErrNotExist, "ENOENT", -2, "no such file or directory"},
	{fs.ErrExist, "EEXIST", -17, "file already exists"},
	{fs.ErrPermission, "EACCES", -13, "permission denied"},
	{os.ErrClosed, "EBADF", -9, "bad file descriptor"},
}

// Errno returns Node's code, number and message of a system error, if it is one. The number is
// Linux's even on systems with other numbers.
func Errno(err error) (code string, number int, message string, ok bool) {
	for _, e := range errnos {
		if errors.Is(err, e.err) {
			return e.code, e.number, e.message, true
		}
	}
	return "", 0, "", false
}

// ErrnoName returns the name for a number that Errno returns.
func ErrnoName(number int) (string, bool) {
	for _, e := range errnos {
		if e.number == number {
			return e.code, true
		}
	}
	return "", false
}

// Errnos returns the names with their numbers, for os.constants.errno.
func Errnos() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, e := range errnos {
			if !yield(e.code, -e.number) {
				return
			}
		}
	}
}
