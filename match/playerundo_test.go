package match

import (
	"testing"

	"loophole/dice"
)

// TestUndoToPlayer: a player's undo includes a policy's later actions, and a redo restores all of
// them.
func TestUndoToPlayer(t *testing.T) {
	m := begun(t, "row")
	random := dice.NewRandom(1)
	for changes := 0; changes < 2; {
		before := m.Status().Side
		legal, err := m.Instance.Legal(m.Position())
		if err != nil || len(legal) == 0 {
			t.Fatal(err)
		}
		if err := m.Play(legal[0], random); err != nil {
			t.Fatal(err)
		}
		if m.Status().Side != before {
			changes++
		}
	}
	all := m.CurrentActions()
	player := all[0].By
	policies := [2]bool{player == 1, player == 0}
	own := 0
	for _, a := range all {
		if a.By == player {
			own++
		}
	}
	if list, n := m.UndoList(own+1, policies); n != own || len(list) != len(all) {
		t.Error(len(list), n, own)
	}
	if _, n := m.UndoList(1, [2]bool{true, true}); n != 0 {
		t.Error("policies count as players")
	}
	list, _ := m.UndoList(1, policies)
	if len(list) < 2 || list[len(list)-1].By != player || list[0].By == player {
		t.Fatalf("%+v", list)
	}
	end := m.Position()
	if err := m.UndoToPlayer(player, policies); err != nil || len(m.CurrentActions()) != len(all)-len(list) {
		t.Error(err, len(m.CurrentActions()))
	}
	if again, err := m.RedoToPlayer(player, policies); err != nil || len(again) != len(list) || m.Position() != end {
		t.Error(err, len(again))
	}
}
