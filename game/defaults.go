package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"loophole/scene"
)

// setDefaults sets the functions that a Spec may leave out.
func (s *Spec[S, F, P]) setDefaults() {
	if s.Validate == nil {
		s.Validate = func(*F, *P) error { return nil }
	}
	if s.Evaluate == nil && s.CountModels != nil && s.Status != nil {
		s.Evaluate = s.evaluateModels
	}
	if s.Text == nil && s.Scene != nil {
		s.Text = s.sceneText
	}
	if !slices.ContainsFunc(s.Events, func(e Event[F, P]) bool { return e.Name == Winning }) {
		s.addWins()
	}
}

// addWins adds the event that an action wins the game to the events of the Spec and of each action type.
func (s *Spec[S, F, P]) addWins() {
	s.Events = append(slices.Clip(s.Events), Wins(s.Status))
	s.ActionTypes = slices.Clone(s.ActionTypes)
	for i := range s.ActionTypes {
		s.ActionTypes[i].Events = append(slices.Clip(s.ActionTypes[i].Events), Winning)
	}
}

// modelValue is the value of a model in an evaluation that counts models.
const modelValue = 4

// evaluateModels is the Evaluate of a Spec without one. It rates the models on the table and who has won.
func (s *Spec[S, F, P]) evaluateModels(f *F, p *P, side int) Evaluation {
	here, _ := s.CountModels(f, p)
	e := Evaluation{Own: modelValue * here[side], Enemy: modelValue * here[1-side]}
	if now := s.Status(f, p); now.Over {
		e.Objectives = EndValue(TaskDecided, int8(now.Winner), uint8(side))
	}
	return e
}

// sceneText is the Text of a Spec without one. It writes the headline of the scene, then the objectives with the sides
// that hold them, and for each side its losses and, a line each, its pieces with their places and markers.
func (s *Spec[S, F, P]) sceneText(f *F, p *P) string {
	picture := s.Scene(f, p)
	pieces := picture.Pieces
	for i := range picture.Structures {
		for _, floor := range picture.Structures[i].Floors {
			pieces = append(pieces, floor.Pieces...)
		}
	}
	var b strings.Builder
	b.WriteString(picture.Headline + "\n")
	for i := range picture.Structures {
		if x := &picture.Structures[i]; x.Objective != scene.NoObjective {
			fmt.Fprintf(&b, "%s: %s\n", x.Name, scene.ObjectiveWords(x.Objective, s.Sides(f)))
		}
	}
	_, lost := s.CountModels(f, p)
	for side, name := range s.Sides(f) {
		fmt.Fprintf(&b, "%s, %d lost\n", name, lost[side])
		for i := range pieces {
			x := &pieces[i]
			if x.Side != side {
				continue
			}
			b.WriteString("  " + x.Name)
			if x.Where != "" {
				b.WriteString(" at " + x.Where)
			}
			if x.Strength > 0 {
				fmt.Fprintf(&b, ": %d", x.Strength)
			}
			for _, m := range x.Markers {
				b.WriteString(", " + m)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// missing returns an error that names the functions that every Spec needs and this one lacks.
func (s *Spec[S, F, P]) missing() error {
	var faults []error
	for _, x := range []struct {
		name string
		set  bool
	}{
		{"Rules", s.Rules != nil}, {"Init", s.Init != nil}, {"Sides", s.Sides != nil}, {"Status", s.Status != nil},
		{"CountModels", s.CountModels != nil}, {"Scene or Text", s.Scene != nil || s.Text != nil},
	} {
		if !x.set {
			faults = append(faults, fmt.Errorf("the Spec has no %s", x.name))
		}
	}
	for _, t := range s.ActionTypes {
		if t.PseudoLegal == nil || t.Legal == nil || t.Apply == nil {
			faults = append(faults, fmt.Errorf("action type %s: PseudoLegal, Legal or Apply is missing", t.Name))
		}
		for i, a := range t.Params {
			if a.Domain == nil {
				faults = append(faults, fmt.Errorf("action type %s: parameter %d has no Domain", t.Name, i+1))
			}
		}
	}
	for _, e := range s.Events {
		if e.Holds == nil {
			faults = append(faults, fmt.Errorf("event %s: Holds is missing", e.Name))
		}
	}
	return errors.Join(faults...)
}
