package rule

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"loophole/internal/usertext"
)

const (
	// MaxFaces is the largest number of faces of a die, and of kinds in a bag.
	MaxFaces = 100
	// MaxDraw is the largest number of dice or pieces in one draw.
	MaxDraw = 1000

	// maxSize is the largest sum of the weights of a bag.
	maxSize = 1 << 31
	// maxBags is the largest number of different bags in a program.
	maxBags = 1 << 20
	// maxNumbered is the largest number of results of a draw, so that each has an exact number in
	// JSON.
	maxNumbered = 1 << 53
)

// A Bag is the source of [Umpire.Draw]: a fair or weighted die with up to [MaxFaces] faces, or a bag
// of as many kinds of chits or cards, which are not put back. Faces and kinds are numbered from 1, and can
// have names.
//
// Bags with equal contents are equal. A Bag refers to its contents by number, and the program never
// frees them. Make bags of printed components and of players' choices, not of values that grow.
type Bag struct {
	id    uint32
	faces uint8
}

// contents are the contents of a bag.
type contents struct {
	replaced bool // drawn pieces are put back
	count    []int
	names    []string
	total    int
	text     string // as in records, after the word for a bag or a die
}

var bags struct {
	sync.Mutex
	index map[string]uint32
	list  atomic.Pointer[[]*contents] // never shrinks
}

// AnyDie returns a fair die with a number of faces. It panics below 1 and above [MaxFaces].
func AnyDie(faces int) Bag { return must(newBag(true, slices.Repeat([]int{1}, max(0, faces)), nil)) }

// WeightedDie returns a die whose faces have probabilities in proportion to the weights. It panics
// without weights.
func WeightedDie(weights ...int) Bag { return must(newBag(true, weights, nil)) }

// BagOf returns a bag with counts[i] pieces of kind i+1, which are not put back. It panics without
// kinds.
func BagOf(counts ...int) Bag { return must(newBag(false, counts, nil)) }

// Named returns the bag with names for its faces: words of lower-case letters, digits and hyphens.
// It panics unless there is one name for each face and all differ.
func (b Bag) Named(names ...string) Bag {
	c := b.contents()
	return must(newBag(c.replaced, c.count, append([]string{}, names...)))
}

// Without returns the bag without n pieces of a kind. It panics if there are fewer, or if the bag
// is a die.
func (b Bag) Without(kind, n int) Bag {
	c := b.contents()
	if c.replaced || n < 0 || n > b.Count(kind) {
		panic(fmt.Sprintf("rule: cannot take %d pieces of kind %d out of %v", n, kind, b))
	}
	count := slices.Clone(c.count)
	count[kind-1] -= n
	return must(newBag(false, count, c.names))
}

// NumFaces returns the number of faces or kinds.
func (b Bag) NumFaces() int { return int(b.faces) }

// Count returns how many pieces of a kind are in the bag, or the weight of a face.
func (b Bag) Count(face int) int {
	if c := b.contents(); face >= 1 && face <= len(c.count) {
		return c.count[face-1]
	}
	return 0
}

// Size returns the number of pieces in the bag, or the sum of the weights.
func (b Bag) Size() int { return b.contents().total }

// WithReplacement reports whether drawn pieces are put back, as with a die.
func (b Bag) WithReplacement() bool { return b.contents().replaced }

// Name returns the name of a face, or its number.
func (b Bag) Name(face int) string {
	if c := b.contents(); face >= 1 && face <= len(c.names) {
		return c.names[face-1]
	}
	return strconv.Itoa(face)
}

// Face returns the face with a name. It panics if no face has it, because odds of a misspelt name would be
// wrong without a sign. [Bag.Lookup] is for names that people type.
func (b Bag) Face(name string) int {
	face, ok := b.Lookup(name)
	if !ok {
		panic(fmt.Sprintf("rule: no face of the bag is called %q%s", name, suggest(name, b.contents().names)))
	}
	return face
}

// Lookup returns the face with a name, and whether there is one.
func (b Bag) Lookup(name string) (face int, ok bool) {
	i := slices.Index(b.contents().names, name)
	return i + 1, i >= 0
}

// String returns the bag as records write it: "D7 faces", "D2 faces miss:4/hit:2",
// "D2 draw 5/4".
func (b Bag) String() string {
	return fmt.Sprintf("D%d%s", b.faces, b.contents().suffix())
}

