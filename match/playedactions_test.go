package match

import (
	"testing"

	"loophole/dice"
	"loophole/internal/testgame"
	"loophole/record"
	"loophole/rule"
)

// stuck is a source that answers nothing, so that an action stays pending.
type stuck struct{}

func (stuck) Roll(rule.Roll) (int, []uint8, error) { return 0, nil, rule.ErrUnanswered }
func (stuck) Choose(rule.Choice) (int, error)      { return 0, rule.ErrUnanswered }

// begun begins a match of two players with typed dice.
func begun(t *testing.T, name string) *Match {
	t.Helper()
	f := testgame.Bundled(t, "tideofiron", name)
	h, err := NewHeader(f, "test", [2]string{"a", "b"}, record.TypedDiceWithSeed(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(f, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPlayedActions: the played actions have the right entries and positions after an undo.
func TestPlayedActions(t *testing.T) {
	m := begun(t, "row")
	start := m.Instance.Start
	act := func(line string, src rule.Source) {
		t.Helper()
		m.Play(mustParse(t, m, line), src)
	}
	random := dice.NewRandom(1)
	if _, _, ok := m.UndoTarget(0); ok {
		t.Error("there is something to undo before anything was played")
	}
	act("fire sig-33b at shaken-squad normal", stuck{})
	if o, open := m.PendingRange(); !open || o.From != 0 || o.To != len(m.Entries) || o.By != 0 || len(m.PlayedActions()) != 0 {
		t.Errorf("%+v %v", o, open)
	}
	act("fire sig-33b at shaken-squad normal", random)
	first := len(m.Entries)
	if whose, asks, ok := m.UndoTarget(0); whose != 0 || !asks || !ok {
		t.Error(whose, asks, ok)
	}
	if err := m.Undo(0, true); err != nil {
		t.Fatal(err)
	}
	if whose, ok := m.RedoTarget(); whose != 0 || !ok {
		t.Error(whose, ok)
	}
	act("rest sig-33b", random)
	if _, ok := m.RedoTarget(); ok {
		t.Error("an undone action can be redone after another one was played")
	}
	list := m.PlayedActions()
	if len(list) != 2 || list[0].From != 0 || list[0].To != first || list[1].From != first+1 || list[1].To != len(m.Entries) {
		t.Fatalf("%+v", list)
	}
	if list[0].Before != start || list[1].Before.Hash() != start.Hash() || list[1].After != m.Position() || list[0].After.Hash() == start.Hash() {
		t.Error("the positions are not those before and after")
	}
	if s := m.CurrentActions(); len(s) != 1 || s[0] != list[1] {
		t.Errorf("%+v", s)
	}
}
