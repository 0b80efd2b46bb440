package wire

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"sync"
)

// schemes are the signature schemes: hmac- and the name of a hash in Python's hashlib.
var schemes = map[string]func() hash.Hash{
	"hmac-sha256": sha256.New, "hmac-sha512": sha512.New, "hmac-sha384": sha512.New384, "hmac-sha224": sha256.New224,
	"hmac-sha1": sha1.New, "hmac-md5": md5.New,
}

// signer signs and verifies, and remembers what it has verified. Without a key there are no signatures, as the protocol has
// it.
type signer struct {
	hash func() hash.Hash
	key  []byte

	mu sync.Mutex
	// The signatures seen, in two halves: when the newer is full, with half of them, the older is forgotten.
	seen, older map[string]struct{}
	half        int
}

// remembered is how many signatures are remembered at least, to refuse a message that comes twice. Twice as many take some
// 8 MB.
const remembered = 1 << 15

func newSigner(scheme, key string) (*signer, error) {
	h, found := schemes[scheme]
	if !found && key != "" {
		return nil, fmt.Errorf("signature_scheme %q is none of hmac-sha256, -sha512, -sha384, -sha224, -sha1 and -md5", scheme)
	}
	return &signer{hash: h, key: []byte(key), seen: map[string]struct{}{}, half: remembered}, nil
}

// sign returns the signature of parts in hexadecimal digits; empty without a key.
func (s *signer) sign(parts [][]byte) []byte {
	if len(s.key) == 0 {
		return nil
	}
	mac := hmac.New(s.hash, s.key)
	for _, p := range parts {
		mac.Write(p)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}

// verify refuses parts whose signature is wrong or was seen before.
func (s *signer) verify(signature []byte, parts [][]byte) error {
	if len(s.key) == 0 {
		return nil
	}
	if !hmac.Equal(signature, s.sign(parts)) {
		return ErrSignature
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(signature)
	_, now := s.seen[key]
	_, before := s.older[key]
	if now || before {
		return ErrReplay
	}
	if len(s.seen) >= s.half {
		s.older, s.seen = s.seen, make(map[string]struct{}, s.half)
	}
	s.seen[key] = struct{}{}
	return nil
}
