package d20skirmish

import "loophole/rule"

// shotSituation returns the situation of one team that fires at another.
func (f *Battlefield) shotSituation(p *Position, by, at int) Shot {
	firers, target := &p.Teams[by], &p.Teams[at]
	return Shot{
		Men: uint8(firers.men()), Skill: f.teams[by].fire, SMG: firers.SMG, Suppressed: firers.Suppressed, Twice: firers.Twice,
		Distance: max(1, f.distance[firers.Place-1][target.Place-1]), Target: uint8(target.men()), Cover: f.places[target.Place-1].cover, Moving: target.Moved,
	}
}

// legalShotAt forbids a shot that a team cannot fire at another.
func (f *Battlefield) legalShotAt(u *rule.Umpire, p *Position, by, at int) {
	target := &f.teams[at]
	switch {
	case target.side == f.teams[by].side:
		u.ForbidFunc("host.sight", func() string { return target.name + " is on your own side: choose an enemy" })
		return
	case !p.here(at):
		u.ForbidFunc("host.sight", func() string { return target.name + " is not on the table: choose an enemy that is" })
		return
	case p.isFighting(at):
		u.ForbidFunc("host.friends", func() string { return target.name + " is in combat with friendly teams" })
	}
	if !f.inSight(u, p, by, at) {
		return
	}
	s := f.shotSituation(p, by, at)
	legalShot(u, &s)
}

// inSight reports whether a team sees another, and forbids fire if not.
func (f *Battlefield) inSight(u *rule.Umpire, p *Position, by, at int) bool {
	if f.sees(p, p.Teams[by].Place-1, p.Teams[at].Place-1) {
		return true
	}
	u.ForbidFunc("host.sight", func() string { return f.teams[at].name + " is out of sight of " + f.teams[by].name })
	return false
}

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		for j := range f.teams {
			if f.teams[j].side != p.Side && p.here(j) && !p.isFighting(j) && f.sees(p, p.Teams[i].Place-1, p.Teams[j].Place-1) {
				out = append(out, args{int16(i), int16(j)})
			}
		}
	}
	return out
}

func fireLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	by, at := int(a[0]), int(a[1])
	if f.mayActFreely(u, p, by) {
		f.legalShotAt(u, p, by, at)
	}
}

func fireApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	by, at := int(a[0]), int(a[1])
	f.spendActions(u, p, by, 1)
	f.shoot(u, p, by, at)
	f.endIfSpent(u, p)
}

var targetWords = []string{theTarget}

// noteCasualties notes the casualties of a team.
func (f *Battlefield) noteCasualties(u *rule.Umpire, p *Position, i int, n uint8, cite rule.Clause) {
	if n > 0 {
		u.NoteFunc(cite, func() string {
			return f.teams[i].name + rule.Counted(" loses %d {character}, and %d {is|are} left", int(n), p.Teams[i].men()-int(n))
		})
	}
}

// shoot plays the fire of one team at another.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, by, at int) {
	s := f.shotSituation(p, by, at)
	var outcome ShotOutcome
	u.WithRoles([2]rule.Side{shooter, target}, [2]rule.Side{f.side(by), f.side(at)}, func() {
		u.WithOptionNames(target, targetWords, f.names[at][:], func() {
			u.About(f.teams[by].name, func() { outcome = playShot(u, rule.Traced(u, &s)) })
		})
	})
	team := &p.Teams[at]
	team.Suppressed = team.Suppressed || outcome.Suppressed
	f.moraleOf(p, at).drop(-int(outcome.Morale))
	plain, smg := f.chooseCasualties(u, team, at, outcome.Lost)
	f.noteCasualties(u, p, at, plain+smg, "host.hit")
	f.lose(p, at, plain, smg)
}

// chooseCasualties asks the owner which characters are lost, if there is a choice. It returns those
// without and those with an SMG.
func (f *Battlefield) chooseCasualties(u *rule.Umpire, t *Team, i int, lost uint8) (plain, smg uint8) {
	for ; lost > 0; lost-- {
		switch a, b := t.Plain-plain, t.SMG-smg; {
		case a > 0 && b > 0 && a+b > lost:
			if u.Choose(f.side(i), "host.casualty", "which character is lost", f.casualtyOptions[i][:]...) == 0 {
				plain++
			} else {
				smg++
			}
		case a > 0:
			plain++
		default:
			smg++
		}
	}
	return plain, smg
}

// side returns the side of a team, as decisions name it.
func (f *Battlefield) side(i int) rule.Side { return f.sides[f.teams[i].side] }

// triggerWatch lets enemies on watch fire at a team that has shown itself, one after the other.
func (f *Battlefield) triggerWatch(u *rule.Umpire, p *Position, target int) {
	var checker *rule.Umpire
	for p.here(target) {
		var options [mostTeams + 1]string
		var firers [mostTeams]int
		count := 0
		for i := range f.teams {
			if p.Teams[i].State != Watching || p.Teams[i].Suppressed || f.teams[i].side == f.teams[target].side || p.isFighting(i) || p.Teams[i].Place == 0 {
				continue
			}
			if checker == nil {
				checker = rule.NewChecker(u.House())
			}
			if f.legalShotAt(checker, p, i, target); checker.Allowed() {
				options[count], firers[count] = f.watchOptions[i], i
				count++
			}
		}
		if count == 0 {
			return
		}
		options[count] = "hold fire"
		k := u.Choose(f.sides[1-f.teams[target].side], "host.react", f.teams[target].name+" shows itself", options[:count+1]...)
		if k == count {
			return
		}
		p.Teams[firers[k]].State = Done
		f.shoot(u, p, firers[k], target)
	}
}
