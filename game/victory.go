package game

import (
	"errors"
	"fmt"
	"sync/atomic"

	"loophole/rule"
)

// An Outcome is how a game ended and who won. A position embeds it.
type Outcome struct {
	Ended  Ending `max:"3"`
	Winner int8   `min:"-1" max:"1"` // 0, 1 or Draw; it means nothing while the game is in progress
}

// Over reports whether the game is over.
func (o *Outcome) Over() bool { return o.Ended != InProgress }

// EndValue is [EndValue] for the side.
func (o *Outcome) EndValue(side uint8) int { return EndValue(o.Ended, o.Winner, side) }

// A Goal is what the task of a scenario is about.
type Goal uint8

// The goals. A ruleset offers some of them, under names of its own.
const (
	Hold    Goal = iota // hold Many objectives after the last round
	Seize               // hold Many objectives at the end of a round
	Destroy             // destroy Many objectives
	Clear               // leave no enemy in the objectives at the end of a round
	Survive             // have Many models left after the last round
	Most                // hold more objectives than the other side after the last round
	Score               // have more points after the last round
)

var goalNames = [...]string{"Hold", "Seize", "Destroy", "Clear", "Survive", "Most", "Score"}

// String returns the name of the goal in Go.
func (g Goal) String() string {
	if int(g) >= len(goalNames) {
		return fmt.Sprintf("Goal(%d)", uint8(g))
	}
	return goalNames[g]
}

// Victory decides when a game ends and who wins. B is the battlefield and P the position.
// An objective is a place, a structure or a hex that the task is about, by its number.
type Victory[B, P any] struct {
	Cite  rule.Clause // of the end of the game
	Texts EndTexts
	// Goals are those of the kinds of tasks that the ruleset offers, in the order of the kinds.
	Goals []Goal
	// Task is what a side must do to win: the kind, the side, and the number of things that the
	// goal counts. If the side fails, the other side wins.
	Task func(b *B) (kind int, side uint8, many int)
	// Outcome returns the outcome of a position, for reading and writing.
	Outcome func(p *P) *Outcome
	// Left reports which sides have units left. A side without units loses. If the game goes on without them, Left
	// says that both have some, and its turns must pass over a side that cannot act.
	Left func(b *B, p *P) [2]bool
	// Models counts the models that a side has left, for Survive.
	Models func(b *B, p *P, side uint8) int
	// Objectives lists the objectives. If it is nil, there is one, with the number 0.
	Objectives func(b *B) []uint8
	// Holder is the side that holds an objective, or -1.
	Holder func(b *B, p *P, objective uint8) int
	// Present counts the units of each side in an objective, for Clear.
	Present func(b *B, p *P, objective uint8) [2]int
	// Hidden counts the units of each side that are somewhere on the table where the position, which is
	// the view of their enemies, does not say. Any may be in an objective, so none is clear of them.
	// It is nil if nothing is secret.
	Hidden func(b *B, p *P) [2]int
	// Destroyed reports whether an objective is destroyed. It is nil if no task needs it.
	Destroyed func(b *B, p *P, objective uint8) bool
	// LostEarly makes a side that must hold objectives lose as soon as too few are left.
	LostEarly bool
	// Occupy requires a side that must clear objectives also to hold one.
	Occupy bool
	// Points are those of each side, for Score. It is nil if no task needs them.
	Points func(p *P) [2]int

	checked atomic.Bool // it has no fault
}

// fault returns an error that names the texts and functions that the goals need and the Victory lacks.
func (v *Victory[B, P]) fault() error {
	var faults []error
	missing := func(field string, why string) {
		faults = append(faults, fmt.Errorf("%s is missing: %s", field, why))
	}
	if v.Texts.WipedOut == "" {
		missing("Texts.WipedOut", "say how a game ends in which a side has nobody left")
	}
	for _, x := range []struct {
		field string
		set   bool
	}{{"Task", v.Task != nil}, {"Outcome", v.Outcome != nil}, {"Left", v.Left != nil}} {
		if !x.set {
			missing(x.field, "every Victory needs it")
		}
	}
	if len(v.Goals) == 0 {
		missing("Goals", "list the goal of each kind of task")
	}
	for kind, g := range v.Goals {
		need := fmt.Sprintf("the goal %v, which is Goals[%d], needs it", g, kind)
		early := g == Seize || g == Destroy || g == Clear || g == Survive || g == Hold && v.LostEarly
		if early && text(v.Texts.Achieved, kind) == "" {
			missing(fmt.Sprintf("Texts.Achieved[%d]", kind), need+", because it can be decided before the last round is over")
		}
		if text(v.Texts.TimeIsOver, kind) == "" {
			missing(fmt.Sprintf("Texts.TimeIsOver[%d]", kind), need)
		}
		holds := g == Hold || g == Seize || g == Most || g == Clear && v.Occupy
		for _, x := range []struct {
			field     string
			need, set bool
		}{
			{"Holder", holds, v.Holder != nil},
			{"Destroyed", g == Destroy || g == Hold && v.LostEarly, v.Destroyed != nil},
			{"Present", g == Clear, v.Present != nil},
			{"Models", g == Survive, v.Models != nil},
			{"Points", g == Score, v.Points != nil},
		} {
			if x.need && !x.set {
				missing(x.field, need)
			}
		}
	}
	return errors.Join(faults...)
}

