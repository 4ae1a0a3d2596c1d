package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

// A jsonCache has the JSON of a match, encoded once for each viewer: the answers to actions, the
// state, and the events. A new entry or revision empties it.
type jsonCache struct {
	sequence, revision int
	states             map[seat]*State
	entries            map[entriesKey][]line
}

// An entriesKey stands for the entries from a number on, as a viewer may know them.
type entriesKey struct{ viewer, from int }

// A line is an entry as a viewer receives it.
type line struct {
	last int    // the last entry that it stands for
	id   int    // the public number of that entry
	text []byte // as JSON
}

// currentCache returns the cache of the current match, emptied if the match has changed.
func (t *liveMatch) currentCache() *jsonCache {
	if x := &t.cached; x.states == nil || x.sequence != t.sequence() || x.revision != t.session.Revision {
		*x = jsonCache{t.sequence(), t.session.Revision, map[seat]*State{}, map[entriesKey][]line{}}
	}
	return &t.cached
}

// stateNow returns the state as a seat may know it, with its JSON only.
func (t *liveMatch) stateNow(who seat) *State {
	x := t.currentCache()
	if x.states[who] == nil {
		x.states[who] = &State{text: jsonOf(t.state(who))}
	}
	return x.states[who]
}

// linesNow returns the entries from a number on, as a seat may know them.
func (t *liveMatch) linesNow(who seat, from int) []line {
	x := t.currentCache()
	viewer, _ := t.viewer(who)
	list, found := x.entries[entriesKey{viewer, from}]
	if !found {
		for _, e := range t.entriesByLine(who, from, t.sequence()) {
			x := t.numbered(e)
			list = append(list, line{max(e.Seq, e.Unseen), max(x.Seq, x.Unseen), jsonOf(x)})
		}
		x.entries[entriesKey{viewer, from}] = list
	}
	return list
}

// jsonOf encodes a value as the API does.
func jsonOf(v any) []byte {
	b := drafts.Get().(*bytes.Buffer)
	defer drafts.Put(b)
	b.Reset()
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("server: %T: %v", v, err)) // Only values of this package are encoded.
	}
	return bytes.Clone(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) // The copy has no spare capacity.
}

// drafts are buffers for JSON of unknown length.
var drafts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Encoded returns the state's JSON, if it is known.
func (s *State) Encoded() []byte { return s.text }

// Encoded returns the answer's JSON, if it is known.
func (p Played) Encoded() []byte { return p.text }

// played returns the answer to a change: the entries after an entry, and the state.
func (t *liveMatch) played(who seat, after int) Played {
	p := Played{Sequence: t.newestNumber(), State: t.stateNow(who), after: after, upto: t.sequence()}
	lines, size := t.linesNow(who, after+1), len(p.State.text)+64
	for _, l := range lines {
		size += len(l.text) + 1
	}
	b := fmt.Appendf(make([]byte, 0, size), `{"sequence":%d,"entries":[`, p.Sequence)
	for i, l := range lines {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, l.text...)
	}
	b = append(b, `],"state":`...)
	b = append(b, p.State.text...)
	p.text = append(b, '}')
	return p
}
