package digest

import "crypto"

// Equal reports whether two keys are the same.
func (k *Key) Equal(other *Key) bool {
	public, ok := k.public.(interface{ Equal(crypto.PublicKey) bool })
	return ok && k.Private() == other.Private() && public.Equal(other.public)
}
