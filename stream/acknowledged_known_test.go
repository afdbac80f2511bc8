//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream_test

// tellsAcknowledged: the system says what the peer's system has acknowledged.
const tellsAcknowledged = true
