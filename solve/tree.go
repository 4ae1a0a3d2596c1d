package solve

import (
	"context"

	"loophole/game"
)

// A tree is the positions that were met, and what leads from one to another. A position
// leads to a branch for each legal action; a branch to other branches, or to positions.
type tree struct {
	set    *game.PositionSet
	runner *game.Runner
	places []branch // by the numbers of positions
	inner  []branch
	edges  []edge

	low, high []float64 // by the numbers of positions
}

// A branch is a point at which dice fall or a side decides.
type branch struct {
	first, n int32 // its edges
	kind     kind
	payoff   float32 // of an end
}

type kind uint8

const (
	open    kind = iota // a position that was not looked at
	first               // the first side takes what is best for its chance to win
	second              // the second side takes what is worst for that
	dice                // the mean
	end                 // the game is over
	unknown             // an action with more outcomes than are enumerated
)

// An edge leads to a position, by its number, or to the branch with the number ^to.
type edge struct {
	to int32
	p  float64 // of dice
}

// number is the number of a position. Nothing is known of a new one.
func (t *tree) number(p game.Position) int32 {
	i := t.set.Add(t.runner.SetPosition(p))
	if i == len(t.places) {
		t.places, t.low, t.high = append(t.places, branch{}), append(t.low, 0), append(t.high, 1)
	}
	return int32(i)
}

// bytes is about how much memory it takes.
func (t *tree) bytes() int {
	return t.set.Bytes() + cap(t.places)*(16+2*8) + cap(t.inner)*16 + cap(t.edges)*16
}

func (t *tree) at(i int32) Value { return Value{t.low[i], t.high[i]} }

// solve works out the values. They begin at 0 and at 1, and come nearer to the truth with
// each sweep over all positions, last ones first. When no value changes by more than a
// rounding any more, they have come to what can be known.
func (t *tree) solve(ctx context.Context) error {
	for changed := true; changed; {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		changed = false
		for i := len(t.places) - 1; i >= 0; i-- {
			if t.places[i].kind == open {
				continue
			}
			v := t.value(t.places[i])
			changed = changed || v.Low-t.low[i] > closeness/1000 || t.high[i]-v.High > closeness/1000
			t.low[i], t.high[i] = v.Low, v.High
		}
	}
	return nil
}

// worth is the value of what an edge leads to.
func (t *tree) worth(to int32) Value {
	if to >= 0 {
		return t.at(to)
	}
	return t.value(t.inner[^to])
}

func (t *tree) value(b branch) (v Value) {
	switch b.kind {
	case end:
		return Value{float64(b.payoff), float64(b.payoff)}
	case open, unknown:
		return Value{0, 1}
	case second:
		v = Value{1, 1}
	}
	for _, e := range t.edges[b.first : b.first+b.n] {
		x := t.worth(e.to)
		switch b.kind {
		case first:
			v = Value{max(v.Low, x.Low), max(v.High, x.High)}
		case second:
			v = Value{min(v.Low, x.Low), min(v.High, x.High)}
		default:
			v = Value{v.Low + e.p*x.Low, v.High + e.p*x.High}
		}
	}
	return v
}

// relevant lists the positions that were not looked at and on which the value of the first
// may still depend: those that nobody avoids who plays what may be best.
func (t *tree) relevant() (list []int32) {
	seen := make([]bool, len(t.places))
	next := []int32{0}
	var follow func(b branch)
	follow = func(b branch) {
		v := t.value(b)
		for _, e := range t.edges[b.first : b.first+b.n] {
			x := t.worth(e.to)
			switch {
			case x.Solved(), b.kind == first && x.High <= v.Low, b.kind == second && x.Low >= v.High:
			case e.to < 0:
				follow(t.inner[^e.to])
			case !seen[e.to]:
				seen[e.to] = true
				next = append(next, e.to)
			}
		}
	}
	for k := 0; k < len(next); k++ {
		if b := t.places[next[k]]; b.kind == open {
			list = append(list, next[k])
		} else if !t.at(next[k]).Solved() {
			follow(b)
		}
	}
	return list
}
