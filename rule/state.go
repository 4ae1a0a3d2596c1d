package rule

import (
	"reflect"

	"loophole/internal/replay"
)

// A standing is a state of a stage mark as players write it: its fields by the keys
// of their tags, as in a situation. So a fight can be taken up where it stands.

// stateful is an Index whose type is forgotten.
type stateful interface {
	Value(i int) any
}

// StateKeys describes the fields of the states of a mark.
func (p *Procedure) StateKeys(s *replay.Checkpoint) []Key {
	return (&schema{"standing", p.rules}).leaves(s.States.(stateful).Value(0))
}

// StateValues writes the state with a number at a mark: a value for each of the
// StandingKeys.
func (p *Procedure) StateValues(s *replay.Checkpoint, state int) []string {
	c := &schema{"standing", p.rules}
	var out []string
	c.walk("", reflect.ValueOf(s.States.(stateful).Value(state)), "", nil, func(l leaf) { out = append(out, c.text(l)) })
	return out
}

// leaves describes every scalar of a struct, each element of a list by itself.
func (c *schema) leaves(value any) []Key {
	var out []Key
	c.walk("", reflect.ValueOf(value), "", nil, func(l leaf) {
		k := Key{Path: l.path, Doc: l.tag.Doc(), Unit: l.tag.Unit(), Default: c.text(l)}
		k.Kind, k.Values, k.Min, k.Max = c.kind(l)
		out = append(out, k)
	})
	return out
}
