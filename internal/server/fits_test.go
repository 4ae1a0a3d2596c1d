package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// A fitKey is a text of JSON that was compared with a schema.
type fitKey struct {
	schema *huma.Schema
	sum    [sha256.Size]byte
}

// fitsNow reports whether a text is to be compared with a schema: each is compared once.
func fitsNow(schema *huma.Schema, text []byte) bool {
	key := fitKey{schema, sha256.Sum256(text)}
	shown.Lock()
	defer shown.Unlock()
	if shown.fitted == nil {
		shown.fitted = map[fitKey]bool{}
	}
	was := shown.fitted[key]
	shown.fitted[key] = true
	return !was
}

// fits compares a body with its schema, and notes the fields that it has.
func fits(t testing.TB, where string, schema *huma.Schema, body []byte) {
	t.Helper()
	if !fitsNow(schema, body) {
		return
	}
	if !json.Valid(body) {
		t.Errorf("%s: this is not JSON: %s", where, body)
		return
	}
	registry := described().Components.Schemas
	d := decoder{registry: registry, text: body}
	v := d.value(schema)
	for _, err := range differences(registry, schema, v) {
		t.Errorf("%s: %v", where, err)
	}
	met(registry, schema, v)
}

// differences returns how a value differs from a schema.
func differences(registry huma.Registry, schema *huma.Schema, v any) []error {
	var all huma.ValidateResult
	huma.Validate(registry, schema, huma.NewPathBuffer([]byte(""), 0), huma.ModeReadFromServer, v, &all)
	return all.Errors
}

// nullable returns the schema of values that may be null too, or nil.
func nullable(schema *huma.Schema) *huma.Schema {
	if x := schema.AnyOf; len(x) == 2 && x[0].Ref != "" && len(x[1].Enum) == 1 && x[1].Enum[0] == nil {
		return x[0]
	}
	return nil
}

// met notes the fields of the document's schemas that a value has.
func met(registry huma.Registry, schema *huma.Schema, v any) {
	name := ""
	for schema.Ref != "" {
		name = schema.Ref[strings.LastIndex(schema.Ref, "/")+1:]
		schema = registry.SchemaFromRef(schema.Ref)
	}
	for _, one := range append(slices.Clone(schema.OneOf), schema.AnyOf...) {
		if len(differences(registry, one, v)) == 0 {
			met(registry, one, v)
		}
	}
	switch x := v.(type) {
	case []any:
		for _, y := range x {
			if schema.Items != nil {
				met(registry, schema.Items, y)
			}
		}
	case map[string]any:
		for key, y := range x {
			p := schema.Properties[key]
			if p != nil {
				seeField(name, key)
			} else {
				p, _ = schema.AdditionalProperties.(*huma.Schema)
			}
			if p != nil {
				met(registry, p, y)
			}
		}
	}
}

func seeField(schema, name string) {
	shown.Lock()
	defer shown.Unlock()
	if shown.fields == nil {
		shown.fields = map[docField]bool{}
	}
	shown.fields[docField{schema, name}] = true
}

// A decoder decodes JSON that is valid. It leaves out the elements of lists that were compared with
// their schema before, because most parts of an answer come again in the next.
type decoder struct {
	registry huma.Registry
	text     []byte
	at       int
}

// next returns the first byte of the next token.
func (d *decoder) next() byte {
	for {
		switch c := d.text[d.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			d.at++
		default:
			return c
		}
	}
}

// value decodes the next value. The schema is nil if the document does not describe it.
func (d *decoder) value(schema *huma.Schema) any {
	for schema != nil && schema.Ref != "" {
		schema = d.registry.SchemaFromRef(schema.Ref)
	}
	c := d.next()
	switch {
	case c == '"':
		return d.string()
	case c != '{' && c != '[':
		return d.plain()
	case schema != nil && nullable(schema) != nil:
		return d.value(nullable(schema))
	case schema == nil || schema.OneOf != nil || schema.AnyOf != nil || schema.AllOf != nil || schema.Not != nil:
		return decoded(d.raw()) // Whole, for several schemas.
	case c == '{':
		return d.object(schema)
	}
	return d.list(schema)
}

