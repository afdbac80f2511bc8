package stream

// This file finds where TLS records begin and end in a stream of bytes. So a server's handshake gets
// a goroutine only when its first record has arrived, and a read knows whether bytes to decrypt are
// left.

import "slices"

const (
	tlsRecordHeader = 5
	// tlsLongestRecord is the payload of the longest record that TLS 1.2 allows.
	tlsLongestRecord = 16<<10 + 2048
	// tlsHandshakeRecord is the type of a record that belongs to a handshake.
	tlsHandshakeRecord = 22
)

// recordBoundary follows the records of one direction of a connection. The zero value is before
// the first one.
type recordBoundary struct {
	header    [tlsRecordHeader]byte
	have      int // bytes of the header
	remaining int // bytes of the record, once the header is complete
}

// add follows p, and returns how many records p completes.
func (r *recordBoundary) add(p []byte) (complete int) {
	for len(p) > 0 {
		if r.have < tlsRecordHeader {
			n := copy(r.header[r.have:], p)
			r.have += n
			p = p[n:]
			if r.have < tlsRecordHeader {
				return complete
			}
			r.remaining = int(r.header[3])<<8 | int(r.header[4])
		}
		n := min(r.remaining, len(p))
		r.remaining -= n
		p = p[n:]
		if r.remaining == 0 {
			r.have = 0
			complete++
		}
	}
	return complete
}

// rest returns how many bytes of the header are missing, or else how many of the record.
func (r *recordBoundary) rest() int {
	if r.have < tlsRecordHeader {
		return tlsRecordHeader - r.have
	}
	return r.remaining
}

// between reports whether the last record is complete.
func (r *recordBoundary) between() bool { return r.have == 0 }

// implausible reports whether the first record of a connection cannot be that of a TLS client.
// crypto/tls then says what is wrong with it.
func (r *recordBoundary) implausible() bool {
	begin := r.header[:r.have]
	return !slices.Equal(begin[:min(2, len(begin))], []byte{tlsHandshakeRecord, 3}[:min(2, len(begin))]) ||
		r.remaining > tlsLongestRecord
}
