package lasergrenadiers

import (
	"fmt"
	"slices"
	"strings"

	"loophole/game"
	"loophole/ground"
)

var losses = game.Losses[Battlefield, Position]{Lost: roster.Lost, Side: func(p *Position) uint8 { return p.Side }}

var gameEvents = []event{
	roster.Gone("target-out", 1, "the target is out of action"),
	{Name: "target-shaken", Gist: "the target survives, shaken", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Figures[a[1]].Shaken && !before.Figures[a[1]].Shaken
	}},
	{Name: "target-damaged", Gist: "the vehicle survives with more damage", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.here(int(a[1])) && after.Figures[a[1]].Damage > before.Figures[a[1]].Damage
	}},
	losses.Enemy("enemy-lost", 1, "the enemy loses at least one piece"),
	losses.Own("own-loss", 1, "the acting side loses at least one piece"),
	{Name: "enemy-found", Gist: "an enemy at the place is detected", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		return slices.ContainsFunc(roster.Enemies(f, before, before.Side), func(j int) bool {
			return before.at(j) == int(a[1]) && before.Figures[j].Seen != Detected && found(&after.Figures[j])
		})
	}},
	{Name: "section-lost", Gist: "the section falls", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return !before.Wings[a[1]].Fallen && after.Wings[a[1]].Fallen
	}},
	{Name: "structure-lost", Gist: "a structure is destroyed", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return f.structuresDestroyed(after) > f.structuresDestroyed(before)
	}},
	{Name: "fire-started", Gist: "another section catches fire", Holds: func(f *Battlefield, before, after *Position, _ args) bool {
		return game.Any(len(f.sections), func(w int) bool { return before.Wings[w].Size == 0 && after.Wings[w].Size > 0 })
	}},
	{Name: "plants-burnt", Gist: "the plants are destroyed", Holds: func(_ *Battlefield, before, after *Position, a args) bool {
		return after.Plots[a[1]].Gone && !before.Plots[a[1]].Gone
	}},
	{Name: "wall-breached", Gist: "the wall has a way through", Holds: func(f *Battlefield, before, after *Position, a args) bool {
		w := &f.walls[a[1]]
		return after.Wings[w.section].Open[w.wall]&1 > before.Wings[w.section].Open[w.wall]&1
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

var status = victory.During(func(p *Position) game.Status {
	return game.Status{Side: int(p.Side), Round: int(p.Turn), Phase: "activations"}
})

// victory decides who wins: by structures that are held, destroyed or cleared, or by pieces
// that survive.
var victory = game.Victory[Battlefield, Position]{
	Cite: "host.victory",
	Texts: game.EndTexts{
		WipedOut: "a side has no pieces left",
		Achieved: []string{
			Hold: "too few structures are left to hold", Destroy: "the structures have fallen",
			Clear: "no enemy is left in the structures", Survive: "too few survived",
		},
		TimeIsOver: []string{
			Hold: "the last turn is over: who is alone in the structures", Destroy: "the last turn is over, and the structures stand",
			Clear: "the last turn is over, and the structures are not clear", Survive: "the last turn is over, and enough survived",
		},
	},
	Goals: []game.Goal{Hold: game.Hold, Destroy: game.Destroy, Clear: game.Clear, Survive: game.Survive},
	Task: func(f *Battlefield) (kind int, side uint8, many int) {
		return int(f.task.Kind), f.task.Side, int(f.task.Many)
	},
	Outcome: func(p *Position) *game.Outcome { return &p.Outcome },
	Left: func(f *Battlefield, p *Position) (sides [2]bool) {
		for i := range f.pieces {
			sides[f.pieces[i].side] = sides[f.pieces[i].side] || p.here(i) || p.Figures[i].Seen == Veiled
		}
		return sides
	},
	Models:     roster.ModelsOf,
	Objectives: func(f *Battlefield) []uint8 { return f.objectives },
	Holder:     (*Battlefield).holder,
	Present:    func(f *Battlefield, p *Position, s uint8) [2]int { return f.insideStructure(p, int(s)) },
	Destroyed:  func(_ *Battlefield, p *Position, s uint8) bool { return p.Sites[s].Gone },
	LostEarly:  true,
}

// holder is the side that is alone in a structure that stands, or -1.
func (f *Battlefield) holder(p *Position, s uint8) int {
	if p.Sites[s].Gone {
		return -1
	}
	return game.SoleSide(f.insideStructure(p, int(s)))
}

// pieceValue is the value of a piece for a policy: a soldier is 4.
func (f *Battlefield) pieceValue(p *Position, i int) int {
	state := &p.Figures[i]
	switch {
	case state.Seen == Veiled:
		return 4
	case state.Place == 0:
		return 0
	case f.pieces[i].vehicle:
		return 14 - int(state.Damage)
	case state.Shaken:
		return 3
	}
	v := 4 * 4
	if state.Seen == Detected {
		v--
	}
	return v / 4
}

// taskValue is how much of its task a side has fulfilled, for a policy.
func (f *Battlefield) taskValue(p *Position, side uint8) int {
	if p.Over() {
		return p.EndValue(side)
	}
	sum := 0
	for _, s := range f.objectives {
		sum += f.holdValue(p, int(s), side)
	}
	return sum
}

// holdValue is a side's hold on one structure.
func (f *Battlefield) holdValue(p *Position, s int, side uint8) int {
	if f.task.Kind == Destroy {
		worn := 0
		for w := f.sites[s].first; w < f.sites[s].end; w++ {
			worn += 2*int(p.Wings[w].Holes) + int(p.Wings[w].Size) + 3*gapsIn(&p.Wings[w])
		}
		worn += 2 * int(p.Sites[s].Lost)
		if p.Sites[s].Gone {
			worn = 200
		}
		if side == f.task.Side {
			return worn
		}
		return -worn
	}
	in := f.insideStructure(p, s)
	sum := 6*in[side] - 6*in[1-side]
	return sum - f.nearestSoldier(p, s, side)
}

// nearestSoldier is the distance of the nearest soldier of a side from a structure, in moves of six
// inches.
func (f *Battlefield) nearestSoldier(p *Position, s int, side uint8) int {
	return roster.Nearest(f, p, side, mostMoves, func(i int) int {
		if f.pieces[i].vehicle {
			return -1
		}
		return int(f.movesAway[p.at(i)][s])
	})
}

// viewOfSide is the position as a side may know it: it hides the places of enemies inside
// structures that were never detected.
func viewOfSide(f *Battlefield, p Position, side int) Position {
	for i := range f.pieces {
		if int(f.pieces[i].side) != side && p.here(i) && f.isSheltered(p.at(i)) && p.Figures[i].Seen == Unseen {
			p.Figures[i] = Figure{Seen: Veiled}
			if int(p.Active) == i+1 {
				p.Active = 0 // Which piece it is that has moved is as hidden as the piece.
			}
		}
	}
	return p
}

// completeView completes what a side knows: it puts each hidden enemy at a place inside a structure
// where it may be. As many of them have been activated as make the two sides equal in this turn,
// each with the same chance, but not all if it is their turn. An enemy without such a place stays
// hidden.
func completeView(f *Battlefield, p Position, side int, below func(n int) int) Position {
	done, hidden := f.moreDone(&p, side), 0
	for i := range f.pieces {
		if p.Figures[i].Seen == Veiled {
			hidden++
		}
	}
	if int(p.Side) != side {
		done = min(done, hidden-1)
	}
	var places [allPlaces]uint8
	for i := range f.pieces {
		if p.Figures[i].Seen != Veiled {
			continue
		}
		list := places[:0]
		for b := range f.places {
			if f.mayHide(&p, b, side) {
				list = append(list, uint8(b+1))
			}
		}
		if len(list) > 0 {
			p.Figures[i] = Figure{Place: list[below(len(list))], Done: below(hidden) < done}
			if p.Figures[i].Done {
				done--
			}
		}
		hidden--
	}
	return p
}

// moreDone is the number of pieces of a side that have been activated in this turn, less that of
// its enemies, as far as the side knows.
func (f *Battlefield) moreDone(p *Position, side int) (count int) {
	for i := range f.pieces {
		switch {
		case !p.Figures[i].Done:
		case int(f.pieces[i].side) == side:
			count++
		default:
			count--
		}
	}
	return count
}

// mayHide reports whether enemies of a side may be hidden at a place, as far as it knows.
func (f *Battlefield) mayHide(p *Position, place, side int) bool {
	if !f.isSheltered(place) || p.Wings[f.places[place].section].Fallen && f.untenable {
		return false
	}
	for j := range f.pieces {
		if p.here(j) && int(f.pieces[j].side) == side && f.inOneRoom(p.at(j), place) {
			return false
		}
	}
	return true
}

// discovered reports whether a hidden piece has come to light.
func discovered(f *Battlefield, before, after *Position) bool {
	return game.Any(len(f.pieces), func(i int) bool {
		return before.here(i) && f.isSheltered(before.at(i)) && before.Figures[i].Seen == Unseen &&
			(!after.here(i) || after.Figures[i].Seen != Unseen || !f.isSheltered(after.at(i)))
	})
}

// text shows a position in words.
func text(f *Battlefield, p *Position) string {
	var out strings.Builder
	fmt.Fprintf(&out, "turn %d of %d, %s to act", p.Turn, f.turns, f.sides[p.Side])
	if p.Active > 0 {
		fmt.Fprintf(&out, "; %s has moved", f.pieces[p.Active-1].Name)
	}
	if p.Passed {
		out.WriteString("; the other side has passed")
	}
	out.WriteByte('\n')
	roster.Text(&out, f, p, f.sides, (*Battlefield).pieceText)
	for w := range f.sections {
		if s := f.sectionText(p, w); s != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.sections[w].name, s)
		}
	}
	for k := range f.plants {
		if s := plotText(&p.Plots[k]); s != "" {
			fmt.Fprintf(&out, "%s: %s\n", f.groundMap.Feature(ground.FeatureID(k)).Name, s)
		}
	}
	return out.String()
}

