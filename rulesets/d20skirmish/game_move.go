package d20skirmish

import (
	"fmt"

	"loophole/rule"
)

// mightAct reports whether a team might act now. It is a quick test without reasons, and mayAct
// decides.
func (f *Battlefield) mightAct(p *Position, i int) bool {
	if p.Over() || f.teams[i].side != p.Side || p.Teams[i].Place == 0 {
		return false
	}
	return p.Active == uint8(i+1) || p.Active == 0 && p.Teams[i].State == Ready
}

// teamsAble lists the teams that might act now and are in no melee.
func (f *Battlefield) teamsAble(p *Position) (list [mostTeams]uint8, n int) {
	if i := int(p.Active) - 1; i >= 0 {
		if f.mightAct(p, i) && !p.isFighting(i) {
			list[0], n = uint8(i), 1
		}
		return list, n
	}
	for i := range p.Teams {
		if p.here(i) && f.mightAct(p, i) && !p.isFighting(i) {
			list[n] = uint8(i)
			n++
		}
	}
	return list, n
}

// actions returns the number of actions that a passage takes, by the length of the way through it.
func (w *passage) actions(u *rule.Umpire) int {
	moves := max(1, (int(w.walk)+u.Fact(&moveInches)*1000-1)/(u.Fact(&moveInches)*1000))
	if w.climb {
		moves += u.Fact(&climbActions)
	}
	return moves
}

// notedActions returns the number of actions that a passage takes, with a note.
func notedActions(u *rule.Umpire, way *passage) int {
	if way.climb {
		u.Apply(u.Fact(&climbActions), "host.climb", "extra actions to climb through")
	}
	return way.actions(u)
}

// tooLong returns the reason why a team cannot use a passage: it takes more actions than the team has left.
func (w *passage) tooLong(u *rule.Umpire, needed, left int) string {
	climbing := ""
	if w.climb && u.Fact(&climbActions) > 0 {
		climbing = ", climbing included"
	}
	tenth := int(w.walk+99) / 100 // rounded up
	return rule.Counted(" (%d.%d″) takes %d {action} at %d″ an action"+climbing+", and the team has %d left", tenth/10, tenth%10, needed, u.Fact(&moveInches), left)
}

// legalPassage reports whether a passage leads from one place to another. If not, it gives u the reason.
func (f *Battlefield) legalPassage(u *rule.Umpire, p *Position, way *passage, from, to uint8) bool {
	switch {
	case way.ends != [2]uint8{from, to} && way.ends != [2]uint8{to, from} || from == to:
		u.ForbidFunc("host.passage", func() string {
			return fmt.Sprintf("%s joins %s and %s, and does not lead from %s to %s", way.name, f.places[way.ends[0]].name, f.places[way.ends[1]].name, f.places[from].name, f.places[to].name)
		})
	case !way.passable:
		u.ForbidFunc("host.passage", func() string { return "nobody can go through " + way.name + ": teams only see and fire through it" })
	case p.shut(way):
		u.ForbidFunc("host.doors", func() string { return way.name + " is shut: open it first" })
	default:
		return true
	}
	return false
}

// legalRoom forbids a move into a place that has no room for more of a side.
func (f *Battlefield) legalRoom(u *rule.Umpire, p *Position, at uint8, side uint8, teams, men int) {
	n := f.occupants(p, at, side).count
	if n+teams > mostTogether {
		u.ForbidFunc("host.capacity", func() string {
			return f.places[at].name + rule.Counted(" would hold %d {team} of one side, and has room for %d", n+teams, mostTogether)
		})
	}
	if most := int(f.places[at].capacity); most > 0 {
		if in := f.inside(p, int(at), side); in+men > most {
			u.ForbidFunc("host.capacity", func() string {
				return f.places[at].name + rule.Counted(" would hold %d {character} of one side, and has room for %d", in+men, most)
			})
		}
	}
}

func movePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	list, n := f.teamsAble(p)
	for _, who := range list[:n] {
		i := int(who)
		if f.moraleOf(p, i).Pinned {
			continue
		}
		from := p.Teams[i].Place - 1
		for _, k := range f.passagesOf[from] {
			if f.passages[k].passable && !p.shut(&f.passages[k]) {
				out = append(out, args{int16(i), int16(f.passages[k].other(from)), int16(k)})
			}
		}
	}
	return out
}

// moveArgs returns the team, the place and the passage of a move.
func (f *Battlefield) moveArgs(a args) (i int, to uint8, by *passage) {
	return int(a[0]), uint8(a[1]), &f.passages[a[2]]
}

func moveLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, way := f.moveArgs(a)
	if !f.mayActFreely(u, p, i) {
		return
	}
	f.legalUnpinned(u, p, i)
	if !f.legalPassage(u, p, way, p.Teams[i].Place-1, to) {
		return
	}
	if f.inside(p, int(to), 1-p.Side) > 0 && p.Rooms[to].Stormed == 0 {
		u.ForbidFunc("host.enemy", func() string {
			if f.places[to].open {
				return "enemies are in " + f.places[to].name + ": shoot at them instead"
			}
			return "enemies are in " + f.places[to].name + ": assault them or shoot at them instead"
		})
	}
	f.legalRoom(u, p, to, p.Side, 1, p.Teams[i].men())
	if n, left := notedActions(u, way), f.actionsLeft(u, p, i); n > left {
		u.ForbidFunc("host.move", func() string { return "the way" + way.tooLong(u, n, left) })
	}
}

// legalUnpinned forbids moves and assaults of a pinned element.
func (f *Battlefield) legalUnpinned(u *rule.Umpire, p *Position, i int) {
	if f.moraleOf(p, i).Pinned {
		u.ForbidFunc("host.pin", func() string {
			return fmt.Sprintf("the element of %s is pinned and can neither move nor assault: rally it first", f.teams[i].name)
		})
	}
}

func moveApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, to, way := f.moveArgs(a)
	u.Note("host.move", "the team moves")
	f.spendActions(u, p, i, notedActions(u, way))
	p.Teams[i].Place, p.Teams[i].Moved = to+1, true
	if p.isFighting(i) {
		u.Note("host.join", "the team joins the melee")
		f.finish(u, p, Done)
		return
	}
	wasSuppressed := p.Teams[i].Suppressed
	f.triggerWatch(u, p, i)
	if p.here(i) && p.Teams[i].Suppressed && !wasSuppressed {
		p.Left = 0
	}
	f.endIfSpent(u, p)
}

func openPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Shut == 0 {
		return out
	}
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		for _, k := range f.passagesOf[p.Teams[i].Place-1] {
			if p.shut(&f.passages[k]) {
				out = append(out, args{int16(i), int16(k)})
			}
		}
	}
	return out
}

func openLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, way := int(a[0]), &f.passages[a[1]]
	if !f.mayActFreely(u, p, i) {
		return
	}
	at := p.Teams[i].Place - 1
	if way.ends[0] != at && way.ends[1] != at {
		u.ForbidFunc("host.passage", func() string {
			return fmt.Sprintf("%s is between %s and %s, and %s is in %s", way.name, f.places[way.ends[0]].name, f.places[way.ends[1]].name, f.teams[i].name, f.places[at].name)
		})
		return
	}
	if !p.shut(way) {
		u.ForbidFunc("host.doors", func() string { return way.name + " is already open" })
		return
	}
	left := f.actionsLeft(u, p, i)
	u.Requiref(int(way.openActions) <= left, "host.doors", "opening the passage takes %d {action}, and the team has %d left", int(way.openActions), left)
}

func openApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i, way := int(a[0]), &f.passages[a[1]]
	u.Note("host.doors", "the team opens the passage")
	f.spendActions(u, p, i, int(way.openActions))
	p.open(way)
	f.endIfSpent(u, p)
}

func rallyPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		if s := f.moraleOf(p, int(i)); p.Teams[i].Suppressed || s.Hesitant || s.Pinned {
			out = append(out, args{int16(i)})
		}
	}
	return out
}

func rallyLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if f.mayActFreely(u, p, i) {
		morale := f.moraleOf(p, i)
		if !p.Teams[i].Suppressed && !morale.Hesitant && !morale.Pinned {
			u.ForbidFunc("host.rally", func() string { return f.teams[i].name + " is not suppressed, hesitant or pinned" })
		}
	}
}

// rallyApply tests the morale of the element. If it passes, it is no longer hesitant
// or pinned, and the team is no longer suppressed.
func rallyApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	fixed := &f.teams[i]
	f.spendActions(u, p, i, 1)
	situation := f.moraleSituation(p, fixed.side, fixed.element)
	var result MoraleResult
	u.About(fixed.name, func() { result = playMorale(u.By(f.side(i)), rule.Traced(u, &situation)).Result })
	if result == Firm {
		u.Note("host.rally", "the team rallies")
		morale := f.moraleOf(p, i)
		p.Teams[i].Suppressed, p.Teams[i].Twice, morale.Hesitant, morale.Pinned = false, false, false, false
	}
	f.endIfSpent(u, p)
}

func ownPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		out = append(out, args{int16(i)})
	}
	return out
}

func restLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) { f.mayActFreely(u, p, int(a[0])) }

func restApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("host.rest", "the team ends its activation")
	f.spendActions(u, p, int(a[0]), 0)
	f.finish(u, p, Done)
}

func watchLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	if f.mayActFreely(u, p, i) && p.Teams[i].Suppressed {
		u.ForbidFunc("host.watch", func() string {
			return f.teams[i].name + " is suppressed and cannot go on watch: rally it first"
		})
	}
}

func watchApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	u.Note("host.watch", "the team goes on watch")
	f.spendActions(u, p, int(a[0]), 0)
	f.finish(u, p, Watching)
}
