package digest

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
)

// A Key is a key of two: for RSA, for ECDSA with the curves P-256, P-384 and P-521, or for Ed25519.
type Key struct {
	private crypto.Signer // nil for a public key
	public  crypto.PublicKey
}

// ErrKey means that a text or bytes have no key that this package knows.
var ErrKey = errors.New("no key for RSA, ECDSA with P-256, P-384 or P-521, or Ed25519, without encryption")

// ParseKey reads a key in PEM or DER. For a public key, a private key and a certificate serve, too.
func ParseKey(input []byte, public bool) (*Key, error) {
	var key *Key
	for rest := input; key == nil; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		key = parseDER(block.Bytes)
	}
	if key == nil {
		key = parseDER(input)
	}
	switch {
	case key == nil || !public && key.private == nil:
		return nil, ErrKey
	case public:
		return &Key{public: key.public}, nil
	}
	return key, nil
}

func parseDER(der []byte) *Key {
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if signer, ok := key.(crypto.Signer); ok {
			return &Key{private: signer, public: signer.Public()}
		}
	}
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return &Key{private: key, public: key.Public()}
	}
	if key, err := x509.ParseECPrivateKey(der); err == nil {
		return &Key{private: key, public: key.Public()}
	}
	if key, err := x509.ParsePKIXPublicKey(der); err == nil {
		return &Key{public: key}
	}
	if key, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return &Key{public: key}
	}
	if certificate, err := x509.ParseCertificate(der); err == nil {
		return &Key{public: certificate.PublicKey}
	}
	return nil
}

// RawKey makes a public key from the point of a curve, or from the bytes of an Ed25519 key.
func RawKey(kind, curve string, raw []byte) (*Key, error) {
	if kind == "ed25519" {
		if len(raw) != ed25519.PublicKeySize {
			return nil, ErrKey
		}
		return &Key{public: ed25519.PublicKey(bytes.Clone(raw))}, nil
	}
	named, ok := curves[curve]
	if !ok {
		return nil, ErrKey
	}
	key, err := ecdsa.ParseUncompressedPublicKey(named, raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKey, err)
	}
	return &Key{public: key}, nil
}

// Raw returns the bytes from which RawKey makes a key.
func (k *Key) Raw() ([]byte, error) {
	switch key := k.public.(type) {
	case ed25519.PublicKey:
		return bytes.Clone(key), nil
	case *ecdsa.PublicKey:
		return key.Bytes()
	}
	return nil, ErrKey
}

// curves are the curves by the names of OpenSSL and of the web.
var curves = map[string]elliptic.Curve{
	"prime256v1": elliptic.P256(), "secp384r1": elliptic.P384(), "secp521r1": elliptic.P521(),
	"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521(),
}

// opensslCurves are OpenSSL's names by Go's.
var opensslCurves = map[string]string{"P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1"}

// Generate makes a key: of kind rsa with so many bits, ec with a curve, or ed25519.
func Generate(kind, curve string, bits int) (*Key, error) {
	var private crypto.Signer
	var err error
	switch kind {
	case "rsa":
		private, err = rsa.GenerateKey(rand.Reader, bits)
	case "ec":
		named, ok := curves[curve]
		if !ok {
			return nil, ErrKey
		}
		private, err = ecdsa.GenerateKey(named, rand.Reader)
	case "ed25519":
		_, private, err = ed25519.GenerateKey(rand.Reader)
	default:
		return nil, ErrKey
	}
	if err != nil {
		return nil, err
	}
	return &Key{private: private, public: private.Public()}, nil
}

// Public returns the public key of a private one.
func (k *Key) Public() *Key { return &Key{public: k.public} }

// Private reports whether the key can sign.
func (k *Key) Private() bool { return k.private != nil }

// Kind returns rsa, ec or ed25519, with OpenSSL's name of the curve, or the bits of an RSA key.
func (k *Key) Kind() (kind, curve string, bits int) {
	switch key := k.public.(type) {
	case *rsa.PublicKey:
		return "rsa", "", key.N.BitLen()
	case *ecdsa.PublicKey:
		return "ec", opensslCurves[key.Params().Name], 0
	case ed25519.PublicKey:
		return "ed25519", "", 0
	}
	return "", "", 0
}

