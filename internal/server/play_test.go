package server

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
)

const fires = "fire sig-33b at shaken-squad normal"

// row returns a match in which the first side can fire at once.
func row(how ...string) NewMatch {
	return NewMatch{Ruleset: "tideofiron", Scenario: "row", Seed: "1", Dice: how}
}

// TestIdempotency: a repeated request with the same key has no second effect. It gets the same
// entries with the current state, even from another server on the same store. Another request with
// that key is rejected.
func TestIdempotency(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := began(t, srv, row())
	body := map[string]string{"action": fires}
	var one Played
	p.seats[0].want(http.StatusOK, &one, "POST", p.path+"/actions", body, "Idempotency-Key", "k")
	p.seats[1].want(http.StatusOK, nil, "POST", p.path+"/undo", nil) // The state changes.
	for _, s := range []http.Handler{srv, servedFrom(t, dir, Options{})} {
		c := &client{t: t, s: s, token: p.seats[0].token}
		var two, now Played
		h := c.want(http.StatusOK, &two, "POST", p.path+"/actions", body, "Idempotency-Key", "k")
		tag := c.want(http.StatusOK, &now.State, "GET", p.path, nil).Get("ETag")
		if len(one.Entries) < 5 || !reflect.DeepEqual(one.Entries, two.Entries) || !reflect.DeepEqual(two.State, now.State) || two.State.Undo.AskedBy == "" || h.Get("ETag") != tag {
			t.Errorf("%+v\n%+v\n%+v", one, two, now)
		}
		c.want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/actions", map[string]string{"action": "rest sig-33b"}, "Idempotency-Key", "k")
	}
	p.seats[1].want(http.StatusUnprocessableEntity, nil, "POST", p.path+"/actions", body, "Idempotency-Key", "k")
	n := 0
	for _, e := range liveMatchOf(t, srv, p).match.Entries {
		if e.Kind == "action" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("played %d times", n)
	}
}

