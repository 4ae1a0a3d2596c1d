package balance

import (
	"cmp"
	"slices"

	"loophole/game"
)

// An EndingCount is the number of games that ended in one way.
type EndingCount struct {
	Winner int    `json:"winner"` // 0, 1, or 2 for a draw
	Why    string `json:"why"`    // as players read it
	Games  int    `json:"games"`
}

// compare orders endings by the winner, then by the reason.
func (e *EndingCount) compare(o *EndingCount) int {
	return cmp.Or(cmp.Compare(e.Winner, o.Winner), cmp.Compare(e.Why, o.Why))
}

// EndingCounts counts games by their endings. Its order does not depend on the order of additions.
type EndingCounts []EndingCount

// Add adds games that ended with a winner, 0, 1 or [game.Draw], for a reason of [game.Status].
func (l *EndingCounts) Add(winner int, why string, games int) {
	reason := game.Reason(why, winner == game.Draw)
	if winner == game.Draw {
		winner = 2
	}
	l.join(EndingCount{winner, reason, games})
}

// Join adds the games of another count.
func (l *EndingCounts) Join(o EndingCounts) {
	for _, e := range o {
		l.join(e)
	}
}

func (l *EndingCounts) join(e EndingCount) {
	i, found := slices.BinarySearchFunc(*l, e, func(a, b EndingCount) int { return a.compare(&b) })
	if found {
		(*l)[i].Games += e.Games
	} else {
		*l = slices.Insert(*l, i, e)
	}
}

// Sorted reports whether the endings are in order and each occurs once.
func (l EndingCounts) Sorted() bool {
	for i := range l[min(1, len(l)):] {
		if l[i].compare(&l[i+1]) >= 0 {
			return false
		}
	}
	return true
}

// A UnitCount counts the games in which a unit was left at the end, and its models there.
type UnitCount struct {
	Name   string `json:"name"`
	Side   int    `json:"side"`
	Models int    `json:"models"` // at the start; 0 for a unit without a number of models, or one that arrives later
	Lives  int    `json:"lives"`  // games that it survived
	Left   [2]int `json:"left"`   // models at the end: the sum over all games, and the sum of squares
}

// compare orders units by the side, then by the name.
func (u *UnitCount) compare(o *UnitCount) int {
	return cmp.Or(cmp.Compare(u.Side, o.Side), cmp.Compare(u.Name, o.Name), cmp.Compare(u.Models, o.Models))
}

// UnitCounts counts the games that units survive. Its order does not depend on the order of
// additions.
type UnitCounts []UnitCount

// A UnitCounter counts the games of an instance that its units survive.
type UnitCounter struct {
	Counts   UnitCounts
	instance *game.Instance
	start    map[string]UnitCount
}

// NewUnitCounter returns a counter without games. It lists the units that are there at the start.
func NewUnitCounter(f *game.Instance) *UnitCounter {
	c := &UnitCounter{instance: f, start: map[string]UnitCount{}}
	s, _ := f.Scene(f.Start)
	for name, p := range s.ByName() {
		c.start[name] = UnitCount{Name: name, Side: p.Side, Models: p.Strength}
		c.Counts.join(c.start[name])
	}
	return c
}

// Add counts a game by its last position. A unit that was not there at the start is added to the list.
func (c *UnitCounter) Add(last game.Position) {
	s, _ := c.instance.Scene(last)
	for name, p := range s.ByName() {
		x, there := c.start[name]
		if !there {
			x = UnitCount{Name: name, Side: p.Side}
		}
		x.Lives, x.Left = 1, [2]int{p.Strength, p.Strength * p.Strength}
		c.Counts.join(x)
	}
}

// Join adds the games of another count.
func (l *UnitCounts) Join(o UnitCounts) {
	for _, u := range o {
		l.join(u)
	}
}

func (l *UnitCounts) join(u UnitCount) {
	i, found := slices.BinarySearchFunc(*l, u, func(a, b UnitCount) int { return a.compare(&b) })
	if !found {
		*l = slices.Insert(*l, i, u)
		return
	}
	x := &(*l)[i]
	x.Lives += u.Lives
	x.Left[0] += u.Left[0]
	x.Left[1] += u.Left[1]
}

// Sorted reports whether the units are in order and each occurs once.
func (l UnitCounts) Sorted() bool {
	for i := range l[min(1, len(l)):] {
		if l[i].compare(&l[i+1]) >= 0 {
			return false
		}
	}
	return true
}

// HasModels reports whether a unit has a number of models.
func (u *UnitCount) HasModels() bool { return u.Models != 0 || u.Left[0] != 0 }