// Export returns a key in DER and the label of its PEM, in one of the forms pkcs8, pkcs1 and sec1
// for private keys, and spki and pkcs1 for public ones.
func (k *Key) Export(form string) (der []byte, label string, err error) {
	switch form {
	case "pkcs8":
		der, err = x509.MarshalPKCS8PrivateKey(k.private)
		return der, "PRIVATE KEY", err
	case "spki":
		der, err = x509.MarshalPKIXPublicKey(k.public)
		return der, "PUBLIC KEY", err
	case "sec1":
		if key, ok := k.private.(*ecdsa.PrivateKey); ok {
			der, err = x509.MarshalECPrivateKey(key)
			return der, "EC PRIVATE KEY", err
		}
	case "pkcs1":
		if key, ok := k.private.(*rsa.PrivateKey); ok {
			return x509.MarshalPKCS1PrivateKey(key), "RSA PRIVATE KEY", nil
		}
		if key, ok := k.public.(*rsa.PublicKey); ok && k.private == nil {
			return x509.MarshalPKCS1PublicKey(key), "RSA PUBLIC KEY", nil
		}
	}
	return nil, "", ErrKey
}

// PEM returns a key as a text.
func (k *Key) PEM(form string) (string, error) {
	der, label, err := k.Export(form)
	if err != nil {
		return "", err
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: label, Bytes: der})), nil
}

// Scheme is how a signature is made.
type Scheme struct {
	Hash  string // empty for Ed25519
	PSS   bool   // RSA with PSS instead of PKCS #1 v1.5
	Salt  int    // of PSS, in bytes; negative: -1 for the hash's length, -2 for the longest, or any in a verification
	P1363 bool   // ECDSA: two numbers of a fixed length instead of DER
}

// summed returns the hash of data, and its number. Without a hash the data is returned.
func (s Scheme) summed(data []byte) ([]byte, crypto.Hash, error) {
	if s.Hash == "" {
		return data, 0, nil
	}
	number, ok := hashes[plain(s.Hash)]
	if !ok {
		return nil, 0, ErrDigest
	}
	h := number.New()
	_, _ = h.Write(data) // never returns an error
	return h.Sum(nil), number, nil
}

// ErrDigest means that there is no such hash for signatures.
var ErrDigest = errors.New("invalid digest")

// Sign signs data with a private key.
func (k *Key) Sign(data []byte, s Scheme) ([]byte, error) {
	if k.private == nil {
		return nil, ErrKey
	}
	if key, ok := k.private.(ed25519.PrivateKey); ok {
		return ed25519.Sign(key, data), nil
	}
	sum, number, err := s.summed(data)
	if err != nil {
		return nil, err
	}
	switch key := k.private.(type) {
	case *rsa.PrivateKey:
		if s.PSS {
			return rsa.SignPSS(rand.Reader, key, number, sum, s.pss())
		}
		return rsa.SignPKCS1v15(nil, key, number, sum)
	case *ecdsa.PrivateKey:
		der, err := ecdsa.SignASN1(rand.Reader, key, sum)
		if err != nil || !s.P1363 {
			return der, err
		}
		return toP1363(der, (key.Params().BitSize+7)/8)
	}
	return nil, ErrKey
}

func (s Scheme) pss() *rsa.PSSOptions {
	switch s.Salt {
	case -1:
		return &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash}
	case -2:
		return &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthAuto}
	}
	return &rsa.PSSOptions{SaltLength: s.Salt}
}

// Verify reports whether a signature is right.
func (k *Key) Verify(data, signature []byte, s Scheme) (bool, error) {
	if key, ok := k.public.(ed25519.PublicKey); ok {
		return ed25519.Verify(key, data, signature), nil
	}
	sum, number, err := s.summed(data)
	if err != nil {
		return false, err
	}
	switch key := k.public.(type) {
	case *rsa.PublicKey:
		if s.PSS {
			return rsa.VerifyPSS(key, number, sum, signature, s.pss()) == nil, nil
		}
		return rsa.VerifyPKCS1v15(key, number, sum, signature) == nil, nil
	case *ecdsa.PublicKey:
		if s.P1363 {
			if signature, err = fromP1363(signature, (key.Params().BitSize+7)/8); err != nil {
				return false, nil //nolint:nilerr // a signature of another length is a wrong one
			}
		}
		return ecdsa.VerifyASN1(key, sum, signature), nil
	}
	return false, ErrKey
}

type pair struct{ R, S *big.Int }

func toP1363(der []byte, size int) ([]byte, error) {
	var p pair
	if _, err := asn1.Unmarshal(der, &p); err != nil {
		return nil, err
	}
	out := make([]byte, 2*size)
	p.R.FillBytes(out[:size])
	p.S.FillBytes(out[size:])
	return out, nil
}

func fromP1363(signature []byte, size int) ([]byte, error) {
	if len(signature) != 2*size {
		return nil, ErrKey
	}
	return asn1.Marshal(pair{new(big.Int).SetBytes(signature[:size]), new(big.Int).SetBytes(signature[size:])})
}
