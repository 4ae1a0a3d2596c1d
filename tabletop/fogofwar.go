package tabletop

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
)

// A fogOfWar knows which pieces are hidden from whom, and since when, and covers
// the entries of a record that would tell.
//
// A piece is hidden from a viewer where it stands in the scene of a position
// and not in that of his view of it. An entry is covered for him if it names a
// piece that was hidden from him when the action was over, unless the piece has
// come to light since. An action whose own line is covered is covered whole.
// So what was shown once is never covered again, and what is covered appears
// when its secret does.
type fogOfWar struct {
	eyes *viewCache // nil: nothing is secret
	// open is, by viewer and piece, the last moment after which the piece was
	// not hidden; -1 is the start.
	open  [viewers]map[string]int
	names map[string]bool
	seen  int // moments that were looked at
}

func newVeil(m *match.Match, e *viewCache) *fogOfWar {
	v := &fogOfWar{}
	if !m.Fight.HasHiddenInfo() {
		return v
	}
	v.eyes, v.names = e, map[string]bool{}
	for i := range v.open {
		v.open[i] = map[string]int{}
	}
	v.look(m.Fight.Start, -1)
	v.extend(m)
	return v
}

// extend looks at the moments that are new.
func (v *fogOfWar) extend(m *match.Match) {
	if v.eyes == nil {
		return
	}
	for list := m.PlayedActions(); v.seen < len(list); v.seen++ {
		v.look(list[v.seen].After, v.seen)
	}
}

// look notes what is not hidden in a position that a moment has led to.
func (v *fogOfWar) look(p game.Position, moment int) {
	there := v.eyes.pieces(p, everything)
	for name := range there {
		v.names[name] = true
	}
	for viewer := range v.open {
		seen := v.eyes.pieces(p, viewer)
		for name := range v.names {
			if seen[name] || !there[name] {
				v.open[viewer][name] = moment
			}
		}
	}
}

// hiddenFrom lists the pieces whose names a viewer may not read in the entries of a
// moment that is over.
func (v *fogOfWar) hiddenFrom(viewer, moment int) map[string]bool {
	names := map[string]bool{}
	for name := range v.names {
		if last, met := v.open[viewer][name]; !met || last < moment {
			names[name] = true
		}
	}
	return names
}

// names reports whether a text has one of the names as a word.
func mentions(text string, names map[string]bool) bool {
	if len(names) == 0 {
		return false
	}
	for _, w := range strings.FieldsFunc(text, notInName) {
		if names[w] {
			return true
		}
	}
	return false
}

func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
}

// told reports whether an entry has one of the names.
func told(e *wire.Entry, names map[string]bool) bool {
	if mentions(e.Action, names) || mentions(e.Text, names) || mentions(e.Why, names) {
		return true
	}
	for _, o := range e.Options {
		if mentions(o, names) {
			return true
		}
	}
	return false
}

// unseen is what stands in the place of a covered entry.
const unseen = "something unseen was done"

// viewer is whom the veil is to keep in the dark, if anybody.
func (t *liveMatch) viewer(who seat) (viewer int, veiled bool) {
	if t.veil.eyes == nil || who.role == roleTable || t.over() {
		return everything, false
	}
	if who.looksOn() {
		return onlooker, true
	}
	return who.side, true
}

// view is a position as a seat may know it.
func (t *liveMatch) view(p game.Position, who seat) game.Position {
	viewer, _ := t.viewer(who)
	return viewOf(t.fight, p, viewer)
}

// now is where the match stands, as a seat may know it.
func (t *liveMatch) now(who seat) *cachedView {
	viewer, _ := t.viewer(who)
	return t.eyes.at(t.match.Position(), viewer)
}

// midway is what an action that waits for an answer has made of where the match
// stands, as a seat may know it; otherwise as now.
func (t *liveMatch) midway(who seat) *cachedView {
	viewer, _ := t.viewer(who)
	return t.eyes.at(t.match.PendingPosition(), viewer)
}

// hiddenMidway lists the names that a seat may not read in anything about the
// action that waits for an answer.
func (t *liveMatch) hiddenMidway(who seat) map[string]bool {
	if viewer, veiled := t.viewer(who); veiled {
		return t.eyes.hidden(t.match.PendingPosition(), viewer)
	}
	return nil
}

// hiddenNow lists the names that a seat may not read in anything about the
// present.
func (t *liveMatch) hiddenNow(who seat) map[string]bool {
	if viewer, veiled := t.viewer(who); veiled {
		return t.eyes.hidden(t.match.Position(), viewer)
	}
	return nil
}

// entries lists the entries from one on as a seat may read them.
func (t *liveMatch) entries(who seat, from int) []wire.Entry {
	return t.entriesTo(who, from, len(t.match.Entries))
}

// entriesTo lists the entries from one to another as a seat may read them.
func (t *liveMatch) entriesTo(who seat, from, to int) []wire.Entry {
	list := t.known(who, from, to)
	for i := range list {
		list[i] = t.numbered(list[i])
	}
	return list
}

// known is entriesTo with the numbers of the record's lines.
func (t *liveMatch) known(who seat, from, to int) []wire.Entry {
	list := []wire.Entry{}
	viewer, veiled := t.viewer(who)
	if !veiled {
		for seq := max(1, from); seq <= to; seq++ {
			list = append(list, wire.EntryOf(seq, t.match.Entries[seq-1]))
		}
		return list
	}
	moments := t.match.PlayedActions()
	if o, open := t.match.PendingRange(); open {
		moments = append(moments[:len(moments):len(moments)], o)
	}
	// The first action of which something is wanted, which is told from its
	// beginning on.
	i, _ := slices.BinarySearchFunc(moments, from, func(m match.PlayedAction, n int) int { return cmp.Compare(m.To, n) })
	seq := max(1, from)
	if i < len(moments) {
		seq = min(seq, moments[i].From+1)
	}
	for seq <= to {
		if i == len(moments) || moments[i].From >= seq {
			list = append(list, wire.EntryOf(seq, t.match.Entries[seq-1])) // It takes an action back.
			seq++
			continue
		}
		end := min(moments[i].To, to)
		list = append(list, t.covered(seq, end, t.shut(viewer, i))...)
		seq = end + 1
		i++
	}
	n := 0
	for n < len(list) && max(list[n].Seq, list[n].Unseen) < from {
		n++
	}
	return list[n:]
}

// shut lists the pieces whose names a viewer may not read in the entries of a
// moment; in those of an action that is not over, the pieces that are hidden at
// the question that it waits at.
func (t *liveMatch) shut(viewer, moment int) map[string]bool {
	if moment >= t.veil.seen {
		return t.eyes.hidden(t.match.PendingPosition(), viewer)
	}
	return t.veil.hiddenFrom(viewer, moment)
}

// covered lists the entries of one moment with those covered that tell one of
// the names.
func (t *liveMatch) covered(seq, end int, names map[string]bool) []wire.Entry {
	var list []wire.Entry
	first := wire.EntryOf(seq, t.match.Entries[seq-1])
	if told(&first, names) {
		return []wire.Entry{{Seq: seq, Kind: "unseen", By: first.By, Text: unseen, Unseen: end}}
	}
	for ; seq <= end; seq++ {
		e := wire.EntryOf(seq, t.match.Entries[seq-1])
		if told(&e, names) {
			e = wire.Entry{Seq: seq, Kind: "unseen", By: e.By, Text: unseen}
		}
		list = append(list, e)
	}
	return list
}
