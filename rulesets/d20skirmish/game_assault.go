package d20skirmish

import (
	"fmt"
	"math/bits"

	"loophole/rule"
)

// leads reports whether a way takes an assault from one place into another, a
// door that it kicks in included.
func (p *Position) leads(w *way, from, to uint8) bool {
	return w.passes && w.other(from) == to && (!p.shut(w) || w.kicked)
}

// hasWayIn reports whether a team can go from its place into a room.
func (f *Battlefield) hasWayIn(p *Position, i int, to uint8) bool {
	from := p.Teams[i].Place - 1
	for _, k := range f.at[from] {
		if p.leads(&f.ways[k], from, to) {
			return true
		}
	}
	return false
}

// wayIn is the way by which a team goes from its place into a room: of those
// that take the fewest actions one that is open, and of these the shortest. It
// is nil if there is none.
func (f *Battlefield) wayIn(u *rule.Umpire, p *Position, i int, to uint8) *way {
	from := p.Teams[i].Place - 1
	var best *way
	for _, k := range f.at[from] {
		if w := &f.ways[k]; p.leads(w, from, to) && (best == nil || p.easier(u, w, best)) {
			best = w
		}
	}
	return best
}

// easier reports whether one way is rather taken than another.
func (p *Position) easier(u *rule.Umpire, w, than *way) bool {
	if a, b := w.actions(u), than.actions(u); a != b {
		return a < b
	}
	if a, b := p.shut(w), p.shut(than); a != b {
		return b
	}
	return w.length < than.length
}

// storming is the situation of an assault on a room by a set of teams.
func (f *Battlefield) storming(u *rule.Umpire, p *Position, at uint8, by *teamSet) (s Assault) {
	against := f.occupants(p, at, 1-p.Side)
	e := &s.Rooms[0]
	e.Fight = f.melee(p, at, by, &against)
	for k := range by.n {
		i := by.who[k]
		s.Grenades += p.Teams[i].Grenades
		w := f.wayIn(u, p, i, at)
		if w == nil {
			e.Short = true
			continue
		}
		moves := w.actions(u)
		e.Short = e.Short || moves > f.left(u, p, i)
		steady := !p.Teams[i].Suppressed && !f.spirit(p, i).Hesitant
		e.Attackers[k].Charging = steady && moves == 1
	}
	return s
}

// assaulters reads a set of teams, as far as a fight has groups for them.
func assaulters(set int16) (c teamSet, all int) {
	for i := range mostTeams {
		if set>>i&1 == 1 {
			if all++; c.n < mostTogether {
				c.who[c.n] = i
				c.n++
			}
		}
	}
	return c, all
}

// assaultCandidates lists the rooms with enemies, and the teams that have a way
// in.
func assaultCandidates(f *Battlefield, p *Position, out []args) []args {
	if p.Over() || p.Active != 0 {
		return out
	}
	rooms := f.targets(p)
	if rooms == 0 {
		return out
	}
	var may, from, who [mostTeams]int // Halves come from where their teams are.
	able := 0
	for i := range f.troops {
		whole := i
		if k, ok := f.whole(p, i); ok {
			whole = k
		}
		if f.mine(p, whole) && !p.fighting(whole) && !f.spirit(p, i).Pinned {
			may[able], from[able] = i, whole
			able++
		}
	}
	for ; rooms != 0; rooms &= rooms - 1 {
		at := bits.TrailingZeros32(rooms)
		n := 0
		for k, i := range may[:able] {
			if f.hasWayIn(p, from[k], uint8(at)) {
				who[n] = i
				n++
			}
		}
		out = f.parties(p, out, int16(at), who[:n], 0, 0)
	}
	return out
}

// parties appends the sets of up to four of some teams, without halves that would
// part from teams of the same set.
func (f *Battlefield) parties(p *Position, out []args, at int16, who []int, set int16, n int) []args {
	for k, i := range who {
		if w := int(f.troops[i].whole) - 1; w >= 0 && set>>w&1 == 1 && !p.here(i) {
			continue
		}
		more := set | 1<<i
		out = append(out, args{at, more})
		if n+1 < mostTogether {
			out = f.parties(p, out, at, who[k+1:], more, n+1)
		}
	}
	return out
}

