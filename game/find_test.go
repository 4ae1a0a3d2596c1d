package game_test

import (
	"strings"
	"testing"

	"loophole/game"
)

func TestFind(t *testing.T) {
	names := []string{"barn", "mill", "yard"}
	if i, err := game.Find("place", names, "mill"); i != 1 || err != nil {
		t.Error(i, err)
	}
	_, err := game.Find("place", names, "mil")
	if err == nil || !strings.HasPrefix(err.Error(), `there is no place "mil"; did you mean mill?`) {
		t.Error(err)
	}
	_, err = game.Find("place", []string{"barn", "", "yard"}, "mill")
	if err == nil || err.Error() != `there is no place "mill": place 2 has no name: give it one` {
		t.Error(err)
	}
}

func TestWords(t *testing.T) {
	words := game.Words{"ten men"}
	words.If(false, "fleeing")
	words.If(true, "pinned")
	words.If(true, "in the mill")
	if got := words.String(); got != "ten men, pinned, in the mill" {
		t.Error(got)
	}
}

func TestChoice(t *testing.T) {
	pace := game.Choice[struct{}]("pace", "walking", "running")
	if names := pace.Names(&struct{}{}); pace.Name != "pace" || strings.Join(names, " ") != "walking running" {
		t.Error(pace.Name, names)
	}
}

func TestCheckGone(t *testing.T) {
	if err := game.CheckGone("unit", 3, [2]uint8{}); err != nil {
		t.Error(err)
	}
	if err := game.CheckGone("unit", 3, [2]uint8{0, 1}); err == nil || err.Error() != "unit 3 is lost, but the position holds values for it" {
		t.Error(err)
	}
}
