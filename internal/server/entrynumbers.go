package server

import (
	"fmt"
	"sort"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/rule"
)

// An entry has the number of its line in the record, unless the match has hidden information. In
// such a match, line numbers would reveal how many entries are hidden, and so how many dice were
// rolled. In these matches each action, undo or resignation begins a new block of a thousand
// numbers. All viewers have the same numbers. They ascend with gaps.
const blockSize = 1000

// publicNumbers are the entry numbers of a match with hidden information.
type publicNumbers struct {
	starts    []int // the index of the first entry of each block
	processed int   // entries processed so far
}

// extend processes new entries.
func (n *publicNumbers) extend(entries []match.Entry) {
	for ; n.processed < len(entries); n.processed++ {
		switch entries[n.processed].Kind {
		case match.Acted, match.Undone, match.Redone, match.Agreed, match.Resigned:
			n.starts = append(n.starts, n.processed)
		}
	}
}

// blockEnd returns the last entry of a block.
func (t *liveMatch) blockEnd(i int) int {
	if i+1 < len(t.numbers.starts) {
		return t.numbers.starts[i+1]
	}
	return len(t.match.Entries)
}

// number returns the public number of an entry; 0 is the header. If an action has more entries
// than its block has numbers, its last entries share the last number.
func (t *liveMatch) number(seq int) int {
	if t.fog.views == nil || seq == 0 {
		return seq
	}
	t.numbers.extend(t.match.Entries)
	i := t.blockOf(seq)
	return i*blockSize + min(seq-t.numbers.starts[i], blockSize-1)
}

// lastNumber returns the last number of an entry's block.
func (t *liveMatch) lastNumber(seq int) int {
	if t.fog.views == nil || seq == 0 {
		return seq
	}
	t.numbers.extend(t.match.Entries)
	return t.blockOf(seq)*blockSize + blockSize - 1
}

func (t *liveMatch) blockOf(seq int) int {
	return sort.SearchInts(t.numbers.starts, seq) - 1
}

// entryFrom returns the first entry with a public number of at least number.
func (t *liveMatch) entryFrom(number int) int {
	if t.fog.views == nil {
		return max(1, number)
	}
	t.numbers.extend(t.match.Entries)
	i := max(0, number) / blockSize
	if i >= len(t.numbers.starts) {
		return len(t.match.Entries) + 1
	}
	return min(t.numbers.starts[i]+max(1, number%blockSize), t.blockEnd(i)+1)
}

// newestNumber returns the number that stands for all entries so far.
func (t *liveMatch) newestNumber() int { return t.lastNumber(t.sequence()) }

// numbered replaces the number and the text of an entry with those for players.
func (t *liveMatch) numbered(e wire.Entry) wire.Entry {
	if a, err := t.instance.ParseAction(e.Action); e.Kind == "action" && err == nil {
		if e.Says = t.instance.Past(a); t.isPending(e.Seq) {
			e.Says = t.instance.Doing(a)
		}
	}
	if counted, stops := t.instance.Game.Wording.Stops[rule.Clause(e.Clause)]; stops && e.Kind == rule.Rolled.String() {
		e.Stops = map[bool]string{true: "counted", false: "others"}[counted]
	}
	if x := &t.match.Entries[e.Seq-1]; e.Kind != "unseen" && x.Kind == match.Ruled {
		told := x.Told(t.instance)
		e.Why, e.Options, e.Text = told.Rule.Text, told.Rule.Options, strings.TrimSpace(told.String())
	}
	t.applyWording(&e)
	e.Seq = t.number(e.Seq)
	if e.Unseen > 0 {
		e.Unseen = t.lastNumber(e.Unseen)
	}
	return e
}

// isPending reports whether an entry belongs to the pending action.
func (t *liveMatch) isPending(seq int) bool {
	m, ok := t.match.PendingRange()
	return ok && seq > m.From
}

// applyWording adds the ruleset's words for players to the dice and events of an entry.
func (t *liveMatch) applyWording(e *wire.Entry) {
	switch e.Kind {
	case rule.Rolled.String():
		t.applyDiceWording(e)
	case string(match.Done):
		t.applyEventWording(e)
	}
}

// applyDiceWording adds the words for the dice of a roll, and for its result.
func (t *liveMatch) applyDiceWording(e *wire.Entry) {
	if c, there := t.instance.Game.Wording.Dice[rule.Clause(e.Clause)]; there && c.Many != "" {
		e.Counts = []string{c.One, c.Many}
		if c.Does != "" {
			e.Counts = append(e.Counts, c.Does)
		}
	}
	if x := &t.match.Entries[e.Seq-1]; x.Kind == match.Ruled {
		e.Reads = t.instance.FaceEffects(x.Rule.Pool, x.Rule.Cite)
		if x.Rule.Pool.Kind() == rule.Tally && e.Counts != nil {
			low, high := t.instance.Span(x.Rule.Pool, x.Rule.Cite)
			e.Span = []int{low, high}
		}
		if s := t.instance.TestResult(&x.Rule); s != "" {
			e.Came = []string{s}
		}
	}
}

// applyEventWording adds the words for the events of an action. They name the side that acted.
func (t *liveMatch) applyEventWording(e *wire.Entry) {
	by := rule.Side("")
	for i := e.Seq - 1; i >= 0 && by == ""; i-- {
		if x := &t.match.Entries[i]; x.Kind == match.Acted {
			by = x.By
		}
	}
	for _, name := range e.Events {
		s := t.instance.EventText(name, by)
		if s != "" && (name != game.Winning || e.Over == nil) { // The verdict says it.
			e.Came = append(e.Came, s)
		}
	}
}

// questionID returns the id of the open question.
func (t *liveMatch) questionID() string {
	if t.fog.views == nil {
		return fmt.Sprint(t.sequence())
	}
	return sum(fmt.Appendf(nil, "%s %d", t.id, t.sequence()))
}