func checkAssault(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	by, all := assaulters(a[1])
	p, ok := f.splits(u, p, a[1])
	if !ok {
		return
	}
	men := 0
	for i := range f.troops {
		if a[1]>>i&1 == 0 {
			continue
		}
		if !f.free(u, p, i) {
			return
		}
		f.unpinned(u, p, i)
		men += p.Teams[i].men()
	}
	if p.Active != 0 {
		u.Refuses("host.assault", func() string {
			return f.troops[p.Active-1].name + " has acted in this activation, and an assault takes the whole of it"
		})
	}
	if f.places[at].open {
		u.Refuses("assault.position", func() string { return f.places[at].name + " is no room: enemies in the open are shot at" })
	}
	if f.inside(p, int(at), p.Side) > 0 {
		u.Refuses("host.friends", func() string { return "friends are in " + f.places[at].name })
	}
	if f.inside(p, int(at), 1-p.Side) == 0 {
		u.Refuses("assault.position", func() string { return "nobody is in " + f.places[at].name + " to assault: move in" })
		return
	}
	f.room(u, p, at, p.Side, all, men)
	for k := range by.n {
		f.position(u, p, by.who[k], at)
	}
	s := f.storming(u, p, at, &by)
	s.legal(u, func(int) string { return f.places[at].name })
}

// position says by how much a team fails to get into position.
func (f *Battlefield) position(u *rule.Umpire, p *Position, i int, at uint8) {
	w := f.wayIn(u, p, i, at)
	if w == nil {
		u.Refuses("assault.position", func() string { return f.noWayIn(p, i, at) })
		return
	}
	if n, left := cost(u, w), f.left(u, p, i); n > left {
		u.Refuses("assault.position", func() string { return "the way in" + w.takes(u, n, left) })
	}
}

// noWayIn says why a team cannot go from its place into a room.
func (f *Battlefield) noWayIn(p *Position, i int, to uint8) string {
	from := p.Teams[i].Place - 1
	for _, k := range f.at[from] {
		if w := &f.ways[k]; w.other(from) == to && w.passes {
			return w.name + " is shut, and is not kicked in: open it first"
		}
	}
	if w := f.joins(from, to); w != nil {
		return "nobody gets through " + w.name
	}
	return fmt.Sprintf("%s is not next to %s, where %s is", f.places[to].name, f.places[from].name, f.troops[i].name)
}

func doAssault(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	at := uint8(a[0])
	by, _ := assaulters(a[1])
	if q, _ := f.splits(u, p, a[1]); q != p {
		u.Note("host.split", "half of a team assaults by itself")
		*p = *q
	}
	u.Note("host.assault", "the teams assault")
	u.Note("assault.order", "positions, then grenades, then their damage; melee follows")
	for k := range by.n {
		t := &p.Teams[by.who[k]]
		t.State, t.Moved, t.Charged = Done, true, false
	}
	before := p.Lost[p.Side]
	for k := range by.n {
		f.watched(u, p, by.who[k])
	}
	left := by
	if p.Lost[p.Side] != before {
		left = f.survivors(p, &by)
	}
	s := f.storming(u, p, at, &left)
	if p.Lost[p.Side] == before || s.goesOn(u) {
		f.enterAndFight(u, p, at, &left, &s)
	}
	f.finish(u, p, Done)
}

// survivors are the teams of a set that are still there.
func (f *Battlefield) survivors(p *Position, by *teamSet) (left teamSet) {
	for k := range by.n {
		if i := by.who[k]; p.here(i) {
			left.who[left.n] = i
			left.n++
		}
	}
	return left
}

// goesOn reports whether those whom fire has left of the assaulters may still
// assault. If not, they stay where they are, and throw nothing.
func (s *Assault) goesOn(u *rule.Umpire) bool {
	judge := rule.NewChecker(u.House())
	if legalAssault(judge, s); judge.Allowed() {
		return true
	}
	why := "no grenade is left for the room"
	if s.Rooms[0].assaulters() < u.Fact(&leastAssaulters) {
		why = "too few are left to assault"
	}
	u.Note("assault.position", why+": the assaulters stay where they are")
	return false
}

// enterAndFight throws the grenade into a room, goes in and fights the first round.
func (f *Battlefield) enterAndFight(u *rule.Umpire, p *Position, at uint8, by *teamSet, s *Assault) {
	for k := range by.n {
		i := by.who[k]
		if w := f.wayIn(u, p, i, at); p.shut(w) {
			u.Note("host.doors", "the door is kicked in")
			p.Shut &^= 1 << w.door
		}
		t := &p.Teams[i]
		if t.Charged = s.Rooms[0].Attackers[k].Charging; t.Charged {
			u.Notes("host.charge", func() string { return f.troops[i].name + " charges" })
		}
	}
	f.throwGrenade(u, p, at, by)
	for k := range by.n {
		p.Teams[by.who[k]].Place = at + 1
	}
	against := f.occupants(p, at, 1-p.Side)
	if against.n == 0 {
		u.Note("assault.position", "nobody is left in the room, and the assaulters have it")
		return
	}
	p.Rooms[at].Stormed = p.Side + 1
	r := Round{Fight: f.melee(p, at, by, &against)}
	f.round(u, p, at, rule.Overheard(u, &r), by, &against)
}
