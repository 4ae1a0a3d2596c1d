package notation

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// The limits of what the parser accepts.
const (
	MostText   = 1000      // characters of an expression
	MostSides  = 1000      // of a die that is given by its number of sides
	MostDice   = 10_000    // in one term
	mostFaces  = 1000      // in a list of faces
	mostWeight = 1_000_000 // weight of a face
)

// A face is a side of a die, or a kind of card: its value, and how often it occurs.
type face struct {
	value  int
	weight int64
}

// A die is the distribution of one roll: faces by their values, the lowest first. names has the
// names of a die without numbers, whose values are indices. A die that rolls an expression has no
// list of faces.
type die struct {
	text  string
	of    node
	vars  int // number of variables in scope that it needs
	faces []face
	names []string
	total int64
}

// newDie merges equal faces and sorts them.
func newDie(text string, faces []face, names []string) *die {
	d := &die{text: text, names: names}
	slices.SortFunc(faces, func(a, b face) int { return cmp.Compare(a.value, b.value) })
	for _, f := range faces {
		if n := len(d.faces); n > 0 && d.faces[n-1].value == f.value {
			d.faces[n-1].weight += f.weight
		} else {
			d.faces = append(d.faces, f)
		}
		d.total += f.weight
	}
	return d
}

// sided returns a die with sides from 1.
func sided(n int) *die {
	faces := make([]face, n)
	for i := range faces {
		faces[i] = face{i + 1, 1}
	}
	return newDie("d"+strconv.Itoa(n), faces, nil)
}

// top returns the highest face.
func (d *die) top() int { return d.faces[len(d.faces)-1].value }

// dist returns the distribution of one roll.
func (d *die) dist(w *worker) *Dist {
	if d.of != nil {
		return d.of.dist(w, make([]int, d.vars))
	}
	x := &Dist{total: big.NewInt(d.total), names: d.names}
	for _, f := range d.faces {
		x.add(f.value, big.NewInt(f.weight))
	}
	return x
}

// A set is a set of faces: a closed range, or names of a die.
type set struct {
	low, high int
	names     []string // as written
	in        []int    // their values
}

func (s *set) has(v int) bool {
	if s.names != nil {
		return slices.Contains(s.in, v)
	}
	return s.low <= v && v <= s.high
}

// String returns the set as written: 5+, 2-, =6, 2..4, =hit|crit.
func (s *set) String() string {
	switch {
	case s.names != nil:
		return "=" + strings.Join(s.names, "|")
	case s.low == s.high:
		return "=" + strconv.Itoa(s.low)
	case s.high == unbounded:
		return strconv.Itoa(s.low) + "+"
	case s.low == -unbounded:
		return strconv.Itoa(s.high) + "-"
	}
	return fmt.Sprintf("%d..%d", s.low, s.high)
}

const unbounded = 1 << 40 // above every value

// of finds the names among those of a die. It returns an error for names that the die lacks, and for names of a
// die with numbers or numbers of a die with names.
func (s *set) of(d *die) error {
	if (s.names != nil) != (d.names != nil) {
		if d.names != nil {
			return fmt.Errorf("the faces have names: %s; write what counts as =%s", strings.Join(d.names, ", "), d.names[0])
		}
		return errors.New("the faces are numbers; write what counts as 5+, 2-, =6 or 2..4")
	}
	s.in = nil
	for _, n := range s.names {
		i := slices.Index(d.names, n)
		if i < 0 {
			return fmt.Errorf("no face is called %q; there are %s", n, strings.Join(d.names, ", "))
		}
		s.in = append(s.in, i)
	}
	return nil
}
