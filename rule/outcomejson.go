package rule

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"loophole/internal/appendjson"
	"loophole/internal/fieldtags"
)

// An answer lists hundreds of outcomes. Writing their JSON directly saves building a map for each.

// AppendOutcome appends an outcome as JSON: [Procedure.OutcomeMap] as encoding/json writes it, without escaped HTML.
func (p *Procedure) AppendOutcome(b []byte, outcome any) []byte {
	return (&schema{"outcome", p.rules}).appendJSON(b, reflect.ValueOf(outcome), "")
}

// A member is a field of a struct type, in the order of JSON.
type member struct {
	fieldtags.TypeField
	name   string // quoted, with the comma before it and the colon after it
	number bool   // the value is a number, not a name
}

// members caches the members of each struct type that was written, as []member.
var members sync.Map

func membersOf(t reflect.Type) []member {
	if list, known := members.Load(t); known {
		return list.([]member)
	}
	var list []member
	fieldtags.FieldsOf(t, func(f fieldtags.TypeField) {
		of := t.FieldByIndex(f.Index).Type
		whole := of.Kind() >= reflect.Int && of.Kind() <= reflect.Uint64
		list = append(list, member{f, "," + string(appendjson.String(nil, f.Key)) + ":", whole && of.NumMethod() == 0 && f.Tags.Of() == "" && f.Tags.Table() == ""})
	})
	slices.SortFunc(list, func(a, b member) int { return cmp.Compare(a.Key, b.Key) })
	members.Store(t, list)
	return list
}

// appendJSON appends a value as branch returns it.
func (c *schema) appendJSON(b []byte, v reflect.Value, tag fieldtags.Tags) []byte {
	switch v.Kind() {
	case reflect.Struct:
		b = append(b, '{')
		list := membersOf(v.Type())
		for i := range list {
			m := &list[i]
			if b = append(b, m.name[max(0, 1-i):]...); m.number {
				b = strconv.AppendInt(b, fieldtags.Int(v.FieldByIndex(m.Index)), 10)
				continue
			}
			b = c.appendJSON(b, v.FieldByIndex(m.Index), m.Tags)
		}
		return append(b, '}')
	case reflect.Array:
		b = append(b, '[')
		for i := range used(v) {
			if i > 0 {
				b = append(b, ',')
			}
			if e := v.Index(i); e.IsZero() && e.Kind() == reflect.Struct {
				b = append(b, "{}"...)
			} else {
				b = c.appendJSON(b, e, tag)
			}
		}
		return append(b, ']')
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	}
	if l := (leaf{v: v, tag: tag}); c.names(l) != nil {
		return appendjson.String(b, c.text(l))
	}
	return strconv.AppendInt(b, fieldtags.Int(v), 10)
}