// suffix returns what records write after the die: the word for a bag or a die, and the contents.
func (c *contents) suffix() string {
	word := " draw"
	if c.replaced {
		word = " faces"
	}
	if c.text != "" {
		word += " "
	}
	return word + c.text
}

var empty contents

func (b Bag) contents() *contents {
	list := bags.list.Load()
	if b.id == 0 || list == nil || int(b.id) > len(*list) {
		return &empty
	}
	return (*list)[b.id-1]
}

// ParseBag reads the text that [Bag.String] writes after the word draw or faces, for a number of
// faces. replaced says whether drawn pieces are put back.
func ParseBag(faces int, replaced bool, text string) (Bag, error) {
	if text == "" && replaced {
		return newBag(true, slices.Repeat([]int{1}, min(max(0, faces), MaxFaces+1)), nil)
	}
	var count []int
	var names []string
	for _, word := range strings.Split(text, "/") {
		name, number, named := strings.Cut(word, ":")
		if named {
			names = append(names, name)
		} else {
			number = word
		}
		n, err := strconv.Atoi(number)
		if err != nil || len(count) > MaxFaces {
			return Bag{}, fmt.Errorf("rule: %q does not list the contents of a bag, as axis:5/allies:4 does", usertext.Truncate(text))
		}
		count = append(count, n)
	}
	if len(count) != faces {
		return Bag{}, fmt.Errorf("rule: %q has %d kinds, not %d", usertext.Truncate(text), len(count), faces)
	}
	return newBag(replaced, count, names)
}

func must(b Bag, err error) Bag {
	if err != nil {
		panic(err.Error())
	}
	return b
}

// newBag returns the existing bag with these contents, or adds it.
func newBag(replaced bool, count []int, names []string) (Bag, error) {
	c := &contents{replaced: replaced, count: slices.Clone(count), names: slices.Clone(names)}
	if err := c.check(); err != nil {
		return Bag{}, err
	}
	c.text = c.list()
	key := fmt.Sprint(len(count)) + c.suffix()
	bags.Lock()
	defer bags.Unlock()
	id, ok := bags.index[key]
	if ok {
		return Bag{id, uint8(len(count))}, nil
	}
	var list []*contents
	if old := bags.list.Load(); old != nil {
		list = *old
	}
	if len(list) == maxBags {
		return Bag{}, fmt.Errorf("rule: there are more than %d different bags", maxBags)
	}
	if bags.index == nil {
		bags.index = map[string]uint32{}
	}
	list = append(list, c)
	bags.index[key] = uint32(len(list))
	bags.list.Store(&list)
	return Bag{uint32(len(list)), uint8(len(count))}, nil
}

func (c *contents) check() error {
	if len(c.count) < 1 || len(c.count) > MaxFaces {
		return fmt.Errorf("rule: a bag has 1 to %d kinds, not %d", MaxFaces, len(c.count))
	}
	for i, n := range c.count {
		if n < 0 || n > maxSize-c.total {
			return fmt.Errorf("rule: %d of kind %d: each number must be 0 or more, and their sum at most %d", n, i+1, maxSize)
		}
		c.total += n
	}
	if c.replaced && c.total == 0 {
		return fmt.Errorf("rule: every face of the die has weight 0")
	}
	if c.names != nil && len(c.names) != len(c.count) {
		return fmt.Errorf("rule: there are %d names for %d kinds", len(c.names), len(c.count))
	}
	for i, name := range c.names {
		if name == "" || name[0] < 'a' || name[0] > 'z' || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || slices.Contains(c.names[:i], name) {
			return fmt.Errorf("rule: %q cannot name a kind: give each kind a different word of lower-case letters, digits and hyphens, which begins with a letter", usertext.Truncate(name))
		}
	}
	return nil
}

// list returns the contents as text, which is empty for a fair die without names.
func (c *contents) list() string {
	plain := c.replaced && c.names == nil
	words := make([]string, len(c.count))
	for i, n := range c.count {
		plain = plain && n == 1
		words[i] = strconv.Itoa(n)
		if c.names != nil {
			words[i] = c.names[i] + ":" + words[i]
		}
	}
	if plain {
		return ""
	}
	return strings.Join(words, "/")
}

