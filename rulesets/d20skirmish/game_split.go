package d20skirmish

import "loophole/rule"

// leastSplit is how many characters a team has that may split: two assaulters,
// as a room needs at the least, in each half.
const leastSplit = 4

// halves gives every team that may split a name for its half, as far as there is
// room for names: the team's, and -half.
func (f *Battlefield) halves(list []SetupTeam) {
	taken := map[string]bool{}
	for i := range list {
		taken[list[i].Name] = true
	}
	for i := range list {
		name := list[i].Name + "-half"
		if list[i].Men < leastSplit || taken[name] || len(f.troops) == mostTeams {
			continue
		}
		half := f.troops[i]
		half.name, half.whole = name, uint8(i+1)
		f.named(len(f.troops), name)
		f.troops = append(f.troops, half)
	}
}

// named keeps what players read of a team.
func (f *Battlefield) named(i int, name string) {
	f.names[i] = [1]string{name}
	f.react[i] = name + " fires"
	f.fallers[i] = [2]string{name + ", no SMG", name + ", SMG"}
}

// whole returns the team that a half would come from, if it is still one.
func (f *Battlefield) whole(p *Position, half int) (i int, ok bool) {
	i = int(f.troops[half].whole) - 1
	return i, i >= 0 && !p.here(half) && p.Teams[i].men() >= leastSplit
}

// splits says why the halves among some teams cannot be parted from their
// teams, and parts them in a copy of the position.
func (f *Battlefield) splits(u *rule.Umpire, p *Position, set int16) (*Position, bool) {
	q := p
	for half := range f.troops {
		if set>>half&1 == 0 || f.troops[half].whole == 0 || p.here(half) {
			continue
		}
		i, ok := f.whole(p, half)
		if !ok {
			u.Refuses("host.split", func() string {
				return f.troops[i].name + rule.Counted(" has %d {character}: of %d or more a half can assault", p.Teams[i].men(), leastSplit)
			})
			return p, false
		}
		if set>>i&1 == 1 {
			u.Refuses("host.split", func() string {
				return "both halves would assault: name " + f.troops[i].name + " alone for the whole team"
			})
			return p, false
		}
		// Those who do not get in stay where they are, as a team more.
		if n := f.occupants(q, p.Teams[i].Place-1, p.Side).n; n == mostTogether {
			u.Refuses("host.capacity", func() string {
				return f.troops[i].name + " cannot split: in " + f.places[p.Teams[i].Place-1].name + rule.Counted(" are %d {team} of its side, and there is room for no more", n)
			})
			return p, false
		}
		if q == p {
			c := *p
			q = &c
		}
		f.part(q, half, i)
	}
	return q, true
}

// part makes a team of one half of another: of its characters and SMGs the
// smaller half, of its grenades the larger.
func (f *Battlefield) part(p *Position, half, i int) {
	t := &p.Teams[i]
	x := *t
	x.SMG, x.Grenades = t.SMG/2, t.Grenades-t.Grenades/2
	x.Plain = uint8(t.men()/2) - x.SMG
	t.SMG, t.Grenades, t.Plain = t.SMG-x.SMG, t.Grenades-x.Grenades, t.Plain-x.Plain
	p.Teams[half] = x
}
