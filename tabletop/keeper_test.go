package tabletop

import (
	"fmt"
	"net/http"
	"testing"

	"loophole/odds"
	"loophole/wire"
)

const melee = "/rulesets/d20skirmish/procedures/melee/odds?example=helmets"

// What was played out for one answer answers the same question for other events
// and rounds: nothing is played again.
func TestQuestionsAreKept(t *testing.T) {
	s := served(t, Options{})
	c := &client{t: t, s: s}
	var whole, part, more wire.Answer
	c.want(http.StatusOK, &whole, "GET", melee, nil)
	c.want(http.StatusOK, &part, "GET", melee+"&rounds=3&event=room-held", nil)
	c.want(http.StatusOK, &more, "GET", melee+"&rounds=60", nil)
	if len(s.keeper.list) != 1 {
		t.Fatalf("%d questions are kept", len(s.keeper.list))
	}
	if len(whole.Within) != 0 || len(whole.Rounds) != 1 || whole.Rounds[0] != "round" {
		t.Errorf("%v by %q, though nobody asked", whole.Within, whole.Rounds)
	}
	w, held := part.Within[0], more.Within[0].Events[1]
	if w.Stage != "round" || len(w.Events) != 1 || w.Events[0].Name != "room-held" || len(w.Events[0].Chances) != 4 {
		t.Fatalf("%+v", w)
	}
	if w.Events[0].Chances[3] != held.Chances[3] || held.Chances[60].Float < whole.Events[1].Float-1e-9 {
		t.Errorf("three rounds %v, of sixty %v; in all %v", w.Events[0].Chances[3], held.Chances, whole.Events[1])
	}
	c.want(http.StatusOK, nil, "GET", melee+"&floats=true", nil)
	c.want(http.StatusOK, nil, "GET", melee+"&ruling=no-grenade=melee-only", nil)
	if len(s.keeper.list) != 3 {
		t.Errorf("%d questions are kept, of three", len(s.keeper.list))
	}
	c.want(http.StatusUnprocessableEntity, nil, "GET", melee+"&rounds=1001", nil)
	var p Problem
	c.want(http.StatusUnprocessableEntity, &p, "GET", melee+"&rounds=3&trials=100", nil)
	if p.Detail == "" {
		t.Errorf("%+v", p)
	}
	c.want(http.StatusOK, &part, "GET", "/rulesets/tideofiron/procedures/attack/odds?example=worked&rounds=3", nil)
	if len(part.Rounds) != 0 {
		t.Errorf("an attack has the rounds %q", part.Rounds)
	}
}

// A keeper holds so many, and forgets what was wanted longest ago.
func TestKeeperForgets(t *testing.T) {
	var k keeper
	asked := 0
	ask := func(key string) {
		t.Helper()
		if _, err := k.answer(key, func() (*odds.Kept, error) {
			asked++
			return &odds.Kept{Answer: &odds.Answer{}}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range mostKept {
		ask(fmt.Sprint(i))
	}
	ask("0")
	if asked != mostKept {
		t.Fatalf("asked %d times for %d questions", asked, mostKept)
	}
	ask("one more") // in place of 1
	ask("0")
	if asked != mostKept+1 {
		t.Errorf("asked %d times", asked)
	}
	ask("1")
	if asked != mostKept+2 || len(k.list) != mostKept {
		t.Errorf("asked %d times, %d are kept", asked, len(k.list))
	}
	if _, err := k.answer("fails", func() (*odds.Kept, error) { return nil, fmt.Errorf("no") }); err == nil || k.find("fails") != nil {
		t.Error("a question without an answer is kept")
	}
}
