package dice

import (
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"

	"loophole/rule"
)

// Generator names the way in which [Random] turns a seed into faces. A record
// carries the name with the seed; a change to any step below is a new name.
//
//  1. The key is the SHA-256 of the ASCII text "loophole-dice-1:" followed by
//     the seed in decimal.
//  2. The stream is that of chacha8rand with this key
//     (https://c2sp.org/chacha8rand, math/rand/v2.ChaCha8), read as unsigned
//     64-bit little-endian words, one after another.
//  3. A face of a die with d faces takes the next word x. If x is not below
//     the largest multiple of d that is at most 2^64, it is thrown away and the
//     next word is taken. The face is x mod d, plus 1.
//     A piece that is drawn out of a bag, and a face of a weighted die, is such a
//     face of a die with as many faces as pieces are left, or as the weights add up
//     to: the pieces of the first kind come first.
//  4. Dice are rolled in the order of the questions, and within a pool in the
//     order in which its faces are listed. Choices take nothing.
const Generator = "loophole-dice-1"

// Random is dice rolled by the program. It is not safe for concurrent use.
type Random struct {
	// Policy takes the decisions; if it is nil, the first option is taken.
	Policy func(rule.Choice) int

	seed   uint64
	stream *rand.ChaCha8
}

// NewRandom returns the dice of a seed. Equal seeds roll equal faces, in every
// version of the program that knows the same [Generator].
func NewRandom(seed uint64) *Random {
	key := sha256.Sum256([]byte(Generator + ":" + strconv.FormatUint(seed, 10)))
	return &Random{seed: seed, stream: rand.NewChaCha8(key)}
}

// FreshSeed returns a seed that nobody can foresee, from the operating system.
func FreshSeed() uint64 {
	var b [8]byte
	crand.Read(b[:]) // It never fails: the program is stopped if the system has no randomness.
	return binary.LittleEndian.Uint64(b[:])
}

// Seed returns the seed that the dice were made from.
func (r *Random) Seed() uint64 { return r.seed }

// From says that the program rolled.
func (r *Random) From() string { return FromProgram }

// Pick returns a number from 0, below n, each as likely as every other. It panics if n is
// below 1.
func (r *Random) Pick(n int64) int64 { return rand.New(r.stream).Int64N(n) }

// Roll rolls every die of the pool and reads the faces.
func (r *Random) Roll(q rule.Roll) (int, []uint8, error) {
	if err := q.Pool.Validate(); err != nil {
		return 0, nil, err
	}
	faces := q.Pool.Fall(func(n uint64) uint64 { return below(r.stream.Uint64, n) })
	return q.Pool.Evaluate(faces), faces, nil
}

// Choose takes the option that the policy says.
func (r *Random) Choose(c rule.Choice) (int, error) {
	if r.Policy == nil {
		return 0, nil
	}
	return r.Policy(c), nil
}

// below turns words into a number below d. Words from the ragged end, where not every
// number has one more word, are thrown away.
func below(word func() uint64, d uint64) uint64 {
	ragged := -d % d // 2^64 mod d
	x := word()
	for x > math.MaxUint64-ragged {
		x = word()
	}
	return x % d
}
