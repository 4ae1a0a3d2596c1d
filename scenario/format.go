package scenario

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"

	"loophole/internal/fieldtags"
	"loophole/rule"
)

// Format writes a set-up as a short scenario file that can be read back. It omits zero values,
// and writes a struct of few plain values on one line.
func (b *Scenario) Format(setup any, rules *rule.Ruleset) (string, error) {
	p := &printer{rules: rules}
	fmt.Fprintf(&p.out, "format: %d\nruleset: %s\nname: %s\n", Format, quoted(b.Ruleset), quoted(b.Name))
	for _, x := range [...]struct{ key, value string }{{"title", b.Title}, {"gist", b.Gist}, {"source", b.Source}} {
		if x.value != "" {
			fmt.Fprintf(&p.out, "%s: %s\n", x.key, quoted(x.value))
		}
	}
	if b.Minutes > 0 {
		fmt.Fprintf(&p.out, "minutes: %d\n", b.Minutes)
	}
	if len(b.House) > 0 {
		p.out.WriteString("house:\n")
		for _, s := range b.House {
			fmt.Fprintf(&p.out, "  %s: %s\n", s.Path, quoted(s.Value))
		}
	}
	v := reflect.ValueOf(setup)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	w := reflect.New(v.Type()).Elem() // so that addresses can be taken
	w.Set(v)
	p.lists = listsOf(w)
	if isEmpty(w) {
		p.out.WriteString("setup: {}\n")
	} else {
		p.out.WriteString("setup:\n")
		p.fields("  ", w)
	}
	return p.out.String(), p.err
}

type printer struct {
	rules *rule.Ruleset
	lists textLists
	out   strings.Builder
	err   error
}

// maxLineWidth is the width up to which a struct is written on one line.
const maxLineWidth = 110

// fields writes the fields of a struct, each on its own lines.
func (p *printer) fields(indent string, v reflect.Value) {
	eachField(v, func(x fieldtags.Field) {
		if !isEmpty(x.Value) || p.alwaysWritten(x) {
			p.field(indent, x)
		}
	})
}

func (p *printer) field(indent string, x fieldtags.Field) {
	s, ok := p.flow(x.Value, x.Tags)
	if isPlain(x.Value.Type()) || ok && len(indent)+len(x.Key)+len(s)+2 <= maxLineWidth {
		fmt.Fprintf(&p.out, "%s%s: %s\n", indent, x.Key, s)
		return
	}
	fmt.Fprintf(&p.out, "%s%s:\n", indent, x.Key)
	if x.Value.Kind() == reflect.Struct {
		p.fields(indent+"  ", x.Value)
		return
	}
	for i := range x.Value.Len() {
		p.item(indent+"  ", fieldtags.Field{Value: x.Value.Index(i), Tags: x.Tags})
	}
}

// item writes an element of a list behind a dash. A list within a list has one line.
func (p *printer) item(indent string, x fieldtags.Field) {
	s, ok := p.flow(x.Value, x.Tags)
	if isPlain(x.Value.Type()) || x.Value.Kind() != reflect.Struct || ok && len(indent)+len(s)+2 <= maxLineWidth {
		fmt.Fprintf(&p.out, "%s- %s\n", indent, s)
		return
	}
	inner := &printer{rules: p.rules, lists: p.lists}
	inner.fields(indent+"  ", x.Value)
	body := inner.out.String()
	p.fail(inner.err)
	p.out.WriteString(indent + "- " + strings.TrimPrefix(body, indent+"  "))
}

// fail keeps the first error.
func (p *printer) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// flow writes a value on one line. It returns false for a struct with lists of structs, which is
// hard to read on one line.
func (p *printer) flow(v reflect.Value, tags fieldtags.Tags) (string, bool) {
	if t, ok := v.Addr().Interface().(encoding.TextMarshaler); ok {
		s, err := t.MarshalText()
		p.fail(err)
		return quoted(string(s)), true
	}
	switch v.Kind() {
	case reflect.Struct:
		var parts []string
		whole := true
		eachField(v, func(x fieldtags.Field) {
			if isEmpty(x.Value) && !p.alwaysWritten(x) {
				return
			}
			s, ok := p.flow(x.Value, x.Tags)
			whole = whole && ok
			parts = append(parts, x.Key+": "+s)
		})
		return "{" + strings.Join(parts, ", ") + "}", whole
	case reflect.Slice, reflect.Array:
		var parts []string
		whole := v.Type().Elem().Kind() != reflect.Struct || marshals(v.Type().Elem())
		for i := range v.Len() {
			s, _ := p.flow(v.Index(i), tags)
			parts = append(parts, s)
		}
		return "[" + strings.Join(parts, ", ") + "]", whole
	case reflect.String:
		return quoted(v.String()), true
	case reflect.Bool:
		return map[bool]string{true: "yes", false: "no"}[v.Bool()], true
	}
	if !v.CanInt() && !v.CanUint() {
		p.fail(fmt.Errorf("scenario: a %v cannot be written in a file", v.Type()))
		return "", true
	}
	if names := namesOf(p.rules, p.lists, v, tags); names != nil {
		if i := int(fieldtags.Int(v)); i >= 0 && i < len(names) {
			return quoted(names[i]), true
		}
	}
	return fmt.Sprint(fieldtags.Int(v)), true
}

// isPlain reports whether values of a type are one text in a file, which stays on one line.
func isPlain(t reflect.Type) bool {
	return marshals(t) || t.Kind() != reflect.Struct && t.Kind() != reflect.Slice && t.Kind() != reflect.Array
}

func marshals(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// alwaysWritten reports whether a value is written even if it is zero, such as the first side of
// a unit.
func (p *printer) alwaysWritten(x fieldtags.Field) bool { return len(p.lists[x.Tags.Of()]) > 0 }

// isEmpty reports whether a value can be omitted.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		return v.Len() == 0
	case reflect.Struct:
		for i := range v.NumField() {
			if !isEmpty(v.Field(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// quoted writes a text so that YAML reads it back unchanged.
func quoted(s string) string {
	plain := s != "" && strings.TrimSpace(s) == s
	for _, r := range s {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" -./_;()", r))
	}
	if plain && !strings.ContainsAny(s[:1], "- .0123456789(") && !strings.Contains(s, " -") {
		switch strings.ToLower(s) {
		case "yes", "no", "true", "false", "on", "off", "null", "y", "n":
		default:
			return s
		}
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