// liveMatchOf returns a match in memory.
func liveMatchOf(t testing.TB, s *Server, p *party) *liveMatch {
	t.Helper()
	x, err := s.registry.match(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestConditionalState: a state that the client has is not sent again, unless it changed without a
// new entry.
func TestConditionalState(t *testing.T) {
	p := began(t, served(t, Options{}), row())
	tag := p.look.want(http.StatusOK, nil, "GET", p.path, nil).Get("ETag")
	w := p.look.ask("GET", p.path, nil, "If-None-Match", tag)
	if w.Code != http.StatusNotModified || w.Header().Get("ETag") != tag || w.Body.Len() != 0 {
		t.Error(w.Code, w.Header(), w.Body)
	}
	p.seats[0].want(http.StatusOK, nil, "GET", p.path, nil, "If-None-Match", tag) // It is the other seat's tag.
	p.seats[0].want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", map[string]string{"dice": "typed"})
	p.look.want(http.StatusOK, nil, "GET", p.path, nil, "If-None-Match", tag)
}

// TestQuestionOutlivesServer: after a restart the same question is open, and the answer continues
// with the same dice.
func TestQuestionOutlivesServer(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := began(t, srv, row("typed", "typed"))
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	before := p.state(p.seats[0])
	p.seats[0].want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", map[string]any{"block": []int{6, 6}})
	srv.Close()
	if err := srv.store.Close(); err != nil {
		t.Fatal(err)
	}
	second := servedFrom(t, dir, Options{})
	p.seats[0].s, p.seats[1].s, p.look.s = second, second, second
	after := p.state(p.seats[0])
	b, a := before.Begun.Question, after.Begun.Question
	if a == nil || a.ID != b.ID || a.Text != b.Text || a.Many != b.Many-2 || !slices.Equal(a.Given, []int{6, 6}) || after.Seats[0].Tray != 2 {
		t.Fatalf("%+v; before: %+v", a, b)
	}
	x := Answer{Question: a.ID}
	for range a.Many {
		x.Faces = append(x.Faces, 1)
	}
	var out Played
	p.seats[0].want(http.StatusOK, &out, "POST", p.path+"/answers", x)
	if f := out.Entries[0].Faces; len(f) != b.Many || f[0] != 6 || f[1] != 6 || f[2] != 1 || out.Entries[0].From != dice.FromTyped || out.State.Seats[0].Tray != 0 {
		t.Errorf("%+v", out.Entries[0])
	}
}

// TestTray: faces on the tray are used first. When there are no more, the program's dice follow.
func TestTray(t *testing.T) {
	p := began(t, served(t, Options{}), row("typed", "program"))
	p.seats[0].want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", map[string]any{"dice": "program"})
	block := slices.Repeat([]int{5}, 30)
	p.seats[0].want(http.StatusOK, nil, "PUT", p.path+"/seats/German/dice", map[string]any{"block": block})
	p.seats[1].want(http.StatusForbidden, nil, "PUT", p.path+"/seats/German/dice", map[string]any{"dice": "typed"})
	p.seats[0].want(http.StatusNotFound, nil, "PUT", p.path+"/seats/Romans/dice", map[string]any{"dice": "typed"})
	p.seats[0].want(http.StatusUnprocessableEntity, nil, "PUT", p.path+"/seats/German/dice", map[string]any{"block": []int{0}})
	var out Played
	p.seats[0].want(http.StatusOK, &out, "POST", p.path+"/actions", map[string]string{"action": fires})
	var from []string
	many := 0
	for _, e := range out.Entries {
		if e.Kind == "roll" && e.From == dice.FromTyped {
			many += len(e.Faces)
		}
		if e.Kind == "roll" {
			from = append(from, e.From)
		}
	}
	if many == 0 || from[0] != dice.FromTyped || out.State.Seats[0].Tray != 30-many {
		t.Errorf("%v: %d of the tray are used, %d are left", from, many, out.State.Seats[0].Tray)
	}
	p.seats[0].want(http.StatusOK, &out, "PUT", p.path+"/seats/German/dice", map[string]any{"block": []int{}})
	if out.State.Seats[0].Tray != 0 {
		t.Error("the tray is not cleared")
	}
}

// TestSwitchingAnswers: changing to the program's dice answers the open question.
func TestSwitchingAnswers(t *testing.T) {
	p := began(t, served(t, Options{}), row("typed", "program"))
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	var out Played
	p.seats[0].want(http.StatusOK, &out, "PUT", p.path+"/seats/German/dice", map[string]string{"dice": "program"})
	if out.State.Begun != nil || len(out.Entries) == 0 || out.Entries[0].From != dice.FromProgram {
		t.Errorf("%+v", out)
	}
}

// TestUndo: an undo of rolled dice waits for consent, can be refused, and lapses with the next
// action.
func TestUndo(t *testing.T) {
	p := began(t, served(t, Options{}), row())
	a, b := p.seats[0], p.seats[1]
	a.want(http.StatusConflict, nil, "POST", p.path+"/undo", nil)
	start := p.state(a).Position
	a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	if u := p.state(a).Undo; !u.Possible || u.Free || u.AskedBy != "" {
		t.Errorf("%+v", u)
	}
	ask := func() {
		t.Helper()
		a.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
		if u := p.state(b).Undo; u.AskedBy != "German" {
			t.Errorf("%+v", u)
		}
	}
	consent := func(agree bool, status int) {
		t.Helper()
		b.want(status, nil, "POST", p.path+"/undo/consent", map[string]bool{"agree": agree})
	}
	consent(true, http.StatusConflict)
	ask()
	a.want(http.StatusConflict, nil, "POST", p.path+"/undo", nil)
	consent(false, http.StatusOK)
	if x := p.state(a); x.Undo.AskedBy != "" || x.Position == start {
		t.Error("refused, and yet taken back")
	}
	ask()
	consent(true, http.StatusOK)
	if x := p.state(a); x.Position != start || !x.Redo {
		t.Errorf("not taken back: %+v", x.Undo)
	}
	b.want(http.StatusForbidden, nil, "POST", p.path+"/redo", nil)
	a.want(http.StatusOK, nil, "POST", p.path+"/redo", nil)
	ask()
	x := p.state(a)
	who := map[string]*client{"German": a, "Soviet": b}[x.Turn]
	who.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": p.lines(who)[0]})
	if u := p.state(b).Undo; u.AskedBy != "" {
		t.Error("the request has not lapsed")
	}
	consent(true, http.StatusConflict)
}

// waited waits until a condition is true.
func waited(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("in vain: ", what)
		}
	}
}