// DrawPool asks for the number of each face in n draws.
func DrawPool(n int, from Bag) Pool { return pool(Draw, n, Die(from.faces), uint64(from.id)) }

// Bag returns the bag of a draw. Of other pools it returns the zero Bag.
func (p Pool) Bag() Bag {
	if p.Kind() != Draw {
		return Bag{}
	}
	return Bag{uint32(p >> 30 & (1<<28 - 1)), uint8(p.Die())}
}

// checkDraw returns the reason why a draw cannot be made, or nil.
func (p Pool) checkDraw() error {
	b := p.Bag()
	c := b.contents()
	switch {
	case len(c.count) == 0 || len(c.count) != b.NumFaces():
		return fmt.Errorf("rule: a draw needs a bag from AnyDie, WeightedDie or BagOf")
	case p.N() < 1 || p.N() > MaxDraw:
		return fmt.Errorf("rule: a draw takes 1 to %d dice or pieces, not %d", MaxDraw, p.N())
	case !c.replaced && p.N() > c.total:
		return fmt.Errorf("rule: cannot draw %d from a bag of %d", p.N(), c.total)
	}
	if _, ok := multisets(p.N(), b.NumFaces()); !ok {
		return fmt.Errorf("rule: %v has too many results", p)
	}
	return nil
}

// Result returns the value of a draw, given how many times each face came up, from face 1 on.
func (p Pool) Result(have []int) int { return rank(have) }

// CheckFaces returns the reason why a pool cannot show these faces, or nil. Each face must be on the
// die, and the bag must contain enough of each kind.
func (p Pool) CheckFaces(faces []uint8) error {
	var have [MaxFaces + 1]int
	b := p.Bag()
	drawn := p.Kind() == Draw && !b.WithReplacement()
	for _, f := range faces {
		if f < 1 || int(f) > int(p.Die()) {
			return fmt.Errorf("%d is not a face of %v (1 to %d)", f, p.Die(), int(p.Die()))
		}
		if have[f]++; p.Kind() == Draw && (b.Count(int(f)) == 0 || drawn && have[f] > b.Count(int(f))) {
			if b.WithReplacement() {
				return fmt.Errorf("the weight of %s is 0: it cannot be rolled", b.Name(int(f)))
			}
			return fmt.Errorf("the bag holds only %d of %s", b.Count(int(f)), b.Name(int(f)))
		}
	}
	return nil
}

// RollFaces rolls the dice of a pool or draws from its bag. below(n) must return a uniform number
// from 0 to n-1.
func (p Pool) RollFaces(below func(n uint64) uint64) []uint8 {
	faces := make([]uint8, p.N())
	if p.Kind() != Draw {
		for i := range faces {
			faces[i] = uint8(below(uint64(p.Die()))) + 1
		}
		return faces
	}
	c := p.Bag().contents()
	count, total := slices.Clone(c.count), uint64(c.total)
	for i := range faces {
		x, k := int(below(total)), 0
		for ; x >= count[k]; k++ {
			x -= count[k]
		}
		if faces[i] = uint8(k) + 1; !c.replaced {
			count[k]--
			total--
		}
	}
	return faces
}

// choose returns the binomial coefficient n over k, which must be below 2^53. Every step is exact.
func choose(n, k int) uint64 {
	c := uint64(1)
	for i := 1; i <= min(k, n-k); i++ {
		c = c * uint64(n-i+1) / uint64(i)
	}
	if k > n {
		return 0
	}
	return c
}

// multisets returns the number of results of n draws from a number of faces, and whether they can
// be numbered.
func multisets(n, faces int) (uint64, bool) {
	all := n + faces - 1
	c := uint64(1)
	for i := 1; i <= min(n, all-n); i++ {
		hi, lo := bits.Mul64(c, uint64(all-i+1))
		if hi >= uint64(i) {
			return 0, false
		}
		if c, _ = bits.Div64(hi, lo, uint64(i)); c > maxNumbered {
			return 0, false
		}
	}
	return c, true
}

// rank returns the number of a result among all results of as many draws. With the faces in
// ascending order, a die in place i that shows face f, both counted from 0, adds the binomial
// coefficient f+i over i+1.
func rank(have []int) (v int) {
	i := 0
	for f, n := range have {
		for range n {
			v += int(choose(f+i, i+1))
			i++
		}
	}
	return v
}
