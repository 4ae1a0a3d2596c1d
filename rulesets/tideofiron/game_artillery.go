package tideofiron

import (
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// SetupBattery is the artillery of a side, as its Strategy card states it.
type SetupBattery struct {
	Side    int `key:"side" of:"sides" doc:"the side that has the card"`
	Calls   int `key:"calls" doc:"times that the artillery can fire" min:"1" max:"9"`
	Contact int `key:"contact" doc:"lowest die that makes contact" min:"1" max:"6"`
	Dice    int `key:"dice" doc:"attack dice against each squad" min:"1" max:"30"`
	Against int `key:"building-dice" doc:"attack dice against a building; 0 for as many as against each squad" min:"0" max:"30"`
	Steady  int `key:"steady" doc:"highest black die at which the shells do not drift" min:"0" max:"6"`
}

// A battery is the artillery of a side. A side without artillery has no calls.
type battery struct{ contact, dice, buildingDice, steady, calls uint8 }

// readBatteries reads the Strategy cards of the sides.
func (f *Battlefield) readBatteries(p *Position, list []SetupBattery) error {
	for i, card := range list {
		if f.batteries[card.Side].calls > 0 {
			return game.ErrorfAt("a side can have only one card for artillery", "artillery", i, "side")
		}
		f.batteries[card.Side] = battery{uint8(card.Contact), uint8(card.Dice), uint8(card.Against), uint8(card.Steady), uint8(card.Calls)}
		p.Calls[card.Side] = uint8(card.Calls)
	}
	return nil
}

// artilleryAttack returns the situation of artillery that strikes a hex.
func (f *Battlefield) artilleryAttack(p *Position, side uint8, hex int, mode Mode) (s AreaAttack, squadUnits [mostUnits]int8) {
	artillery := &f.batteries[side]
	s = AreaAttack{Mode: mode, Dice: artillery.dice, BuildingDice: artillery.buildingDice}
	s.Hex, squadUnits = f.hexSituation(p, hex, side)
	return s, squadUnits
}

func callPseudoLegal(f *Battlefield, p *Position, out []args) []args {
	if p.Active != 0 || p.Ended != game.InProgress || p.Calls[p.Side] == 0 || p.Tried[p.Side] == p.Round {
		return out
	}
	seen := f.knownHexes(p, p.Side)
	for hex := range f.hexes {
		for mode := Normal; mode <= Suppressive; mode++ {
			if seen>>hex&1 == 1 || mode == Normal && p.Hexes[hex].Terrain == Standing && f.destructible {
				out = append(out, args{int16(hex), int16(mode)})
			}
		}
	}
	return out
}

func callLegal(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	hex, mode := int(a[0]), Mode(a[1])
	if p.Ended != game.InProgress {
		u.Forbid("host.victory", "the game is over")
		return
	}
	f.legalIdle(u, p)
	if p.Calls[p.Side] == 0 {
		u.ForbidFunc("host.artillery", func() string {
			if f.batteries[p.Side].calls == 0 {
				return fmt.Sprintf("the %s side has no artillery", f.sides[p.Side])
			}
			return fmt.Sprintf("the %s side has no calls of artillery left", f.sides[p.Side])
		})
		return
	}
	if p.Tried[p.Side] == p.Round {
		u.ForbidFunc("host.artillery", func() string {
			return fmt.Sprintf("the %s side has already called its artillery this round: call again next round", f.sides[p.Side])
		})
	}
	readSightRules(u)
	legalArtilleryCall(u, &ArtilleryCall{Blind: !f.isSpotted(p, p.Side, hex, -1)})
	s, _ := f.artilleryAttack(p, p.Side, hex, mode)
	f.legalEffect(u, p, &s, hex)
	legalArea(u, &s)
}

func callApply(u *rule.Umpire, f *Battlefield, p *Position, a args) {
	side := p.Side
	artillery := &f.batteries[side]
	if u.Fact(&artilleryOncePerRound) == 1 {
		p.Tried[side] = p.Round
	}
	readSightRules(u)
	if u.Test(rule.D6, rule.AtLeast(int(artillery.contact)), "host.artillery", "contact with the artillery") {
		f.playCall(u, p, side, int(a[0]), Mode(a[1]))
	} else {
		text := "no contact: the side keeps the card"
		if u.Fact(&artilleryCardKept) == 0 {
			text = "no contact: the side loses the call"
			p.Calls[side]--
		}
		u.Note("host.artillery", text)
	}
	if u.Fact(&artilleryTakesAction) == 0 && p.Ended == game.InProgress {
		p.Left++ // a call takes no action
	}
	f.endAction(u, p)
}

// playCall plays a call with contact: the shells drift from the target hex, then attack.
func (f *Battlefield) playCall(u *rule.Umpire, p *Position, side uint8, hex int, mode Mode) {
	p.Calls[side]--
	hex = f.drift(u, hex, int(f.batteries[side].steady))
	if hex < 0 {
		u.Note("host.drift", "the shells fall off the board")
		return
	}
	u.NoteFunc("host.drift", func() string { return "the shells fall on " + f.hexes[hex].name })
	s, squadUnits := f.artilleryAttack(p, side, hex, mode)
	f.playAreaAttack(u, p, side, hex, &s, squadUnits)
}

// drift returns the hex on which shells aimed at a hex fall, or -1 off the board.
func (f *Battlefield) drift(u *rule.Umpire, hex, steady int) int {
	drift := playDrift(u, &ArtilleryCall{Steady: uint8(steady)})
	for ; drift.Hexes > 0 && hex >= 0; drift.Hexes-- {
		hex = int(f.neighbours[hex][clockwise[drift.Direction-1]])
	}
	return hex
}

// clockwise lists the directions of [ground.Hex.Neighbour] clockwise from north.
var clockwise = [6]int{2, 1, 0, 5, 4, 3}
