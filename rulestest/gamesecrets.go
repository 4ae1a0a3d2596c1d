package rulestest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/scene"
)

// The bounds of checking hidden information.
const (
	secretGames   = 30 // random games of each scenario
	secretsEvery  = 3  // steps to one whose position is checked
	secretChanges = 24 // other positions that a side must not be able to tell apart
)

// checkSecrets plays random games with hidden information and checks the views of each side. A
// piece is hidden from a side if the picture of the position shows it and that of the side's view
// does not.
//
//   - A view of a view is the same view. Its picture shows the side's own pieces, and no others
//     than the position's, at their places.
//   - Positions that differ only in hidden pieces, by picture and words, have the same view to the
//     byte. The check makes such positions by changing a byte, and skips invalid ones.
//   - The side to act has the same legal actions in its view.
//   - An action has revealed a secret exactly if a piece is hidden from a side before it and not
//     after it.
//   - An action does not end the game before its last round in the view of the side that takes it, while
//     the game goes on in every position that agrees with the view.
//   - A position that is drawn for a view ([game.Spec.Sample]) is possible and has that view.
func (k *kit) checkSecrets(t reporter) {
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	if !fights[0].HasHiddenInfo() {
		t.Logf("the sides know the same things")
		return
	}
	w := &secretsWalk{walk: newWalk(t, fights)}
	for g := 0; g < secretGames*len(fights) && w.faults < maxGameFaults; g++ {
		w.play(g)
	}
	if w.faults == 0 && (w.hidden == 0 || w.twins == 0 || w.shown == 0) {
		t.Errorf("%d pieces were hidden, %d positions could not be told apart, %d secrets came to light: want some of each%s", w.hidden, w.twins, w.shown, w.remedy())
	}
	t.Logf("%d hidden pieces; %d positions that cannot be told apart; %d secrets that came to light", w.hidden, w.twins, w.shown)
}

// remedy says what to do if nothing of one kind was found.
func (w *secretsWalk) remedy() string {
	switch {
	case w.hidden == 0:
		return ". Write a scenario in which a piece is in the picture of the position and not in that of a side's view"
	case w.twins == 0:
		return ". Positions are compared if they differ in lines of Text that begin with the name of a hidden piece and a blank, " +
			"such as \"rats 3 men, in the cellar\": begin the line of each piece with its name (the callback of Units.Text writes it), and let every value that is hidden change that line"
	}
	return ". Write a scenario in which random games bring a hidden piece to light"
}

// A secretsWalk is a walk that checks hidden information. It counts hidden pieces, pairs of positions
// that a side cannot tell apart, and revealed secrets.
type secretsWalk struct {
	*walk
	hidden, twins, shown int
}

// A knownPosition is a position with its pieces and those of each side's view of it. The pictures are
// most of the work of a walk, so each is taken once.
type knownPosition struct {
	game.Position
	views  [2]game.Position
	pieces map[string]scene.Piece
	seen   [2]map[string]scene.Piece // by side
}

func knownOf(f *game.Instance, p game.Position) *knownPosition {
	x := &knownPosition{Position: p, pieces: pieces(f, p)}
	for side := range 2 {
		x.views[side] = f.View(p, side)
		x.seen[side] = pieces(f, x.views[side])
	}
	return x
}

