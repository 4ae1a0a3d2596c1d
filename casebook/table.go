package casebook

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/rule"
	"loophole/scene"
)

// The functions of this file check facts about the pieces and structures on the table. Their
// error states the actual value.

// A where is a piece with its structure and floor, if it is in one.
type where struct {
	scene.Piece
	structure string
	floor     *scene.Floor
}

// piece finds a piece by its name.
func (r *run) piece(name string) (where, bool) {
	s := r.scene()
	for i := range s.Structures {
		x := &s.Structures[i]
		for k := range x.Floors {
			for _, p := range x.Floors[k].Pieces {
				if strings.EqualFold(p.Name, name) {
					return where{p, x.Name, &x.Floors[k]}, true
				}
			}
		}
	}
	for _, p := range s.Pieces {
		if strings.EqualFold(p.Name, name) {
			return where{Piece: p}, true
		}
	}
	return where{}, false
}

// missing is the error about a piece that is not on the table.
func (r *run) missing(name string) error {
	if err := r.unknown(name); err != nil {
		return err
	}
	return errors.New("it is not on the table")
}

// unknown returns an error for a name that nothing has, at the start or now, and that the case has not
// taken out of the set-up.
func (r *run) unknown(name string) error {
	var names []string
	for _, x := range r.c.With {
		if x.Value == "none" {
			names = append(names, x.Path[strings.LastIndex(x.Path, ".")+1:])
		}
	}
	for _, p := range []game.Position{r.instance.Start, r.position} {
		s, _ := r.instance.Scene(p)
		names = append(names, s.PieceNames()...)
		for _, w := range s.Waiting {
			names = append(names, w.Name)
		}
		for _, a := range s.Areas {
			names = append(names, a.Name)
		}
		for i := range s.Structures {
			for _, f := range s.Structures[i].Floors {
				names = append(names, f.Places...)
			}
		}
	}
	if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("nothing is called %q%s", name, rule.Suggest(name, slices.Compact(names)))
}

func (r *run) at(m []string) error {
	p, here := r.piece(m[1])
	if !here {
		return r.missing(m[1])
	}
	names := []string{p.Where}
	if p.floor != nil {
		names = append(names, p.structure, p.structure+"/"+p.floor.Name)
		names = append(names, p.floor.Places...)
	}
	if slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, m[2]) }) {
		return nil
	}
	if x, y, ok := strings.Cut(m[2], ","); ok && spot(x, p.At.X) && spot(y, p.At.Y) {
		return nil
	}
	return fmt.Errorf("it is at %s (%g,%g)", p.Where, float64(p.At.X)/scene.Scale, float64(p.At.Y)/scene.Scale)
}

// spot reports whether a coordinate equals the written one, to a hundredth.
func spot(text string, have int) bool {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	d := f*scene.Scale - float64(have)
	return err == nil && -10 <= d && d <= 10
}

func (r *run) strength(m []string) error {
	p, here := r.piece(m[1])
	if !here {
		return r.missing(m[1])
	}
	return equal(strconv.Itoa(p.Strength), m[2])
}

func (r *run) gone(m []string) error {
	if p, here := r.piece(m[1]); here {
		return fmt.Errorf("it is at %s", p.Where)
	}
	s := r.scene()
	if slices.ContainsFunc(s.Areas, func(a scene.Area) bool { return strings.EqualFold(a.Name, m[1]) }) {
		return errors.New("it is there")
	}
	return r.unknown(m[1])
}

// structure finds a structure, or nil.
func (r *run) structure(name string) *scene.Structure {
	s := r.scene()
	for i := range s.Structures {
		if strings.EqualFold(s.Structures[i].Name, name) {
			return &s.Structures[i]
		}
	}
	return nil
}

// unknownStructure returns the error for a name that no structure has.
func (r *run) unknownStructure(name string) error {
	var names []string
	for _, x := range r.scene().Structures {
		names = append(names, x.Name)
	}
	return fmt.Errorf("there is no structure %q; there are %s", name, strings.Join(names, ", "))
}

