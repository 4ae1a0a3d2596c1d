package rulestest

import (
	"fmt"
	"strings"

	"loophole/game"
	"loophole/policy"
	"loophole/rule"
)

// played holds the results of recorded games: the clauses that took effect, in how many games and
// where, and the numbers of the house rules that were used.
type played struct {
	games  int
	fired  map[rule.Clause]int
	places map[sightingPlace]bool
	names  map[string]bool
	seen   map[seenEntry]bool
	err    error
}

// A seenEntry is what matters of an entry, most of which come often.
type seenEntry struct {
	sightingPlace
	name string
}

// watchedGames is the number of games that are recorded in full. A clause that takes effect in
// one game of a hundred is hardly missed by bad luck. unlikelyActions is the number of random actions,
// most of them illegal, that are checked at each step.
const (
	watchedGames    = 1200
	unlikelyActions = 6
)

// playedGames plays the recorded games, once.
func (k *kit) playedGames() *played {
	k.watched.Do(func() {
		k.seen = &played{fired: map[rule.Clause]int{}, places: map[sightingPlace]bool{}, names: map[string]bool{}, seen: map[seenEntry]bool{}}
		if k.game == nil {
			return
		}
		fights, err := k.fights()
		if err != nil {
			k.seen.err = err
			return
		}
		w := newWalk(nil, fights)
		for g := range watchedGames {
			k.seen.err = recovered(func() error { return k.seen.watch(w, fights[g%len(fights)], g) })
			if k.seen.err != nil {
				k.seen.err = fmt.Errorf("recorded game %d: %w", g, k.seen.err)
				return
			}
		}
	})
	return k.seen
}

// see keeps where an entry stands, and the number that it names.
func (p *played) see(s seenEntry) {
	p.places[s.sightingPlace] = true
	p.places[sightingPlace{s.kind, s.cite, ""}] = true
	// The subject of a question comes before its text.
	for text := s.text; s.kind == rule.Rolled && text != ""; {
		_, text, _ = strings.Cut(text, ": ")
		p.places[sightingPlace{s.kind, s.cite, text}] = true
	}
	if s.name != "" {
		p.names[s.name] = true
	}
}

// watch plays one game and keeps the clauses that took effect.
func (p *played) watch(w *walk, f *game.Instance, g int) error {
	w.rng = policy.NewRand(3, uint64(g), 0)
	w.dice.Start(3, uint64(g))
	fired := map[rule.Clause]bool{}
	see := func(kind rule.EntryKind, cite rule.Clause, text, name string) {
		fired[cite] = true
		if s := (seenEntry{sightingPlace{kind, cite, text}, name}); !p.seen[s] {
			p.seen[s] = true
			p.see(s)
		}
	}
	rec := &rule.Record{OnEntry: func(e rule.Entry) { see(e.Kind, e.Cite, e.Text, e.Name) }}
	r := f.Runner()
	u := rule.NewUmpire(w.dice, rec).WithHouseRules(f.House)
	err := rule.Catch(func() {
		steps := 0
		for over := false; !over; steps++ {
			if steps > maxGameSteps {
				panic(fmt.Errorf(endless, maxGameSteps))
			}
			legal := r.Legal(nil)
			over = len(legal) == 0
			for range unlikelyActions {
				refused, _ := f.WhyIllegal(r.Position(), w.anyAction(f, legal)).(rule.IllegalError)
				for _, x := range refused {
					see(0, x.Cite, x.Reason, "")
				}
			}
			if over {
				return
			}
			a, err := w.random.ChooseAction(r, w.rng)
			if err != nil {
				panic(err)
			}
			rec.Entries = rec.Entries[:0]
			r.Apply(u, a)
		}
	})
	p.games++
	for c := range fired {
		p.fired[c]++
	}
	return err
}

// checkPlayed lists the operative clauses that take effect in no recorded game. A line of
// cases.txt may excuse a clause that games have no room for:
//
//	unplayed host.concealed: nobody hides in the game
func (k *kit) checkPlayed(t reporter) {
	p := k.playedGames()
	if p.err != nil {
		t.Errorf("%v", p.err)
	}
	var idle []string
	operative := 0
	for _, s := range k.rules.Ledger.Statements {
		if !s.Status.IsOperative() {
			continue
		}
		if operative++; p.fired[s.ID] == 0 && !k.excused("unplayed", string(s.ID)) {
			idle = append(idle, fmt.Sprintf("%s (%s, %s): %s", s.ID, s.Status, s.Where, s.Gist))
		}
	}
	if len(idle) > 0 {
		t.Errorf("%d of %d operative clauses take effect in none of %d games: play them, write a scenario for them, or excuse them\n  %s",
			len(idle), operative, p.games, strings.Join(idle, "\n  "))
	}
	k.checkExcuses(t, "unplayed")
	t.Logf("%d of %d operative clauses take effect in %d games, or are excused", operative-len(idle), operative, p.games)
}
