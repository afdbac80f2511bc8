package streamhttp

// This file owns the http.ResponseWriter. framing.go decides how the answer is framed.
//
// The handler's bytes are collected in body up to its size, so that the length of a short answer can be
// announced. What is framed is in out: the head and parts of the body. The goroutine of the handler
// hands out to the loop when it is long and at Flush, and the loop takes the rest when the handler has
// returned. On the loop all of it stays in out until then.

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// response is the answer to one request.
type response struct {
	x      *exchange
	header http.Header // nil until Header is called
	status int

	wroteHeader bool // WriteHeader was called: the status and the handler's fields are in out
	headDone    bool // the head is complete in out
	handlerDone bool
	fullDuplex  bool
	closeAfter  bool // the connection ends with the answer

	body []byte // written, not framed yet
	out  []byte // framed, not sent yet

	framing
	written  int64    // bytes of the body
	trailers []string // declared
	err      error    // the connection takes nothing any more
}

func (w *response) begin(x *exchange) {
	w.x, w.declared = x, -1
}

// release gives the buffers back, except those that were handed over.
func (w *response) release() {
	if w.body != nil {
		bodies.Put((*[bodyBuffer]byte)(w.body[:bodyBuffer]))
	}
	if w.out != nil {
		freeOut(w.out)
	}
	w.body, w.out, w.err = nil, nil, errReturned
}

var errReturned = errors.New("streamhttp: the handler has returned")

// Header returns the fields of the head.
func (w *response) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

// WriteHeader begins the answer with a status. An informational one is sent at once, and the answer is
// still to come.
func (w *response) WriteHeader(status int) {
	switch {
	case w.x.hijacked.Load():
		w.misuse("WriteHeader on a hijacked connection")
		return
	case w.wroteHeader:
		w.misuse("superfluous WriteHeader")
		return
	case status < 100 || status > 999:
		panic(fmt.Sprintf("streamhttp: invalid status %d for WriteHeader", status))
	case w.err != nil:
		return
	}
	if status == http.StatusContinue || status >= http.StatusOK {
		w.x.body.dontContinue(status >= http.StatusOK)
	}
	if w.out == nil {
		w.out = newOut()
	}
	if status < http.StatusOK && status != http.StatusSwitchingProtocols {
		w.statusLine(status)
		_ = w.header.WriteSubset(text{&w.out}, informationalExcludes) // text returns no errors
		w.out = append(w.out, "\r\n"...)
		_ = w.hand() // later writes fail too
		return
	}
	w.wroteHeader, w.status = true, status
	w.statusLine(status)
	w.fields()
}

// misuse logs a mistake of the handler, with its place.
func (w *response) misuse(what string) {
	place := "an unknown place"
	for skip := 2; ; skip++ {
		pc, file, line, ok := runtime.Caller(skip)
		if !ok {
			break
		}
		if name := runtime.FuncForPC(pc).Name(); !strings.Contains(name, "/stream/http.(") && !strings.HasPrefix(name, "net/http.") {
			place = fmt.Sprintf("%s (%s:%d)", name, file[strings.LastIndexByte(file, '/')+1:], line)
			break
		}
	}
	w.x.conn.loop.server.logf("streamhttp: %s, from %s", what, place)
}

func (w *response) statusLine(status int) {
	version := "HTTP/1.1 "
	if !w.x.req.ProtoAtLeast(1, 1) {
		version = "HTTP/1.0 "
	}
	w.out = strconv.AppendInt(append(w.out, version...), int64(status), 10)
	w.out = append(w.out, ' ')
	if text := http.StatusText(status); text != "" {
		w.out = append(w.out, text...)
	} else {
		w.out = strconv.AppendInt(append(w.out, "status code "...), int64(status), 10)
	}
	w.out = append(w.out, "\r\n"...)
}

// Write writes a part of the body.
func (w *response) Write(p []byte) (int, error) { return write(w, p) }

// WriteString is Write for a string.
func (w *response) WriteString(s string) (int, error) { return write(w, s) }

