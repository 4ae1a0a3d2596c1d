package tabletop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// What is told of a match is written as JSON once for all who may know the
// same: the answer to who acted, the state that he and the others fetch, the
// events of each who listens. It is thrown away when there is something new.
type jsonCache struct {
	sequence, revision int
	states             map[seat]*State
	entries            map[entriesKey][]line
}

// An entriesKey is the entries from a number on, as a viewer may know them.
type entriesKey struct{ viewer, from int }

// A line is an entry as it is told.
type line struct {
	last int    // the last entry that it stands for
	id   int    // the number of that entry
	text []byte // as JSON
}

// fresh is what is told of the match as it stands.
func (t *liveMatch) fresh() *jsonCache {
	if x := &t.spoken; x.states == nil || x.sequence != t.sequence() || x.revision != t.standing.Revision {
		*x = jsonCache{t.sequence(), t.standing.Revision, map[seat]*State{}, map[entriesKey][]line{}}
	}
	return &t.spoken
}

// stateNow is the state as a seat may know it, as its JSON alone.
func (t *liveMatch) stateNow(who seat) *State {
	x := t.fresh()
	if x.states[who] == nil {
		x.states[who] = &State{text: jsonOf(t.state(who))}
	}
	return x.states[who]
}

// linesNow are the entries from a number on, as a seat may know them.
func (t *liveMatch) linesNow(who seat, from int) []line {
	x := t.fresh()
	viewer, _ := t.viewer(who)
	list, found := x.entries[entriesKey{viewer, from}]
	if !found {
		for _, e := range t.known(who, from, t.sequence()) {
			x := t.numbered(e)
			list = append(list, line{max(e.Seq, e.Unseen), max(x.Seq, x.Unseen), jsonOf(x)})
		}
		x.entries[entriesKey{viewer, from}] = list
	}
	return list
}

// jsonOf is a value as JSON, as the API writes it.
func jsonOf(v any) []byte {
	b := drafts.Get().(*bytes.Buffer)
	defer drafts.Put(b)
	b.Reset()
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(fmt.Sprintf("tabletop: %T: %v", v, err)) // All of it is ours.
	}
	return bytes.Clone(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) // What is kept takes no more than it needs.
}

// drafts are where JSON is written before it is known how long it is.
var drafts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A ready value has its JSON already.
type ready interface{ ready() []byte }

func (s *State) ready() []byte { return s.text }

func (p Played) ready() []byte { return p.text }

// formats are those of bodies: what is ready is not written again.
func formats() map[string]huma.Format {
	f := maps.Clone(huma.DefaultFormats)
	for name, format := range f {
		usual := format.Marshal
		format.Marshal = func(w io.Writer, v any) error {
			if x, ok := v.(ready); ok && x.ready() != nil {
				_, err := w.Write(x.ready())
				_, end := io.WriteString(w, "\n")
				return errors.Join(err, end)
			}
			return usual(w, v)
		}
		format.Unmarshal = unmarshal
		f[name] = format
	}
	return f
}

// played is the answer to who has changed the match: what came to the record
// after an entry, and the state.
func (t *liveMatch) played(who seat, after int) Played {
	p := Played{Sequence: t.newest(), State: t.stateNow(who), after: after, upto: t.sequence()}
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
