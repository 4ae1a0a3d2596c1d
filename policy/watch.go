package policy

import (
	"slices"

	"loophole/game"
	"loophole/internal/luck"
	"loophole/rule"
)

// A PlayedGame is a finished game of a series, as [Options.Watch] receives it. The next game reuses
// its memory. Values are chances of the first side to win, by the model of the series.
type PlayedGame struct {
	Number int // from [Options.First] on
	Start  float64
	Steps  []PlayedStep
	End    game.Status
	Last   game.Position
	Luck   float64 // of the first side
}

// A PlayedStep is an action of a PlayedGame.
type PlayedStep struct {
	Side, Round   int
	Action        game.Action
	Before, After float64
	Luck          float64 // of the first side
	// Clauses are those that the action cited where dice were rolled, somebody decided, an
	// amount was applied or a ruling was followed. Each is listed once.
	Clauses []rule.Clause
}

// A luckWatch measures the luck in the games of a worker, and keeps the facts that [Options.Watch]
// receives.
type luckWatch struct {
	meter  *luck.Meter
	value  float64 // of the position
	entry  *rule.Record
	played PlayedGame
	watch  func(*PlayedGame)
}

// otherDice is added to the seed for random numbers that must be independent of a game's dice.
const otherDice = 0x6c7563

func newLuckWatch(f *game.Instance, o Options) *luckWatch {
	x := &luckWatch{watch: o.Watch}
	if o.Watch != nil {
		x.entry = &rule.Record{}
	}
	x.meter = luck.NewMeter(f, o.Luck)
	return x
}

// record returns the record for the umpire of a game, or nil if nobody watches.
func (x *luckWatch) record() *rule.Record {
	if x == nil {
		return nil
	}
	return x.entry
}

// start begins a game at the start position of its instance.
func (x *luckWatch) start(seed, g uint64) {
	x.meter.Start(seed^otherDice, g)
	x.played.Number, x.played.Luck, x.played.Steps = int(g), 0, x.played.Steps[:0]
	x.value = -1
}

// acted measures the action that a worker has played, from a position with the status s.
func (x *luckWatch) acted(w *worker, s game.Status) error {
	rolled := false
	for _, a := range w.log.answers {
		rolled = rolled || !a.Chosen
	}
	if !rolled && x.watch == nil {
		return nil // Without dice there is no luck.
	}
	after := x.meter.ValueAt(w.runner)
	lucky, err := x.meter.Action(w.before, w.action, w.log.answers, after)
	x.played.Luck += lucky
	if x.watch != nil {
		x.note(w, s, lucky, after)
	}
	return err
}

// note keeps the action for the watcher.
func (x *luckWatch) note(w *worker, s game.Status, lucky, after float64) {
	if len(x.played.Steps) == 0 {
		x.value = x.meter.Value(w.before)
		x.played.Start = x.value
	}
	x.played.Steps = append(x.played.Steps, PlayedStep{
		Side: s.Side, Round: s.Round, Action: w.action, Before: x.value, After: after, Luck: lucky,
		Clauses: clausesOf(x.entry.Entries),
	})
	x.entry.Entries, x.value = x.entry.Entries[:0], after
}

// clausesOf lists the clauses of rolls, decisions, amounts and rulings, each once.
func clausesOf(entries []rule.Entry) (list []rule.Clause) {
	for _, e := range entries {
		switch e.Kind {
		case rule.Rolled, rule.Chosen, rule.Applied, rule.RulingUsed:
			if e.Cite != "" && !slices.Contains(list, e.Cite) {
				list = append(list, e.Cite)
			}
		}
	}
	return list
}

// over passes a finished game to the watcher.
func (x *luckWatch) over(w *worker, s game.Status) {
	if x.watch != nil {
		x.played.End, x.played.Last = s, w.runner.Position()
		x.watch(&x.played)
	}
}
