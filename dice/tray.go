package dice

import (
	"fmt"
	"strings"

	"loophole/internal/format"
	"loophole/internal/usertext"
	"loophole/rule"
)

// maxTray is the longest text of a tray in bytes.
const maxTray = 4 << 20

// A Tray contains dice that were rolled beforehand. Each question takes its faces from the tray
// until it is empty. It is not safe for concurrent use.
type Tray struct {
	groups []string // one for each question; nil if the tray is flat
	words  []string // of a flat tray: one for each face or option
	next   int      // the next group or word
}

// ParseTray reads a tray: "5 6 1 | 2 | 3x6". Each group between bars, or on a line of its own,
// answers one question. It has one face for each die of the question, or one option of a choice, by
// its name or its number from 1. Empty lines are skipped, but an empty group between two bars is an
// error.
//
// Text without bars and line breaks is a flat tray. Every roll takes one word for each die, and a
// choice takes one word. To write a single group, put a bar after it.
//
// Faces are separated by spaces or commas; "12x1" is twelve dice that show 1. A 0 is the 10 of a
// D10 and the 100 of a D100. In a group, but not in a flat tray, "d6: 5 3" answers 2D3 with the
// halves, rounded up. Faces are checked when their question is asked.
func ParseTray(text string) (*Tray, error) {
	if len(text) > maxTray {
		return nil, fmt.Errorf("dice: a tray of %d bytes is too long; the most is %d", len(text), maxTray)
	}
	text = strings.TrimSpace(text)
	if !strings.ContainsAny(text, "|\n") {
		return flat(text)
	}
	t := &Tray{groups: []string{}}
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		for _, g := range strings.Split(strings.TrimSuffix(line, "|"), "|") {
			g = strings.TrimSpace(g)
			if g == "" {
				return nil, fmt.Errorf("dice: group %d is empty", len(t.groups)+1)
			}
			t.groups = append(t.groups, g)
		}
	}
	return t, nil
}

// MustTray is ParseTray for constant text, as in tests. It panics if the text is not a tray.
func MustTray(text string) *Tray {
	t, err := ParseTray(text)
	if err != nil {
		panic(err)
	}
	return t
}

// flat expands repetitions, so that "5x6" can answer two questions.
func flat(text string) (*Tray, error) {
	t := &Tray{}
	for _, w := range strings.FieldsFunc(text, isGap) {
		n, word := repeat(w, rule.Bag{})
		if n > rule.MaxDice-len(t.words) {
			return nil, fmt.Errorf("dice: a tray holds at most %d dice", rule.MaxDice)
		}
		for range n {
			t.words = append(t.words, word)
		}
	}
	return t, nil
}

// From returns FromTyped.
func (t *Tray) From() string { return FromTyped }

// Roll takes the faces of one roll from the tray. For an empty tray the error is
// [rule.ErrUnanswered]. For invalid faces it names the group, the problem and the expected faces.
func (t *Tray) Roll(r rule.Roll) (int, []uint8, error) {
	if err := r.Pool.Validate(); err != nil {
		return 0, nil, err
	}
	if t.Left() == 0 {
		return 0, nil, empty(question(r))
	}
	take := t.fromGroup
	if t.groups == nil {
		take = t.fromWords
	}
	faces, err := take(r)
	if err != nil {
		return 0, nil, err
	}
	return r.Pool.Evaluate(faces), faces, nil
}

func (t *Tray) fromGroup(r rule.Roll) ([]uint8, error) {
	faces, err := readFaces(t.groups[t.next], r, r.Pool.N())
	if err == nil && len(faces) < r.Pool.N() {
		err = &wanted{format.Counted(len(faces), "faces") + " given", r}
	}
	if err == nil {
		err = fits(r, faces)
	}
	if err != nil {
		return nil, fmt.Errorf("dice: group %d: %w", t.next+1, err)
	}
	t.next++
	return faces, nil
}

func (t *Tray) fromWords(r rule.Roll) ([]uint8, error) {
	n := r.Pool.N()
	if n > t.Left() {
		return nil, fmt.Errorf("dice: %w", &wanted{fmt.Sprintf("%s left", format.Counted(t.Left(), "faces")), r})
	}
	faces := make([]uint8, n)
	for i, w := range t.words[t.next : t.next+n] {
		f, err := readFace(w, r.Pool.Die(), r.Pool.Bag())
		if err != nil {
			return nil, fmt.Errorf("dice: word %d: %w", t.next+i+1, &wanted{err.Error(), r})
		}
		faces[i] = f
	}
	if err := fits(r, faces); err != nil {
		return nil, fmt.Errorf("dice: %w", err)
	}
	t.next += n
	return faces, nil
}

// fits returns an error for faces that the bag does not contain.
func fits(r rule.Roll, faces []uint8) error {
	if err := r.Pool.CheckFaces(faces); err != nil {
		return &wanted{err.Error(), r}
	}
	return nil
}

// Choose takes one option from the tray: its name or its number from 1. Names precede numbers. The
// unique beginning of a name is enough, and a clear typing error is accepted.
func (t *Tray) Choose(c rule.Choice) (int, error) {
	if t.Left() == 0 {
		return 0, empty(decision(c))
	}
	kind, text := "group", ""
	if t.groups == nil {
		kind, text = "word", t.words[t.next]
	} else {
		text = t.groups[t.next]
	}
	taken, err := option(text, c)
	if err != nil {
		return 0, fmt.Errorf("dice: %s %d: %w; wanted an option for %s", kind, t.next+1, err, decision(c))
	}
	t.next++
	return taken, nil
}

func empty(next string) error {
	return fmt.Errorf("dice: the tray is empty; next is %s: %w", next, rule.ErrUnanswered)
}

// Left returns the number of unused groups, or of unused words of a flat tray.
func (t *Tray) Left() int { return len(t.groups) + len(t.words) - t.next }

// CheckAllUsed returns an error that names the first unused die, or nil if there is none.
func (t *Tray) CheckAllUsed() error {
	if t.Left() == 0 {
		return nil
	}
	if t.groups == nil {
		return fmt.Errorf("dice: %s not used, from word %d, %q", format.Counted(t.Left(), "words"), t.next+1, usertext.Truncate(t.words[t.next]))
	}
	return fmt.Errorf("dice: %s not used, from group %d, %q", format.Counted(t.Left(), "groups"), t.next+1, usertext.Truncate(t.groups[t.next]))
}
