package streamhttp

// This file owns how a head is found in the bytes that have arrived, and what is refused. Package
// net/http parses the head. What its server checks beyond that is checked here, with the same
// statuses. TestRefusals compares both.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// refusal is the answer to a request that is not passed to the handler.
type refusal struct {
	status  int
	reason  string // added to the status line; "" for none
	body    string // instead of the status line
	version string // there is no body, and the answer has this version
}

var (
	badRequest     = &refusal{status: http.StatusBadRequest}
	headTooLarge   = &refusal{status: http.StatusRequestHeaderFieldsTooLarge}
	unsupportedTE  = &refusal{status: http.StatusNotImplemented, body: "Unsupported transfer encoding"}
	wrongVersion   = &refusal{status: http.StatusHTTPVersionNotSupported, reason: "unsupported protocol version"}
	noHost         = &refusal{status: http.StatusBadRequest, reason: "missing required Host header"}
	malformedHost  = &refusal{status: http.StatusBadRequest, reason: "malformed Host header"}
	malformedName  = &refusal{status: http.StatusBadRequest, reason: "invalid header name"}
	malformedValue = &refusal{status: http.StatusBadRequest, reason: "invalid header value"}
)

// text returns the response.
func (r *refusal) text() []byte {
	status := fmt.Sprintf("%d %s", r.status, http.StatusText(r.status))
	if r.reason != "" {
		status += ": " + r.reason
	}
	if r.version != "" {
		return fmt.Appendf(nil, "%s %s\r\n%sConnection: close\r\nContent-Length: 0\r\n\r\n", r.version, status, dateLine())
	}
	body := r.body
	if body == "" {
		body = status
	}
	return fmt.Appendf(nil, "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n%s", status, body)
}

// headScan looks for the end of a head. It goes on where it has stopped, so a head that arrives byte by
// byte costs no more than another.
type headScan struct {
	at      int  // the beginning of the first line that is not complete
	lines   int  // complete lines
	checked bool // firstIs was called with a complete line
}

// firstIs returns what fn says of a head that is not complete, once: when its first line is.
func (s *headScan) firstIs(p []byte, fn func(p []byte) bool) bool {
	if s.checked || s.lines == 0 {
		return false
	}
	s.checked = true
	return fn(p)
}

// find returns the length of the head at the beginning of p, or -1. A head ends with an empty line. A
// line ends with LF, and one CR before it belongs to that: this is how package net/textproto reads.
func (s *headScan) find(p []byte) int {
	for {
		n := bytes.IndexByte(p[s.at:], '\n')
		if n < 0 {
			return -1
		}
		line := p[s.at : s.at+n]
		s.at += n + 1
		s.lines++
		if len(line) == 0 || len(line) == 1 && line[0] == '\r' {
			return s.at
		}
	}
}

// parse parses a complete head. The body of the request reads from the requestReader, which is nil if
// there is no body.
func (s *Server) parse(head []byte, lines int, body io.Reader) (*http.Request, *requestReader, *refusal) {
	if limit := s.maxHeaderValueCount(); lines-2 > limit {
		if first := firstValues(head, limit); len(first) < len(head) {
			// What comes before the value that is too much decides, as if it were read in order.
			_, _, refused := s.parse(append(bytes.Clone(first), "\r\n"...), 0, body)
			if refused == nil || refused == noHost {
				refused = headTooLarge
			}
			return nil, nil, refused
		}
	}
	r := newRequestReader(head, body)
	req, err := http.ReadRequest(r.buffered)
	switch {
	case err != nil:
		r.free()
		if strings.HasSuffix(fmt.Sprintf("%T", err), ".unsupportedTEError") {
			return nil, nil, unsupportedTE
		}
		return nil, nil, badRequest
	case len(r.head) > 0 || r.buffered.Buffered() > 0:
		// It has found another end of the head than find. That must not happen, and would be a way to
		// smuggle requests.
		r.free()
		return nil, nil, badRequest
	}
	if refused := s.check(req, head); refused != nil {
		r.free()
		return nil, nil, refused
	}
	if req.Body == http.NoBody {
		r.free()
		return req, nil, nil
	}
	return req, r, nil
}

