// Package digest has the cryptographic functions of node:crypto and of the web's crypto.subtle, by
// their names there: hashes, HMAC, key derivation and signatures. All come from Go's standard
// library and golang.org/x/crypto. Any goroutine may call its functions.
package digest

import (
	"crypto"
	"crypto/md5"  //nolint:gosec // programs ask for it by name
	"crypto/sha1" //nolint:gosec // programs ask for it by name
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding"
	"fmt"
	"hash"
	"strings"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // programs ask for it by name
)

// hashes are the constructors by OpenSSL's names, without hyphens and in lower case.
var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "ripemd160": ripemd160.New, "rmd160": ripemd160.New,
	"sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha512/224": sha512.New512_224, "sha512/256": sha512.New512_256, "sha512224": sha512.New512_224, "sha512256": sha512.New512_256,
	"sha3224":    func() hash.Hash { return sha3.New224() },
	"sha3256":    func() hash.Hash { return sha3.New256() },
	"sha3384":    func() hash.Hash { return sha3.New384() },
	"sha3512":    func() hash.Hash { return sha3.New512() },
	"blake2b512": func() hash.Hash { h, _ := blake2b.New512(nil); return h },
	"blake2s256": func() hash.Hash { h, _ := blake2s.New256(nil); return h },
}

// identities are the numbers by which Go's signatures know the hashes.
var identities = map[string]crypto.Hash{
	"md5": crypto.MD5, "sha1": crypto.SHA1, "ripemd160": crypto.RIPEMD160, "sha224": crypto.SHA224, "sha256": crypto.SHA256,
	"sha384": crypto.SHA384, "sha512": crypto.SHA512, "sha512224": crypto.SHA512_224, "sha512256": crypto.SHA512_256,
	"sha3224": crypto.SHA3_224, "sha3256": crypto.SHA3_256, "sha3384": crypto.SHA3_384, "sha3512": crypto.SHA3_512,
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
	hash  hash.Hash
	shake *sha3.SHAKE
	name  string
	size  int
}

// New returns a hash by its OpenSSL name, or false if there is none by that name. For SHAKE, size
// is the length of the result in bytes, or negative for the usual one. Another hash has only its
// own size: SizeError is returned for another one.
func New(name string, size int) (h *Hash, ok bool, err error) {
	key := plain(name)
	switch key {
	case "shake128", "shake256":
		h = &Hash{name: key, shake: sha3.NewSHAKE128(), size: 16}
		if key == "shake256" {
			h.shake, h.size = sha3.NewSHAKE256(), 32
		}
		if size >= 0 {
			h.size = size
		}
		return h, true, nil
	}
	constructor, ok := hashes[key]
	if !ok {
		return nil, false, nil
	}
	h = &Hash{hash: constructor(), name: key}
	h.size = h.hash.Size()
	if size >= 0 && size != h.size {
		return nil, true, ErrSize
	}
	return h, true, nil
}

// ErrSize means that a hash was asked for a result of another size than its own.
var ErrSize = fmt.Errorf("the hash has no result of this length")

// Constructor returns the constructor of a hash for HMAC and key derivation.
func Constructor(name string) (func() hash.Hash, bool) {
	fn, ok := hashes[plain(name)]
	return fn, ok
}

// Update adds input.
func (h *Hash) Update(b []byte) {
	if h.shake != nil {
		_, _ = h.shake.Write(b)
		return
	}
	_, _ = h.hash.Write(b) // never returns an error
}

// Sum returns the result.
func (h *Hash) Sum() []byte {
	if h.shake != nil {
		out := make([]byte, h.size)
		_, _ = h.shake.Read(out)
		return out
	}
	return h.hash.Sum(nil)
}

// Copy returns a hash with the same input so far and, for SHAKE, another size unless it is
// negative. ok is false if the hash cannot be copied.
func (h *Hash) Copy(size int) (other *Hash, ok bool) {
	other = &Hash{name: h.name, size: h.size}
	if size >= 0 {
		other.size = size
	}
	if h.shake != nil {
		shake := *h.shake
		other.shake = &shake
		return other, true
	}
	if cloner, ok := h.hash.(hash.Cloner); ok {
		if made, err := cloner.Clone(); err == nil {
			other.hash = made
			return other, true
		}
	}
	state, ok := h.hash.(encoding.BinaryMarshaler)
	if !ok {
		return nil, false
	}
	text, err := state.MarshalBinary()
	other.hash = hashes[h.name]()
	into, ok := other.hash.(encoding.BinaryUnmarshaler)
	if err != nil || !ok || into.UnmarshalBinary(text) != nil {
		return nil, false
	}
	return other, true
}
