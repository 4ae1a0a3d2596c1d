package d20skirmish

// The worth of a character and of a grenade to a policy.
const (
	plainValue   = 10
	smgValue     = 13
	grenadeValue = 1
)

// teamValue returns the value of a team for a policy. Suppression, hesitation and pinning lower it.
func (f *Battlefield) teamValue(p *Position, i int) int {
	team := &p.Teams[i]
	if team.Place == 0 {
		return 0
	}
	value := plainValue*int(team.Plain) + smgValue*int(team.SMG)
	part := 0
	if team.Suppressed {
		part += 2
	}
	morale := f.moraleOf(p, i)
	if morale.Hesitant {
		part++
	}
	if morale.Pinned {
		part++
	}
	return value - value*part/10 + grenadeValue*int(team.Grenades)
}

// objectiveValue rates a side's hold on the objectives, and how near its teams are to them.
func (f *Battlefield) objectiveValue(p *Position, side uint8) int {
	value := p.EndValue(side)
	for _, goal := range f.objectives {
		at := int(goal)
		value += f.holdValue(p, at, side) - f.holdValue(p, at, 1-side)
		if f.task.Kind != Survive || int(side) != f.task.Side {
			value -= 2 * f.nearestTeam(p, at, side)
		}
	}
	return value
}

// holdValue rates a side's hold on an objective. A team there adds little to control, so that
// policies do not leave teams behind to guard it.
func (f *Battlefield) holdValue(p *Position, at int, side uint8) int {
	there := f.inside(p, at, side) > 0
	switch {
	case p.Rooms[at].Held == side+1 && there:
		return 14
	case p.Rooms[at].Held == side+1:
		return 12
	case there:
		return 8
	}
	return 0
}

// nearestTeam returns the number of passages from a place to the nearest team of a side.
func (f *Battlefield) nearestTeam(p *Position, at int, side uint8) int {
	return roster.Nearest(f, p, side, 10, func(i int) int { return int(f.passagesBetween[p.Teams[i].Place-1][at]) })
}
