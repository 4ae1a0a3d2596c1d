package server

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestUncounted: nobody can count hidden entries. An unseen action with three more dice looks the same
// in the state, the record, the events and every tag.
func TestUncounted(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	srv := served(t, Options{})
	p := began(t, srv, NewMatch{Ruleset: "lasergrenadiers", Scenario: "street", Seed: "3"})
	dice := rand.New(rand.NewPCG(3, 3))
	tried := 0
	for n := 0; n < 400 && tried < 20 && p.move(t, dice); n++ {
		at := liveMatchOf(t, srv, p)
		at.mu.Lock()
		for _, who := range []seat{{roleSeat, 0}, {roleSeat, 1}, {roleSpectator, 0}} {
			if _, open := at.match.Pending(); open || at.over() {
				continue
			}
			list := at.entries(who, 1)
			if last := list[len(list)-1]; last.Unseen > 0 {
				tried++
				checkUncountable(t, at, who)
			}
		}
		at.mu.Unlock()
	}
	if tried < 5 {
		t.Errorf("only %d unseen actions were checked", tried)
	}
}

// checkUncountable lengthens the last action and compares a seat's answers with those before.
func checkUncountable(t *testing.T, at *liveMatch, who seat) {
	t.Helper()
	told := func() string {
		at.cached, at.numbers = jsonCache{}, publicNumbers{}
		l := &eventStream{live: at, who: who, next: 1}
		return strings.Join([]string{string(at.stateNow(who).text), string(jsonOf(at.entries(who, 1))), l.unsentEvents(), at.tag(who), string(at.played(who, at.sequence()-2).text)}, "\n")
	}
	short := told()
	played := at.match.PlayedActions()
	last := &played[len(played)-1]
	was := at.match.Entries
	extra := was[last.From+1]
	at.match.Entries = slices.Insert(slices.Clone(was), last.To-1, extra, extra, extra)
	last.To += 3
	if long := told(); long != short {
		t.Errorf("%v receives\n%s\nfor the action with three more entries, and without them\n%s", who, long, short)
	}
	at.match.Entries, last.To = was, last.To-3
	at.cached, at.numbers = jsonCache{}, publicNumbers{}
}

// TestNumbers: public numbers lead back to their entries.
func TestNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	srv := served(t, Options{})
	for _, scenario := range [][2]string{{"lasergrenadiers", "street"}, {"tideofiron", "row"}} {
		p := began(t, srv, NewMatch{Ruleset: scenario[0], Scenario: scenario[1], Seed: "3"})
		dice := rand.New(rand.NewPCG(3, 3))
		for range 30 {
			p.move(t, dice)
		}
		at := liveMatchOf(t, srv, p)
		last := 0
		for seq := 1; seq <= at.sequence(); seq++ {
			n := at.number(seq)
			if n <= last || at.entryFrom(n) != seq || at.entryFrom(last+1) != seq || at.lastNumber(seq) < n {
				t.Fatalf("%v: entry %d has the number %d after %d, and leads to %d and %d", scenario, seq, n, last, at.entryFrom(n), at.entryFrom(last+1))
			}
			last = n
		}
		if at.entryFrom(at.newestNumber()+1) != at.sequence()+1 || at.number(0) != 0 {
			t.Error("a number beyond the last entry leads to an entry, or the header has a number other than 0")
		}
	}
}
