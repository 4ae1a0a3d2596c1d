package rulestest

import (
	"context"
	"strings"

	"loophole/odds"
)

// checkRulings finds a situation that each ruling decides.
func (k *kit) checkRulings(t reporter) {
	shown := map[string]*situation{}
	variants := k.exploreVariants()
	for i := range variants {
		v := &variants[i]
		if id := v.ruling.Name + "=" + v.reading; shown[id] == nil && v.decides(k.base[v.situation]) {
			shown[id] = k.situations[v.situation]
		}
		if v.fault != nil {
			t.Errorf("%v, with %s=%s: %v", k.situations[v.situation], v.ruling.Name, v.reading, v.fault)
		}
	}
	for _, r := range k.rules.Rulings {
		var silent []string
		for _, reading := range r.Readings[1:] {
			if s := shown[r.Name+"="+reading.Name]; s != nil {
				t.Logf("%s=%s decides %v", r.Name, reading.Name, s)
			} else {
				silent = append(silent, reading.Name)
			}
		}
		if len(silent) > 0 {
			t.Errorf("ruling %s: %s changes no chance, no outcome and no legality in any situation: write a case that it decides, or drop it",
				r.Name, strings.Join(silent, ", "))
		}
	}
	k.checkExamplesOfRulings(t)
	k.checkComparisons(t)
}

// checkComparisons checks that every ruling has an example in which it changes the chance of an event,
// the mean of a measure, or the legality.
func (k *kit) checkComparisons(t reporter) {
	for _, r := range k.rules.Rulings {
		comparison, err := odds.CompareReadings(context.Background(), k.rules, r)
		if err != nil {
			t.Errorf("ruling %s: its readings cannot be compared: %v", r.Name, err)
		} else if comparison.Question == nil {
			why := "give it an Example"
			if r.Example != "" {
				why = "under its Example every event has the same chance and every measure the same mean, whatever the reading: " +
					"take another one, or add a Measure that differs"
			}
			t.Errorf("ruling %s: no example shows what it does to the odds: %s", r.Name, why)
		}
	}
}

// checkExamplesOfRulings checks that the example of a ruling depends on it.
func (k *kit) checkExamplesOfRulings(t reporter) {
	for _, r := range k.rules.Rulings {
		if r.Example == "" {
			continue
		}
		decided := false
		for i := range k.variants {
			v := &k.variants[i]
			decided = decided || k.situations[v.situation].verdict == either && v.ruling == r && v.decides(k.base[v.situation])
		}
		if !decided {
			t.Errorf("ruling %s: its example %q has the same result under every reading: choose one that it decides", r.Name, r.Example)
		}
	}
}
