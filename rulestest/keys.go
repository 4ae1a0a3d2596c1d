package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"loophole/rule"
)

// checkRoundTrip writes every situation in each of its forms and reads it back.
func (k *kit) checkRoundTrip(t reporter) {
	for i, e := range k.explore() {
		s, q := k.situations[i], e.question
		if q == nil {
			continue
		}
		for form, settings := range map[string]func() ([]rule.Setting, error){
			"Settings": func() ([]rule.Setting, error) { return q.Settings(), nil },
			"Words":    func() ([]rule.Setting, error) { return rule.ParseWords(strings.Fields(q.Words())) },
			"JSON":     func() ([]rule.Setting, error) { return throughJSON(q.Situation()) },
		} {
			x, err := settings()
			if err == nil {
				err = same(q, x)
			}
			if err != nil {
				t.Errorf("%v: it does not come back from its %s: %v", s, form, err)
			}
		}
		if err := comesBack(q.House); err != nil {
			t.Errorf("%v: its house rules do not come back: %v", s, err)
		}
		k.checkOutcomes(t, s, e)
	}
}

// same returns an error if settings make another situation.
func same(q *rule.Question, settings []rule.Setting) error {
	again, err := q.Procedure.NewQuestion(q.House, settings)
	if err != nil {
		return err
	}
	a, b := q.Settings(), again.Settings()
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Errorf("%s=%s became %s=%s", a[i].Path, a[i].Value, b[i].Path, b[i].Value)
		}
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d settings became %d", len(a), len(b))
	}
	return nil
}

// comesBack returns an error if the settings of house rules make other house rules.
func comesBack(h *rule.HouseRules) error {
	again, err := h.Rules().House(h.Overrides())
	if err == nil && again.Hash() != h.Hash() {
		err = fmt.Errorf("%v became %v", h.Overrides(), again.Overrides())
	}
	return err
}

// throughJSON writes a situation as JSON and flattens the decoded value.
func throughJSON(situation map[string]any) ([]rule.Setting, error) {
	text, err := json.Marshal(situation)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	return flatten(nil, "", tree), nil
}

// flatten turns nested maps and lists into settings.
func flatten(out []rule.Setting, path string, x any) []rule.Setting {
	switch v := x.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = flatten(out, strings.TrimPrefix(path+"."+key, "."), v[key])
		}
	case []any:
		out = append(out, rule.Setting{Path: path, Many: len(v)})
		for i, y := range v {
			out = flatten(out, path+"."+strconv.Itoa(i+1), y)
		}
	default:
		out = append(out, rule.Setting{Path: path, Value: fmt.Sprint(v)})
	}
	return out
}

// checkOutcomes writes every outcome as a record does. Different outcomes must have different
// texts.
func (k *kit) checkOutcomes(t reporter, s *situation, e *exploration) {
	for _, a := range e.exact() {
		seen := map[string]any{}
		for _, o := range a.Outcomes {
			text, err := json.Marshal(s.procedure.OutcomeMap(o.Value))
			if err != nil {
				t.Errorf("%v: outcome %v cannot be written: %v", s, o.Value, err)
			}
			if other, twice := seen[string(text)]; twice {
				t.Errorf("%v: outcomes %v and %v are both written %s: give every field a key of its own", s, other, o.Value, text)
			}
			seen[string(text)] = o.Value
		}
	}
}

// checkKeys sets every key of every procedure to valid and to invalid values.
func (k *kit) checkKeys(t reporter) {
	for _, p := range k.rules.Procedures {
		for _, key := range p.Keys() {
			key.Path = strings.ReplaceAll(key.Path, ".N.", ".1.")
			checkKey(t, p, key)
			checkMistyped(t, p, key.Path)
		}
	}
}

func checkKey(t reporter, p *rule.Procedure, key rule.Key) {
	for _, v := range lawfulValues(key) {
		if err := keeps(p, key.Path, v); err != nil {
			t.Errorf("%s: %s=%s: %v: correct its type, its names or its range", p.Name, key.Path, v, err)
		}
	}
	for _, v := range unlawfulValues(key) {
		if _, err := p.NewQuestion(nil, []rule.Setting{{Path: key.Path, Value: v}}); err == nil {
			t.Errorf("%s: %s=%s is accepted, though it is not %s", p.Name, key.Path, v, rangeOf(key))
		}
	}
}

func rangeOf(key rule.Key) string {
	switch key.Kind {
	case "name", "yes/no":
		return "one of " + strings.Join(key.Values, ", ")
	case "list":
		return fmt.Sprintf("a list of at most %d", key.Max)
	}
	return fmt.Sprintf("%d to %d", key.Min, key.Max)
}

func lawfulValues(key rule.Key) []string {
	switch key.Kind {
	case "name", "yes/no":
		return key.Values
	case "integer":
		return []string{strconv.Itoa(key.Min), strconv.Itoa(key.Max)}
	}
	return nil
}

func unlawfulValues(key rule.Key) []string {
	switch key.Kind {
	case "list":
		return []string{strings.Repeat("0,", key.Max) + "0"}
	case "integer":
		return []string{strconv.Itoa(key.Min - 1), strconv.Itoa(key.Max + 1), "many", "1.5", strings.Repeat("9", 40)}
	}
	return []string{"no-such-value", "-1", "99999"}
}

// keeps returns an error if a value does not come back as it was set.
func keeps(p *rule.Procedure, path, value string) error {
	q, err := p.NewQuestion(nil, []rule.Setting{{Path: path, Value: value}})
	if err != nil {
		return err
	}
	for _, s := range q.Settings() {
		if s.Path == path {
			if s.Value != value {
				return fmt.Errorf("it became %s", s.Value)
			}
			return same(q, q.Settings())
		}
	}
	// A zero element of a list is omitted.
	return nil
}

// checkMistyped misspells a key and expects the right one as a suggestion.
func checkMistyped(t reporter, p *rule.Procedure, path string) {
	last := len(path) - 1
	for _, wrong := range []string{path + path[last:], path[:last] + "x" + path[last:]} {
		_, err := p.NewQuestion(nil, []rule.Setting{{Path: wrong, Value: "1"}})
		switch {
		case err == nil:
			t.Errorf("%s: the mistyped key %q is accepted", p.Name, wrong)
		case !strings.Contains(err.Error(), "unknown key") || !strings.Contains(err.Error(), "did you mean"):
			t.Errorf("%s: the mistyped key %q is answered without a suggestion: %v", p.Name, wrong, err)
		}
	}
}