// TestAgainstPolicy: a policy acts without requests, has no token, and consents to everything. Undo
// goes back to before the player's last action.
func TestAgainstPolicy(t *testing.T) {
	w := row()
	w.Seats = []NewSeat{{Player: "host"}, {Policy: "random"}}
	p := began(t, served(t, Options{}), w)
	if _, has := p.Tokens["Soviet"]; has || p.seats[1] != nil {
		t.Error("a policy has a token")
	}
	a := p.seats[0]
	mine := func() bool { x := p.state(a); return x.Over != nil || x.Turn == "German" && x.Begun == nil }
	start := p.state(a).Position
	a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	for n := 0; n < 6 && p.state(a).Turn == "German"; n++ {
		if lines := p.lines(a); len(lines) > 0 {
			i := max(0, slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "rest") }))
			a.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": lines[i]})
		}
	}
	waited(t, "the policy plays", func() bool {
		if x := p.state(a); x.Begun != nil && x.Begun.Yours {
			a.want(http.StatusOK, nil, "POST", p.path+"/answers", Answer{Question: x.Begun.Question.ID, Option: new(int)})
		}
		return mine()
	})
	for p.state(a).Undo.Possible {
		if u := p.state(a).Undo; !u.Free {
			t.Fatalf("%+v", u)
		}
		a.want(http.StatusOK, nil, "POST", p.path+"/undo", nil)
	}
	if x := p.state(a); x.Position != start {
		t.Error("not back at the start")
	}
	a.want(http.StatusOK, nil, "POST", p.path+"/redo", nil)
}

// TestPoliciesAlone: two policies play a whole game without requests.
func TestPoliciesAlone(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.Seats = []NewSeat{{Policy: "random"}, {Policy: "random"}}
	p := began(t, srv, w)
	waited(t, "the game is over", func() bool { return p.state(p.look).Over != nil })
	r := p.look.ask("GET", p.path+"/record.jsonl", nil)
	if x := holds(t, r.Body.Bytes()); !x.Finished {
		t.Errorf("%+v", x)
	}
}

// TestPoliciesStop: a closing server does not wait for the end of a game of policies, and the next
// server continues it.
func TestPoliciesStop(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := began(t, srv, NewMatch{Ruleset: "konflikt47", Scenario: "terrace", Seats: []NewSeat{{Policy: "cautious"}, {Policy: "search"}}})
	at := time.Now()
	srv.Close()
	if d := time.Since(at); d > 2*time.Second {
		t.Errorf("closing took %v", d)
	}
	n := p.state(p.look).Sequence
	p.look.s = servedFrom(t, dir, Options{Think: time.Millisecond})
	waited(t, "it goes on", func() bool { return p.state(p.look).Sequence > n })
}

// TestSlowPolicy: a policy that takes too long is replaced.
func TestSlowPolicy(t *testing.T) {
	srv := served(t, Options{Think: time.Nanosecond})
	f, err := fight("tideofiron", "block")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	a, err := srv.decideInTime("search", nil, f, f.Start, policy.Rand{})
	if err != nil || f.WhyIllegal(f.Start, a) != nil {
		t.Fatal(a, err)
	}
	if d := time.Since(began); d > time.Second {
		t.Error("it took", d)
	}
}

func fight(ruleset, name string) (*game.Instance, error) {
	_, f, _, err := setUp(&NewMatch{Ruleset: ruleset, Scenario: name})
	return f, err
}

// firstOptions chooses the first option of every decision.
type firstOptions struct{ rule.Source }

// Choose returns 0.
func (firstOptions) Choose(rule.Choice) (int, error) { return 0, nil }

// TestPoliciesRemember: the transposition table of a match changes no decision, even with
// concurrent goroutines: a slow policy continues while the next decision is made.
func TestPoliciesRemember(t *testing.T) {
	srv := served(t, Options{Think: time.Minute})
	f, err := fight("d20skirmish", "merville")
	if err != nil {
		t.Fatal(err)
	}
	p, memory := f.Start, policy.NewTranspositionTable(positionTableBytes)
	src := firstOptions{dice.NewRandom(4)}
	names := [2]string{"search", "cautious"}
	for n := range uint64(12) {
		s := f.Status(p)
		if s.Over {
			break
		}
		chance := *policy.NewRand(4, n, s.Side)
		want, err := srv.decide(names[s.Side], nil, f, p, chance)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if a, err := srv.decideInTime(names[s.Side], memory, f, p, chance); err != nil || a != want {
					t.Errorf("after %d actions %s takes %s, alone %s: %v", n, names[s.Side], f.FormatAction(a), f.FormatAction(want), err)
				}
			})
		}
		all.Wait()
		if p, err = f.Play(p, want, src, nil); err != nil {
			t.Fatal(err)
		}
	}
	w := row()
	w.Seats = []NewSeat{{Policy: "cautious"}, {Player: "guest"}}
	table, err := srv.registry.match(t.Context(), began(t, srv, w).ID)
	if err != nil {
		t.Fatal(err)
	}
	waited(t, "the match keeps what its policy weighs", func() bool { return table.positions.Bytes() > 0 })
	srv.registry.release(table)
}
