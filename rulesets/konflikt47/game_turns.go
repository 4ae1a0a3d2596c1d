package konflikt47

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/rule"
)

// any reports whether a side has a unit, or one to set up.
func (p *Position) any(f *Battlefield, side uint8) bool {
	return game.Any(len(f.troops), func(i int) bool { return f.troops[i].side == side && p.Units[i].Men > 0 })
}

// begin is the first draw.
func (p *Position) begin(f *Battlefield) {
	p.Side = 0
	f.next(p)
}

// next sees whose decision it is: a die is drawn while both sides have some.
func (f *Battlefield) next(p *Position) bool {
	n := f.orderDiceLeft(p)
	switch {
	case n[0]+n[1] == 0:
		return false
	case n[0] > 0 && n[1] > 0:
		p.Stage = Drawing
	case n[0] > 0:
		p.Stage, p.Side = Ordering, 0
	default:
		p.Stage, p.Side = Ordering, 1
	}
	return true
}

// done is the end of an order.
func (f *Battlefield) done(u *rule.Umpire, p *Position) {
	if f.judge(u, p, false) || f.next(p) {
		return
	}
	for {
		u.Note("host.turn", "the cup is empty: the turn is over, and the dice go back")
		if f.judge(u, p, true) {
			return
		}
		if int(p.Turn) == f.turns {
			f.timeIsOver(u, p)
			return
		}
		for i := range f.troops {
			f.handsBack(u, p, i)
		}
		p.Turn++
		if f.next(p) {
			return
		}
	}
}

// handsBack puts the die of a unit back into the cup. One in Ambush or Down may
// stay so over the end of the turn.
func (f *Battlefield) handsBack(u *rule.Umpire, p *Position, i int) {
	x, t := &p.Units[i], &f.troops[i]
	if !p.here(i) || x.Die != AmbushDie && x.Die != DownDie || u.Choose(rule.Side(f.sides[t.side]), "host.turn", t.stays, "its die goes back", "it stays "+stayNames[x.Die]) == 0 {
		x.Die = NoDie
		return
	}
	u.Note("host.turn", "it keeps its die, and has no other order in the next turn")
	if x.Die == DownDie {
		x.Pins -= min(x.Pins, uint8(u.Fact(&downSheds)))
	}
}

// stayNames are the dice that units keep, in words.
var stayNames = [...]string{AmbushDie: "in Ambush", DownDie: "Down"}

// judge ends the game if it is decided before its time.
func (f *Battlefield) judge(u *rule.Umpire, p *Position, turnOver bool) bool {
	mine, theirs := p.any(f, 0), p.any(f, 1)
	t := &f.task
	switch {
	case !mine && !theirs:
		p.end(u, game.WipedOut, -1)
	case !mine:
		p.end(u, game.WipedOut, 1)
	case !theirs:
		p.end(u, game.WipedOut, 0)
	case t.Kind == Destroy && f.lostWorks(p) >= int(t.Many):
		p.end(u, game.TaskDecided, int8(t.Side))
	case t.Kind == Survive && f.left(p, t.Side) < int(t.Many):
		p.end(u, game.TaskDecided, int8(1-t.Side))
	case t.Kind == Clear && turnOver && f.inObjectives(p, 1-t.Side) == 0:
		p.end(u, game.TaskDecided, int8(t.Side))
	default:
		return false
	}
	return true
}

// timeIsOver ends the game after its last turn.
func (f *Battlefield) timeIsOver(u *rule.Umpire, p *Position) {
	won := f.task.Kind == Survive || f.task.Kind == Hold && f.held(p, f.task.Side) >= int(f.task.Many)
	side := int8(f.task.Side)
	if !won {
		side = 1 - side
	}
	p.end(u, game.OutOfTime, side)
}

func (p *Position) end(u *rule.Umpire, how game.Ending, winner int8) {
	p.Ended, p.Winner = how, winner
	u.Note("host.victory", "the game is over")
}

// lostWorks counts the objective sections that fell or burn.
func (f *Battlefield) lostWorks(p *Position) int {
	return game.Count(len(f.works), func(k int) bool { return f.works[k].objective && p.Sections[k] != Whole })
}

// left counts the men and machines of a side.
func (f *Battlefield) left(p *Position, side uint8) (n int) {
	for i := range f.troops {
		if f.troops[i].side == side {
			n += int(p.Units[i].Men)
		}
	}
	return n
}

// inside counts the units of each side in a section.
func (f *Battlefield) inside(p *Position, k int) [2]int {
	return game.BothSides(len(f.troops), func(i int) (uint8, bool) {
		return f.troops[i].side, p.here(i) && !f.at(p, i).spot && int(f.at(p, i).work) == k
	})
}

// inObjectives counts the units of a side in objective sections.
func (f *Battlefield) inObjectives(p *Position, side uint8) (n int) {
	for k := range f.works {
		if f.works[k].objective {
			n += f.inside(p, k)[side]
		}
	}
	return n
}

// held counts the objective sections in which a side is alone.
func (f *Battlefield) held(p *Position, side uint8) int {
	return game.Count(len(f.works), func(k int) bool {
		in := f.inside(p, k)
		return f.works[k].objective && in[side] > 0 && in[1-side] == 0
	})
}

