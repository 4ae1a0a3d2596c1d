package scene_test

import (
	"testing"

	"loophole/scene"
)

func TestCalled(t *testing.T) {
	for _, c := range []struct{ name, called, label string }{
		{"rifle-squad", "the rifle squad", "Rifle squad"},
		{"squad-b", "Squad B", "Squad B"},
		{"mg-squad", "the MG squad", "MG squad"},
		{"hmg-2", "HMG 2", "HMG 2"},
		{"guards", "the guards", "Guards"},
		{"house-2", "House 2", "House 2"},
		{"D4", "D4", "D4"},
		{"D4/1", "floor 1 of D4", "Floor 1 of D4"},
		{"farm/house/ground", "the ground floor of the house of the farm", "Ground floor of the house of the farm"},
		{"farm/house", "the house of the farm", "House of the farm"},
		{"mill/back-door", "the back door of the mill", "Back door of the mill"},
		{"hall+loft", "the hall and the loft", "Hall and the loft"},
		{"squad-b-half", "half of Squad B", "Half of Squad B"},
		{"beside-rampart-2", "spot 2 beside the rampart", "Spot 2 beside the rampart"},
		{"hall", "the hall", "Hall"},
		{"", "", ""},
		{"7", "7", "7"},
	} {
		if got := scene.Called(c.name); got != c.called {
			t.Errorf("%q is called %q; want %q", c.name, got, c.called)
		}
		if got := scene.Label(c.called); got != c.label {
			t.Errorf("%q has the label %q; want %q", c.called, got, c.label)
		}
	}
	if got := scene.Label("the sIG 33b"); got != "sIG 33b" {
		t.Errorf("the label is %q", got)
	}
}
