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

// Generator names the method by which [Random] turns a seed into faces. Records contain the name
// and the seed. Any change to a step below needs a new name.
//
//  1. The key is the SHA-256 of the ASCII text "loophole-dice-1:" followed by
//     the seed in decimal.
//  2. The stream is that of chacha8rand with this key
//     (https://c2sp.org/chacha8rand, math/rand/v2.ChaCha8), read as unsigned
//     64-bit little-endian words, one after another.
//  3. A face of a die with d faces takes the next word x. If x is not below
//     the largest multiple of d that is at most 2^64, it is skipped and the
//     next word is taken. The face is x mod d, plus 1.
//     A piece from a bag is such a face of a die with as many faces as the bag
//     has pieces left. A face of a weighted die is such a face of a die with as
//     many faces as the sum of the weights. The pieces of the first kind come first.
//  4. Dice are rolled in the order of the questions, and within a pool in the
//     order in which its faces are listed. Choices take no words.
const Generator = "loophole-dice-1"

// Random is the program's dice. It is not safe for concurrent use.
type Random struct {
	// Policy makes the decisions. If it is nil, the first option is chosen.
	Policy func(rule.Choice) int

	seed   uint64
	stream *rand.ChaCha8
}

// NewRandom returns the dice of a seed. Equal seeds roll equal faces in every version of the
// program with the same [Generator].
func NewRandom(seed uint64) *Random {
	key := sha256.Sum256([]byte(Generator + ":" + strconv.FormatUint(seed, 10)))
	return &Random{seed: seed, stream: rand.NewChaCha8(key)}
}

// FreshSeed returns an unpredictable seed from the operating system.
func FreshSeed() uint64 {
	var b [8]byte
	crand.Read(b[:]) // It never fails: without randomness the program crashes.
	return binary.LittleEndian.Uint64(b[:])
}

// Clone returns dice that roll the same faces from here on. They share the Policy.
func (r *Random) Clone() *Random {
	c, stream := *r, *r.stream
	c.stream = &stream
	return &c
}

// Seed returns the seed of the dice.
func (r *Random) Seed() uint64 { return r.seed }

// From returns FromProgram.
func (r *Random) From() string { return FromProgram }

// Pick returns a uniform number from 0 to n-1. It panics if n is below 1.
func (r *Random) Pick(n int64) int64 { return rand.New(r.stream).Int64N(n) }

// Roll rolls every die of the pool and evaluates the faces.
func (r *Random) Roll(q rule.Roll) (int, []uint8, error) {
	if err := q.Pool.Validate(); err != nil {
		return 0, nil, err
	}
	faces := q.Pool.RollFaces(func(n uint64) uint64 { return below(r.stream.Uint64, n) })
	return q.Pool.Evaluate(faces), faces, nil
}

// Choose returns the option of the policy.
func (r *Random) Choose(c rule.Choice) (int, error) {
	if r.Policy == nil {
		return 0, nil
	}
	return r.Policy(c), nil
}

// below returns a uniform number below d. It skips the words beyond the largest multiple of d.
func below(word func() uint64, d uint64) uint64 {
	ragged := -d % d // 2^64 mod d
	x := word()
	for x > math.MaxUint64-ragged {
		x = word()
	}
	return x % d
}
