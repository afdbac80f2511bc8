package digest_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/digest"
)

// Every name in Names gives a hash, whatever its case, and a copy continues on its own.
func TestNames(t *testing.T) {
	for _, name := range digest.Names {
		h, ok, err := digest.New(strings.ToUpper(name), -1)
		if !ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
			continue
		}
		_, _ = h.Write([]byte("a"))
		other, ok := h.Copy(-1)
		if !ok {
			if !strings.Contains(strings.ToLower(name), "ripemd") && name != "rmd160" {
				t.Errorf("%s cannot be copied", name)
			}
			continue
		}
		_, _ = h.Write([]byte("b"))
		_, _ = other.Write([]byte("b"))
		if a, b := hex.EncodeToString(h.Sum(nil)), hex.EncodeToString(other.Sum(nil)); a != b {
			t.Errorf("%s: %s, the copy gives %s", name, a, b)
		}
	}
}

// A hash of a fixed size refuses another one.
func TestSize(t *testing.T) {
	if _, ok, err := digest.New("sha256", 5); !ok || err == nil {
		t.Errorf("sha256 with 5 bytes: %v, %v", ok, err)
	}
	if _, ok, _ := digest.New("nope", -1); ok {
		t.Error("there is a hash called nope")
	}
}

// A key goes through every form and stays the same key.
func TestKeys(t *testing.T) {
	for _, made := range []struct {
		kind, curve string
		bits        int
		private     []string
		public      []string
	}{
		{"ec", "P-384", 0, []string{"pkcs8", "sec1"}, []string{"spki"}},
		{"ed25519", "", 0, []string{"pkcs8"}, []string{"spki"}},
		{"rsa", "", 1024, []string{"pkcs8", "pkcs1"}, []string{"spki", "pkcs1"}},
	} {
		key, err := digest.Generate(made.kind, made.curve, made.bits)
		if err != nil {
			t.Fatal(err)
		}
		scheme := digest.Scheme{Hash: "sha256"}
		signature, err := key.Sign([]byte("text"), scheme)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range made.private {
			text, err := key.PEM(form)
			if err != nil {
				t.Fatal(err)
			}
			again, err := digest.ParseKey([]byte(text), false)
			if err != nil || !again.Equal(key) {
				t.Errorf("%s as %s: %v", made.kind, form, err)
			}
		}
		for _, form := range made.public {
			der, _, err := key.Public().Export(form)
			if err != nil {
				t.Fatal(err)
			}
			public, err := digest.ParseKey(der, true)
			if err != nil {
				t.Fatal(err)
			}
			for text, want := range map[string]bool{"text": true, "tex": false} {
				if got, err := public.Verify([]byte(text), signature, scheme); got != want || err != nil {
					t.Errorf("%s as %s: the signature of %q is %v, %v", made.kind, form, text, got, err)
				}
			}
			if _, err := digest.ParseKey(der, false); err == nil {
				t.Errorf("%s: a public key is taken for a private one", made.kind)
			}
		}
	}
	if _, err := digest.ParseKey([]byte("no key"), true); err == nil {
		t.Error("a text that is no key gives one")
	}
}
