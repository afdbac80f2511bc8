package streamhttp

// This file owns the head of an answer: how the body is framed, whether the connection goes on, and
// the fields that the handler has not set. It decides as package net/http does; TestAnswers compares
// both.

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// framing is what the handler's fields say about the framing when WriteHeader is called. These fields
// are written by completeHead, the others at once.
type framing struct {
	declared    int64 // Content-Length, or -1
	hasLength   bool  // the handler has set it
	coding      string
	connection  []string
	upgrade     bool // the answer switches to another protocol
	sniff       bool // there is no Content-Type
	hasTrailers bool
	chunked     bool // the body is sent in chunks
}

var (
	informationalExcludes = map[string]bool{"Content-Length": true, "Transfer-Encoding": true}
	framingExcludes       = map[string]bool{"Content-Length": true, "Transfer-Encoding": true, "Connection": true}
	// A 304 has no body, and so no type.
	notModifiedExcludes = map[string]bool{"Content-Length": true, "Transfer-Encoding": true, "Connection": true, "Content-Type": true}
)

func bodyAllowed(status int) bool {
	return status >= http.StatusOK && status != http.StatusNoContent && status != http.StatusNotModified
}

// fields appends the handler's fields to out.
func (w *response) fields() {
	h := w.header
	if length := h.Get("Content-Length"); length != "" {
		if n, err := strconv.ParseInt(length, 10, 64); err == nil && n >= 0 {
			w.declared, w.hasLength = n, true
		} else {
			w.misuse("an invalid Content-Length of " + strconv.Quote(length))
			h.Del("Content-Length")
		}
	}
	w.coding, w.connection = h.Get("Transfer-Encoding"), h["Connection"]
	w.upgrade = w.status == http.StatusSwitchingProtocols && h.Get("Upgrade") != "" && hasToken(w.connection, "upgrade")
	_, hasType := h["Content-Type"]
	w.sniff = !hasType && w.coding == "" && h.Get("Content-Encoding") == ""
	for _, line := range h["Trailer"] {
		w.hasTrailers = true
		for name := range strings.SplitSeq(line, ",") {
			if name = http.CanonicalHeaderKey(strings.TrimSpace(name)); validTrailer(name) {
				w.trailers = append(w.trailers, name)
			}
		}
	}
	excludes := framingExcludes
	if w.status == http.StatusNotModified {
		excludes = notModifiedExcludes
	}
	for name := range h {
		if strings.HasPrefix(name, http.TrailerPrefix) {
			if len(excludes) <= len(notModifiedExcludes) { // one of those that all use
				excludes = maps.Clone(excludes)
			}
			w.hasTrailers = true
			excludes[name] = true
		}
	}
	if _, has := h["Date"]; !has {
		w.out = append(w.out, dateLine()...)
	}
	if len(h) > 0 {
		_ = h.WriteSubset(text{&w.out}, excludes) // text returns no errors
	}
}

// validTrailer reports whether a field may be a trailer. Those that say how a message is framed or
// routed may not, RFC 9110, 6.5.1.
func validTrailer(name string) bool {
	if strings.HasPrefix(name, "If-") {
		return false
	}
	switch name {
	case "", "Authorization", "Cache-Control", "Connection", "Content-Encoding", "Content-Length", "Content-Range",
		"Content-Type", "Expect", "Host", "Keep-Alive", "Max-Forwards", "Pragma", "Proxy-Authenticate",
		"Proxy-Authorization", "Proxy-Connection", "Range", "Realm", "Te", "Trailer", "Transfer-Encoding", "Www-Authenticate":
		return false
	}
	return true
}

