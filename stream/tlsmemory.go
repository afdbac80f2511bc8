package stream

// What crypto/tls keeps of its buffers. A tls.Conn has one for records and one for messages of the
// handshake. They grow to the largest that came, and stay: 4 KiB after a handshake, 18 KiB after a
// long record. The reader of decrypted bytes refers to the same memory, even when it is at its end.
// There is no method to free them, so this file does it through their fields, which it finds by name
// and type. Where crypto/tls has no such fields, nothing is freed.

import (
	"bytes"
	"crypto/tls"
	"reflect"
	"sync"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful"
)

const (
	// keptTLSBuffer is the capacity up to which an idle connection keeps a buffer.
	keptTLSBuffer = 1 << 10
	// tlsIdleAfter is when a connection without input counts as idle. A busy one would only
	// allocate its buffers again.
	tlsIdleAfter = time.Second
)

// tlsBufferOffsets are where the buffers are in a tls.Conn.
var tlsBufferOffsets = sync.OnceValue(func() (offsets []uintptr) {
	for _, name := range []string{"rawInput", "hand"} {
		field, ok := reflect.TypeFor[tls.Conn]().FieldByName(name)
		if ok && field.Type == reflect.TypeFor[bytes.Buffer]() {
			offsets = append(offsets, field.Offset)
		}
	}
	return offsets
})

// tlsInputOffset is where the reader of decrypted bytes is in a tls.Conn, 0 if there is none.
var tlsInputOffset = sync.OnceValue(func() uintptr {
	field, ok := reflect.TypeFor[tls.Conn]().FieldByName("input")
	if !ok || field.Type != reflect.TypeFor[bytes.Reader]() {
		return 0
	}
	return field.Offset
})

// tlsBuffers calls fn with the buffers of c. No goroutine may be in a call of crypto/tls.
func tlsBuffers(c *tls.Conn, fn func(*bytes.Buffer)) {
	for _, offset := range tlsBufferOffsets() {
		fn((*bytes.Buffer)(unsafe.Add(unsafe.Pointer(c), offset)))
	}
}

// tlsInput returns the reader of decrypted bytes, nil if it is not known.
func tlsInput(c *tls.Conn) *bytes.Reader {
	offset := tlsInputOffset()
	if offset == 0 {
		return nil
	}
	return (*bytes.Reader)(unsafe.Add(unsafe.Pointer(c), offset))
}

// freeTLSBuffers frees the buffers that are empty. An empty bytes.Buffer and the zero one behave
// alike, and so do readers at their end. Data that crypto/tls has taken from the buffer and not
// returned yet keeps its memory.
func freeTLSBuffers(c *tls.Conn, above int) {
	tlsBuffers(c, func(b *bytes.Buffer) {
		if b.Len() == 0 && b.Cap() > above {
			*b = bytes.Buffer{}
		}
	})
	if r := tlsInput(c); r != nil && r.Len() == 0 {
		r.Reset(nil)
	}
}

// hasLargeTLSBuffers reports whether c has a buffer that should be freed when it is idle.
func hasLargeTLSBuffers(c *tls.Conn) (large bool) {
	tlsBuffers(c, func(b *bytes.Buffer) { large = large || b.Cap() > keptTLSBuffer })
	return large
}

// idleTLS frees the buffers of connections that have become idle. Loop only.
type idleTLS struct {
	loop  *wakeful.Loop
	large map[*tlsLayer]bool // with large buffers; true: something has arrived since the last sweep
	timer *wakeful.Timer
	set   bool // the timer is waiting
}

// touch is called after a read.
func (i *idleTLS) touch(t *tlsLayer) {
	if !hasLargeTLSBuffers(t.tls) {
		return
	}
	if i.large == nil {
		i.large = map[*tlsLayer]bool{}
	}
	i.large[t] = true
	i.arm()
}

func (i *idleTLS) arm() {
	if i.set {
		return
	}
	var err error
	if i.timer == nil {
		if i.timer, err = i.loop.AfterFunc(tlsIdleAfter, i.sweep); err == nil {
			i.timer.Unref()
		}
	} else {
		err = i.timer.Reset(tlsIdleAfter)
	}
	i.set = err == nil // otherwise the loop is ending
}

// sweep frees the buffers of those from which nothing has arrived since the last sweep.
func (i *idleTLS) sweep() {
	i.set = false
	for t, busy := range i.large {
		switch {
		case t.state == tlsOpen && busy:
			i.large[t] = false
		case t.state == tlsOpen:
			freeTLSBuffers(t.tls, keptTLSBuffer)
			fallthrough
		default:
			delete(i.large, t)
		}
	}
	if len(i.large) > 0 {
		i.arm()
	}
}
