package rulestest

import (
	"fmt"
	"reflect"
	"slices"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scene"
)

// The bounds of checking lines.
const (
	linesGames = 40 // random games of each scenario
	linesEvery = 5  // steps to one whose position is checked
	linesTried = 60 // random actions in each of them, half of them nearly legal
	mostLines  = 30_000
)

// checkLines plays random games of every scenario and compares the lines of the pieces with the
// legal shots.
//
// It compares the actions whose type states the line of the shot: from the piece that fires, at
// its present place, to the target that the action names. It does not compare fire after a move,
// whose line does not exist yet, nor fire divided between two targets.
//
//   - A legal action has a line, and it is clear. Along a blocked line nothing is legal: random
//     actions along it are illegal.
//   - A legal shot whose target is replaced by one along a blocked line is forbidden by a clause
//     that the line names.
//   - The lines are the same when they are computed again, also for the decoded position. They
//     cite clauses of the ledger, state a reason, have each target once, and end at pieces and
//     places that the side may see.
//
// A game without lines passes, and so does one in which nothing ever blocks a line.
func (k *kit) checkLines(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	w := newWalk(t, fights)
	legal, blocked, drawn, closed := 0, 0, 0, 0
	for g := 0; g < linesGames*len(fights) && w.faults < maxGameFaults; g++ {
		f := fights[g%len(fights)]
		w.name, w.steps, w.playing = fmt.Sprintf("lines of game %d of %s", g, f.Scenario), 0, f
		w.rng = policy.NewRand(5, uint64(g), 0)
		w.dice.Start(5, uint64(g))
		r, u := f.Runner(), w.umpires[g%len(fights)]
		err := rule.Catch(func() {
			for n := 0; !r.Status().Over && w.faults < maxGameFaults && drawn < mostLines; n++ {
				w.steps++
				if n%linesEvery == g%linesEvery {
					a, b, c, d := w.lookAlong(f, r.Position())
					legal, blocked, drawn, closed = legal+a, blocked+b, drawn+c, closed+d
				}
				a, err := w.random.ChooseAction(r, w.rng)
				if err != nil {
					w.fault("%v", err)
					return
				}
				r.Apply(u, a)
			}
		})
		if err != nil {
			w.fault("%v", err)
		}
	}
	if w.faults == 0 && (drawn > 0 && legal == 0 || closed > 0 && blocked == 0) {
		t.Errorf("%d legal shots and %d illegal ones along blocked lines were compared: want some of each; set FireLine of the action types that shoot, as game.Along does", legal, blocked)
	}
	t.Logf("%d lines; %d legal shots along clear ones, %d made up along blocked ones", drawn, legal, blocked)
}

// lookAlong checks the lines of all pieces in one position. It counts the legal shots, the shots
// that it made up along blocked lines, the lines, and those of them that are blocked.
func (w *walk) lookAlong(f *game.Instance, p game.Position) (legal, blocked, drawn, closed int) {
	list, err := f.Legal(p)
	if err != nil {
		w.fault("%v", err)
		return
	}
	again, err := f.Decode(p.Bytes())
	if err != nil {
		w.fault("%v", err)
		return
	}
	all := map[[2]string]*scene.Line{}
	s, _ := f.Scene(p)
	for _, piece := range s.PieceNames() {
		for _, l := range w.linesOf(f, p, again, piece) {
			all[[2]string{piece, l.Target}] = &l
			drawn++
			if !l.Clear {
				closed++
			}
		}
	}
	listed := map[game.Action]bool{}
	var shots []game.Action
	for _, a := range list {
		listed[a] = true
		piece, target, shoots := f.FireLine(p, a)
		if !shoots {
			continue
		}
		legal++
		shots = append(shots, a)
		if l := all[[2]string{piece, target}]; l == nil {
			w.fault("%q is legal, and there is no line from %s to %s", f.FormatAction(a), piece, target)
		} else if !l.Clear {
			w.fault("%q is legal, and its line is blocked: %s", f.FormatAction(a), l.Text)
		}
	}
	for range linesTried {
		a := w.anyAction(f, list)
		l := w.blockedAlong(f, p, a, all)
		if l != nil && !listed[a] {
			w.refusedAlong(f, p, a, l, false)
		}
		if len(shots) == 0 {
			continue
		}
		was := shots[w.rng.Below(len(shots))]
		if a, l := w.otherTarget(f, p, was, all); l != nil && !listed[a] {
			w.refusedAlong(f, p, a, l, true)
			blocked++
		}
	}
	return legal, blocked, drawn, closed
}

// blockedAlong returns the line of an action that shoots along a blocked one, or nil.
func (w *walk) blockedAlong(f *game.Instance, p game.Position, a game.Action, all map[[2]string]*scene.Line) *scene.Line {
	piece, target, shoots := f.FireLine(p, a)
	if l := all[[2]string{piece, target}]; shoots && l != nil && !l.Clear {
		return l
	}
	return nil
}

// otherTarget replaces the target of a shot by one along a blocked line.
func (w *walk) otherTarget(f *game.Instance, p game.Position, a game.Action, all map[[2]string]*scene.Line) (game.Action, *scene.Line) {
	piece, target, _ := f.FireLine(p, a)
	i := w.rng.Below(len(f.Game.ActionTypes[a.Type].Params))
	a.Args[i] = w.anyArg(f, a.Type, i)
	if by, at, shoots := f.FireLine(p, a); !shoots || by != piece || at == target {
		return a, nil
	}
	return a, w.blockedAlong(f, p, a, all)
}

// refusedAlong checks that an action along a blocked line is illegal and, if cites is set, that a
// clause of the line forbids it.
func (w *walk) refusedAlong(f *game.Instance, p game.Position, a game.Action, l *scene.Line, cites bool) {
	refused, ok := f.WhyIllegal(p, a).(rule.IllegalError)
	if !ok {
		w.fault("%q is legal along a blocked line: %s", f.FormatAction(a), l.Text)
		return
	}
	for _, r := range refused {
		if !cites || slices.Contains(l.Clauses, string(r.Cite)) {
			return
		}
	}
	w.fault("%q is forbidden by %v, but the line is blocked by %v: %s", f.FormatAction(a), refused, l.Clauses, l.Text)
}

// linesOf draws the lines of a piece and checks them.
func (w *walk) linesOf(f *game.Instance, p, again game.Position, piece string) []scene.Line {
	list, err := f.SightLines(p, piece)
	twin, err2 := f.SightLines(again, piece)
	if err != nil || err2 != nil || !reflect.DeepEqual(list, twin) {
		w.fault("the lines of %s are %v, and another time %v: %v, %v", piece, list, twin, err, err2)
	}
	seen := map[string]bool{}
	for i := range list {
		l := &list[i]
		if l.Piece != piece || l.Target == "" || l.Target == piece || seen[l.Target] || l.Text == "" || l.Length < 0 || len(l.Clauses) == 0 {
			w.fault("a line of %s has no target of its own, no words, no length or no clause: %+v", piece, *l)
		}
		seen[l.Target] = true
		for _, c := range l.Clauses {
			if _, ok := f.Game.Rules.Ledger.Find(rule.Clause(c)); !ok {
				w.fault("the line from %s to %s cites %q, which is not in the ledger", piece, l.Target, c)
			}
		}
	}
	return list
}
