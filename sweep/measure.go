package sweep

import (
	"cmp"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
)

// The measures of games under every rulebook. The metrics of a rulebook are measures too, by their
// names.
const (
	Score     = "score"      // of the first side
	Won       = "won"        // by each side, and drawn
	Actions   = "actions"    // of a game
	Rounds    = "rounds"     // of a game
	Lost      = "lost"       // models of each side
	Endings   = "endings"    // who won, and why
	Units     = "units"      // which units are left, and with how many models
	LastRound = "last-round" // games by the round in which they ended
)

// ofEveryGame lists the measures of games under every rulebook.
var ofEveryGame = []string{Score, Won, Actions, Rounds, Lost, Endings, Units, LastRound}

// usual lists the measures of games if a file names none. All metrics follow.
var usual = []string{Score, Won, Actions, Rounds, Lost}

// Measures lists what a cell of games measures, in the order of the file.
func (c *Cell) Measures() []string {
	if len(c.Measure) > 0 {
		return c.Measure
	}
	return append(slices.Clone(usual), c.Metrics...)
}

// Asked reports whether the file names what a cell measures.
func (c *Cell) Asked() bool { return len(c.Measure) > 0 }

func (c *Cell) measures(name string) bool { return slices.Contains(c.Measures(), name) }

// named checks the names of a list against those that are known. The path is that of the list.
func (b *builder) named(path, of string, list, known []string) error {
	if list != nil && len(list) == 0 {
		return b.doc.Errorf(path, "the list is empty: name what is measured, or leave the key out")
	}
	for i, name := range list {
		at := fmt.Sprintf("%s.%d", path, i+1)
		if slices.Contains(list[:i], name) {
			return b.doc.Errorf(at, "%.60s is there twice: leave one out", name)
		}
		if !slices.Contains(known, name) {
			return b.doc.Errorf(at, "%s has no measure %.60q%s", of, name, rule.Suggest(name, known))
		}
	}
	return nil
}

// gameMeasures returns what an entry of scenarios measures: its own list or that of the sweep, or nil.
func (b *builder) gameMeasures(path string, own []string, g *game.Game) ([]string, error) {
	path, list := path+".measure", own
	if own == nil {
		path, list = "measure", b.file.Measure
	}
	known := slices.Clone(ofEveryGame)
	for _, m := range g.Metrics {
		known = append(known, m.Name)
	}
	return list, b.named(path, g.Rules.ID, list, known)
}

// metricsOf returns the metrics that a cell measures, and their numbers in the game.
func metricsOf(g *game.Game, measure []string) (names []string, numbers []int) {
	if measure == nil {
		for i, m := range g.Metrics {
			names, numbers = append(names, m.Name), append(numbers, i)
		}
		return names, numbers
	}
	for _, name := range measure {
		if i := slices.IndexFunc(g.Metrics, func(m rule.Label) bool { return m.Name == name }); i >= 0 {
			names, numbers = append(names, name), append(numbers, i)
		}
	}
	return names, numbers
}

// questionMeasures returns the numbers of the events and of the measures that an entry of questions
// asks for. An event and a measure may have the same name.
func (b *builder) questionMeasures(path string, own []string, p *rule.Procedure) (events, measures []int, err error) {
	var known []string
	for _, x := range slices.Concat(p.Events, p.Measures) {
		if !slices.Contains(known, x.Name) {
			known = append(known, x.Name)
		}
	}
	if err := b.named(path+".measure", p.Name, own, known); err != nil {
		return nil, nil, err
	}
	return numbersOf(p.Events, own), numbersOf(p.Measures, own), nil
}

// numbersOf returns the places of the names in a list, in the order of the names, or all places if
// there are no names.
func numbersOf(labels []rule.Label, names []string) (list []int) {
	for i, x := range labels {
		if names == nil || slices.Contains(names, x.Name) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return cmp.Compare(slices.Index(names, labels[a].Name), slices.Index(names, labels[b].Name))
	})
	return list
}

// The approximate bytes of a shard in the file of a result, by what it measures.
const (
	bytesOfShard  = 240
	bytesOfMetric = 32
	bytesOfUnit   = 128
	bytesOfEnding = 160
	bytesOfRound  = 6
	likelyEndings = 8
	likelyRounds  = 40
)

// bytes estimates how many bytes the shards of a cell take in the file of a result. units is the
// number of units at the start.
func (c *Cell) bytes(units int) int {
	each := bytesOfShard + bytesOfMetric*len(c.Metrics)
	if c.measures(Units) {
		each += bytesOfUnit * units
	}
	if c.measures(Endings) {
		each += bytesOfEnding * likelyEndings
	}
	if c.measures(LastRound) {
		each += bytesOfRound * likelyRounds
	}
	return each * (c.shards() + 1)
}

// tallyOf returns the tally of a series, as far as its cell measures it. metrics are the numbers of the
// cell's metrics in the game.
func (c *Cell) tallyOf(b *policy.Series, metrics []int, over *overTally) *Tally {
	t := &Tally{Games: b.Games, Won: b.Won}
	if c.measures(Actions) {
		t.Actions = sumOf(b.Actions)
	}
	if c.measures(Rounds) {
		t.Rounds = sumOf(b.Rounds)
	}
	if c.measures(Lost) {
		t.Lost = &[2]Sum{*sumOf(b.Lost[0]), *sumOf(b.Lost[1])}
	}
	for _, i := range metrics {
		t.Metrics = append(t.Metrics, *sumOf(b.Metrics[i]))
	}
	if c.measures(Endings) {
		for e, n := range b.Endings {
			t.Endings.Add(e.Winner, e.Why, n)
		}
	}
	if over.units != nil {
		t.Units = over.units.Counts
	}
	t.LastRounds = over.rounds
	return t
}
