package konflikt47

import "testing"

// TestGlance: cached sight equals sight that is computed again, whatever has collapsed and at
// whichever opening a weapon is set up.
func TestGlance(t *testing.T) {
	_, f, p := fight(t, yard(), 0)
	saw := 0
	for fallen := range 1 << len(f.sections) {
		for k := range f.sections {
			p.Sections[k] = Whole
			if fallen>>k&1 == 1 {
				p.Sections[k] = Fallen
			}
		}
		for n := range 4 * len(f.places) * len(f.places) {
			from, to, heavy, fixed := n/4/len(f.places), n/4%len(f.places), n&1 == 1, n&2 == 2
			fixedOpening := uint8((fallen + n/4) % (len(f.openings) + 1))
			want := f.view(&p, from, to, heavy, fixed, fixedOpening)
			if got := f.cachedView(&p, from, to, heavy, fixed, fixedOpening); *got != want {
				t.Fatalf("from %s to %s, heavy %v, fixed %v at %d, fallen %b: %+v, computed again %+v", f.places[from].name, f.places[to].name, heavy, fixed, fixedOpening, fallen, *got, want)
			}
			if want.any {
				saw++
			}
		}
	}
	if saw == 0 {
		t.Error("nobody sees anybody")
	}
}
