package lasergrenadiers

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// ready reports whether a piece can be activated.
func (f *Battlefield) ready(p *Position, i int) bool { return p.here(i) && !p.Figures[i].Done }

// canAct reports whether a side has a piece to activate.
func (f *Battlefield) canAct(p *Position, side uint8) bool {
	return game.Any(len(f.pieces), func(i int) bool { return f.pieces[i].side == side && f.ready(p, i) })
}

// mayAct reports whether a piece can act now. If not, it gives u the reason.
func (f *Battlefield) mayAct(u *rule.Umpire, p *Position, i int) bool {
	switch {
	case p.Over():
		u.Forbid("host.victory", "the game is over")
	case f.pieces[i].side != p.Side:
		u.Forbid("host.sequence", "the other side now activates a piece")
	case !p.here(i):
		u.Forbid("host.out", "the piece is out of action")
	case p.Active != 0 && p.Active != uint8(i+1):
		u.Forbid("host.activation", "another piece must first end its activation")
	case p.Figures[i].Done:
		u.Forbid("host.sequence", "the piece has already been activated or fired back in this turn")
	default:
		return true
	}
	return false
}

// legalCalm forbids all but recovering to shaken pieces.
func (f *Battlefield) legalCalm(u *rule.Umpire, p *Position, i int) {
	u.Require(!p.Figures[i].Shaken, "host.morale", "the piece is shaken: it must recover first")
}

// begin makes a piece the one that is activated.
func (p *Position) begin(i int) { p.Active = uint8(i + 1) }

// finish ends the activation of a piece.
func (f *Battlefield) finish(u *rule.Umpire, p *Position) {
	if i := int(p.Active) - 1; i >= 0 && p.here(i) {
		p.Figures[i].Done = true
	}
	p.Active, p.Passed = 0, false
	if victory.Decide(u, f, p, false) {
		return
	}
	switch next, ok := game.NextSide(p.Side, func(side uint8) bool { return f.canAct(p, side) }); {
	case !ok:
		f.endTurn(u, p)
	case next != p.Side:
		u.Note("host.sequence", "the other side activates a piece")
		p.Side = next
	}
}

func passPseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	if p.Active == 0 && !p.Over() {
		out = append(out, args{})
	}
	return out
}

func passLegal(u *rule.Umpire, _ *Battlefield, p *Position, _ args) {
	u.Require(!p.Over(), "host.victory", "the game is over")
	u.Require(p.Active == 0, "host.activation", "the active piece must first end its activation")
}

func passApply(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	u.Note("host.pass", "the side passes")
	if other := 1 - p.Side; !p.Passed && f.canAct(p, other) {
		p.Passed, p.Side = true, other
		return
	}
	f.endTurn(u, p)
}

func donePseudoLegal(_ *Battlefield, p *Position, out []args) []args {
	if p.Active != 0 {
		out = append(out, args{int16(p.Active - 1)})
	}
	return out
}

func doneLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if f.mayAct(u, p, int(a[0])) {
		u.Require(p.Active == uint8(a[0]+1), "host.activation", "the piece is not in the middle of its activation")
	}
}

func doneApply(u *rule.Umpire, f *Battlefield, p *Position, _ args) {
	u.Note("host.activation", "the piece ends its activation")
	f.finish(u, p)
}

// endTurn ends a turn and begins the next: what is damaged may collapse, fires
// grow and attack, and it is decided who begins.
func (f *Battlefield) endTurn(u *rule.Umpire, p *Position) {
	p.Active, p.Passed = 0, false
	if victory.EndRound(u, f, p, int(p.Turn) == f.turns) {
		return
	}
	p.Turn++
	u.NoteFunc("host.turn", func() string { return fmt.Sprintf("turn %d of %d", p.Turn, f.turns) })
	f.resetPieces(p)
	f.noteSinged(u, p)
	f.checkCollapses(u, p)
	f.burnAll(u, p)
	if victory.Decide(u, f, p, false) {
		return
	}
	p.Side = 1
	if u.Test(rule.D10, rule.AtMost(u.Fact(&firstSideOn)), "host.initiative", "does the first side begin the turn?") {
		p.Side = 0
	}
}

// resetPieces makes all pieces ready again. A piece that was detected stays known, but it must be
// detected anew to be fired at.
func (f *Battlefield) resetPieces(p *Position) {
	for i := range f.pieces {
		x := &p.Figures[i]
		x.Done, x.Fired = false, false
		if x.Seen == Detected {
			x.Seen = Located
		}
	}
	f.revealRooms(p)
}

// checkCollapses checks the structures that were damaged.
func (f *Battlefield) checkCollapses(u *rule.Umpire, p *Position) {
	if f.system.inForce(u) != ByPoints || !f.checks.isYes(u, &collapseChecks) {
		return
	}
	for structure := range f.sites {
		state := &p.Sites[structure]
		if state.Gone || state.Lost == 0 || !mustCheckCollapse(u, state.Fresh) {
			continue
		}
		state.Fresh = false
		u.Note("points.collapse", "the damaged structure may collapse")
		if collapses(u, int(state.Lost), int(f.sites[structure].Points)) {
			f.demolish(u, p, structure)
		}
	}
}

func recoverPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Over() || p.Active != 0 {
		return out
	}
	return game.Single(out, len(f.pieces), func(i int) bool {
		x := &p.Figures[i]
		return f.pieces[i].side == p.Side && f.ready(p, i) && (x.Shaken || x.Damage > 0)
	})
}

func recoverLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	if i := int(a[0]); f.mayAct(u, p, i) {
		u.Require(p.Active == 0, "host.activation", "the piece has already moved in this activation")
		x := &p.Figures[i]
		u.Require(x.Shaken || x.Damage > 0, "host.morale", "the piece is neither shaken nor damaged")
	}
}

func recoverApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	i := int(a[0])
	p.begin(i)
	state := &p.Figures[i]
	if state.Shaken {
		if u.Test(rule.D10, rule.AtMost(u.Fact(&rallyOn)), "host.morale", "does the piece recover?") {
			state.Shaken = false
		}
	} else if u.Test(rule.D10, rule.AtMost(u.Fact(&repairOn)), "host.repair", "does damage control restore a point?") {
		state.Damage--
	}
	f.finish(u, p)
}

// structuresDestroyed counts the structures that are gone.
func (f *Battlefield) structuresDestroyed(p *Position) int {
	return game.Count(len(f.sites), func(s int) bool { return p.Sites[s].Gone })
}

// sectionsOnFire counts the sections that burn.
func (f *Battlefield) sectionsOnFire(p *Position) int {
	return game.Count(len(f.sections), func(w int) bool { return p.Wings[w].Size > 0 })
}

// openWalls counts the breaches in walls.
func (f *Battlefield) openWalls(p *Position) (n int) {
	for w := range f.sections {
		n += gapsIn(&p.Wings[w])
	}
	return n
}
