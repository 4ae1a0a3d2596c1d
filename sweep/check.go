package sweep

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// check checks a result that was read: its bounds, and that its sums are those of its shards.
func (r *Result) check() error {
	switch {
	case r.Format != 1:
		return fmt.Errorf("unknown format %d: this program reads format 1", r.Format)
	case len(r.Cells) == 0 || len(r.Cells) > MostCells:
		return fmt.Errorf("%d cells: 1 to %d are possible", len(r.Cells), MostCells)
	case r.Stop < 0 || r.Stop > 50_000:
		return fmt.Errorf("stop %d is out of range", r.Stop)
	case r.Test != nil && r.Stop > 0:
		return errors.New("there are two stopping rules")
	case r.Test != nil && r.Test.Check() != nil:
		return r.Test.Check()
	}
	shards := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if err := c.check(); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if shards += c.shards(); shards > MostShards {
			return fmt.Errorf("more than %d shards", MostShards)
		}
		before := *c
		c.settle(r.rule())
		if before.Done != c.Done || before.Stopped != c.Stopped || before.Verdict != c.Verdict ||
			len(before.Shards) != len(c.Shards) || !reflect.DeepEqual(before.Total, c.Total) {
			return fmt.Errorf("cell %d: its sums are not those of its shards", i+1)
		}
	}
	complete := r.Complete
	if r.settle(); r.Complete != complete {
		return errors.New("its field complete is wrong")
	}
	return nil
}

func (c *Cell) check() error {
	if c.Procedure != "" {
		if c.Scenario != "" || c.Games != 0 || c.Shard != 0 || len(c.Shards) > 0 || len(c.Policies)+len(c.Sides)+len(c.Measure) > 0 {
			return errors.New("a question has no games")
		}
		return c.Answer.check()
	}
	switch {
	case c.Answer != nil:
		return errors.New("games have no exact answer")
	case c.Shard < 1 || c.Shard > mostShard || c.Games < 1 || c.Games > mostGames:
		return errors.New("the numbers of games are out of range")
	case len(c.Policies) != 2 || len(c.Sides) != 2:
		return errors.New("it lacks policies or sides")
	case !c.measuresFit():
		return errors.New("its metrics are not those that it measures")
	}
	before := -1
	for i := range c.Shards {
		s := &c.Shards[i]
		if s.Number <= before || s.Number >= c.shards() {
			return fmt.Errorf("shard %d is out of order", s.Number)
		}
		before = s.Number
		if err := c.checkShard(s); err != nil {
			return err
		}
	}
	return nil
}

// measuresFit reports whether the metrics of a cell are those among its measures.
func (c *Cell) measuresFit() bool {
	if !c.Asked() {
		return c.Measure == nil
	}
	var metrics []string
	for i, name := range c.Measure {
		if slices.Contains(c.Measure[:i], name) {
			return false
		}
		if !slices.Contains(ofEveryGame, name) {
			metrics = append(metrics, name)
		}
	}
	return slices.Equal(metrics, c.Metrics)
}

// checkShard checks that a shard has the games of its cell and possible sums.
func (c *Cell) checkShard(s *Shard) error {
	if s.Games != c.gamesOf(s.Number) || len(s.Metrics) != len(c.Metrics) {
		return fmt.Errorf("shard %d does not have the games of its cell", s.Number)
	}
	for _, x := range []struct {
		name  string
		there bool
	}{
		{Actions, s.Actions != nil}, {Rounds, s.Rounds != nil}, {Lost, s.Lost != nil}, {Endings, s.Endings != nil},
		{Units, s.Units != nil}, {LastRound, s.LastRounds != nil},
	} {
		if x.there != c.measures(x.name) {
			return fmt.Errorf("shard %d has other measures than its cell: %s", s.Number, x.name)
		}
	}
	if !s.possible() {
		return fmt.Errorf("shard %d has impossible numbers", s.Number)
	}
	return nil
}

// The bounds of a file, so that no sum overflows.
const (
	mostGames = 1_000_000
	mostShard = 5_000
	mostSum   = 1 << 46
)

// possible reports whether games can have these sums.
func (t *Tally) possible() bool {
	sums := slices.Clone(t.Metrics)
	for _, s := range []*Sum{t.Actions, t.Rounds} {
		if s != nil {
			sums = append(sums, *s)
		}
	}
	if t.Lost != nil {
		sums = append(sums, t.Lost[:]...)
	}
	for _, u := range t.Units {
		if u.Side < 0 || u.Side > 1 || u.Lives < 0 || u.Lives > t.Games || u.Models < 0 {
			return false
		}
		sums = append(sums, u.Left)
	}
	for _, s := range sums {
		if s[0] < -mostSum || s[0] > mostSum || s[1] < 0 || s[1] > mostSum {
			return false
		}
	}
	won := 0
	for _, n := range t.Won {
		if n < 0 || n > t.Games {
			return false
		}
		won += n
	}
	return won == t.Games && t.Units.Sorted() && t.endingsAreWon() && t.roundsAreGames()
}

// endingsAreWon reports whether endings, if they are measured, are those of the games that were won.
func (t *Tally) endingsAreWon() bool {
	if t.Endings == nil {
		return true
	}
	var won [3]int
	for _, e := range t.Endings {
		if e.Winner < 0 || e.Winner > 2 || e.Games < 1 || e.Games > t.Games {
			return false
		}
		won[e.Winner] += e.Games
	}
	return won == t.Won && t.Endings.Sorted()
}

// roundsAreGames reports whether the last rounds, if they are measured, are those of the games.
func (t *Tally) roundsAreGames() bool {
	if t.LastRounds == nil {
		return true
	}
	games := 0
	for _, n := range t.LastRounds {
		if n < 0 || n > t.Games {
			return false
		}
		games += n
	}
	return games == t.Games && len(t.LastRounds) > 0 && t.LastRounds[len(t.LastRounds)-1] > 0
}