// check returns what net/http's server refuses beyond ReadRequest.
func (s *Server) check(req *http.Request, head []byte) *refusal {
	if req.ProtoMajor != 1 {
		return wrongVersion
	}
	host, found := req.Host, req.Host != ""
	if !found || req.URL.Host != "" {
		host, found = fieldOf(head, "host") // ReadRequest has removed it
	}
	switch {
	case !found && req.ProtoAtLeast(1, 1) && req.Method != http.MethodConnect:
		return noHost
	case found && !validHost(host):
		return malformedHost
	}
	for name, values := range req.Header {
		if !validName(name) {
			return malformedName
		}
		for _, v := range values {
			if !validValue(v) {
				return malformedValue
			}
		}
	}
	if req.Trailer != nil { // the names were in the head, too
		names, _ := fieldOf(head, "trailer")
		if strings.Count(names, ",") >= s.maxHeaderValueCount() {
			return headTooLarge
		}
	}
	return nil
}

// fieldOf returns the first value of a field of a head that was parsed. Lines that continue it are
// joined with a space, as by package net/textproto.
func fieldOf(head []byte, name string) (value string, found bool) {
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			if found {
				value += " " + string(bytes.Trim(line, " \t"))
			}
			continue
		}
		if found {
			break
		}
		key, rest, colon := bytes.Cut(line, []byte(":"))
		if colon && strings.EqualFold(string(key), name) {
			value, found = string(bytes.TrimRight(rest, " \t")), true
		}
	}
	return strings.TrimLeft(value, " \t"), found
}

// firstValues returns the head up to its first n values.
func firstValues(head []byte, n int) []byte {
	at, values := 0, -1 // the first line is none
	for line := range bytes.Lines(head) {
		if line[0] != ' ' && line[0] != '\t' && len(bytes.TrimRight(line, "\r\n")) > 0 {
			if values == n {
				return head[:at]
			}
			values++
		}
		at += len(line)
	}
	return head
}

// hostBytes are the bytes of a host that are no letters and digits: those of RFC 3986.
const hostBytes = "!$%&'()*+,-._:;=[]~"

func validHost(host string) bool {
	for i := range len(host) {
		c := host[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte(hostBytes, c) < 0 {
			return false
		}
	}
	return true
}

// nameBytes are the bytes of a token that are no letters and digits, RFC 9110, 5.6.2.
const nameBytes = "!#$%&'*+-.^_`|~"

func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte(nameBytes, c) < 0 {
			return false
		}
	}
	return name != ""
}

// validValue reports whether a value has no control characters but tabs.
func validValue(v string) bool {
	for i := range len(v) {
		if c := v[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// firstLineRefused reports whether the first line of a head that is not complete cannot be that of a
// request. Such a client may never send the rest.
func firstLineRefused(p []byte) bool {
	n := bytes.IndexByte(p, '\n')
	if n < 0 {
		return false
	}
	r := newRequestReader(p[:n+1], eof{})
	defer r.free()
	_, err := http.ReadRequest(r.buffered)
	return !errors.Is(err, io.ErrUnexpectedEOF)
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

// emptyLines returns how many line ends are before a request, at most four bytes. Some old clients send
// them behind the body of a POST.
func emptyLines(p []byte) (n int) {
	for n < len(p) && n < 4 && (p[n] == '\r' || p[n] == '\n') {
		n++
	}
	return n
}

// hasToken reports whether the first value of a field has a token, in any case. Like package net/http it
// takes spaces for separators, too.
func hasToken(values []string, token string) bool {
	if len(values) == 0 {
		return false
	}
	for part := range strings.FieldsFuncSeq(values[0], func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }) {
		if strings.EqualFold(part, token) {
			return true
		}
	}
	return false
}
