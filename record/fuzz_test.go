package record_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"loophole/record"
	"loophole/rule"
)

// FuzzVerify verifies files as they are, and also with recalculated checksums to reach the later checks.
// No file causes a crash, and a valid file equals its replay.
func FuzzVerify(f *testing.F) {
	for _, text := range []string{rolled(f), typed(f), "", "{}\n", `{"loophole":"record","format":2}` + "\n"} {
		f.Add(text, false)
		f.Add(text, true)
		f.Add(strings.Join(lines(text)[:1], ""), true)
	}
	f.Fuzz(func(t *testing.T, text string, forge bool) {
		if forge {
			text = again(text)
		}
		judge(t, text)
	})
}

// FuzzForgery overwrites a part of a valid record and recalculates all checksums.
func FuzzForgery(f *testing.F) {
	text := rolled(f)
	for _, part := range []string{`"situation"`, `"weapon"`, `"strict":false`, `"4D6 count 5+"`, "[6,2,4,1]", `"value":`, "\n", `{"kind":"outcome"`} {
		f.Add(uint16(strings.Index(text, part)), uint8(len(part)), part)
		f.Add(uint16(strings.Index(text, part)), uint8(len(part)), "null")
	}
	f.Fuzz(func(t *testing.T, at uint16, length uint8, with string) {
		i := int(at) % len(text)
		j := min(i+int(length), len(text))
		judge(t, again(text[:i]+with+text[j:]))
	})
}

// judge verifies a file, which must not crash, and compares a valid file with its replay.
func judge(t *testing.T, text string) {
	file, err := record.Read(strings.NewReader(text))
	if err != nil {
		return
	}
	for _, e := range file.Entries {
		_ = e.String()
	}
	rec, _, replayed := record.Replay(file, shelf)
	if _, err := record.Verify(file, shelf); err != nil {
		if faultLine(err) < 1 || faultLine(err) > len(lines(text))+1 {
			t.Errorf("a fault without a line: %v", err)
		}
		return
	}
	var b bytes.Buffer
	if replayed != nil || record.Write(&b, file.Header, rec) != nil || b.String() != text {
		t.Errorf("it passed, but its replay (%v) writes\n%s\ninstead of\n%s", replayed, &b, text)
	}
}

// FuzzHeader runs the question of any header.
func FuzzHeader(f *testing.F) {
	f.Add(`{"attackers":3,"walls":[{},{"guns":1}],"depths":[1,-2]}`, "facts.target", "5", true)
	f.Add(`{"walls":{"1":{"guns":2}}}`, "rulings.halving", "down", false)
	f.Add(`{"walls.1":"2","walls":"1,2"}`, "tables.weapons.guns.dice", "9", false)
	f.Fuzz(func(t *testing.T, situation, path, value string, strict bool) {
		h := record.NewHeader(question(t, ""), "0.1.0", record.TypedDice())
		h.Situation = object(situation)
		h.House = map[string]string{path: value}
		h.Strict = strict
		q, err := h.Question(shelf)
		if err != nil {
			if faultLine(err) != 1 {
				t.Errorf("not a fault of line 1: %v", err)
			}
			return
		}
		if q.Legal(nil) != nil {
			return
		}
		if _, err := q.Play(nothing{}, nil); err == nil && q.String() == "" {
			t.Error("a question without a name")
		}
	})
}

// object decodes JSON like a record, with exact numbers.
func object(text string) (m map[string]any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&m)
	return m
}

// nothing answers no question.
type nothing struct{}

func (nothing) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }
func (nothing) Choose(rule.Choice) (int, error)      { return 0, rule.ErrUnanswered }
