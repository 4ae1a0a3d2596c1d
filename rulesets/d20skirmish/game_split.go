package d20skirmish

import "loophole/rule"

// addHalves adds a half for every team that may split, while there is room for teams. Its name is
// that of the team with -half.
func (f *Battlefield) addHalves(list []SetupTeam) {
	taken := map[string]bool{}
	for i := range list {
		taken[list[i].Name] = true
	}
	for i := range list {
		name := list[i].Name + "-half"
		if int(list[i].Men) < f.leastSplit || taken[name] || len(f.teams) == mostTeams {
			continue
		}
		half := f.teams[i]
		half.name, half.whole = name, uint8(i+1)
		f.nameTeam(len(f.teams), name)
		f.teams = append(f.teams, half)
	}
}

// nameTeam stores the texts that name a team.
func (f *Battlefield) nameTeam(i int, name string) {
	f.names[i] = [1]string{name}
	f.watchOptions[i] = name + " fires"
	f.casualtyOptions[i] = [2]string{name + ", no SMG", name + ", SMG"}
}

// wholeOf returns the team that a half would split from, and whether it can split now.
func (f *Battlefield) wholeOf(p *Position, half int) (i int, ok bool) {
	i = int(f.teams[half].whole) - 1
	return i, i >= 0 && !p.here(half) && p.Teams[i].men() >= f.leastSplit
}

// splitHalves splits the halves in a set from their teams, in a copy of the position. It reports
// whether they can split. If not, it gives u the reason.
func (f *Battlefield) splitHalves(u *rule.Umpire, p *Position, set partySet) (*Position, bool) {
	after := p
	for half := range f.teams {
		if !set.has(half) || f.teams[half].whole == 0 || p.here(half) {
			continue
		}
		i, ok := f.wholeOf(p, half)
		if !ok {
			u.ForbidFunc("host.split", func() string {
				return f.teams[i].name + rule.Counted(" has %d {character}, and needs %d to split", p.Teams[i].men(), f.leastSplit)
			})
			return p, false
		}
		if set.has(i) {
			u.ForbidFunc("host.split", func() string {
				return "both halves would assault: name " + f.teams[i].name + " alone for the whole team"
			})
			return p, false
		}
		// If the assault stops, the half stays where it is, as one more team.
		if n := f.occupants(after, p.Teams[i].Place-1, p.Side).count; n == mostTogether {
			u.ForbidFunc("host.capacity", func() string {
				return f.teams[i].name + " cannot split: " + f.places[p.Teams[i].Place-1].name + rule.Counted(" holds %d {team} of its side, and has no room for more", n)
			})
			return p, false
		}
		if after == p {
			copied := *p
			after = &copied
		}
		after.splitTeam(half, i)
	}
	return after, true
}

// splitTeam makes a team of half of another. The new team takes the smaller half of the characters and
// SMGs, and the larger half of the grenades.
func (p *Position) splitTeam(half, wholeIndex int) {
	whole := &p.Teams[wholeIndex]
	part := *whole
	part.SMG, part.Grenades = whole.SMG/2, whole.Grenades-whole.Grenades/2
	part.Plain = uint8(whole.men()/2) - part.SMG
	whole.SMG, whole.Grenades, whole.Plain = whole.SMG-part.SMG, whole.Grenades-part.Grenades, whole.Plain-part.Plain
	p.Teams[half] = part
}
