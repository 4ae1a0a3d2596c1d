package d20skirmish

import "loophole/rule"

// shotSituation is the situation of one team that fires at another.
func (f *Battlefield) shotSituation(p *Position, by, at int) Shot {
	t, x := &p.Teams[by], &p.Teams[at]
	return Shot{
		Men: uint8(t.men()), Skill: f.troops[by].fire, SMG: t.SMG, Suppressed: t.Suppressed, Twice: t.Twice,
		Distance: max(1, f.far[t.Place-1][x.Place-1]), Target: uint8(x.men()), Cover: f.places[x.Place-1].cover, Moving: x.Moved,
	}
}

// checkShot forbids a shot that a team cannot fire at another.
func (f *Battlefield) checkShot(u *rule.Umpire, p *Position, by, at int) {
	x := &f.troops[at]
	switch {
	case x.side == f.troops[by].side:
		u.Refuses("host.sight", func() string { return x.name + " is on your own side: choose an enemy" })
		return
	case !p.here(at):
		u.Refuses("host.sight", func() string { return x.name + " is not on the table: choose an enemy that is" })
		return
	case p.isFighting(at):
		u.Refuses("host.friends", func() string { return x.name + " is in combat with friendly teams" })
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
	u.Refuses("host.sight", func() string { return f.troops[at].name + " is out of sight of " + f.troops[by].name })
	return false
}

func firePseudoLegal(f *Battlefield, p *Position, out []args) []args {
	list, n := f.teamsAble(p)
	for _, i := range list[:n] {
		for j := range f.troops {
			if f.troops[j].side != p.Side && p.here(j) && !p.isFighting(j) && f.sees(p, p.Teams[i].Place-1, p.Teams[j].Place-1) {
				out = append(out, args{int16(i), int16(j)})
			}
		}
	}
	return out
}

func checkFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayActFreely(u, p, int(a[0])) {
		f.checkShot(u, p, int(a[0]), int(a[1]))
	}
}

func doFire(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	f.spendActions(u, p, int(a[0]), 1)
	f.shoot(u, p, int(a[0]), int(a[1]))
	f.endIfSpent(u, p)
}

var targetWords = []string{theTarget}

// noteCasualties notes the casualties of a team.
func (f *Battlefield) noteCasualties(u *rule.Umpire, p *Position, i int, n uint8, cite rule.Clause) {
	if n > 0 {
		u.Notes(cite, func() string {
			return f.troops[i].name + rule.Counted(" loses %d {character}, and %d {is|are} left", int(n), p.Teams[i].men()-int(n))
		})
	}
}

// shoot plays the fire of one team at another.
func (f *Battlefield) shoot(u *rule.Umpire, p *Position, by, at int) {
	s := f.shotSituation(p, by, at)
	var v Volley
	u.WithRoles([2]rule.Side{shooter, target}, [2]rule.Side{f.side(by), f.side(at)}, func() {
		u.WithOptionNames(target, targetWords, f.names[at][:], func() {
			u.About(f.troops[by].name, func() { v = playShot(u, rule.Overheard(u, &s)) })
		})
	})
	t := &p.Teams[at]
	t.Suppressed = t.Suppressed || v.Suppressed
	f.moraleOf(p, at).drop(-int(v.Morale))
	plain, smg := f.chooseCasualties(u, t, at, v.Lost)
	f.noteCasualties(u, p, at, plain+smg, "host.hit")
	f.lose(p, at, plain, smg)
}

// chooseCasualties asks the owner which characters are lost, if there is a choice. It returns those
// without and those with an SMG.
func (f *Battlefield) chooseCasualties(u *rule.Umpire, t *Team, i int, lost uint8) (plain, smg uint8) {
	for ; lost > 0; lost-- {
		switch a, b := t.Plain-plain, t.SMG-smg; {
		case a > 0 && b > 0 && a+b > lost:
			if u.Choose(f.side(i), "host.casualty", "which character is lost", f.fallers[i][:]...) == 0 {
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

// side is the side of a team, as decisions name it.
func (f *Battlefield) side(i int) rule.Side { return f.sides[f.troops[i].side] }

// triggerWatch lets enemies on watch fire at a team that has shown itself, one after the other.
func (f *Battlefield) triggerWatch(u *rule.Umpire, p *Position, target int) {
	var judge *rule.Umpire
	for p.here(target) {
		var options [mostTeams + 1]string
		var who [mostTeams]int
		n := 0
		for i := range f.troops {
			if p.Teams[i].State != Watching || p.Teams[i].Suppressed || f.troops[i].side == f.troops[target].side || p.isFighting(i) || p.Teams[i].Place == 0 {
				continue
			}
			if judge == nil {
				judge = rule.NewChecker(u.House())
			}
			if f.checkShot(judge, p, i, target); judge.Allowed() {
				options[n], who[n] = f.react[i], i
				n++
			}
		}
		if n == 0 {
			return
		}
		options[n] = "hold fire"
		k := u.Choose(f.sides[1-f.troops[target].side], "host.react", f.troops[target].name+" shows itself", options[:n+1]...)
		if k == n {
			return
		}
		p.Teams[who[k]].State = Done
		f.shoot(u, p, who[k], target)
	}
}