func write[P []byte | string](w *response, p P) (n int, err error) {
	if w.x.hijacked.Load() {
		if len(p) > 0 {
			w.misuse("Write on a hijacked connection")
		}
		return 0, http.ErrHijacked
	}
	if !w.wroteHeader {
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.err != nil:
		return 0, w.err
	case len(p) == 0:
		return 0, nil
	case !bodyAllowed(w.status):
		return 0, http.ErrBodyNotAllowed
	}
	if w.written += int64(len(p)); w.declared >= 0 && w.written > w.declared {
		return 0, http.ErrContentLength
	}
	if w.body == nil {
		w.body = bodies.Get().(*[bodyBuffer]byte)[:0]
	}
	for n < len(p) {
		rest := p[n:]
		if len(w.body) == 0 && len(rest) > bodyBuffer { // there is nothing to collect it for
			rest = rest[:min(len(rest), outBuffer)]
			if !w.headDone {
				w.completeHead([]byte(rest[:bodyBuffer]))
			}
			if err := frame(w, rest); err != nil {
				return n, err
			}
			n += len(rest)
			continue
		}
		took := min(len(rest), bodyBuffer-len(w.body))
		w.body = append(w.body, rest[:took]...)
		if n += took; len(w.body) == bodyBuffer && n < len(p) {
			if err := w.frameBody(); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// frameBody frames what was collected.
func (w *response) frameBody() error {
	if !w.headDone {
		w.completeHead(w.body)
	}
	p := w.body
	w.body = w.body[:0]
	if len(p) == 0 {
		return nil
	}
	return frame(w, p)
}

// frame appends a part of the body to out, and hands that over if it is long.
func frame[P []byte | string](w *response, p P) error {
	if w.x.req.Method == http.MethodHead {
		return nil
	}
	w.out = grown(w.out, len(p)+16)
	if w.chunked {
		w.out = append(strconv.AppendInt(w.out, int64(len(p)), 16), "\r\n"...)
	}
	w.out = append(w.out, p...)
	if w.chunked {
		w.out = append(w.out, "\r\n"...)
	}
	if len(w.out) >= outBuffer && !w.x.onLoop {
		return w.hand()
	}
	return nil
}

// hand gives out to the loop.
func (w *response) hand() error {
	if w.err != nil || len(w.out) == 0 {
		return w.err
	}
	c := w.x.conn
	if w.x.onLoop {
		w.err = c.stream.WriteAll(w.out)
		w.out = w.out[:0]
		return w.err
	}
	var taken bool
	if taken, w.err = c.transfer.send(w.out, c.postOutput); taken {
		w.out = newOut()
	}
	w.out = w.out[:0]
	return w.err
}

// ReadFrom copies from a reader, as io.Copy does, with a buffer that is used again.
func (w *response) ReadFrom(src io.Reader) (n int64, err error) {
	p := larges.Get().(*[2 * outBuffer]byte)
	defer larges.Put(p)
	return io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{src}, p[:outBuffer])
}

// Flush sends what was written.
func (w *response) Flush() { _ = w.FlushError() }

// FlushError is Flush with its error.
func (w *response) FlushError() error {
	if w.x.hijacked.Load() {
		return http.ErrHijacked
	}
	if !w.wroteHeader {
		w.WriteHeader(http.StatusOK)
	}
	if w.err != nil {
		return w.err
	}
	if err := w.frameBody(); err != nil {
		return err
	}
	if err := w.hand(); err != nil {
		return err
	}
	if w.x.onLoop {
		return w.x.conn.stream.Flush()
	}
	w.err = w.x.conn.transfer.failed()
	return w.err
}

// SetReadDeadline limits the time for reading the body.
func (w *response) SetReadDeadline(at time.Time) error {
	w.x.conn.transfer.setDeadlines(&at, nil)
	return nil
}

// SetWriteDeadline limits the time for writing.
func (w *response) SetWriteDeadline(at time.Time) error {
	w.x.conn.transfer.setDeadlines(nil, &at)
	return nil
}

// EnableFullDuplex lets the handler read the body after it has begun to answer.
func (w *response) EnableFullDuplex() error {
	w.fullDuplex = true
	return nil
}

// finish completes the answer. The loop sends what is left in out.
func (w *response) finish() {
	w.handlerDone = true
	if !w.wroteHeader {
		w.WriteHeader(http.StatusOK)
	}
	if w.err == nil {
		_ = w.frameBody() // the connection ends then
		if w.chunked && w.x.req.Method != http.MethodHead {
			w.out = append(w.out, "0\r\n"...)
			w.writeTrailers()
			w.out = append(w.out, "\r\n"...)
		}
	}
	if w.x.body != nil {
		_ = w.x.body.Close() // it returns no error
	}
	if w.x.req.MultipartForm != nil {
		_ = w.x.req.MultipartForm.RemoveAll() // only files of a temporary directory
	}
	if w.err == nil && !w.x.onLoop {
		w.err = w.x.conn.transfer.failed()
	}
}

// reusable reports whether the connection can be used for another request.
func (w *response) reusable() bool {
	if w.closeAfter || w.err != nil || w.x.body.endedEarly() {
		return false
	}
	return w.x.req.Method == http.MethodHead || w.declared < 0 || !bodyAllowed(w.status) || w.declared == w.written
}

var (
	_ http.ResponseWriter = (*response)(nil)
	_ http.Flusher        = (*response)(nil)
	_ http.Hijacker       = (*response)(nil)
	_ io.StringWriter     = (*response)(nil)
	_ io.ReaderFrom       = (*response)(nil)
)
