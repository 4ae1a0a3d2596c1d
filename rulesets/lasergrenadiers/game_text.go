package lasergrenadiers

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/ground"
)

// lost counts what a side has lost between two positions.
func lost(before, after *Position, side uint8) int {
	return int(after.Lost[side]) - int(before.Lost[side])
}

var gameEvents = []event{
	{Name: "target-out", Gist: "nothing is left of the target", Holds: func(_ *Battlefield, _, after *Position, a args) bool {
		return !after.here(int(a[1]))
	}},
	{Name: "target-shaken", Gist: "the target is still there, and shaken", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Figures[a[1]].Shaken && !before.Figures[a[1]].Shaken
	}},
	{Name: "target-damaged", Gist: "the vehicle is still there, with more damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.here(int(a[1])) && after.Figures[a[1]].Damage > before.Figures[a[1]].Damage
	}},
	{Name: "enemy-lost", Gist: "the enemy loses at least one piece", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return lost(before, after, 1-before.Side) > 0
	}},
	{Name: "own-loss", Gist: "one's own side loses at least one piece", Holds: func(_ *Battlefield, before, after *Position, _ args) bool {
		return lost(before, after, before.Side) > 0
	}},
	{Name: "enemy-found", Gist: "an enemy at the place is detected", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		for j := range f.figures {
			if f.enemy(before, j, before.Side) && before.at(j) == int(a[1]) && before.Figures[j].Seen != Detected && found(&after.Figures[j]) {
				return true
			}
		}
		return false
	}},
	{Name: "section-lost", Gist: "the section falls", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return !before.Wings[a[1]].Fallen && after.Wings[a[1]].Fallen
	}},
	{Name: "structure-lost", Gist: "a structure is destroyed", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.destroyed(after, false) > f.destroyed(before, false)
	}},
	{Name: "fire-started", Gist: "a section burns that did not", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		for w := range f.wings {
			if before.Wings[w].Size == 0 && after.Wings[w].Size > 0 {
				return true
			}
		}
		return false
	}},
	{Name: "plants-burnt", Gist: "the plants are destroyed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Plots[a[1]].Gone && !before.Plots[a[1]].Gone
	}},
	{Name: "wall-breached", Gist: "there is a way through the wall", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		w := &f.faces[a[1]]
		return after.Wings[w.wing].Open[w.wall]&1 > before.Wings[w.wing].Open[w.wall]&1
	}},
	{Name: "recovered", Gist: "the piece is no longer shaken, or has less damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		x, y := &before.Figures[a[0]], &after.Figures[a[0]]
		return x.Shaken && !y.Shaken || y.Damage < x.Damage
	}},
	game.Wins(status),
}

// found reports whether a piece has been detected, in this turn or in the one
// that the action ended.
func found(x *Figure) bool { return x.Seen == Detected || x.Seen == Located }

func status(f *Battlefield, p *Position) game.Status {
	now := game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: "activations", Cite: "host.victory"}
	return closing.Status(now, p.Ended, p.Winner, int(f.task.Kind))
}

var closing = game.EndTexts{
	WipedOut: "a side has no pieces left",
	Achieved: []string{
		Hold: "too few of the structures to hold are left", Destroy: "the structures are brought down",
		Clear: "no enemy is left in the structures", Survive: "too few survived",
	},
	TimeIsOver: []string{
		Hold: "the last turn is over: who is alone in the structures", Destroy: "the last turn is over, and the structures stand",
		Clear: "the last turn is over, and the structures are not clear", Survive: "the last turn is over, and enough survived",
	},
}

// worth is how well a side stands. A soldier is 4.
func worth(f *Battlefield, p *Position, side int) game.Evaluation {
	return game.Evaluate(len(f.figures), side, f.grip(p, uint8(side)), func(i int) (uint8, int) { return f.figures[i].side, f.value(p, i) })
}

func (f *Battlefield) value(p *Position, i int) int {
	x := &p.Figures[i]
	switch {
	case x.Seen == Veiled:
		return 4
	case x.Place == 0:
		return 0
	case f.figures[i].vehicle:
		return 14 - int(x.Damage)
	case x.Shaken:
		return 3
	}
	v := 4 * 4
	if x.Seen == Detected {
		v--
	}
	return v / 4
}

// grip is how much of its task a side has in hand.
func (f *Battlefield) grip(p *Position, side uint8) int {
	if p.Ended != game.InProgress {
		return game.Prize(p.Ended, p.Winner, side)
	}
	sum := 0
	for s := range f.sites {
		if f.sites[s].Objective {
			sum += f.grasp(p, s, side)
		}
	}
	return sum
}

// grasp is a side's hold on one structure.
func (f *Battlefield) grasp(p *Position, s int, side uint8) int {
	attacker := int(side) == f.task.Side
	if f.task.Kind == Destroy {
		worn := 0
		for w := f.sites[s].first; w < f.sites[s].end; w++ {
			worn += 2*int(p.Wings[w].Holes) + int(p.Wings[w].Size) + 3*gapsIn(&p.Wings[w])
		}
		worn += 2 * int(p.Sites[s].Lost)
		if p.Sites[s].Gone {
			worn = 200
		}
		if attacker {
			return worn
		}
		return -worn
	}
	in := f.within(p, s)
	sum := 6*in[side] - 6*in[1-side]
	return sum - f.nearest(p, s, side)
}

