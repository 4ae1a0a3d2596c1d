package scenario

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strconv"

	"loophole/internal/fieldtags"
	"loophole/rule"
)

// Schema returns a JSON Schema (2020-12) for the scenario files of a ruleset, for editors that
// complete and check YAML. It uses the tags by which files are read. The setup is a pointer to an
// empty set-up.
func Schema(setup any, rules *rule.Ruleset) ([]byte, error) {
	name := map[string]any{"type": "string", "minLength": 1}
	s := map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"$id":         "loophole-scenario-" + rules.ID + ".schema.json",
		"title":       "A scenario of " + rules.Title,
		"description": "Format " + strconv.Itoa(Format) + " of the scenario files of loophole.",
		"type":        "object", "additionalProperties": false,
		"required": []string{"format", "ruleset", "name", "setup"},
		"properties": map[string]any{
			"format":  map[string]any{"const": Format},
			"ruleset": map[string]any{"const": rules.ID},
			"name":    map[string]any{"type": "string", "pattern": "^[^ /\\t]+$", "description": "one word, as typed on the command line"},
			"title":   name,
			"gist":    map[string]any{"type": "string", "description": "what it is about, in a sentence"},
			"minutes": map[string]any{"type": "integer", "minimum": 1, "maximum": 999, "description": "that a game takes at a table"},
			"source":  map[string]any{"type": "string", "description": "where the place and the orders of battle come from"},
			"house":   map[string]any{"type": "object", "description": "house rules, as in a house file: facts, rulings, tables"},
			"setup":   (&schemaBuilder{rules}).of(reflect.ValueOf(setup).Elem(), ""),
		},
	}
	return json.MarshalIndent(s, "", "  ")
}

type schemaBuilder struct{ rules *rule.Ruleset }

func (d *schemaBuilder) of(v reflect.Value, tags fieldtags.Tags) map[string]any {
	s := d.kind(v, tags)
	if doc := tags.Doc(); doc != "" {
		if unit := tags.Unit(); unit != "" {
			doc += " (" + unit + ")"
		}
		s["description"] = doc
	}
	return s
}

func (d *schemaBuilder) kind(v reflect.Value, tags fieldtags.Tags) map[string]any {
	if _, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if n, ok := v.Interface().(rule.Named); ok {
			return map[string]any{"enum": n.Names()}
		}
		return map[string]any{"type": []string{"string", "number"}}
	}
	switch v.Kind() {
	case reflect.Struct:
		fields := map[string]any{}
		eachField(v, func(x fieldtags.Field) { fields[x.Key] = d.of(x.Value, x.Tags) })
		return map[string]any{"type": "object", "additionalProperties": false, "properties": fields}
	case reflect.Slice, reflect.Array:
		item := d.kind(reflect.New(v.Type().Elem()).Elem(), tags)
		s := map[string]any{"type": "array", "items": item}
		if v.Kind() == reflect.Array {
			s["maxItems"] = v.Len()
		}
		if tags.Single() {
			return map[string]any{"anyOf": []any{s, item}}
		}
		return s
	case reflect.String:
		return map[string]any{"type": []string{"string", "number", "boolean"}}
	case reflect.Bool:
		// YAML 1.2 reads yes and no as texts.
		return map[string]any{"enum": []any{true, false, "yes", "no", "on", "off"}}
	}
	if of := tags.Of(); of != "" {
		return map[string]any{"type": []string{"string", "number", "boolean"}, "$comment": "one of " + of}
	}
	if names := namesOf(d.rules, nil, v, tags); names != nil {
		return map[string]any{"enum": names[min(leastName(tags), len(names)):]}
	}
	lo, hi := bounds(v, tags)
	return map[string]any{"type": "integer", "minimum": lo, "maximum": hi}
}
