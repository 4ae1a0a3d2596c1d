package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"loophole/internal/format"
	"loophole/internal/usertext"
	"loophole/rule"
)

// Players type faces as numbers with spaces or commas between them. "12x1" is twelve dice that show
// 1: the number of dice first, then the face. A 0 on a D10 counts as 10, and a 0 on a D100 as 100.
// Players may roll a die with twice as many faces, which is halved and rounded up: "d6: 5 3 1"
// answers 3D3 with 3 2 1. If faces or pieces of a bag have names, players type the names.

// wanted is the error for faces that do not answer a question. It says what the question wants.
type wanted struct {
	what string
	roll rule.Roll
}

func (w *wanted) Error() string {
	n := w.roll.Pool.N()
	return fmt.Sprintf("%s; wanted %s for %s", w.what, format.Counted(n, "faces"), question(w.roll))
}

// readFaces reads at most room faces for a roll. For more, the error has their number, but never
// more than room are stored.
func readFaces(text string, r rule.Roll, room int) ([]uint8, error) {
	die := r.Pool.Die()
	rolled, err := die, error(nil)
	if r.Pool.Kind() != rule.Draw {
		if text, rolled, err = halved(text, die); err != nil {
			return nil, &wanted{err.Error(), r}
		}
	}
	var faces []uint8
	total := 0
	for _, w := range strings.FieldsFunc(text, isGap) {
		n, word := repeat(w, r.Pool.Bag())
		f, err := readFace(word, rolled, r.Pool.Bag())
		if err != nil {
			return nil, &wanted{err.Error(), r}
		}
		if rolled != die {
			f = (f + 1) / 2
		}
		for range min(n, room-min(total, room)) {
			faces = append(faces, f)
		}
		total = min(total+n, rule.MaxDice+1)
	}
	if total > room {
		return nil, &wanted{fmt.Sprintf("%s given", format.Counted(total, "faces")), r}
	}
	return faces, nil
}

func isGap(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// halved removes the name of a die with twice the faces from the text: "d6: 5 3".
func halved(text string, die rule.Die) (rest string, rolled rule.Die, err error) {
	name, rest, ok := strings.Cut(text, ":")
	if !ok {
		return text, die, nil
	}
	name = strings.TrimSpace(name)
	double := slices.Contains(rule.Dice(), 2*die)
	switch {
	case strings.EqualFold(name, die.String()):
		return rest, die, nil
	case double && strings.EqualFold(name, (2*die).String()):
		return rest, 2 * die, nil
	case double:
		return "", 0, fmt.Errorf("%q cannot stand for %v; only %v can, halved and rounded up", usertext.Truncate(name), die, 2*die)
	}
	return "", 0, fmt.Errorf("%q cannot stand for %v", usertext.Truncate(name), die)
}

// times normalises the sign of repetition.
var times = strings.NewReplacer("X", "x", "*", "x", "×", "x")

// repeat splits "12x1" into 12 and "1", and "3xaxis" for a bag with that name. Any other word
// counts once.
func repeat(word string, bag rule.Bag) (n int, face string) {
	number, face, ok := strings.Cut(times.Replace(word), "x")
	n, err := strconv.Atoi(number)
	_, odd := strconv.Atoi(face)
	if _, known := bag.Lookup(strings.ToLower(face)); known {
		odd = nil
	}
	if !ok || err != nil || odd != nil || n < 1 || n > rule.MaxDice {
		return 1, word
	}
	return n, face
}

// readFace reads one face of a die, or of a bag by its name.
func readFace(word string, d rule.Die, bag rule.Bag) (uint8, error) {
	if f, known := bag.Lookup(strings.ToLower(word)); known {
		return uint8(f), nil
	}
	f, err := face(word, d)
	if bag.Name(1) == "1" || err == nil {
		return f, err
	}
	var names []string
	for f := range bag.NumFaces() {
		names = append(names, bag.Name(f+1))
	}
	return 0, fmt.Errorf("%q is not the name of a piece%s", usertext.Truncate(word), rule.Suggest(word, names))
}

// face reads one face of a die.
func face(word string, d rule.Die) (uint8, error) {
	n, err := strconv.ParseUint(word, 10, 32)
	if err == nil && n == 0 && (d == rule.D10 || d == rule.D100) {
		n = uint64(d)
	}
	if err != nil || n < 1 || n > uint64(d) {
		return 0, fmt.Errorf("%q is not a face of %v (1 to %d)", usertext.Truncate(word), d, int(d))
	}
	return uint8(n), nil
}

// option returns the option that a player typed: its name, its number from 1, the beginning or a
// part of exactly one name, or a name with a typing error. Names precede numbers, because options
// can be numbers.
func option(text string, c rule.Choice) (int, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	for i, o := range c.Options {
		if strings.ToLower(o) == word {
			return i, nil
		}
	}
	if n, err := strconv.Atoi(word); err == nil {
		if n >= 1 && n <= len(c.Options) {
			return n - 1, nil
		}
		return 0, fmt.Errorf("there is no option %d; the options are 1 to %d", n, len(c.Options))
	}
	near := rule.ClosestNames(word, c.Options)
	if part := containing(word, c.Options); len(part) > 0 {
		near = part
	}
	if len(near) != 1 || word == "" {
		return 0, fmt.Errorf("%q is not an option%s", usertext.Truncate(text), rule.Suggest(word, c.Options))
	}
	return slices.Index(c.Options, near[0]), nil
}

// containing lists the options that begin with the word, or if there are none, those that contain
// it.
func containing(word string, options []string) []string {
	var begin, hold []string
	for _, o := range options {
		low := strings.ToLower(o)
		if strings.HasPrefix(low, word) {
			begin = append(begin, o)
		} else if strings.Contains(low, word) {
			hold = append(hold, o)
		}
	}
	if len(begin) > 0 {
		return begin
	}
	return hold
}
