package rule

import (
	"iter"
	"strconv"
	"strings"
)

// Draw draws n times from a bag, or rolls n dice of any kind, and returns the number of each face.
// It is for questions that no other method can ask: the largest set and the longest run of a roll,
// more bands than a tally has, weights, and chits that are not put back. If the order matters, draw
// one by one, with [Bag.Without] after each.
//
// Every result is a separate answer. Ten D10 have 92,378 of them, so use [Umpire.Count] and
// [Umpire.Sum] for counts and sums.
func (u *Umpire) Draw(n int, from Bag, cite Clause, why string) Drawn {
	if n <= 0 {
		u.nothing()
		return Drawn{}
	}
	v, ok := u.known()
	if !ok {
		v = u.roll(DrawPool(n, from), cite, why)
	}
	return Drawn{uint64(v), int32(n), from.faces}
}

// A Drawn is the result of a draw without its order: the number of each face.
type Drawn struct {
	rank  uint64
	n     int32
	faces uint8
}

// Drawn returns the result that a value of a draw stands for.
func (p Pool) Drawn(value int) Drawn {
	return Drawn{uint64(value), int32(p.N()), uint8(p.Die())}
}

// N returns the number of dice or pieces.
func (d Drawn) N() int { return int(d.n) }

// All iterates over the faces of the result and their numbers, highest face first.
func (d Drawn) All() iter.Seq2[int, int] {
	return func(yield func(face, many int) bool) {
		if d.n == 0 {
			return
		}
		left, face, last, many := d.rank, int(d.faces)-1, -1, 0
		i := int(d.n) - 1
		c := choose(face+i, i+1)
		for ; i >= 0; i-- {
			for c > left { // from face+i over i+1 to the next lower face
				c = c * uint64(face-1) / uint64(face+i)
				face--
			}
			if face != last {
				if many > 0 && !yield(last+1, many) {
					return
				}
				last, many = face, 0
			}
			if face == 0 {
				many += i + 1 // and all others
				break
			}
			many++
			left -= c
			c = c * uint64(i+1) / uint64(face+i)
		}
		yield(last+1, many)
	}
}

// Faces lists the faces of the result one by one, highest first.
func (d Drawn) Faces() []int {
	list := make([]int, 0, d.n)
	for f, many := range d.All() {
		for range many {
			list = append(list, f)
		}
	}
	return list
}

// Of returns the number of dice with a face.
func (d Drawn) Of(face int) int {
	for f, many := range d.All() {
		if f <= face {
			if f == face {
				return many
			}
			break
		}
	}
	return 0
}

// Face returns the highest face, which is the face of a single die; 0 without dice.
func (d Drawn) Face() int {
	for f := range d.All() {
		return f
	}
	return 0
}

// Sum returns the sum of the faces.
func (d Drawn) Sum() int { return d.Highest(d.N()) }

// Highest returns the sum of the keep highest faces.
func (d Drawn) Highest(keep int) (sum int) {
	for f, many := range d.All() {
		many = min(many, max(0, keep))
		sum, keep = sum+many*f, keep-many
	}
	return sum
}

// Largest returns the size of the largest set of equal faces.
func (d Drawn) Largest() (most int) {
	for _, many := range d.All() {
		most = max(most, many)
	}
	return most
}

// Distinct returns the number of different faces.
func (d Drawn) Distinct() (n int) {
	for range d.All() {
		n++
	}
	return n
}

// Run returns the number of faces in the longest run: 3 for 3, 4 and 5.
func (d Drawn) Run() (longest int) {
	run, last := 0, 0
	for f := range d.All() {
		if f != last-1 {
			run = 0
		}
		run, last = run+1, f
		longest = max(longest, run)
	}
	return longest
}

// read returns a result in words: "6 6 3", "2 axis, 1 allies".
func (p Pool) read(value int) string {
	b := p.Bag()
	named := len(b.contents().names) > 0
	var words []string
	for f, many := range p.Drawn(value).All() {
		if named {
			words = append(words, strconv.Itoa(many)+" "+b.Name(f))
			continue
		}
		for range many {
			words = append(words, strconv.Itoa(f))
		}
	}
	if named {
		return strings.Join(words, ", ")
	}
	return strings.Join(words, " ")
}
