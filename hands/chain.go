package hands

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// protocol begins everything that this package hashes or signs, so that nothing made for another
// purpose is accepted.
const protocol = "loophole two hands 1"

// ChainLength is the number of values of a chain: enough dice for a long game.
const ChainLength = 4096

// A Value is a value of a chain. The last computed one, number 0, is its end. The name of a match, which is a
// SHA-256 too, is also a Value.
type Value [sha256.Size]byte

// String returns the value in hexadecimal digits.
func (v Value) String() string { return hex.EncodeToString(v[:]) }

// ParseValue parses the text that String returns.
func ParseValue(s string) (v Value, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(v) || hex.EncodeToString(b) != s {
		return v, fmt.Errorf("hands: %.80q is not 64 hexadecimal digits", s)
	}
	return Value(b), nil
}

// hash returns the SHA-256 of the protocol's name and the fields. Each has its length in four bytes
// before it, so that different lists of fields are different bytes.
func hash(fields ...[]byte) Value {
	var room [256]byte
	b := withLength(room[:0], []byte(protocol))
	for _, f := range fields {
		b = withLength(b, f)
	}
	return sha256.Sum256(b)
}

// withLength appends the length of a field and the field.
func withLength(b, field []byte) []byte {
	return append(binary.BigEndian.AppendUint32(b, uint32(len(field))), field...)
}

// step returns the value before another. It contains the match and the seat, so that no value of
// another chain fits.
func step(match Value, seat string, v Value) Value {
	return hash([]byte("step"), []byte(seat), match[:], v[:])
}

// A Secret is known to one seat only: its key and its chain.
type Secret struct {
	seat  string
	match Value
	root  Value
	chain int // number of chains before this one
	key   ed25519.PrivateKey
	kept  [ChainLength/keptEvery + 1]Value // v_0, v_64 and so on to v_N
	hand  Hand                             // the public part
}

// keptEvery is the distance of the values that a secret keeps. Each other one is computed from the
// next of them.
const keptEvery = 64

// NewSecret returns the secret of a seat in a match from 32 random bytes, the root. The root is
// enough to compute it again on another machine.
func NewSecret(match Value, seat string, root Value) *Secret { return newSecret(match, seat, root, 0) }

// Renewed returns the secret with the next chain. The key and the root stay the same, so the root
// gives all chains.
func (s *Secret) Renewed() *Secret { return newSecret(s.match, s.seat, s.root, s.chain+1) }

// Renewal returns the unsigned entry by which the seat changes to that chain.
func (s *Secret) Renewal() Entry { return Entry{Kind: Rekey, By: s.seat, End: s.Renewed().hand.End} }

func newSecret(match Value, seat string, root Value, chain int) *Secret {
	seed := hash([]byte("key"), []byte(seat), match[:], root[:])
	made := [][]byte{[]byte("chain"), []byte(seat), match[:], root[:]}
	if chain > 0 {
		made = append(made, strconv.AppendInt(nil, int64(chain), 10))
	}
	s := &Secret{seat: seat, match: match, root: root, chain: chain, key: ed25519.NewKeyFromSeed(seed[:])}
	v := hash(made...)
	for n := ChainLength; n > 0; n-- {
		if n%keptEvery == 0 {
			s.kept[n/keptEvery] = v
		}
		v = step(match, seat, v)
	}
	s.kept[0] = v
	s.hand = Hand{seat, hex.EncodeToString(s.key.Public().(ed25519.PublicKey)), v.String()}
	return s
}

// Value returns the value with a number from 0, the end, to [ChainLength].
func (s *Secret) Value(n int) (Value, error) {
	if n < 0 || n > ChainLength {
		return Value{}, errors.New("hands: the chain is used up: take a new one by a rekey")
	}
	next := (n + keptEvery - 1) / keptEvery
	v := s.kept[next]
	for range next*keptEvery - n {
		v = step(s.match, s.seat, v)
	}
	return v, nil
}

// Hand returns the public part of the secret: the seat, its key, and the end of its chain.
func (s *Secret) Hand() Hand { return s.hand }

// Sign returns an entry with its signature. before is the checksum of the line before it.
func (s *Secret) Sign(before string, e Entry) Entry {
	e.Sig = ""
	e.Sig = hex.EncodeToString(ed25519.Sign(s.key, message(before, e.object())))
	return e
}

// Consent returns the signature of consent to another seat's entry at that place.
func (s *Secret) Consent(before string, e Entry) string {
	return hex.EncodeToString(ed25519.Sign(s.key, consented(before, e)))
}

// message returns the signed bytes of an entry. They depend on all lines before it.
func message(before string, object []byte) []byte {
	v := hash([]byte("sign"), []byte(before), object)
	return v[:]
}

// consented returns the signed bytes of a consent: those of the entry without its signatures.
func consented(before string, e Entry) []byte {
	e.Sig, e.Consent = "", ""
	v := hash([]byte("consent"), []byte(before), e.object())
	return v[:]
}

// weak lists the Ed25519 keys under which anybody can sign, because their points have an order of 8
// or less. The sign bit of each is cleared. Two of them have a second encoding.
var weak = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

// CheckKey returns an error for an invalid key. Under a weak key anybody can sign, so its owner
// could disown a signature later.
func CheckKey(key string) error {
	v, err := ParseValue(key)
	if err != nil {
		return err
	}
	v[len(v)-1] &= 0x7f
	if slices.Contains(weak, v.String()) {
		return errors.New("hands: anybody can sign under this key: make another one at random")
	}
	return nil
}

// signed reports whether a signature was made with a key.
func signed(key, sig string, text []byte) bool {
	k, err := hex.DecodeString(key)
	s, bad := hex.DecodeString(sig)
	if err != nil || bad != nil || len(k) != ed25519.PublicKeySize || hex.EncodeToString(s) != sig {
		return false
	}
	return ed25519.Verify(k, text, s)
}

// MaxFaces is the largest number of faces of a die. A byte decides each face.
const MaxFaces = 100

// Faces returns the faces of n dice from the checksum of the question and the values of the hands in
// their order. A hand without a value counts as empty.
func Faces(question string, n, die int, values []Value) []int {
	fields := [][]byte{[]byte("dice"), []byte(question), fmt.Appendf(nil, "%dD%d", n, die)}
	for _, v := range values {
		f := v[:]
		if v == (Value{}) {
			f = nil
		}
		fields = append(fields, f)
	}
	key := hash(fields...)
	faces := make([]int, 0, n)
	// Bytes above the largest multiple of the number of faces would favour low faces.
	bound := 256 - 256%die
	for block := uint32(0); len(faces) < n; block++ {
		m := hmac.New(sha256.New, key[:])
		binary.Write(m, binary.BigEndian, block)
		for _, b := range m.Sum(nil) {
			if int(b) < bound && len(faces) < n {
				faces = append(faces, 1+int(b)%die)
			}
		}
	}
	return faces
}
