package dice_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/rule"
)

// recorded returns the entries of a tray's answers, with another entry between them.
func recorded(t *testing.T) []rule.Entry {
	t.Helper()
	rec := &rule.Record{}
	_, err := rule.Play(fight, dice.MustTray("5 6 1 1 4 | south door | 5 | 3 1"), rec)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rec.Entries {
		rec.Entries[i].From = "" // Another test checks origins.
	}
	return rec.Entries
}

func fight(u *rule.Umpire) int {
	n := u.Count(5, rule.D6, rule.AtLeast(4), attack.Cite, attack.Why)
	n += u.If(n > 2, 1, "attack.many", "many hits")
	u.Choose(door.By, door.Cite, door.Why, door.Options...)
	if u.Test(rule.D6, rule.AtLeast(5), save.Cite, save.Why) {
		n--
	}
	return n + u.Sum(2, rule.D3, burn.Cite, burn.Why)
}

func TestScriptAnswersAsRecorded(t *testing.T) {
	entries := recorded(t)
	s := dice.NewScript(entries)
	again := &rule.Record{}
	n, err := rule.Play(fight, s, again)
	if n != 7 || err != nil || s.Left() != 0 {
		t.Errorf("got %d, %v, %d left; want 7 and none left", n, err, s.Left())
	}
	for i, e := range again.Entries {
		if e.String() != entries[i].String() {
			t.Errorf("entry %d: got %s; want %s", i+1, e, entries[i])
		}
	}
}

func TestScriptRunsOut(t *testing.T) {
	s := dice.NewScript(recorded(t)[:3])
	_, err := rule.Play(fight, s, nil)
	const want = "dice: the record ends after 3 entries; next is D6 5+ for saved by cover? [save.cover]: rule: no answer yet"
	if !errors.Is(err, rule.ErrUnanswered) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v; want %s", err, want)
	}
	s = dice.NewScript(recorded(t)[:2])
	if s.Left() != 1 {
		t.Errorf("%d answers are left; want 1", s.Left())
	}
	if _, err = rule.Play(fight, s, nil); !errors.Is(err, rule.ErrUnanswered) {
		t.Errorf("got %v; want no answer", err)
	}
}

// TestScriptMismatches: every mismatch between entry and question is named.
func TestScriptMismatches(t *testing.T) {
	for _, c := range []struct {
		entry  int
		change func(*rule.Entry)
		want   string
	}{
		{1, func(e *rule.Entry) { e.Pool = rule.CountPool(5, rule.D6, rule.AtLeast(3)) }, "dice: entry 1: the record answers 5D6 count 3+ for attack on the building [attack.dice], but the rules ask 5D6 count 4+ for attack on the building [attack.dice]"},
		{1, func(e *rule.Entry) { e.Cite = "attack.other" }, "dice: entry 1: the record answers 5D6 count 4+ for attack on the building [attack.other], but the rules ask 5D6 count 4+ for attack on the building [attack.dice]"},
		{1, func(e *rule.Entry) { e.Text = "a kiss" }, "dice: entry 1: the record answers 5D6 count 4+ for a kiss [attack.dice], but the rules ask 5D6 count 4+ for attack on the building [attack.dice]"},
		{1, func(e *rule.Entry) { e.Faces = e.Faces[1:] }, "dice: entry 1: face: recorded is 4 faces, but it should be 5"},
		{1, func(e *rule.Entry) { e.Faces[2] = 7 }, "dice: entry 1: face: recorded is 7 on die 3, but it should be a face of D6"},
		{1, func(e *rule.Entry) { e.Faces[2] = 0 }, "dice: entry 1: face: recorded is 0 on die 3, but it should be a face of D6"},
		{1, func(e *rule.Entry) { e.Value = 4 }, "dice: entry 1: value: recorded is 4, but it should be 3, which is how the faces read"},
		{1, func(e *rule.Entry) { e.From = dice.FromTotal }, "dice: entry 1: origin: recorded is typed total with faces, but it should be a total without faces"},
		{1, func(e *rule.Entry) { e.Faces, e.Value = nil, 6 }, "dice: entry 1: value: recorded is 6, but it should be 6 is out of range for 5D6 count 4+: 0 to 5"},
		{1, func(e *rule.Entry) { e.Faces, e.From = nil, dice.FromTyped }, "dice: entry 1: face: recorded is 0 faces, but it should be 5"},
		{3, func(e *rule.Entry) { e.Value = 3 }, "dice: entry 3: option: recorded is 3, but it should be 0 to 2"},
		{3, func(e *rule.Entry) { e.Value = -1 }, "dice: entry 3: option: recorded is -1, but it should be 0 to 2"},
		{3, func(e *rule.Entry) { e.By = "defender" }, `dice: entry 3: the record answers the defender chooses: which way in? [enter.door] of ["north door" "south door" "window"], but the rules ask the attacker chooses: which way in? [enter.door] of ["north door" "south door" "window"]`},
		{3, func(e *rule.Entry) { e.Options = e.Options[:2] }, `dice: entry 3: the record answers the attacker chooses: which way in? [enter.door] of ["north door" "south door"], but the rules ask the attacker chooses: which way in? [enter.door] of ["north door" "south door" "window"]`},
		{4, func(e *rule.Entry) { e.Kind = rule.Chosen }, "dice: entry 4: the record answers the  chooses: saved by cover? [save.cover] of [], but the rules ask D6 5+ for saved by cover? [save.cover]"},
		{3, func(e *rule.Entry) { e.Kind, e.Pool = rule.Rolled, save.Pool }, `dice: entry 3: the record answers D6 5+ for which way in? [enter.door], but the rules ask the attacker chooses: which way in? [enter.door] of ["north door" "south door" "window"]`},
	} {
		entries := recorded(t)
		c.change(&entries[c.entry-1])
		_, err := rule.Play(fight, dice.NewScript(entries), nil)
		var m *dice.MismatchError
		if !errors.As(err, &m) || m.Entry != c.entry || m.Error() != c.want {
			t.Errorf("got %v\nwant %s", m, c.want)
		}
	}
}