// storeys names the storeys of a set.
func storeys(set uint8) string {
	var names []string
	if set&1 == 1 {
		names = append(names, "the ground floor")
	}
	for s := 1; s < 8; s++ {
		if set>>s&1 == 1 {
			names = append(names, fmt.Sprintf("storey %d", s))
		}
	}
	return strings.Join(names, " and ")
}

// plotText shows plants in words.
func plotText(x *Plot) string {
	switch {
	case x.Size > 0:
		return fmt.Sprintf("destroyed, burning, size %d", x.Size)
	case x.Gone:
		return "destroyed"
	}
	return ""
}

var seenWords = [...]string{Unseen: "", Located: "place known", Detected: "detected"}

func (f *Battlefield) pieceText(p *Position, i int) string {
	info := &f.pieces[i]
	text := troops.Rows[info.Unit-1].Text
	if info.Weapon > 0 {
		text += " with " + weapons.Rows[info.Weapon-1].Text
	}
	return fmt.Sprintf("%s at %s: %s", info.Name, f.places[p.at(i)].name, strings.Join(append([]string{text}, f.markers(p, i)...), ", "))
}

// markers are the states of a piece in words.
func (f *Battlefield) markers(p *Position, i int) (words game.Words) {
	x := &p.Figures[i]
	words.If(f.isSheltered(p.at(i)) && x.Seen != Unseen, seenWords[x.Seen])
	words.If(x.Shaken, "shaken")
	words.If(x.Damage > 0, fmt.Sprintf("damage %d", x.Damage))
	words.If(x.Done, "done")
	return words
}