// plain decodes a number, a truth value or null.
func (d *decoder) plain() any {
	switch text := string(d.raw()); text {
	case "true", "false":
		return text == "true"
	case "null":
		return nil
	default:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err)
		}
		return x
	}
}

func (d *decoder) object(schema *huma.Schema) any {
	x := map[string]any{}
	for d.at++; d.next() != '}'; {
		key := d.string()
		of := schema.Properties[key]
		if of == nil {
			of, _ = schema.AdditionalProperties.(*huma.Schema)
		}
		x[key] = d.value(of)
	}
	d.at++
	return x
}

func (d *decoder) list(schema *huma.Schema) any {
	x := []any{}
	// What a schema says of the list as a whole needs all elements.
	whole := schema.Items == nil || schema.MinItems != nil || schema.MaxItems != nil || schema.UniqueItems || len(schema.Enum) > 0
	for d.at++; d.next() != ']'; {
		from := d.at
		if c := d.text[from]; !whole && (c == '{' || c == '[') && !fitsNow(schema.Items, d.raw()) {
			continue
		}
		d.at = from
		x = append(x, d.value(schema.Items))
	}
	d.at++
	return x
}

// raw returns the text of the next value.
func (d *decoder) raw() []byte {
	d.next()
	from := d.at
	for depth := 0; ; {
		switch d.text[d.at] {
		case '"':
			d.quoted()
		case '{', '[':
			depth++
			d.at++
		case '}', ']':
			depth--
			d.at++
		default:
			d.at++
		}
		if depth == 0 && (d.text[from] == '{' || d.text[from] == '[' || d.text[from] == '"' ||
			d.at == len(d.text) || strings.IndexByte(" \t\r\n,]}", d.text[d.at]) >= 0) {
			return d.text[from:d.at]
		}
	}
}

// quoted returns the text of the next string with its quotes.
func (d *decoder) quoted() []byte {
	from := d.at
	for d.at++; d.text[d.at] != '"'; d.at++ {
		if d.text[d.at] == '\\' {
			d.at++
		}
	}
	d.at++
	return d.text[from:d.at]
}

func (d *decoder) string() string {
	d.next()
	text := d.quoted()
	if inner := text[1 : len(text)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	return decoded(text).(string)
}

// decoded decodes a text that is known to be JSON.
func decoded(text []byte) (v any) {
	if err := json.Unmarshal(text, &v); err != nil {
		panic(err)
	}
	return v
}

// TestFits: the elements of a list are compared also where others of them came before, and a list with
// limits is compared as a whole. Other values are decoded as encoding/json does.
func TestFits(t *testing.T) {
	registry := described().Components.Schemas
	list := func(of *huma.Schema) *huma.Schema { return &huma.Schema{Type: huma.TypeArray, Items: of} }
	lists, limited, two := list(list(&huma.Schema{Type: huma.TypeInteger})), list(list(&huma.Schema{Type: huma.TypeInteger})), 2
	limited.MaxItems = &two
	lists.PrecomputeMessages()
	limited.PrecomputeMessages()
	faults := func(schema *huma.Schema, text string) int {
		d := decoder{registry: registry, text: []byte(text)}
		return len(differences(registry, schema, d.value(schema)))
	}
	for _, c := range []struct {
		schema *huma.Schema
		text   string
		want   int
	}{
		{lists, `[[1], [2, 3]]`, 0}, {lists, `[[1], [1.5]]`, 1}, {lists, `[[2, 3],[4,"x"]]`, 1}, {lists, `[[1], 3]`, 1}, {lists, `{}`, 1},
		{limited, `[[1],[1]]`, 0}, {limited, `[[1],[1],[1]]`, 1},
	} {
		if got := faults(c.schema, c.text); got != c.want {
			t.Errorf("%s: %d faults, want %d", c.text, got, c.want)
		}
	}
	for _, text := range []string{`"a\"\u00e4ü"`, "\"\xff\"", ` { "a" : [ 1 , -2.5e3 , true , null , "]}" ] , "b\n" : { } } `, `7 `, `null`, `[]`} {
		d := decoder{registry: registry, text: []byte(text)}
		loose := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: lists}
		if got, want := d.value(loose), decoded([]byte(text)); string(encoded(got)) != string(encoded(want)) {
			t.Errorf("%s is decoded as %v", text, got)
		}
	}
}

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