// completeHead ends the head. first is the beginning of the body, and all of it if the handler has
// returned.
func (w *response) completeHead(first []byte) {
	w.headDone = true
	req := w.x.req
	head, connect := req.Method == http.MethodHead, req.Method == http.MethodConnect
	modern := req.ProtoAtLeast(1, 1)
	allowed := bodyAllowed(w.status)
	if w.handlerDone && !w.hasTrailers && w.coding == "" && allowed && !w.hasLength && (!head || len(first) > 0) {
		w.declared = int64(len(first))
	}
	keepsAlive := w.mayKeepAlive(head, modern, allowed)
	if w.x.body != nil && !w.readBody() {
		w.closeAfter = true
	}
	if allowed && w.sniff && len(first) > 0 {
		w.field("Content-Type", http.DetectContentType(first))
	}
	length := w.declared >= 0
	if length && w.coding != "" && w.coding != "identity" {
		w.misuse("both a Transfer-Encoding of " + strconv.Quote(w.coding) + " and a Content-Length")
		length, w.declared = false, -1
	}
	tunnel := connect && w.status < 300 && w.status >= 200
	switch {
	case tunnel:
		length = false
	case head || !allowed:
		length = length && allowed
	case length:
	case modern && w.coding == "identity":
		w.closeAfter = true
	case modern:
		w.chunked = true
		if w.coding != "" && w.coding != "chunked" {
			w.field("Transfer-Encoding", w.coding)
		}
	default:
		w.closeAfter = true // the end of the connection is the end of the body
	}
	if length {
		w.out = append(w.out, "Content-Length: "...)
		w.out = append(strconv.AppendInt(w.out, w.declared, 10), "\r\n"...)
	}
	w.connectionField(keepsAlive, modern, tunnel)
	if w.chunked {
		w.field("Transfer-Encoding", "chunked")
	}
	w.out = append(w.out, "\r\n"...)
}

// mayKeepAlive decides by the request and the fields whether the connection goes on, and reports
// whether an HTTP/1.0 client has to be told.
func (w *response) mayKeepAlive(head, modern, allowed bool) (tell bool) {
	req := w.x.req
	old := !modern && hasToken(req.Header["Connection"], "keep-alive")
	switch {
	case old && (head || w.declared >= 0 || !allowed):
		tell = len(w.connection) == 0
	case !modern || req.Close || hasToken(req.Header["Connection"], "close"):
		w.closeAfter = true
	}
	b := w.x.body
	switch {
	case w.x.conn.loop.server.over.Load() || len(w.connection) > 0 && w.connection[0] == "close":
		w.closeAfter = true
	case b != nil && b.expects && b.remains(), req.Method == http.MethodConnect:
		w.closeAfter = true
	}
	return tell
}

// readBody reads what the handler has not read of the body, and reports whether the connection can be
// used again.
func (w *response) readBody() bool {
	if w.closeAfter {
		return false
	}
	return w.x.body.beforeAnswer(w.fullDuplex)
}

// connectionField appends the field Connection.
func (w *response) connectionField(keepsAlive, modern, tunnel bool) {
	closes := w.closeAfter && !hasToken(w.connection, "close") && !w.upgrade
	switch {
	case closes && modern && !tunnel:
		w.field("Connection", "close")
	case closes:
	case keepsAlive:
		w.field("Connection", "keep-alive")
	default:
		for _, v := range w.connection {
			w.field("Connection", strings.NewReplacer("\r", " ", "\n", " ").Replace(v))
		}
	}
}

func (w *response) field(name, value string) {
	w.out = append(w.out, name...)
	w.out = append(w.out, ": "...)
	w.out = append(w.out, value...)
	w.out = append(w.out, "\r\n"...)
}

// writeTrailers appends the trailers that were declared, and those whose names have the prefix.
func (w *response) writeTrailers() {
	t := http.Header{}
	for name, values := range w.header {
		if name, ok := strings.CutPrefix(name, http.TrailerPrefix); ok {
			t[name] = values
		}
	}
	for _, name := range w.trailers {
		t[name] = append(t[name], w.header[name]...)
	}
	_ = t.Write(text{&w.out}) // text returns no errors
}

// date is the field Date of a second.
type date struct {
	second int64
	line   []byte
}

// lastDate is the last one that was made. Any goroutine writes it; whoever reads an old one makes
// another.
var lastDate atomic.Pointer[date]

func dateLine() []byte {
	now := time.Now()
	if d := lastDate.Load(); d != nil && d.second == now.Unix() {
		return d.line
	}
	d := &date{second: now.Unix()}
	d.line = append(now.UTC().AppendFormat([]byte("Date: "), http.TimeFormat), "\r\n"...)
	lastDate.Store(d)
	return d.line
}
