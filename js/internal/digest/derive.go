package digest

import (
	"crypto/hkdf"
	"crypto/pbkdf2"
	"errors"

	"golang.org/x/crypto/scrypt"
)

// Most is how much work one call may do in a sandbox, where no interrupt can end it: rounds of
// PBKDF2 for 16 bytes, or blocks of scrypt. It takes a second or two.
const Most = 1 << 20

// MostBits is the largest RSA key that is made in a sandbox.
const MostBits = 4096

// ErrTooMuch means that a call would do more work than a sandbox allows.
var ErrTooMuch = errors.New("this key derivation or key would take too long in a sandbox, which cannot interrupt it")

// PBKDF2 derives size bytes from a password (RFC 8018).
func PBKDF2(name string, password, salt []byte, iterations, size int) ([]byte, error) {
	constructor, ok := Constructor(name)
	if !ok {
		return nil, ErrDigest
	}
	if size == 0 {
		return []byte{}, nil
	}
	return pbkdf2.Key(constructor, string(password), salt, iterations, size)
}

// HKDF derives size bytes from a secret (RFC 5869).
func HKDF(name string, secret, salt, info []byte, size int) ([]byte, error) {
	constructor, ok := Constructor(name)
	if !ok {
		return nil, ErrDigest
	}
	if size == 0 {
		return []byte{}, nil
	}
	return hkdf.Key(constructor, secret, salt, string(info), size)
}

// Scrypt derives size bytes from a password (RFC 7914), with the cost n, the block size r and the
// parallelization p.
func Scrypt(password, salt []byte, n, r, p, size int) ([]byte, error) {
	if size == 0 {
		return []byte{}, nil
	}
	return scrypt.Key(password, salt, n, r, p, size)
}
