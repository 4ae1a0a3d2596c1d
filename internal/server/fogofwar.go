package server

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
)

// A fogOfWar knows which pieces are hidden from which viewer, and since when. It covers the
// entries of a record that would reveal them.
//
// A piece is hidden from a viewer if the scene of the position has it and the scene of the viewer's
// view does not. An entry is covered for a viewer if it names a piece that was hidden from them at
// the end of the action, unless the piece has been visible since. If the line of an action is
// covered, all its entries are. So an entry that was shown is never covered later, and a covered
// entry appears when its secret does.
type fogOfWar struct {
	views *viewCache // nil: nothing is hidden
	// lastVisible has, by viewer and piece, the last played action after which the piece was
	// visible; -1 is the start.
	lastVisible [viewers]map[string]int
	names       map[string]bool
	processed   int // played actions processed so far
}

func newFogOfWar(m *match.Match, e *viewCache) *fogOfWar {
	v := &fogOfWar{}
	if !m.Instance.HasHiddenInfo() {
		return v
	}
	v.views, v.names = e, map[string]bool{}
	for i := range v.lastVisible {
		v.lastVisible[i] = map[string]int{}
	}
	v.noteVisible(m.Instance.Start, -1)
	v.extend(m)
	return v
}

// extend processes new played actions.
func (v *fogOfWar) extend(m *match.Match) {
	if v.views == nil {
		return
	}
	for list := m.PlayedActions(); v.processed < len(list); v.processed++ {
		v.noteVisible(list[v.processed].After, v.processed)
	}
}

// noteVisible notes the visible pieces of the position after a played action.
func (v *fogOfWar) noteVisible(p game.Position, action int) {
	there := v.views.pieces(p, everything)
	for name := range there {
		v.names[name] = true
	}
	for viewer := range v.lastVisible {
		seen := v.views.pieces(p, viewer)
		for name := range v.names {
			if seen[name] || !there[name] {
				v.lastVisible[viewer][name] = action
			}
		}
	}
}

// hiddenFrom returns the pieces whose names a viewer may not read in the entries of a played
// action.
func (v *fogOfWar) hiddenFrom(viewer, action int) map[string]bool {
	names := map[string]bool{}
	for name := range v.names {
		if last, met := v.lastVisible[viewer][name]; !met || last < action {
			names[name] = true
		}
	}
	return names
}

// mentions reports whether a text has one of the names as a word.
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

// mentionsAny reports whether an entry mentions one of the names.
func mentionsAny(e *wire.Entry, names map[string]bool) bool {
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

// unseen is the text of a covered entry.
const unseen = "something unseen was done"

// viewer returns the number of the viewer for a seat. restricted reports whether anything
// may be hidden from it.
func (t *liveMatch) viewer(who seat) (viewer int, restricted bool) {
	if t.fog.views == nil || who.role == roleTable || t.over() {
		return everything, false
	}
	if who.spectates() {
		return onlooker, true
	}
	return who.side, true
}

// view returns a position as a seat may know it.
func (t *liveMatch) view(p game.Position, who seat) game.Position {
	viewer, _ := t.viewer(who)
	return viewOf(t.instance, p, viewer)
}

// now returns the current position as a seat may know it.
func (t *liveMatch) now(who seat) *cachedView {
	viewer, _ := t.viewer(who)
	return t.views.viewAt(t.match.Position(), viewer)
}

// pendingView returns the position in the middle of the pending action as a seat may know it; without
// a pending action it equals now.
func (t *liveMatch) pendingView(who seat) *cachedView {
	viewer, _ := t.viewer(who)
	return t.views.viewAt(t.match.PendingPosition(), viewer)
}

// hiddenPending returns the names that a seat may not read in texts about the pending action.
func (t *liveMatch) hiddenPending(who seat) map[string]bool {
	if viewer, restricted := t.viewer(who); restricted {
		return t.views.hidden(t.match.PendingPosition(), viewer)
	}
	return nil
}

// hiddenNow returns the names that a seat may not read in texts about the current position.
func (t *liveMatch) hiddenNow(who seat) map[string]bool {
	if viewer, restricted := t.viewer(who); restricted {
		return t.views.hidden(t.match.Position(), viewer)
	}
	return nil
}

// entries returns the entries from number from on, as a seat may read them.
func (t *liveMatch) entries(who seat, from int) []wire.Entry {
	return t.entriesTo(who, from, len(t.match.Entries))
}

// entriesTo returns the entries of a range, as a seat may read them.
func (t *liveMatch) entriesTo(who seat, from, to int) []wire.Entry {
	list := t.entriesByLine(who, from, to)
	for i := range list {
		list[i] = t.numbered(list[i])
	}
	return list
}

// entriesByLine is entriesTo with the line numbers of the record.
func (t *liveMatch) entriesByLine(who seat, from, to int) []wire.Entry {
	list := []wire.Entry{}
	viewer, restricted := t.viewer(who)
	if !restricted {
		for seq := max(1, from); seq <= to; seq++ {
			list = append(list, wire.EntryOf(seq, t.match.Entries[seq-1]))
		}
		return list
	}
	playedActions := t.match.PlayedActions()
	if o, open := t.match.PendingRange(); open {
		playedActions = append(playedActions[:len(playedActions):len(playedActions)], o)
	}
	// The first action in the range is processed from its beginning.
	i, _ := slices.BinarySearchFunc(playedActions, from, func(m match.PlayedAction, n int) int { return cmp.Compare(m.To, n) })
	seq := max(1, from)
	if i < len(playedActions) {
		seq = min(seq, playedActions[i].From+1)
	}
	for seq <= to {
		if i == len(playedActions) || playedActions[i].From >= seq {
			list = append(list, wire.EntryOf(seq, t.match.Entries[seq-1])) // An undo or a redo.
			seq++
			continue
		}
		end := min(playedActions[i].To, to)
		list = append(list, t.coverEntries(seq, end, t.hiddenIn(viewer, i))...)
		seq = end + 1
		i++
	}
	n := 0
	for n < len(list) && max(list[n].Seq, list[n].Unseen) < from {
		n++
	}
	return list[n:]
}

// hiddenIn returns the pieces whose names a viewer may not read in the entries of a played
// action, or of the pending one.
func (t *liveMatch) hiddenIn(viewer, action int) map[string]bool {
	if action >= t.fog.processed {
		return t.views.hidden(t.match.PendingPosition(), viewer)
	}
	return t.fog.hiddenFrom(viewer, action)
}

// coverEntries returns the entries of one action. It covers those that mention one of the names.
func (t *liveMatch) coverEntries(seq, end int, names map[string]bool) []wire.Entry {
	var list []wire.Entry
	first := wire.EntryOf(seq, t.match.Entries[seq-1])
	if mentionsAny(&first, names) {
		return []wire.Entry{{Seq: seq, Kind: "unseen", By: first.By, Text: unseen, Unseen: end}}
	}
	for ; seq <= end; seq++ {
		e := wire.EntryOf(seq, t.match.Entries[seq-1])
		if mentionsAny(&e, names) {
			e = wire.Entry{Seq: seq, Kind: "unseen", By: e.By, Text: unseen}
		}
		list = append(list, e)
	}
	return list
}
