package format

import "testing"

func TestNoun(t *testing.T) {
	for plural, one := range map[string]string{
		"rooms": "room", "characters": "character", "dice": "die", "men": "man", "hexes": "hex", "inches": "inch",
		"quarter inches": "quarter inch", "tenths of an inch": "tenth of an inch", "player turns": "player turn",
		"Unit Strength": "Unit Strength", "SMGs": "SMG", "matches": "match", "entries": "entry", "faces": "face",
		"entrances": "entrance", "crews": "crew", "feet": "foot", "": "",
	} {
		if got := Noun(1, plural); got != one {
			t.Errorf("1 %s; want 1 %s", got, one)
		}
		if got := Noun(2, plural); got != plural {
			t.Errorf("2 %s; want 2 %s", got, plural)
		}
	}
	if got := Counted(1, "models") + ", " + Counted(0, "models"); got != "1 model, 0 models" {
		t.Error(got)
	}
}
