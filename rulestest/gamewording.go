package rulestest

import (
	"regexp"
	"strings"

	"loophole/game"
)

// unsaid matches a name that no sentence has turned into words: a lower-case word with a hyphen,
// or a path.
var unsaid = regexp.MustCompile(`\b[a-z]+-[a-z]+\b|\w/\w`)

// hyphened matches words that are written with a hyphen.
var hyphened = regexp.MustCompile(`\b(anti-tank|tommy-gun|night-goblin|sub-machine)`)

// checkWording finds missing words of a game: an action type without a sentence for its order or
// its result, an event without a description, and two actions with the same sentence.
func (k *kit) checkWording(t reporter) {
	d := &docs{reporter: t, seen: map[string]bool{}}
	for _, y := range k.game.ActionTypes {
		x := k.game.Wording.ActionTypes[y.Name]
		d.say("action type "+y.Name, "an order", x.Order)
		d.say("action type "+y.Name, "a past", x.Past)
		if len(y.Params) > 0 && !strings.ContainsAny(x.Order, "<>") {
			t.Errorf("the order of %s marks neither who acts, {0<}, nor on what, {1>}", y.Name)
		}
	}
	for _, e := range k.game.Events {
		x := k.game.Wording.Events[e.Name]
		d.say("event "+e.Name, "a past", x.Past)
		d.say("event "+e.Name, "a short word", x.Short)
		if len(x.Short) > 14 {
			t.Errorf("the short word of %s, %q, is longer than a tag: 14 letters", e.Name, x.Short)
		}
	}
	fights, err := k.fights()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	w := newWalk(t, fights)
	w.each(3*len(fights), func(f *game.Instance, p game.Position) {
		legal, err := f.Legal(p)
		if err != nil {
			w.fault("%v", err)
		}
		w.checkSentences(f, legal)
	})
}

// checkSentences checks the words of some actions.
func (w *walk) checkSentences(f *game.Instance, list []game.Action) {
	said := map[string]game.Action{}
	for _, a := range list {
		order, past := f.Order(a).String(), f.Past(a)
		for _, s := range []string{order, past} {
			if x := unsaid.FindString(hyphened.ReplaceAllString(s, "")); x != "" {
				w.fault("%q is said as %q: %q is no word", f.FormatAction(a), s, x)
			}
		}
		if b, twice := said[order]; twice {
			w.fault("%q and %q are both said as %q", f.FormatAction(a), f.FormatAction(b), order)
		}
		said[order] = a
		if w.faults >= maxGameFaults {
			return
		}
	}
}
