// Package digest has the cryptographic functions of node:crypto and of the web's crypto.subtle, by
// their names there: hashes, HMAC, key derivation and signatures. All come from Go's standard
// library and golang.org/x/crypto. Any goroutine may call its functions.
package digest

import (
	"crypto"
	_ "crypto/md5"  //nolint:gosec // programs ask for it by name
	_ "crypto/sha1" //nolint:gosec // programs ask for it by name
	_ "crypto/sha256"
	"crypto/sha3"
	_ "crypto/sha512"
	"encoding"
	"errors"
	"hash"
	"strings"

	_ "golang.org/x/crypto/blake2b"
	_ "golang.org/x/crypto/blake2s"
	_ "golang.org/x/crypto/ripemd160" //nolint:staticcheck // programs ask for it by name
)

// hashes are the hashes by OpenSSL's names, without hyphens and slashes and in lower case.
var hashes = map[string]crypto.Hash{
	"md5": crypto.MD5, "sha1": crypto.SHA1, "ripemd160": crypto.RIPEMD160, "rmd160": crypto.RIPEMD160,
	"sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
	"sha512224": crypto.SHA512_224, "sha512256": crypto.SHA512_256,
	"sha3224": crypto.SHA3_224, "sha3256": crypto.SHA3_256, "sha3384": crypto.SHA3_384, "sha3512": crypto.SHA3_512,
	"blake2b512": crypto.BLAKE2b_512, "blake2s256": crypto.BLAKE2s_256,
}

// Names are the hashes that Node's getHashes lists and this package has.
var Names = []string{
	"RSA-MD5", "RSA-RIPEMD160", "RSA-SHA1", "RSA-SHA1-2", "RSA-SHA224", "RSA-SHA256", "RSA-SHA3-224", "RSA-SHA3-256", "RSA-SHA3-384", "RSA-SHA3-512",
	"RSA-SHA384", "RSA-SHA512", "RSA-SHA512/224", "RSA-SHA512/256",
	"blake2b512", "blake2s256", "id-rsassa-pkcs1-v1_5-with-sha3-224", "id-rsassa-pkcs1-v1_5-with-sha3-256", "id-rsassa-pkcs1-v1_5-with-sha3-384", "id-rsassa-pkcs1-v1_5-with-sha3-512",
	"md5", "md5WithRSAEncryption", "ripemd", "ripemd160", "ripemd160WithRSA", "rmd160", "sha1", "sha1WithRSAEncryption", "sha224", "sha224WithRSAEncryption",
	"sha256", "sha256WithRSAEncryption", "sha3-224", "sha3-256", "sha3-384", "sha3-512", "sha384", "sha384WithRSAEncryption",
	"sha512", "sha512-224", "sha512-224WithRSAEncryption", "sha512-256", "sha512-256WithRSAEncryption", "sha512WithRSAEncryption",
	"shake128", "shake256", "ssl3-md5", "ssl3-sha1",
}

// plain returns the key of a name in hashes.
func plain(name string) string {
	name = strings.ToLower(name)
	for _, prefix := range []string{"rsa-", "ssl3-", "id-rsassa-pkcs1-v1_5-with-"} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, suffix := range []string{"withrsaencryption", "withrsa"} {
		name = strings.TrimSuffix(name, suffix)
	}
	switch name {
	case "sha1-2":
		return "sha1"
	case "ripemd":
		return "ripemd160"
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "/", "")
}

// A Hash is a running hash. Only one goroutine at a time may use it.
type Hash struct {
	hash.Hash
	name string
}

// A shake is a hash whose result has any size.
type shake struct {
	*sha3.SHAKE
	size int
}

func (s shake) Size() int { return s.size }

// Sum is called once, at the end.
func (s shake) Sum(b []byte) []byte {
	out := make([]byte, s.size)
	_, _ = s.Read(out)
	return append(b, out...)
}

// New returns a hash by its OpenSSL name, or false if there is none by that name. For SHAKE, size
// is the length of the result in bytes, or negative for the usual one. Another hash has only its
// own size: ErrSize is returned for another one.
func New(name string, size int) (h *Hash, ok bool, err error) {
	key := plain(name)
	switch key {
	case "shake128":
		return &Hash{shake{sha3.NewSHAKE128(), sizeOr(size, 16)}, key}, true, nil
	case "shake256":
		return &Hash{shake{sha3.NewSHAKE256(), sizeOr(size, 32)}, key}, true, nil
	}
	constructor, ok := Constructor(key)
	if !ok {
		return nil, false, nil
	}
	h = &Hash{constructor(), key}
	if size >= 0 && size != h.Size() {
		return nil, true, ErrSize
	}
	return h, true, nil
}

func sizeOr(size, usual int) int {
	if size < 0 {
		return usual
	}
	return size
}

// ErrSize means that a hash was asked for a result of another size than its own.
var ErrSize = errors.New("the hash has no result of this length")

// Constructor returns the constructor of a hash for HMAC and key derivation.
func Constructor(name string) (func() hash.Hash, bool) {
	h, ok := hashes[plain(name)]
	return h.New, ok
}

// Copy returns a hash with the same input so far and, for SHAKE, another size unless it is
// negative. ok is false if the hash cannot be copied.
func (h *Hash) Copy(size int) (other *Hash, ok bool) {
	if s, isShake := h.Hash.(shake); isShake {
		state := *s.SHAKE
		return &Hash{shake{&state, sizeOr(size, s.size)}, h.name}, true
	}
	other, _, _ = New(h.name, -1)
	from, marshals := h.Hash.(encoding.BinaryMarshaler)
	into, unmarshals := other.Hash.(encoding.BinaryUnmarshaler)
	if !marshals || !unmarshals {
		return nil, false
	}
	state, err := from.MarshalBinary()
	return other, err == nil && into.UnmarshalBinary(state) == nil
}