// stoodAtStart reports whether a structure with the name was there at the start of the game.
func (r *run) stoodAtStart(name string) bool {
	s, _ := r.instance.Scene(r.instance.Start)
	return slices.ContainsFunc(s.Structures, func(x scene.Structure) bool { return strings.EqualFold(x.Name, name) })
}

func (r *run) standing(name string, want bool) error {
	x := r.structure(name)
	switch {
	case x == nil && !want && r.stoodAtStart(name):
		return nil // a fallen structure may be drawn as an area, or not at all
	case x == nil:
		return r.unknownStructure(name)
	case x.Standing != want:
		state := "it has fallen"
		if x.Standing {
			state = "it stands"
		}
		return fmt.Errorf("%s: %s", state, x.Condition)
	}
	return nil
}

func (r *run) stands(m []string) error { return r.standing(m[1], true) }
func (r *run) fell(m []string) error   { return r.standing(m[1], false) }

// words lists the words about a piece, a structure or an area.
func (r *run) words(name string) (words []string, err error) {
	if p, here := r.piece(name); here {
		return p.Markers, nil
	}
	if x := r.structure(name); x != nil {
		words = append([]string{x.Condition}, x.Markers...)
		for _, f := range x.Floors {
			words = append(words, f.Note)
		}
		return slices.DeleteFunc(words, func(w string) bool { return w == "" }), nil
	}
	s := r.scene()
	for _, a := range s.Areas {
		if strings.EqualFold(a.Name, name) {
			return []string{a.Kind}, nil
		}
	}
	return nil, r.missing(name)
}

func (r *run) is(m []string) error {
	words, err := r.words(m[1])
	if err == nil && !slices.ContainsFunc(words, func(s string) bool { return within(s, m[2]) }) {
		err = fmt.Errorf("it is %q", words)
	}
	return err
}

func (r *run) isNot(m []string) error {
	words, err := r.words(m[1])
	if err == nil && slices.ContainsFunc(words, func(s string) bool { return within(s, m[2]) }) {
		err = fmt.Errorf("it is %q", words)
	}
	return err
}

// openingNames lists the names of the openings of a structure.
func (r *run) openingNames(name string) (list []string) {
	s := r.scene()
	for _, o := range s.Openings {
		for _, w := range o.In {
			if strings.EqualFold(w.Structure, name) {
				list = append(list, o.Name)
			}
		}
	}
	return list
}

func (r *run) has(m []string) error {
	list := r.openingNames(m[1])
	// An opening may be named without its structure.
	if !slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, m[2]) || strings.EqualFold(path.Base(s), m[2]) }) {
		return fmt.Errorf("it has %v", list)
	}
	return nil
}

func (r *run) hasNot(m []string) error {
	if _, err := r.words(m[1]); err != nil && !r.stoodAtStart(m[1]) {
		return err
	}
	if r.has(m) == nil {
		return errors.New("it has one")
	}
	return nil
}

// lines lists the lines of the position's text that name a piece; all lines for an empty name.
func (r *run) lines(name string) (list []string) {
	for _, l := range strings.Split(r.instance.Text(r.position), "\n") {
		named := name == "" || slices.ContainsFunc(strings.FieldsFunc(l, func(x rune) bool { return strings.ContainsRune(" ,;:()", x) }),
			func(w string) bool { return strings.EqualFold(w, name) })
		if named {
			list = append(list, strings.TrimSpace(l))
		}
	}
	return list
}

func (r *run) checkText(name, words string, want bool) error {
	list := r.lines(name)
	if name != "" && len(list) == 0 && !r.stoodAtStart(name) {
		if err := r.unknown(name); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(list, func(s string) bool { return within(s, words) })
	if i >= 0 != want {
		return fmt.Errorf("it says:\n    %s", strings.Join(list, "\n    "))
	}
	return nil
}

func (r *run) text(m []string) error        { return r.checkText("", m[1], true) }
func (r *run) noText(m []string) error      { return r.checkText("", m[1], false) }
func (r *run) pieceText(m []string) error   { return r.checkText(m[1], m[2], true) }
func (r *run) pieceNoText(m []string) error { return r.checkText(m[1], m[2], false) }
