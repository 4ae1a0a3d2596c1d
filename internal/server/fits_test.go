package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"testing"

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
		t.Errorf("%s: it is no JSON: %.200s", where, body)
		return
	}
	registry := described().Components.Schemas
	v, err := newParts(registry, schema, body)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
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

// newParts decodes valid JSON. It leaves out the elements of lists that were compared with their schema before, because
// most parts of an answer come again in the next. What several schemas describe, and a list with limits, it decodes
// whole. The schema is nil if the document does not describe the text.
func newParts(registry huma.Registry, schema *huma.Schema, text json.RawMessage) (any, error) {
	for schema != nil && schema.Ref != "" {
		schema = registry.SchemaFromRef(schema.Ref)
	}
	text = bytes.TrimSpace(text)
	switch {
	case schema != nil && nullable(schema) != nil && string(text) != "null":
		return newParts(registry, nullable(schema), text)
	case schema == nil || schema.OneOf != nil || schema.AnyOf != nil || schema.AllOf != nil || schema.Not != nil:
	case bytes.HasPrefix(text, []byte("{")):
		return newFields(registry, schema, text)
	case bytes.HasPrefix(text, []byte("[")) && schema.Items != nil && schema.MinItems == nil && schema.MaxItems == nil && !schema.UniqueItems && len(schema.Enum) == 0:
		return newElements(registry, schema.Items, text)
	}
	var v any
	err := json.Unmarshal(text, &v)
	return v, err
}

func newFields(registry huma.Registry, schema *huma.Schema, text json.RawMessage) (any, error) {
	x := map[string]any{}
	parts := split(text)
	for i := 0; i+1 < len(parts); i += 2 {
		var key string
		if err := json.Unmarshal(parts[i], &key); err != nil {
			return nil, err
		}
		of := schema.Properties[key]
		if of == nil {
			of, _ = schema.AdditionalProperties.(*huma.Schema)
		}
		v, err := newParts(registry, of, parts[i+1])
		if err != nil {
			return nil, err
		}
		x[key] = v
	}
	return x, nil
}

func newElements(registry huma.Registry, schema *huma.Schema, text json.RawMessage) (any, error) {
	x := []any{}
	for _, y := range split(text) {
		if (y[0] == '{' || y[0] == '[') && !fitsNow(schema, y) {
			continue
		}
		v, err := newParts(registry, schema, y)
		if err != nil {
			return nil, err
		}
		x = append(x, v)
	}
	return x, nil
}

// split returns the elements of a list, or the keys and values of an object in turn. The text is valid JSON without
// space around it. Package json would read what is within once more for each level.
func split(text []byte) (parts [][]byte) {
	start, depth := 1, 0
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == ':' || c == '}' || c == ']'):
			if part := bytes.TrimSpace(text[start:i]); len(part) > 0 {
				parts = append(parts, part)
			}
			start = i + 1
		}
	}
	return parts
}

// TestFits: the elements of a list are compared also where others of them came before, and a list with
// limits is compared as a whole.
func TestFits(t *testing.T) {
	registry := described().Components.Schemas
	list := func(of *huma.Schema) *huma.Schema { return &huma.Schema{Type: huma.TypeArray, Items: of} }
	lists, limited, two := list(list(&huma.Schema{Type: huma.TypeInteger})), list(list(&huma.Schema{Type: huma.TypeInteger})), 2
	limited.MaxItems = &two
	lists.PrecomputeMessages()
	limited.PrecomputeMessages()
	faults := func(schema *huma.Schema, text string) int {
		v, err := newParts(registry, schema, json.RawMessage(text))
		if err != nil {
			t.Error(err)
		}
		return len(differences(registry, schema, v))
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
	for text, want := range map[string]string{
		`[]`: ``, `{}`: ``, `[1]`: `1`, `[ "a,\"]" , {"b":[2,3]},[[ ]] ]`: `"a,\"]"|{"b":[2,3]}|[[ ]]`,
		`{"a":1, "b\\" : {"c":"}"} ,"d":[]}`: `"a"|1|"b\\"|{"c":"}"}|"d"|[]`,
	} {
		if got := string(bytes.Join(split([]byte(text)), []byte("|"))); got != want {
			t.Errorf("%s is split into %s, want %s", text, got, want)
		}
	}
}
