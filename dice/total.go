package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// total reads a result without faces, as players type it after "=": "7", or for a tally the numbers
// of dice in each band, "2/0/1".
func total(text string, p rule.Pool) (int, error) {
	v, err := 0, error(nil)
	if p.Kind() == rule.Draw {
		return 0, fmt.Errorf("a draw has no total: type the faces or pieces")
	}
	if p.Kind() == rule.Tally {
		v, err = bands(text)
	} else if v, err = strconv.Atoi(strings.TrimSpace(text)); err != nil {
		err = fmt.Errorf("%q is not a whole number", usertext.Truncate(text))
	}
	if err != nil {
		return 0, err
	}
	return v, possible(p, v)
}

func bands(text string) (int, error) {
	words := strings.Split(text, "/")
	if len(words) > 4 {
		return 0, fmt.Errorf("%q has more than four bands", usertext.Truncate(text))
	}
	var c rule.Counts
	for i, w := range words {
		n, err := strconv.ParseUint(strings.TrimSpace(w), 10, 16)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number of dice in each band, as in 2/0/1", usertext.Truncate(text))
		}
		c = c.Plus(i, int(n))
	}
	return int(c), nil
}

// possible returns an error if no faces of the pool have the value.
func possible(p rule.Pool, value int) error {
	switch p.Kind() {
	case rule.Tally:
		return possibleTally(p, rule.Counts(value))
	case rule.Draw:
		return possibleDraw(p, value)
	}
	lo, hi := bounds(p)
	switch {
	case value >= lo && value <= hi:
		return nil
	case lo == hi:
		return fmt.Errorf("%s is always %d, not %d", p, lo, value)
	}
	return fmt.Errorf("%d is out of range for %s: %d to %d", value, p, lo, hi)
}

// bounds returns the smallest and largest value of a pool. Every value between them is possible.
func bounds(p rule.Pool) (lo, hi int) {
	n, d := p.N(), int(p.Die())
	switch p.Kind() {
	case rule.Sum:
		return n, n * d
	case rule.Highest, rule.Lowest:
		return p.Keep(), p.Keep() * d
	}
	switch p.Target().Faces(p.Die()) {
	case 0:
		return 0, 0
	case d:
		return n, n
	}
	return 0, n
}

func possibleDraw(p rule.Pool, value int) error {
	var faces []uint8
	if value >= 0 {
		for f, many := range p.Drawn(value).All() {
			faces = append(faces, slices.Repeat([]uint8{uint8(f)}, many)...)
		}
	}
	if len(faces) == 0 || p.Evaluate(faces) != value {
		return fmt.Errorf("%d is no result of %s", value, p)
	}
	return p.CheckFaces(faces)
}

func possibleTally(p rule.Pool, c rule.Counts) error {
	var has [4]bool
	for f := 1; f <= int(p.Die()); f++ {
		has[p.Bands().Band(f)] = true
	}
	sum := 0
	for i := range has {
		if c.In(i) > 0 && !has[i] {
			return fmt.Errorf("%s: no face of the die falls in band %d", c, i+1)
		}
		sum += c.In(i)
	}
	if sum != p.N() {
		return fmt.Errorf("%s is %d dice; %s is %d", c, sum, p, p.N())
	}
	return nil
}