// play plays one random game.
func (w *secretsWalk) play(g int) {
	i := g % len(w.fights)
	f, r, u := w.fights[i], w.runners[i].SetPosition(w.fights[i].Start), w.umpires[i]
	w.name, w.steps, w.playing = fmt.Sprintf("secrets of game %d of %s", g, f.Scenario), 0, f
	w.rng = policy.NewRand(6, uint64(g), 0)
	w.dice.Start(6, uint64(g))
	err := rule.Catch(func() {
		here := knownOf(f, r.Position())
		for n := 0; !r.Status().Over && w.faults < maxGameFaults; n++ {
			if w.steps++; n > maxGameSteps {
				w.fault(endless, maxGameSteps)
				return
			}
			if n%secretsEvery == g%secretsEvery {
				w.checkLegal(f, here, r.Status().Side)
				for side := range 2 {
					w.checkView(f, here, side)
				}
			}
			a, err := w.random.ChooseAction(r, w.rng)
			if err != nil {
				w.fault("%v", err)
				return
			}
			if n%secretsEvery == g%secretsEvery {
				w.checkEnd(f, here.Position, a, u, uint64(g)<<16+uint64(n))
			}
			r.Apply(u, a)
			next := knownOf(f, r.Position())
			w.checkRevealed(f, here, next, a)
			here = next
		}
	})
	if err != nil {
		w.fault("%v", err)
	}
}

// secretDraws is the number of positions drawn for a view in which an action ends the game.
const secretDraws = 16

// checkEnd plays an action with the same dice in the view of the side that takes it, in the position, and
// in positions that are drawn for the view. The game does not end in the view alone. But a view may
// end a round before hidden pieces have acted, so ends by the last round, and those in the next round, do
// not count.
func (w *secretsWalk) checkEnd(f *game.Instance, p game.Position, a game.Action, u *rule.Umpire, dice uint64) {
	now := f.Status(p)
	side := now.Side
	r, view := f.Runner(), f.View(p, side)
	ends := func() bool {
		w.dice.Start(8, dice)
		r.Apply(u, a)
		end := r.Status()
		return end.Over && end.Ending != game.OutOfTime && end.Round == now.Round
	}
	defer w.dice.Start(7, dice) // The random game goes on with dice that nothing here has seen.
	if r.SetPosition(view); !ends() {
		return
	}
	if r.SetPosition(p); ends() {
		return
	}
	for range secretDraws {
		if r.SetPosition(view).Sample(side, w.rng.Below); ends() {
			return
		}
	}
	w.fault("in the view of the side that takes it, %q ends the game, and it goes on in each position that has this view: what is hidden counts nowhere in the view (Victory.Hidden)", f.FormatAction(a))
}

// checkLegal compares the legal actions of a side in the position and in its view.
func (w *secretsWalk) checkLegal(f *game.Instance, p *knownPosition, side int) {
	full, err1 := f.Legal(p.Position)
	seen, err2 := f.Legal(p.views[side])
	if err1 != nil || err2 != nil {
		w.fault("%v, %v", err1, err2)
		return
	}
	for _, a := range full {
		if !slices.Contains(seen, a) {
			w.fault("%q is legal, and not in the view of the side that acts", f.FormatAction(a))
			return
		}
	}
	for _, a := range seen {
		if !slices.Contains(full, a) {
			w.fault("%q is legal in the view of the side that acts, and not in the position", f.FormatAction(a))
			return
		}
	}
}

// checkView checks the view of a side.
func (w *secretsWalk) checkView(f *game.Instance, p *knownPosition, side int) {
	v := p.views[side]
	if !bytes.Equal(f.View(v, side).Bytes(), v.Bytes()) {
		w.fault("side %d: the view of its view is another", side)
	}
	full, seen := p.pieces, p.seen[side]
	for name, x := range seen {
		if y, ok := full[name]; !ok || x.Side != y.Side || x.Where != y.Where {
			w.fault("side %d is shown %s at %q, and it is at %q", side, name, x.Where, y.Where)
		}
	}
	hidden := map[string]bool{}
	for name, x := range full {
		if _, ok := seen[name]; ok {
			continue
		}
		hidden[name] = true
		w.hidden++
		if x.Side == side {
			w.fault("side %d is not shown its own %s", side, name)
		}
	}
	if len(hidden) > 0 {
		w.checkDisguises(f, p, side, hidden)
		w.checkSample(f, v, side)
	}
}

