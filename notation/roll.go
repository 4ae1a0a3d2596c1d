package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Thrown is a term of an expression with its rolled dice.
type Thrown struct {
	Term  string   // as written, such as 4d6kh3
	Faces []string // in the order of the dice; "1→4" was rerolled, "6+2" exploded
	Value int
}

// A roller rolls dice. pick returns a number from 0 up to but not including n.
type roller struct {
	pick   func(n int64) int64
	thrown []Thrown
	at     int // place of the dice that are rolled
}

// Roll rolls the expression. pick(n) must return each number from 0 to n−1 with equal chances. The
// value of a comparison is 1 or 0. The value of a name is its index in [Expr.Names].
func (e *Expr) Roll(pick func(n int64) int64) (value int, thrown []Thrown, err error) {
	r := &roller{pick: pick}
	defer e.caught(&err, &r.at)
	value = e.root.roll(r, make([]int, e.vars))
	return value, r.thrown, nil
}

// Names returns the names of the values, by value, or nil if they are numbers.
func (e *Expr) Names() []string {
	root := e.root
	for {
		b, isBinding := root.(*binding)
		if !isBinding {
			break
		}
		root = b.in
	}
	switch x := root.(type) {
	case *pool:
		if x.sort() == named {
			return x.groups[0].die.names
		}
	case *operation:
		if x.of == named {
			return verdicts
		}
	}
	return nil
}

// pickFace picks a face by weight: it rolls a die, or draws from the rest of a bag. It returns the
// index of the face.
func (r *roller) pickFace(faces []face) int {
	total := int64(0)
	for _, f := range faces {
		total += f.weight
	}
	picked := r.pick(total)
	if picked >= 0 {
		at := picked
		for i, f := range faces {
			if at -= f.weight; at < 0 {
				return i
			}
		}
	}
	panic(fmt.Sprintf("notation: pick(%d) returned %d", total, picked))
}

// rollDie rolls a die with its rerolls and explosions. The values are those of the final dice.
func (r *roller) rollDie(k *kind) (values []int, text string) {
	var b strings.Builder
	for left := k.limit; ; left-- {
		v := r.face(k.die)
		if b.Len() > 0 {
			b.WriteByte('+')
		}
		b.WriteString(k.die.name(v))
		for n := 0; k.reroll != nil && k.reroll.has(v) && !(k.once && n > 0); n++ {
			if n == mostRerolls {
				panic(fault{k.endlessReroll(), nowhere})
			}
			v = r.face(k.die)
			b.WriteString("→" + k.die.name(v))
		}
		values = append(values, v)
		if !k.explodes(v) || left <= 0 {
			break
		}
	}
	if k.summed {
		sum := 0
		for _, v := range values {
			sum += v
		}
		values = []int{sum}
	}
	return values, b.String()
}

// mostRerolls is the largest number of rerolls of a die. More can only mean a broken generator.
const mostRerolls = 10_000

// face rolls a die.
func (r *roller) face(d *die) int {
	if d.of != nil {
		return d.of.roll(&roller{pick: r.pick}, make([]int, d.vars))
	}
	return d.faces[r.pickFace(d.faces)].value
}

// name returns the name of a face.
func (d *die) name(v int) string {
	if d.names != nil {
		return d.names[v]
	}
	return strconv.Itoa(v)
}

func (h *pool) roll(r *roller, vars []int) int {
	r.at = h.begin
	var values []int
	var faces []string
	for i := range h.groups {
		g := &h.groups[i]
		many := g.many
		if g.count != nil {
			many = h.checkedCount(g.count.roll(r, vars))
			r.at = h.begin
		}
		bag := slices.Clone(g.die.faces)
		for range many {
			if h.drawn {
				at := r.pickFace(bag)
				bag[at].weight--
				values, faces = append(values, bag[at].value), append(faces, g.die.name(bag[at].value))
				continue
			}
			v, text := r.rollDie(&g.kind)
			values, faces = append(values, v...), append(faces, text)
		}
	}
	value := h.readOff(values)
	r.thrown = append(r.thrown, Thrown{h.text, faces, value})
	return value
}

// readOff evaluates the rolled dice of a pool.
func (h *pool) readOff(values []int) int {
	slices.SortFunc(values, cmp.Compare)
	low, high := h.kept(len(values))
	var s state
	for i := low; i < high; {
		n := i
		for n < high && values[n] == values[i] {
			n++
		}
		s = h.read.next(s, values[i], n-i)
		i = n
	}
	return h.read.value(s)
}

// String returns the rolled term: "4d6kh3: 6 4 3 1 = 13".
func (t Thrown) String() string {
	return fmt.Sprintf("%s: %s = %d", t.Term, strings.Join(t.Faces, " "), t.Value)
}