// toPlace gives the next unit to be set up to its side: the first side places
// all of its units, then the other.
func (f *Battlefield) toPlace(p *Position) bool {
	for side := range uint8(2) {
		for i := range f.troops {
			if f.troops[i].side == side && p.Units[i].Men > 0 && !p.here(i) {
				p.Stage, p.Side = SettingUp, side
				return true
			}
		}
	}
	return false
}

// lose takes a unit off the table.
func (f *Battlefield) lose(u *rule.Umpire, p *Position, i int) {
	u.Note("host.casualties", f.troops[i].gone)
	p.Lost[f.troops[i].side] += p.Units[i].Men
	p.Units[i] = Unit{}
	p.unaim(i)
}

// unaim has everybody who fires indirectly at a unit begin his ranging again.
func (p *Position) unaim(i int) {
	for j := range p.Units {
		if x := &p.Units[j]; x.Aim == uint8(i+1) {
			x.Aim, x.Shots, x.Ranged = 0, 0, false
		}
	}
}

// set puts a unit at a place. A port of -1 is none.
func (f *Battlefield) set(p *Position, i, to, port int) {
	x := &p.Units[i]
	x.At, x.Port = uint8(to+1), uint8(port+1)
	x.Aim, x.Shots, x.Ranged = 0, 0, false
	p.unaim(i)
}

// sound says what is impossible about a position.
func sound(f *Battlefield, p *Position) error {
	if p.Side > 1 || p.Turn < 1 || int(p.Turn) > f.turns || p.Stage > Ordering || p.Ended > game.OutOfTime || p.Winner < -1 || p.Winner > 1 || p.Answer > RunsAway {
		return errors.New("its turn, side or stage cannot be")
	}
	if err := f.soundStage(p); err != nil {
		return err
	}
	for k, s := range p.Sections {
		if s > Fallen || k >= len(f.works) && s != Whole {
			return fmt.Errorf("section %d cannot be as it is", k)
		}
	}
	var on [mostPlaces + 1]bool
	for i := range p.Units {
		x := &p.Units[i]
		if err := f.soundUnit(p, i); err != nil {
			return err
		}
		if x.At > 0 && on[x.At] {
			return fmt.Errorf("two units are at %s", f.places[x.At-1].name)
		}
		on[x.At] = true
	}
	return nil
}

// soundStage says why what is to be decided cannot be.
func (f *Battlefield) soundStage(p *Position) error {
	for i := range p.Units {
		if int(p.Units[i].At) > len(f.places) {
			return fmt.Errorf("unit %d is at no place", i)
		}
	}
	n, again := f.orderDiceLeft(p), *p
	switch {
	case p.Ended != game.InProgress:
		return nil
	case p.Stage == SettingUp && (!f.toPlace(&again) || again.Side != p.Side),
		p.Stage == Drawing && (n[0] == 0 || n[1] == 0), p.Stage == Ordering && n[p.Side] == 0:
		return fmt.Errorf("nobody of the %s side is there for the %s", f.sides[p.Side], p.Stage.Names()[p.Stage])
	}
	return nil
}

func (f *Battlefield) soundUnit(p *Position, i int) error {
	x := &p.Units[i]
	if x.Men == 0 || i >= len(f.troops) {
		if *x != (Unit{}) {
			return fmt.Errorf("unit %d is lost, and something is left of it", i)
		}
		return nil
	}
	t := &f.troops[i]
	if int(x.At) > len(f.places) || x.Die > DownDie || int(x.Port) > len(f.doors) || int(x.Aim) > len(f.troops) || x.Men > t.men || x.Pins > mostPins || x.Shots > 9 || x.At == 0 && p.Stage != SettingUp {
		return fmt.Errorf("%s cannot be as it is", t.name)
	}
	arms := 0
	for k, n := range x.Arms {
		if arms += int(n); n > t.arms[k].count {
			return fmt.Errorf("%s has more weapons than it had", t.name)
		}
	}
	if !t.vehicle() && arms > int(x.Men) {
		return fmt.Errorf("%s has more weapons than men", t.name)
	}
	if x.At == 0 {
		return nil
	}
	at := f.at(p, i)
	switch {
	case !at.spot && t.vehicle():
		return fmt.Errorf("%s is a vehicle inside a building", t.name)
	case !at.spot && p.Sections[at.work] != Whole:
		return fmt.Errorf("%s is in a section that fell or burns", t.name)
	case at.spot && at.work >= 0 && p.Sections[at.work] != Fallen:
		return fmt.Errorf("%s stands in the rubble of a section that has not fallen", t.name)
	case at.front >= 0 && !t.vehicle():
		return fmt.Errorf("%s stands where only a vehicle does", t.name)
	case x.Port > 0 && (f.doors[x.Port-1].work != at.work || f.doors[x.Port-1].floor != at.floor || at.spot):
		return fmt.Errorf("%s is not where its weapon is set up", t.name)
	}
	return nil
}

// census counts the men and machines.
func census(f *Battlefield, p *Position) (here, lost [2]int) {
	return [2]int{f.left(p, 0), f.left(p, 1)}, [2]int{int(p.Lost[0]), int(p.Lost[1])}
}