// checkSample checks a position that is drawn for the view of a side.
func (w *secretsWalk) checkSample(f *game.Instance, v game.Position, side int) {
	q := f.Runner().SetPosition(v).Sample(side, w.rng.Below).Position()
	if err := f.Validate(q); err != nil {
		w.fault("side %d: what is drawn for its view is impossible: %v\n%s", side, err, f.Text(q))
	}
	if !bytes.Equal(f.View(q, side).Bytes(), v.Bytes()) {
		w.fault("side %d: what is drawn for its view has another view:\n%s\n%s", side, f.Text(v), f.Text(q))
	}
}

// pieces returns the pieces in the picture of a position, by name.
func pieces(f *game.Instance, p game.Position) map[string]scene.Piece {
	s, _ := f.Scene(p)
	all := map[string]scene.Piece{}
	for _, x := range s.Pieces {
		all[x.Name] = x
	}
	for i := range s.Structures {
		for _, l := range s.Structures[i].Floors {
			for _, x := range l.Pieces {
				all[x.Name] = x
			}
		}
	}
	return all
}

// checkDisguises changes bytes near those that a view hides, and checks the positions that differ
// in hidden pieces only.
func (w *secretsWalk) checkDisguises(f *game.Instance, p *knownPosition, side int, secret map[string]bool) {
	was, view, text := p.Bytes(), p.views[side].Bytes(), strings.Split(f.Text(p.Position), "\n")
	var near []int
	for k := range was {
		if was[k] != view[k] {
			for j := max(0, k-8); j < min(len(was), k+9); j++ {
				near = append(near, j)
			}
		}
	}
	for range secretChanges {
		b := slices.Clone(was)
		b[near[w.rng.Below(len(near))]] = byte(w.rng.Below(1 << (2 + w.rng.Below(4))))
		if bytes.Equal(b, was) {
			continue
		}
		q, err := f.Decode(b)
		if err != nil || !onlyHidden(text, strings.Split(f.Text(q), "\n"), secret) || !samePlaces(p.pieces, pieces(f, q), secret) || !stillHidden(f, q, side, secret) {
			continue
		}
		w.twins++
		if !bytes.Equal(f.View(q, side).Bytes(), view) {
			w.fault("side %d can tell positions apart that differ only in what is hidden from it:\n%s\n%s", side, f.Text(p.Position), f.Text(q))
			return
		}
	}
}

// onlyHidden reports whether the texts of two positions differ, and only in the lines of hidden pieces.
func onlyHidden(a, b []string, secret map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	differ := false
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimSpace(a[i]), " ")
		if differ = true; !secret[first] {
			return false
		}
	}
	return differ
}

// samePlaces reports whether two pictures have the same pieces, and those that are not hidden at the same
// places with the same markers.
func samePlaces(x, y map[string]scene.Piece, secret map[string]bool) bool {
	for name := range x {
		if _, ok := y[name]; !ok || !secret[name] && (x[name].Where != y[name].Where || !slices.Equal(x[name].Markers, y[name].Markers)) {
			return false
		}
	}
	return len(x) == len(y)
}

// stillHidden reports whether pieces are hidden from a side in a position.
func stillHidden(f *game.Instance, p game.Position, side int, secret map[string]bool) bool {
	seen := pieces(f, f.View(p, side))
	for name := range secret {
		if _, ok := seen[name]; ok {
			return false
		}
	}
	return true
}

// checkRevealed compares the pieces that an action has revealed with the game's own statement.
func (w *secretsWalk) checkRevealed(f *game.Instance, before, after *knownPosition, a game.Action) {
	shown := ""
	for side := range 2 {
		for name := range before.pieces {
			_, known := before.seen[side][name]
			_, here := after.pieces[name]
			if _, visible := after.seen[side][name]; !known && (visible || !here) {
				shown = name
			}
		}
	}
	if reveals := f.Reveals(before.Position, after.Position); (shown != "") != reveals {
		w.fault("%q brings %q to light, but its statement that it reveals a secret is %v", f.FormatAction(a), shown, reveals)
	}
	if shown != "" {
		w.shown++
	}
}