// check panics if the Victory has a fault, since that is an error of the program.
func (v *Victory[B, P]) check() {
	if v.checked.Load() {
		return
	}
	if err := v.fault(); err != nil {
		panic(fmt.Sprintf("game: Victory of clause %s: %v", v.Cite, err))
	}
	v.checked.Store(true)
}

// theOnly lists the objective of a game that has one.
var theOnly = []uint8{0}

func (v *Victory[B, P]) objectives(b *B) []uint8 {
	if v.Objectives == nil {
		return theOnly
	}
	return v.Objectives(b)
}

// Held counts the objectives that a side holds.
func (v *Victory[B, P]) Held(b *B, p *P, side uint8) (n int) {
	for _, o := range v.objectives(b) {
		if v.Holder(b, p, o) == int(side) {
			n++
		}
	}
	return n
}

// Lost counts the objectives that are destroyed.
func (v *Victory[B, P]) Lost(b *B, p *P) (n int) {
	for _, o := range v.objectives(b) {
		if v.Destroyed(b, p, o) {
			n++
		}
	}
	return n
}

// cleared reports whether no enemy of the side is, or may be, in an objective.
func (v *Victory[B, P]) cleared(b *B, p *P, side uint8) bool {
	if v.Hidden != nil && v.Hidden(b, p)[1-side] > 0 {
		return false
	}
	for _, o := range v.objectives(b) {
		if v.Present(b, p, o)[1-side] > 0 {
			return false
		}
	}
	return !v.Occupy || v.Held(b, p, side) > 0
}

// Decide ends the game if it is decided before the last round is over, and reports whether it is
// over. Some tasks are judged only at the end of a round.
func (v *Victory[B, P]) Decide(u *rule.Umpire, b *B, p *P, roundOver bool) bool {
	if v.Outcome(p).Over() {
		return true
	}
	kind, side, many := v.Task(b)
	switch left := v.Left(b, p); {
	case !left[0] && !left[1]:
		return v.end(u, p, WipedOut, Draw)
	case !left[0]:
		return v.end(u, p, WipedOut, 1)
	case !left[1]:
		return v.end(u, p, WipedOut, 0)
	}
	switch goal := v.Goals[kind]; {
	case goal == Destroy && v.Lost(b, p) >= many,
		goal == Clear && roundOver && v.cleared(b, p, side),
		goal == Seize && roundOver && v.Held(b, p, side) >= many:
		return v.end(u, p, TaskDecided, int8(side))
	case goal == Survive && v.Models(b, p, side) < many,
		goal == Hold && v.LostEarly && len(v.objectives(b))-v.Lost(b, p) < many:
		return v.end(u, p, TaskDecided, int8(1-side))
	}
	return false
}

// EndRound decides the game at the end of a round and reports whether it is over.
func (v *Victory[B, P]) EndRound(u *rule.Umpire, b *B, p *P, last bool) bool {
	if v.Decide(u, b, p, true) {
		return true
	}
	return last && v.end(u, p, OutOfTime, v.lastRound(b, p))
}

// lastRound returns the winner of a game after its last round.
func (v *Victory[B, P]) lastRound(b *B, p *P) int8 {
	kind, side, many := v.Task(b)
	var points [2]int
	switch goal := v.Goals[kind]; {
	case goal == Most:
		points = [2]int{v.Held(b, p, 0), v.Held(b, p, 1)}
	case goal == Score:
		points = v.Points(p)
	case goal == Survive, goal == Hold && v.Held(b, p, side) >= many:
		return int8(side)
	default:
		return int8(1 - side)
	}
	switch {
	case points[0] > points[1]:
		return 0
	case points[0] < points[1]:
		return 1
	}
	return Draw
}

func (v *Victory[B, P]) end(u *rule.Umpire, p *P, how Ending, winner int8) bool {
	*v.Outcome(p) = Outcome{how, winner}
	u.Note(v.Cite, "the game is over")
	return true
}

// Status adds the end of the game to a status, if the game is over. It panics if the Victory lacks a
// text or a function that one of its goals needs.
func (v *Victory[B, P]) Status(b *B, p *P, now Status) Status {
	v.check()
	now.Cite = v.Cite
	kind, _, _ := v.Task(b)
	return v.Texts.Status(now, v.Outcome(p).Ended, v.Outcome(p).Winner, kind)
}

// During returns a [Spec.Status] for a game whose status, while it is in progress, follows from the
// position alone. Like Status, it panics if something is missing, at the start of the program.
func (v *Victory[B, P]) During(status func(p *P) Status) func(b *B, p *P) Status {
	v.check()
	return func(b *B, p *P) Status { return v.Status(b, p, status(p)) }
}

// HeldByFirst returns the metric objectives-held, which counts the objectives that the first side holds.
func (v *Victory[B, P]) HeldByFirst(gist string) Metric[B, P] {
	return Metric[B, P]{Name: "objectives-held", Gist: gist, Of: func(b *B, p *P) int { return v.Held(b, p, 0) }}
}
