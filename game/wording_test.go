package game

import (
	"slices"
	"strings"
	"testing"
)

func worded() *Spec[struct{ Stones int }, table, toy] {
	s := toySpec()
	s.Wording = Wording{
		ActionTypes: map[string]ActionWording{
			"take":  {Order: "take {0} from {1>}", Past: "{0} were taken from {1}", All: "empty"},
			"paint": {Order: "paint {0>}[ like {1<}][, {2} stones]", Past: "{0} were painted[ like {1}]"},
		},
		Events: map[string]EventWording{"empty": {Past: "the heap is empty", Short: "empty"}},
		Names:  map[string]string{"Right": "the right heap", "stones/3": ""},
	}
	return &s
}

// TestSentences compares actions with their sentences.
func TestSentences(t *testing.T) {
	f, err := worded().Game().NewInstance("small", &struct{ Stones int }{2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, order, past string }{
		{"take 2 from left", "Take 2 from the left", "2 were taken from the left"},
		{"take 1 from Right", "Take 1 from the right heap", "1 were taken from the right heap"},
		{"paint left", "Paint the left", "The left were painted"},
		{"paint left,middle,Right", "Paint the left, the middle and the right heap", "The left, the middle and the right heap were painted"},
		{"paint left,middle like Right 1", "Paint the left and the middle like the right heap, 1 stone", "The left and the middle were painted like the right heap"},
		{"paint left 3", "Paint the left", "The left were painted"}, // Three is called nothing.
	} {
		a, err := f.ParseAction(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Order(a).String(); got != c.order {
			t.Errorf("%s has the sentence %q; want %q", c.line, got, c.order)
		}
		if got := f.Past(a); got != c.past {
			t.Errorf("%s has the past sentence %q; want %q", c.line, got, c.past)
		}
	}
	a, _ := f.ParseAction("paint left,middle like Right")
	for _, p := range f.Order(a) {
		if p.Target && strings.Join(p.Names, " ") != "left middle" || p.Actor && p.Names[0] != "Right" || p.Target && p.Actor {
			t.Errorf("the part %+v of %q", p, f.Order(a))
		}
	}
	if some, all := f.SuccessEvents(Action{}); some != -1 || all != 0 || f.EventTag(all) != "empty" || f.EventSentence(all, 0) != "the heap is empty" {
		t.Errorf("the zones of taking: %d, %d", some, all)
	}
	if z := f.SuccessLevel(f.Start, Action{})(func(int) bool { return true }); z != 2 {
		t.Errorf("a heap that is empty is zone %d", z)
	}
	if got := f.eventSentences(Action{}, 0, func(int) bool { return true }); !slices.Equal(got, []string{"the heap is empty", "the white wins the game"}) {
		t.Errorf("the result is %q", got)
	}
	if f.Label("Right") != "Right heap" || f.Label("left") != "Left" {
		t.Errorf("labels %q and %q", f.Label("Right"), f.Label("left"))
	}
	// An action type without a sentence shows the typed line.
	f = toyFight(t)
	if got := f.Order(Action{0, Args{2, 2}}).String(); got != "take 2 from Right" {
		t.Errorf("an action type without a sentence shows %q", got)
	}
}

// TestWordingFaults: a wording that does not fit the action types is an error of the ruleset.
func TestWordingFaults(t *testing.T) {
	spoilt := func(spoil func(w *Wording)) (fault any) {
		defer func() { fault = recover() }()
		s := worded()
		spoil(&s.Wording)
		s.Game()
		return nil
	}
	for _, template := range []string{"take {9}", "take {0", "take {0} [from {1}", "take {x}", "take {0} [from [{1}]]", "take ]{0}[", "{0!}"} {
		if spoilt(func(w *Wording) { w.ActionTypes["take"] = ActionWording{Order: template} }) == nil {
			t.Errorf("no error for %q", template)
		}
	}
	for name, spoil := range map[string]func(w *Wording){
		"an action type that is not there": func(w *Wording) { w.ActionTypes["give"] = ActionWording{} },
		"an event that is not there":       func(w *Wording) { w.Events["full"] = EventWording{} },
		"a zone that is not there":         func(w *Wording) { w.ActionTypes["take"] = ActionWording{Some: "full"} },
	} {
		if spoilt(spoil) == nil {
			t.Errorf("no error for %s", name)
		}
	}
}

// A decision is asked in the ruleset's wording, with the more specific of two phrases. Without a
// wording it is asked by its subject.
func TestAsked(t *testing.T) {
	s := worded()
	s.Wording.Questions = map[string]string{"left": "{}: and now?", "what is left": "Which heap?", ": the move": "{before}: which move{after}?"}
	f, err := s.Game().NewInstance("small", &struct{ Stones int }{2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for why, want := range map[string]string{"the heap is left": "The heap is left: and now?", "take what is left": "Which heap?", "the first: the move with two": "The first: which move with two?", "who begins": "Who begins"} {
		if got := f.DecisionQuestion(why); got != want {
			t.Errorf("%q is asked as %q; want %q", why, got, want)
		}
	}
	s.Wording.Questions = map[string]string{"": "And now?"}
	defer func() {
		if recover() == nil {
			t.Error("no error for a question without a subject")
		}
	}()
	s.Game()
}