// nearest is how far the nearest piece of a side is from a structure, in
// moves of six inches.
func (f *Battlefield) nearest(p *Position, s int, side uint8) int {
	best := 10
	for i := range f.figures {
		if f.figures[i].side != side || !p.here(i) || f.figures[i].vehicle {
			continue
		}
		for b := range f.places {
			if w := f.places[b].wing; w >= 0 && int(f.wings[w].site) == s {
				best = min(best, int(f.far[p.at(i)][b])/6000)
			}
		}
	}
	return best
}

// hide is what a side may know: enemies inside structures that were never
// detected are somewhere.
func hide(f *Battlefield, p Position, side int) Position {
	for i := range f.figures {
		if int(f.figures[i].side) != side && p.here(i) && f.sheltered(p.at(i)) && p.Figures[i].Seen == Unseen {
			p.Figures[i] = Figure{Seen: Veiled}
			if int(p.Active) == i+1 {
				p.Active = 0 // Which piece it is that has moved is as hidden as the piece.
			}
		}
	}
	return p
}

// discovered reports whether a hidden piece has come to light.
func discovered(f *Battlefield, before, after *Position) bool {
	for i := range f.figures {
		if before.here(i) && f.sheltered(before.at(i)) && before.Figures[i].Seen == Unseen &&
			(!after.here(i) || after.Figures[i].Seen != Unseen || !f.sheltered(after.at(i))) {
			return true
		}
	}
	return false
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side])
	if p.Active > 0 {
		fmt.Fprintf(&b, "; %s has moved", f.figures[p.Active-1].Name)
	}
	if p.Passed {
		b.WriteString("; the other side has passed")
	}
	b.WriteByte('\n')
	here := func(i int) (uint8, bool) { return f.figures[i].side, p.here(i) }
	game.Roster(&b, f.sides, p.Lost, len(f.figures), here, func(i int) string { return f.figureText(p, i) })
	for w := range f.wings {
		if s := f.wingText(p, w); s != "" {
			fmt.Fprintf(&b, "%s: %s\n", f.wings[w].name, s)
		}
	}
	for k := range f.green {
		if s := plotText(&p.Plots[k]); s != "" {
			fmt.Fprintf(&b, "%s: %s\n", f.land.Feature(ground.FeatureID(k)).Name, s)
		}
	}
	return b.String()
}

// storeys names the storeys of a set.
func storeys(set uint8) string {
	var names []string
	for s := range 8 {
		switch {
		case set>>s&1 == 0:
		case s == 0:
			names = append(names, "the ground floor")
		default:
			names = append(names, fmt.Sprintf("storey %d", s))
		}
	}
	return strings.Join(names, " and ")
}

// plotText is how plants are, in words.
func plotText(x *Plot) string {
	switch {
	case x.Size > 0:
		return fmt.Sprintf("destroyed, burning, size %d", x.Size)
	case x.Gone:
		return "destroyed"
	}
	return ""
}

var seenWords = [...]string{Unseen: "", Located: "known to be there", Detected: "detected"}

func (f *Battlefield) figureText(p *Position, i int) string {
	x, t := &p.Figures[i], &f.figures[i]
	words := []string{troops.Rows[t.Unit-1].Text}
	if t.Weapon > 0 {
		words[0] += " with " + weapons.Rows[t.Weapon-1].Text
	}
	if f.sheltered(p.at(i)) && x.Seen != Unseen {
		words = append(words, seenWords[x.Seen])
	}
	if x.Shaken {
		words = append(words, "shaken")
	}
	if x.Damage > 0 {
		words = append(words, fmt.Sprintf("damage %d", x.Damage))
	}
	if x.Done {
		words = append(words, "done")
	}
	return fmt.Sprintf("%s at %s: %s", t.Name, f.places[p.at(i)].name, strings.Join(words, ", "))
}

func (f *Battlefield) wingText(p *Position, w int) string {
	var words []string
	x := &p.Wings[w]
	n := f.wings[w].site
	if x.Fallen {
		return "fallen"
	}
	if f.sites[n].Points > 0 && p.Sites[n].Lost > 0 {
		words = append(words, fmt.Sprintf("the structure has lost %d of %d points", p.Sites[n].Lost, f.sites[n].Points))
	}
	if x.Size > 0 {
		words = append(words, fmt.Sprintf("on fire, size %d", x.Size))
	}
	if holes := fmt.Sprintf("%d holes", x.Holes); x.Holes > 0 {
		if x.Holes == 1 {
			holes = "a hole"
		}
		words = append(words, holes)
	}
	if x.Torn {
		words = append(words, "a part of the roof gone")
	}
	for k := range f.faces {
		if c := &f.faces[k]; int(c.wing) == w {
			switch wall := c.name[strings.LastIndexByte(c.name, '/')+1:]; {
			case x.Open[c.wall] == 1:
				words = append(words, wall+" wall open")
			case x.Open[c.wall] > 1:
				words = append(words, wall+" wall open, on "+storeys(x.Open[c.wall]))
			case x.Worn[c.wall] > 0:
				words = append(words, fmt.Sprintf("%s wall worn by %d", wall, x.Worn[c.wall]))
			}
		}
	}
	return strings.Join(words, ", ")
}
