package tabletop

import (
	"fmt"
	"sort"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/rule"
)

// Entries have the numbers of their lines in the record, except where something
// is secret: there the numbers would tell how many entries an action has that
// somebody may not see, and so how many dice were thrown. So in a match with
// secrets every action begins a new thousand, whatever it holds, and so does
// taking back. Everybody has the same numbers. They rise, and are not dense.
const thousand = 1000

// publicNumbers are the numbers of the entries of a match with secrets.
type publicNumbers struct {
	starts []int // where each block begins: entries before it
	seen   int   // entries that were looked at
}

// extend looks at the entries that are new.
func (n *publicNumbers) extend(entries []match.Entry) {
	for ; n.seen < len(entries); n.seen++ {
		switch entries[n.seen].Kind {
		case match.Acted, match.Undone, match.Redone, match.Agreed:
			n.starts = append(n.starts, n.seen)
		}
	}
}

// end is where a block ends: entries up to it.
func (t *liveMatch) end(i int) int {
	if i+1 < len(t.numbers.starts) {
		return t.numbers.starts[i+1]
	}
	return len(t.match.Entries)
}

// number is the number under which everybody knows an entry; 0 is the header.
// An action of more entries than a block has numbers lends none from the next:
// its last entries share the last number.
func (t *liveMatch) number(seq int) int {
	if t.veil.eyes == nil || seq == 0 {
		return seq
	}
	t.numbers.extend(t.match.Entries)
	i := t.blockOf(seq)
	return i*thousand + min(seq-t.numbers.starts[i], thousand-1)
}

// last is the last number of the block of an entry.
func (t *liveMatch) last(seq int) int {
	if t.veil.eyes == nil || seq == 0 {
		return seq
	}
	t.numbers.extend(t.match.Entries)
	return t.blockOf(seq)*thousand + thousand - 1
}

func (t *liveMatch) blockOf(seq int) int {
	return sort.SearchInts(t.numbers.starts, seq) - 1
}

// from is the first entry that has at least a number.
func (t *liveMatch) from(number int) int {
	if t.veil.eyes == nil {
		return max(1, number)
	}
	t.numbers.extend(t.match.Entries)
	i := max(0, number) / thousand
	if i >= len(t.numbers.starts) {
		return len(t.match.Entries) + 1
	}
	return min(t.numbers.starts[i]+max(1, number%thousand), t.end(i)+1)
}

// newest is the number that stands for all entries so far.
func (t *liveMatch) newest() int { return t.last(t.sequence()) }

// numbered gives an entry its number, and says it as players do.
func (t *liveMatch) numbered(e wire.Entry) wire.Entry {
	if a, err := t.fight.ParseAction(e.Action); e.Kind == "action" && err == nil {
		if e.Says = t.fight.Past(a); t.open(e.Seq) {
			e.Says = t.fight.Doing(a)
		}
	}
	if counted, stops := t.fight.Game.Wording.Stops[rule.Clause(e.Clause)]; stops && e.Kind == rule.Rolled.String() {
		e.Stops = map[bool]string{true: "counted", false: "others"}[counted]
	}
	if x := &t.match.Entries[e.Seq-1]; e.Kind != "unseen" && x.Kind == match.Ruled {
		told := x.Told(t.fight)
		e.Why, e.Options, e.Text = told.Rule.Text, told.Rule.Options, strings.TrimSpace(told.String())
	}
	t.worded(&e)
	e.Seq = t.number(e.Seq)
	if e.Unseen > 0 {
		e.Unseen = t.last(e.Unseen)
	}
	return e
}

// open reports whether an entry belongs to an action that is not over.
func (t *liveMatch) open(seq int) bool {
	m, ok := t.match.PendingRange()
	return ok && seq > m.From
}

// worded gives an entry the words that its rulebook has for dice and events.
func (t *liveMatch) worded(e *wire.Entry) {
	switch e.Kind {
	case rule.Rolled.String():
		if c, there := t.fight.Game.Wording.Dice[rule.Clause(e.Clause)]; there && c.Many != "" {
			e.Counts = []string{c.One, c.Many}
			if c.Does != "" {
				e.Counts = append(e.Counts, c.Does)
			}
		}
		if x := &t.match.Entries[e.Seq-1]; x.Kind == match.Ruled {
			e.Reads = t.fight.Reads(x.Rule.Pool, x.Rule.Cite)
			if x.Rule.Pool.Kind() == rule.Tally && e.Counts != nil {
				low, high := t.fight.Span(x.Rule.Pool, x.Rule.Cite)
				e.Span = []int{low, high}
			}
			if s := t.fight.Tested(&x.Rule); s != "" {
				e.Came = []string{s}
			}
		}
	case string(match.Done):
		by := rule.Side("")
		for i := e.Seq - 1; i >= 0 && by == ""; i-- {
			if x := &t.match.Entries[i]; x.Kind == match.Acted {
				by = x.By
			}
		}
		for _, name := range e.Events {
			s := t.fight.Named(name, by)
			if s != "" && (name != game.Winning || e.Over == nil) { // The verdict says it.
				e.Came = append(e.Came, s)
			}
		}
	}
}

// questionID names the open question.
func (t *liveMatch) questionID() string {
	if t.veil.eyes == nil {
		return fmt.Sprint(t.sequence())
	}
	return sum(fmt.Appendf(nil, "%s %d", t.id, t.sequence()))
}
