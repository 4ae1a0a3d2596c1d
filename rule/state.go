package rule

import (
	"reflect"

	"loophole/internal/intern"
	"loophole/internal/replay"
)

// Players write a state of a checkpoint as they write a situation, by the keys of its fields. So
// odds can start in the middle of a procedure.

// StateKeys describes the fields of the states of a checkpoint.
func (p *Procedure) StateKeys(s *replay.Checkpoint) []Key {
	return (&schema{"state", p.rules}).leaves(s.States.(*intern.Index).Value(0))
}

// StateValues returns a state of a checkpoint, by its number: a value for each of the StateKeys.
func (p *Procedure) StateValues(s *replay.Checkpoint, state int) []string {
	c := &schema{"state", p.rules}
	var out []string
	c.walk(reflect.ValueOf(s.States.(*intern.Index).Value(state)), "", nil, func(l leaf) { out = append(out, c.text(l)) })
	return out
}

// leaves describes every scalar of a struct, with each element of a list separately.
func (c *schema) leaves(value any) []Key {
	var out []Key
	c.walk(reflect.ValueOf(value), "", nil, func(l leaf) {
		k := Key{Path: l.path, Doc: l.tag.Doc(), Unit: l.tag.Unit(), Default: c.text(l)}
		k.Kind, k.Values, k.Min, k.Max = c.kind(l)
		out = append(out, k)
	})
	return out
}