// TestScriptInOtherWords: with AnyWords a record of another wording answers, but not one of another clause or of
// fewer options.
func TestScriptInOtherWords(t *testing.T) {
	old := func(change func([]rule.Entry)) error {
		entries := recorded(t)
		for i := range entries {
			e := &entries[i]
			e.Text, e.Options = "formerly "+e.Text, slices.Clone(e.Options)
			for k := range e.Options {
				e.Options[k] = "formerly " + e.Options[k]
			}
		}
		change(entries)
		s := dice.NewScript(entries)
		s.AnyWords = true
		n, err := rule.Play(fight, s, nil)
		if err == nil && n != 7 {
			t.Errorf("got %d; want 7", n)
		}
		return err
	}
	if err := old(func([]rule.Entry) {}); err != nil {
		t.Error(err)
	}
	for _, change := range []func([]rule.Entry){
		func(e []rule.Entry) { e[0].Cite = "attack.other" },
		func(e []rule.Entry) { e[2].Options = e[2].Options[1:] },
	} {
		var m *dice.MismatchError
		if err := old(change); !errors.As(err, &m) || m.What != "question" {
			t.Error(err)
		}
	}
}

// TestScriptRollsAgain: a script with the seed detects a forged face that is otherwise consistent.
func TestScriptRollsAgain(t *testing.T) {
	rec := &rule.Record{}
	if _, err := rule.Play(fight, dice.NewRandom(42), rec); err != nil {
		t.Fatal(err)
	}
	play := func() error {
		s := dice.NewScript(rec.Entries)
		s.Dice = dice.NewRandom(42)
		_, err := rule.Play(fight, s, nil)
		return err
	}
	if err := play(); err != nil {
		t.Error(err)
	}
	rolls := rec.Entries[0]
	rolls.Faces[0] = 5 // A six becomes a five: still a success.
	var m *dice.MismatchError
	if err := play(); !errors.As(err, &m) || m.Error() != "dice: entry 1: face: recorded is 5 on die 1, but it should be 6, by seed 42" {
		t.Errorf("got %v", m)
	}
	rec.Entries[0].From = dice.FromTyped // A typed roll takes nothing from the program's dice.
	if err := play(); !errors.As(err, &m) || m.What != "face" || m.Entry == 1 {
		t.Errorf("got %v", m)
	}
	rec.Entries[0].From, rec.Entries[0].Faces = "", nil // The program's dice have faces.
	if err := play(); !errors.As(err, &m) || m.What != "face" || m.Entry != 1 {
		t.Errorf("got %v", m)
	}
}

// TestOrigins: every source returns the origin of its last answer.
func TestOrigins(t *testing.T) {
	type origin interface{ From() string }
	e := rule.Entry{Kind: rule.Rolled, Pool: save.Pool, Cite: save.Cite, Text: save.Why, Value: 1, From: dice.FromTotal}
	for _, c := range []struct {
		src  rule.Source
		want string
	}{
		{dice.NewRandom(1), "program"},
		{dice.MustTray("5"), "typed"},
		{&dice.Terminal{In: strings.NewReader("=1\n"), Out: &strings.Builder{}}, "typed total"},
		{dice.NewScript([]rule.Entry{e}), "typed total"},
	} {
		if _, err := ask(c.src, save); err != nil || c.src.(origin).From() != c.want {
			t.Errorf("%T: from %q, %v; want %q", c.src, c.src.(origin).From(), err, c.want)
		}
	}
}