// sectionText shows a section in words.
func (f *Battlefield) sectionText(p *Position, section int) string {
	state, structure := &p.Wings[section], f.sections[section].structure
	if state.Fallen {
		return "fallen"
	}
	var words game.Words
	words.If(f.sites[structure].Points > 0 && p.Sites[structure].Lost > 0, fmt.Sprintf("the structure has lost %d of %d points", p.Sites[structure].Lost, f.sites[structure].Points))
	words.If(state.Size > 0, fmt.Sprintf("on fire, size %d", state.Size))
	words.If(state.Holes == 1, "a hole")
	words.If(state.Holes > 1, fmt.Sprintf("%d holes", state.Holes))
	words.If(state.Torn, "a part of the roof gone")
	for _, wallOfSection := range f.walls {
		if int(wallOfSection.section) == section {
			wall := wallOfSection.name[strings.LastIndexByte(wallOfSection.name, '/')+1:]
			words.If(state.Open[wallOfSection.wall] == 1, wall+" wall open")
			words.If(state.Open[wallOfSection.wall] > 1, wall+" wall open, on "+storeys(state.Open[wallOfSection.wall]))
			words.If(state.Open[wallOfSection.wall] == 0 && state.Worn[wallOfSection.wall] > 0, fmt.Sprintf("%s wall worn by %d", wall, state.Worn[wallOfSection.wall]))
		}
	}
	return words.String()
}
